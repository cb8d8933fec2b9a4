import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import copy
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.ai.computer_players import COMPUTER_PLAYERS, MENACE
from games.bus import broadcast
from games.engine import Board, Mark, play_moves
from games.models import Game, Player
from games.play import errors, game_cache, services
from games.study.exhibitions import services as exhibitions
from tests.playing import DRAW, X_WINS, play, reload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _start_without_cached_games() -> None:
    game_cache.clear()


@pytest.fixture
def seen_game(game: Game) -> Game:
    Game.objects.update(x_seen_at=timezone.now(), o_seen_at=timezone.now())
    return reload(game)


def statements(captured) -> list[str]:
    return [query["sql"] for query in captured.captured_queries if "games_" in query["sql"]]


@contextmanager
def changed_elsewhere(game: Game) -> Iterator[None]:
    cached = game_cache.take(game.pk)
    yield
    game_cache.clear()
    game_cache.keep_on_commit(cached)


def test_the_second_move_reads_nothing(seen_game, alice, bob, django_assert_max_num_queries):
    play(seen_game, 4)
    with django_assert_max_num_queries(4) as captured:
        services.play_move(seen_game.pk, bob.pk, ply=1, cell=0)
    expected = ["WITH"] if connection.vendor == "postgresql" else ["INSERT", "UPDATE"]
    assert [words.split()[0] for words in statements(captured)] == expected


def test_a_cached_game_is_as_it_is_stored(seen_game, alice, bob):
    for ply, cell in enumerate(DRAW[:-1]):
        services.play_move(seen_game.pk, (alice, bob)[ply % 2].pk, ply=ply, cell=cell)
        cached = game_cache.take(seen_game.pk)
        stored = Game.objects.get(pk=seen_game.pk)
        for field in Game._meta.concrete_fields:
            assert getattr(cached, field.attname) == getattr(stored, field.attname), field
        game_cache.keep_on_commit(cached)


def test_a_game_that_is_over_is_not_cached(seen_game):
    play(seen_game, *X_WINS)
    assert game_cache.take(seen_game.pk) is None


def test_a_move_that_is_rolled_back_is_not_cached(seen_game, alice):
    with transaction.atomic():
        services.play_move(seen_game.pk, alice.pk, ply=0, cell=4)
        transaction.set_rollback(True)
    assert game_cache.take(seen_game.pk) is None
    assert play(seen_game, 0).record == [0]


def test_another_process_may_have_moved(seen_game, alice, bob):
    play(seen_game, 4, 0)
    with changed_elsewhere(seen_game):
        play(seen_game, 1, 7)
    with pytest.raises(errors.StaleMove):
        services.play_move(seen_game.pk, alice.pk, ply=2, cell=8)
    assert reload(seen_game).record == [4, 0, 1, 7]
    assert play(seen_game, 8).record == [4, 0, 1, 7, 8]


def test_what_the_cached_game_refuses_the_stored_one_may_allow(seen_game, alice):
    play(seen_game, 4)
    with changed_elsewhere(seen_game):
        play(seen_game, 0)
    assert services.play_move(seen_game.pk, alice.pk, ply=2, cell=8).record == [4, 0, 8]


def test_a_game_that_staff_delete_is_gone(seen_game, bob):
    play(seen_game, 4)
    Game.objects.all().delete()
    with pytest.raises(errors.NoSuchGame):
        services.play_move(seen_game.pk, bob.pk, ply=1, cell=0)


def test_a_time_that_has_run_out_ends_a_cached_game(timed_game, alice, bob, monkeypatch):
    Game.objects.update(x_seen_at=timezone.now(), o_seen_at=timezone.now())
    play(timed_game, 4, 0)
    later = timezone.now() + timedelta(minutes=4)
    monkeypatch.setattr("games.engine.clock.now", lambda: later)
    with pytest.raises(errors.GameOver):
        services.play_move(timed_game.pk, alice.pk, ply=2, cell=8)
    assert reload(timed_game).reason == Game.Reason.TIME


def test_a_new_name_is_told_with_the_next_move(seen_game, alice, bob, monkeypatch):
    play(seen_game, 4, 0)
    services.rename_player(alice, name="Alicia")
    told: list[dict] = []
    monkeypatch.setattr(
        broadcast, "announce_change", lambda event: told.append(event["snapshot"]["seats"]["X"])
    )
    services.play_move(seen_game.pk, alice.pk, ply=2, cell=8)
    assert [seat["name"] for seat in told] == ["Alicia"]


def test_what_may_change_without_a_new_version_is_not_cached(invitation, alice, bob):
    services.join_game(invitation.pk, bob)  # its host has not come to it yet
    menace, level = Player.objects.of_level(MENACE), COMPUTER_PLAYERS["easy"]
    of_menace = services.create_game(host=alice, mark=Mark.X, guest=menace)
    for game in (play(invitation, 4), play(of_menace, 4)):
        assert game_cache.take(game.pk) is None
    exhibition = exhibitions.start_exhibition(x=level, o=level)
    game_cache.keep_on_commit(exhibition)
    assert game_cache.take(exhibition.pk) is None


def test_the_cache_is_of_bounded_size(alice, bob, monkeypatch):
    monkeypatch.setattr(game_cache, "MAX_GAMES", 2)
    games = [services.create_game(host=alice, mark=Mark.X, guest=alice) for _ in range(3)]
    for game in games:
        play(game, 4)
    assert [bool(game_cache.take(game.pk)) for game in games] == [False, True, True]


def play_at_random(game: Game, sides: tuple[Player, Player], seed: int) -> None:
    rng = random.Random(seed)
    stale: Game | None = None
    for number in range(60):
        if stale and rng.random() < 0.5:
            game_cache.keep_on_commit(copy(stale))
        stored = reload(game)
        if stored.is_over:
            return
        ply = max(0, stored.ply - rng.choice([0, 0, 0, 1]))
        cell, player = rng.randrange(9), sides[ply % 2]
        with suppress(errors.Refused):
            id = f"{seed} {number}"
            stale = copy(services.play_move(game.pk, player.pk, ply=ply, cell=cell, message_id=id))


def test_two_that_play_the_same_games_at_once_play_by_the_rules(alice, bob):
    games = [services.create_game(host=alice, mark=Mark.X, guest=bob) for _ in range(5)]
    Game.objects.update(x_seen_at=timezone.now(), o_seen_at=timezone.now())
    barrier = Barrier(2)

    def run(seed: int) -> None:
        barrier.wait()
        try:
            for number, game in enumerate(games):
                play_at_random(game, (alice, bob), 10 * seed + number)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, (0, 1)))
    for game in map(reload, games):
        assert game.is_over == game.board.is_over
        live = list(game.moves.filter(undone_at=None).order_by("ply").values_list("ply", "cell"))
        assert live == list(enumerate(game.record))
        assert game.board == play_moves(Board(), game.record)
        assert game.version == 1 + len(live)
