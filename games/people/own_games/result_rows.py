"""Rows of results, one for each kind of game, with a bar of wins, draws and losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.ai.computer_players import OPPONENTS
from games.engine import BOARDS, Variant
from games.people.own_games.history import DRAWN, LOST, WON
from games.people.own_games.statistics import Tally
from games.presentation import board_wording, player_wording

RESULTS = (WON, DRAWN, LOST)
Part = tuple[str, float, float]  # of a bar: a result, where it begins, its length, in per cent


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    counts: dict[str, int]
    has_account: bool = False  # whether the name is that of an account

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def bar(self) -> list[Part]:
        parts, start = [], 0.0
        for result, count in self.counts.items():
            length = 100 * count / self.games if count else 0.0
            parts += [(result, round(start, 2), round(length, 2))] if count else []
            start += length
        return parts


def row(name: str, tallies: Iterable[Tally], results: Collection[str] = RESULTS) -> Row:
    games: Counter[str] = Counter()
    for tally in tallies:
        games[tally.result] += tally.games
    return Row(name, {result: games[result] for result in results})


def by_board(tallies: Collection[Tally], results: Collection[str] = RESULTS) -> list[Row]:
    offered = [str(board.variant) for board in BOARDS.values()]
    codes = dict.fromkeys([*offered, *(tally.variant_code for tally in tallies)])
    names = {code: board_wording.board(Variant.parse(code)) for code in codes}
    rows = [
        row(name, (t for t in tallies if t.variant_code == code), results)
        for code, name in names.items()
    ]
    return [row for row in rows if row.games]


def by_level(tallies: Collection[Tally]) -> list[Row]:
    names = {id: player_wording.level_name(id) for id in OPPONENTS} | {"": _("People")}
    rows = [row(name, (t for t in tallies if t.level == id)) for id, name in names.items()]
    return [row for row in rows if row.games]
