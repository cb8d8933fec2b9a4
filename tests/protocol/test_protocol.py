from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from games import protocol
from games.models import Game, Player
from games.presentation import snapshots, wording
from games.realtime import live_games
from tests.playing import X_WINS, play

GOLDEN = Path(__file__).parent / "golden"
MESSAGES = json.loads((GOLDEN / "messages.json").read_text())
ANSWERS = {answer["type"]: answer for answer in json.loads((GOLDEN / "answers.json").read_text())}
MOVE = MESSAGES[0]


@pytest.mark.parametrize("golden", MESSAGES, ids=lambda message: message["type"])
def test_every_message_of_a_browser_is_understood(golden: dict[str, Any]):
    message = protocol.parse(json.dumps(golden))
    assert type(message) is protocol.MESSAGES[golden["type"]]
    assert {"type": golden["type"], **asdict(message)} == golden


def test_the_golden_messages_are_all_there_are():
    assert [message["type"] for message in MESSAGES] == list(protocol.MESSAGES)


def test_answers_have_their_golden_form():
    assert protocol.ok("k-1", 7) == ANSWERS["ok"]
    assert protocol.pong("k-5", 7) == ANSWERS["pong"]
    assert protocol.presence({"X": "here", "O": "away"}, 2) == ANSWERS["presence"]
    assert protocol.reaction("X", "nice") == ANSWERS["reaction"]
    verdicts = {"0": wording.spoken({"value": "win", "plies": 3})}
    said = "You can win in 2 moves."
    assert protocol.hint("k-10", 8, 4, said, verdicts) == ANSWERS["hint"]
    sentence = "A message is a JSON object."
    assert protocol.no(None, "not_json", sentence, None) == ANSWERS["no"]


@pytest.mark.django_db
def test_a_state_has_its_golden_form(game: Game, alice: Player):
    state = protocol.state(snapshots.state_for(play(game, *X_WINS), alice.pk))
    assert {**state, "id": ANSWERS["state"]["id"]} == ANSWERS["state"]
    assert list(state) == list(ANSWERS["state"])


@pytest.mark.django_db
def test_games_to_watch_have_their_golden_form(game: Game):
    shown = live_games.glance(play(game, 4))
    glance = {**shown, "id": ANSWERS["games"]["shown"][0]}
    assert protocol.games([glance["id"]], [glance]) == ANSWERS["games"]
    assert list(shown) == list(ANSWERS["games"]["changed"][0])


def edited(**fields: object) -> str:
    return json.dumps({**MOVE, **fields})


def without(name: str) -> str:
    return json.dumps({key: value for key, value in MOVE.items() if key != name})


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "not_json"),
        ("hello", "not_json"),
        ('{"type": "ping", "id": NaN}', "not_json"),
        ("[" * 2000, "not_json"),
        ("9" * 2000, "not_an_object"),
        ("[]", "not_an_object"),
        ('["move"]', "not_an_object"),
        ("null", "not_an_object"),
        ('"move"', "not_an_object"),
        ("{}", "wrong_id"),
        (without("id"), "wrong_id"),
        (edited(id=1), "wrong_id"),
        (edited(id=""), "wrong_id"),
        (edited(id="k" * 41), "wrong_id"),
        (without("type"), "unknown_type"),
        (edited(type="claim_victory"), "unknown_type"),
        (edited(type=["move"]), "unknown_type"),
        (edited(type=None), "unknown_type"),
        (without("ply"), "wrong_fields"),
        (without("cell"), "wrong_fields"),
        (edited(winner="X"), "wrong_fields"),
        (edited(player=1), "wrong_fields"),
        (edited(id="\ud800"), "wrong_id"),
        (edited(cell=True), "wrong_value"),
        (edited(cell=4.0), "wrong_value"),
        (edited(cell="4"), "wrong_value"),
        (edited(cell=None), "wrong_value"),
        (edited(cell=[4]), "wrong_value"),
        (edited(cell=-1), "wrong_value"),
        (edited(cell=10**100), "wrong_value"),
        (edited(ply=False), "wrong_value"),
        ('{"type": "ping", "id": "k", "visible": 1}', "wrong_value"),
        ('{"type": "ping", "id": "k"}', "wrong_fields"),
        ('{"type": "claim", "id": "k", "result": "lose"}', "wrong_value"),
        ('{"type": "claim", "id": "k", "result": ["win"]}', "wrong_value"),
        (edited(id="k", cell=4, pad="x" * 2048), "too_long"),
        ("ü" * 1025, "too_long"),
    ],
)
def test_anything_else_is_refused_with_a_code_and_a_sentence(frame: str, code: str):
    with pytest.raises(protocol.Malformed) as refusal:
        protocol.parse(frame)
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")


def test_a_refusal_names_the_message_it_refuses():
    with pytest.raises(protocol.Malformed) as refusal:
        protocol.parse(edited(cell=-1))
    assert refusal.value.id == MOVE["id"]
