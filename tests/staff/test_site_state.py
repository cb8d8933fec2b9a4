"""The start page of the admin: how the site is, in sentences."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.engine import Mark, clock
from games.models import Game, Player
from games.play import services
from games.staff import site_state
from games.web.health import Condition, Report, health
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _look_anew() -> None:
    health._report = None


def see(game: Game, player: Player, *, ago: timedelta = timedelta()) -> None:
    """Let a player show a sign of life, maybe some time ago."""
    game.refresh_from_db()
    services.note_seen(game, player.pk)
    for seat in ("x", "o"):
        seen = Game.objects.filter(pk=game.pk, **{f"{seat}_id": player.pk})
        seen.update(**{f"{seat}_seen_at": clock.now() - ago})


def test_nobody_is_there():
    state = site_state.read()
    assert state.headline == "Nobody is playing."
    assert state.moves == "No move in the last 5 minutes."


def test_people_are_counted_once_and_only_while_they_show_signs_of_life(alice, bob, charlie):
    with_bob = services.create_game(host=alice, mark=Mark.X, guest=bob)
    with_charlie = services.create_game(host=charlie, mark=Mark.X, guest=alice)
    see(with_bob, alice)
    assert site_state.read().headline == "1 person is playing, in 1 game."
    see(with_bob, bob)
    see(with_charlie, alice)
    assert site_state.read().headline == "2 people are playing, in 2 games."
    see(with_bob, bob, ago=timedelta(minutes=2))
    see(with_charlie, charlie, ago=timedelta(minutes=2))
    assert site_state.read().headline == "1 person is playing, in 2 games."
    services.resign(with_bob.pk, alice.pk)
    assert site_state.read().headline == "1 person is playing, in 1 game."


def test_a_person_at_one_screen_for_two_is_one(alice):
    see(services.create_game(host=alice, mark=Mark.X, guest=alice), alice)
    assert site_state.read().headline == "1 person is playing, in 1 game."


def test_moves_a_minute_are_of_the_last_five_also_in_games_that_are_over(game, alice, bob):
    play(game, *X_WINS)
    play(services.create_game(host=alice, mark=Mark.X, guest=bob), 0, 1)
    assert site_state.read().moves == "1.4 moves a minute, over the last 5 minutes."
    game.moves.update(created_at=clock.now() - timedelta(minutes=6))
    assert site_state.read().moves == "0.4 moves a minute, over the last 5 minutes."


def test_moves_that_were_set_up_are_no_moves_a_minute(alice):
    services.create_game(host=alice, mark=Mark.X, guest=alice, opening=(4, 0))
    assert site_state.read().moves == "No move in the last 5 minutes."


def test_each_part_is_said_to_be_well_or_not():
    fine = dict.fromkeys(("server", "database", "migrations", "events", "search"), Condition.OK)
    for changes, words, is_bad in (
        ({}, "answers, and has all migrations.", False),
        ({"database": Condition.NO_ANSWER}, "does not answer.", True),
        ({"migrations": Condition.MISSING}, "lacks migrations. Run manage.py migrate.", True),
        ({"events": Condition.OK}, "Redis answers.", False),
        ({"events": Condition.AWAY}, "Redis is away.", True),
        ({"events": Condition.IN_MEMORY}, "No Redis is set,", False),
    ):
        health._report = Report(**{**fine, **changes})
        said = [part for part in site_state.read().parts if words in part.words]
        assert [part.is_bad for part in said] == [is_bad], words


def test_the_version_is_that_of_the_package_if_there_is_one(monkeypatch):
    assert site_state.read().parts[-1].words.startswith("Version 0.")
    monkeypatch.setattr(site_state, "PACKAGE", "no-such-package")
    assert site_state.read().parts[-1].words.startswith("Version unknown")


@pytest.mark.sqlite
def test_its_queries_use_the_index_of_changes():
    now = clock.now()
    for query in (site_state.games_on(now), site_state.recent_moves(now)):
        plan = query.explain()
        assert "USING INDEX game_stale_first" in plan or "USING COVERING INDEX" in plan
        assert "SCAN" not in plan
