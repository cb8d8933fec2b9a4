"""The content of a profile: of games with others those that are public, of the computer's all."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.people.duels.page import profile as ratings
from games.people.own_games import history, result_rows, seals, statistics
from games.people.own_games.history import GameFilter
from games.people.own_games.wording import describe

RECENT = 6  # games with their boards
PUBLIC = Q(is_public=True)
COUNTED = PUBLIC | ~Q(level_of_other="")
# With a filter by the status alone, SQLite would sort all of a player's finished games.
IS_RESULT = ~Q(status__in=set(Game.Status) - {Game.Status.FINISHED}) & ~Q(x=F("o"))


def context(player: Player) -> dict[str, Any]:
    tallies = statistics.tallies(player, COUNTED)
    recent = history.page(player, GameFilter(), None, RECENT, PUBLIC & IS_RESULT)
    return {
        "player": player,
        "total": result_rows.row(_("All games"), tallies),
        "against_people": result_rows.by_board([each for each in tallies if not each.level]),
        "against_computer": result_rows.by_board([each for each in tallies if each.level]),
        "seals_by_board": [(board, found) for board, found in seals.of(tallies) if found],
        "recent": describe(recent, player),
        **ratings(player),
    }
