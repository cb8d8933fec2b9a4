from __future__ import annotations

import asyncio
import time
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.bus.db_queue import in_database
from games.computer.replies import pool
from games.play import heartbeat

TIMEOUT = 2.0  # seconds to wait for the database
KEPT_FOR = 1.0  # seconds for which a report is reused


class Condition(StrEnum):
    OK = "ok"
    NO_ANSWER = "no answer"
    MISSING = "missing"
    UNKNOWN = "unknown"
    AWAY = "away"
    IN_MEMORY = "in memory"
    FULL = "full"
    STOPPING = "stopping"
    DIFFERS = "differs"


class HealthReport(NamedTuple):
    server: Condition
    database: Condition
    migrations: Condition
    events: Condition  # the channel layer
    search: Condition
    clock: Condition  # of this machine, beside that of the site

    @property
    def is_ready(self) -> bool:
        return {self.server, self.database, self.migrations} == {Condition.OK}


class Health:
    # The parts are checked at most once every ``KEPT_FOR`` seconds, and never twice at once.
    def __init__(self) -> None:
        self._report: HealthReport | None = None
        self._made_at = 0.0
        self._looking = asyncio.Lock()
        self._question: asyncio.Future[bool] | None = None  # to the database
        self._is_stopping = False

    def stop(self) -> None:
        self._is_stopping, self._report = True, None

    async def report(self) -> HealthReport:
        async with self._looking:
            if self._report is None or time.monotonic() - self._made_at >= KEPT_FOR:
                self._report = await self._look()
                self._made_at = time.monotonic()
            return self._report

    async def _look(self) -> HealthReport:
        (database, migrations), events = await asyncio.gather(self._ask_database(), _events())
        server = Condition.STOPPING if self._is_stopping else Condition.OK
        return HealthReport(server, database, migrations, events, _search(), _clock())

    async def _ask_database(self) -> tuple[Condition, Condition]:
        if not _is_running(self._question):
            await asyncio.to_thread(_newest_migrations)
            self._question = in_database(_is_migrated)()
        assert self._question  # noqa: S101
        # A query without an answer keeps waiting, so that there is never more than one.
        done, _ = await asyncio.wait([self._question], timeout=TIMEOUT)
        if not done or self._question.exception():
            return Condition.NO_ANSWER, Condition.UNKNOWN
        return Condition.OK, Condition.OK if self._question.result() else Condition.MISSING


health = Health()


def _is_running(future: asyncio.Future[Any] | None) -> bool:
    loop = asyncio.get_running_loop()
    return future is not None and not future.done() and future.get_loop() is loop


@cache
def _newest_migrations() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).graph.leaf_nodes())


def _is_migrated() -> bool:
    return _newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


async def _events() -> Condition:
    is_reachable = getattr(get_channel_layer(), "is_reachable", None)
    if is_reachable is None:
        return Condition.IN_MEMORY
    return Condition.OK if await is_reachable() else Condition.AWAY


def _clock() -> Condition:
    return Condition.DIFFERS if heartbeat.differs() else Condition.OK


def _search() -> Condition:
    return Condition.FULL if pool.is_full else Condition.OK
