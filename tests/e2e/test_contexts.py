"""The browser contexts that tests hand on to each other."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

from tests.e2e.contexts import Contexts
from tests.server import Server


def stop_the_clock(page: Page) -> None:
    page.clock.install()
    page.clock.pause_at("2030-01-01")


def lose_the_network(page: Page) -> None:
    page.context.set_offline(True)


def use_and_give_back(
    contexts: Contexts, server: Server, use: Callable[[Page], None]
) -> BrowserContext:
    page = contexts.new_page()
    page.goto(server.url)
    use(page)
    contexts.give_back(page.context)
    return page.context


def test_a_context_is_used_again_with_nothing_kept_in_it_and_its_clock_and_network_unchanged(
    contexts: Contexts, server: Server
):
    context = use_and_give_back(
        contexts, server, lambda page: page.evaluate("localStorage.setItem('seen', 'yes')")
    )
    without_scripts = contexts.new_page(java_script_enabled=False)
    assert without_scripts.context is not context
    page = contexts.new_page()
    assert page.context is context
    assert context.cookies() == []
    page.goto(server.url)
    assert page.evaluate("localStorage.length") == 0
    for each in (without_scripts, page):
        contexts.give_back(each.context)
    for change in (stop_the_clock, lose_the_network):
        context = use_and_give_back(contexts, server, change)
        page = contexts.new_page()
        assert page.context is not context
        contexts.give_back(page.context)
