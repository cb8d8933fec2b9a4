import re

from django.test import Client

from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.pages.actions import MoveForm
from games.pages.home import NewGameForm
from tests.playing import start

CHOICES = {
    "opponent": "computer",
    "level": "hard",
    "board": "gomoku",
    "side": "O",
    "control": "3+2",
    "best_of": "5",
}
KEPT_FIELDS = [name for name in CHOICES if name != "opponent"]


def chosen_values(page: str) -> set[str]:
    sheets = page[page.index('class="choices"') :]
    chosen = re.findall(r'value="([^"]*)"\s+(?:checked|selected)', sheets)
    return {*chosen, *re.findall(r'type="hidden" name="(?:board|level)" value="([^"]*)"', sheets)}


def test_a_refused_form_says_so_keeps_what_was_chosen_and_makes_nothing(client: Client):
    for wrong in ("opponent", "level", "side", "control", "best_of", "board"):
        response = client.post("/g/", {**CHOICES, wrong: "nonsense"})
        assert response.status_code == 400, wrong
        page = response.text
        assert 'role="alert"' in page
        assert {CHOICES[name] for name in KEPT_FIELDS if name != wrong} <= chosen_values(page)
        assert "nonsense" not in chosen_values(page)
    assert client.post("/g/", {}).status_code == 400
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_each_board_is_offered_with_its_name_and_its_rule(client: Client):
    page = client.get("/").text
    champion = LEVELS["champion"]
    for board in BOARDS.values():
        assert board.name in page
        assert board.gist in page
        shown = client.get(f"/?board={board.id}").text
        is_said_to_be_proven = "It never loses on this board." in shown
        assert is_said_to_be_proven is champion.is_unbeatable_on(board.variant)
        assert ("This board is solved" in shown) is (board.id == "connect-four")
        game = start(client, opponent="device", board=board.id)
        assert game.variant == board.variant
        assert board.rule in client.get(game.get_absolute_url()).text


def test_taking_back_is_usual_on_one_device_and_on_larger_boards(client: Client):
    for opponent, board, undo, allowed in (
        *(("friend", "classic", "", False), ("friend", "classic", "yes", True)),
        *(("friend", "4x4", "", True), ("friend", "4x4", "no", False)),
        *(("device", "classic", "", True), ("device", "classic", "no", False)),
    ):
        assert start(client, opponent=opponent, board=board, undo=undo).allows_undo is allowed


FIRST = {"opponent": "computer", "level": "easy", "board": "classic", "cell": "4"}


def test_the_side_that_was_chosen_before_stays_chosen(client: Client):
    start(client, opponent="computer", level="easy", side="O")
    start(client, **FIRST)
    assert client.get("/").context["choices"]["side"] == "O"


def test_a_refused_first_move_or_player_says_why_and_makes_no_game(client: Client):
    for changes, words in (
        ({"level": "menace", "board": "gomoku"}, "That player does not play on this board."),
        ({"cell": "9"}, "There is no such place on this board."),
        ({"opponent": "friend"}, "The game has not begun yet."),
    ):
        response = client.post("/g/", {**FIRST, **changes})
        assert response.status_code == 409
        assert words in response.text
    assert not Game.objects.exists()


def chosen(**data: str) -> NewGameForm:
    form = NewGameForm({"opponent": "friend", **data})
    assert form.is_valid(), form.errors
    return form


def test_the_side_chosen_is_the_mark_played_and_a_surprise_is_either():
    for side, mark in (("X", Mark.X), ("O", Mark.O), ("", Mark.X)):
        assert chosen(side=side).mark() is mark
    assert {chosen(side="surprise").mark() for _ in range(60)} == set(Mark)


def test_a_move_is_two_small_numbers():
    assert MoveForm({"ply": "0", "cell": "8"}).is_valid()
    for wrong in ("", "x", "-1", "1.5", "9" * 20, "9" * 400):
        assert not MoveForm({"ply": "0", "cell": wrong}).is_valid()
    assert not MoveForm({"cell": "8"}).is_valid()
