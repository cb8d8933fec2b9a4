"""A game as text in the manner of PGN, or as JSON with the tags in small letters and ``moves``."""

# [Board "classic"] [X "Ada"] [Date "2026-11-22"] [Result "1-0"] [Ending "line"] 1. b2 a3 2. c1 a1
# 1-0. ``Board`` is a name or a code that ``read_variant`` reads, and comes first; every other tag
# may be missing. In a value, ``"`` and backslash have a backslash before them. ``1-0`` says that X
# won, ``*`` is a game without a result. ``SetUp`` is the number of moves that were set up and not
# played. Text in braces and from ``;`` to the end of a line is a comment. ``read_games`` also reads
# the CSV that the admin exports.

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import StringIO
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from games.engine.board import Board
from games.engine.errors import IllegalMove
from games.engine.mark import Mark
from games.engine.notation import cells_named, play_moves
from games.engine.presets import named, read_variant
from games.engine.variant import InvalidCellName, InvalidVariant, Variant

WON = {Mark.X: "1-0", Mark.O: "0-1"}
DRAWN, UNDECIDED = "1/2-1/2", "*"
RESULTS = (*WON.values(), DRAWN, UNDECIDED)
BOARD, RESULT = "Board", "Result"
TAGS = ("X", "O", "Date", RESULT, "Ending", "SetUp")
WIDTH = 79  # characters of a line
MAX_LENGTH = 100_000  # characters; the longest game takes some 2,000

BLANK = "\ufeff \t\r\n"  # what may stand before a game; the first is a byte-order mark
# How a table begins: with a row of names, before which spreadsheets may say what stands between.
TABLE = re.compile(r'(sep=.\s*)?(?P<names>"?\w+"?[,;\t][^\r\n]*)')
TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
# Both patterns take time linear in the length of the text: the text after an unclosed brace is
# scanned once, and a number begins only where no digit stands before it.
COMMENT = re.compile(r"(\{)[^}]*\Z|\{[^}]*\}|;[^\n]*")
NUMBER = re.compile(r"(?<!\d)\d+\.+")


class InvalidGameFile(ValueError):
    """The text is not a game. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class GameFile:
    variant: Variant
    moves: tuple[int, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def board(self) -> str:
        preset = named(self.variant)
        return preset.id if preset else str(self.variant)

    @property
    def title(self) -> str:
        sides = " v ".join(self.tags.get(mark, "?") for mark in Mark)
        return f"{self.board}: {sides}, {self.tags.get(RESULT, UNDECIDED)}"

    @property
    def start_ply(self) -> int:
        text = self.tags.get("SetUp", "")
        return int(text) if re.fullmatch("[0-9]{1,3}", text) else 0

    def to_text(self) -> str:
        tags = {BOARD: self.board, **self.tags}
        lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
        moves = " ".join([*_numbered(self._names()), self.tags.get(RESULT, UNDECIDED)])
        return "\n".join([*lines, "", *wrap(moves, WIDTH, break_on_hyphens=False), ""])

    def to_json(self) -> str:
        tags = {name.lower(): value for name, value in self.tags.items()}
        return json.dumps({"board": self.board, **tags, "moves": self._names()})

    def _names(self) -> list[str]:
        return list(map(self.variant.cell_name, self.moves))


def read_games(text: str) -> list[GameFile]:
    text = text.lstrip(BLANK)
    table = TABLE.match(text)
    if table is None:
        return [read_game(text)]
    games = []
    rows = _rows(text[table.start("names") :], table["names"])
    for number, fields in enumerate(rows, start=1):
        try:
            games.append(_game(*_from_fields(fields)))
        except InvalidGameFile as error:
            raise InvalidGameFile(f"Game {number}: {error}") from None
    return games


def read_game(text: str) -> GameFile:
    """Read a game from text or JSON, or raise ``InvalidGameFile``.

    >>> read_game('[Board "classic"] 1. b2 a3 *').moves
    (4, 0)
    """
    if len(text) > MAX_LENGTH:
        raise InvalidGameFile(f"A game has at most {MAX_LENGTH:,} characters.")
    text = text.lstrip(BLANK)
    return _game(*(_from_fields(_json(text)) if text.startswith("{") else _parse_text(text)))


def _game(board: str, tags: dict[str, str], names: list[str]) -> GameFile:
    try:
        variant = read_variant(board.lower())
        moves = cells_named(names, Board(variant))
    except InvalidVariant as error:
        raise InvalidGameFile(str(error)) from None
    except InvalidCellName as error:
        raise InvalidGameFile(f"Move {error.number}: {error}") from None
    _check_result(tags.get(RESULT, UNDECIDED), _end(variant, moves))
    return GameFile(variant, moves, tags)


def _end(variant: Variant, moves: tuple[int, ...]) -> Board:
    board = Board(variant)
    for number, cell in enumerate(moves, start=1):
        try:
            board = play_moves(board, [cell])
        except IllegalMove as error:
            name = variant.cell_name(cell)
            raise InvalidGameFile(f"Move {number}, {name}: {error}") from None
    return board


def _check_result(result: str, end: Board) -> None:
    if result not in RESULTS:
        raise InvalidGameFile(f"The result must be one of {', '.join(RESULTS)}.")
    outcome = end.outcome()
    if outcome is None or result == UNDECIDED:
        return
    found = WON[outcome.winner] if outcome.winner else DRAWN
    if result != found:
        raise InvalidGameFile(f"The result is {result}, but on the board it is {found}.")


def _parse_text(text: str) -> tuple[str, dict[str, str], list[str]]:
    found = {name: _unescape(value) for name, value in TAG.findall(text)}
    if BOARD not in found:
        raise InvalidGameFile('A game begins with its board, such as [Board "classic"].')
    # An unclosed brace stays in the text, and is then refused because it names no cell.
    rest = NUMBER.sub(" ", COMMENT.sub(r"\1 ", TAG.sub(" ", text))).split()
    if rest and rest[-1] in RESULTS:
        result = rest.pop()
        if found.setdefault(RESULT, result) != result:
            raise InvalidGameFile(f"The result is {found[RESULT]}, and {result} after the moves.")
    board = found.pop(BOARD)
    return board, {name: found[name] for name in TAGS if name in found}, rest


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidGameFile("This is no JSON.") from None


def _rows(text: str, names: str) -> Iterator[dict[str, Any]]:
    csv.field_size_limit(max(len(text), csv.field_size_limit()))
    table = csv.DictReader(
        StringIO(text, newline=""), delimiter=max(",;\t", key=names.count), strict=True
    )
    try:
        for row in table:
            if any(row.values()):
                yield {str(name).strip().lower(): value for name, value in row.items()}
    except csv.Error as error:
        raise InvalidGameFile(f"The table cannot be read: {error}.") from None


def _from_fields(fields: Any) -> tuple[str, dict[str, str], list[str]]:
    board = fields.get("board") if isinstance(fields, dict) else None
    if not isinstance(board, str):
        raise InvalidGameFile('A game has a board, such as "board": "classic".')
    moves = fields.get("moves")
    if isinstance(moves, str):
        moves = moves.split()
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise InvalidGameFile('The moves are a list of cells, such as ["b2", "a3"].')
    fields = {**_of_export(fields), **fields}
    tags = {name: str(fields[name.lower()]) for name in TAGS if fields.get(name.lower())}
    return board, tags, moves


def _of_export(fields: dict[str, Any]) -> dict[str, Any]:
    if "winner" not in fields:
        return {}
    won = {mark.value: result for mark, result in WON.items()}
    result = won.get(str(fields["winner"]), DRAWN)
    return {
        "date": str(fields.get("started_at") or "")[: len("2026-11-22")],
        "result": result if fields.get("status") == "finished" else UNDECIDED,
        "setup": fields.get("set_up"),
    }


def _numbered(names: list[str]) -> Iterator[str]:
    for number, (x, o) in enumerate(zip_longest(names[::2], names[1::2]), start=1):
        yield f"{number}. {x}" + (f" {o}" if o else "")


def _escape(value: str) -> str:
    # A tag is one line.
    return " ".join(value.split()).replace("\\", r"\\").replace('"', r"\"")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
