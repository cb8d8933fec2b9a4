import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from tests.e2e.chromium import install_packages
from tests.e2e.other_browsers import firefox, webkit
from tests.e2e.other_browsers.window import Window

MARKS = (
    # Selenium warns of how its own class for WebKit calls another one of its own.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    pytest.mark.xdist_group("other browsers"),  # one worker starts what they share
)
PHONE = (360, 640)

NewWindow = Callable[..., Window]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            for mark in MARKS:
                item.add_marker(mark)


@pytest.fixture(scope="session")
def display() -> Iterator[None]:
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
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


def new_firefox(
    request: pytest.FixtureRequest, width: int, height: int
) -> AbstractContextManager[Window]:
    running: firefox.Firefox = request.getfixturevalue("running_firefox")
    return running.open_window(width, height)


def new_webkit(
    request: pytest.FixtureRequest, width: int, height: int
) -> AbstractContextManager[Window]:
    if not (webkit.find() and shutil.which("Xvfb")):
        install_packages("webkit2gtk-driver", "xvfb")
    if not ((path := webkit.find()) and shutil.which("Xvfb")):
        pytest.skip("There is no WebKit with a driver, or no Xvfb to show it.")
    request.getfixturevalue("display")
    return webkit.open_window(path, width, height)


def _find_firefox() -> str | None:
    return next(filter(None, map(shutil.which, firefox.NAMES)), None)


@pytest.fixture(params=[new_firefox, new_webkit], ids=["firefox", "webkit"])
def new_window(request: pytest.FixtureRequest) -> Iterator[NewWindow]:
    with ExitStack() as stack:
        yield lambda width=PHONE[0], height=PHONE[1]: stack.enter_context(
            request.param(request, width, height)
        )
