"""What a seeker is told of the lobby: who is here, the usual wait, the usual clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, GameEvent, Player
from games.people.lobby.models import Seek
from games.people.lobby.outlook import outlook, usual_control
from tests.people.lobby.seeks import find, people
from tests.playing import create_game

pytestmark = pytest.mark.django_db


def let_wait(game: Game, seconds: int) -> None:
    """Make it so long that the host has waited until somebody joined."""
    joined = game.events.get(kind=GameEvent.Kind.JOINED)
    Seek.objects.filter(game=game).update(since=joined.at - timedelta(seconds=seconds))


def meet(first: Player, second: Player, seconds: int, control: str = "") -> None:
    find(first, control=control)
    let_wait(find(second, control=control), seconds)


def test_it_counts_people_and_not_the_computer(alice: Player, bob: Player, computer: Player):
    create_game(bob, computer)
    assert outlook(alice).words.startswith("One other person is here, and plays.")
    find(bob, "gomoku")
    assert outlook(alice)[:2] == (1, 1)  # the same person
    assert outlook(bob)[:2] == (0, 0)


def test_the_usual_wait_is_told_once_some_have_found_somebody(alice: Player):
    crowd = people(6)
    for first, second, seconds in ((0, 1, 90), (2, 3, 100)):
        meet(crowd[first], crowd[second], seconds)
    assert outlook(alice).minutes is None
    meet(crowd[4], crowd[5], 600)
    assert "Lately it took about 2 minutes: play on meanwhile." in outlook(alice).words


def test_the_clock_is_the_one_that_most_look_for():
    assert usual_control() == "30s"
    crowd = people(4)
    meet(crowd[0], crowd[1], 1, control="10s")
    assert usual_control() == "30s"  # until it is counted again
