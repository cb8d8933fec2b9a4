from http.cookies import SimpleCookie
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from games.web import cookie_names
from games.web.sessions import HAS_FORMER_NAME
from tests.server import Server
from tests.server_games import create_games
from tests.visitor import Visitor
from tictactoe_site.asgi import SiteCookies

GONE = b"theme=; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/"


class Asked:
    def __init__(self, cookies: str, *answered: bytes) -> None:
        self.answered = answered
        self.scope: dict[str, Any] = {"type": "http", "headers": [(b"cookie", cookies.encode())]}

    async def __call__(self, scope, receive, send) -> None:
        self.scope = scope
        headers = [(b"Set-Cookie", each) for each in self.answered]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def answer(self) -> list[str]:
        communicator = ApplicationCommunicator(SiteCookies(self), self.scope)
        headers = (await communicator.receive_output())["headers"]
        return [value.decode() for _, value in headers]

    @property
    def seen(self) -> dict[str, str]:
        line = dict(self.scope["headers"]).get(b"cookie", b"").decode()
        return {name: morsel.value for name, morsel in SimpleCookie(line).items()}


async def test_a_cookie_is_known_outside_by_the_name_of_the_site():
    own = cookie_names.ending()
    asked = Asked(f"session{own}=mine; session_00000000=other", b"session=new; Path=/")
    assert await asked.answer() == [f"session{own}=new; Path=/"]
    assert asked.seen["session"] == "mine"
    assert not asked.scope[HAS_FORMER_NAME]


async def test_a_cookie_by_its_former_name_is_read_until_there_is_a_new_one():
    asked = Asked("session=old; theme=night")
    await asked.answer()
    assert asked.seen == {"session": "old", "theme": "night"}
    assert asked.scope[HAS_FORMER_NAME]
    both = Asked(f"theme{cookie_names.ending()}=chalk; theme=night")
    await both.answer()
    assert both.seen["theme"] == "chalk"


async def test_cookies_named_by_a_former_secret_are_read(settings):
    former = cookie_names.ending()
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret"
    asked = Asked(f"session{former}=mine; session=older")
    await asked.answer()
    assert asked.seen["session"] == "mine"


async def test_what_is_removed_is_removed_by_all_its_names():
    answered = await Asked("theme=night", GONE).answer()
    names = [each.partition("=")[0] for each in answered]
    assert names == [f"theme{cookie_names.ending()}", "theme"]


@pytest.fixture(scope="module")
def neighbours(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("neighbours")
    with Server(folder / "one") as one, Server(folder / "two") as two:
        yield one, two


def test_who_plays_on_two_sites_of_a_machine_keeps_both_seats(neighbours: tuple[Server, Server]):
    visitor = Visitor()
    games = [visitor.start(site, opponent="computer", level="easy") for site in neighbours]
    for site, game_id in zip(neighbours, games, strict=True):
        assert visitor.state(site, game_id)["you"]


def test_a_visitor_of_the_version_before_stays_who_they_are(neighbours: tuple[Server, Server]):
    [seats] = create_games(neighbours[0].data, 1)
    former = seats.cookies[0]
    home = neighbours[0].get(Cookie=former)
    [session] = [each for each in home.headers.get_all("Set-Cookie") if "session" in each]
    assert session.startswith("session_")
    assert session.partition("=")[2].startswith(former.partition("=")[2])
    elsewhere = neighbours[1].get(Cookie=former)
    assert "session" not in str(elsewhere.headers.get_all("Set-Cookie"))
