from __future__ import annotations

from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

from games.models import Game


def test_search_engines_are_kept_from_games_and_links_to_devices(client: Client, game: Game):
    page, json = f"/g/{game.pk}/", {"Accept": "application/json"}
    for path, headers in ((page, {}), (page, json), (f"{page}messages/", {}), ("/device/x/", {})):
        assert client.get(path, headers=headers)["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in client.get("/")


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
@pytest.mark.parametrize(
    ("charset", "status"), [("utf-16", 415), ("nonsense", 415), ("utf-8", 302)]
)
def test_forms_are_utf_8(client: Client, charset: str, status: int):
    form = f"application/x-www-form-urlencoded; charset={charset}"
    response = client.generic("POST", "/theme/", b"theme=dark", content_type=form)
    assert response.status_code == status
