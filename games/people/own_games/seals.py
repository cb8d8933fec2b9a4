"""The ladder against the computer: a seal for each level that a person has mastered on a board.

The seals are counted from the games that are there, so they need no table and go with the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.ai.levels import LEVELS
from games.engine.presets import BOARDS, Preset
from games.models import Game, Player
from games.people.own_games.history import DRAWN, WON
from games.people.own_games.statistics import UNAIDED, Tally, tallies

COUNTED = UNAIDED & Q(level_of_other__in=LEVELS)


class Seal(NamedTuple):
    """What it takes against one level; ``pips`` are the carving as an svg path.

    The words are translated by the template that shows them.
    """

    level: str
    results: tuple[str, ...]
    games: int
    words: str
    pips: str

    @property
    def level_name(self) -> str:
        return LEVELS[self.level].name


class SealedBoard(NamedTuple):
    board: Preset
    seals: list[Seal]


SEALS = (
    Seal("easy", (WON,), 1, _("You beat Easy, without hints."), "M12 12h0"),
    Seal("medium", (WON,), 2, _("You beat Medium twice, without hints."), "M9 15h0M15 9h0"),
    Seal(
        "hard",
        (WON,),
        3,
        _("You beat Hard three times, without hints."),
        "M8 15.5h0M12 8.5h0M16 15.5h0",
    ),
    # Where Champion cannot be beaten, a draw is the most that anybody can get.
    Seal(
        "champion",
        (WON, DRAWN),
        1,
        _("You held Champion to a draw or better, without hints."),
        "M8.5 8.5h0M15.5 8.5h0M8.5 15.5h0M15.5 15.5h0",
    ),
)
BY_LEVEL = {seal.level: seal for seal in SEALS}


def on_boards(player: Player | None) -> list[SealedBoard]:
    """Return all boards with the seals that a player has on them; nobody has none."""
    return of(tallies(player, COUNTED) if player else ())


def of(tallies: Iterable[Tally]) -> list[SealedBoard]:
    """Return all boards with the seals that games have brought, by their numbers."""
    counts: Counter[tuple[str, str]] = Counter()
    for tally in tallies:
        seal = BY_LEVEL.get(tally.level)
        if seal and tally.result in seal.results:
            counts[tally.variant_code, tally.level] += tally.unaided
    return [SealedBoard(board, _on(board, counts)) for board in BOARDS.values()]


def new_with(game: Game, player: Player | None, result: str) -> list[Seal]:
    """Return the seal that a game, which ended so for a player, has brought, and later ones not."""
    seal = BY_LEVEL.get(game.level or "")
    if not player or not seal or result not in seal.results or game.hints or game.start_ply:
        return []
    same = Q(variant_code=str(game.variant), level_of_other=seal.level)
    games = sum(row.games for row in tallies(player, COUNTED & same) if row.result in seal.results)
    return [seal] if games == seal.games else []


def _on(board: Preset, counts: Counter[tuple[str, str]]) -> list[Seal]:
    code = str(board.variant)
    return [seal for seal in SEALS if counts[code, seal.level] >= seal.games]
