"""Exports of games as CSV or JSON, streamed while they are read, however long the list is."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from io import StringIO
from typing import Any

from django.db.models import QuerySet

from games.engine import Variant
from games.models import Game
from games.web.downloads import Parts

CHUNK = 500  # games read and sent at a time
# The names of the columns, and their fields.
COLUMNS = {
    "id": "pk",
    "board": "variant_code",
    "x": "x__name",
    "o": "o__name",
    "x_level": "x__level",
    "o_level": "o__level",
    "status": "status",
    "winner": "winner",
    "ending": "reason",
    "set_up": "start_ply",
    "moves": "record",
    "hints": "hints",
    "mistakes": "mistakes",
    "started_at": "created_at",
    "ended_at": "finished_at",
}
BOARD, MOVES = list(COLUMNS).index("board"), list(COLUMNS).index("moves")
# The signs that begin a formula; East Asian spreadsheets read wide signs as plain ones.
FORMULA_SIGNS = (
    "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
# The places where a formula may begin in a text. Some spreadsheets take a semicolon or a tab as the
# end of a cell, and then ignore the quotation marks.
FORMULA_START = re.compile(rf"""(^|[;,|\t\r\n])(?=[\s"]*[{re.escape(FORMULA_SIGNS)}])""")

Row = list[Any]


def as_csv(games: QuerySet[Game]) -> Parts:
    yield _csv_lines([list(COLUMNS)])
    for rows in _chunks(games):
        yield _csv_lines([csv_cell(value) for value in row] for row in rows)


def as_json(games: QuerySet[Game]) -> Parts:
    opening = "[\n"
    for rows in _chunks(games):
        objects = (dict(zip(COLUMNS, row, strict=True)) for row in rows)
        yield opening + ",\n".join(json.dumps(each) for each in objects)
        opening = ",\n"
    yield "\n]\n" if opening == ",\n" else "[]\n"


def as_fields(game: Game) -> dict[str, Any]:
    return dict(zip(COLUMNS, next(_chunks(Game.objects.filter(pk=game.pk)))[0], strict=True))


# The writer and the content type of each format.
FORMATS: dict[str, tuple[Callable[[QuerySet[Game]], Parts], str]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json"),
}


def _chunks(games: QuerySet[Game]) -> Iterator[list[Row]]:
    # Only their ids are read at once. A game that is deleted meanwhile is left out.
    ids = list(games.values_list("pk", flat=True))
    for start in range(0, len(ids), CHUNK):
        portion = ids[start : start + CHUNK]
        found = Game.objects.filter(pk__in=portion).order_by().values_list(*COLUMNS.values())
        rows = {values[0]: _row(values) for values in found}
        if chunk := [rows[id] for id in portion if id in rows]:
            yield chunk


def _row(values: Sequence[Any]) -> Row:
    row: Row = [each.isoformat() if isinstance(each, datetime) else each for each in values]
    names = _cell_names(str(row[BOARD]))
    row[MOVES] = " ".join(names[cell] for cell in row[MOVES])
    return row


@lru_cache(maxsize=64)
def _cell_names(variant_code: str) -> list[str]:
    variant = Variant.parse(variant_code)
    return [variant.cell_name(cell) for cell in range(variant.size)]


def _csv_lines(rows: Iterable[Sequence[Any]]) -> str:
    text = StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def csv_cell(value: Any) -> Any:
    return FORMULA_START.sub(r"\1'", value) if isinstance(value, str) else value
