"""Starts a Chromium for the browser tests, and installs one where there is none."""

import fcntl
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright

from tests.folders import run_folder

# The build that has no window takes half the processor time of the others.
HEADLESS = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HELP = (
    "No Chromium was found and none could be installed. Install one (on Debian: "
    f"apt-get install {HEADLESS}; anywhere: python -m playwright install --with-deps chromium) "
    "and run the tests again."
)
FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-quic"]


class NoChromium(Exception):
    def __init__(self) -> None:
        super().__init__(HELP)


def launch(playwright: Playwright) -> Browser:
    for install in (_headless_package, _package, _playwright_build):
        install()
        if browser := _launch_installed(playwright):
            return browser
    raise NoChromium


def find(playwright: Playwright) -> str | None:
    own = playwright.chromium.executable_path
    found = filter(None, map(shutil.which, (HEADLESS, *NAMES)))
    return next(found, own if Path(own).exists() else None)


def flags() -> list[str]:
    return [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS


def install_packages(*names: str) -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        # One process of the tests at a time: apt-get fails while another one is at work.
        with (run_folder() / "packages.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _run("apt-get", "update")
            _run("apt-get", "install", "--yes", "--no-install-recommends", *names)


def _launch_installed(playwright: Playwright) -> Browser | None:
    if not shutil.which(HEADLESS):
        # Playwright's own build without a window, of which it does not tell the path.
        with suppress(Error):
            return playwright.chromium.launch(args=flags())
    path = find(playwright)
    return playwright.chromium.launch(executable_path=path, args=flags()) if path else None


def _headless_package() -> None:
    # Preferred where a Chromium with windows is installed, too, as it takes half the time, and it
    # brings the system libraries that Playwright's build needs.
    if not shutil.which(HEADLESS):
        install_packages(HEADLESS)


def _package() -> None:
    install_packages("chromium")


def _playwright_build() -> None:
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _run(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, env=environment, capture_output=True, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return
