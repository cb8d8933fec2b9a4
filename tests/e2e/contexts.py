"""Browser contexts for people, of which those that nothing was done to are used again."""

import json
from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.e2e.people import PHONE

# Each new browser would fetch all files for it, which takes a fifth of the time of a test.
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
# What has just appeared or changed is deaf for a moment. The pointer goes past it then, for which
# Playwright waits in the press itself: what has just been looked at may have become deaf since.
WAIT_WHILE_DEAF = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[data-deaf] { pointer-events: none }");
  document.adoptedStyleSheets = [sheet];
"""
# Empties what the site keeps in the browser. Returns whether network and clock are the browser's
# own: Playwright takes the one away and replaces the other for a whole context. (Its own Date says
# of itself that it is the browser's, so it is asked in a way that it cannot answer by itself.)
MAKE_AS_NEW = """() => {
  localStorage.clear();
  return navigator.onLine && Function.prototype.toString.call(Date).includes("[native code]");
}"""


class Contexts:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._options: dict[BrowserContext, str] = {}  # of those that may be used again
        self._kept: defaultdict[str, list[BrowserContext]] = defaultdict(list)

    def new_page(
        self,
        *,
        has_service_worker: bool = False,
        is_new: bool = False,
        viewport: ViewportSize = PHONE,
        **options,
    ) -> Page:
        if has_service_worker or is_new or "storage_state" in options:
            return self._new(has_service_worker, viewport=viewport, **options).new_page()
        page = self._context(options).new_page()
        page.set_viewport_size(viewport)
        return page

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        written = json.dumps(options, sort_keys=True)
        if kept := self._kept[written]:
            return kept.pop()
        context = self._new(has_service_worker=False, viewport=PHONE, **options)
        self._options[context] = written
        return context

    def _new(self, has_service_worker: bool, **options) -> BrowserContext:
        context = self._browser.new_context(**options)
        context.add_init_script(WAIT_WHILE_DEAF)
        if not has_service_worker:
            context.add_init_script(NO_SERVICE_WORKER)
        return context

    def give_back(self, context: BrowserContext) -> None:
        if context in self._options and _can_be_made_as_new(context):
            context.clear_cookies()
            self._kept[self._options[context]].append(context)
        else:
            self._options.pop(context, None)
            context.close()


def _can_be_made_as_new(context: BrowserContext) -> bool:
    try:
        is_as_new = all(page.evaluate(MAKE_AS_NEW) for page in context.pages)
        for page in context.pages:
            page.close()
    except Error:  # the page has crashed, or is none of the site's
        return False
    return is_as_new
