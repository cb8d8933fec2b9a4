from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import close_old_connections, connection
from django.test import Client

from games.ai.computer_players import MENACE
from games.engine import Mark, clock
from games.models import Game, Player
from games.play import people, services
from tests import server_games
from tests.accounts import with_account
from tests.locked import is_waiting, locked, other_connection
from tests.playing import play, reload, use_time
from tests.postgres_server import PostgresServer, new_database
from tests.processes import wait_until
from tests.timed_games import LONGER_THAN_ANY_CLOCK, is_lost_on_time, start_timed_game

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

LOCK_GAME = "SELECT FROM games_game WHERE id = %s FOR UPDATE"
LOCK_PLAYER = "SELECT FROM games_player WHERE id = %s FOR NO KEY UPDATE"


@pytest.fixture
def other() -> Iterator[psycopg.Connection]:
    with other_connection() as other:
        yield other


@contextmanager
def in_thread(call, *args: object) -> Iterator[Future[object]]:
    def work() -> object:
        try:
            return call(*args)
        finally:
            connection.close()
            close_old_connections()

    with ThreadPoolExecutor(1) as executor:
        yield (future := executor.submit(work))
        future.result()


def wait_for_waiting(other: psycopg.Connection) -> None:
    wait_until(lambda: is_waiting(other))


@pytest.fixture
def games(alice: Player, bob: Player) -> list[Game]:
    high = services.create_game(host=alice, mark=Mark.X, guest=bob)
    while (low := services.create_game(host=alice, mark=Mark.X, guest=bob)).pk > high.pk:
        low.delete()
    return [low, high]


def test_games_that_show_a_new_name_are_locked_by_id(games: list[Game], alice, other):
    low, high = games
    other.execute(LOCK_GAME, [low.pk])
    with in_thread(lambda: services.rename_player(alice, name="Ada")):
        wait_for_waiting(other)
        other.execute(f"{LOCK_GAME} NOWAIT", [high.pk])
        other.rollback()
    assert [Game.objects.get(pk=game.pk).version for game in games] == [2, 2]


def test_links_to_other_devices_are_locked_before_their_player(alice, other):
    services.offer_transfer(alice)
    other.execute("SELECT FROM games_transfer FOR UPDATE")
    with in_thread(services.forget_player, alice):
        wait_for_waiting(other)
        other.execute(f"{LOCK_PLAYER} NOWAIT", [alice.pk])
        other.rollback()
    assert not alice.transfers.exists()


def test_an_account_is_locked_before_its_player(alice: Player, other: psycopg.Connection):
    other.execute("SELECT FROM auth_user WHERE id = %s FOR UPDATE", [with_account(alice).user_id])
    with in_thread(services.forget_player, alice):
        wait_for_waiting(other)
        other.execute(f"{LOCK_PLAYER} NOWAIT", [alice.pk])
        other.rollback()
    assert not User.objects.exists()


def test_a_game_is_locked_before_its_moves_are_deleted(game, alice, bob, other):
    services.play_move(game.pk, alice.pk, ply=0, cell=4)
    other.execute(LOCK_GAME, [game.pk])
    with in_thread(services.delete_games, [game.pk]):
        wait_for_waiting(other)
        other.execute("UPDATE games_move SET cell = 5 WHERE game_id = %s", [game.pk])
        other.commit()
    assert not Game.objects.filter(pk=game.pk).exists()


def test_staff_who_forget_a_person_keep_no_lock_from_one_game_to_the_next(alice, other):
    menace = Player.objects.of_level(MENACE)
    games = [services.create_game(host=alice, mark=Mark.X, guest=menace) for _ in range(2)]
    for game in games:
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
        services.play_move(game.pk, menace.pk, ply=1, cell=0)
    staff, address = Client(), "/admin/games/player/"
    data = {"confirmed": "yes", "action": "forget_people", "_selected_action": alice.pk}
    staff.force_login(User.objects.create_superuser("staff"))
    first, second = people._open_games(alice)
    other.execute(LOCK_GAME, [second])
    with in_thread(staff.post, address, data) as response:
        wait_for_waiting(other)
        assert Game.objects.get(pk=first).is_over
        other.execute(f"{LOCK_PLAYER} NOWAIT", [menace.pk])
        other.rollback()
    assert response.result().status_code == 302
    assert Game.objects.get(pk=second).is_over


def test_two_processes_that_do_all_there_is_to_do_meet_in_no_deadlock(tmp_path: Path):
    server = PostgresServer()
    module = "from tests.play.contention import prepare, work"
    try:
        with new_database(server.url, is_empty=False) as url, ThreadPoolExecutor(2) as pool:
            settings = {"DATABASE_URL": url, "ALLOWED_HOSTS": "testserver"}
            run = partial(server_games.run, data=tmp_path, **settings)
            run(f"{module}; prepare(40)")
            counts = list(pool.map(run, (f"{module}; work({order}, 4)" for order in (False, True))))
        assert all(each["move"] for each in counts)
        assert "deadlock detected" not in server.log()
    finally:
        server.remove()


def test_a_locked_game_keeps_no_other_from_being_ended(alice: Player, bob: Player):
    for _ in range(3):
        game = play(start_timed_game(alice, bob), 0, 4)
        use_time(game, LONGER_THAN_ANY_CLOCK)
    first, *others = Game.objects.overdue(clock.now())  # in the order in which they are ended
    with locked(first):
        services.end_overdue_games()
        assert all(is_lost_on_time(game) for game in others)
    assert not is_lost_on_time(first)
    services.end_overdue_games()
    assert is_lost_on_time(first)


def test_a_locked_game_keeps_no_other_from_being_closed(game: Game, timed_game: Game):
    Game.objects.update(touched_at=game.touched_at - timedelta(days=100))
    with locked(game):
        assert services.close_stale_games() == 1
        assert reload(timed_game).status == Game.Status.CLOSED
    assert services.close_stale_games() == 1
