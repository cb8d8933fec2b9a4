from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextvars import Context
from functools import partial

from games.bus.db_queue import in_database
from games.computer.pool import SearchFailed, SearchRejected
from games.computer.replies import pool
from games.engine import Board, play_moves
from games.ops import database_outages
from games.ops.digests import digest
from games.play.errors import NoSuchGame
from games.protocol import MoveReviewJSON
from games.study.reviews import services
from games.study.reviews.analysis import TimedReview, not_reviewed, timed_review
from games.study.reviews.models import Review
from games.study.reviews.services import as_json

logger = logging.getLogger(__name__)

SECONDS = 18.0  # for all moves of a game
# A move may take so many times its share of the seconds that are left, and at most so many.
SHARES, MAX_SECONDS = 2.0, 3.0
STORE_EVERY = 1.0  # seconds; a review that takes less is stored in one transaction
AT_ONCE = 5  # games reviewed at once without a visitor who waits

# The reviews in progress in this process, by game. If it ends, they continue at the next request.
_under_way: dict[str, asyncio.Task[None]] = {}
_awaited: set[str] = set()  # games of ``_under_way`` whose review a visitor waits for


def is_under_way(game_id: str) -> bool:
    return game_id in _under_way


async def start(game_id: str) -> None:
    _awaited.add(game_id)
    _start(game_id)


async def start_latest() -> None:
    may_be_started = max(0, AT_ONCE - len(_under_way))
    for game_id in await in_database(services.take_games_to_review)(may_be_started):
        _start(game_id)


def _start(game_id: str) -> None:
    running = _under_way.get(game_id)
    if running and not running.done() and running.get_loop() is asyncio.get_running_loop():
        return
    # Without the caller's context variables: those of a request end before the review does.
    task = asyncio.get_running_loop().create_task(_review(game_id), context=Context())
    _under_way[game_id] = task
    task.add_done_callback(lambda done: _forget(game_id, done))


async def _review(game_id: str) -> None:
    try:
        review = await in_database(services.find_review, game_id)(game_id)
        if not review.is_complete:
            await _review_rest(review)
    except (NoSuchGame, SearchRejected):
        return  # The game was deleted meanwhile, or too many others wait.


async def _review_rest(review: Review) -> None:
    game, first = review.game, review.next_ply
    board = play_moves(Board(game.variant), game.record[:first])
    found: list[MoveReviewJSON] = []
    began, left, before = time.monotonic(), SECONDS, None
    for ply in range(first, game.ply):
        seconds = min(MAX_SECONDS, left, SHARES * left / (game.ply - ply))
        search = partial(timed_review, board, game.record[ply], seconds, before)
        result = await _run(game.pk, search)
        reviewed, took = result or (not_reviewed(game.record[ply]), seconds)
        left, before = max(0.0, left - took), reviewed.next if result else None
        found.append(as_json(reviewed))
        board = board.play(game.record[ply])
        if board.ply == game.ply or time.monotonic() - began >= STORE_EVERY:
            store = in_database(services.store_reviews, game.pk)
            await store(game.pk, board.ply - len(found), found)
            found, began = [], time.monotonic()


async def _run(game_id: str, search: Callable[[], TimedReview]) -> TimedReview | None:
    # Each game that a visitor waits for has a turn, and all others have one together.
    person = game_id if game_id in _awaited else ""
    waiting = pool.submit(person, search, task="review", limit=SECONDS, in_background=True)
    try:
        return await asyncio.wrap_future(waiting)
    except SearchFailed:
        return None


def _forget(game_id: str, task: asyncio.Task[None]) -> None:
    if _under_way.get(game_id) is task:
        del _under_way[game_id]
        _awaited.discard(game_id)
    error = None if task.cancelled() else task.exception()
    if error and not database_outages.is_transient(error):
        logger.error("No review of game %s", digest(game_id), exc_info=error)
