"""Firefox over WebDriver BiDi, the protocol that it speaks without a program in between.

Selenium needs geckodriver for it, which Debian does not package.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.e2e.other_browsers.window import TIMEOUT, Window

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox(Window):
    """The window of a Firefox process."""

    def __init__(self, socket: ClientConnection, width: int, height: int) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def click(self, selector: str) -> None:
        element = self._evaluate(f"document.querySelector({json.dumps(selector)})")
        assert element["type"] == "node", f"no {selector}"
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView()")
        pointer = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        actions = [{"type": "pointer", "id": "mouse", "actions": pointer}]
        self._send("input.performActions", context=self._context, actions=actions)

    def evaluate(self, expression: str) -> Any:
        return self._evaluate(expression).get("value")

    def _evaluate(self, expression: str) -> dict[str, Any]:
        answer = self._send(
            "script.evaluate",
            expression=expression,
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return dict(answer["result"])

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result."""
        id = next(self._ids)
        self._socket.send(json.dumps({"id": id, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(TIMEOUT))).get("id") != id:
            continue
        assert answer["type"] == "success", answer
        return dict(answer["result"])


@contextmanager
def open_window(path: str, width: int, height: int) -> Iterator[Firefox]:
    """Start a Firefox with a new profile, and end it."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        _start(path, profile) as process,
    ):
        try:
            with connect(_address(process), max_size=None, proxy=None) as socket:
                yield Firefox(socket, width, height)
        finally:
            process.kill()


def _start(path: str, profile: str) -> subprocess.Popen[str]:
    # Firefox must not ask other hosts anything, nor greet a new profile with pages of its own.
    prefs = {
        "app.normandy.enabled": False,
        "app.update.disabledForTesting": True,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "data:,#remote-settings-dummy/v1",
    }
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(prefs[name])});" for name in prefs]
    Path(profile, "user.js").write_text("\n".join(lines))
    return subprocess.Popen(
        [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def _address(process: subprocess.Popen[str]) -> str:
    """Wait until Firefox listens, and return the address."""
    assert process.stderr
    for line in process.stderr:
        if found := LISTENING.search(line):
            return f"{found[1]}/session"
    raise AssertionError("Firefox ended without listening")
