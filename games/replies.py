"""The computer's answers to live games, worked out beside the event loop."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async

from games import services
from games.threads import in_database

logger = logging.getLogger(__name__)

# The games being answered by this process. Only so as not to search twice at once: a reply
# lost with the process is made up for when anyone looks at the game.
_under_way: dict[str, asyncio.Task[None]] = {}


def start(game_id: str) -> None:
    """Let the computer answer soon, if it has to; needs a running event loop."""
    task = _under_way.get(game_id)
    if task and not task.done() and task.get_loop() is asyncio.get_running_loop():
        return
    task = asyncio.create_task(_reply(game_id))
    _under_way[game_id] = task
    task.add_done_callback(lambda done: _forget(game_id, done))


async def _reply(game_id: str) -> None:
    due = await in_database(services.due_reply)(game_id)
    if due is None:
        return
    cell = await sync_to_async(services.choose_reply, thread_sensitive=False)(due)
    await in_database(services.play_reply)(due, cell)


def _forget(game_id: str, task: asyncio.Task[None]) -> None:
    if _under_way.get(game_id) is task:
        del _under_way[game_id]
    if not task.cancelled() and (error := task.exception()):
        logger.error("No reply to game %s", game_id, exc_info=error)
