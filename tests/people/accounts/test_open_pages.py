import asyncio
from threading import Event

import pytest
from channels.db import database_sync_to_async as database
from channels.layers import get_channel_layer
from django.test import Client

from games.engine import Mark
from games.models import Game
from games.play import services
from games.sockets import game_consumer
from tests.accounts import PASSWORD, with_account
from tests.people.accounts.accounts import sign_in, signed_in
from tests.playing import reload
from tests.sessions import cookie_header
from tests.sockets.sockets import TIMEOUT, GameSocket, opened

pytestmark = pytest.mark.django_db(transaction=True)


open_session = database(signed_in)


def socket_of(client: Client, game: Game) -> GameSocket:
    return GameSocket(game.pk, cookie_header(client.cookies["session"].value))


async def test_the_board_stays_live_in_another_tab_while_one_signs_up(alice, game, browse):
    client = await database(browse)(alice)
    tab = socket_of(client, game)
    async with opened(tab):
        assert (await tab.receive())["you"] == ["X"]
        data = {"username": "Grace", "password1": PASSWORD}
        await database(client.post)("/account/sign-up/", data)
        assert (await tab.request("move", ply=0, cell=4))["type"] in ("ok", "state")
    again = socket_of(client, game)
    async with opened(again):
        assert (await again.receive())["you"] == ["X"]


async def test_the_board_stays_live_in_another_tab_while_one_signs_in(alice, charlie, game, browse):
    await database(with_account)(charlie)
    client = await database(browse)(alice)
    tab = socket_of(client, game)
    async with opened(tab):
        assert (await tab.receive())["you"] == ["X"]
        await database(sign_in)(client, "Charlie")
        await tab.send_json_to({"type": "move", "id": "k", "ply": 0, "cell": 4})
        await tab.receive_ply(1)
        back = socket_of(client, game)  # a page that has come back meanwhile
        async with opened(back):
            assert (await back.receive())["you"] == []
            await database(client.post)("/account/games/", {"bring": "on"})
            while (await back.receive())["you"] != ["X"]:
                continue
        # The session of the first tab has ended: it is asked to come back with the new one.
        while (output := await tab.receive_output())["type"] != "websocket.close":
            continue
        assert output["code"] == 4014
    again = socket_of(client, game)
    async with opened(again):
        assert (await again.receive())["you"] == ["X"]


@pytest.mark.parametrize("is_heard", [True, False])
async def test_a_browser_that_is_signed_out_only_watches(alice, bob, is_heard, monkeypatch):
    await database(with_account)(alice)
    game = await database(services.create_game)(host=alice, mark=Mark.X, guest=bob)
    here, there = await open_session(alice), await open_session(alice)
    mine, other = socket_of(here, game), socket_of(there, game)
    if not is_heard:
        monkeypatch.setattr("games.bus.broadcast.announce_sign_out", lambda player: None)
    async with opened(mine), opened(other):
        for tab in (mine, other):
            assert (await tab.receive())["you"] == ["X"]
        await database(here.post)("/account/browsers/", {})
        await other.send_json_to({"type": "move", "id": "k", "ply": 0, "cell": 4})
        while (output := await other.receive_output())["type"] != "websocket.close":
            continue
        assert output["code"] == 4014
        assert (await database(reload)(game)).ply == 0
        await mine.send_json_to({"type": "move", "id": "k", "ply": 0, "cell": 4})
        await mine.receive_ply(1)
    again = socket_of(there, game)
    async with opened(again):
        assert (await again.receive())["you"] == []


@pytest.mark.postgresql  # where a thread reads the session while another one answers
async def test_a_move_that_meets_the_news_of_a_sign_out_is_made(alice, bob, monkeypatch):
    await database(with_account)(alice)
    game = await database(services.create_game)(host=alice, mark=Mark.X, guest=bob)
    here, _there = await open_session(alice), await open_session(alice)
    begun, signed_out, has_news = Event(), Event(), Event()
    answer, layer = game_consumer._answer, get_channel_layer()
    join = layer.group_add

    def answer_late(*arguments):
        begun.set()
        assert signed_out.wait(TIMEOUT)
        answered = answer(*arguments)
        assert has_news.wait(TIMEOUT)
        return answered

    async def join_and_note(group: str, channel: str) -> None:
        await join(group, channel)
        has_news.set()

    async with opened(mine := socket_of(here, game)):
        assert (await mine.receive())["you"] == ["X"]
        monkeypatch.setattr(game_consumer, "_answer", answer_late)
        monkeypatch.setattr(layer, "group_add", join_and_note)
        await mine.send_json_to({"type": "move", "id": "k", "ply": 0, "cell": 4})
        await asyncio.to_thread(begun.wait, TIMEOUT)
        await database(here.post)("/account/browsers/", {})
        signed_out.set()
        await mine.receive_ply(1)
