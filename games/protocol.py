"""The wire format, whole: what browser and server say to each other, as JSON objects.

Browser to server, each with an ``id`` of the browser's choosing, which ``ok``, ``no`` and ``pong``
repeat:

    {"type": "move", "id": "k1", "ply": 3, "cell": 4}   ply: moves made before this one
    {"type": "resign", "id": "k2"}
    {"type": "rematch", "id": "k3"}
    {"type": "claim", "id": "k6", "result": "win"}      or "draw", when the other is gone
    {"type": "undo", "id": "k7", "ply": 3}              asks to take back, or says yes to that
    {"type": "decline", "id": "k8", "ply": 3}           says no, or takes back the asking
    {"type": "hint", "id": "k10", "ply": 4}             against the computer: answered by a hint
    {"type": "react", "id": "k9", "reaction": "nice"}   one of ``REACTIONS``
    {"type": "sync", "id": "k4"}                        answered by the state
    {"type": "ping", "id": "k5", "visible": true}       visible: whether the page can be seen

Server to browser:

    {"type": "state", ...snapshot}                      on connecting, on ``sync``, on change;
                                                        here ``id`` is the game's
    {"type": "ok", "id": "k1", "version": 7}
    {"type": "no", "id": "k1", "code": "cell_taken", "message": "...", "state": snapshot}
    {"type": "hint", "id": "k10", "version": 8, "ply": 4, "words": "You can win in 2 moves.",
     "verdicts": {"0": {"value": "win", "plies": 3, "brief": "W2", "words": "win in 2 moves"}}}
    {"type": "pong", "id": "k5", "version": 7}
    {"type": "presence", "seats": {"X": "here", "O": "away"}, "watchers": 2}
    {"type": "reaction", "mark": "X", "reaction": "nice"}

A page that watches many games is connected to ``/ws/watch/``. There a browser sends ``sync`` and
``ping`` only (the version of whose ``pong`` says nothing), and hears

    {"type": "games", "shown": ["abc2345678"], "changed": [...]}

``shown`` are the ids of all games to show; ``changed`` has those of them that are new or changed
since the last such message, each as in ``state`` but for what only its own page needs, with the
words for a spectator. On connecting, on ``sync``, and from ``GET /watch/messages/`` these are all.

The same messages may be posted to ``/g/<id>/messages/``, where sockets do not get through; the
response is the answer. A ``GET`` there serves a list: what a socket is told on connecting,
``state`` and ``presence``. ``state`` is also what ``GET /g/<id>/`` serves as JSON.

A ``state`` says under ``claim_in`` in how many seconds the one who waits may end the game, unless
the player to move shows a sign of life; null where nobody waits.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, NoReturn, TypedDict

MAX_FRAME = 2048  # bytes
MAX_ID = 40  # characters
RESULTS = ("win", "draw")
REACTIONS = ("hello", "nice", "wow", "oops", "thanks", "well_played")
MAX_NUMBER = 1 << 16  # above every ply and cell of any board


class Close(IntEnum):
    """Why the server closed a socket."""

    NO_SUCH_GAME = 4001
    TOO_FAST = 4008
    RESTARTING = 4012


class Seat(TypedDict):
    name: str
    level: str | None  # the computer's, None for a person


class Result(TypedDict):
    winner: str | None
    reason: str
    line: list[int]


class Clock(TypedDict):
    control: str  # such as 10s or 3+2, see games.clock
    left: dict[str, int]  # milliseconds, by mark
    running: str | None  # the mark whose time runs, as of when this was sent


class Undo(TypedDict):
    by: str | None  # the mark that asks to take back
    is_declined: bool  # whether that was refused at this ply


class Series(TypedDict):
    best_of: int  # games, 0 without end
    is_over: bool


class Verdict(TypedDict):
    """What a move leads to if both sides play their best, for whoever makes it."""

    value: str  # win, draw, loss, or unknown: nobody can say
    plies: int | None  # until it is won or lost, this move included


class SpokenVerdict(Verdict):
    """The same in words, and in as few signs as fit on a cell: W2, D, L1 or ?."""

    brief: str
    words: str


class Facts(TypedDict):
    """How a game stands, the same for everyone who looks."""

    id: str
    variant: str  # width x height x run and its rules, such as 3x3x3 or 7x6x4+drop
    version: int
    ply: int
    cells: str  # X, O or . for each cell, row by row
    landing: list[int | None] | None  # where a piece would fall, by column; None where none falls
    turn: str
    status: str
    outcome: Result | None
    seats: dict[str, Seat | None]  # by mark
    score: dict[str, int]  # games of this series by mark, and "draws"
    series: Series
    clock: Clock | None
    hints: int  # how often the player was told what each move leads to
    undo: Undo | None  # None where nothing is taken back
    is_public: bool  # whether it is shown to all who like to watch


class Glance(Facts):
    """A game as the Watch page shows it, with its board and how it stands in words."""

    board: str
    words: str


class Snapshot(Facts):
    """Everything a browser draws a game from."""

    moves: list[int]  # the cells in the order they were marked
    next: str | None  # the id of the rematch


class State(Snapshot):
    """A snapshot as one person sees it: the marks they play and how it stands, in words."""

    you: list[str]
    words: str
    may_undo: bool  # whether to ask for it makes sense now
    may_hint: bool
    claim_in: int | None


@dataclass(frozen=True, slots=True)
class Message:
    """What a browser asks for."""

    id: str


@dataclass(frozen=True, slots=True)
class Move(Message):
    ply: int
    cell: int


class Resign(Message):
    __slots__ = ()


class Rematch(Message):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Claim(Message):
    result: str


@dataclass(frozen=True, slots=True)
class UndoMove(Message):
    ply: int


@dataclass(frozen=True, slots=True)
class Decline(Message):
    ply: int


@dataclass(frozen=True, slots=True)
class Hint(Message):
    ply: int


@dataclass(frozen=True, slots=True)
class React(Message):
    reaction: str


class Sync(Message):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Ping(Message):
    visible: bool


MESSAGES: dict[str, type[Message]] = {
    "move": Move,
    "resign": Resign,
    "rematch": Rematch,
    "claim": Claim,
    "undo": UndoMove,
    "decline": Decline,
    "hint": Hint,
    "react": React,
    "sync": Sync,
    "ping": Ping,
}


CHOICES = {"result": RESULTS, "reaction": REACTIONS}


class Malformed(ValueError):
    """A frame that is no message; ``id`` is the frame's own where it could be read."""

    def __init__(self, code: str, message: str, id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id


def parse(frame: str) -> Message:
    """Read one frame from a browser.

    :raises Malformed: if it is anything but one of ``MESSAGES`` with just its fields.
    """
    if len(frame.encode(errors="replace")) > MAX_FRAME:
        raise Malformed("too_long", f"A message may have {MAX_FRAME} bytes at most.")
    data = _read_object(frame)
    id = _read_id(data)
    kind = data.pop("type", None)
    message = MESSAGES.get(kind) if isinstance(kind, str) else None
    if message is None:
        raise Malformed("unknown_type", f"A message has one of the types {_names(MESSAGES)}.", id)
    names = {field.name for field in fields(message)}
    if data.keys() != names:
        raise Malformed("wrong_fields", f"A {kind} has the fields type, {_names(names)}.", id)
    for name in names & {"ply", "cell"}:
        _check_number(name, data[name], id)
    for name, values in CHOICES.items():
        if name in names and data[name] not in values:
            raise Malformed("wrong_value", f"The {name} is one of {', '.join(values)}.", id)
    if "visible" in names and not isinstance(data["visible"], bool):
        raise Malformed("wrong_value", "The field visible is true or false.", id)
    return message(**data)


def state(state: State) -> dict[str, Any]:
    return {"type": "state", **state}


def ok(id: str, version: int) -> dict[str, Any]:
    return {"type": "ok", "id": id, "version": version}


def no(id: str | None, code: str, message: str, state: State | None) -> dict[str, Any]:
    return {"type": "no", "id": id, "code": code, "message": message, "state": state}


def hint(
    id: str, version: int, ply: int, words: str, verdicts: dict[str, SpokenVerdict]
) -> dict[str, Any]:
    told = {"ply": ply, "words": words, "verdicts": verdicts}
    return {"type": "hint", "id": id, "version": version, **told}


def pong(id: str, version: int) -> dict[str, Any]:
    return {"type": "pong", "id": id, "version": version}


def presence(seats: dict[str, str], watchers: int) -> dict[str, Any]:
    return {"type": "presence", "seats": seats, "watchers": watchers}


def games(shown: list[str], changed: list[Glance]) -> dict[str, Any]:
    return {"type": "games", "shown": shown, "changed": changed}


def reaction(mark: str, reaction: str) -> dict[str, Any]:
    return {"type": "reaction", "mark": mark, "reaction": reaction}


def _read_object(frame: str) -> dict[str, Any]:
    try:
        data = json.loads(frame, parse_constant=_reject)
    except (ValueError, RecursionError):
        raise Malformed("not_json", "A message is a JSON object.") from None
    if not isinstance(data, dict):
        raise Malformed("not_an_object", "A message is a JSON object.")
    return data


def _reject(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _read_id(data: dict[str, Any]) -> str:
    id = data.get("id")
    # Half a character, as JSON may hold it, is nothing that can be stored.
    if not isinstance(id, str) or not 0 < len(id) <= MAX_ID or not id.isprintable():
        raise Malformed("wrong_id", f"A message has an id: a text of 1 to {MAX_ID} characters.")
    return id


def _check_number(name: str, value: object, id: str) -> None:
    # A bool is an int in Python; on the wire it is not a number.
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise Malformed("wrong_value", f"The {name} is a whole number from 0.", id)


def _names(names: Any) -> str:
    return ", ".join(sorted(names))
