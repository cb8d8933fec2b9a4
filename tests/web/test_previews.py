import re
from html import unescape
from io import BytesIO

import pytest
from django.core.cache import caches
from django.test import Client, override_settings
from PIL import Image

from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.play import limits, services
from games.presentation.pictures import rendering
from tests.playing import X_WINS, play, url

pytestmark = pytest.mark.django_db

VISITOR = {"REMOTE_ADDR": "203.0.113.9"}  # this machine's own address has no limit


def tags_of(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)"\s+content="([^"]*)"', page)
    return {name: unescape(content) for name, content in found}


def tags(client: Client, address: str) -> dict[str, str]:
    return tags_of(client.get(address).text)


def test_an_invitation_says_who_invites_to_what(client: Client, alice: Player):
    variant = BOARDS["connect-four"].variant
    game = services.create_game(host=alice, mark=Mark.X, variant=variant, best_of=3)
    found = tags(client, url(game))
    assert found["og:title"] == found["twitter:title"] == "Alice invites you to Connect Four"
    assert found["og:description"] == "Drop pieces into 7 columns. Four in a row wins. Best of 3."
    assert found["og:url"] == f"http://testserver{url(game)}"
    assert found["twitter:card"] == "summary_large_image"


def test_a_game_says_who_plays_and_how_it_stands(client: Client, game: Game):
    play(game, *X_WINS)
    found = tags(client, url(game))
    assert found["og:title"] == "Alice v Bob"
    assert found["og:description"] == "Classic. Alice wins. Three in a row."


def test_the_picture_changes_its_address_with_the_game(client: Client, game: Game):
    images = {tags(client, url(game))["og:image"], tags(client, url(play(game, 0)))["og:image"]}
    assert len(images) == 2
    assert all(i.startswith(f"http://testserver{url(game)}picture.png?version=") for i in images)


def test_addresses_are_those_that_others_can_reach(client: Client, game: Game):
    with override_settings(LAN_ADDRESS="http://192.168.1.5:8000"):
        found = tags_of(client.get(url(game), headers={"host": "localhost"}).text)
    assert found["og:image"].startswith("http://192.168.1.5:8000/g/")
    assert found["og:url"].startswith("http://192.168.1.5:8000/g/")


def test_the_picture_is_a_png_of_the_size_in_the_tags(client: Client, game: Game):
    response = client.get(url(game) + "picture.png")
    assert response["Content-Type"] == "image/png"
    assert Image.open(BytesIO(response.content)).size == (1200, 630)
    assert response["Cache-Control"] == "public, max-age=300"
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "session" not in response.cookies
    assert "Cookie" not in response.get("Vary", "")


def test_who_has_the_picture_gets_no_other(client: Client, game: Game):
    address = url(game) + "picture.png"
    etag = client.get(address)["ETag"]
    assert etag.startswith('"')
    caches["process"].clear()  # It need not be kept here.
    response = client.get(address, headers={"if-none-match": etag})
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", etag)
    assert not response.templates  # nor is it described, which renders templates


def test_no_game_has_no_picture(client: Client):
    assert client.get("/g/zzzzzzzzzz/picture.png").status_code == 404


def test_an_address_may_have_only_so_many_drawn(client: Client, game: Game, invitation: Game):
    kept = url(game) + "picture.png"
    assert client.get(kept, **VISITOR).status_code == 200
    for _ in range(29):
        limits.count(limits.PICTURES, address=VISITOR["REMOTE_ADDR"])
    response = client.get(url(invitation) + "picture.png", **VISITOR)
    assert response.status_code == 429
    assert not response.templates  # It is not described either.
    assert 0 < int(response["Retry-After"]) <= 61
    assert response["Cache-Control"] == "no-store"
    assert client.get(kept, **VISITOR).status_code == 200  # it is kept


def test_who_finds_too_many_waiting_is_asked_to_come_back(client: Client, game: Game, monkeypatch):
    monkeypatch.setattr(rendering, "PATIENCE", 0.01)
    with rendering.turn():
        response = client.get(url(game) + "picture.png")
    assert (response.status_code, response["Retry-After"]) == (503, "30")
