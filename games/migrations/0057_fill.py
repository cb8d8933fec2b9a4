"""Fill what the migration before has made; in a transaction of its own, so it locks rows alone."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.db import migrations
from django.db.models import Case, CharField, F, Q, Value, When
from django.db.models.functions import Cast, Coalesce, Mod
from django.db.models.lookups import Exact

from games.models.looks import look

# Only duels were series of two games.
KINDS = """
    UPDATE games_game SET kind = CASE WHEN best_of = 2 THEN 'duel' ELSE 'open' END
    WHERE best_of = 2 OR open_since IS NOT NULL;
    UPDATE games_game SET kind = 'exhibition' WHERE id IN (SELECT game_id FROM games_exhibition);
    INSERT INTO games_seek (game_id, since, any_board)
    SELECT id, open_since, COALESCE(takes_any_board, false) FROM games_game
    WHERE open_since IS NOT NULL;
    INSERT INTO games_duelgame (game_id, ratings)
    SELECT id, ratings FROM games_game
    WHERE best_of = 2 AND x_id IS NOT NULL AND o_id IS NOT NULL;
"""
# Whoever met in a game of a kind was a stranger, and stays one in the rematches, which had no kind.
# So are those of a rematch whose first game was deleted: nobody knows how they met.
RELATIONS = """
    UPDATE games_game SET relation = 'friends' WHERE kind IS NULL AND (x_id IS NULL OR o_id IS NULL
        OR x_id <> o_id AND NOT EXISTS (
            SELECT 1 FROM games_player WHERE id IN (x_id, o_id) AND level IS NOT NULL));
    UPDATE games_game SET relation = 'strangers' WHERE kind IN ('open', 'duel');
    UPDATE games_game SET relation = 'strangers' WHERE relation = 'friends' AND id IN (
        WITH RECURSIVE met (id) AS (
            SELECT id FROM games_game
            WHERE kind IN ('open', 'duel') OR previous_id IS NULL AND asked_by <> ''
            UNION SELECT game.id FROM games_game game JOIN met ON game.previous_id = met.id)
        SELECT id FROM met);
"""
FACES = """
    badger beaver bison cat crane deer dolphin falcon ferret finch fox gecko goose hare heron
    hedgehog ibex jackdaw koala lark lemur lynx magpie marmot mole moose newt otter owl panda
    puffin rabbit raven robin seal sparrow squirrel stoat swan tiger toad turtle walrus wren
"""
INKS = "blue red pine plum walnut slate"
ENOUGH = 3  # opponents of a rating that counts
MAX_USERNAME, MAX_LOOK = 150, 500
# What was decided about a report, the name, and the reason, which may have a name as well.
DECIDED = re.compile(
    r"^(Hid the name) “.*”: |^(Locked the account) of .*: |^(Dismissed the report) on .*: ",
    re.DOTALL,
)


def give_faces(apps: Any, schema_editor: Any) -> None:
    """Give people the animal of a made-up name, else one by the id."""
    people = apps.get_model("games", "Player").objects.filter(
        face="", level=None, forgotten_at=None
    )
    last_words = (When(_ends_with(face), then=Value(face)) for face in FACES.split())
    people.update(face=Case(*last_words, *_by_id(FACES.split())), ink=Case(*_by_id(INKS.split())))


def _ends_with(face: str) -> Q:
    # A number follows where the plain name was taken.
    animal = f" {face.capitalize()}"
    return Q(name__endswith=animal) | Q(name__contains=f"{animal} ")


def _by_id(values: list[str]) -> list[When]:
    rest = Mod(F("id"), len(values))
    return [When(Exact(rest, at), then=Value(value)) for at, value in enumerate(values)]


def count_opponents(apps: Any, schema_editor: Any) -> None:
    changes = apps.get_model("games", "RatingChange").objects.exclude(game=None)
    people: dict[int, set[int]] = {}
    rows = changes.values_list("rating", "rating__player", "game__x", "game__o")
    for rating, player, *seats in rows.iterator():
        people.setdefault(rating, set()).update(set(seats) - {player, None})
    ratings = apps.get_model("games", "Rating").objects
    for rating, met in people.items():
        ratings.filter(pk=rating).update(opponents=min(ENOUGH, len(met)))


def clean_log(apps: Any, schema_editor: Any) -> None:
    """Take names out of the admin's log, which has ids."""
    entries = apps.get_model("admin", "LogEntry").objects
    pk = Cast(Coalesce(F("object_id"), Value("")), CharField(max_length=200))
    entries.update(object_repr=pk)
    for entry in entries.filter(content_type__app_label="games").exclude(change_message=""):
        said = DECIDED.sub(lambda found: f"{found[found.lastindex or 0]}: ", entry.change_message)
        if said != entry.change_message:
            entries.filter(pk=entry.pk).update(change_message=said)


def update_looks(apps: Any, schema_editor: Any) -> None:
    """Compute the looks of names anew, by Unicode's table of confusable characters.

    Nobody loses a name: where two accounts look alike now, the first has the look, and the other
    keeps its username. Whoever writes its name still reaches it, as the very name goes before one
    that looks alike.
    """
    users = apps.get_model("auth", "User").objects
    accounts = users.filter(player__isnull=False, is_staff=False)
    names = dict(accounts.values_list("pk", "player__name"))
    looks = {pk: look(name)[:MAX_USERNAME] for pk, name in names.items()}
    for pk, username in settle(dict(users.values_list("pk", "username")), looks):
        users.filter(pk=pk).update(username=username)
    hidden = apps.get_model("games", "HiddenName").objects
    looks = {pk: look(name)[:MAX_LOOK] for pk, name in hidden.values_list("pk", "name")}
    for pk, value in settle(dict(hidden.values_list("pk", "look")), looks):
        hidden.filter(pk=pk).update(look=value)


def settle(current: dict[int, str], wanted: dict[int, str]) -> list[tuple[int, str]]:
    """Return the changes that give rows what they want, one after the other, as far as it is free.

    One that goes may leave its value to another.
    """
    taken, changes, has_changed = set(current.values()), [], True
    while has_changed:
        has_changed = False
        for pk in sorted(wanted):
            if wanted[pk] not in taken:
                taken.discard(current[pk])
                taken.add(wanted[pk])
                current[pk] = wanted[pk]
                changes.append((pk, wanted[pk]))
                has_changed = True
    return changes


def forget_owners(apps: Any, schema_editor: Any) -> None:
    """Nobody directs exhibitions any more; the columns for that go with a later release."""
    apps.get_model("games", "Exhibition").objects.update(owner=None)


def run(code: Any) -> migrations.RunPython:
    return migrations.RunPython(code, migrations.RunPython.noop)


class Migration(migrations.Migration):
    replaces = (("games", "0057_notifications"),)
    dependencies = (
        ("games", "0032_squashed_0056_forgetting"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("admin", "0003_logentry_add_action_flag_choices"),
    )
    operations = (
        migrations.RunSQL(KINDS, migrations.RunSQL.noop),
        migrations.RunSQL(RELATIONS, migrations.RunSQL.noop),
        *map(run, (give_faces, count_opponents, clean_log, update_looks, forget_owners)),
    )
