import asyncio
from concurrent.futures import Future
from functools import partial

import pytest

from games.ai.solver import Solution, solve
from games.engine import Board
from games.play import errors
from games.study import search_cache
from games.study.search_cache import SearchCache
from tests.study.conftest import NotingPool

BOARD = Board.parse("XO./.X./...")


async def find(cache: SearchCache[Solution], board: Board = BOARD, address: str = "") -> Solution:
    return await cache.find(partial(solve, board, 1.0), board, address)


async def test_two_who_ask_for_the_same_share_one_search(pool: NotingPool):
    cache: SearchCache[Solution] = SearchCache(9)
    first, second = await asyncio.gather(find(cache), find(cache))
    assert first is second
    assert await find(cache) is first
    assert len(pool.searches) == 1


async def test_a_client_with_many_addresses_has_one_turn(pool: NotingPool):
    cache: SearchCache[Solution] = SearchCache(9)
    for number, board in enumerate((BOARD, Board().play(0), Board().play(4)), 1):
        await find(cache, board, f"2001:db8::{number}")
    assert pool.people == {"2001:db8::/64"}


@pytest.mark.usefixtures("pool")
async def test_who_gives_up_waiting_finds_the_result_later(monkeypatch: pytest.MonkeyPatch):
    cache: SearchCache[Solution] = SearchCache(9)
    with monkeypatch.context() as patch:
        patch.setattr(search_cache, "TIMEOUT", 0)
        with pytest.raises(errors.TooBusy):
            await find(cache)
    found = await asyncio.wrap_future(cache.kept[BOARD])
    assert await find(cache) is found


@pytest.mark.usefixtures("pool")
async def test_a_search_that_dies_is_refused_and_made_again(monkeypatch: pytest.MonkeyPatch):
    cache: SearchCache[Solution] = SearchCache(9)
    with monkeypatch.context() as patch:
        patch.setattr(search_cache, "LIMIT", 1e-9)
        with pytest.raises(errors.TooBusy):
            await find(cache)
    assert (await find(cache)).is_known


async def test_what_was_used_longest_ago_is_forgotten_first(pool: NotingPool):
    cache: SearchCache[Solution] = SearchCache(2)
    first, second, third = (BOARD.play(cell) for cell in (2, 3, 5))
    for board in (first, second, first, third):
        await find(cache, board)
    assert list(cache.kept) == [first, third]


async def test_a_search_that_goes_on_is_not_forgotten(pool: NotingPool):
    cache: SearchCache[Solution] = SearchCache(1)
    slow = cache.kept["slow"] = Future()
    await find(cache)
    assert cache.kept["slow"] is slow
    slow.set_result(await find(cache))
    await find(cache, BOARD.play(2))
    assert list(cache.kept) == [BOARD.play(2)]
