from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.ai.computer_players import LEVELS
from games.engine import BOARDS, Mark
from games.models import Game, Player
from games.people.profiles import achievements
from games.play import services
from tests.past_games import past_games
from tests.playing import DRAW, X_WINS, play

pytestmark = pytest.mark.django_db


def finish(alice: Player, level: str, cells: tuple[int, ...] = X_WINS, **stored: Any) -> None:
    guest = Player.objects.of_level(LEVELS[level])
    game = play(services.create_game(host=alice, mark=Mark.X, guest=guest), *cells)
    Game.objects.filter(pk=game.pk).update(**stored)


def levels(alice: Player, board: str = "classic") -> list[str]:
    by_board = {each.id: found for each, found in achievements.on_boards(alice)}
    assert list(by_board) == list(BOARDS)
    return [achievement.code.removeprefix(f"{board}-") for achievement in by_board[board]]


@pytest.mark.parametrize(("level", "games"), [("easy", 1), ("medium", 2), ("hard", 3)])
def test_a_level_must_be_beaten_more_often_the_stronger_it_is(alice, level: str, games: int):
    finish(alice, level, DRAW)
    for _ in range(games):
        assert levels(alice) == []
        finish(alice, level)
    assert levels(alice) == [level]
    assert levels(alice, "misere") == []


@pytest.mark.parametrize("cells", [DRAW, X_WINS])
def test_champion_must_not_win(alice: Player, cells: tuple[int, ...]):
    finish(alice, "champion", (0, 3, 1, 4, 8, 5))
    assert levels(alice) == []
    finish(alice, "champion", cells)
    assert levels(alice) == ["champion"]


def test_where_no_game_is_drawn_champion_must_be_beaten():
    words = {
        each.code: str(each.words) for of_board in achievements.LADDER.values() for each in of_board
    }
    assert words["notakto-champion"] == "Beat Champion on Notakto"
    assert words["ultimate-champion"] == "Held Champion to a draw on Ultimate"


def test_games_with_hints_or_from_a_position_do_not_count(alice: Player):
    finish(alice, "easy", hints=1)
    finish(alice, "easy", start_ply=2)
    assert levels(alice) == []


@pytest.mark.sqlite
def test_the_first_page_and_the_album_read_no_more_than_they_show(alice, bob, computer, browse):
    past_games(alice, [bob, computer], 60)
    caches["process"].clear()
    with CaptureQueriesContext(connection) as queries:
        for address in ("/", "/album/"):
            assert browse(alice).get(address).status_code == 200
    asked = [each["sql"] for each in queries]
    newest = [sql for sql in asked if ' FROM "games_game"' in sql and "ORDER BY" in sql]
    assert newest
    with connection.cursor() as cursor:
        for sql in newest:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = str(cursor.fetchall())
            # Neither are all games of a player sorted, nor those of everybody searched.
            assert "TEMP B-TREE FOR ORDER BY" not in plan, sql
            assert "SCAN games_game" not in plan, sql
