"""Exhibitions over sockets and over HTTP: they go on while somebody watches."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async as database

from games.bus import presence
from games.computer import replies, timers
from games.computer.pool import Pool
from games.engine import Variant
from games.models import Game, Player
from tests.exhibitions import UNHURRIED, fake_clock, set_pace, start_exhibition
from tests.sockets.polling import async_client, messages_url
from tests.sockets.sockets import GameSocket, connected

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _forget_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no timer of a test's loop to the next test."""
    monkeypatch.setattr(timers, "_timers", {})


@pytest.fixture
def exhibition(alice: Player) -> Game:
    """Alice watches two random players, who take their time."""
    return start_exhibition(alice, pace=UNHURRIED)


async def receive_end(socket: GameSocket) -> list[int]:
    """Return the number of moves in each state until the game is over."""
    plies = [socket.state["ply"]]
    while socket.state["status"] == "playing":
        if (await socket.receive())["type"] == "state":
            plies.append(socket.state["ply"])
    return plies


# The moves


async def test_a_game_goes_on_by_itself_while_somebody_watches(alice: Player):
    game = await database(start_exhibition)(alice)
    await database(set_pace)(game, 1)
    async with connected(game, None) as watcher:
        plies = await receive_end(watcher)
    assert plies == list(range(len(plies)))
    assert "wins" in watcher.state["words"] or "draw" in watcher.state["words"]


async def test_a_game_that_nobody_sees_stands_still(exhibition: Game):
    with fake_clock() as clock:
        async with connected(exhibition, None) as watcher:
            await watcher.request("ping", visible=False)
            clock.advance(UNHURRIED / 1000)
            timers.schedule(exhibition.pk, 0)
            await watcher.request("ping", visible=False)
            assert exhibition.pk not in replies._under_way
            await watcher.request("ping", visible=True)
            await watcher.receive_ply(1)
    assert not presence.is_watched(exhibition.pk)


# Directing it


async def test_the_owner_directs_it_over_a_socket(exhibition: Game, alice: Player):
    async with connected(exhibition, alice) as owner, connected(exhibition, None) as watcher:
        assert (owner.state["is_owner"], watcher.state["is_owner"]) == (True, False)
        assert owner.state["you"] == []
        assert (await owner.request("pause", id="a"))["type"] == "ok"
        paused = await watcher.receive()
        assert paused["part"]["is_paused"]
        assert paused["words"] == "Paused. X to move"
        await owner.receive()
        assert (await owner.request("step", id="b", ply=0))["type"] == "ok"
        await watcher.receive_ply(1)
        await owner.receive_ply(1)
        assert (await owner.request("step", id="b", ply=0))["type"] == "ok"
        assert (await owner.request("pace", id="c", pace=5000))["type"] == "ok"
        assert (await watcher.receive())["part"] == {"pace": 5000, "is_paused": True}
        await owner.receive()
        assert (await owner.request("resume", id="d"))["type"] == "ok"
        assert not (await watcher.receive())["part"]["is_paused"]
        await owner.receive()
        assert (await owner.request("stop", id="e"))["type"] == "ok"
        assert (await watcher.receive())["words"] == "This game was stopped."
    assert (await Game.objects.aget()).ply == 1


async def test_another_pace_wakes_a_game_that_waits(exhibition: Game, alice: Player):
    async with connected(exhibition, alice) as owner:
        before = timers._timers[exhibition.pk]
        await owner.request("pace", pace=2000)
        assert (await owner.receive())["part"]["pace"] == 2000
        assert timers._timers[exhibition.pk].when() < before.when()


# Over HTTP


async def test_where_sockets_are_blocked_it_goes_on_too(exhibition: Game, alice: Player):
    client, query = await async_client(alice), {"page": "k", "visible": "true"}

    async def poll(**changes: str) -> dict[str, Any]:
        response = await client.get(messages_url(exhibition), {**query, **changes})
        return response.json()[0]

    async def finish_reply() -> None:
        if reply := replies._under_way.get(exhibition.pk):  # It may be done already.
            await reply

    with fake_clock() as clock:
        state = await poll()
        assert (state["ply"], state["is_owner"]) == (0, True)
        assert exhibition.pk in timers._timers
        await finish_reply()  # which finds that no move is due
        clock.advance(UNHURRIED / 1000)
        await poll(visible="false")
        assert exhibition.pk not in replies._under_way
        await poll()
        await finish_reply()
        assert (await poll())["ply"] == 1
    timers.schedule(exhibition.pk, None)


async def test_people_do_not_wait_for_its_searches(alice: Player, pool: Pool, monkeypatch):
    game = await database(start_exhibition)(alice, variant=Variant(4, 4, 4))
    await database(set_pace)(game, 0)
    submit, asked = pool.submit, set()

    def note_and_submit(person: int, search: Any, *, in_background: bool = False) -> Any:
        asked.add((person, in_background))
        return submit(person, search, in_background=in_background)

    monkeypatch.setattr(pool, "submit", note_and_submit)
    await replies.start(game.pk)
    assert asked == {(alice.pk, True)}


async def test_a_search_that_is_rejected_is_made_up_for(alice: Player, monkeypatch):
    game = await database(start_exhibition)(alice, variant=Variant(4, 4, 4))
    await database(set_pace)(game, 0)
    closed = Pool("search", 1)
    closed.close()
    with monkeypatch.context() as patch:
        patch.setattr(replies, "pool", closed)
        async with connected(game, None) as watcher:
            await watcher.request("ping", visible=True)
            assert watcher.state["ply"] == 0
    async with connected(game, None) as watcher:
        await receive_end(watcher)
