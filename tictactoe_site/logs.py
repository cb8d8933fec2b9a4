"""The lines of the log: as text or as JSON, without personal data and secrets."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestAborted

from games.ops import metrics
from games.ops.digests import digest
from games.ops.request_context import current_request

# Secrets: the link that moves a player to another device; the links of games, also in the admin;
# the values in an error of PostgreSQL; and the client of a socket that Daphne had to end.
SECRETS: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"/device/[^/\s'\"]+"), "/device/…"),
    (
        re.compile(r"(/g/|/games/game/)([0-9a-z]{1,10})\b"),
        lambda found: found[1] + digest(found[2]),
    ),
    (re.compile(r"DETAIL:.*"), "DETAIL: …"),
    (re.compile(r"(<WebSocketProtocol client=)(?:\[.*?\]|None)"), r"\1…"),
]


class ContextFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.address = current_request.get()
        request = getattr(record, "request", None)
        record.reference = getattr(record, "reference", getattr(request, "error_reference", ""))
        return True


class NoRefusals(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 500) != HTTPStatus.SERVICE_UNAVAILABLE


# Django does not await the task that waits for the disconnect when Daphne cancels a request.
class NoDisconnects(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], RequestAborted))


class TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("{asctime} [{process}] {levelname} {name}: {message}{context}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        known = {"request": record.request_id, "reference": record.reference}  # type: ignore[attr-defined]
        known |= {"address": record.address}  # type: ignore[attr-defined]
        said = ", ".join(f"{name} {value}" for name, value in known.items() if value)
        record.context = f" ({said})" if said else ""
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "process": record.process,
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            "request_id": record.request_id,  # type: ignore[attr-defined]
            "reference": record.reference,  # type: ignore[attr-defined]
            "address": record.address,  # type: ignore[attr-defined]
            "facts": getattr(record, "facts", ""),
        }
        if record.exc_info:
            line["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps({key: value for key, value in line.items() if value != ""})


class ErrorCounter(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        metrics.ERRORS.inc()


def without_secrets(text: str) -> str:
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text
