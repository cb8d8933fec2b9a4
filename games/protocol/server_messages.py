from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Any, NotRequired, TypedDict

import msgspec

_encoder = msgspec.json.Encoder()


class Close(IntEnum):
    NO_SUCH_GAME = 4001
    TOO_FAST = 4008
    RESTARTING = 4012
    OTHER_SESSION = 4014  # the browser may have another session now than when it connected
    UNAVAILABLE = 4013  # the database is away


class Status(StrEnum):
    WAITING = "waiting"  # for a second player
    CALLED = "called"  # has two, and begins when both have come
    PLAYING = "playing"
    FINISHED = "finished"  # won, lost or drawn
    CLOSED = "closed"  # ended without a result


class Ending(StrEnum):
    # The last six close a game without a result.
    LINE = "line"
    FULL = "full"
    DEAD = "dead"  # every line holds marks of both sides
    RESIGNED = "resigned"
    LEFT = "left"
    TIME = "time"
    AGREED = "agreed"  # to a draw
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"  # by the one who was invited
    EXPIRED = "expired"
    ABANDONED = "abandoned"
    STOPPED = "stopped"  # by whoever waited in it, or once let the computer play itself
    NO_SHOW = "no_show"  # somebody did not come, or made no first move in time


class Seat(TypedDict):
    name: str
    level: str | None  # the computer's, None for a person
    has_account: bool  # whether the name is that of an account with a profile that others see


class GameResult(TypedDict):
    winner: str | None  # a mark, None for a draw and for a game without a result
    reason: str  # one of ``Ending``
    line: list[int]  # the cells of the line that ended it, if one did


class Clock(TypedDict):
    control: str  # such as 10s or 3+2, see games.engine.clock
    total: int  # milliseconds that a side begins with, or has for each move
    left: dict[str, int]  # milliseconds, by mark
    running: str | None  # the mark whose clock runs


class Request(TypedDict):
    by: str | None  # the mark of the player whose request is open
    is_declined: bool  # whether a request was declined or withdrawn since the last move
    declined_to: str | None  # the mark of the player whose request was declined


class Series(TypedDict):
    best_of: int  # games, 0 for an endless series
    is_over: bool  # whether this game has decided it


class VerdictJSON(TypedDict):
    # For the side that makes the move, if both sides then play their best.
    value: str  # win, draw, loss or unknown
    plies: int | None  # until the win or loss, this move included; None if not known


class MoveReviewJSON(TypedDict):
    cell: int
    label: str  # one of ``games.study.reviews.analysis.Label``
    before: VerdictJSON  # of the position
    after: VerdictJSON  # of the move
    better: list[int]  # the moves that are proven to be better
    line: list[
        int
    ]  # best play that begins with one of them, or with the move and the win it allowed
    # The moves that may also be better, which is not proven; missing in old reviews.
    unproven: NotRequired[list[int]]


class VerdictInWords(VerdictJSON):
    """A verdict in words, and as a sign that fits on a cell: W2, D, L1 or ?."""

    brief: str
    words: str


class ClosedBoard(TypedDict):
    board: int  # its number, row by row
    mark: str  # that has won it, "" for none
    ply: int  # of the move that closed it, from 1
    line: list[int]  # the cells that closed it, empty for a full board
    strike: str  # through them if nobody has won it, as an svg path; "" for none


class End(TypedDict):
    cells: list[int]  # of the line that ended it, in order, or those that shake hands after a draw
    mark: str  # that made them
    strike: str  # through the line, as an svg path; "" for none
    hands: str  # the svg transform of those that are shaken; "" for none


class GameSummary(TypedDict):
    id: str
    variant: str  # width x height x run and its rules, such as 3x3x3 or 7x6x4+drop
    version: int
    ply: int
    cells: str  # X, O or . for each cell, row by row
    landing: list[int | None] | None  # where pieces fall: the cell of each column, None if full
    playable: list[int] | None  # of a divided board: the cells to mark next, None for all free ones
    closed: list[ClosedBoard]  # in the order in which they were closed
    target: int | None  # the number of the small board on which the next move must be made
    turn: str  # the side to move
    status: str  # one of ``Status``
    outcome: GameResult | None  # None until the game is over
    end: End | None  # what is drawn then, None for nothing
    seats: dict[str, Seat | None]  # by mark
    score: dict[str, int]  # games won in this series, by mark, and "draws"
    series: Series
    kind: str  # "" for an ordinary game, see ``games.models.kinds``
    part: Mapping[str, Any] | None  # what its kind adds, None for an ordinary game
    clock: Clock | None
    hints: int  # how many the player has used
    undo: Request | None  # None if moves may not be taken back
    is_public: bool  # whether the page of live games may show it
    is_timed: bool  # whether there is a clock, or no friend who comes back some day
    call: int | None  # milliseconds left to come to it, None unless its players are called
    awaited: list[str]  # the marks of the people who have not come to this game
    absent: str | None  # the mark of who ended it by not coming, not moving, or stopping


class LiveGame(GameSummary):
    board: str  # its name
    words: str  # the status in words, for a spectator
    line: str  # what the wall of live games says of it: the last move, or how it ended


class Snapshot(GameSummary):
    moves: list[int]  # the cells in the order they were marked
    targets: list[int | None]  # by ply, if last moves confine the next ones to a small board
    start_ply: int  # how many of them were set up before the game, and not played
    next: str | None  # the id of the rematch, or of the game in which a player goes on
    next_by: str | None  # the mark of who asked for it, None once it is over
    goes_on: bool  # whether it began by itself, and is not over
    may_rematch: bool  # whether there is a rematch, or its players may start one
    draw: Request | None  # the offer of a draw, None but between two people


class Offer(TypedDict):
    level: str
    name: str


class State(Snapshot):
    you: list[str]  # the marks they play
    words: str  # the status line, for the viewer
    where: str  # in which small board the next move is made, and why; "" on other boards
    result: str  # won, lost or drawn, for spectators over; "" without a result
    rematch_by: str  # the name of the opponent who asked for a rematch, "" if nobody did
    play_on: str  # from which positions they may begin another game: earlier ones, any or none ("")
    may_undo: bool  # whether they may ask to take back now
    may_hint: bool  # whether they may ask for a hint now
    offer: Offer | None  # the level to play next, after a win or several losses
    claim_in: int | None  # seconds until they may claim the game, None if they cannot


# What a frame with a state leaves out: pages of games have it, to put it in again.
DEFAULTS: dict[str, Any] = {
    "landing": None,
    "playable": None,
    "closed": [],
    "target": None,
    "targets": [],
    "where": "",
    "outcome": None,
    "end": None,
    "kind": "",
    "part": None,
    "clock": None,
    "call": None,
    "absent": None,
    "hints": 0,
    "undo": None,
    "is_public": False,
    "is_timed": False,
    "start_ply": 0,
    "next": None,
    "next_by": None,
    "goes_on": False,
    "may_rematch": False,
    "offer": None,
    "claim_in": None,
    "result": "",
    "rematch_by": "",
    "play_on": "",
    "may_undo": False,
    "may_hint": False,
}
SEAT_DEFAULTS: dict[str, Any] = {"level": None, "has_account": False}


def encode(message: Mapping[str, Any]) -> str:
    return _encoder.encode(message).decode()


def encode_state(state: State) -> str:
    seats = {mark: seat and _without(SEAT_DEFAULTS, seat) for mark, seat in state["seats"].items()}
    return encode({"type": "state", **_without(DEFAULTS, state), "seats": seats})


def with_answer(frame: str, id: str) -> str:
    return f'{frame[:-1]},"answers":{_encoder.encode(id).decode()}}}'


def _without(defaults: dict[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in told.items()
        if name not in defaults or value != defaults[name]
    }


def state(state: State) -> dict[str, Any]:
    """On connecting, on ``sync``, and after every change."""
    return {"type": "state", **state}


def ok(id: str, version: int) -> dict[str, Any]:
    return {"type": "ok", "id": id, "version": version}


def no(id: str | None, code: str, message: str, state: State | None) -> dict[str, Any]:
    """The refusal has the state of the game if there is one, and may have a ``link``."""
    return {"type": "no", "id": id, "code": code, "message": message, "state": state}


class HintInWords(TypedDict):
    ply: int
    words: str
    best: list[int]  # the recommended cells: several where they are equally good
    verdicts: dict[str, VerdictInWords]  # by cell


def hint(id: str, version: int, hint: HintInWords) -> dict[str, Any]:
    return {"type": "hint", "id": id, "version": version, **hint}


def pong(id: str, version: int) -> dict[str, Any]:
    """The answer to a ping; a browser whose version is lower sends ``sync``."""
    return {"type": "pong", "id": id, "version": version}


def presence(seats: dict[str, str], watchers: int) -> dict[str, Any]:
    """Who is at the game: ``here``, ``away`` or ``reconnecting`` by mark, and the watchers."""
    return {"type": "presence", "seats": seats, "watchers": watchers}


def games(shown: list[str], changed: list[LiveGame], words: str) -> dict[str, Any]:
    """``words`` say how many games there are."""
    return {"type": "games", "shown": shown, "changed": changed, "words": words}


def reaction(mark: str, reaction: str, words: str = "") -> dict[str, Any]:
    """What a player says: a picture, or ``words`` that only the players hear."""
    said = {"type": "reaction", "mark": mark, "reaction": reaction}
    return {**said, "words": words} if words else said
