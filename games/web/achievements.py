"""Nothing is stored of achievements: a room counts what it keeps anyway."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.utils.functional import Promise

from games.engine.presets import named
from games.models import Game, Player

LATEST = 10  # games of each side, of which one was played last
Picture = tuple[tuple[str, str], ...]  # of paths on 40 x 40: the width of the stroke, and the path


def drawn(path: str) -> Picture:
    return (("2.5", path),)


class Achievement(NamedTuple):
    code: str
    words: str | Promise
    picture: Picture
    ink: str
    address: str | Promise
    need: int = 1
    row: str = ""
    column: int = 9  # after all of rows
    task: str | Promise = ""
    brief: str | Promise = ""  # beside the board on which it was reached


class AchievementSet(NamedTuple):
    achievements: tuple[Achievement, ...]
    counts: Callable[[Player], Mapping[str, int]]
    counts_for: Callable[[Game, str], Collection[str]] = lambda game, result: ()


_sets: list[AchievementSet] = []


def register(*sets: AchievementSet) -> None:
    _sets.extend(sets)


def all_achievements() -> list[Achievement]:
    return [each for of_room in _sets for each in of_room.achievements]


def codes_of(player: Player) -> set[str]:
    counts = [(of_room.achievements, of_room.counts(player)) for of_room in _sets]
    return {each.code for found, done in counts for each in found if done[each.code] >= each.need}


def unlocked_by(game: Game, player: Player, result: str) -> list[Achievement]:
    found: list[Achievement] = []
    for of_room in _sets:
        codes = of_room.counts_for(game, result)
        counts = of_room.counts(player) if codes else {}
        possible = (each for each in of_room.achievements if each.code in codes)
        found += (each for each in possible if counts[each.code] == each.need)
    return found


def next_achievement(player: Player | None, codes: Collection[str]) -> Achievement | None:
    # Levels below one that somebody has mastered come after all others.
    every = all_achievements()
    rows = list(dict.fromkeys(each.row for each in every))
    last = _row_played_last(player) if player else ""
    start = rows.index(last) if last in rows else 0

    def place(one: Achievement) -> tuple[bool, bool, int, int]:
        had = (each.column for each in every if each.row == one.row and each.code in codes)
        away = (rows.index(one.row) - start) % len(rows)
        return one.column < max(had, default=0), not one.row, away, one.column

    return min((each for each in every if each.code not in codes), key=place, default=None)


def _row_played_last(player: Player) -> str:
    # Each side has an index by player and time, of which this reads the first rows.
    games = Game.objects.exclude(status__in=set(Game.Status) - {Game.Status.FINISHED})
    newest = games.order_by("-created_at", "-pk")
    latest = [*newest.filter(x=player)[:LATEST], *newest.filter(o=player)[:LATEST]]
    game = max(latest, key=lambda game: game.finished_at, default=None)
    board = named(game.variant) if game else None
    return board.name if board else ""
