import re
from typing import Any

import pytest
from django.test import Client

from games.computer import replies
from games.engine import BOARDS, CLASSIC
from games.models import Game, Player
from games.presentation import geometry
from tests.exhibitions import play_to_the_end, start_exhibition
from tests.playing import create_game, play

pytestmark = pytest.mark.django_db


def told(client: Client, game: Game, ply: int) -> dict[str, Any]:
    address = f"/g/{game.pk}/why/?ply={ply}"
    return client.get(address, headers={"accept": "application/json"}).json()


def words(client: Client, game: Game, ply: int) -> str:
    address, said = f"/g/{game.pk}/why/?ply={ply}", told(client, game, ply)["words"]
    page = client.get(address).text
    assert said in page
    assert f"{game.get_absolute_url()}?ply={ply}" in page
    return str(said)


def test_a_level_says_in_words_what_it_expects_and_thinks(client: Client, alice: Player):
    game = play_to_the_end(start_exhibition(x="champion", o="easy"))
    found = told(client, game, 1)
    assert re.fullmatch(
        r"Champion expects [abc]\d, then [abc]\d\. It sees a draw\.", found["words"]
    )
    assert re.fullmatch(r"Champion plays [abc]\d\.", found["move"])
    assert [mark for _, mark in found["expected"]] == ["O", "X"]
    assert found["figures"] == "Looks 9 moves ahead"
    last = told(client, game, game.ply)
    assert (last["move"], last["words"]) == ("", "")  # the result is told in its place


def test_the_strongest_says_what_is_proven_where_that_is_known(client: Client, alice: Player):
    four = BOARDS["connect-four"].variant
    game = start_exhibition(x="champion", o="easy", variant=four)
    if pending := replies.pending_reply(game.pk):
        replies.play(pending, four.cell_named("d1"))
    page = client.get(f"/g/{game.pk}/why/?ply=1").text
    assert "It sees that Yellow wins in 20 of its moves." in page


def test_on_small_boards_it_says_what_the_move_does_there(client: Client, alice: Player):
    ultimate = BOARDS["ultimate"].variant
    game = start_exhibition(x="easy", o="easy", variant=ultimate)
    if pending := replies.pending_reply(game.pk):
        replies.play(pending, ultimate.cell_named("e5"))
    assert words(client, game, 1) == "It closes no board."


def test_menace_says_its_beads_and_chance_its_choice(client: Client, alice: Player):
    game = play_to_the_end(start_exhibition(x="random", o="menace"))
    assert words(client, game, 1) == "Drawn from 9 moves."
    assert re.search(r"has \d+ of \d+ beads for this move", words(client, game, 2))


def test_of_other_games_the_move_and_what_is_proven_to_follow(browse, alice, bob, charlie):
    game = play(create_game(alice, bob), 0, 4, 1)
    watcher, viewer = browse(charlie), browse(alice)
    found = told(watcher, game, 3)
    assert (found["move"], found["words"]) == ("X b3.", "O has to answer c3.")
    assert found["expected"] == [[2, "O"]]
    assert found["bands"] == [geometry.band(CLASSIC, (0, 1, 2))]
    assert told(watcher, game, 2)["words"] == ""
    assert told(watcher, game, 0)["move"] == "X begins."
    assert told(viewer, game, 3)["words"] == ""  # whoever plays gets no help
    play(game, 3)
    assert told(watcher, game, 4)["words"] == "X can win with c3."
    play(game, 2)
    assert told(viewer, game, 3)["words"] == "O has to answer c3."  # now it is over


def test_a_question_about_no_game_is_refused(client: Client, alice: Player):
    assert client.get("/g/0000000000/why/").status_code == 404
    new = start_exhibition(x="hard", o="hard")
    page = client.get(f"/g/{new.pk}/why/?ply=x").text
    assert f'href="{new.get_absolute_url()}?ply=0"' in page
    assert "data-always" in client.get(new.get_absolute_url()).text
