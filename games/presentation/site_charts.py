"""What was played on the whole site lately, as the charts of the admin's start page.

All pages for staff are English.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.contrib.humanize.templatetags.humanize import intcomma
from django.template.defaultfilters import pluralize
from django.utils.formats import date_format
from django.utils.timezone import localdate, make_aware

from games.ai.computer_players import OPPONENTS
from games.engine import BOARDS, Variant
from games.models import site_statistics
from games.models.own_games import DRAWN, LOST, WON
from games.models.site_statistics import BoardTally, LevelTally
from games.presentation import statistics, wording

DAYS = 30
# Of the picture of days; how high the longest stroke reaches, and where all begin, with round ends.
HEIGHT, TOP, GROUND = 100, 4, 96


class Day(NamedTuple):
    """How many games began on a day, and the stroke that stands for them."""

    date: date
    games: int
    path: str


@dataclass(frozen=True, slots=True)
class Daily:
    """The days in a picture in which each is 1 wide; it may be stretched."""

    days: list[Day]
    most: int
    width: int = DAYS
    height: int = HEIGHT
    top: int = TOP

    @property
    def words(self) -> str:
        """What the picture shows, for those who cannot see it too."""
        games, today = sum(day.games for day in self.days), self.days[-1].games
        words = f"{_games(games)} in {len(self.days)} days, {intcomma(today)} of them today."
        if today == self.most:
            return words
        best = next(day for day in self.days if day.games == self.most)
        return f"{words} Most, {intcomma(self.most)}, on {date_format(best.date, 'j F')}."


@dataclass(frozen=True, slots=True)
class Shares:
    """How often each result came, where there is a row of them for each board or level."""

    name: str
    counts: dict[str, int]

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def bar(self) -> list[statistics.Part]:
        return statistics.bar(self.counts)


@dataclass(frozen=True, slots=True)
class Charts:
    daily: Daily
    boards: list[Shares]
    levels: list[Shares]


def read(now: datetime) -> Charts:
    """Count what was played in the last ``DAYS`` days, today included. That takes four queries."""
    midnights = _midnights(localdate(now))
    return Charts(
        daily=_daily(midnights),
        boards=_boards(site_statistics.results_by_board(midnights[0])),
        levels=_levels(site_statistics.results_by_level(midnights[0])),
    )


def _midnights(today: date) -> list[datetime]:
    """Return when each of the days begins, and when the last one ends, in the site's time zone."""
    days = (today + timedelta(days=number) for number in range(1 - DAYS, 2))
    return [make_aware(datetime(day.year, day.month, day.day)) for day in days]


def _daily(midnights: list[datetime]) -> Daily:
    counts = site_statistics.begun_between(midnights)
    most = max(counts)
    days = [
        Day(midnight.date(), games, _stroke(number, games / most) if games else "")
        for number, (midnight, games) in enumerate(zip(midnights, counts, strict=False))
    ]
    return Daily(days, most)


def _stroke(number: int, share: float) -> str:
    """Return the path of a stroke, each leaning a little differently, as if drawn by hand."""
    lean = (number * 7 % 5 - 2) * 0.04
    return f"M{number + 0.5} {GROUND}l{lean:.2f} {-(GROUND - TOP) * share:.1f}"


def _boards(tallies: list[BoardTally]) -> list[Shares]:
    """Return a row for each board that was played, those on offer first."""
    offered = [str(board.variant) for board in BOARDS.values()]
    codes = dict.fromkeys([*offered, *(tally.variant_code for tally in tallies)])
    rows = [_shares_on(code, [t for t in tallies if t.variant_code == code]) for code in codes]
    return [row for row in rows if row.games]


def _shares_on(code: str, tallies: Iterable[BoardTally]) -> Shares:
    games = {tally.winner: tally.games for tally in tallies}
    counts = {"X": games.get("X", 0), DRAWN: games.get("", 0), "O": games.get("O", 0)}
    return Shares(wording.board(Variant.parse(code)), counts)


def _levels(tallies: list[LevelTally]) -> list[Shares]:
    """Return a row for each opponent that people played against."""
    rows = [_shares_against(id, [t for t in tallies if t.level == id]) for id in OPPONENTS]
    return [row for row in rows if row.games]


def _shares_against(level: str, tallies: Iterable[LevelTally]) -> Shares:
    games: Counter[str] = Counter()
    for tally in tallies:  # one for each side that the level played
        games[tally.result] += tally.games
    return Shares(wording.level_name(level), {name: games[name] for name in (WON, DRAWN, LOST)})


def _games(count: int) -> str:
    return f"{intcomma(count) if count else 'No'} game{pluralize(count)}"
