from __future__ import annotations

import re

import pytest
from django.test import Client

from games.computer import replies
from games.engine import BOARDS
from games.models import Game, Player
from tests.exhibitions import play_to_the_end, start_exhibition

pytestmark = pytest.mark.django_db


def words(client: Client, game: Game, ply: int) -> str:
    address = f"/g/{game.pk}/why/?ply={ply}"
    said = client.get(address, headers={"accept": "application/json"}).json()["words"]
    page = client.get(address).content.decode()
    assert said in page
    assert f"{game.get_absolute_url()}?ply={ply}" in page
    return str(said)


def test_a_level_says_its_score_depth_and_line(client: Client, alice: Player):
    game = play_to_the_end(start_exhibition(x="champion", o="easy"))
    assert words(client, game, 1).startswith("Score 0, draw · 9 moves deep · ")
    assert "expects" in words(client, game, 1)
    assert "1 move deep" in words(client, game, 2)
    assert words(client, game, game.ply) == "The last move: nothing is left to search."


def test_the_strongest_says_what_is_proven_where_that_is_known(client: Client, alice: Player):
    four = BOARDS["connect-four"].variant
    game = start_exhibition(x="champion", o="easy", variant=four)
    if pending := replies.pending_reply(game.pk):
        replies.play(pending, four.cell_named("d1"))
    page = client.get(f"/g/{game.pk}/why/?ply=1").content.decode()
    assert "Proven: Red to move, loss in 20 moves" in page


def test_on_small_boards_it_says_what_the_move_does_there(client: Client, alice: Player):
    ultimate = BOARDS["ultimate"].variant
    game = start_exhibition(x="easy", o="easy", variant=ultimate)
    if pending := replies.pending_reply(game.pk):
        replies.play(pending, ultimate.cell_named("e5"))
    assert words(client, game, 1) == "X plays e5. It closes no board."


def test_menace_says_its_beads_and_chance_its_choice(client: Client, alice: Player):
    game = play_to_the_end(start_exhibition(x="random", o="menace"))
    assert words(client, game, 1) == "Drawn from 9 moves."
    assert re.search(r"has \d+ of \d+ beads for this move", words(client, game, 2))


def test_only_exhibitions_say_why(client: Client, game: Game, alice: Player):
    assert client.get(f"/g/{game.pk}/why/").status_code == 409
    answer = client.get(f"/g/{game.pk}/why/", headers={"accept": "application/json"})
    assert answer.json()["code"] == "no_exhibition"
    assert client.get("/g/0000000000/why/").status_code == 404
    new = start_exhibition(x="hard", o="hard")
    assert client.get(f"/g/{new.pk}/why/?ply=x").status_code == 200
    assert "data-why" in client.get(new.get_absolute_url()).content.decode()
    assert "data-why" not in client.get(game.get_absolute_url()).content.decode()
