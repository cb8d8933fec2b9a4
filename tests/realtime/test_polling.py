"""The messages of the wire format over plain HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import AsyncClient, Client
from django.utils import timezone

from games import protocol, services
from games.engine import Mark
from games.models import Game, Player
from games.realtime import presence, reactions
from games.services import errors
from games.sessions import PLAYER
from tests.playing import X_WINS, play
from tests.realtime.test_consumers import looking, rename_table

pytestmark = pytest.mark.django_db(transaction=True)

Browse = Callable[..., "Browser"]


class Browser(Client):
    """A browser whose network lets no socket through."""

    def say(self, game: Game, type: str, **fields: object) -> dict[str, Any]:
        response = self.send(game, {"type": type, "id": "k", **fields})
        answer: dict[str, Any] = response.json()
        return answer

    def send(self, game: Game, message: object, **options: Any) -> Any:
        body = message if isinstance(message, str) else json.dumps(message)
        return self.post(url(game), body, "application/json", **options)

    def look(self, game: Game, **query: str) -> list[dict[str, Any]]:
        response = self.get(url(game), query)
        assert response["Cache-Control"].startswith("max-age=0, no-cache, no-store")
        told: list[dict[str, Any]] = response.json()
        return told


def url(game: Game) -> str:
    return f"/g/{game.pk}/messages/"


def session_of(player: Player) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[PLAYER] = player.pk
    session.save()
    return session.session_key or ""


@pytest.fixture
def browse() -> Browse:
    def make(player: Player | None = None, **options: Any) -> Browser:
        browser = Browser(**options)
        if player:
            browser.cookies[settings.SESSION_COOKIE_NAME] = session_of(player)
        return browser

    return make


async def wandering(player: Player) -> AsyncClient:
    """Return a browser whose requests are served in this test's event loop."""
    client = AsyncClient()
    key = await database_sync_to_async(session_of)(player)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def test_two_play_a_game_by_posting(browse: Browse, game: Game, alice: Player, bob: Player):
    players = [browse(alice), browse(bob)]
    for ply, cell in enumerate(X_WINS):
        answer = players[ply % 2].say(game, "move", ply=ply, cell=cell)
        assert answer == {"type": "ok", "id": "k", "version": ply + 2}
        state, people = players[1 - ply % 2].look(game)
        assert (state["type"], state["ply"], state["version"]) == ("state", ply + 1, ply + 2)
        assert people["type"] == "presence"
    assert state["you"] == ["O"]
    assert state["words"] == "Three in a row: Alice wins"


def test_a_message_that_comes_again_gets_its_answer_again(browse: Browse, game: Game, alice):
    browser = browse(alice)
    first = browser.say(game, "move", ply=0, cell=4)
    assert browser.say(game, "move", ply=0, cell=4) == first
    assert Game.objects.get().ply == 1


def test_sync_and_ping_are_answered_as_over_a_socket(browse: Browse, game: Game, bob: Player):
    assert browse().say(game, "ping", visible=True) == {"type": "pong", "id": "k", "version": 1}
    state = browse(bob).say(game, "sync")
    assert state["type"] == "state"
    assert state["you"] == ["O"]


def test_a_refusal_is_an_answer_with_the_true_state(browse: Browse, game: Game, bob: Player):
    response = browse(bob).send(game, {"type": "move", "id": "k7", "ply": 0, "cell": 4})
    assert response.status_code == 200
    answer = response.json()
    assert (answer["type"], answer["id"], answer["code"]) == ("no", "k7", "not_your_turn")
    assert answer["message"] == errors.NotYourTurn.message
    assert answer["state"]["cells"] == "." * 9
    assert answer["state"]["you"] == ["O"]


def test_strangers_and_newcomers_change_nothing(browse: Browse, game: Game, charlie: Player):
    for browser in (browse(), browse(charlie)):
        for message in ({"type": "move", "ply": 0, "cell": 4}, {"type": "resign"}):
            assert browser.send(game, {"id": "k", **message}).json()["code"] == "not_your_game"
        assert not browser.cookies.get("csrftoken")
    assert Game.objects.get().version == 1
    assert Player.objects.count() == 3


@pytest.mark.parametrize(
    ("body", "id", "code"),
    [
        ("", None, "not_json"),
        ("{", None, "not_json"),
        ("[]", None, "not_an_object"),
        ('{"type": "move"}', None, "wrong_id"),
        ('{"type": "win", "id": "k"}', "k", "unknown_type"),
        ('{"type": "resign", "id": "k", "winner": "X"}', "k", "wrong_fields"),
        ('{"type": "move", "id": "k", "ply": 0, "cell": -1}', "k", "wrong_value"),
        ('{"type": "resign", "id": "k"}' + " " * protocol.MAX_FRAME, None, "too_long"),
        ("x" * 3_000_000, None, "too_long"),
        ("\ud800".encode("utf-8", "surrogatepass"), None, "not_json"),
    ],
)
def test_what_is_no_message_is_refused_in_json(browse: Browse, game, alice, body, id, code):
    response = browse(alice).post(url(game), body, "application/json")
    assert response.status_code == 400
    answer = response.json()
    assert (answer["type"], answer["id"], answer["code"]) == ("no", id, code)
    assert Game.objects.get().version == 1


def test_a_form_is_no_message(browse: Browse, game: Game, alice: Player):
    for options in ({}, {"content_type": "application/x-www-form-urlencoded"}):
        response = browse(alice).post(url(game), "type=resign" if options else {"a": 1}, **options)
        assert response.status_code == 400
        assert response.json()["code"] == "not_json"


@pytest.mark.parametrize("message", [{"type": "sync"}, {"type": "move", "ply": 0, "cell": 4}])
def test_an_unknown_game_is_refused_in_json(browse: Browse, alice: Player, message):
    browser, gone = browse(alice), Game(pk="nothing")
    response = browser.send(gone, {"id": "k", **message})
    assert response.status_code == 404
    assert (response.json()["id"], response.json()["code"]) == ("k", "no_such_game")
    response = browser.get(url(gone))
    assert response.status_code == 404
    assert response.json()["code"] == "no_such_game"


def test_messages_come_only_from_our_pages(browse: Browse, game: Game, alice: Player):
    browser = browse(alice, enforce_csrf_checks=True)
    response = browser.send(game, {"type": "resign", "id": "k"})
    assert response.status_code == 403
    assert (response.json()["type"], response.json()["code"]) == ("no", "not_from_here")
    browser.get(game.get_absolute_url())
    token = browser.cookies["csrftoken"].value
    response = browser.send(game, {"type": "resign", "id": "k"}, headers={"X-CSRFToken": token})
    assert response.json()["type"] == "ok"


def test_too_many_messages_are_refused_with_the_time_to_wait(browse: Browse, game, alice, bob):
    browser = browse(alice)
    for _ in range(40):
        assert browser.say(game, "ping", visible=True)["type"] == "pong"
    response = browse(alice).send(game, {"type": "move", "id": "k", "ply": 0, "cell": 4})
    assert response.status_code == 429
    assert response.json()["code"] == "too_fast"
    assert "Please wait" in response.json()["message"]
    assert Game.objects.get().ply == 0
    assert browse(bob).say(game, "ping", visible=True)["type"] == "pong"
    assert browse().say(game, "ping", visible=True)["type"] == "pong"


def test_only_asking_and_posting_are_understood(browse: Browse, game: Game, alice: Player):
    assert browse(alice).delete(url(game)).status_code == 405


def test_polling_is_a_sign_of_life_of_players_with_a_visible_page(
    browse: Browse, game: Game, alice: Player, bob: Player, charlie: Player
):
    long_ago = timezone.now() - timedelta(minutes=2)
    Game.objects.update(x_seen_at=long_ago, o_seen_at=long_ago)
    for browser in (browse(alice), browse(charlie), browse()):
        browser.look(game, visible="true")
    browse(bob).look(game, visible="false")
    browse(bob).say(game, "ping", visible=False)
    seen = Game.objects.get()
    assert seen.x_seen_at
    assert seen.x_seen_at > long_ago
    assert seen.o_seen_at == long_ago


async def test_the_computer_answers_without_holding_up_the_answer(alice: Player, computer: Player):
    game = await database_sync_to_async(services.create_game)(
        host=alice, mark=Mark.X, guest=computer
    )
    client = await wandering(alice)
    move = {"type": "move", "id": "k", "ply": 0, "cell": 0}
    response = await client.post(url(game), json.dumps(move), "application/json")
    assert response.json() == {"type": "ok", "id": "k", "version": 2}
    async with asyncio.timeout(20):
        while (await client.get(url(game))).json()[0]["ply"] < 2:
            await asyncio.sleep(0.01)
    assert (await Game.objects.aget()).position == "X../.O./..."


def test_reactions_reach_those_who_poll(browse: Browse, game: Game, alice, bob):
    other = Game.objects.create(x=alice, o=bob, status=Game.Status.PLAYING)
    services.react(other.pk, bob.pk, reaction="wow")
    assert browse(bob).say(game, "react", reaction="nice")["type"] == "ok"
    for player in (alice, bob):
        *_, told = browse(player).look(game)
        assert told.pop("number") > 0
        assert told == {"type": "reaction", "mark": "O", "reaction": "nice"}
    reactions._recent.clear()
    assert [told["type"] for told in browse(alice).look(game)] == ["state", "presence"]


async def test_polling_brings_a_reply_that_was_lost(alice: Player, computer: Player):
    game = await database_sync_to_async(services.create_game)(
        host=alice, mark=Mark.X, guest=computer
    )
    await database_sync_to_async(play)(game, 0)
    client = await wandering(alice)
    async with asyncio.timeout(20):
        while (await client.get(url(game))).json()[0]["ply"] < 2:
            await asyncio.sleep(0.01)


async def test_who_polls_is_here_until_silent(game: Game, alice, bob, monkeypatch):
    monkeypatch.setattr(presence, "PAGE_TIMEOUT", 1.0)
    monkeypatch.setattr(presence, "RECONNECTING_FOR", 0.5)
    client = await wandering(bob)
    async with looking(game, None) as watcher:
        await client.get(url(game), {"page": "tab", "visible": "true"})
        await watcher.hear_of_people(seats={"X": "away", "O": "here"})
        _, people = (await client.get(url(game), {"page": "tab", "visible": "true"})).json()
        assert people == {"type": "presence", "seats": {"X": "away", "O": "here"}, "watchers": 1}
        await watcher.hear_of_people(seats={"X": "away", "O": "reconnecting"})
        await watcher.hear_of_people(seats={"X": "away", "O": "away"})


async def test_a_hidden_page_that_polls_is_away_and_two_pages_are_one_person(game, alice, bob):
    client = await wandering(bob)
    async with looking(game, alice) as x:
        await client.get(url(game), {"page": "a", "visible": "true"})
        await x.hear_of_people(seats={"X": "here", "O": "here"}, watchers=0)
        await client.get(url(game), {"page": "a", "visible": "false"})
        await x.hear_of_people(seats={"X": "here", "O": "away"}, watchers=0)
        await client.get(url(game), {"page": "b", "visible": "true"})
        await x.hear_of_people(seats={"X": "here", "O": "here"}, watchers=0)


async def test_an_error_of_the_database_is_answered(game: Game, alice: Player, caplog):
    client = await wandering(alice)
    await rename_table("games_game", "elsewhere")
    try:
        response = await client.post(
            url(game), json.dumps({"type": "sync", "id": "k"}), "application/json"
        )
    finally:
        await rename_table("elsewhere", "games_game")
    assert (response.status_code, response.json()["code"]) == (500, "failed")
    assert "no such table" in caplog.text


async def test_pages_that_are_made_up_are_one_watcher(game: Game, alice, charlie):
    newcomer, watcher = AsyncClient(), await wandering(charlie)
    async with looking(game, alice) as x:
        for number in range(5):
            for client in (newcomer, watcher):
                await client.get(url(game), {"page": f"{number}", "visible": "true"})
        _, people = (await watcher.get(url(game), {"page": "6", "visible": "true"})).json()
        assert people["watchers"] == 2
        await x.hear_of_people(seats={"X": "here", "O": "away"}, watchers=2)


async def test_a_posted_move_reaches_the_sockets(game: Game, alice: Player, bob: Player):
    client = await wandering(alice)
    async with looking(game, bob) as o:
        move = {"type": "move", "id": "k", "ply": 0, "cell": 4}
        await client.post(url(game), json.dumps(move), "application/json")
        assert (await o.hear_of(1))["cells"] == "....X...."
