"""The admin's page of one game: what happened in it, in order."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.playing import X_WINS, create_game, play
from tests.staff.staff import member

pytestmark = pytest.mark.django_db


def url(game: Game) -> str:
    return f"/admin/games/game/{game.pk}/change/"


def told(client: Client, game: Game) -> list[str]:
    return [line.words for line in client.get(url(game)).context["lines"]]


def test_what_happened_is_told_in_order(admin_client: Client, alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, allows_undo=True)
    services.join_game(game.pk, bob)
    play(game, 4)
    services.undo(game.pk, alice.pk, ply=1)
    services.undo(game.pk, bob.pk, ply=1)
    play(game, *X_WINS)
    lines = admin_client.get(url(game)).context["lines"]
    assert [line.words for line in lines] == [
        "Bob took the free seat",
        "1. b2",
        "Alice asked to take a move back",
        *("1. a3", "2. a2", "3. b3", "4. b2", "5. c3"),
        "Alice wins. Three in a row.",
    ]
    assert [line.is_undone for line in lines[:4]] == [False, True, False, False]
    assert (lines[3].mark, lines[3].took is not None) == ("X", True)


def test_what_staff_did_is_told_to_those_who_may_read_it(admin_client: Client, game: Game):
    Game.objects.update(touched_at="2026-01-01T00:00Z")
    chosen = {"action": "close_games", "_selected_action": game.pk, "confirmed": "yes"}
    admin_client.post("/admin/games/game/", chosen)
    words = "admin: Closed, for nobody played on."
    assert words in told(admin_client, game)
    assert words not in told(member("Viewers"), game)


def test_a_long_game_asks_as_often_as_a_short_one(admin_client: Client, alice: Player, bob: Player):
    def load(game: Game) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(url(game)).status_code == 200
        return len(queries)

    load(create_game(alice, bob))  # for what is asked once and remembered
    short, long = create_game(alice, bob), play(create_game(alice, bob), 0, 1, 2, 4, 3, 5, 7, 6)
    assert load(short) == load(long)


def test_names_are_shown_as_text(admin_client: Client, game: Game, alice: Player):
    Player.objects.filter(pk=alice.pk).update(name="<b>Al")
    services.resign(game.pk, alice.pk)
    assert "<b>Al" not in admin_client.get(url(game)).text
