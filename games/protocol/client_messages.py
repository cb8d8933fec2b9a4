from __future__ import annotations

import json
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, NoReturn, get_args

import msgspec
from msgspec import Meta

MAX_FRAME = 8192  # bytes
MAX_ID = 40  # characters
MAX_WORDS = 80  # characters as people count them: see games/models/texts.py
MAX_WORDS_POINTS = 8 * MAX_WORDS  # code points
MAX_NUMBER = 1 << 16  # above every ply and cell of any board

ResultName = Literal["win", "draw"]
RESULTS: tuple[str, ...] = get_args(ResultName)

# The type of each field; its description is the sentence that refuses any other value.
MessageId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_ID,
        description=f"A message has an id: a text of 1 to {MAX_ID} characters.",
    ),
]
Ply = Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="The ply is a whole number from 0.")]
Cell = Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="The cell is a whole number from 0.")]
ClaimedResult = Annotated[
    ResultName, Meta(description=f"The result is one of {', '.join(RESULTS)}.")
]
Text = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_WORDS_POINTS,
        description=f"What one says has 1 to {MAX_WORDS} characters.",
    ),
]
Visible = Annotated[bool, Meta(description="The field visible is true or false.")]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    id: MessageId

    def __post_init__(self) -> None:
        # Half a surrogate pair and control characters cannot be stored and shown.
        if not self.id.isprintable():
            raise ValueError("The id of a message is printable.")


class PlayMove(Message, frozen=True, tag="move"):
    ply: Ply
    cell: Cell


class Resign(Message, frozen=True, tag="resign"):
    pass


class Rematch(Message, frozen=True, tag="rematch"):
    pass


class Claim(Message, frozen=True, tag="claim"):
    result: ClaimedResult


class UndoMove(Message, frozen=True, tag="undo"):
    ply: Ply


class Decline(Message, frozen=True, tag="decline"):
    ply: Ply


class Draw(Message, frozen=True, tag="draw"):
    """Offer a draw, or agree to one."""

    ply: Ply


class DeclineDraw(Message, frozen=True, tag="decline_draw"):
    ply: Ply


class RequestHint(Message, frozen=True, tag="hint"):
    ply: Ply


class Say(Message, frozen=True, tag="say"):
    """Say something in words, or by a picture such as ``:wow:``."""

    text: Text


class Sync(Message, frozen=True, tag="sync"):
    """Send the state of the game."""


class Ping(Message, frozen=True, tag="ping"):
    """Say that the page is alive, and whether it is ``visible``."""

    visible: Visible


MESSAGES: dict[str, type[Message]] = {
    str(kind.__struct_config__.tag): kind for kind in Message.__subclasses__()
}

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(reduce(or_, MESSAGES.values()))


class Malformed(ValueError):
    """``id`` is the frame's own if it could be read."""

    def __init__(self, code: str, message: str, id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id


def parse(frame: str) -> Message:
    if len(frame.encode(errors="replace")) > MAX_FRAME:
        raise Malformed("too_long", f"A message may have {MAX_FRAME} bytes at most.")
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise _refusal(frame) from None


def _refusal(frame: str) -> Malformed:
    # The decoder stops at the first fault in the order of the frame. The refusal names the first
    # fault in a fixed order instead: the JSON, the id, the type, the fields, their values.
    try:
        data = json.loads(frame, parse_constant=_reject_constant)
    except (ValueError, RecursionError):
        return Malformed("not_json", "A message is a JSON object.")
    if not isinstance(data, dict):
        return Malformed("not_an_object", "A message is a JSON object.")
    id: Any = data.get("id")
    tag = data.pop("type", None)
    if _fault(id, MessageId) or not id.isprintable():
        return Malformed("wrong_id", _sentence(MessageId))
    kind = MESSAGES.get(tag) if isinstance(tag, str) else None
    if kind is None:
        return Malformed("unknown_type", f"A message has one of the types {_list(MESSAGES)}.", id)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    if data.keys() != types.keys():
        return Malformed("wrong_fields", f"A {tag} has the fields type, {_list(types)}.", id)
    # The decoder also rejects a repeated "type", of which json.loads() keeps the last.
    faults = (_fault(data[name], type) for name, type in sorted(types.items()))
    return Malformed("wrong_value", next(filter(None, faults), "A field is there twice."), id)


def _fault(value: object, type: Any) -> str:
    try:
        msgspec.convert(value, type)
    except ValueError:  # also for half a surrogate pair, which msgspec rejects
        return _sentence(type)
    return ""


def _sentence(type: Any) -> str:
    _, meta = get_args(type)
    return str(meta.description)


def _reject_constant(constant: str) -> NoReturn:
    # json.loads() accepts NaN and Infinity, which JSON does not have.
    raise ValueError


def _list(names: Any) -> str:
    return ", ".join(sorted(names))
