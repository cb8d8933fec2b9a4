import asyncio
from random import Random
from threading import Event

import pytest
from channels.db import database_sync_to_async
from django.db import InterfaceError

from games.ai.choosers import _registered, chooser
from games.computer import replies
from games.engine import Board, Mark
from games.models import Game, Player
from games.play import services
from tests.playing import play
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


class BlockedPlayer:
    def __init__(self) -> None:
        self.thinking, self.done = Event(), Event()

    def __call__(self, board: Board, rng: Random) -> int:
        self.thinking.set()
        assert self.done.wait(20)
        return board.legal_moves()[0]


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> BlockedPlayer:
    player = BlockedPlayer()
    monkeypatch.setitem(_registered, "champion", lambda board: player)
    return player


async def test_a_long_search_holds_up_nobody(game, alice, computer_game, blocked):
    async with connected(computer_game, alice) as waiting, connected(game, alice) as other:
        await waiting.request("move", ply=0, cell=4)
        await asyncio.to_thread(blocked.thinking.wait, 20)
        assert (await other.request("move", ply=0, cell=4))["type"] == "ok"
        await waiting.receive_ply(1)
        assert (await waiting.request("ping"))["type"] == "pong"
        assert waiting.state["words"] == "Computer's turn"
        blocked.done.set()
        assert (await waiting.receive_ply(2))["cells"] == "O...X...."


async def test_one_search_at_a_time_for_a_game(alice: Player, computer: Player, blocked):
    game = await database_sync_to_async(services.create_game)(
        host=alice, mark=Mark.O, guest=computer
    )
    replies.start(game.pk)
    replies.start(game.pk)
    assert len(replies._under_way) == 1
    blocked.done.set()
    await replies._under_way[game.pk]
    await asyncio.sleep(0)
    assert replies._under_way == {}
    assert (await Game.objects.aget(pk=game.pk)).ply == 1


@pytest.mark.parametrize(
    ("error", "is_logged"),
    [(RuntimeError("lost its way"), True), (InterfaceError("lost its way"), False)],
)
async def test_a_reply_that_fails_is_made_up_for_at_the_next_look(
    alice: Player, computer_game: Game, monkeypatch, caplog, error: Exception, is_logged: bool
):
    await database_sync_to_async(play)(computer_game, 0)

    def fail(board: Board, rng: Random) -> int:
        raise error

    with monkeypatch.context() as patch:
        patch.setitem(_registered, "champion", lambda board: fail)
        replies.start(computer_game.pk)
        await asyncio.wait([replies._under_way[computer_game.pk]])
        await asyncio.sleep(0)
    assert ("lost its way" in caplog.text) is is_logged
    async with connected(computer_game, alice) as x:
        assert (await x.receive_ply(2))["cells"] == "X...O...."


async def test_a_search_for_what_was_taken_back_is_followed_by_the_right_one(
    alice, computer_game, blocked
):
    async with connected(computer_game, alice) as x:
        await x.request("move", id="a", ply=0, cell=4)
        await asyncio.to_thread(blocked.thinking.wait, 20)
        await x.receive_ply(1)
        assert (await x.request("undo", id="b", ply=1))["type"] == "ok"
        assert (await x.receive_ply(0))["moves"] == []
        assert (await x.request("move", id="c", ply=0, cell=0))["type"] == "ok"
        await x.receive_ply(1)
        blocked.done.set()
        assert (await x.receive_ply(2))["moves"] == [0, 1]
    assert (await Game.objects.aget(pk=computer_game.pk)).ply == 2


async def test_a_move_that_comes_after_the_last_look_is_replied_to(computer_game, monkeypatch):
    loop, look = asyncio.get_running_loop(), replies.pending_reply

    def look_too_early(game_id: str) -> replies.PendingReply | None:
        monkeypatch.setattr(replies, "pending_reply", look)
        found = look(game_id)
        play(computer_game, 0)
        loop.call_soon_threadsafe(replies.start, game_id)
        return found

    monkeypatch.setattr(replies, "pending_reply", look_too_early)
    await replies.start(computer_game.pk)
    assert (await Game.objects.aget(pk=computer_game.pk)).position == "X../.O./..."


def test_the_computer_owes_a_reply_only_on_its_turn(alice: Player, computer: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer)
    assert replies.pending_reply(game.pk) is None
    play(game, 4)
    pending = replies.pending_reply(game.pk)
    assert (pending.player, pending.choose) == (computer, chooser("champion"))
    assert replies.pending_reply("nothing") is None


def test_a_reply_to_a_move_that_was_taken_back_is_dropped(computer_game: Game, alice: Player):
    play(computer_game, 4)
    pending = replies.pending_reply(computer_game.pk)
    services.undo(computer_game.pk, alice.pk, ply=1)
    play(computer_game, 0)
    replies.play(pending, 8)  # which is free on the other board too
    assert services.find_game(computer_game.pk).position == "X../.../..."
