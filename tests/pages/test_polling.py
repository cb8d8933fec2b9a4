from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import AsyncClient, Client
from django.utils import timezone

from games.bus import presence
from games.models import Game, Player
from games.people.friends import chat
from games.play import services
from tests.metrics import counted
from tests.playing import X_WINS, url
from tests.sessions import session_key
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

AS_JSON = {"accept": "application/json"}


def poll(client: Client, game: Game, *, visible: str = "true") -> dict[str, Any]:
    response = client.get(url(game), {"visible": visible}, headers=AS_JSON)
    return response.json()


def post(client: Client, game: Game, action: str, **fields: object) -> dict[str, Any]:
    response = client.post(url(game, action), fields, follow=True, headers=AS_JSON)
    return {"http": response.status_code, **response.json()}


async def async_poll(client: AsyncClient, game: Game) -> dict[str, Any]:
    response = await client.get(url(game), {"visible": "true"}, headers=AS_JSON)
    return response.json()


async def async_client(player: Player) -> AsyncClient:
    client = AsyncClient()
    key = await database_sync_to_async(session_key)(player)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def test_two_play_a_game_and_no_move_is_lost_or_doubled(browse, game: Game, alice, bob):
    players = [browse(alice), browse(bob)]
    for ply, cell in enumerate(X_WINS):
        for _ in range(2):  # as after an answer that was lost
            posted = post(players[ply % 2], game, "move", ply=ply, cell=cell, message=f"k{ply}")
            assert (posted["http"], posted["ply"]) == (200, ply + 1)
        state = poll(players[1 - ply % 2], game)
        assert (state["type"], state["ply"], state["version"]) == ("state", ply + 1, ply + 2)
    assert state["you"] == ["O"]
    assert state["words"] == "X was faster. Three in a row."


def test_a_refusal_is_a_code_and_a_sentence(browse, game: Game, alice: Player):
    with counted("tictactoe_refusals_total", 1, code="stale_move"):
        refused = post(browse(alice), game, "move", ply=5, cell=0)
    sentence = "The board has changed since. Look again."
    assert refused == {"http": 409, "code": "stale_move", "message": sentence}
    assert post(browse(), game, "say", reaction="nice")["code"] == "not_your_game"
    assert post(browse(alice), Game(pk="nothing"), "resign")["code"] == "no_such_game"


def test_a_hint_is_the_answer(browse, computer_game: Game, alice: Player):
    hint = post(browse(alice), computer_game, "hint", ply=0)
    assert (hint["type"], hint["verdicts"]["4"]["words"]) == ("hint", "draw")


def test_forms_come_only_from_our_pages(game: Game):
    client = Client(enforce_csrf_checks=True)
    assert post(client, game, "resign")["code"] == "not_from_here"
    client.get("/")
    headers = {**AS_JSON, "X-CSRFToken": client.cookies["csrftoken"].value}
    assert client.post(url(game, "resign"), headers=headers).json()["code"] == "not_your_game"


def test_a_visible_page_is_a_sign_of_life_of_its_player(browse, game: Game, alice, bob, charlie):
    long_ago = timezone.now() - timedelta(minutes=2)
    Game.objects.update(x_seen_at=long_ago, o_seen_at=long_ago)
    for client in (browse(alice), browse(charlie), browse()):
        poll(client, game)
    poll(browse(bob), game, visible="false")
    seen = Game.objects.get()
    assert seen.x_seen_at > long_ago
    assert seen.o_seen_at == long_ago


def test_what_is_said_comes_with_the_state_and_words_for_players_alone(
    browse, game: Game, alice, bob, charlie
):
    for _ in range(2):
        post(browse(bob), game, "say", text=":nice:", message="k")
    assert game.events.filter(kind="reacted").count() == 1
    picture = {"type": "reaction", "mark": "O", "reaction": "nice"}
    assert [poll(browse(who), game)["said"] for who in (alice, bob, charlie)] == 3 * [picture]
    chat.send_message(game.pk, alice.pk, text="Well done")
    assert poll(browse(bob), game)["said"]["words"] == "Well done"
    assert "said" not in poll(browse(charlie), game)
    services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert "said" not in poll(browse(bob), game)


async def test_who_polls_is_here_until_silent(game: Game, alice, bob, monkeypatch):
    monkeypatch.setattr(presence, "PAGE_TIMEOUT", 1.0)
    monkeypatch.setattr(presence, "RECONNECTING_FOR", 0.5)
    client = await async_client(bob)
    async with connected(game, None) as watcher:
        shown = await async_poll(client, game)
        seats = {"X": "away", "O": "here"}
        assert shown["presence"] == {"type": "presence", "seats": seats, "watchers": 1}
        await watcher.receive_presence(seats=seats)
        await watcher.receive_presence(seats={"X": "away", "O": "reconnecting"})
        await watcher.receive_presence(seats={"X": "away", "O": "away"})


async def test_all_pages_of_one_are_one_watcher(game: Game, alice, charlie):
    newcomer, watcher = AsyncClient(), await async_client(charlie)
    async with connected(game, alice) as x:
        for _ in range(3):
            for client in (newcomer, watcher):
                shown = await async_poll(client, game)
        assert shown["presence"]["watchers"] == 2
        await x.receive_presence(seats={"X": "here", "O": "away"}, watchers=2)
