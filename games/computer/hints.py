from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from asgiref.sync import sync_to_async

from games import protocol
from games.ai.advice import advise
from games.ai.solver import Solution
from games.bus.db_queue import in_database
from games.computer import replies
from games.computer.pool import SearchFailed, SearchRejected
from games.computer.replies import pool
from games.engine import Board
from games.models import Game
from games.play import errors, limits, services
from games.presentation import hint_wording

SECONDS = 1.5  # for a search
TIMEOUT = 6.0  # seconds until a hint must be ready; a browser waits a little longer
# The number of searches that fit into TIMEOUT one after the other in the process that is always
# left for moves and hints, less one because that may have to start first.
MAX_SEARCHES = int(TIMEOUT / SECONDS) - 1

# The players and addresses for whom a search runs or waits.
_searches: list[set[str]] = []


@dataclass(frozen=True, slots=True)
class HintAnswer:
    version: int
    hint: protocol.HintInWords


async def find(game_id: str, player_id: int, *, ply: int, address: str = "") -> HintAnswer:
    game = await in_database(services.find_game_for_hint, game_id)(game_id, player_id, ply=ply)
    advice = await _advise(game.board, player_id, address)
    # After the search, so that a failed search costs nothing.
    await in_database(limits.count_on_commit)(limits.HINTS, player_id)
    hint = _in_words(game, advice)
    game = await in_database(services.use_hint, game_id)(game_id, player_id, ply=ply)
    return HintAnswer(game.version, hint)


def _in_words(game: Game, advice: Solution) -> protocol.HintInWords:
    verdicts = {
        str(cell): hint_wording.verdict_in_words({"value": verdict.value, "plies": verdict.plies})
        for cell, verdict in advice.moves.items()
    }
    words = hint_wording.hint(game.board, advice)
    return {"ply": game.ply, "words": words, "best": advice.best, "verdicts": verdicts}


async def _advise(board: Board, player_id: int, address: str) -> Solution:
    search = partial(advise, board, SECONDS)
    if board.variant.size <= replies.MAX_QUICK_CELLS:
        return await sync_to_async(search, thread_sensitive=False)()
    with _reserve_search(player_id, address):
        waiting = asyncio.wrap_future(pool.submit(player_id, search, task="advise"))
        try:
            return await asyncio.wait_for(waiting, TIMEOUT)
        except (SearchRejected, SearchFailed, TimeoutError):
            raise errors.TooBusy from None


@contextmanager
def _reserve_search(player_id: int, address: str) -> Iterator[None]:
    who = {limits.player_key(player_id)}
    if address not in limits.LOOPBACK:
        who.add(limits.address_key(address))
    if len(_searches) >= MAX_SEARCHES or any(who & others for others in _searches):
        raise errors.TooBusy
    _searches.append(who)
    try:
        yield
    finally:
        _searches.remove(who)
