from collections import Counter
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ai.computer_players import LEVELS, MENACE
from games.engine import BOARDS, Mark
from games.models import Game, Player
from games.people.profiles import achievements as ladder
from games.play import services
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.web import achievements
from tests.accounts import with_account
from tests.past_games import past_games
from tests.people.duels.duels import agree_to_draw, lose, second_game, start_duel
from tests.playing import DRAW, O_WINS, X_WINS, play, url

MISERE = BOARDS["misere"].variant

# All but the ladder, in their order.
OTHERS = ["menace", "7-days", "10-easy-puzzles", "10-hard-puzzles"]
OTHERS += ["draw-with-a-friend", "100-moves", "first-duel"]


def game(player: Player, other: Player, cells: tuple[int, ...] = X_WINS) -> Game:
    return play(services.create_game(host=player, mark=Mark.X, guest=other), *cells)


def level(name: str) -> Player:
    return Player.objects.of_level(LEVELS[name])


def brought(game: Game, player: Player, result: str) -> set[str]:
    return {achievement.code for achievement in achievements.unlocked_by(game, player, result)}


def words(client: Client, path: str = "/album/") -> str:
    return " ".join(client.get(path).text.split())


def test_the_page_has_a_place_for_each_achievement_and_counts_those_one_has(browse, alice: Player):
    assert "<b>0 of 47</b> seals" in words(Client())
    game(alice, level("easy"))
    page = words(browse(alice))
    assert "<b>1 of 47</b> seals" in page
    for achievement in (
        "Beat Easy on Classic",
        "Hold Champion to a draw on Gomoku",
        "100 moves in a game",
    ):
        assert achievement in page
    every = achievements.all_achievements()
    rows = Counter(achievement.row for achievement in every if achievement.row)
    assert rows == {board.name: len(LEVELS) for board in BOARDS.values()}
    assert [achievement.code for achievement in every if not achievement.row] == OTHERS


def test_the_next_achievement_is_of_the_board_played_last_then_of_the_next_board(alice: Player):
    def following(*codes: str) -> str | None:
        achievement = achievements.next_achievement(alice, codes)
        return achievement and achievement.code

    every = [achievement.code for achievement in achievements.all_achievements()]
    first = achievements.next_achievement(None, ())
    assert (first.code, first.address) == ("classic-easy", "/?board=classic&level=easy")
    play(services.create_game(host=alice, mark=Mark.X, guest=level("easy"), variant=MISERE))
    assert following("misere-easy") == "classic-easy"  # it goes on
    game(alice, level("easy"))
    assert following("classic-easy") == "classic-medium"
    assert following("classic-champion") == "misere-easy"
    services.resign(Game.objects.get(status="playing").pk, alice.pk)
    assert following("classic-easy", "misere-easy") == "misere-medium"
    assert following(*(code for code in every if code[-5:] != "-easy")) == "misere-easy"
    ladder = [
        achievement.code for achievement in achievements.all_achievements() if achievement.row
    ]
    assert following(*ladder) == OTHERS[0]
    assert following(*every) is None


def test_the_end_of_a_game_says_what_it_has_brought(browse, alice, bob):
    first = game(alice, level("easy"))
    page = words(browse(alice), url(first))
    assert 'New in <a href="/album/">your album</a>:</b> Easy beaten.' in page
    assert "<small>Next:</small> Beat Medium twice on Classic" in words(browse(alice))
    assert "your album</a>:" not in words(browse(bob), url(first))
    second = game(alice, level("easy"))
    assert "your album</a>:" not in words(browse(alice), url(second))


def test_a_draw_with_a_friend_is_by_link_alone(alice: Player, bob: Player):
    for player in (alice, bob):
        assert not achievements.codes_of(player)
    for cells in (X_WINS, O_WINS):
        game(alice, bob, cells)
    game(alice, alice, DRAW)  # on one screen
    assert not achievements.codes_of(alice)
    drawn = game(alice, bob, DRAW)
    for player in (alice, bob):
        assert brought(drawn, player, "drawn") == {"draw-with-a-friend"}
        assert achievements.codes_of(player) == {"draw-with-a-friend"}
    assert not brought(game(alice, bob, DRAW), alice, "drawn")
    Game.objects.update(relation="strangers")
    assert not achievements.codes_of(alice)


def test_a_long_game_counts_the_moves_that_were_played(alice: Player, bob: Player):
    lost = game(alice, bob)
    for ply, start, is_long in ((99, 0, False), (104, 5, False), (100, 0, True)):
        Game.objects.update(ply=ply, start_ply=start)
        lost.refresh_from_db()
        assert (achievements.codes_of(bob) == {"100-moves"}) is is_long
        assert (brought(lost, bob, "lost") == {"100-moves"}) is is_long


def test_menace_is_beaten_from_either_side(alice: Player, bob: Player):
    menace = Player.objects.of_level(MENACE)
    won = game(alice, menace)
    lost = game(bob, menace, O_WINS)
    assert brought(won, alice, "won") == {"menace"}
    assert (achievements.codes_of(alice), achievements.codes_of(bob)) == ({"menace"}, set())
    assert not brought(lost, bob, "lost")
    Game.objects.filter(pk=lost.pk).update(x=menace, o=bob)
    assert achievements.codes_of(bob) == {"menace"}


def test_the_first_duel_brings_one_with_its_second_game(alice: Player, bob: Player):
    for player in (alice, bob):
        with_account(player)
    first = start_duel(alice, bob, are_new=True)
    first = agree_to_draw(first)
    assert not brought(first, alice, "drawn")
    last = lose(second_game(first), alice)
    assert brought(last, alice, "lost") == {"first-duel"}
    assert "first-duel" in achievements.codes_of(alice)


def test_puzzles_bring_achievements_by_their_grade_and_by_days_in_a_row(alice: Player):
    easy, hard = (
        [each.id for each in book.all_puzzles().values() if each.grade in grades][:10]
        for grades in ((1, 2), (4, 5))
    )
    now = timezone.now()
    for number, puzzle in enumerate((*easy, *hard)):
        day = timezone.localdate() - timedelta(days=number)
        PuzzleAttempt.objects.create(
            player=alice, puzzle=puzzle, solved_at=now, daily_on=day if number < 7 else None
        )
    every = {"7-days", "10-easy-puzzles", "10-hard-puzzles"}
    assert achievements.codes_of(alice) == every
    for puzzle, code in ((easy[9], "10-easy-puzzles"), (hard[0], "10-hard-puzzles")):
        PuzzleAttempt.objects.filter(puzzle=puzzle).update(solved_at=None, shown_at=now)
        every -= {code}
        assert achievements.codes_of(alice) == every
    PuzzleAttempt.objects.filter(puzzle=easy[6]).update(daily_on=None)
    assert achievements.codes_of(alice) == set()


def finish(alice: Player, level: str, cells: tuple[int, ...] = X_WINS, **stored) -> None:
    guest = Player.objects.of_level(LEVELS[level])
    game = play(services.create_game(host=alice, mark=Mark.X, guest=guest), *cells)
    Game.objects.filter(pk=game.pk).update(**stored)


def levels(alice: Player, board: str = "classic") -> list[str]:
    by_board = ladder.on_boards(alice)
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
    words = {each.code: str(each.words) for of_board in ladder.LADDER.values() for each in of_board}
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
