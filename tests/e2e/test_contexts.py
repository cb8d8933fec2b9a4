"""The browser contexts that tests hand on to each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
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


def test_a_context_is_used_again_with_nothing_kept_in_it(contexts: Contexts, server: Server):
    context = use_and_give_back(
        contexts, server, lambda page: page.evaluate("localStorage.setItem('seen', 'yes')")
    )
    page = contexts.new_page()
    assert page.context is context
    assert context.cookies() == []
    page.goto(server.url)
    assert page.evaluate("localStorage.length") == 0
    contexts.give_back(context)


@pytest.mark.parametrize("change", [stop_the_clock, lose_the_network])
def test_a_context_whose_clock_or_network_was_changed_is_not_used_again(
    contexts: Contexts, server: Server, change: Callable[[Page], None]
):
    context = use_and_give_back(contexts, server, change)
    page = contexts.new_page()
    assert page.context is not context
    contexts.give_back(page.context)


def test_a_context_is_used_again_for_the_same_options_only(contexts: Contexts, server: Server):
    without_scripts = contexts.new_page(java_script_enabled=False)
    without_scripts.goto(server.url)
    contexts.give_back(without_scripts.context)
    plain, same = contexts.new_page(), contexts.new_page(java_script_enabled=False)
    assert plain.context is not without_scripts.context
    assert same.context is without_scripts.context
    for page in (plain, same):
        contexts.give_back(page.context)
