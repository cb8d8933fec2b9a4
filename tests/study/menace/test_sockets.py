"""A game against Menace, over sockets."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.ai.computer_players import MENACE
from games.engine import Mark
from games.models import Game, Player
from games.play import services
from games.study.menace.models import LearnedGame, Matchbox
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


@database_sync_to_async
def game_against_menace(person: Player) -> Game:
    menace = Player.objects.of_level(MENACE)
    return services.create_game(host=person, mark=Mark.X, guest=menace)


async def test_it_replies_and_has_learned_when_the_end_is_announced(alice: Player):
    game = await game_against_menace(alice)
    async with connected(game, alice) as x:
        while x.state["status"] == "playing":
            ply = x.state["ply"]
            await x.request("move", ply=ply, cell=x.state["cells"].index("."))
            await x.receive_ply(ply + 1)
            if x.state["status"] == "playing":
                await x.receive_ply(ply + 2)
        learned = await LearnedGame.objects.aget()
    assert learned.game_id == game.pk
    assert learned.mark == "O"
    assert await Matchbox.objects.aexists()


async def test_what_a_refused_end_would_have_taught_is_not_learned(alice: Player, bob: Player):
    game = await game_against_menace(alice)
    async with connected(game, alice) as x, connected(game, bob) as stranger:
        await x.request("move", ply=0, cell=4)
        await x.receive_ply(2)
        await stranger.receive_ply(2)
        assert (await stranger.request("resign"))["code"] == "not_your_game"
        assert not await LearnedGame.objects.aexists()
        assert (await x.request("resign"))["type"] == "ok"
        assert (await x.receive())["status"] == "finished"
        assert (await x.request("resign"))["type"] == "ok"
    assert await LearnedGame.objects.acount() == 1
