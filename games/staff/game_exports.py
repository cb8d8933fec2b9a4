"""``deploy/README.md`` describes the columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from io import StringIO
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.views.main import IGNORED_PARAMS, PAGE_VAR, SEARCH_VAR
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.timezone import localdate

from games.engine import Variant
from games.models import Game
from games.play import limits
from games.play.errors import RateLimited
from games.web.downloads import Parts, download, portions

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
# The signs that begin a formula; East Asian spreadsheets read wide signs as plain ones.
FORMULA_SIGNS = (
    "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
# The places where a formula may begin in a text. Some spreadsheets take a semicolon or a tab as the
# end of a cell, and then ignore the quotation marks.
FORMULA_START = re.compile(rf"""(^|[;,|\t\r\n])(?=[\s"]*[{re.escape(FORMULA_SIGNS)}])""")


@admin.action(permissions=["export"], description="Export selected games as CSV")
def export_csv(
    model_admin: Any, request: HttpRequest, games: QuerySet[Game]
) -> StreamingHttpResponse | None:
    try:
        limits.count(limits.EXPORTS, username=request.user.get_username())
    except RateLimited as refusal:
        messages.error(request, refusal.message)
        return None
    _log(request, games.order_by().count())
    return download(as_csv(games), f"games-{localdate()}.csv", "text/csv; charset=utf-8")


def as_csv(games: QuerySet[Game]) -> Parts:
    yield _csv_lines([COLUMNS])
    _pk, *others = COLUMNS.values()
    for portion in portions(games, *others):
        yield _csv_lines(map(_cells, portion))


def csv_cell(value: Any) -> Any:
    # An apostrophe stands before anything that looks like a formula.
    if isinstance(value, datetime):
        return value.isoformat()
    return FORMULA_START.sub(r"\1'", value) if isinstance(value, str) else value


def _cells(values: Sequence[Any]) -> list[Any]:
    row = dict(zip(COLUMNS, values, strict=True))
    names = _cell_names(row["board"])
    row["moves"] = " ".join(names[cell] for cell in row["moves"])
    return list(map(csv_cell, row.values()))


@lru_cache(maxsize=64)
def _cell_names(variant_code: str) -> list[str]:
    variant = Variant.parse(variant_code)
    return [variant.cell_name(cell) for cell in range(variant.size)]


def _csv_lines(rows: Iterable[Iterable[Any]]) -> str:
    text = StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def _log(request: HttpRequest, count: int) -> None:
    # The search text is left out: it may be the name of a person who asks to be forgotten later.
    filters = {name: request.GET[name] for name in request.GET if name not in IGNORED_PARAMS}
    filters.pop(PAGE_VAR, None)
    chosen = [f"{name}={value}" for name, value in filters.items()]
    if request.GET.get(SEARCH_VAR):
        chosen.append("with a search")
    if request.POST.get("select_across", "0") == "0":
        chosen.append("chosen one by one")
    # Only users who are logged in come here, and have a key.
    LogEntry.objects.create(  # type: ignore[misc]
        user_id=request.user.pk,
        content_type=ContentType.objects.get_for_model(Game),
        object_repr="games",
        action_flag=CHANGE,
        change_message=f"Exported {count:,} as CSV: {', '.join(chosen) or 'all of them'}.",
    )
