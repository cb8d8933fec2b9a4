from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.e2e.chromium import NoChromium, launch


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    try:
        browser = launch(playwright)
    except NoChromium as error:
        pytest.fail(str(error), pytrace=False)
    yield browser
    browser.close()
