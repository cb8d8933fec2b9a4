import gzip
import re
from collections.abc import Iterator
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from games.models import Game
from tests.playing import start


def test_search_engines_are_kept_from_games_and_links_to_devices(client: Client, game: Game):
    for path in (f"/g/{game.pk}/", "/device/x/"):
        assert client.get(path)["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in client.get("/")


def test_robots_are_told_where_to_stay_away(client: Client):
    response = client.get("/robots.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    rules = RobotFileParser()
    rules.parse(response.text.splitlines())
    for path in ("/device/secret/", "/admin/", "/ws/watch/"):
        assert not rules.can_fetch("Robot", path)
    for path in ("/", "/watch/", "/g/abc2345678/picture.png"):
        assert rules.can_fetch("Robot", path)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("charset", "status"), [("utf-16", 415), ("nonsense", 415), ("utf-8", 302)]
)
def test_forms_are_utf_8(client: Client, charset: str, status: int):
    form = f"application/x-www-form-urlencoded; charset={charset}"
    response = client.generic("POST", "/theme/", b"theme=dark", content_type=form)
    assert response.status_code == status


def routes(resolver: URLResolver, start: str = "/") -> Iterator[str]:
    for each in resolver.url_patterns:
        if not isinstance(each.pattern, RoutePattern):
            continue
        route = f"{start}{each.pattern}"
        if isinstance(each, URLPattern):
            yield route
        else:
            yield from routes(each, route)


ROUTES = list(routes(get_resolver()))
EVERYWHERE = ("/", "/watch/", "/admin/", "/account/sign-in/")


@pytest.mark.django_db
def test_an_address_with_a_nul_leads_nowhere(client: Client, admin_client: Client):
    addresses = [re.sub("<.*?>", "%00", route) for route in ROUTES if "<" in route]
    assert {"/players/%00/", "/admin/games/game/%00/change/", "/g/%00/"} < set(addresses)
    for each in (client, admin_client):
        answers = {address: each.get(address).status_code for address in addresses}
        assert set(answers.values()) == {400, 404}, answers


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["name=%00", "%00=name"])
def test_a_query_with_a_nul_is_refused_in_words(admin_client: Client, query: str):
    answers = {route: admin_client.get(f"{route}?{query}") for route in EVERYWHERE}
    assert {each.status_code for each in answers.values()} == {400}
    assert all("That did not work" in each.text for each in answers.values())


@pytest.mark.django_db
@pytest.mark.parametrize("field", [{"name": "a\0"}, {"\0": "a"}])
def test_a_form_with_a_nul_is_refused_in_words(client: Client, field: dict[str, str]):
    answers = {route: client.post(route, field) for route in EVERYWHERE}
    assert {each.status_code for each in answers.values()} == {400}
    assert all("That did not work" in each.text for each in answers.values())


@pytest.mark.django_db
def test_a_header_with_a_nul_is_refused(client: Client):
    assert client.get("/", headers={"User-Agent": "a\0"}).status_code == 400


GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.django_db
def test_pages_are_compressed_and_the_same_to_those_who_cannot_read_that(client: Client):
    game = start(client, opponent="computer", level="easy", board="gomoku")
    plain = client.get(game.get_absolute_url())
    small = client.get(game.get_absolute_url(), headers=GZIP)
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert len(small.content) < len(plain.content) / 8
    assert gzip.decompress(small.content).count(b'data-cell="') == 225
