"""Hints: what each move leads to, as far as it can be proven soon, said in words."""

from __future__ import annotations

import asyncio
import atexit
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from asgiref.sync import sync_to_async

from games import protocol, services
from games.ai.solver import Value
from games.ai.workers.pool import Pool, PutOff
from games.ai.workers.tasks import SolveMoves, Verdicts
from games.engine import Board
from games.presentation import wording
from games.realtime import commands, replies
from games.realtime.db_queue import in_database
from games.services import errors

# A process of its own, so that no hint delays a reply.
pool = Pool(1)
atexit.register(pool.close)

SECONDS = 1.5  # for the search
PATIENCE = 6.0  # seconds to wait for one's turn at it; a browser gives up after a little more


@dataclass(frozen=True, slots=True)
class Hint:
    """What each move leads to, by cell, and ``words`` on what that comes to."""

    ply: int
    version: int  # of the game that notes it
    words: str
    verdicts: dict[str, protocol.SpokenVerdict]


async def answer(game_id: str, player_id: int | None, wish: protocol.Hint) -> dict[str, Any]:
    """Answer the message that asks for a hint; refusals and failures are answers too.

    :raises NoSuchGame: if there is nothing to answer about.
    """
    try:
        if player_id is None:
            raise errors.NotYourGame
        hint = await find(game_id, player_id, ply=wish.ply)
    except errors.NoSuchGame:
        raise
    except errors.Refused as no:
        refuse = in_database(commands.refuse)
        return (await refuse(game_id, player_id, wish.id, no.code, no.message)).message
    except Exception:
        return commands.failed(game_id, wish).message
    return protocol.hint(wish.id, hint.version, hint.ply, hint.words, hint.verdicts)


async def find(game_id: str, player_id: int, *, ply: int) -> Hint:
    """Search, and note that a hint was used; one that says nothing does not count.

    :raises Refused: if the player may have none, or nobody has the time to search.
    """
    game = await in_database(services.find_hint)(game_id, player_id, ply=ply)
    verdicts = await _solve(game.board, player_id)
    if any(verdict["value"] != Value.UNKNOWN for verdict in verdicts.values()):
        game = await in_database(services.use_hint)(game_id, player_id, ply=ply)
    spoken = {cell: wording.spoken(verdict) for cell, verdict in verdicts.items()}
    return Hint(ply, game.version, wording.hint(verdicts.values()), spoken)


async def _solve(board: Board, player_id: int) -> Verdicts:
    task = SolveMoves.of(board, SECONDS)
    if board.variant.size <= replies.SMALL:
        return await sync_to_async(task.carry_out, thread_sensitive=False)(SystemRandom())
    solved = asyncio.wrap_future(pool.submit(player_id, task))
    try:
        return await asyncio.wait_for(solved, PATIENCE)
    except (PutOff, TimeoutError):
        raise errors.TooBusy from None
