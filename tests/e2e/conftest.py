from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests import postgres_server, redis_server
from tests.e2e.contexts import Contexts
from tests.e2e.network import Network, NewNetwork, network_to
from tests.e2e.people import NewPerson, Person
from tests.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server, shared by all tests that do not stop it or change its database."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path) -> Iterator[Server]:
    """A server of the test's own, which it may stop."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def large_server(tmp_path) -> Iterator[Server]:
    """A server as a large site has it: games in PostgreSQL, events between processes by Redis."""
    with (
        postgres_server.new_database() as database,
        Server(tmp_path, DATABASE_URL=database, REDIS_URL=redis_server.url()) as running,
    ):
        yield running


@pytest.fixture(params=["server", "large_server"])
def small_or_large_server(request: pytest.FixtureRequest) -> Server:
    server: Server = request.getfixturevalue(request.param)
    return server


@pytest.fixture
def new_network(server: Server) -> Iterator[NewNetwork]:
    """Return a factory of networks in front of the server."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(network_to(server))


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


@pytest.fixture
def new_person(contexts: Contexts) -> Iterator[NewPerson]:
    """Return a factory of people, each with a browser context of their own.

    Its options are those of Playwright's contexts, whether it ``has_service_worker``, and whether
    it ``is_new``, so that it has none of the site's files yet.

    At the end the test fails if any of them has recorded an error: in the console, in a script,
    or a request to another host.
    """
    people: list[Person] = []
    with ExitStack() as stack:

        def make(server: Server | Network, **options: Any) -> Person:
            page = contexts.new_page(**options)
            stack.callback(contexts.give_back, page.context)
            people.append(Person(page, server.url))
            return people[-1]

        yield make
        for person in people:
            assert person.errors == []
