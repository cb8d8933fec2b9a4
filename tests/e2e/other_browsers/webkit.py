"""WebKit through Selenium, as the browser of WebKitGTK's own tests, on a display in memory."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.e2e.other_browsers.window import TIMEOUT, Window

DRIVER = "WebKitWebDriver"
# Where distributions put the browser that belongs to WebKitWebDriver.
PATHS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/lib*/webkit2gtk-4.*/MiniBrowser")


class WebKit(Window):
    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver

    def open(self, url: str) -> None:
        self._driver.get(url)

    def set_cookie(self, url: str, name: str, value: str) -> None:
        self._driver.get(f"{url}health/live")  # it sets cookies of the page that is open
        self._driver.add_cookie({"name": name, "value": value})

    def screenshot(self) -> bytes:
        return self._driver.get_screenshot_as_png()

    def _click(self, selector: str) -> None:
        element = self._driver.find_element(By.CSS_SELECTOR, selector)
        # The driver does not see that the bar at the foot of the window covers an element.
        self._driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def evaluate(self, expression: str):
        return self._driver.execute_script(f"return ({expression});")


@contextmanager
def open_window(path: str, width: int, height: int) -> Iterator[WebKit]:
    options = Options()
    options.binary_location = path
    options.add_argument("--automation")
    with WebKitGTK(options=options, service=Service(shutil.which(DRIVER))) as driver:
        driver.set_page_load_timeout(TIMEOUT)
        driver.set_window_size(width, height)
        window = WebKit(driver)
        # Its bar takes a part of the window.
        driver.set_window_size(width, 2 * height - window.evaluate("innerHeight"))
        yield window


def find() -> str | None:
    found = (path for pattern in PATHS for path in Path("/").glob(pattern.lstrip("/")))
    return next(map(str, found), None) if shutil.which(DRIVER) else None
