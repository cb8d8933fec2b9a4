from collections.abc import Iterator

import pytest

from games.ai.computer_players import MENACE
from games.computer import replies
from games.engine import CLASSIC, Variant
from games.models import Game, Player
from games.play import errors
from games.study.exhibitions.models import Exhibition
from tests.exhibitions import FakeClock, fake_clock, play_to_the_end, start_exhibition

pytestmark = pytest.mark.django_db


@pytest.fixture
def exhibition() -> Game:
    return start_exhibition(x="easy", o="random")


@pytest.fixture(name="clock")
def stopped_clock() -> Iterator[FakeClock]:
    with fake_clock() as clock:
        yield clock


def look(game: Game) -> int:
    return replies.find_game_after_reply(game.pk).ply


def test_nobody_plays_against_the_computer(exhibition: Game, alice: Player):
    assert not exhibition.has_people
    assert exhibition.level is None
    assert not exhibition.is_among_people
    assert exhibition.marks_of(alice.pk) == []
    assert exhibition.claimable_at() is None
    assert play_to_the_end(exhibition).next_level is None


def test_one_who_does_not_play_on_a_board_is_refused_there(alice: Player):
    assert start_exhibition(x=MENACE.id).variant == CLASSIC
    for sides in ({"x": MENACE.id}, {"o": MENACE.id}):
        with pytest.raises(errors.NotOnThisBoard):
            start_exhibition(**sides, variant=Variant(4, 4, 4))
    assert Game.objects.count() == 1


def test_a_move_comes_when_the_time_between_two_is_over(exhibition: Game, clock: FakeClock):
    Game.objects.update(touched_at=clock.now())
    assert look(exhibition) == 0
    clock.advance(0.9)
    assert look(exhibition) == 0
    clock.advance(0.1)
    assert look(exhibition) == look(exhibition) == 1
    clock.advance(1)
    assert look(exhibition) == 2


def test_games_that_were_paused_or_slow_in_the_version_before_go_on(exhibition, clock: FakeClock):
    Exhibition.objects.update(is_paused=True, pace=5000)
    clock.advance(1)
    assert look(exhibition) == 1
