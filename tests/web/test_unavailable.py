import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.db import connection
from django.test import Client

from games.models import Game, Move, Player
from tests.metrics import counted
from tests.playing import url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@contextmanager
def locked() -> Iterator[None]:
    connection.cursor().execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
    connection.close()


@pytest.fixture
def client(browse, alice: Player) -> Client:
    client = browse(alice)
    client.raise_request_exception = False
    return client


def test_a_form_that_is_not_saved_can_be_sent_again(game: Game, client: Client, caplog):
    form = {"cell": "4", "ply": "0", "message": 'a"b'}
    with locked(), caplog.at_level(logging.ERROR, "django.request"):
        response = client.post(url(game, "move"), form)
    page = response.text
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "no-store" in response["Cache-Control"]
    assert f'action="{url(game, "move")}"' in page
    assert 'name="message" value="a&quot;b"' in page
    assert not Move.objects.exists()
    assert client.post(url(game, "move"), form).status_code == 302
    assert Move.objects.count() == 1


def test_a_script_gets_a_refusal(game: Game, client: Client):
    with locked(), counted("tictactoe_refusals_total", 1, code="not_saved"):
        response = client.post(url(game, "resign"), headers={"accept": "application/json"})
    assert (response.status_code, response.json()["code"]) == (503, "not_saved")


def test_no_password_is_repeated(client: Client):
    with locked():
        form = {"username": "Grace", "password1": "three plain words"}
        response = client.post("/account/sign-up/", form)
    assert response.status_code == 503
    assert "three plain words" not in response.text


def test_what_staff_have_sent_is_not_repeated(game: Game, admin_client: Client):
    admin_client.raise_request_exception = False
    with locked():
        response = admin_client.post(
            f"/admin/games/game/{game.pk}/delete/", {"post": "yes", "password": "secret"}
        )
    assert response.status_code == 503
    assert "secret" not in response.text


def test_another_error_is_still_a_fault_of_ours(client: Client, monkeypatch, game: Game):
    monkeypatch.setattr("games.play.services.find_game", None)
    response = client.post(url(game, "claim"))
    assert response.status_code == 500
    assert "That was our fault" in response.text
