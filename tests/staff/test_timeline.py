"""What happened in a game, as the admin's page of it tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.models import Game, Player
from games.play import services
from games.staff.timeline import Entry
from tests.exhibitions import FakeClock, fake_clock, start_exhibition
from tests.playing import X_WINS, create_game, play, reload
from tests.reviews import O_LOSES_ON_MOVE_4
from tests.staff.game_page import context, review_url, told, url
from tests.staff.staff import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeClock]:
    with fake_clock() as time:
        monkeypatch.setattr(timezone, "now", time.now)
        yield time


def see(game: Game, *players: Player) -> None:
    for player in players:
        services.note_seen(reload(game), player.pk)


def test_coming_and_going_is_told_in_order(admin_client: Client, time, alice, bob):
    game = services.create_game(host=alice, mark=Mark.X, control="3+2")
    time.advance(60)
    services.join_game(game.pk, bob)
    see(game, bob)
    time.advance(5)
    see(game, alice)
    time.advance(5)
    play(game, 4)
    time.advance(40)
    see(game, alice, bob)
    time.advance(20)
    see(game, alice)
    time.advance(1)
    play(game, 0)
    time.advance(61)
    see(game, bob)
    services.claim(game.pk, bob.pk, result="win")
    assert told(admin_client, game) == [
        "Alice invited somebody",
        "Bob took the free seat",
        "Bob went away",
        "Alice came to the game",
        "1. b2",
        "Alice went away",
        "Alice came back",
        "Bob came back",
        "Alice went away and did not come back",
        "2. a3",
        "Bob went away",
        "Bob came back",
        "Bob claimed the game. Alice left. Bob wins.",
    ]


def test_whoever_has_moved_does_not_come_later(admin_client: Client, time, alice, bob):
    game = services.create_game(host=alice, mark=Mark.X)
    services.join_game(game.pk, bob)
    time.advance(1)
    play(game, 4)
    time.advance(1)
    see(game, alice)
    assert told(admin_client, game) == [
        "Alice invited somebody",
        "Bob took the free seat",
        "1. b2",
    ]


def test_whoever_does_something_is_there(admin_client: Client, time, alice, bob):
    game = create_game(alice, bob)
    see(game, alice, bob)
    time.advance(60)
    play(game, 4)
    time.advance(20)
    see(game, alice)
    time.advance(40)
    services.draw(game.pk, bob.pk, ply=1)
    time.advance(20)
    assert told(admin_client, game) == [
        "The game began",
        "1. b2",
        "Alice went away and is not back yet",
        "Bob offered a draw",
    ]
    services.draw(game.pk, alice.pk, ply=1)
    time.advance(60)
    assert told(admin_client, game)[2:] == [
        "Bob offered a draw",
        "It's a draw. Both players agreed.",
    ]


def test_whoever_resigns_or_agrees_to_an_undo_is_there(admin_client, time, alice, bob):
    game = play(create_game(alice, bob, allows_undo=True), 4)
    see(game, alice, bob)
    time.advance(60)
    services.undo(game.pk, alice.pk, ply=1)
    time.advance(1)
    services.undo(game.pk, bob.pk, ply=1)
    time.advance(20)
    services.resign(game.pk, alice.pk)
    assert told(admin_client, game)[2:] == [
        "Alice asked to take a move back",
        "Alice took back move 1, as Bob agreed",
        "Bob wins. Alice resigned.",
    ]


def test_what_is_taken_back_stays_in_the_story(admin_client: Client, time, alice, bob):
    game = create_game(alice, bob, allows_undo=True)
    for cell in (4, 0):
        time.advance(7.5)
        play(game, cell)
    time.advance(1)
    services.undo(game.pk, bob.pk, ply=2)
    time.advance(1)
    services.decline(game.pk, alice.pk, ply=2)
    time.advance(1)
    play(game, 8)
    services.undo(game.pk, bob.pk, ply=3)
    time.advance(1)
    services.undo(game.pk, alice.pk, ply=3)
    time.advance(3)
    play(game, 1)
    assert told(admin_client, game) == [
        "The game began",
        "1. b2",
        "2. a3",
        "Bob asked to take a move back",
        "Alice declined to take it back",
        "3. c1",
        "Bob asked to take a move back",
        "Bob took back moves 2 to 3, as Alice agreed",
        "2. b3",
    ]
    entries = context(admin_client, game)["timeline"]
    moves = [entry for entry in entries if entry.number]
    assert [entry.seconds for entry in moves] == [7.5, 7.5, 3, 3]
    assert [entry.move is not None for entry in moves] == [True, False, False, True]
    page = admin_client.get(url(game)).text
    assert page.count('class="undone"') == 2
    assert "7.5 s" in page


@pytest.mark.parametrize(
    ("seconds", "took"),
    [
        (0.04, "0.0 s"),
        (119.9, "119.9 s"),
        (120, "2 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (200_000, "2 days"),
    ],
)
def test_a_long_think_time_is_told_in_larger_units(seconds: float, took: str):
    assert Entry(timezone.now(), "a1", seconds=seconds).took == took


def test_against_the_computer_nobody_agrees(admin_client: Client, time, computer_game, alice):
    play(computer_game, 4, 0)
    time.advance(1)
    services.use_hint(computer_game.pk, alice.pk, ply=2)
    time.advance(1)
    services.undo(computer_game.pk, alice.pk, ply=2)
    services.resign(computer_game.pk, alice.pk)
    assert told(admin_client, computer_game)[3:] == [
        "Alice was given a hint",
        "Alice took back moves 1 to 2",
        "Computer wins. Alice resigned.",
    ]


def test_a_rematch_is_told_on_both_pages(admin_client: Client, time, game, alice, bob):
    play(game, *X_WINS)
    time.advance(1)
    rematch = services.rematch(game.pk, alice.pk)
    see(rematch, alice)
    time.advance(1)
    see(rematch, bob)
    assert told(admin_client, game)[-3:] == [
        "Alice wins. Three in a row.",
        "Alice asked for a rematch",
        "Bob came to the rematch",
    ]
    assert url(rematch) in admin_client.get(url(game)).text
    assert told(admin_client, rematch) == [
        "Alice asked for this rematch",
        "Alice came to the game",
        "Bob came to the game",
    ]
    assert url(game) in admin_client.get(url(rematch)).text


def test_an_exhibition_has_nobody_who_began_it(admin_client: Client):
    game = start_exhibition(x="easy", o="easy")
    assert told(admin_client, game) == ["The computer began to play itself"]


def test_what_staff_did_is_told_to_those_who_may_read_it(
    admin_client: Client, game: Game, started_reviews: list[str]
):
    lost = play(game, *O_LOSES_ON_MOVE_4)
    admin_client.post(review_url(lost))
    assert told(admin_client, lost)[-1] == "admin: Asked for the review."
    assert told(member("Viewers"), lost)[-1] == "Alice wins. Three in a row."


def test_a_long_story_asks_as_often_as_a_short_one(admin_client: Client, alice: Player):
    easy = Player.objects.of_level(LEVELS["easy"])
    short, long = (create_game(alice, easy, allows_undo=True) for _ in range(2))
    play(short, 4)
    for cell in (0, 1, 2):
        play(long, 4, cell)
        services.use_hint(long.pk, alice.pk, ply=2)
        services.undo(long.pk, alice.pk, ply=2)
    admin_client.get(url(short))  # Django caches the content types.
    counts = []
    for game in (short, long):
        with CaptureQueriesContext(connection) as queries:
            admin_client.get(url(game))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
