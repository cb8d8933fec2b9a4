import asyncio
import gc
import json
import logging
import os
import re
import sys

import pytest
from django.core.exceptions import RequestAborted
from django.test import Client, RequestFactory

from games.ops.digests import digest
from games.ops.request_context import NO_REQUEST, begin, current_request
from tests.metrics import counted
from tictactoe_site.logs import (
    ContextFilter,
    ErrorCounter,
    JsonFormatter,
    NoRefusals,
    TextFormatter,
)


@pytest.fixture(autouse=True)
def _nowhere():
    token = current_request.set(NO_REQUEST)
    yield
    current_request.reset(token)


def record(message: str, *args: object, **extra) -> logging.LogRecord:
    error = sys.exc_info()
    logger = logging.getLogger("games.test")
    made = logger.makeRecord(
        logger.name, logging.ERROR, "", 0, message, args, error if error[0] else None, extra=extra
    )
    ContextFilter().filter(made)
    return made


def fail() -> logging.LogRecord:
    try:
        raise ValueError("POST /device/very-secret/")
    except ValueError:
        return record("It %s", "failed", reference="7F3K")


def test_the_id_of_a_proxy_is_kept_where_it_is_a_sane_one(client: Client):
    def id_after(given: str) -> str:
        return client.get("/health/live", headers={"X-Request-ID": given})["X-Request-ID"]

    for sane in ("a", "3fA.b_c-9", "x" * 64):
        assert id_after(sane) == sane
    for other in ("", "x" * 65, "a b", "a\tb", "é", '"', "{}"):
        assert re.fullmatch(r"\w{16}", id_after(other)), other


def test_a_line_of_text_has_its_context():
    begin(RequestFactory().get("/", headers={"X-Request-ID": "r1"}))
    line, *traceback = TextFormatter().format(fail()).splitlines()
    said = f"[{os.getpid()}] ERROR games.test: It failed (request r1, reference 7F3K)"
    assert line.endswith(said)
    assert traceback[-1] == "ValueError: POST /device/…/"


def test_a_line_of_json_has_its_context_and_facts_and_the_traceback():
    begin({"headers": [(b"x-request-id", b"r2")]})
    line = json.loads(JsonFormatter().format(fail()))
    assert (
        line.items()
        >= {
            "process": os.getpid(),
            "level": "ERROR",
            "logger": "games.test",
            "message": "It failed",
            "request_id": "r2",
            "reference": "7F3K",
        }.items()
    )
    assert line["traceback"].endswith("ValueError: POST /device/…/")
    assert "address" not in line
    assert "facts" not in line
    line = json.loads(JsonFormatter().format(record("A\nB", facts={"plies": 5})))
    assert (line["facts"]["plies"], line["message"]) == (5, "A\nB")
    assert "traceback" not in line


def test_addresses_are_in_the_log_only_if_asked_for(settings):
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")
    begin(request)
    assert "192.0.2.7" not in TextFormatter().format(record("x"))
    settings.LOG_ADDRESSES = True
    begin(request)
    assert TextFormatter().format(record("x")).endswith("address 192.0.2.7)")
    assert json.loads(JsonFormatter().format(record("x")))["address"] == "192.0.2.7"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Forbidden (CSRF): /device/abc123/", "Forbidden (CSRF): /device/…/"),
        ("Failed: /g/abc2345678/move/", "Failed: /g/DIGEST/move/"),
        (
            "Failed: /admin/games/game/abc2345678/change/",
            "Failed: /admin/games/game/DIGEST/change/",
        ),
        ("path=b'/ws/g/abc2345678/'", "path=b'/ws/g/DIGEST/'"),
        ("DETAIL:  Key (name)=(Ada) exists.", "DETAIL: …"),
        (
            "<WebSocketProtocol client=['192.0.2.7', 5] path=b'/ws/watch/'>",
            "<WebSocketProtocol client=… path=b'/ws/watch/'>",
        ),
    ],
)
def test_what_others_log_has_no_secrets(said: str, written: str):
    # It depends on the secret of the process, and names of tests must not.
    written = written.replace("DIGEST", digest("abc2345678"))
    assert f": {written}" in TextFormatter().format(record("%s", said))
    assert json.loads(JsonFormatter().format(record("%s", said)))["message"] == written


@pytest.mark.django_db
def test_what_strangers_get_wrong_is_not_logged(caplog):
    client = Client(enforce_csrf_checks=True)
    with counted("tictactoe_refusals_total", 1, code="not_from_here"):
        assert client.post(f"/admin/{'x' * 8000}/").status_code == 403
    client.cookies["csrftoken"] = "a" * 32
    form = "&".join(["a="] * 1500)
    response = client.generic("POST", "/name/", form, "application/x-www-form-urlencoded")
    assert response.status_code == 400
    assert caplog.messages == []


@pytest.mark.parametrize(("error", "lines"), [(RequestAborted(), 0), (ValueError(), 1)])
async def test_a_task_nobody_waits_for_is_logged_unless_its_visitor_left(caplog, error, lines):
    async def fail() -> None:
        raise error

    task = asyncio.ensure_future(fail())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert len(caplog.messages) == lines


def test_errors_are_counted_and_refusals_are_none():
    with counted("tictactoe_errors_logged_total", 1):
        ErrorCounter().handle(record("x"))
    assert NoRefusals().filter(record("x", status_code=500))
    assert not NoRefusals().filter(record("x", status_code=503))
