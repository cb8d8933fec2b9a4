from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import aclosing
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import BOARDS, read_moves
from games.engine.game_file import read_games
from games.models import Game, Player
from games.play.services import react
from games.staff import export_formats
from games.web import downloads
from tests.downloads import received
from tests.past_games import past_games
from tests.playing import X_WINS, create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game
from tests.server import ROOT

pytestmark = pytest.mark.django_db

GAMES = "/admin/games/game/"
CSV, JSON = f"{GAMES}export.csv", f"{GAMES}export.json"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


@pytest.fixture
def won(game: Game) -> Game:
    return play(game, *X_WINS)


def test_a_game_is_a_line_of_csv(admin_client, won: Game):
    [row] = rows(received(admin_client, CSV))
    assert list(row) == list(export_formats.COLUMNS)
    assert (row["id"], row["board"], row["x"], row["o"]) == (won.pk, "3x3x3", "Alice", "Bob")
    assert (row["winner"], row["ending"], row["moves"]) == ("X", "line", "a3 a2 b3 b2 c3")
    assert row["started_at"] == won.created_at.isoformat()
    assert (row["x_level"], row["mistakes"], row["set_up"]) == ("", "", "0")


@pytest.mark.parametrize("path", [CSV, JSON])
def test_a_game_on_small_boards_is_read_again(admin_client, alice: Player, bob: Player, path: str):
    ultimate = BOARDS["ultimate"].variant
    play(create_game(alice, bob, variant=ultimate), *read_moves("e5 d4 a1", ultimate))
    [game] = read_games(received(admin_client, path))
    assert (game.board, game.moves) == ("ultimate", read_moves("e5 d4 a1", ultimate))


def test_a_game_is_an_object_of_json(admin_client, alice: Player, computer: Player, bob: Player):
    create_game(alice, computer)
    review_game(play(create_game(alice, bob), *O_LOSES_ON_MOVE_4))
    reviewed, going_on = json.loads(received(admin_client, JSON))
    assert list(reviewed) == list(export_formats.COLUMNS)
    assert reviewed["mistakes"] == 1
    assert going_on["o_level"] == "champion"
    assert going_on["moves"] == ""
    assert going_on["ended_at"] is None
    assert going_on["mistakes"] is None


@pytest.mark.parametrize("count", [0, 1, export_formats.CHUNK, export_formats.CHUNK + 1])
def test_both_formats_are_whole_however_many_games_there_are(admin_client, alice, bob, count: int):
    ids = [game.pk for game in past_games(alice, [bob], count)]
    from_json = [game["id"] for game in json.loads(received(admin_client, JSON))]
    from_csv = [row["id"] for row in rows(received(admin_client, CSV))]
    assert sorted(from_json) == sorted(from_csv) == sorted(ids)


def test_the_filters_and_the_search_of_the_list_hold(admin_client, won: Game, alice, charlie):
    create_game(alice, charlie)
    for query in ("?result=X", "?q=bob", f"?q={won.pk}", "?result=X&q=ali&board=classic"):
        assert [row["id"] for row in rows(received(admin_client, CSV + query))] == [won.pk]
    assert rows(received(admin_client, f"{CSV}?result=O")) == []
    page = admin_client.get(f"{GAMES}?result=X&q=bob&p=1").text
    assert f'href="{CSV}?q=bob&amp;result=X"' in page
    assert f'href="{JSON}?q=bob&amp;result=X"' in page


def test_no_part_of_a_name_becomes_a_formula(subtests: pytest.Subtests):
    for name, cell in [
        *((f"{sign}1+1", f"'{sign}1+1") for sign in export_formats.FORMULA_SIGNS),
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
            assert export_formats.csv_cell(name) == cell


def test_every_cell_of_csv_is_quoted_and_json_has_names_as_they_are(admin_client, alice, bob):
    Player.objects.filter(pk=alice.pk).update(name='É,"ß" 🐸;=1+1')
    create_game(alice, bob)
    text = received(admin_client, CSV)
    assert text.startswith('"id","board",')
    assert rows(text)[0]["x"] == 'É,"ß" 🐸;\'=1+1'
    assert json.loads(received(admin_client, JSON))[0]["x"] == 'É,"ß" 🐸;=1+1'


def test_the_file_has_a_name_and_a_type_and_is_one_gzip_member(admin_client, won: Game):
    for address, content_type in ((CSV, "text/csv; charset=utf-8"), (JSON, "application/json")):
        response: Any = admin_client.get(address, headers={"Accept-Encoding": "gzip"})
        assert response["Content-Type"] == content_type
        assert response["Content-Disposition"].startswith('attachment; filename="games-')
        assert response["Content-Encoding"] == "identity"


def test_the_log_has_who_exported_what(admin_client, admin_user, won: Game):
    received(admin_client, f"{CSV}?result=X&board=classic&q=bob")
    entry = LogEntry.objects.get()
    assert entry.user == admin_user
    assert entry.change_message == "Exported 1 as CSV: result=X, board=classic, with a search."
    assert "bob" not in str(entry).lower()
    received(admin_client, JSON)
    assert LogEntry.objects.first().change_message == "Exported 1 as JSON: all of them."


def test_too_many_exports_are_refused_in_words(admin_client):
    for _ in range(10):
        assert admin_client.get(CSV).status_code == 200
    response = admin_client.get(CSV, follow=True)
    assert "That is a lot of exports. Please wait" in response.text
    assert LogEntry.objects.count() == 10


def test_what_cannot_be_exported_is_refused(admin_client):
    assert admin_client.get(f"{GAMES}export.xlsx").status_code == 404
    response = admin_client.get(f"{CSV}?nonsense=1", follow=True)
    assert "Nothing was exported" in response.text
    assert not LogEntry.objects.exists()


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


def test_rows_are_read_as_they_are_written(alice: Player, bob: Player):
    past_games(alice, [bob], 3 * export_formats.CHUNK)
    with CaptureQueriesContext(connection) as queries:
        parts = export_formats.as_csv(Game.objects.order_by("pk"))
        lines = [part.count("\n") for part in parts]
    assert lines == [1, export_formats.CHUNK, export_formats.CHUNK, export_formats.CHUNK]
    assert len(queries) == 1 + 3


def test_the_documentation_names_every_column():
    guide = (ROOT / "tictactoe_site" / "deploy" / "README.md").read_text()
    for column in export_formats.COLUMNS:
        assert f"| `{column}` |" in guide


def test_a_game_by_itself_has_all_that_its_page_says(admin_client, won: Game, tmp_path, capsys):
    react(won.pk, won.x_id, reaction="thanks")
    response = admin_client.get(f"/admin/games/game/{won.pk}/download.json")
    assert response["Content-Disposition"] == f'attachment; filename="game-{won.pk}.json"'
    [told] = response.json()
    page = admin_client.get(f"/admin/games/game/{won.pk}/change/").context
    assert told["facts"] == page["facts"]
    assert [entry["words"] for entry in told["timeline"]] == [e.words for e in page["timeline"]]
    assert f"{won.seat_name('X')} said “Thanks!”" in [entry["words"] for entry in told["timeline"]]
    file = tmp_path / "game.json"
    file.write_bytes(response.content)
    call_command("review", str(file))
    assert len(capsys.readouterr().out.splitlines()) == won.ply
