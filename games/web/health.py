from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from pathlib import Path
from secrets import compare_digest
from shutil import disk_usage
from typing import Any, NamedTuple

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.exposition import choose_encoder

from games.bus.db_queue import in_database
from games.computer.replies import pool
from games.ops import backups, client_address, metrics, program
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
        search = Condition.FULL if pool.is_full else Condition.OK
        clock = Condition.DIFFERS if heartbeat.differs() else Condition.OK
        return HealthReport(server, database, migrations, events, search, clock)

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


PLAIN = "text/plain; charset=utf-8"


@require_safe
@never_cache
async def live(request: HttpRequest) -> HttpResponse:
    return _respond(request, "live", {})


@require_safe
@never_cache
async def ready(request: HttpRequest) -> HttpResponse:
    report = await health.report()
    word, status = ("ready", 200) if report.is_ready else ("not ready", 503)
    return _respond(request, word, report._asdict(), status=status)


@require_safe
@never_cache
async def show_metrics(request: HttpRequest) -> HttpResponse:
    if not (settings.METRICS_ADDRESSES or settings.METRICS_TOKEN):
        return HttpResponseNotFound("There is nothing here.\n", content_type=PLAIN)
    if not (_has_token(request) or _is_from_allowed_address(request)):
        return HttpResponse("This is not for you.\n", content_type=PLAIN, status=403)
    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    metrics.READY.set((await health.report()).is_ready)
    # Encoding takes some milliseconds, so it runs in a thread.
    text = await asyncio.to_thread(_measured, encode)
    return HttpResponse(text, content_type=content_type)


def _measured(encode: Callable[[CollectorRegistry], bytes]) -> bytes:
    metrics.LAST_BACKUP.set(backups.last_made_at())
    is_file = connection.vendor == "sqlite"
    folder = Path(connection.settings_dict["NAME"]).parent if is_file else settings.DATA_DIR
    metrics.DISK_FREE.set(disk_usage(folder).free)
    return encode(REGISTRY)


def _respond(
    request: HttpRequest, word: str, checks: dict[str, str], *, status: int = 200
) -> HttpResponse:
    if request.get_preferred_type(["text/plain", "application/json"]) == "application/json":
        said = {"status": word, "version": program.version(), "checks": checks}
        return JsonResponse(said, status=status)
    facts = {"version": program.version(), **checks}
    lines = [word, *(f"{name}: {state}" for name, state in facts.items()), ""]
    return HttpResponse("\n".join(lines), content_type=PLAIN, status=status)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").encode()
    token = settings.METRICS_TOKEN
    return bool(token) and compare_digest(given, f"Bearer {token}".encode())


def _is_from_allowed_address(request: HttpRequest) -> bool:
    address = client_address.parse(client_address.client_address(request))
    return address is not None and any(address in each for each in settings.METRICS_ADDRESSES)
