from __future__ import annotations

from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

from games.models import Game


def test_search_engines_are_kept_from_games(client: Client, game: Game):
    page = f"/g/{game.pk}/"
    assert client.get(page)["X-Robots-Tag"] == "noindex"
    assert client.get(page, headers={"Accept": "application/json"})["X-Robots-Tag"] == "noindex"
    assert client.get(f"{page}messages/")["X-Robots-Tag"] == "noindex"


@pytest.mark.django_db
def test_search_engines_are_kept_from_links_to_another_device(client: Client):
    assert client.get("/device/secret/")["X-Robots-Tag"] == "noindex"


def test_robots_are_told_where_to_stay_away(client: Client):
    response = client.get("/robots.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    rules = RobotFileParser()
    rules.parse(response.content.decode().splitlines())
    for path in ("/device/secret/", "/admin/", "/ws/watch/"):
        assert not rules.can_fetch("Robot", path)
    for path in ("/", "/watch/", "/g/abc2345678/picture.png"):
        assert rules.can_fetch("Robot", path)


@pytest.mark.django_db
def test_search_engines_find_the_site_itself(client: Client):
    assert "X-Robots-Tag" not in client.get("/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("charset", "status"), [("utf-16", 415), ("nonsense", 415), ("utf-8", 302)]
)
def test_forms_are_utf_8(client: Client, charset: str, status: int):
    form = f"application/x-www-form-urlencoded; charset={charset}"
    response = client.generic("POST", "/theme/", b"theme=dark", content_type=form)
    assert response.status_code == status
