from collections.abc import Iterator

import pytest
from channels.db import database_sync_to_async as database
from django.test import Client

from games.bus import presence
from games.computer import replies
from games.computer.pool import Pool
from games.engine import Variant
from games.models import Game
from tests.exhibitions import UNHURRIED, fake_clock, start_exhibition, time_between_moves
from tests.playing import url
from tests.sockets.sockets import GameSocket, connected

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _hurried() -> Iterator[None]:
    with time_between_moves(0):
        yield


async def receive_end(socket: GameSocket) -> list[int]:
    plies = [socket.state["ply"]]
    while socket.state["status"] == "playing":
        if (await socket.receive())["type"] == "state":
            plies.append(socket.state["ply"])
    return plies


@pytest.mark.usefixtures("_hurried")
async def test_a_game_goes_on_by_itself_while_somebody_watches():
    game = await database(start_exhibition)()
    async with connected(game, None) as watcher:
        plies = await receive_end(watcher)
    assert plies == list(range(len(plies)))
    assert "wins" in watcher.state["words"] or "draw" in watcher.state["words"]


@pytest.mark.usefixtures("_hurried")
async def test_a_game_that_nobody_sees_stands_still_after_a_move():
    game = await database(start_exhibition)()
    await replies.start(game.pk)
    assert not presence.is_watched(game.pk)
    assert (await Game.objects.aget()).ply == 1
    async with connected(game, None) as watcher:
        await receive_end(watcher)


def test_where_sockets_are_blocked_it_goes_on_too(client: Client):
    exhibition = start_exhibition()
    with fake_clock() as clock, time_between_moves(UNHURRIED):
        clock.advance(UNHURRIED)
        for visible, ply in (("false", 0), ("true", 1), ("true", 1)):
            shown = client.get(
                url(exhibition), {"visible": visible}, headers={"accept": "application/json"}
            )
            assert shown.json()["ply"] == ply


@pytest.mark.usefixtures("_hurried")
async def test_people_do_not_wait_for_its_searches(pool: Pool, monkeypatch):
    game = await database(start_exhibition)(variant=Variant(4, 4, 4))
    submit, asked = pool.submit, set()

    def note_and_submit(person: int, search, *, in_background: bool = False):
        asked.add((person, in_background))
        return submit(person, search, in_background=in_background)

    monkeypatch.setattr(pool, "submit", note_and_submit)
    await replies.start(game.pk)
    assert asked == {(None, True)}
