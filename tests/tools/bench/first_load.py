"""What a new phone fetches behind nginx: all bytes of a first visit, headers included."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from tests.e2e.chromium import launch
from tests.e2e.nginx import SITE, nginx_before
from tests.server import Server


def main() -> None:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        public, browser = Path(name) / "public", launch(playwright)
        public.parent.chmod(0o755)  # nginx reads there as another user
        server = Server(Path(name) / "data", is_first=True, ALLOWED_HOSTS=SITE, PRODUCTION="1")
        server.environment |= {"SECRET_KEY": "a secret " * 9, "STATIC_ROOT": f"{public}/static"}
        with server, nginx_before([server], program=program, public=public) as nginx:
            page = _load(browser, nginx.url, "the first page")
            page.locator("button.cell").first.click()
            page.wait_for_url("**/g/**")
            _load(browser, page.url, "a game", page.context.storage_state())


def _load(browser: Browser, url: str, what: str, seat: StorageState | None = None) -> Page:
    page = browser.new_page(
        viewport={"width": 360, "height": 640}, ignore_https_errors=True, storage_state=seat
    )
    wire, sizes = page.context.new_cdp_session(page), []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="networkidle")
    print(f"{what}: {sum(sizes) / 1000:.1f} KB in {len(sizes)} files", flush=True)
    return page
