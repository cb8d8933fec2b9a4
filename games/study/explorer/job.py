"""Solves positions in a worker process, and keeps the latest solutions for all visitors."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial

from asgiref.sync import sync_to_async

from games.ai.solver import Solution, solve
from games.computer.pool import Pool, SearchFailed, SearchRejected
from games.engine import Board
from games.ops import client_address
from games.play import errors, limits

SECONDS = 3.0  # for a position; what is not proven by then is unknown
TIMEOUT = 15.0  # seconds for which a page waits
MAX_SOLUTIONS = 2_000

# A process of its own, so that nobody who explores delays a reply or a hint.
pool = Pool("explore", 1, limit=2 * SECONDS)
solutions: OrderedDict[Board, Solution] = OrderedDict()


async def find(board: Board, address: str) -> Solution:
    """Return the solution of a position for a client at a network address.

    :raises TooMany: if that address has asked for too many
    :raises TooBusy: if it is not there in time, because others are solved first
    """
    if board not in solutions:
        await sync_to_async(limits.count)(limits.TREES, address=address)
        person = client_address.network(address)
        waiting = asyncio.wrap_future(pool.submit(person, partial(solve, board, SECONDS)))
        try:
            solutions[board] = await asyncio.wait_for(waiting, TIMEOUT)
        except (SearchRejected, SearchFailed, TimeoutError):
            raise errors.TooBusy from None
    solutions.move_to_end(board)
    solution = solutions[board]
    while len(solutions) > MAX_SOLUTIONS:
        solutions.popitem(last=False)
    return solution
