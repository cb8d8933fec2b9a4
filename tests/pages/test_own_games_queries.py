"""The games of one person: every filter, in order, page by page, by the indexes."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import connection

from games.ai.levels import LEVELS
from games.engine import BOARDS, Mark
from games.models import Game, Player
from games.pages.own_games import history
from games.pages.own_games.history import Place, Wanted, place
from games.pages.own_games.wording import describe
from games.play import services
from tests.past_games import past_games

pytestmark = pytest.mark.django_db

RESULTS = ("", "won", "drawn", "lost", "unfinished")
OPPONENTS = ("", "person", "device", "champion", "easy")
BOARD_NAMES = (None, "classic", "connect-four", "gomoku")


def opponent_of(game: Game, player: Player) -> str:
    if game.x_id == game.o_id:
        return "device"
    return game.level or "person"


def result_for(game: Game, player: Player) -> str:
    if not game.is_over:
        return "unfinished"
    [own] = describe([game], player)
    return own.result


def expected(games: list[Game], player: Player, board: str | None, opponent: str, result: str):
    """Return the ids of the games that a filter finds, newest first, by looking at each."""
    found = [
        game
        for game in games
        if (board is None or game.variant == BOARDS[board].variant)
        and opponent in ("", opponent_of(game, player))
        and result in ("", result_for(game, player))
    ]
    return [game.pk for game in sorted(found, key=place, reverse=True)]


def all_pages(player: Player, wanted: Wanted, size: int) -> list[str]:
    """Return the ids of the games on all pages."""
    ids: list[str] = []
    before = None
    while page := history.newest(player, wanted, before, size):
        ids += [game.pk for game in page]
        before = Place.parse(str(place(page[-1])))
    return ids


def test_each_filter_finds_its_games_in_order(
    alice: Player, bob: Player, charlie: Player, computer: Player
):
    easy = Player.objects.of_level(LEVELS["easy"])
    games = past_games(alice, [bob, computer, easy], 120)
    games.append(services.create_game(host=alice, mark=Mark.O))
    past_games(bob, [charlie, computer], 40, seed=8)
    for board, opponent, result in product(BOARD_NAMES, OPPONENTS, RESULTS):
        variant = BOARDS[board].variant if board else None
        wanted = Wanted(variant, opponent, result)
        assert all_pages(alice, wanted, 7) == expected(games, alice, board, opponent, result)


def test_games_that_begin_at_the_same_moment_are_listed_once(alice: Player, bob: Player):
    games = past_games(alice, [bob], 30)
    Game.objects.update(created_at=games[0].created_at)
    ids = all_pages(alice, Wanted(), 4)
    assert sorted(ids, reverse=True) == ids
    assert set(ids) == {game.pk for game in games}


@pytest.mark.parametrize("opponent", ["", "person", "champion"])
def test_a_page_is_read_from_the_indexes(
    alice: Player, bob: Player, charlie: Player, computer: Player, opponent: str
):
    games = past_games(alice, [bob, computer], 60)
    past_games(bob, [charlie, computer], 1500, seed=8)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    before = place(games[40])
    for mark, index in ((Mark.X, "game_newest_of_x"), (Mark.O, "game_newest_of_o")):
        side = history.side(mark, alice, Wanted(opponent=opponent), before)
        plan = side[:20].explain()
        assert index in plan
        assert "Seq Scan on games_game" not in plan
        assert "TEMP B-TREE" not in plan


def test_what_is_no_place_is_refused():
    for text in ("", "1", "x-abc", "1-", "-abc", "1-ABC", "1" * 17 + "-abc"):
        with pytest.raises(ValueError, match="no place"):
            Place.parse(text)
