"""The main path through the site in Firefox and in WebKit: a first game, and a friend by link."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack

import pytest

from tests.e2e.chromium import install_packages
from tests.e2e.other_browsers import firefox, webkit
from tests.e2e.other_browsers.window import Window
from tests.server import Server

pytestmark = [
    # Selenium warns of how its own class for WebKit calls another one of its own.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    pytest.mark.xdist_group("other browsers"),  # one worker starts what they share
]

PHONE = (360, 640)
FREE_CELL = '[data-rows]:not([aria-disabled="true"]) button.cell[data-mark=""]'
FINISHED = "document.querySelector('[data-game]').dataset.status === 'finished'"
CONNECTED = "document.querySelector('[data-game][data-connected]')"

NewWindow = Callable[[], Window]


@pytest.fixture(scope="session")
def display() -> Iterator[None]:
    """A screen in memory, for a browser that cannot do without one."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(os.environ, "DISPLAY", f":{server.stdout.readline().decode().strip()}")
            yield
        server.terminate()


@pytest.fixture(scope="session")
def running_firefox() -> Iterator[firefox.Firefox]:
    if not (path := _find_firefox()):
        install_packages("firefox-esr")
    path = path or _find_firefox() or pytest.skip("There is no Firefox.")
    with firefox.start(path) as running:
        yield running


def new_firefox(request: pytest.FixtureRequest) -> AbstractContextManager[Window]:
    running: firefox.Firefox = request.getfixturevalue("running_firefox")
    return running.open_window(*PHONE)


def new_webkit(request: pytest.FixtureRequest) -> AbstractContextManager[Window]:
    if not (webkit.find() and shutil.which("Xvfb")):
        install_packages("webkit2gtk-driver", "xvfb")
    if not ((path := webkit.find()) and shutil.which("Xvfb")):
        pytest.skip("There is no WebKit with a driver, or no Xvfb to show it.")
    request.getfixturevalue("display")
    return webkit.open_window(path, *PHONE)


def _find_firefox() -> str | None:
    return next(filter(None, map(shutil.which, firefox.NAMES)), None)


@pytest.fixture(params=[new_firefox, new_webkit], ids=["firefox", "webkit"])
def new_window(request: pytest.FixtureRequest) -> Iterator[NewWindow]:
    """Return a factory of windows of a browser, each with cookies of its own."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(request.param(request))


def words(window: Window) -> str:
    said = "document.querySelectorAll('[data-words], [data-more]:not([hidden])')"
    return " ".join(window.evaluate(f"[...{said}].map((e) => e.innerText).join(' ')").split())


def press(window: Window, name: str) -> None:
    """Press the visible button that has this text."""
    window.evaluate(
        "document.querySelector('[data-pressed]')?.removeAttribute('data-pressed'),"
        "[...document.querySelectorAll('button')]"
        f".find((b) => b.innerText.trim() === '{name}' && b.checkVisibility())"
        ".setAttribute('data-pressed', '')"
    )
    window.click("[data-pressed]")


def test_a_friend_comes_by_link_and_loses_and_the_computer_is_played(
    server: Server, new_window: NewWindow
):
    host, guest = new_window(), new_window()
    host.open(server.url)
    press(host, "Play a friend")
    host.click('#friend label:has(input[name="side"][value="X"])')
    press(host, "Get a link to send")
    host.wait_for("document.querySelector('[data-link]')")
    guest.open(host.evaluate("document.querySelector('[data-link]').value"))
    press(guest, "Play")
    for window in (host, guest):
        window.wait_for(CONNECTED)
    for ply, cell in enumerate([0, 3, 1, 4, 2]):
        mover, other = (guest, host) if ply % 2 else (host, guest)
        mover.wait_for("document.querySelector('[data-words]').innerText === 'Your turn'")
        mover.click(f'[data-cell="{cell}"]')
        other.wait_for(f"""document.querySelector('[data-cell="{cell}"]').dataset.mark""")
    host.wait_for(FINISHED)
    guest.wait_for(FINISHED)
    assert words(host) == "You win! Three in a row."
    assert words(guest) == "You lose. Three in a row."

    host.open(server.url)
    host.click('[data-cell="4"]')
    host.wait_for(CONNECTED)
    host.wait_for(f"document.querySelector('{FREE_CELL}')")
    host.click(FREE_CELL)
    host.wait_for("document.querySelectorAll('[data-moves] li').length > 2")
