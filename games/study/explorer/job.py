from __future__ import annotations

from functools import partial

from games.ai.solver import Solution, solve
from games.engine import Board
from games.study.search_cache import SearchCache

SECONDS = 6.0  # for a position; what is not proven by then is unknown

solutions: SearchCache[Solution] = SearchCache(2_000)


async def find(board: Board, address: str) -> Solution:
    return await solutions.find(partial(solve, board, SECONDS), board, address)
