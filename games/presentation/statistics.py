"""What somebody's games come to, as tables and small plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ai.computer_players import OPPONENTS
from games.engine import BOARDS, Variant
from games.models import Player, statistics
from games.models.own_games import DRAWN, LOST, WON
from games.models.statistics import Mistakes, Rival, Streak, Tally
from games.presentation import wording
from games.presentation.own_games import OwnGame, describe

RIVALS = 6  # people that are named
LATEST = 50  # games that are drawn one by one
STEP, HEIGHT, STROKE = 6, 40, 15  # of that picture


Part = tuple[str, float, float]  # of a bar: a result, where it begins, its length, in per cent


@dataclass(frozen=True, slots=True)
class Row:
    """How many games of one kind were won, drawn and lost."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def counts(self) -> dict[str, int]:
        return {WON: self.won, DRAWN: self.drawn, LOST: self.lost}

    @property
    def bar(self) -> list[Part]:
        return bar(self.counts)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A game in the picture of the latest: a stroke up if it was won, down if it was lost."""

    result: str
    path: str


@dataclass(frozen=True, slots=True)
class Latest:
    """The latest games, one beside the other."""

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
        return [Stroke(each, _stroke(number, each)) for number, each in enumerate(self.results)]

    @property
    def words(self) -> str:
        """What the picture shows, for those who cannot see it."""
        counts = Counter(self.results)
        values = {"count": len(self.results), **{name: counts[name] for name in (WON, DRAWN, LOST)}}
        words = ngettext(
            "The latest game: %(won)s won, %(drawn)s drawn, %(lost)s lost.",
            "The latest %(count)s games: %(won)s won, %(drawn)s drawn, %(lost)s lost.",
            len(self.results),
        )
        return words % values


class Totals(NamedTuple):
    """The games that count: all of them, by board, and by level; people are all in one row."""

    total: Row
    boards: list[Row]
    levels: list[Row]


@dataclass(frozen=True, slots=True)
class Statistics:
    total: Row
    boards: list[Row]
    levels: list[Row]  # and people, all in one row
    rivals: list[Row]  # the people played most
    streaks: list[Streak]
    latest: Latest
    longest: OwnGame
    mistakes: Mistakes
    hints: int

    @property
    def now(self) -> str:
        """How many games in a row ended as the latest did."""
        return next(_in_a_row(each.result, each.now) for each in self.streaks if each.now)

    @property
    def best(self) -> str:
        """The longest row of wins, "" if there was no win."""
        longest = [_in_a_row(WON, each.longest) for each in self.streaks if each.result == WON]
        return "".join(longest)


def of(player: Player) -> Statistics | None:
    """Return what a player's games come to, None before the first one is finished."""
    tallies = statistics.tallies(player)
    longest = statistics.longest_game(player)
    if longest is None:
        return None
    return Statistics(
        total=_row(_("All games"), tallies),
        boards=_boards(tallies),
        levels=_levels(tallies),
        rivals=[_rival(rival) for rival in statistics.rivals(player, RIVALS)],
        streaks=statistics.streaks(player),
        latest=Latest(statistics.latest_results(player, LATEST)),
        longest=describe([longest], player)[0],
        mistakes=statistics.mistakes(player),
        hints=sum(tally.hints for tally in tallies),
    )


def totals(player: Player) -> Totals:
    """Return what a player's games come to, also of one without any."""
    tallies = statistics.tallies(player)
    return Totals(_row(_("All games"), tallies), _boards(tallies), _levels(tallies))


def bar(counts: dict[str, int]) -> list[Part]:
    """Return the parts of a bar that is as long as all counts together."""
    parts, start, games = [], 0.0, sum(counts.values())
    for result, count in counts.items():
        length = 100 * count / games if games else 0
        parts += [(result, round(start, 2), round(length, 2))] if count else []
        start += length
    return parts


def _boards(tallies: list[Tally]) -> list[Row]:
    """Return a row for each board that was played, those on offer first."""
    offered = [str(board.variant) for board in BOARDS.values()]
    codes = dict.fromkeys([*offered, *(tally.variant_code for tally in tallies)])
    rows = [
        _row(wording.board(Variant.parse(code)), (t for t in tallies if t.variant_code == code))
        for code in codes
    ]
    return [row for row in rows if row.games]


def _levels(tallies: list[Tally]) -> list[Row]:
    """Return a row for each level that was played against, and one for people."""
    names = {id: wording.level_name(id) for id in OPPONENTS} | {"": _("People")}
    rows = [_row(name, (t for t in tallies if t.level == id)) for id, name in names.items()]
    return [row for row in rows if row.games]


def _row(name: str, tallies: Iterable[Tally]) -> Row:
    counts: Counter[str] = Counter()
    for tally in tallies:
        counts[tally.result] += tally.games
    return Row(name, counts[WON], counts[DRAWN], counts[LOST])


def _rival(rival: Rival) -> Row:
    return Row(wording.person(rival.name, None), rival.won, rival.drawn, rival.lost)


def _stroke(number: int, result: str) -> str:
    """Return the path of a stroke, each leaning a little differently, as if drawn by hand."""
    x, lean = STEP * number + STEP // 2, (number * 7 % 5 - 2) * 0.4
    if result == DRAWN:
        return f"M{x - 1.7:.1f} {HEIGHT // 2}h3.4"
    length = -STROKE if result == WON else STROKE
    return f"M{x} {HEIGHT // 2}l{lean:.1f} {length}"


def _in_a_row(result: str, games: int) -> str:
    if result == WON:
        words = ngettext("%(count)s game won", "%(count)s games won in a row", games)
    elif result == LOST:
        words = ngettext("%(count)s game lost", "%(count)s games lost in a row", games)
    else:
        words = ngettext("%(count)s game drawn", "%(count)s games drawn in a row", games)
    return words % {"count": games}
