from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from tests.server import ROOT

SERVED = ("/static/js/", "/tests/js/", "/tests/engine/golden/")
BLANK = b"<!DOCTYPE html><html lang=en><title>Blank</title>"


class Handler(SimpleHTTPRequestHandler):
    """Serves the scripts and their tests, and a blank page for them to run in."""

    protocol_version = "HTTP/1.1"  # which keeps connections

    def do_GET(self) -> None:
        if self.path.startswith(SERVED):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(BLANK)))
        self.end_headers()
        self.wfile.write(BLANK)

    def log_message(self, *args: object) -> None:
        """Keep the requests out of the tests' output."""


@pytest.fixture(scope="session")
def scripts_url() -> Iterator[str]:
    """Serve the scripts on a port of their own; return the address of a blank page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(ROOT))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def tab(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context() as context:
        yield context.new_page()


@pytest.fixture
def page(tab: Page, scripts_url: str) -> Page:
    """Return a blank page that has loaded no script yet."""
    tab.goto(scripts_url)
    return tab
