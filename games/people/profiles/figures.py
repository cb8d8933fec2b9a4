from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from games.engine import BOARDS, Mark, Variant
from games.models import Game, Player
from games.people.profiles.history import DRAWN, EVERY_GAME, LOST, WON
from games.presentation import board_wording
from games.web.achievements import Achievement

RESULTS = (WON, DRAWN, LOST)


class Tally(NamedTuple):
    variant_code: str
    level: str
    result: str
    games: int


class ResultRow(NamedTuple):
    name: str
    counts: dict[str, int]
    board: str = ""  # the id of the offered one that it is
    achievements: Collection[Achievement] = ()

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def bar(self) -> list[tuple[str, float, float]]:
        """The parts of the bar: a result, where it begins, its length, both in per cent."""
        parts, start = [], 0.0
        for result, count in self.counts.items():
            length = 100 * count / self.games if count else 0.0
            parts += [(result, round(start, 2), round(length, 2))] if count else []
            start += length
        return parts


def tallies(player: Player, counted: Q = EVERY_GAME) -> list[Tally]:
    as_x, as_o = (_counted(mark, player, counted) for mark in Mark)
    return [Tally(*row) for row in as_x.union(as_o, all=True)]


def row(name: str, tallies: Iterable[Tally], board: str = "") -> ResultRow:
    games: Counter[str] = Counter()
    for tally in tallies:
        games[tally.result] += tally.games
    return ResultRow(name, {result: games[result] for result in RESULTS}, board)


def by_board(tallies: Collection[Tally]) -> list[ResultRow]:
    """Return a row for each board that was played on, the most played first."""
    offered = {str(board.variant): board.id for board in BOARDS.values()}
    codes = dict.fromkeys([*offered, *(tally.variant_code for tally in tallies)])
    rows = []
    for code in codes:
        name, on_board = board_wording.board(Variant.parse(code)), offered.get(code, "")
        rows.append(row(name, (t for t in tallies if t.variant_code == code), on_board))
    return sorted((each for each in rows if each.games), key=lambda each: -each.games)


def _counted(mark: Mark, player: Player, counted: Q) -> QuerySet[Any, Any]:
    own, other = mark.lower(), mark.opponent.lower()
    finished = Game.objects.filter(**{own: player}, status=Game.Status.FINISHED)
    games: QuerySet[Any] = finished.exclude(x=F("o")).annotate(
        level_of_other=Coalesce(f"{other}__level", Value("")),
        result=Case(
            When(winner="", then=Value(DRAWN)),
            When(winner=mark.value, then=Value(WON)),
            default=Value(LOST),
        ),
    )
    rows = games.filter(counted).values_list("variant_code", "level_of_other", "result")
    # The index has the status of every game, and not its key.
    counts: QuerySet[Any, Any] = rows.annotate(Count("status")).order_by()
    return counts
