import pytest
from django.test import Client
from django.urls import reverse

from games.engine import Mark
from games.models import Game
from games.play import services
from tests.playing import X_WINS, play

IMPORT = "/games/import/"


def imported(client: Client, text: str) -> Game:
    address = client.post(IMPORT, {"text": text}).headers["Location"]
    _, _, game_id, *_ = address.split("/")
    assert address == reverse("games:review", args=[game_id])
    return Game.objects.get(pk=game_id)


@pytest.mark.parametrize("name", ["game_text", "game_json"])
def test_an_exported_game_becomes_one_of_the_own_with_a_review(client, alice, bob, name):
    exported = services.create_game(host=alice, mark=Mark.X, guest=bob, opening=X_WINS[:2])
    play(exported, *X_WINS[2:])
    text = client.get(reverse(f"games:{name}", args=[exported.pk])).text
    game = imported(client, text)
    assert (game.record, game.start_ply, game.winner) == (list(X_WINS), 2, "X")
    assert (game.is_hot_seat, game.is_public, game.reason) == (True, False, "line")
    assert list(game.moves.values_list("ply", "cell")) == list(enumerate(X_WINS))[2:]
    assert client.get(reverse("games:review", args=[game.pk])).status_code == 200
    assert game.get_absolute_url() in client.get("/games/").text


@pytest.mark.parametrize(
    ("tags", "ending"),
    [
        ('[Result "0-1"]', ("finished", "O", "resigned")),
        ('[Result "1-0"] [Ending "time"]', ("finished", "X", "time")),
        ('[Result "1/2-1/2"]', ("finished", "", "agreed")),
        ('[Result "*"]', ("closed", "", "stopped")),
    ],
)
def test_a_game_that_the_board_did_not_end_ends_as_its_text_says(client, tags, ending):
    game = imported(client, f'[Board "classic"] {tags} 1. b2 a3')
    assert (game.status, game.winner, game.reason) == ending


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "not_a_game_file", "A game begins with its board"),
        ('[Board "classic"] 1. b2 <b2>', "not_a_game_file", "Move 2: "),
        ('[Board "classic"] 1. b2 b2', "not_a_game_file", "Move 2, b2: "),
        ('[Board "classic"] [SetUp "1"] 1. b2', "no_moves", "Nobody has made a move"),
    ],
)
def test_a_bad_text_is_refused_and_kept(client, text, code, words):
    response = client.post(IMPORT, {"text": text})
    assert response.status_code in (400, 409)
    assert words in response.text
    assert response.context["text"] == text
    refused = client.post(IMPORT, {"text": text}, headers={"Accept": "application/json"})
    assert refused.json()["code"] == code
    assert not Game.objects.exists()
