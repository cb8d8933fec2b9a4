from contextlib import asynccontextmanager

import pytest
from channels.db import database_sync_to_async

from games.models import Game, Player
from tests.languages.pseudo import CODE, outside
from tests.playing import play
from tests.sessions import session_cookie
from tests.sockets.sockets import HEADERS, GameSocket, Socket, connected
from tictactoe_site.asgi import application

WANTED = (b"accept-language", CODE.encode())

pytestmark = pytest.mark.django_db(transaction=True)


@asynccontextmanager
async def connected_in_brackets(game: Game, player: Player | None):
    socket = GameSocket(game.pk, await session_cookie(player), WANTED)
    assert (await socket.connect())[0]
    try:
        await socket.receive()
        yield socket
    finally:
        await socket.disconnect()


async def test_each_player_reads_a_move_in_their_own_language(game: Game, alice, bob):
    async with connected(game, alice) as x, connected_in_brackets(game, bob) as o:
        assert x.state["words"] == "Your turn"
        assert o.state["words"] == "⟦Alice's turn⟧"
        await x.request("move", ply=0, cell=4)
        assert (await o.receive_ply(1))["words"] == "⟦Your turn⟧"


async def test_spectators_of_different_languages_share_no_words(game: Game, alice: Player):
    async with connected(game, None) as english, connected_in_brackets(game, None) as other:
        await database_sync_to_async(play)(game, 0)
        assert (await english.receive_ply(1))["words"] == "Bob to move"
        assert (await other.receive_ply(1))["words"] == "⟦Bob to move⟧"


async def test_a_refusal_is_in_the_language_of_who_is_refused(game: Game, alice, bob):
    async with connected_in_brackets(game, bob) as o, connected(game, bob) as same:
        refused = await o.request("move", ply=0, cell=4)
        assert refused["message"] == "⟦It is not your turn yet.⟧"
        assert list(outside(refused["state"]["words"])) == []
        assert (await same.request("move", ply=0, cell=4))["message"] == "It is not your turn yet."


async def test_the_computer_speaks_ones_own_language(computer_game: Game, alice: Player):
    async with connected_in_brackets(computer_game, alice) as x:
        assert x.state["seats"]["O"]["name"] == "⟦Computer (⟦Champion⟧)⟧"
        hint = await x.request_hint(ply=0)
        assert list(outside(hint["words"])) == []
        await x.request("move", ply=0, cell=4)
        assert (await x.receive_ply(2))["words"] == "⟦Your turn⟧"


async def test_each_watcher_reads_the_live_games_in_their_own_language(game: Game):
    words = []
    for headers in ([WANTED, *HEADERS], HEADERS, [WANTED, *HEADERS]):
        socket = Socket(application, "/ws/watch/", headers=headers)
        assert (await socket.connect())[0]
        [shown] = (await socket.receive_json_from())["changed"]
        words.append((shown["board"], shown["words"]))
        await socket.disconnect()
    assert words == [
        ("⟦Classic⟧", "⟦Alice to move⟧"),
        ("Classic", "Alice to move"),
        ("⟦Classic⟧", "⟦Alice to move⟧"),
    ]


async def test_the_cookie_chooses_before_the_browser(game: Game):
    cookie = (b"cookie", f"django_language={CODE}".encode())
    socket = GameSocket(game.pk, cookie, (b"accept-language", b"en"))
    assert (await socket.connect())[0]
    assert (await socket.receive())["words"] == "⟦Alice to move⟧"
    await socket.disconnect()
