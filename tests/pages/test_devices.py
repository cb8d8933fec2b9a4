"""Links that move a player to another device."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.playing import start

pytestmark = pytest.mark.django_db


def test_a_link_to_another_device_takes_the_player_along_once(client: Client):
    game = start(client, opponent="friend", side="X")
    response = client.post("/device/", {"next": f"/g/{game.pk}/"})
    path = response.context["link"].removeprefix("http://testserver")
    phone = Client()
    assert phone.get(path).status_code == 200
    response = phone.post(path)
    assert response["Location"] == f"/g/{game.pk}/"
    assert phone.get(f"/g/{game.pk}/").context["state"]["you"] == ["X"]
    page = client.get(f"/g/{game.pk}/").content
    assert b"You went on at another device" in page
    assert b"invites you to play" in page
    assert b"You went on at another device" not in client.get("/").content
    assert Client().post(path).status_code == 410
    assert Client().get(path).status_code == 410


def test_the_page_that_redeems_a_link_is_kept_nowhere(client: Client):
    start(client, opponent="device")
    path = client.post("/device/").context["link"].removeprefix("http://testserver")
    for response in (client.get(path), client.post(path), client.get(path)):
        assert response["Cache-Control"] == "no-store"
