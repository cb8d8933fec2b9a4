"""Everything that is kept of a person, as one file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine import Mark
from games.models import Player
from games.people.moderation.models import Block, Report
from games.people.own_games import export
from games.play import services
from games.study.puzzles.models import PuzzleAttempt
from tests.accounts import with_account
from tests.downloads import received
from tests.past_games import past_games
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db

ADDRESS = "/everything.json"


def everything(client: Client) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(received(client, ADDRESS))
    return kept


def test_a_game_is_told_with_its_moves_hints_and_what_was_taken_back(
    browse, alice: Player, computer: Player
):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, allows_undo=True)
    game.hinted.create(ply=0, position=game.position)
    play(game, 4, 0)
    services.undo(game.pk, alice.pk, ply=2, message_id="undo")
    kept = everything(browse(alice))
    [told] = kept["games"]
    assert (told["id"], told["x"], told["o"]) == (game.pk, "Alice", "Computer (Champion)")
    assert (told["you"], told["status"], told["moves"]) == (["X"], "playing", [])
    assert [move["cell"] for move in told["played"]] == ["b2", "a3"]
    assert all(move["taken_back_at"] for move in told["played"])
    assert told["hints"][0]["ply"] == 0
    assert kept["person"]["name"] == "Alice"
    assert "account" not in kept  # a guest has none


def test_the_file_has_what_every_room_keeps(browse, alice: Player, bob: Player, computer: Player):
    with_account(alice)
    won = play(services.create_game(host=alice, mark=Mark.X, guest=computer), *X_WINS)
    PuzzleAttempt.objects.create(player=alice, puzzle="abc", tries=2, solved_at=timezone.now())
    Block.objects.create(blocker=alice, blocked=bob)
    Block.objects.create(blocker=bob, blocked=alice)
    Report.objects.create(reporter=alice, reported=bob, kind="name", name="Bob", game=won)
    kept = everything(browse(alice))
    assert kept["account"]["name"] == "allce"
    assert kept["seals"] == ["classic-champion"]
    assert kept["puzzles"][0]["tries"] == 2
    assert [block["name"] for block in kept["blocks"]] == ["Bob"]
    assert (kept["reports"][0]["name"], kept["reports"][0]["game_id"]) == ("Bob", won.pk)


def test_many_games_are_written_in_parts_with_few_queries(
    browse, monkeypatch: pytest.MonkeyPatch, alice: Player, bob: Player
):
    monkeypatch.setattr(export, "READ_AT_ONCE", 20)
    games = past_games(alice, [bob], 70)
    with CaptureQueriesContext(connection) as queries:
        kept = everything(browse(alice))
    assert {game["id"] for game in kept["games"]} == {game.pk for game in games}
    assert len(queries) < 60


def test_too_many_files_are_refused_in_a_sentence(browse, alice: Player):
    client = browse(alice)
    answers = [client.get(ADDRESS) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "That is a lot of exports." in answers[-1].content.decode()
