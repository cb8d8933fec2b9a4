"""The content of the statistics page: tables and small charts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from games.people.own_games import result_rows, statistics
from games.people.own_games.history import DRAWN, LOST, WON
from games.people.own_games.result_rows import Row
from games.people.own_games.statistics import Mistakes, Rival, Streak, Tally
from games.people.own_games.wording import OwnGame, describe
from games.presentation import charts, player_wording

RIVALS = 6  # people that are named
LATEST = 50  # games in the chart of the latest games
STEP, HEIGHT, STROKE = 6, 40, 15  # of that picture


@dataclass(frozen=True, slots=True)
class Stroke:
    result: str
    path: str


@dataclass(frozen=True, slots=True)
class Latest:
    results: list[str]
    height: int = HEIGHT

    @property
    def width(self) -> int:
        return STEP * LATEST

    @property
    def middle(self) -> int:
        return HEIGHT // 2

    @property
    def strokes(self) -> list[Stroke]:
        return [Stroke(each, _path(number, each)) for number, each in enumerate(self.results)]

    @property
    def words(self) -> str:
        counts = Counter(self.results)
        values = {"count": len(self.results), **{name: counts[name] for name in (WON, DRAWN, LOST)}}
        words = ngettext(
            "The latest game: %(won)s won, %(drawn)s drawn, %(lost)s lost.",
            "The latest %(count)s games: %(won)s won, %(drawn)s drawn, %(lost)s lost.",
            len(self.results),
        )
        return words % values


class Totals(NamedTuple):
    total: Row
    boards: list[Row]
    levels: list[Row]

    @classmethod
    def of(cls, tallies: list[Tally]) -> Totals:
        total = result_rows.row(_("All games"), tallies)
        return cls(total, result_rows.by_board(tallies), result_rows.by_level(tallies))


@dataclass(frozen=True, slots=True)
class Statistics:
    totals: Totals
    rivals: list[Row]  # the people played most
    streaks: list[Streak]
    latest: Latest
    longest: OwnGame
    mistakes: Mistakes
    hints: int

    @property
    def now(self) -> str:
        return next(_in_a_row(each.result, each.now) for each in self.streaks if each.now)

    @property
    def best(self) -> str:
        longest = [_in_a_row(WON, each.longest) for each in self.streaks if each.result == WON]
        return "".join(longest)


def of(player: Player) -> Statistics | None:
    tallies = statistics.tallies(player)
    longest = statistics.longest_game(player)
    if longest is None:
        return None
    return Statistics(
        totals=Totals.of(tallies),
        rivals=[_rival(rival) for rival in statistics.rivals(player, RIVALS)],
        streaks=statistics.streaks(player),
        latest=Latest(statistics.latest_results(player, LATEST)),
        longest=describe([longest], player)[0],
        mistakes=statistics.mistakes(player),
        hints=statistics.hints(player),
    )


def _rival(rival: Rival) -> Row:
    counts = {WON: rival.won, DRAWN: rival.drawn, LOST: rival.lost}
    return Row(player_wording.person(rival.name, None), counts, rival.has_account)


def _path(number: int, result: str) -> str:
    x = STEP * number + STEP // 2
    if result == DRAWN:
        return f"M{x - 1.7:.1f} {HEIGHT // 2}h3.4"
    height = STROKE if result == WON else -STROKE
    return charts.stroke(number, x, HEIGHT // 2, height, lean=0.4)


def _in_a_row(result: str, games: int) -> str:
    if result == WON:
        words = ngettext("%(count)s game won", "%(count)s games won in a row", games)
    elif result == LOST:
        words = ngettext("%(count)s game lost", "%(count)s games lost in a row", games)
    else:
        words = ngettext("%(count)s game drawn", "%(count)s games drawn in a row", games)
    return words % {"count": games}
