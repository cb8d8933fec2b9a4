import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from games.computer import hints
from games.computer.pool import SearchFailed, SearchRejected
from games.models import Game, Player
from games.play import errors, limits
from tests.computer.conftest import LARGE, create_large_game
from tests.hints import advice, verdict
from tests.processes import TIMEOUT
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


class UnfinishedPool:
    def __init__(self) -> None:
        self.future: Future[Any] = Future()
        self.submitted = asyncio.Event()

    def submit(self, person: object, search: object, *, task: str) -> Future[Any]:
        self.submitted.set()
        return self.future


@pytest.fixture
def unfinished_pool(monkeypatch: pytest.MonkeyPatch) -> UnfinishedPool:
    pool = UnfinishedPool()
    monkeypatch.setattr(hints, "pool", pool)
    return pool


@pytest.fixture
def large_game(alice: Player) -> Game:
    return create_large_game(alice)


async def test_a_large_board_is_solved_in_another_process(large_game, alice, pool, monkeypatch):
    monkeypatch.setattr(hints, "SECONDS", 0.01)
    async with connected(large_game, alice) as x:
        hint = await x.request_hint(ply=0)
        assert pool.pids()
        assert hint["verdicts"].keys() == set(map(str, range(LARGE.size)))
        assert {of["words"] for of in hint["verdicts"].values()} == {"unknown"}
        assert set(hint["best"]) <= {14, 15, 20, 21}  # the middle
        assert hint["words"] == "I would play c4: no other move has more ways to 4 in a row."
    assert (await Game.objects.aget(pk=large_game.pk)).hints == 1


async def test_messages_are_answered_while_a_hint_is_searched_for(
    large_game, alice, unfinished_pool
):
    async with connected(large_game, alice) as x:
        await x.send_json_to({"type": "hint", "id": "slow", "ply": 0})
        assert (await x.request("ping"))["type"] == "pong"
        assert (await x.request("resign"))["type"] == "ok"
        assert (await x.receive())["status"] == "finished"
        unfinished_pool.future.set_result(advice([verdict("win", 9)], [0]))
        assert (await x.receive())["code"] == "game_over"


async def test_a_hint_that_is_too_late_is_refused(large_game, alice, unfinished_pool, monkeypatch):
    monkeypatch.setattr(hints, "TIMEOUT", 0)
    async with connected(large_game, alice) as x:
        assert (await x.request("hint", ply=0))["code"] == "too_busy"
    assert unfinished_pool.future.cancelled()
    assert (await Game.objects.aget(pk=large_game.pk)).hints == 0


async def test_a_hint_whose_search_fails_is_refused(large_game, alice, unfinished_pool):
    unfinished_pool.future.set_exception(SearchFailed())
    async with connected(large_game, alice) as x:
        assert (await x.request("hint", ply=0))["code"] == "too_busy"


async def test_a_hint_refused_for_lack_of_time_is_not_counted(large_game, alice, unfinished_pool):
    unfinished_pool.future.set_exception(SearchRejected())
    for _ in range(limits.PER_PERSON[limits.HINTS][0].amount + 1):
        with pytest.raises(errors.TooBusy):
            await hints.find(large_game.pk, alice.pk, ply=0)


async def test_the_search_for_a_closed_socket_is_cancelled(large_game, alice, unfinished_pool):
    async with connected(large_game, alice) as x:
        await x.send_json_to({"type": "hint", "id": "slow", "ply": 0})
        await asyncio.wait_for(unfinished_pool.submitted.wait(), TIMEOUT)
    assert unfinished_pool.future.cancelled()


@pytest.fixture
def crowd() -> list[tuple[Game, Player]]:
    players = [Player.objects.create() for _ in range(hints.MAX_SEARCHES + 1)]
    return [(create_large_game(player), player) for player in players]


async def start_search(game: Game, player: Player, address: str = "") -> asyncio.Task[Any]:
    before = len(hints._searches)
    task = asyncio.create_task(hints.find(game.pk, player.pk, ply=0, address=address))
    async with asyncio.timeout(TIMEOUT):
        while len(hints._searches) == before and not task.done():
            await asyncio.sleep(0.01)
    return task


async def test_a_hint_that_cannot_be_ready_in_time_is_refused_at_once(crowd, unfinished_pool):
    *waiting, refused = [await start_search(game, player) for game, player in crowd]
    assert isinstance(refused.exception(), errors.TooBusy)
    unfinished_pool.future.set_result(advice([verdict("unknown")], [0], is_proven=False))
    answers = await asyncio.gather(*waiting)
    assert [answer.hint["ply"] for answer in answers] == [0] * hints.MAX_SEARCHES
    assert hints._searches == []


async def test_a_player_waits_for_one_hint_and_so_does_an_address(crowd, unfinished_pool):
    (game, player), (other_game, other), *_ = crowd
    first = await start_search(game, player, "192.0.2.7")
    again = await start_search(game, player, "192.0.2.8")
    neighbour = await start_search(other_game, other, "192.0.2.7")
    assert isinstance(again.exception(), errors.TooBusy)
    assert isinstance(neighbour.exception(), errors.TooBusy)
    elsewhere = await start_search(other_game, other, "192.0.2.8")
    unfinished_pool.future.set_result(advice([verdict("unknown")], [0], is_proven=False))
    await asyncio.gather(first, elsewhere)
