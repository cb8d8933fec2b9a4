import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from games import protocol
from games.models import Game, Player
from games.presentation import hint_wording, snapshots
from games.sockets import live_games
from tests.playing import X_WINS, play

# The messages as both sides must write and read them; tests/js/protocol.test.js is for the scripts.
GOLDEN = Path(__file__).parent / "golden"
MESSAGES: list[dict[str, Any]] = json.loads((GOLDEN / "messages.json").read_text())
ANSWERS = {answer["type"]: answer for answer in json.loads((GOLDEN / "answers.json").read_text())}
MOVE = MESSAGES[0]


def test_every_message_of_a_browser_is_understood(subtests: pytest.Subtests):
    for golden_message in MESSAGES:
        with subtests.test(golden_message=golden_message):
            message = protocol.parse(json.dumps(golden_message))
            assert type(message) is protocol.MESSAGES[golden_message["type"]]
            assert {"type": golden_message["type"], **asdict(message)} == golden_message


def test_the_golden_messages_are_all_there_are():
    assert [message["type"] for message in MESSAGES] == list(protocol.MESSAGES)


def test_answers_have_their_golden_form():
    assert protocol.ok("k-1", 7) == ANSWERS["ok"]
    assert protocol.pong("k-5", 7) == ANSWERS["pong"]
    assert protocol.presence({"X": "here", "O": "away"}, 2) == ANSWERS["presence"]
    assert protocol.reaction("X", "nice") == ANSWERS["reaction"]
    verdicts = {"0": hint_wording.verdict_in_words({"value": "win", "plies": 3})}
    hint: protocol.HintInWords = {
        "ply": 4,
        "words": "Play a3. You can win in 2 moves.",
        "best": [0],
        "verdicts": verdicts,
    }
    assert protocol.hint("k-10", 8, hint) == ANSWERS["hint"]
    sentence = "A message is a JSON object."
    assert protocol.no(None, "not_json", sentence, None) == ANSWERS["no"]


@pytest.mark.django_db
def test_a_state_has_its_golden_form(game: Game, alice: Player):
    state = protocol.state(snapshots.state_for(play(game, *X_WINS), alice.pk))
    assert {**state, "id": ANSWERS["state"]["id"]} == ANSWERS["state"]
    assert list(state) == list(ANSWERS["state"])


def test_a_frame_leaves_out_what_browsers_know():
    state = ANSWERS["state"]
    frame = json.loads(protocol.with_answer(protocol.encode_state(state), 'k-"1'))
    assert frame.pop("answers") == 'k-"1'
    defaults = json.loads((GOLDEN / "defaults.json").read_text())
    assert (defaults["state"], defaults["seat"]) == (protocol.DEFAULTS, protocol.SEAT_DEFAULTS)
    seats = {mark: {**defaults["seat"], **told} for mark, told in frame.pop("seats").items()}
    assert {**defaults["state"], **frame, "seats": seats} == state
    assert not frame.keys() & {"landing", "clock", "may_undo"}


@pytest.mark.django_db
@pytest.mark.django_db
def test_games_to_watch_have_their_golden_form(game: Game):
    shown = live_games.summarize(play(game, 4))
    glance = {**shown, "id": ANSWERS["games"]["shown"][0]}
    words = live_games.count_in_words(1)
    assert protocol.games([glance["id"]], [glance], words) == ANSWERS["games"]
    assert list(shown) == list(ANSWERS["games"]["changed"][0])


def with_fields(**fields: object) -> str:
    return json.dumps({**MOVE, **fields})


def without_field(name: str) -> str:
    return json.dumps({key: value for key, value in MOVE.items() if key != name})


REFUSED = {
    "not_json": ["", "hello", '{"type": "ping", "id": NaN}', "[" * 2000],
    "not_an_object": ["9" * 2000, "[]", '["move"]', "null", '"move"'],
    "wrong_id": [
        *("{}", without_field("id")),
        *(with_fields(id=id) for id in (1, "", "k" * 41, "\ud800", "\0")),
    ],
    "unknown_type": [
        *(without_field("type"), with_fields(type="claim_victory")),
        *(with_fields(type=["move"]), with_fields(type=None)),
    ],
    "wrong_fields": [
        *map(without_field, ("ply", "cell")),
        *(with_fields(winner="X"), with_fields(player=1), '{"type": "ping", "id": "k"}'),
    ],
    "wrong_value": [
        *(with_fields(cell=cell) for cell in (True, 4.0, "4", None, [4], -1, 10**100)),
        *(with_fields(ply=False), '{"type": "ping", "id": "k", "visible": 1}'),
        '{"type": "claim", "id": "k", "result": "lose"}',
        '{"type": "claim", "id": "k", "result": ["win"]}',
    ],
    "too_long": [with_fields(id="k", cell=4, pad="x" * protocol.MAX_FRAME), "ü" * 4097],
}


def test_anything_else_is_refused_with_a_code_and_a_sentence(subtests: pytest.Subtests):
    for code, frames in REFUSED.items():
        for frame in frames:
            with subtests.test(frame=frame, code=code):
                with pytest.raises(protocol.Malformed) as refusal:
                    protocol.parse(frame)
                assert refusal.value.code == code
                assert refusal.value.message.endswith(".")


def test_a_refusal_says_what_a_message_must_be(subtests: pytest.Subtests):
    for frame, sentence in [
        ("x" * 8193, "A message may have 8192 bytes at most."),
        ("[]", "A message is a JSON object."),
        (with_fields(id=""), "A message has an id: a text of 1 to 40 characters."),
        (with_fields(id="a\nb"), "A message has an id: a text of 1 to 40 characters."),
        (
            with_fields(type="pass"),
            "A message has one of the types claim, decline, decline_draw, draw, hint, move, ping, "
            "rematch, resign, say, sync, undo.",
        ),
        (without_field("ply"), "A move has the fields type, cell, id, ply."),
        (with_fields(ply="1", cell=2), "The ply is a whole number from 0."),
        (with_fields(ply="1", cell="2"), "The cell is a whole number from 0."),
        ('{"type": "claim", "id": "k", "result": "lose"}', "The result is one of win, draw."),
        ('{"type": "say", "id": "k", "text": ""}', "What one says has 1 to 80 characters."),
        ('{"type": "ping", "id": "k", "visible": 1}', "The field visible is true or false."),
    ]:
        with subtests.test(frame=frame, sentence=sentence):
            with pytest.raises(protocol.Malformed) as refusal:
                protocol.parse(frame)
            assert refusal.value.message == str(refusal.value) == sentence


@pytest.mark.parametrize(
    "frame",
    [
        '{"type": "move", "type": "ping", "id": "k", "visible": true}',
        '{"type": "ping", "id": "k\ud800", "visible": true}',
        '{"type": "say", "id": "k", "text": "\\ud800"}',
        '{"type": "sync", "id": "k", "pad": ' + "[" * 1000 + "]" * 1000 + "}",
        '{"type": "sync", "id": ' + '{"a":' * 300 + "1" + "}" * 300 + "}",
    ],
)
def test_odd_frames_are_refused_and_nothing_worse_happens(frame: str):
    with pytest.raises(protocol.Malformed):
        protocol.parse(frame)


def test_the_longest_frame_and_the_largest_numbers_are_read():
    largest = with_fields(
        ply=protocol.MAX_NUMBER, cell=protocol.MAX_NUMBER, id="k" * protocol.MAX_ID
    )
    frame = largest + " " * (protocol.MAX_FRAME - len(largest))
    assert protocol.parse(frame) == protocol.PlayMove("k" * 40, 65536, 65536)
    with pytest.raises(protocol.Malformed, match="8192 bytes"):
        protocol.parse(frame + " ")
