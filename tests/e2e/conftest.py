from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.contexts import Contexts
from tests.e2e.people import NewPerson, Person
from tests.server import Server, open_database
from tests.server_fixtures import running

# What holds games and what people did with them.
TABLES = (
    *("game", "move", "processedmessage", "hint", "gameevent", "review", "exhibition"),
    *("learnedgame", "matchbox", "puzzleattempt", "block", "report", "invitation", "call"),
)


@pytest.fixture
def new_staff(staff_session: list[Any], new_person: NewPerson) -> NewPerson:
    def make(page: str = "", **options) -> Person:
        staff = new_person(**options)
        staff.page.context.add_cookies(staff_session)
        staff.open(f"admin/{page}")
        return staff

    return make


@pytest.fixture(scope="session")
def staff_session(shared_server: Server, contexts: Contexts) -> list[Any]:
    url = running(shared_server).url
    staff = Person(contexts.new_page(), url)
    staff.open(f"{url}admin/")
    staff.page.get_by_label("Username").fill("staff")
    staff.page.get_by_label("Password").fill(shared_server.staff_password)
    staff.press("Log in")
    staff.page.get_by_role("navigation", name="Staff").wait_for()
    cookies = staff.page.context.cookies()
    contexts.give_back(staff.page.context)
    return [{"name": each["name"], "value": each["value"], "url": url} for each in cookies]


@pytest.fixture
def empty_server(server: Server) -> Server:
    with open_database(server.data) as database:
        for table in TABLES:
            database.execute(f"DELETE FROM games_{table}")  # noqa: S608
    return server


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


@pytest.fixture
def new_person(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[NewPerson]:
    people: list[Person] = []
    with ExitStack() as stack:

        def make(at: Server | None = None, **options) -> Person:
            page = contexts.new_page(**options)
            stack.callback(contexts.give_back, page.context)
            people.append(Person(page, (at or request.getfixturevalue("server")).url))
            return people[-1]

        yield make
        for person in people:
            assert person.errors == []


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    return new_person()
