from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from secrets import compare_digest
from shutil import disk_usage

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.exposition import choose_encoder

from games.ops import backups, client_address, metrics, program
from games.web.health import health

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
    lines = [
        word,
        f"version: {program.version()}",
        *(f"{name}: {state}" for name, state in checks.items()),
        "",
    ]
    return HttpResponse("\n".join(lines), content_type=PLAIN, status=status)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").encode()
    token = settings.METRICS_TOKEN
    return bool(token) and compare_digest(given, f"Bearer {token}".encode())


def _is_from_allowed_address(request: HttpRequest) -> bool:
    address = client_address.parse(client_address.client_address(request))
    return address is not None and any(address in each for each in settings.METRICS_ADDRESSES)
