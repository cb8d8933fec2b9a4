"""The games being played now: which are shown, and how the watchers see their changes."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from games import services
from games.engine import Mark
from games.models import Game, Player
from games.realtime import broadcast, live_games
from games.services.limits import PACE
from tests.playing import X_WINS, play
from tests.realtime.sockets import HEADERS
from tictactoe_site.asgi import application


def start(host: Player, guest: Player, **options: Any) -> Game:
    return services.create_game(host=host, mark=Mark.X, guest=guest, **options)


def age(game: Game, **age: float) -> None:
    Game.objects.filter(pk=game.pk).update(touched_at=timezone.now() - timedelta(**age))


def ids(*games: Game) -> list[str]:
    return [game.pk for game in games]


# Which are shown


@pytest.mark.django_db
def test_people_come_first_then_the_newest_activity(game: Game, alice, bob, computer):
    against_computer, second, third = start(alice, computer), start(alice, bob), start(bob, alice)
    age(second, seconds=20)
    age(third, seconds=40)
    play(game, 4)
    play(against_computer, 0)
    assert live_games.choose() == [game, second, third, against_computer]


@pytest.mark.django_db
def test_private_waiting_finished_and_quiet_games_are_left_out(alice, bob, invitation):
    start(alice, bob, is_public=False)
    services.resign(start(alice, bob).pk, alice.pk)
    age(start(alice, bob), minutes=11)
    age(start(alice, bob), minutes=2)
    assert live_games.choose() == []


@pytest.mark.django_db
def test_a_game_is_shown_while_somebody_thinks_about_it(alice, bob):
    thought_about, forgotten = start(alice, bob), start(alice, bob)
    for game in (thought_about, forgotten):
        age(game, minutes=5)
    services.note_seen(thought_about.pk, bob.pk)
    assert live_games.choose() == [thought_about]


@pytest.mark.django_db
def test_at_most_twelve_are_shown_and_those_shown_stay(alice, bob):
    games = [start(alice, bob) for _ in range(14)]
    for number, game in enumerate(games):
        age(game, seconds=3 * number)
    assert live_games.choose() == games[:12]
    assert set(live_games.choose(ids(*games[2:]))) == set(games[2:])


@pytest.mark.django_db
def test_games_against_the_computer_make_room_for_people(alice, bob, computer):
    shown = [start(alice, computer) for _ in range(12)]
    newcomer = start(alice, bob)
    chosen = live_games.choose(ids(*shown))
    assert chosen[0] == newcomer
    assert len(chosen) == 12


@pytest.mark.django_db
def test_a_result_is_shown_for_a_while_where_the_game_was_shown(game: Game, alice):
    play(game, *X_WINS)
    assert live_games.choose() == []
    assert live_games.choose(ids(game)) == [game]
    glance = live_games.summarize(live_games.choose(ids(game))[0])
    assert (glance["board"], glance["words"]) == ("Classic", "Three in a row: Alice wins")
    Game.objects.update(finished_at=timezone.now() - live_games.RESULT_FOR)
    assert live_games.choose(ids(game)) == []


@pytest.mark.django_db
def test_a_rematch_takes_the_place_of_its_game(game: Game, alice):
    play(game, *X_WINS)
    following = services.rematch(game.pk, alice.pk)
    assert live_games.choose(ids(game)) == [following]


@pytest.mark.django_db
def test_a_game_made_private_goes_at_once(game: Game):
    Game.objects.update(is_public=False)
    assert live_games.choose(ids(game)) == []


# The page


@pytest.mark.django_db
def test_the_page_shows_who_plays_whom_and_how_it_stands(client: Client, game: Game):
    play(game, 4)
    response = client.get("/watch/")
    page = response.content.decode()
    assert f'href="/g/{game.pk}/"' in page
    for part in ("Alice", "Bob", "Bob to move", 'data-cells="....X...."'):
        assert part in page
    assert page.count("data-card=") == 2  # the game, and the template of others
    assert "session" not in response.cookies
    assert "no-cache" in response["Cache-Control"]


@pytest.mark.django_db
def test_the_page_says_when_nobody_plays(client: Client):
    assert "Nobody is playing just now" in client.get("/watch/").content.decode()
    assert client.post("/watch/").status_code == 405


@pytest.mark.django_db
def test_the_message_is_served_over_http_too(client: Client, game: Game):
    [message] = client.get("/watch/messages/?page=k&visible=true").json()
    assert message["type"] == "games"
    assert message["shown"] == [game.pk]
    assert message["changed"][0]["words"] == "Alice to move"


# The socket


@asynccontextmanager
async def watching():
    socket = WebsocketCommunicator(application, "/ws/watch/", headers=HEADERS)
    connected, _ = await socket.connect()
    assert connected
    try:
        yield socket
    finally:
        await socket.disconnect()


async def hear(socket: WebsocketCommunicator, **fields: object) -> dict[str, Any]:
    """Send a message, if fields are given, and return the next one that comes."""
    if fields:
        await socket.send_json_to({"id": "k", **fields})
    return await socket.receive_json_from(timeout=live_games.READ_EVERY - 1)


playing = database_sync_to_async(play)
starting = database_sync_to_async(start)


@pytest.mark.django_db(transaction=True)
async def test_a_watcher_sees_a_move(game: Game):
    async with watching() as socket, watching() as other:
        for watcher in (socket, other):
            first = await hear(watcher)
            assert (first["type"], first["shown"]) == ("games", [game.pk])
            assert first["changed"][0]["cells"] == "........."
        await playing(game, 4)
        for watcher in (socket, other):
            # The state before the move may be sent once more.
            while (news := await hear(watcher))["changed"][0]["cells"] == ".........":
                continue
            assert news["shown"] == [game.pk]
            assert [(g["cells"], g["words"]) for g in news["changed"]] == [
                ("....X....", "Bob to move")
            ]


@pytest.mark.django_db(transaction=True)
async def test_many_moves_are_few_messages(game: Game):
    async with watching() as socket:
        await hear(socket)
        await playing(game, *X_WINS)
        heard = await hear(socket)
        frames = 1
        while heard["changed"][0]["status"] != "finished":
            heard, frames = await hear(socket), frames + 1
        assert frames < len(X_WINS)


@pytest.mark.django_db(transaction=True)
async def test_only_changes_are_sent(game: Game, alice, bob):
    other = await starting(bob, alice)
    async with watching() as socket:
        assert len((await hear(socket))["changed"]) == 2
        await playing(game, 4)
        news = await hear(socket)
        assert set(news["shown"]) == {game.pk, other.pk}
        assert [changed["id"] for changed in news["changed"]] == [game.pk]


@pytest.mark.django_db(transaction=True)
async def test_a_new_game_appears_before_its_first_move(alice, computer):
    async with watching() as socket:
        assert (await hear(socket))["shown"] == []
        game = await starting(alice, computer)
        assert (await hear(socket))["shown"] == [game.pk]


@pytest.mark.django_db(transaction=True)
async def test_nothing_is_sent_about_private_games(game: Game, alice, bob):
    private = await starting(alice, bob, is_public=False)
    async with watching() as socket:
        assert (await hear(socket))["shown"] == [game.pk]
        await playing(private, *X_WINS)
        await playing(game, 4)
        heard = await hear(socket)
        assert heard["shown"] == [game.pk]
        assert [changed["id"] for changed in heard["changed"]] == [game.pk]
        assert private.pk not in json.dumps(heard)
        assert (await hear(socket, type="ping", visible=True))["type"] == "pong"


@pytest.mark.django_db(transaction=True)
async def test_a_game_that_is_removed_goes(game: Game):
    async with watching() as socket:
        await hear(socket)
        await database_sync_to_async(game.delete)()
        await get_channel_layer().group_send(broadcast.WATCH_GROUP, {"type": "games.changed"})
        assert await hear(socket) == {"type": "games", "shown": [], "changed": []}


@pytest.mark.django_db(transaction=True)
async def test_a_late_watcher_gets_all_games(game: Game):
    async with watching() as socket:
        await hear(socket)
        await playing(game, 4)
        await hear(socket)
        async with watching() as late:
            assert (await hear(late))["changed"][0]["cells"] == "....X...."
        assert (await hear(socket, type="sync"))["changed"][0]["cells"] == "....X...."
        await playing(game, 0)
        assert (await hear(socket))["changed"][0]["ply"] == 2


@pytest.mark.django_db(transaction=True)
async def test_nothing_is_read_when_nobody_watches(game: Game):
    async with watching() as socket:
        await hear(socket)
    assert live_games.live_games._task is None


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("hello", "not_json"),
        ("[1]", "not_an_object"),
        ('{"type": "ping", "id": "k"}', "wrong_fields"),
        ('{"type": "resign", "id": "k"}', "not_here"),
        ('{"type": "move", "id": "k", "ply": 0, "cell": 4}', "not_here"),
        (b"\x00\xff", "not_text"),
    ],
)
@pytest.mark.django_db(transaction=True)
async def test_what_does_not_belong_here_is_refused(game: Game, frame, code):
    async with watching() as socket:
        await hear(socket)
        kind = "bytes_data" if isinstance(frame, bytes) else "text_data"
        await socket.send_to(**{kind: frame})
        answer = await hear(socket)
        assert (answer["type"], answer["code"], answer["state"]) == ("no", code, None)
        assert (await hear(socket, type="ping", visible=True))["type"] == "pong"


@pytest.mark.django_db(transaction=True)
async def test_a_flood_is_slowed_then_closed():
    async with watching() as socket:
        await hear(socket)
        for _ in range(PACE.amount):
            assert (await hear(socket, type="ping", visible=True))["type"] == "pong"
        assert (await hear(socket, type="ping", visible=True))["code"] == "too_fast"
        for _ in range(PACE.amount):
            await socket.send_json_to({"type": "ping", "id": "k", "visible": True})
        while (message := await socket.receive_output(timeout=5))["type"] == "websocket.send":
            continue
        assert message["code"] == 4008


@pytest.mark.django_db
def test_a_burst_of_changes_is_one_notice(game: Game, monkeypatch):
    sent: list[str] = []

    async def group_send(group: str, message: dict) -> None:
        sent.append(group)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    monkeypatch.setattr(broadcast, "_noticed_at", 0.0)
    broadcast._notify_watchers()
    broadcast._notify_watchers()
    assert sent == [broadcast.WATCH_GROUP]
