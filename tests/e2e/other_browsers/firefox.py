"""Firefox over WebDriver BiDi, the protocol that it speaks without a program in between."""

from __future__ import annotations

import base64
import itertools
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.e2e.other_browsers.window import TIMEOUT, Window

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.send("session.new", capabilities={})

    @contextmanager
    def open_window(self, width: int, height: int) -> Iterator[FirefoxWindow]:
        user = self.send("browser.createUserContext")["userContext"]
        context = self.send("browsingContext.create", type="window", userContext=user)["context"]
        size = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=context, viewport=size)
        yield FirefoxWindow(self, context, user)
        self.send("browser.removeUserContext", userContext=user)

    def send(self, method: str, **params: object) -> dict[str, Any]:
        id = next(self._ids)
        self._socket.send(json.dumps({"id": id, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(TIMEOUT))).get("id") != id:
            continue
        assert answer["type"] == "success", answer
        return dict(answer["result"])


class FirefoxWindow(Window):
    def __init__(self, browser: Firefox, context: str, user: str) -> None:
        self._browser = browser
        self._context = context
        self._user = user

    def open(self, url: str) -> None:
        self._browser.send(
            "browsingContext.navigate", context=self._context, url=url, wait="complete"
        )

    def set_cookie(self, url: str, name: str, value: str) -> None:
        domain = urlsplit(url).hostname
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": domain}
        partition = {"type": "storageKey", "userContext": self._user}
        self._browser.send("storage.setCookie", cookie=cookie, partition=partition)

    def screenshot(self) -> bytes:
        answer = self._browser.send("browsingContext.captureScreenshot", context=self._context)
        return base64.b64decode(answer["data"])

    def _click(self, selector: str) -> None:
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
        self._browser.send("input.performActions", context=self._context, actions=actions)

    def evaluate(self, expression: str):
        return self._evaluate(expression).get("value")

    def _evaluate(self, expression: str) -> dict[str, Any]:
        answer = self._browser.send(
            "script.evaluate",
            expression=expression,
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return dict(answer["result"])


@contextmanager
def start(path: str) -> Iterator[Firefox]:
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        _start(path, profile) as process,
    ):
        try:
            with connect(_address(process), max_size=None, proxy=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()


def _start(path: str, profile: str) -> subprocess.Popen[str]:
    # Firefox must not ask other hosts anything, nor greet a new profile with pages of its own, nor
    # start processes for tabs that nobody opens.
    off = (
        *("app.normandy.enabled", "browser.aboutwelcome.enabled", "browser.newtab.preload"),
        *("browser.newtabpage.enabled", "browser.shell.checkDefaultBrowser"),
        *("datareporting.policy.dataSubmissionEnabled", "dom.ipc.processPrelaunch.enabled"),
        *("network.captive-portal-service.enabled", "network.connectivity-service.enabled"),
    )
    prefs: dict[str, bool | int | str] = {
        **dict.fromkeys(off, False),
        "app.update.disabledForTesting": True,
        "browser.startup.homepage_override.mstone": "ignore",
        "browser.startup.page": 0,
        "ui.useOverlayScrollbars": 1,
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
    assert process.stderr
    for line in process.stderr:
        if found := LISTENING.search(line):
            return f"{found[1]}/session"
    raise AssertionError("Firefox ended without listening")
