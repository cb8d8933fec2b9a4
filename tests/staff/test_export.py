import csv
from collections.abc import Iterator
from contextlib import aclosing
from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry

from games.engine import BOARDS, read_moves
from games.engine.game_file import read_games
from games.models import Game, Player
from games.staff import game_exports
from games.web import csv_files, downloads
from games.web.downloads import PORTION
from games.web.staff import MOST
from tests.downloads import export, exported
from tests.past_games import past_games
from tests.playing import X_WINS, create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game
from tests.server import ROOT


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


@pytest.fixture
def won(game: Game) -> Game:
    return play(game, *X_WINS)


def test_a_game_is_a_line_of_csv(admin_client, won: Game, alice: Player, computer: Player, bob):
    create_game(alice, computer)
    review_game(play(create_game(alice, bob), *O_LOSES_ON_MOVE_4))
    reviewed, going_on, row = rows(exported(admin_client))
    assert list(row) == list(game_exports.COLUMNS)
    assert (row["id"], row["board"], row["x"], row["o"]) == (won.pk, "3x3x3", "Alice", "Bob")
    assert (row["winner"], row["ending"], row["moves"]) == ("X", "line", "a3 a2 b3 b2 c3")
    assert row["started_at"] == won.created_at.isoformat()
    assert (row["x_level"], row["mistakes"], row["set_up"]) == ("", "", "0")
    assert (reviewed["mistakes"], going_on["o_level"]) == ("1", "champion")
    assert (going_on["moves"], going_on["ended_at"], going_on["mistakes"]) == ("", "", "")


def test_a_game_on_small_boards_is_read_again(admin_client, alice: Player, bob: Player):
    ultimate = BOARDS["ultimate"].variant
    play(create_game(alice, bob, variant=ultimate), *read_moves("e5 d4 a1", ultimate))
    [game] = read_games(exported(admin_client))
    assert (game.board, game.moves) == ("ultimate", read_moves("e5 d4 a1", ultimate))


def test_the_list_is_whole_however_many_games_there_are(admin_client, alice, bob):
    ids = [game.pk for game in past_games(alice, [bob], max(MOST, PORTION) + 1)]
    assert sorted(row["id"] for row in rows(exported(admin_client))) == sorted(ids)


def test_the_filters_and_the_search_of_the_list_hold(admin_client, won: Game, alice, charlie):
    other = create_game(alice, charlie)
    for query in ("?over=yes", "?q=bob", f"?q={won.pk}", "?over=yes&q=ali&board=classic"):
        assert [row["id"] for row in rows(exported(admin_client, query))] == [won.pk]
    assert rows(exported(admin_client, "?reason__exact=time")) == []
    response = export(admin_client, "", other.pk)
    assert response.status_code == 200
    said = LogEntry.objects.first().change_message
    assert said == "Exported 1 as CSV: chosen one by one."


def test_no_part_of_a_name_becomes_a_formula(subtests: pytest.Subtests):
    for name, cell in [
        *((f"{sign}1+1", f"'{sign}1+1") for sign in csv_files.FORMULA_SIGNS),
        (' "=1+1"', '\' "=1+1"'),
        ("\t=1+1", "'\t'=1+1"),
        # Where a spreadsheet takes another sign than the comma for the end of a cell:
        ("x;=1+1", "x;'=1+1"),
        ('x; "@SUM(1)', "x;' \"@SUM(1)"),
        ("x|-1;+1", "x|'-1;'+1"),
        # What can be no formula stays as it is.
        *((name, name) for name in ("Jean-Luc", "a=b", "c++", "me@home", "'=", "x;y", "A - B")),
    ]:
        with subtests.test(name=name, cell=cell):
            assert csv_files.csv_cell(name) == cell


def test_every_cell_is_quoted_in_a_file_that_has_a_name_and_is_one_gzip_member(
    admin_client, alice, bob
):
    Player.objects.filter(pk=alice.pk).update(name='É,"ß" 🐸;=1+1')
    create_game(alice, bob)
    text = exported(admin_client)
    assert text.startswith('"id","board",')
    assert rows(text)[0]["x"] == 'É,"ß" 🐸;\'=1+1'
    admin_client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    response = export(admin_client)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="games-')
    assert response["Content-Encoding"] == "identity"


def test_the_log_has_who_exported_what(admin_client, admin_user, won: Game):
    exported(admin_client, "?over=yes&board=classic&q=bob")
    entry = LogEntry.objects.get()
    assert entry.user == admin_user
    assert entry.change_message == "Exported 1 as CSV: board=classic, over=yes, with a search."
    assert "bob" not in str(entry).lower()
    exported(admin_client)
    assert LogEntry.objects.first().change_message == "Exported 1 as CSV: all of them."


def test_too_many_exports_are_refused_in_words(admin_client, won: Game):
    for _ in range(10):
        assert export(admin_client).status_code == 200
    response = admin_client.get(export(admin_client)["Location"])
    assert "That is a lot of exports. Please wait" in response.text
    assert LogEntry.objects.count() == 10


async def test_a_part_is_sent_before_the_next_is_made_and_the_rest_is_given_up():
    made: list[str] = []

    def parts() -> Iterator[str]:
        try:
            for part in "abc":
                made.append(part)
                yield part
        finally:
            made.append("closed")

    async with aclosing(downloads.stream(parts())) as sent:
        assert await anext(sent) == "a"
        assert made == ["a"]
        assert await anext(sent) == "b"
        assert made == ["a", "b"]
    assert made == ["a", "b", "closed"]


def test_the_documentation_names_every_column():
    guide = (ROOT / "tictactoe_site" / "deploy" / "README.md").read_text()
    for column in game_exports.COLUMNS:
        assert f"| `{column}` |" in guide
