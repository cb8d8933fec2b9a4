"""The table of a tournament, which all pages show: counted once for each revision of it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from games.engine import Mark
from games.models import Game
from games.tournaments import matches, scoring
from games.tournaments.models import Entrant, Tournament
from games.tournaments.scoring import Place, ScoredGame, Standing

SHOWN_RESULTS = 3
LARGE, LAG = 60, 1.0  # the table of so many people is up to so many seconds old while it runs


class Row(NamedTuple):
    entrant: Entrant
    place: Place
    last: list[int]  # points of the last games, the newest last

    @property
    def lost_in_a_row(self) -> int:
        return next((n for n, points in enumerate(reversed(self.last)) if points), len(self.last))


class Table(NamedTuple):
    rows: list[Row]
    results: list[ScoredGame]  # in the order in which the games ended

    def row(self, entrant: Entrant) -> Row | None:
        return next((row for row in self.rows if row.entrant.pk == entrant.pk), None)

    @property
    def entrants(self) -> dict[int, Entrant]:
        return {row.entrant.player_id: row.entrant for row in self.rows}


def table(tournament: Tournament) -> Table:
    people, *revision = tournament.revision()
    # Of 200 people twenty games a second end, and each of their pages has the table.
    may_lag = people > LARGE and not tournament.is_over
    return _table(tournament, time.monotonic() // LAG if may_lag else tuple(revision))


@lru_cache(maxsize=8)
def _table(tournament: Tournament, _revision: object) -> Table:
    entrants = {each.player_id: each for each in tournament.entrants.still_in()}
    results = matches.results_of(tournament)
    scores = [Standing(id, each.points, each.wins) for id, each in entrants.items()]
    last = defaultdict[int, list[int]](list)
    for result in results:
        for id in (result.x, result.o):
            last[id].append(result.points(id))
    placed = scoring.places(scores, results).items()
    rows = [Row(entrants[id], place, last[id][-SHOWN_RESULTS:]) for id, place in placed]
    return Table(rows, results)


def newest_win(shown: Table) -> dict[str, Any] | None:
    """Return who has beaten whom last on the board."""
    people = shown.entrants
    won = [each for each in shown.results if each.reason == Game.Reason.LINE]
    known = [each for each in won if each.winner and {each.x, each.o} <= people.keys()]
    if not known:
        return None
    last = known[-1]
    winner, loser = (last.x, last.o) if last.winner == last.x else (last.o, last.x)
    return {
        "winner": people[winner],
        "loser": people[loser],
        "plies": last.plies,
        "is_full": last.plies == last.cells,
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
    people = shown.entrants
    known = [each for each in shown.results if each.plies and {each.x, each.o} <= people.keys()]
    won = [each for each in known if each.winner and each.reason == Game.Reason.LINE]
    as_o = Counter(each.o for each in won if each.winner == each.o)
    made = []
    if known:
        longest = _equals(known, max(each.plies for each in known))
        players = _entrants([id for each in longest for id in (each.x, each.o)], people)
        is_draw = all(each.winner is None for each in longest)
        made.append(Moment("longest", players, longest[0].plies, is_draw=is_draw))
    if won:
        first, *others = quickest = _equals(won, min(each.plies for each in won))
        winners = _entrants([each.winner for each in quickest], people)
        loser = None if others else people[first.o if first.winner == first.x else first.x]
        made.append(Moment("quickest", winners, first.plies, loser))
    if most := max(as_o.values(), default=0):
        best = _entrants([id for id, count in as_o.items() if count == most], people)
        made.append(Moment(Mark.O.value, best, most))
    return made


def _equals(results: list[ScoredGame], plies: int) -> list[ScoredGame]:
    return [each for each in results if each.plies == plies]


def _entrants(ids: Iterable[int | None], people: dict[int, Entrant]) -> list[Entrant]:
    return [people[id] for id in dict.fromkeys(ids) if id]
