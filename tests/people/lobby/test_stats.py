from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, GameEvent, Player
from games.people.lobby.models import Seek
from games.people.lobby.stats import lobby_stats, usual_control
from tests.people.lobby.seeks import find, people, seek, set_seen
from tests.playing import create_game, reload

pytestmark = pytest.mark.django_db


def let_wait(game: Game, seconds: int) -> None:
    joined = game.events.get(kind=GameEvent.Kind.JOINED)
    Seek.objects.filter(game=game).update(since=joined.at - timedelta(seconds=seconds))


def meet(first: Player, second: Player, seconds: int, control: str = "") -> None:
    find(first, control=control)
    let_wait(find(second, control=control), seconds)


def test_it_counts_people_and_not_the_computer(alice: Player, bob: Player, computer: Player):
    create_game(bob, computer)
    assert lobby_stats(alice, seek())[:2] == (1, 0)
    find(bob, "gomoku")
    assert lobby_stats(alice, seek())[:2] == (1, 1)  # the same person
    assert lobby_stats(bob, seek())[:2] == (0, 0)


def test_who_looks_for_the_same_is_never_said_to_look_for_something_else(alice, bob):
    set_seen(find(alice), None)  # who is passed over, until there is a sign of life
    other = find(bob)
    assert lobby_stats(alice, seek()).is_found
    alice.blocks.create(blocked=bob)
    assert lobby_stats(alice, seek()).online == 0
    assert reload(other).status == "waiting"


def test_who_is_called_is_here(alice: Player, bob: Player, charlie: Player):
    find(bob), find(charlie)
    assert lobby_stats(alice, seek())[:2] == (2, 0)


def test_the_usual_wait_is_told_once_some_have_found_somebody(alice: Player):
    crowd = people(6)
    for first, second, seconds in ((0, 1, 90), (2, 3, 100)):
        meet(crowd[first], crowd[second], seconds)
    assert lobby_stats(alice, seek()).minutes is None
    meet(crowd[4], crowd[5], 600)
    assert lobby_stats(alice, seek()).minutes == 2


def test_the_clock_is_the_one_that_most_look_for():
    assert usual_control() == "30s"
    crowd = people(4)
    meet(crowd[0], crowd[1], 1, control="10s")
    assert usual_control() == "30s"  # until it is counted again
