"""What a browser asks for, and how it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, NoReturn

MAX_FRAME = 2048  # bytes
MAX_ID = 40  # characters
RESULTS = ("win", "draw")
REACTIONS = ("hello", "nice", "wow", "oops", "thanks", "well_played")
MAX_NUMBER = 1 << 16  # above every ply and cell of any board


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
