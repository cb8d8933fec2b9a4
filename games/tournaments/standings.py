"""The table of a tournament, which all pages show: counted once for each revision of it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from games.engine import Mark
from games.models import Game
from games.tournaments import matches, scoring
from games.tournaments.models import Entrant, Tournament
from games.tournaments.scoring import GameResult, Place

SHOWN_RESULTS = 3
LARGE, LAG = 60, 1.0  # the table of so many people is up to so many seconds old while it runs


class Row(NamedTuple):
    entrant: Entrant
    place: Place
    last: list[int]  # points of the last games, the newest last


class Table(NamedTuple):
    rows: list[Row]
    results: list[GameResult]  # in the order in which the games ended

    def row(self, entrant: Entrant) -> Row | None:
        return next((row for row in self.rows if row.entrant.pk == entrant.pk), None)

    @property
    def entrants(self) -> dict[int | None, Entrant]:
        return {row.entrant.player_id: row.entrant for row in self.rows}

    @property
    def known(self) -> list[GameResult]:
        """Return those of two who are in it."""
        people = self.entrants.keys()
        return [each for each in self.results if {each.x_id, each.o_id} <= people]

    @property
    def wins(self) -> list[GameResult]:
        return [each for each in self.known if each.winner and each.reason == Game.Reason.LINE]


def table(tournament: Tournament) -> Table:
    people, *revision = tournament.revision()
    # Of 200 people twenty games a second end, and each of their pages has the table.
    may_lag = people > LARGE and not tournament.is_over
    return _table(tournament, time.monotonic() // LAG if may_lag else tuple(revision))


@lru_cache(maxsize=8)
def _table(tournament: Tournament, _revision: object) -> Table:
    results = matches.results_of(tournament)
    last = defaultdict[int | None, list[int]](list)
    for result in results:
        for id in (result.x_id, result.o_id):
            last[id].append(result.points(id))
    placed = scoring.places(list(tournament.entrants.still_in()), results)
    shown = {each: last[each.player_id][-SHOWN_RESULTS:] for each in placed}
    return Table([Row(each, place, shown[each]) for each, place in placed.items()], results)


def newest_win(shown: Table) -> dict[str, Any] | None:
    """Return who has beaten whom last on the board."""
    if not (wins := shown.wins):
        return None
    last, people = wins[-1], shown.entrants
    return {
        "winner": people[last.winner_id],
        "loser": people[last.loser_id],
        "plies": last.ply,
        "is_full": last.is_full,
    }


# The end


class Moment(NamedTuple):
    kind: str
    entrants: list[Entrant]  # all who share it
    number: int
    other: Entrant | None = None
    is_draw: bool = False


def podium(shown: Table) -> list[tuple[Place, list[Row]]]:
    """Return the steps: the places up to the third, with who shares each."""
    grouped = groupby(shown.rows, key=lambda row: row.place)
    return [(place, list(rows)) for place, rows in grouped if place.number <= 3]


def moments(shown: Table) -> list[Moment]:
    """Return the longest game, the quickest win and most wins with O; without those of nobody."""
    people, wins, made = shown.entrants, shown.wins, []
    if longest := _of_length(max, [each for each in shown.known if each.ply]):
        players = dict.fromkeys(people[id] for each in longest for id in (each.x_id, each.o_id))
        is_draw = not any(each.winner for each in longest)
        made.append(Moment("longest", list(players), longest[0].ply, is_draw=is_draw))
    if quickest := _of_length(min, wins):
        first, *others = quickest
        winners = dict.fromkeys(people[each.winner_id] for each in quickest)
        loser = None if others else people[first.loser_id]
        made.append(Moment("quickest", list(winners), first.ply, loser))
    as_o = Counter(people[each.o_id] for each in wins if each.winner == Mark.O)
    if most := max(as_o.values(), default=0):
        best = [each for each, count in as_o.items() if count == most]
        made.append(Moment(Mark.O.value, best, most))
    return made


def _of_length(
    choose: Callable[[Iterable[int]], int], results: list[GameResult]
) -> list[GameResult]:
    plies = choose(each.ply for each in results) if results else 0
    return [each for each in results if each.ply == plies]
