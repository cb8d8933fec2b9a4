"""What one does who comes in: all of it leaves a row of ``Entrant``."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models import Game, HiddenName, Player, names, new_name
from games.models.names import InvalidName
from games.play import limits, services
from games.play.errors import NameHidden, Refused
from games.tournaments import errors, matches
from games.tournaments.models import Entrant, Tournament

# At least and at most, by the kind of a tournament.
PEOPLE: dict[str, tuple[int, int]] = {
    Tournament.Kind.ARENA: (2, 200),
    Tournament.Kind.ROUNDS: (3, 12),
}
MADE_UP = 20  # names of one animal, of which one is taken that nobody has
_seen: set[int] = set()  # those with a sign of life in this process that is not stored yet
ENTRIES = limits.register(_("coming in"), person=["20/minute"], address=["240/minute"])


def enter(
    tournament: Tournament, player: Player, name: str = "", *, address: str | None = None
) -> Entrant:
    """Without a ``name``, the player's own is taken. Who is in already comes back by it.

    :raises NameGiven: if somebody here has a name that looks like it.
    :raises NameTaken: if it belongs to an account.
    """
    limits.count_visitor(ENTRIES, player.pk, address)
    with transaction.atomic():
        tournament.lock()
        if own := tournament.entrants.of(player):
            return come_back(own)
        _require_open(tournament)
        entrant = Entrant(tournament=tournament, player=player)
        _give_name(entrant, name or player.name)
        entrant.save()
        tournament.note_change()
    matches.pair_soon(tournament.pk)
    return entrant


def _require_open(tournament: Tournament) -> None:
    if tournament.is_over:
        raise errors.TournamentOver
    if tournament.is_locked:
        raise errors.DoorLocked
    if tournament.kind == Tournament.Kind.ROUNDS and tournament.status != Tournament.Status.OPEN:
        raise errors.AlreadyStarted
    if tournament.entrants.still_in().count() >= PEOPLE[tournament.kind][1]:
        raise errors.TooManyEntrants


def _give_name(entrant: Entrant, name: str) -> None:
    # A guest is called so on the pages of games as well; who has an account keeps its name there.
    player = entrant.player
    try:
        name = _made_up(entrant) if entrant.tournament.made_up_names else names.clean(name)
    except InvalidName:
        raise errors.NoName from None
    if HiddenName.objects.has(name):
        raise NameHidden
    entrant.name, entrant.look = name, names.look(name)
    if entrant.tournament.entrants.exclude(player=player).filter(look=entrant.look).exists():
        raise errors.NameGiven
    if not player.has_account and player.name != name:
        services.rename_player(player, name=name)


def _made_up(entrant: Entrant) -> str:
    made = [new_name(entrant.player.avatar) for _ in range(MADE_UP)]
    return (_free(entrant.tournament, made) or made)[0]


def _free(tournament: Tournament, wanted: Iterable[str]) -> list[str]:
    given = set(tournament.entrants.values_list("look", flat=True))
    return [each for each in wanted if names.look(each) not in given]


def twin_of(tournament: Tournament, player: Player, name: str) -> dict[str, Any]:
    """Return who has that name here, and what else somebody may be called: by their animal."""
    animal = str(player.avatar or "").capitalize()
    wanted = [f"{name} {animal}", *(f"{name} {number}" for number in range(2, 100))]
    free = _free(tournament, (each for each in wanted if len(each) <= names.MAX_LENGTH))
    twin = tournament.entrants.filter(look=names.look(name)).select_related("player").first()
    return {"twin": twin, "free_names": free[:2]}


@transaction.atomic
def rename(entrant: Entrant, name: str) -> None:
    entrant.tournament.lock()
    _give_name(entrant, name)
    entrant.save(update_fields=["name", "look"])
    entrant.tournament.note_change()


def note_seen(entrant_id: int) -> None:
    _seen.add(entrant_id)


def store_seen() -> None:
    global _seen
    seen, _seen = _seen, set()
    Entrant.objects.filter(pk__in=seen).note_seen()


def rest(entrant: Entrant) -> None:
    rested = Entrant.objects.filter(pk=entrant.pk, state=Entrant.State.HERE)
    if rested.update(state=Entrant.State.RESTING):
        entrant.tournament.note_change()


def come_back(entrant: Entrant) -> Entrant:
    if entrant.state == Entrant.State.OUT:
        raise errors.DoorLocked
    if entrant.state == Entrant.State.RESTING:
        entrant.state = Entrant.State.HERE
        entrant.seen_at = entrant.waiting_since = clock.now()
        entrant.save(update_fields=["state", "seen_at", "waiting_since"])
        entrant.tournament.note_change()
        matches.pair_soon(entrant.tournament_id)
    return entrant


def play_along(tournament: Tournament) -> None:
    """Let the host come in, or rest if the host is here."""
    host = tournament.host
    own = tournament.entrants.of(host)
    if own and own.state == Entrant.State.HERE:
        rest(own)
    elif host:
        enter(tournament, host)


def remove(entrant: Entrant) -> None:
    """Take somebody out for good; a running game is given up, and what was played counts."""
    Entrant.objects.filter(pk=entrant.pk).update(state=Entrant.State.OUT)
    if game := entrant.game:
        give_up = services.resign if game.status == Game.Status.PLAYING else services.withdraw
        with suppress(Refused):  # It may have ended meanwhile.
            give_up(game.pk, entrant.player_id)
    entrant.tournament.note_change()
