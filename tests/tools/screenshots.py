"""Pictures of every page and state that the browser tests check for accessibility, to look at.

    python -m tests.tools.screenshots
    python -m tests.tools.screenshots tests/e2e/test_menace.py

It runs those tests, with pictures in all sizes and both themes in place of each check. Each size
and theme has a folder, and in it a page with all of them.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter

import pytest

from tests.e2e.people import Person
from tests.server import ROOT

FOLDER = ROOT / "screenshots"
SIZES = {
    "small-phone": (320, 568),
    "phone": (360, 640),
    "large-phone": (390, 844),
    "tablet": (768, 1024),
    "laptop": (1366, 650),
    "desktop": (1280, 800),
    "large-desktop": (1920, 1080),
}
THEMES = ("light", "dark")
CHECKS = ("check_accessibility", "check_accessibility_in_all_looks")
SETTLED = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    document.getAnimations().forEach((animation) => animation.finish());
    done();
})))"""
STYLE = "<style>figure {display: inline-block; margin: 4px} img {width: 320px}</style>"
FIGURE = "<figure><figcaption>{0.stem}</figcaption><img src='{0.name}'></figure>"

_taken: Counter[str] = Counter()  # in each test


def main() -> None:
    chosen = sys.argv[1:] or ["tests/e2e"]
    status = pytest.main(["-q", "-p", "tests.tools.screenshots", *chosen])
    for look in FOLDER.iterdir():
        figures = map(FIGURE.format, sorted(look.glob("*.png")))
        (look / "index.html").write_text(STYLE + "".join(figures))
    print(f"Screenshots are in {FOLDER}")
    sys.exit(status)


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    items[:] = [item for item in items if set(CHECKS) & set(item.function.__code__.co_names)]


def pytest_configure() -> None:
    for check in CHECKS:
        setattr(Person, check, photograph)


def photograph(person: Person) -> None:
    test = re.sub(r"\W+", "-", os.environ["PYTEST_CURRENT_TEST"].split("::test_")[1].split(" (")[0])
    _taken[test] += 1
    before = person.page.viewport_size
    for theme in reversed(THEMES):
        person.page.emulate_media(color_scheme=theme)
        for size, (width, height) in SIZES.items():
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.evaluate(SETTLED)
            picture = FOLDER / f"{size}-{theme}" / f"{test}-{_taken[test]}.png"
            person.page.screenshot(path=picture)
    person.page.set_viewport_size(before)


if __name__ == "__main__":
    main()
