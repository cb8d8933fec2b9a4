from collections.abc import Callable
from functools import partial
from itertools import chain

import pytest

from games.ai.computer_players import MENACE
from games.computer import replies
from games.engine import Board, Mark
from games.models import Game, Player
from games.play import errors, services
from games.study.menace import services as menace_services
from games.study.menace.models import LearnedGame
from games.study.reviews import services as reviews
from tests.people.lobby.test_concurrency import all_at_once
from tests.playing import X_WINS, create_game, play, reload, use_time
from tests.timed_games import LONGER_THAN_ANY_CLOCK, is_lost_on_time, start_timed_game

pytestmark = pytest.mark.django_db(transaction=True)


def run_concurrently(*actions: Callable[[], Game]) -> list[Game | Exception]:
    def run(action: Callable[[], Game]) -> Game | Exception:
        try:
            return action()
        except errors.Refused as refusal:
            return refusal

    return all_at_once(*(partial(run, action) for action in actions))


def refusals_in(results: list[Game | Exception]) -> list[type]:
    return [type(result) for result in results if isinstance(result, Exception)]


def move_call(game: Game, player: Player, cell: int) -> Callable[[], Game]:
    return lambda: services.play_move(game.pk, player.pk, ply=0, cell=cell)


def test_of_two_moves_on_one_turn_one_is_played(game: Game, alice: Player):
    results = run_concurrently(*(move_call(game, alice, cell) for cell in range(6)))
    assert refusals_in(results) == [errors.StaleMove] * 5
    assert Game.objects.get().ply == game.moves.count() == 1


def test_a_double_click_plays_once(game: Game, alice: Player):
    results = run_concurrently(*(move_call(game, alice, 4) for _ in range(6)))
    assert refusals_in(results) == []
    assert Game.objects.get().ply == game.moves.count() == 1


def test_of_two_devices_with_one_link_one_is_let_in(alice: Player):
    secret = services.offer_transfer(alice)
    results = run_concurrently(*(lambda: services.accept_transfer(secret) for _ in range(4)))
    assert refusals_in(results) == [errors.LinkUsed] * 3
    assert Player.objects.get(pk=alice.pk).generation == alice.generation + 1


def test_of_two_people_who_accept_one_gets_the_seat(invitation: Game):
    people = [Player.objects.create() for _ in range(6)]
    results = run_concurrently(
        *(lambda player=player: services.join_game(invitation.pk, player) for player in people)
    )
    assert refusals_in(results) == [errors.SeatTaken] * 5
    seated = next(result for result in results if isinstance(result, Game))
    assert Game.objects.get().o_id == seated.o_id
    assert [event.mark for event in seated.events.all()] == ["O"]


def test_a_rematch_pressed_by_both_is_one_game(game: Game, alice: Player, bob: Player):
    services.resign(game.pk, alice.pk)
    results = run_concurrently(
        *(lambda player=player: services.rematch(game.pk, player.pk) for player in [alice, bob] * 3)
    )
    assert refusals_in(results) == []
    assert len({result.pk for result in results if isinstance(result, Game)}) == 1
    assert Game.objects.count() == 2


def test_two_workers_that_reply_at_once_make_one_move(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.O, guest=computer)

    def reply() -> Game:
        replies.reply(game.pk)
        return game

    assert refusals_in(run_concurrently(*[reply] * 6)) == []
    assert Game.objects.get().ply == game.moves.count() == 1


def test_of_games_that_end_at_once_menace_learns_from_each(alice: Player):
    menace = Player.objects.of_level(MENACE)
    games = [services.create_game(host=alice, mark=Mark.O, guest=menace) for _ in range(6)]
    for game in games:
        play(game, *X_WINS[:-1])

    def end(game: Game) -> Game:
        return services.play_move(game.pk, menace.pk, ply=4, cell=X_WINS[-1])

    assert refusals_in(run_concurrently(*(lambda game=game: end(game) for game in games))) == []
    assert menace_services.menace_at(Board()).beads(Board()) == {0: 4 + 6 * 3, 1: 4, 4: 4}
    assert list(LearnedGame.objects.values_list("won", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_games_that_have_ended_are_given_to_one_process_to_review(alice: Player):
    games = [play(create_game(alice, alice), *X_WINS) for _ in range(6)]
    taken = run_concurrently(*[lambda: reviews.take_games_to_review(4)] * 4)
    assert sorted(chain(*taken)) == sorted(game.pk for game in games)


def test_overdue_games_end_once(alice: Player, bob: Player):
    games = [play(start_timed_game(alice, bob), 0, 4) for _ in range(4)]
    for game in games:
        use_time(game, LONGER_THAN_ANY_CLOCK)
    versions = [reload(game).version for game in games]
    run_concurrently(*[services.end_overdue_games] * 4)
    # What one process has left, as another had it locked, is the other's.
    assert all(map(is_lost_on_time, games))
    assert [reload(game).version for game in games] == [version + 1 for version in versions]
