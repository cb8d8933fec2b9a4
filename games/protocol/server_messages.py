"""The messages the server sends, and the JSON objects in them."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Any, NotRequired, TypedDict

import msgspec

_encoder = msgspec.json.Encoder()


class Close(IntEnum):
    """The codes with which the server closes a socket."""

    NO_SUCH_GAME = 4001
    TOO_FAST = 4008
    RESTARTING = 4012
    OTHER_SESSION = 4014  # the browser may have another session now than when it connected
    UNAVAILABLE = 4013  # the database is away


class Status(StrEnum):
    """The values of ``status``: the stages of a game."""

    WAITING = "waiting"  # for a second player
    PLAYING = "playing"
    FINISHED = "finished"  # won, lost or drawn
    CLOSED = "closed"  # ended without a result


class Ending(StrEnum):
    """The values of ``reason``: how a game ended. The last five close it without a result."""

    LINE = "line"
    FULL = "full"
    DEAD = "dead"  # every line holds marks of both sides
    RESIGNED = "resigned"
    LEFT = "left"
    TIME = "time"
    AGREED = "agreed"  # to a draw
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    ABANDONED = "abandoned"
    STOPPED = "stopped"  # by who started an exhibition, or looked for somebody
    NO_SHOW = "no_show"  # of two who met by chance, one made no first move


class SeatRating(TypedDict):
    """The rating of a player when a duel began, and after it in the game that has ended it."""

    value: int
    is_sure: bool  # whether enough is known of the player
    change: int | None  # by the duel, None until then


class Seat(TypedDict):
    name: str
    level: str | None  # the computer's, None for a person
    has_account: bool  # whether the name is that of an account, which has a profile
    rating: SeatRating | None  # on this board, None but in a duel


class GameResult(TypedDict):
    winner: str | None  # a mark, None for a draw and for a game without a result
    reason: str  # one of ``Ending``
    line: list[int]  # the cells of the line that ended it, if one did


class Clock(TypedDict):
    """The remaining time of both sides when the message was written."""

    control: str  # such as 10s or 3+2, see games.engine.clock
    total: int  # milliseconds that a side begins with, or has for each move
    left: dict[str, int]  # milliseconds, by mark
    running: str | None  # the mark whose clock runs


class Request(TypedDict):
    """What one player asks the other to agree to: to undo a move, or to a draw."""

    by: str | None  # the mark of the player whose request is open
    is_declined: bool  # whether a request was declined or withdrawn since the last move
    declined_to: str | None  # the mark of the player whose request was declined


class Seekers(TypedDict):
    """Those who wait for whoever comes to play on the same board, but with another clock."""

    count: int
    control: str  # the clock of the one of them who waits longest
    control_name: str
    any_board: bool  # whether the game's own host would play on any


class Series(TypedDict):
    """The series of rematches that a game belongs to."""

    best_of: int  # games, 0 for an endless series, 2 for a duel
    is_over: bool  # whether this game has decided it


class VerdictJSON(TypedDict):
    """The verdict of a move for the side that makes it, if both sides then play their best."""

    value: str  # win, draw, loss or unknown
    plies: int | None  # until the win or loss, this move included; None if not known


class MoveReviewJSON(TypedDict):
    """The review of a move, from the view of the side that made it."""

    cell: int
    label: str  # one of ``games.study.reviews.analysis.Label``
    before: VerdictJSON  # of the position
    after: VerdictJSON  # of the move
    better: list[int]  # the moves that would have been better
    line: list[int]  # best play that begins with one of them
    standing: float  # who stands better after it, from 1, X wins, to -1
    # The moves that may also be better, but were not proven in time; missing in old reviews.
    unproven: NotRequired[list[int]]


class VerdictInWords(VerdictJSON):
    """A verdict in words, and as a sign that fits on a cell: W2, D, L1 or ?."""

    brief: str
    words: str


class GameSummary(TypedDict):
    """The state of a game without the order of its moves; the same for everybody."""

    id: str
    variant: str  # width x height x run and its rules, such as 3x3x3 or 7x6x4+drop
    version: int
    ply: int
    cells: str  # X, O or . for each cell, row by row
    landing: list[int | None] | None  # where pieces fall: the cell of each column, None if full
    turn: str  # the mark to move
    status: str  # one of ``Status``
    outcome: GameResult | None  # None until the game is over
    seats: dict[str, Seat | None]  # by mark
    score: dict[str, int]  # games won in this series, by mark, and "draws"
    series: Series
    duel: int | None  # which of the two games of a duel this is, None if it is none
    clock: Clock | None
    hints: int  # how many the player has used
    undo: Request | None  # None if moves may not be taken back
    is_public: bool  # whether the page of live games may show it
    awaited: list[str]  # the marks of the people who have not come to this rematch yet


class LiveGame(GameSummary):
    """A game as the page of live games shows it."""

    board: str  # its name
    words: str  # the status in words, for a spectator


class ExhibitionState(TypedDict):
    pace: int  # milliseconds between two moves, one of ``PACES``
    is_paused: bool


class Snapshot(GameSummary):
    """The complete state of a game; the same for everybody."""

    moves: list[int]  # the cells in the order they were marked
    start_ply: int  # how many of them were set up before the game, and not played
    next: str | None  # the id of the rematch, or of the game in which a player goes on
    next_by: str | None  # the mark of who asked for it
    may_rematch: bool  # whether there is a rematch, or its players may start one
    draw: Request | None  # the offer of a draw, None but between two people
    seekers: Seekers | None  # None unless the game waits for whoever comes
    exhibition: ExhibitionState | None  # None where a person plays


class Offer(TypedDict):
    """Another level of the computer to play against."""

    level: str
    name: str


class State(Snapshot):
    """A snapshot with what one player or spectator needs besides."""

    you: list[str]  # the marks they play
    words: str  # the status in words, for the viewer
    may_undo: bool  # whether they may ask to take back now
    may_hint: bool  # whether they may ask for a hint now
    offer: Offer | None  # the level to play next, after a win or several losses
    claim_in: int | None  # seconds until they may claim the game, None if they cannot
    is_owner: bool  # whether they started this exhibition, and so direct it


def encode(message: dict[str, Any]) -> str:
    return _encoder.encode(message).decode()


def state(state: State) -> dict[str, Any]:
    """The whole game: on connecting, on ``sync``, and after every change."""
    return {"type": "state", **state}


def ok(id: str, version: int) -> dict[str, Any]:
    """A message was carried out; ``version`` is that of the game after it."""
    return {"type": "ok", "id": id, "version": version}


def no(id: str | None, code: str, message: str, state: State | None) -> dict[str, Any]:
    """A message was refused; the refusal has the state of the game if there is one."""
    return {"type": "no", "id": id, "code": code, "message": message, "state": state}


class HintInWords(TypedDict):
    """A recommendation to the player to move, and the verdict of each move."""

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


def games(shown: list[str], changed: list[LiveGame]) -> dict[str, Any]:
    return {"type": "games", "shown": shown, "changed": changed}


def reaction(mark: str, reaction: str) -> dict[str, Any]:
    return {"type": "reaction", "mark": mark, "reaction": reaction}
