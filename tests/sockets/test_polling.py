"""The messages of the wire format over plain HTTP."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.test import AsyncClient
from django.utils import timezone

from games import protocol
from games.bus import presence, reactions
from games.models import Game, Player
from games.play import services
from tests.playing import X_WINS, play
from tests.sockets.polling import PollingClient, async_client, messages_url
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_play_a_game_by_posting(game: Game, alice: Player, bob: Player):
    players = [PollingClient(alice), PollingClient(bob)]
    for ply, cell in enumerate(X_WINS):
        answer = players[ply % 2].request_answer(game, "move", ply=ply, cell=cell)
        assert answer == {"type": "ok", "id": "k", "version": ply + 2}
        state, people = players[1 - ply % 2].poll(game)
        assert (state["type"], state["ply"], state["version"]) == ("state", ply + 1, ply + 2)
        assert people["type"] == "presence"
    assert state["you"] == ["O"]
    assert state["words"] == "You lose. Three in a row."


@pytest.mark.parametrize(
    ("body", "id", "code"),
    [
        ("", None, "not_json"),
        ('{"type": "win", "id": "k"}', "k", "unknown_type"),
        ('{"type": "resign", "id": "k"}' + " " * protocol.MAX_FRAME, None, "too_long"),
        ("x" * 3_000_000, None, "too_long"),
        ("\ud800".encode("utf-8", "surrogatepass"), None, "not_json"),
    ],
)
def test_what_is_no_message_is_refused_in_json(game, alice, body, id, code):
    response = PollingClient(alice).post(messages_url(game), body, "application/json")
    assert response.status_code == 400
    answer = response.json()
    assert (answer["type"], answer["id"], answer["code"]) == ("no", id, code)
    assert Game.objects.get().version == 1


def test_an_unknown_game_is_refused_in_json(alice: Player):
    message = {"type": "move", "ply": 0, "cell": 4}
    client, gone = PollingClient(alice), Game(pk="nothing")
    response = client.post_message(gone, message)
    assert response.status_code == 404
    assert (response.json()["id"], response.json()["code"]) == ("k", "no_such_game")
    response = client.get(messages_url(gone))
    assert response.status_code == 404
    assert response.json()["code"] == "no_such_game"


def test_messages_come_only_from_our_pages(game: Game, alice: Player):
    client = PollingClient(alice, enforce_csrf_checks=True)
    response = client.post_message(game, {"type": "resign"})
    assert response.status_code == 403
    assert (response.json()["type"], response.json()["code"]) == ("no", "not_from_here")
    client.get(game.get_absolute_url())
    token = client.cookies["csrftoken"].value
    response = client.post_message(game, {"type": "resign"}, headers={"X-CSRFToken": token})
    assert response.json()["type"] == "ok"


def test_polling_is_a_sign_of_life_of_players_with_a_visible_page(
    game: Game, alice: Player, bob: Player, charlie: Player
):
    long_ago = timezone.now() - timedelta(minutes=2)
    Game.objects.update(x_seen_at=long_ago, o_seen_at=long_ago)
    for client in (PollingClient(alice), PollingClient(charlie), PollingClient()):
        client.poll(game, visible="true")
    PollingClient(bob).poll(game, visible="false")
    PollingClient(bob).request_answer(game, "ping", visible=False)
    seen = Game.objects.get()
    assert seen.x_seen_at
    assert seen.x_seen_at > long_ago
    assert seen.o_seen_at == long_ago


def test_reactions_reach_those_who_poll(game: Game, alice, bob):
    other = Game.objects.create(x=alice, o=bob, status=Game.Status.PLAYING)
    services.react(other.pk, bob.pk, reaction="wow")
    assert PollingClient(bob).request_answer(game, "react", reaction="nice")["type"] == "ok"
    for player in (alice, bob):
        *_, told = PollingClient(player).poll(game)
        assert told.pop("number") > 0
        assert told == {"type": "reaction", "mark": "O", "reaction": "nice"}
    reactions._recent.clear()
    assert [told["type"] for told in PollingClient(alice).poll(game)] == ["state", "presence"]


async def test_polling_brings_a_reply_that_was_lost(alice: Player, computer_game: Game):
    await database_sync_to_async(play)(computer_game, 0)
    client = await async_client(alice)
    async with asyncio.timeout(20):
        while (await client.get(messages_url(computer_game))).json()[0]["ply"] < 2:
            await asyncio.sleep(0.01)


async def test_who_polls_is_here_until_silent(game: Game, alice, bob, monkeypatch):
    monkeypatch.setattr(presence, "PAGE_TIMEOUT", 1.0)
    monkeypatch.setattr(presence, "RECONNECTING_FOR", 0.5)
    client = await async_client(bob)
    async with connected(game, None) as watcher:
        await client.get(messages_url(game), {"page": "tab", "visible": "true"})
        await watcher.receive_presence(seats={"X": "away", "O": "here"})
        _, people = (
            await client.get(messages_url(game), {"page": "tab", "visible": "true"})
        ).json()
        assert (people["type"], people["seats"]) == ("presence", {"X": "away", "O": "here"})
        await watcher.receive_presence(seats={"X": "away", "O": "reconnecting"})
        await watcher.receive_presence(seats={"X": "away", "O": "away"})


async def test_pages_that_are_made_up_are_one_watcher(game: Game, alice, charlie):
    newcomer, watcher = AsyncClient(), await async_client(charlie)
    async with connected(game, alice) as x:
        for number in range(5):
            for client in (newcomer, watcher):
                await client.get(messages_url(game), {"page": f"{number}", "visible": "true"})
        _, people = (await watcher.get(messages_url(game), {"page": "6", "visible": "true"})).json()
        assert people["watchers"] == 2
        await x.receive_presence(seats={"X": "here", "O": "away"}, watchers=2)
