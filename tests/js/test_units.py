"""The unit tests of the scripts, each run in a browser's page of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.test.js"))
TEST = re.compile(r'^test\("(.+?)", ', re.MULTILINE)
LOAD = """async ([file, name]) => {
  await import(`/tests/js/${file}`);
  const harness = await import("/tests/js/harness.js");
  return name === null ? harness.registered() : harness.run(name);
}"""


def names(file: Path) -> list[str]:
    return TEST.findall(file.read_text())


@pytest.mark.parametrize(
    ("file", "name"),
    [
        pytest.param(file.name, name, id=f"{file.name.split('.')[0]}: {name}")
        for file in FILES
        for name in names(file)
    ],
)
def test_script(page: Page, file: str, name: str):
    page.evaluate(LOAD, [file, name])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_test_of_a_script_is_overlooked(page: Page, file: Path):
    assert page.evaluate(LOAD, [file.name, None]) == names(file)
