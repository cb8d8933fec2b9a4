"""The ladder against the computer: an achievement for each level mastered on a board.

Achievements are counted from the games that are there: they need no table, and go with the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.ai.computer_players import LEVELS
from games.engine.presets import BOARDS, Preset
from games.models import Game, Player
from games.people.own_games.history import DRAWN, WON
from games.people.own_games.statistics import UNAIDED, Tally, tallies

COUNTED = UNAIDED & Q(level_of_other__in=LEVELS)


class Achievement(NamedTuple):
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


class BoardAchievements(NamedTuple):
    board: Preset
    achievements: list[Achievement]


ACHIEVEMENTS = (
    Achievement("easy", (WON,), 1, _("You beat Easy, without hints."), "M12 12h0"),
    Achievement("medium", (WON,), 2, _("You beat Medium twice, without hints."), "M9 15h0M15 9h0"),
    Achievement(
        "hard",
        (WON,),
        3,
        _("You beat Hard three times, without hints."),
        "M8 15.5h0M12 8.5h0M16 15.5h0",
    ),
    # Where Champion cannot be beaten, a draw is the most that anybody can get.
    Achievement(
        "champion",
        (WON, DRAWN),
        1,
        _("You held Champion to a draw or better, without hints."),
        "M8.5 8.5h0M15.5 8.5h0M8.5 15.5h0M15.5 15.5h0",
    ),
)
BY_LEVEL = {each.level: each for each in ACHIEVEMENTS}


def on_boards(player: Player | None) -> list[BoardAchievements]:
    """Return all boards with the achievements that a player has on them; nobody has none."""
    return of(tallies(player, COUNTED) if player else ())


def of(tallies: Iterable[Tally]) -> list[BoardAchievements]:
    """Return all boards with the achievements that games have brought, by their numbers."""
    counts: Counter[tuple[str, str]] = Counter()
    for tally in tallies:
        found = BY_LEVEL.get(tally.level)
        if found and tally.result in found.results:
            counts[tally.variant_code, tally.level] += tally.unaided
    return [BoardAchievements(board, _on(board, counts)) for board in BOARDS.values()]


def unlocked_by(game: Game, player: Player | None, result: str) -> list[Achievement]:
    """Return the achievement that a game, which ended so for a player, has brought, if any."""
    found = BY_LEVEL.get(game.level or "")
    if not player or not found or result not in found.results or game.hints or game.start_ply:
        return []
    same = Q(variant_code=str(game.variant), level_of_other=found.level)
    games = sum(row.games for row in tallies(player, COUNTED & same) if row.result in found.results)
    return [found] if games == found.games else []


def _on(board: Preset, counts: Counter[tuple[str, str]]) -> list[Achievement]:
    code = str(board.variant)
    return [each for each in ACHIEVEMENTS if counts[code, each.level] >= each.games]
