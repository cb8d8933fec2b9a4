"""Exhibitions: who may start and direct them, and when a move is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from games.ai.computer_players import MENACE
from games.computer import replies
from games.engine import CLASSIC, Mark, Variant
from games.models import Game, Player
from games.play import errors, limits, services
from games.study.exhibitions import services as exhibitions
from games.study.exhibitions.models import Exhibition
from tests.exhibitions import FakeClock, fake_clock, play_to_the_end, start_exhibition
from tests.playing import is_unchanged, reload

pytestmark = pytest.mark.django_db

DIRECTIONS: dict[str, Callable[..., Game]] = {
    "pause": exhibitions.pause,
    "resume": exhibitions.resume,
    "pace": lambda *args: exhibitions.set_pace(*args, pace=5000),
    "step": lambda *args: exhibitions.step(*args, ply=0),
    "stop": exhibitions.stop,
}


@pytest.fixture
def exhibition(alice: Player) -> Game:
    """Alice watches the easy level play X against random moves, a second apart."""
    return start_exhibition(alice, x="easy", o="random")


@pytest.fixture(name="clock")
def stopped_clock() -> Iterator[FakeClock]:
    with fake_clock() as clock:
        yield clock


def look(game: Game) -> int:
    """Look at the game as a page does, and return how many moves it then has."""
    return replies.find_game_after_reply(game.pk).ply


# Who plays


def test_nobody_plays_against_the_computer(exhibition: Game, alice: Player):
    assert not exhibition.has_people
    assert exhibition.level is None
    assert not exhibition.is_among_people
    assert exhibition.marks_of(alice.pk) == []
    assert exhibition.claimable_at() is None
    assert play_to_the_end(exhibition).next_level is None


def test_one_who_does_not_play_on_a_board_is_refused_there(alice: Player):
    assert start_exhibition(alice, x=MENACE.id).variant == CLASSIC
    for sides in ({"x": MENACE.id}, {"o": MENACE.id}):
        with pytest.raises(errors.NotOnThisBoard):
            start_exhibition(alice, **sides, variant=Variant(4, 4, 4))
    assert Game.objects.count() == 1


# When the computer moves


def test_a_move_comes_when_the_time_between_two_is_over(exhibition: Game, clock: FakeClock):
    Game.objects.update(touched_at=clock.now())
    assert look(exhibition) == 0
    clock.advance(0.9)
    assert look(exhibition) == 0
    clock.advance(0.1)
    assert look(exhibition) == look(exhibition) == 1
    clock.advance(1)
    assert look(exhibition) == 2


def test_its_search_begins_shortly_before_its_time(exhibition: Game, clock: FakeClock):
    Game.objects.update(touched_at=clock.now())
    clock.advance(0.5)
    assert replies.pending_reply(exhibition.pk) is None
    clock.advance(0.2)
    pending = replies.pending_reply(exhibition.pk)
    assert pending
    assert pending.wait == pytest.approx(0.3)
    replies.play(pending, 4)
    assert reload(exhibition).ply == 0
    clock.advance(0.3)
    assert pending.wait == 0
    replies.play(pending, 4)
    assert reload(exhibition).ply == 1


def test_a_paused_game_stands_still_until_it_is_resumed(exhibition, alice, clock: FakeClock):
    exhibitions.pause(exhibition.pk, alice.pk)
    clock.advance(100)
    assert look(exhibition) == 0
    exhibitions.resume(exhibition.pk, alice.pk)
    assert look(exhibition) == 0
    clock.advance(1)
    assert look(exhibition) == 1


def test_a_search_that_ends_after_a_pause_plays_nothing(exhibition, alice, clock: FakeClock):
    clock.advance(1)
    pending = replies.pending_reply(exhibition.pk)
    assert pending
    assert pending.person_id == alice.pk  # who pays for it with her turn at the searches
    exhibitions.pause(exhibition.pk, alice.pk)
    replies.play(pending, 4)
    assert reload(exhibition).ply == 0


def test_a_step_is_one_move_at_once(exhibition: Game, alice: Player, clock: FakeClock):
    exhibitions.pause(exhibition.pk, alice.pk)
    for _ in range(2):
        exhibitions.step(exhibition.pk, alice.pk, ply=0)
    assert look(exhibition) == look(exhibition) == 1
    exhibitions.step(exhibition.pk, alice.pk, ply=0)  # a double click, or sent again
    clock.advance(100)
    assert look(exhibition) == 1
    exhibitions.step(exhibition.pk, alice.pk, ply=1)
    assert look(exhibition) == 2


def test_a_step_is_not_lost_before_the_computer_has_moved(exhibition: Game, alice: Player):
    """It is in the database, so that any process at any time makes the move."""
    exhibitions.pause(exhibition.pk, alice.pk)
    exhibitions.step(exhibition.pk, alice.pk, ply=0)
    exhibitions.set_pace(exhibition.pk, alice.pk, pace=5000)
    assert replies.pending_reply(exhibition.pk)


def test_a_step_needs_a_pause_and_the_board_as_it_is(exhibition: Game, alice: Player):
    with pytest.raises(exhibitions.NotPaused):
        exhibitions.step(exhibition.pk, alice.pk, ply=0)
    exhibitions.pause(exhibition.pk, alice.pk)
    with pytest.raises(errors.StaleMove):
        exhibitions.step(exhibition.pk, alice.pk, ply=1)


def test_a_stopped_game_has_no_result_and_no_more_moves(exhibition, alice, clock: FakeClock):
    stopped = exhibitions.stop(exhibition.pk, alice.pk)
    assert (stopped.status, stopped.reason, stopped.winner) == ("closed", "stopped", "")
    clock.advance(100)
    assert look(exhibition) == 0


# Who directs it


def test_only_who_started_it_directs_it(exhibition: Game, game: Game, alice, bob):
    for direct in DIRECTIONS.values():
        with pytest.raises(exhibitions.NotYourExhibition):
            direct(exhibition.pk, bob.pk)
        with pytest.raises(exhibitions.NoExhibition):
            direct(game.pk, alice.pk)
        with pytest.raises(errors.NoSuchGame):
            direct("nothing", alice.pk)
    assert is_unchanged(exhibition)
    assert is_unchanged(game)


def test_a_game_that_is_over_is_directed_no_more(exhibition: Game, alice: Player):
    game = play_to_the_end(exhibition)
    for name in ("pause", "resume", "pace", "stop"):
        with pytest.raises(errors.GameOver):
            DIRECTIONS[name](game.pk, alice.pk)


def test_there_is_no_step_after_the_last(exhibition: Game, alice: Player):
    game = play_to_the_end(exhibition)
    assert exhibitions.step(game.pk, alice.pk, ply=game.ply - 1).version == game.version
    with pytest.raises(errors.GameOver):
        exhibitions.step(game.pk, alice.pk, ply=game.ply)


@pytest.mark.parametrize("name", ["pause", "pace", "stop"])
def test_the_same_again_changes_nothing(exhibition: Game, alice: Player, name: str):
    first, again = (DIRECTIONS[name](exhibition.pk, alice.pk) for _ in range(2))
    assert first.version == again.version == exhibition.version + 1


def test_a_step_waits_in_a_paused_game_only(exhibition: Game):
    with pytest.raises(IntegrityError):
        Exhibition.objects.update(step_at=0)


# What follows


@pytest.mark.parametrize(("swaps_sides", "sides"), [(False, "XO"), (True, "OX")])
def test_the_next_game_goes_on_with_the_score(alice: Player, swaps_sides: bool, sides: str):
    game = start_exhibition(alice, x="champion", o="random", pace=2000)
    over = play_to_the_end(game)
    Exhibition.objects.update(pace=2000)
    following = exhibitions.repeat_exhibition(over.pk, alice.pk, swaps_sides=swaps_sides)
    assert [following.seat(mark) for mark in sides] == [game.x, game.o]
    before, after = over.score(), following.score()
    assert [after[mark] for mark in sides] == [before["X"], before["O"]]
    assert (following.exhibition.owner, following.exhibition.pace) == (alice, 2000)
    assert following.previous == over
    again = exhibitions.repeat_exhibition(over.pk, alice.pk, swaps_sides=not swaps_sides)
    assert again == following


def test_it_may_be_repeated_when_it_is_over_by_who_started_it(exhibition, game, alice, bob):
    def repeat(game: Game, player: Player) -> Game:
        return exhibitions.repeat_exhibition(
            game.pk, player.pk, swaps_sides=False, address="192.0.2.7"
        )

    with pytest.raises(errors.NotOver):
        repeat(exhibition, alice)
    exhibitions.stop(exhibition.pk, alice.pk)
    with pytest.raises(exhibitions.NotYourExhibition):
        repeat(exhibition, bob)
    with pytest.raises(exhibitions.NoExhibition):
        repeat(game, alice)
    for _ in range(6):
        limits.count(exhibitions.EXHIBITIONS, player_id=alice.pk)
    with pytest.raises(errors.TooMany):
        repeat(exhibition, alice)


# Those who started it


def test_who_is_forgotten_leaves_no_game_running(exhibition: Game, alice: Player):
    over = play_to_the_end(start_exhibition(alice))
    services.forget_player(alice)
    assert reload(exhibition).reason == Game.Reason.STOPPED
    assert reload(over).status == Game.Status.FINISHED


def test_who_has_started_one_is_kept(exhibition: Game, alice: Player, charlie: Player):
    Player.objects.people().update(created_at=timezone.now() - timedelta(days=9))
    assert services.purge() == 1
    assert set(Player.objects.people()) == {alice}


# Other games


def test_queries_tell_exhibitions_from_games_with_people(exhibition, game, computer_game):
    easy = services.create_game(host=game.x, mark=Mark.X, guest=exhibition.x)

    def ids(games: Any) -> set[str]:
        return set(games.values_list("pk", flat=True))

    assert ids(Game.objects.without_people()) == {exhibition.pk}
    assert ids(Game.objects.with_people()) == {game.pk, computer_game.pk, easy.pk}
    assert ids(Game.objects.against_people()) == {game.pk}
    assert ids(Game.objects.against_level("easy")) == {easy.pk}
    assert ids(Game.objects.against_level("random")) == set()
