"""What the server says, and the shapes of it."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Any, TypedDict


class Close(IntEnum):
    """Why the server closed a socket."""

    NO_SUCH_GAME = 4001
    TOO_FAST = 4008
    RESTARTING = 4012


class Status(StrEnum):
    """The stages of a game, which ``status`` names."""

    WAITING = "waiting"  # for a second player
    PLAYING = "playing"
    FINISHED = "finished"  # won, lost or drawn
    CLOSED = "closed"  # ended without a result


class Ending(StrEnum):
    """How a game ended, which ``reason`` names; the last three close it without a result."""

    LINE = "line"
    FULL = "full"
    DEAD = "dead"  # every line holds marks of both sides
    RESIGNED = "resigned"
    LEFT = "left"
    TIME = "time"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    ABANDONED = "abandoned"


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


class VerdictJSON(TypedDict):
    """What a move leads to if both sides play their best, for whoever makes it."""

    value: str  # win, draw, loss, or unknown: nobody can say
    plies: int | None  # until it is won or lost, this move included


class VerdictInWords(VerdictJSON):
    """The same in words, and in as few signs as fit on a cell: W2, D, L1 or ?."""

    brief: str
    words: str


class GameSummary(TypedDict):
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


class LiveGame(GameSummary):
    """A game as the Watch page shows it, with its board and how it stands in words."""

    board: str
    words: str


class Snapshot(GameSummary):
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


def state(state: State) -> dict[str, Any]:
    return {"type": "state", **state}


def ok(id: str, version: int) -> dict[str, Any]:
    return {"type": "ok", "id": id, "version": version}


def no(id: str | None, code: str, message: str, state: State | None) -> dict[str, Any]:
    return {"type": "no", "id": id, "code": code, "message": message, "state": state}


def hint(
    id: str, version: int, ply: int, words: str, verdicts: dict[str, VerdictInWords]
) -> dict[str, Any]:
    told = {"ply": ply, "words": words, "verdicts": verdicts}
    return {"type": "hint", "id": id, "version": version, **told}


def pong(id: str, version: int) -> dict[str, Any]:
    return {"type": "pong", "id": id, "version": version}


def presence(seats: dict[str, str], watchers: int) -> dict[str, Any]:
    return {"type": "presence", "seats": seats, "watchers": watchers}


def games(shown: list[str], changed: list[LiveGame]) -> dict[str, Any]:
    return {"type": "games", "shown": shown, "changed": changed}


def reaction(mark: str, reaction: str) -> dict[str, Any]:
    return {"type": "reaction", "mark": mark, "reaction": reaction}
