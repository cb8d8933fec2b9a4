"""Hints: who may have one, what it says, and that it is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games import services
from games.ai.levels import LEVELS
from games.ai.workers.pool import Pool, SearchRejected
from games.engine import Mark, Variant
from games.models import Game, Player
from games.presentation import snapshots, wording
from games.protocol import VerdictJSON
from games.realtime import hints
from games.services import errors, limits
from games.sessions import PLAYER
from tests.playing import fresh, play
from tests.processes import PATIENCE, are_gone, until
from tests.realtime.polling import PollingClient
from tests.realtime.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

NOTED = '<span data-hints-count>1 hint</span><span class="visually-hidden"> used</span>'

# O is about to complete the top row, so every move loses but the one that stops it.
THREAT = (4, 0, 8, 2)


@pytest.fixture
def lesson(alice: Player, computer: Player) -> Game:
    """Alice plays X against the computer."""
    return services.create_game(host=alice, mark=Mark.X, guest=computer, allows_undo=True)


# Who may have one


def test_a_hint_is_noted_with_its_ply(lesson: Game, alice: Player):
    game = play(lesson, 4, 0)
    assert services.find_hint(game.pk, alice.pk, ply=2).board == game.board
    noted = services.use_hint(game.pk, alice.pk, ply=2)
    assert (noted.hints, noted.version) == (1, game.version + 1)
    assert [str(hint) for hint in noted.hinted.all()] == ["before move 3"]
    assert snapshots.take(noted)["hints"] == 1


def test_a_hint_in_the_same_position_counts_once(lesson: Game, alice: Player):
    once = services.use_hint(lesson.pk, alice.pk, ply=0)
    again = services.use_hint(lesson.pk, alice.pk, ply=0)
    assert (again.hints, again.version) == (1, once.version)


def test_hints_are_not_forgotten_when_moves_are_taken_back(lesson: Game, alice: Player):
    services.use_hint(play(lesson, 4, 0).pk, alice.pk, ply=2)
    back = services.undo(lesson.pk, alice.pk, ply=2)
    assert back.hints == 1
    assert services.use_hint(play(back, 0, 4).pk, alice.pk, ply=2).hints == 2


@pytest.mark.parametrize("service", [services.find_hint, services.use_hint])
def test_it_is_refused_where_there_is_none(service, lesson: Game, game: Game, alice, bob):
    with pytest.raises(errors.NoHints):
        service(game.pk, alice.pk, ply=0)
    with pytest.raises(errors.NotYourGame):
        service(lesson.pk, bob.pk, ply=0)
    with pytest.raises(errors.StaleMove):
        service(lesson.pk, alice.pk, ply=2)
    services.play_move(lesson.pk, alice.pk, ply=0, cell=4)
    with pytest.raises(errors.NotYourTurn):
        service(lesson.pk, alice.pk, ply=1)
    services.resign(lesson.pk, alice.pk)
    with pytest.raises(errors.GameOver):
        service(lesson.pk, alice.pk, ply=1)
    with pytest.raises(errors.NoSuchGame):
        service("nothing", alice.pk, ply=1)
    assert fresh(lesson).hints == 0


def test_who_may_have_one_is_told_so(lesson: Game, game: Game, alice: Player, bob: Player):
    assert snapshots.state_for(lesson, alice.pk)["may_hint"]
    assert not snapshots.state_for(lesson, bob.pk)["may_hint"]
    assert not snapshots.state_for(game, alice.pk)["may_hint"]
    assert not snapshots.state_for(play(lesson, 4), alice.pk)["may_hint"]


# What it says


def verdict(value: str, plies: int | None = None) -> VerdictJSON:
    return {"value": value, "plies": plies}


@pytest.mark.parametrize(
    ("of", "brief", "said"),
    [
        (verdict("win", 1), "W1", "win in 1 move"),
        (verdict("win", 5), "W3", "win in 3 moves"),
        (verdict("loss", 2), "L1", "loss in 1 move"),
        (verdict("loss"), "L", "loss"),
        (verdict("draw"), "D", "draw"),
        (verdict("unknown"), "?", "unknown"),
    ],
)
def test_a_verdict_is_said_in_words_and_in_signs(of: VerdictJSON, brief: str, said: str):
    assert wording.verdict_in_words(of) == {**of, "brief": brief, "words": said}


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (["win 5", "win 3", "unknown"], "You can win in 2 moves."),
        (["win", "loss 2"], "You can win."),
        (["draw", "loss 2"], "If both play their best, this is a draw."),
        (["unknown"], "Nothing can be proven here yet."),
        (["unknown", "loss 2"], "Some moves lose; the rest is unknown."),
        (["loss 2", "loss 4"], "Every move loses, the best in 2 moves."),
        (["loss 2", "loss"], "Every move loses."),
    ],
)
def test_what_the_moves_come_to_is_said(verdicts: list[str], said: str):
    split = (text.split() for text in verdicts)
    of = [verdict(value, int(plies[0]) if plies else None) for value, *plies in split]
    assert wording.hint(of) == said


# Over the socket


async def test_a_hint_is_the_answer_and_everybody_sees_it_counted(lesson: Game, alice):
    await database_sync_to_async(play)(lesson, *THREAT)
    async with connected(lesson, alice) as x, connected(lesson, None) as watcher:
        hint = await hint_of(x, ply=4)
        assert (hint["id"], hint["words"]) == ("k", "If both play their best, this is a draw.")
        assert hint["verdicts"]["1"] == wording.verdict_in_words(verdict("draw"))
        assert hint["verdicts"]["3"] == wording.verdict_in_words(verdict("loss", 2))
        assert (await watcher.receive())["hints"] == 1
        assert watcher.state["version"] == hint["version"]


async def test_many_hints_in_a_minute_are_refused(lesson: Game, alice: Player):
    for _ in range(20):
        await database_sync_to_async(services.find_hint)(lesson.pk, alice.pk, ply=0)
    async with connected(lesson, alice) as x:
        no = await x.request("hint", ply=0)
        assert (no["code"], no["message"][:31]) == ("too_many", "That is a lot of hints. Please ")


async def test_a_refused_hint_has_a_code_and_a_sentence(game: Game, alice: Player):
    async with connected(game, alice) as x:
        no = await x.request("hint", ply=0)
        assert (no["type"], no["code"]) == ("no", "no_hints")
        assert no["message"] == "There are hints against the computer only."
        assert no["state"]["ply"] == 0


async def test_a_game_that_is_gone_has_no_hint(lesson: Game, alice: Player):
    async with connected(lesson, alice) as x:
        await Game.objects.filter(pk=lesson.pk).adelete()
        assert (await x.request("hint", ply=0))["code"] == "no_such_game"


async def test_a_hint_that_fails_is_answered_too(lesson: Game, alice: Player, monkeypatch):
    monkeypatch.setattr(hints, "_solve", None)
    async with connected(lesson, alice) as x:
        assert (await x.request("hint", ply=0))["code"] == "failed"


async def hint_of(socket: Any, *, ply: int) -> dict[str, Any]:
    """Ask for a hint, and return it; the state that counts it may come first."""
    message = await socket.request("hint", ply=ply)
    while message["type"] == "state":
        message = await socket.receive()
    return message


# On large boards, where other processes search

LARGE = Variant(5, 5, 4)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    pool = Pool(1, limit=PATIENCE)
    monkeypatch.setattr(hints, "pool", pool)
    yield pool
    pids = pool.pids()
    pool.close()
    until(lambda: are_gone(pids))


@pytest.fixture
def large(alice: Player) -> Game:
    easy = Player.objects.of_level(LEVELS["easy"])
    return services.create_game(host=alice, mark=Mark.X, guest=easy, variant=LARGE)


async def test_a_large_board_is_solved_in_another_process(large, alice, pool, monkeypatch):
    monkeypatch.setattr(hints, "SECONDS", 0.01)
    async with connected(large, alice) as x:
        hint = await hint_of(x, ply=0)
        assert pool.pids()
        assert hint["verdicts"].keys() == set(map(str, range(25)))
        assert {of["words"] for of in hint["verdicts"].values()} == {"unknown"}
    # A hint that proves nothing is not counted.
    assert (await Game.objects.aget(pk=large.pk)).hints == 0


async def test_messages_are_answered_while_a_hint_is_searched_for(large, alice, monkeypatch):
    busy = Busy()
    monkeypatch.setattr(hints, "pool", busy)
    async with connected(large, alice) as x:
        await x.send_json_to({"type": "hint", "id": "slow", "ply": 0})
        assert (await x.request("ping"))["type"] == "pong"
        assert (await x.request("resign"))["type"] == "ok"
        assert (await x.receive())["status"] == "finished"
        busy.future.set_result({"0": verdict("win", 9)})
        assert (await x.receive())["code"] == "game_over"


async def test_a_hint_that_is_too_late_is_refused(large, alice, monkeypatch):
    busy = Busy()
    monkeypatch.setattr(hints, "pool", busy)
    monkeypatch.setattr(hints, "TIMEOUT", 0)
    async with connected(large, alice) as x:
        assert (await x.request("hint", ply=0))["code"] == "too_busy"
    assert busy.future.cancelled()
    assert (await Game.objects.aget(pk=large.pk)).hints == 0


async def test_a_hint_that_the_pool_puts_off_is_refused(large, alice, monkeypatch):
    busy = Busy()
    busy.future.set_exception(SearchRejected())
    monkeypatch.setattr(hints, "pool", busy)
    async with connected(large, alice) as x:
        assert (await x.request("hint", ply=0))["code"] == "too_busy"


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Busy:
    busy = Busy()
    monkeypatch.setattr(hints, "pool", busy)
    return busy


@pytest.fixture
def crowd() -> list[tuple[Game, Player]]:
    """One game more than can have a hint in time, each with its player."""
    easy = Player.objects.of_level(LEVELS["easy"])
    players = [Player.objects.create() for _ in range(hints.MAX_SEARCHES + 1)]
    options: Any = {"mark": Mark.X, "guest": easy, "variant": LARGE}
    return [(services.create_game(host=player, **options), player) for player in players]


async def searching(game: Game, player: Player, address: str = "") -> asyncio.Task[Any]:
    """Ask for a hint, and return the task that waits for it, once it does."""
    before = len(hints._searches)
    task = asyncio.create_task(hints.find(game.pk, player.pk, ply=0, address=address))
    async with asyncio.timeout(PATIENCE):
        while len(hints._searches) == before and not task.done():
            await asyncio.sleep(0.01)
    return task


async def test_a_hint_that_cannot_be_ready_in_time_is_refused_at_once(crowd, busy):
    *waiting, refused = [await searching(game, player) for game, player in crowd]
    assert isinstance(refused.exception(), errors.TooBusy)
    busy.future.set_result({"0": verdict("unknown")})
    answers = await asyncio.gather(*waiting)
    assert [answer.ply for answer in answers] == [0] * hints.MAX_SEARCHES
    assert hints._searches == []


async def test_a_player_waits_for_one_hint_and_so_does_an_address(crowd, busy):
    (game, player), (other_game, other), *_ = crowd
    first = await searching(game, player, "192.0.2.7")
    again = await searching(game, player, "192.0.2.8")
    neighbour = await searching(other_game, other, "192.0.2.7")
    assert isinstance(again.exception(), errors.TooBusy)
    assert isinstance(neighbour.exception(), errors.TooBusy)
    elsewhere = await searching(other_game, other, "192.0.2.8")
    busy.future.set_result({"0": verdict("unknown")})
    await asyncio.gather(first, elsewhere)


async def test_the_search_for_a_closed_socket_is_cancelled(large, alice, monkeypatch):
    busy = Busy()
    monkeypatch.setattr(hints, "pool", busy)
    async with connected(large, alice) as x:
        await x.send_json_to({"type": "hint", "id": "slow", "ply": 0})
        await asyncio.wait_for(busy.asked.wait(), PATIENCE)
    assert busy.future.cancelled()


class Busy:
    """A pool whose searches end when the test says so."""

    def __init__(self) -> None:
        self.future: Future[Any] = Future()
        self.asked = asyncio.Event()

    def submit(self, person: object, task: object) -> Future[Any]:
        self.asked.set()
        return self.future


# Over plain HTTP


def test_a_hint_may_be_posted_for(lesson: Game, alice: Player):
    client = PollingClient(alice)
    hint = client.request_answer(lesson, "hint", ply=0)
    assert hint["type"] == "hint"
    assert hint["verdicts"]["4"]["words"] == "draw"
    assert client.poll(lesson)[0]["hints"] == 1


def test_posting_for_hints_too_fast_is_refused(game: Game, alice: Player):
    client = PollingClient(alice)
    assert client.request_answer(game, "hint", ply=0)["code"] == "no_hints"
    for _ in range(39):
        limits.count_message(alice.pk, "")
    assert client.request_answer(game, "hint", ply=0)["code"] == "too_fast"


def test_the_form_shows_the_hint_in_words_and_signs(client: Client, lesson: Game, alice: Player):
    play(lesson, *THREAT)
    sign_in(client, alice)
    assert "data-hint-name" in client.get(lesson.get_absolute_url()).content.decode()
    page = client.post(f"/g/{lesson.pk}/hint/", {"ply": 4}).content.decode()
    assert "If both play their best, this is a draw." in page
    assert 'aria-label="row 1, column 2, empty: draw"' in page
    assert 'aria-label="row 2, column 1, empty: loss in 1 move"' in page
    assert ">L1</text>" in page
    assert NOTED in page
    later = client.get(lesson.get_absolute_url()).content.decode()
    assert NOTED in later
    assert "loss in 1 move" not in later


def test_the_form_says_why_there_is_no_hint(client: Client, game: Game, alice: Player):
    assert client.post(f"/g/{game.pk}/hint/", {"ply": 0}).status_code == 409
    sign_in(client, alice)
    assert "data-hint-name" not in client.get(game.get_absolute_url()).content.decode()
    response = client.post(f"/g/{game.pk}/hint/", {"ply": 0})
    assert response.status_code == 409
    assert "There are hints against the computer only." in response.content.decode()
    assert client.post("/g/abc/hint/", {"ply": 0}).status_code == 404


def sign_in(client: Client, player: Player) -> None:
    session = client.session
    session[PLAYER] = player.pk
    session.save()


def test_staff_see_which_moves_had_hints(admin_client: Client, lesson: Game, alice: Player):
    services.use_hint(play(lesson, 4, 0).pk, alice.pk, ply=2)
    page = admin_client.get(f"/admin/games/game/{lesson.pk}/change/").content.decode()
    assert "1 (before move 3)" in page
