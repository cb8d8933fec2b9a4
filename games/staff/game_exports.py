"""``deploy/README.md`` describes the columns."""

from __future__ import annotations

from collections.abc import Sequence
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
from games.web.csv_files import csv_lines
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
    yield csv_lines([COLUMNS])
    _pk, *others = COLUMNS.values()
    for portion in portions(games, *others):
        yield csv_lines(map(_cells, portion))


def _cells(values: Sequence[Any]) -> list[Any]:
    row = dict(zip(COLUMNS, values, strict=True))
    variant = Variant.parse(row["board"])
    row["moves"] = " ".join(map(variant.cell_name, row["moves"]))
    return list(row.values())


def _log(request: HttpRequest, count: int) -> None:
    # The search text is left out: it may be the name of a person who asks to be forgotten later.
    kept = request.GET.keys() - {*IGNORED_PARAMS, PAGE_VAR}
    chosen = [f"{name}={request.GET[name]}" for name in sorted(kept)]
    if request.GET.get(SEARCH_VAR):
        chosen.append("with a search")
    if request.POST.get("select_across", "0") == "0":
        chosen.append("chosen one by one")
    # Only users who are logged in come here, and have a key.
    LogEntry.objects.create(  # type: ignore[misc]
        user_id=request.user.pk,
        content_type=ContentType.objects.get_for_model(Game),
        action_flag=CHANGE,
        change_message=f"Exported {count:,} as CSV: {', '.join(chosen) or 'all of them'}.",
    )
