"""What the page of a player shows besides the name: when they were here, and what they played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Player, own_games
from games.models import statistics as statistics_of_players
from games.models.own_games import Wanted
from games.presentation import statistics
from games.presentation.own_games import OwnGame, describe
from games.presentation.statistics import Totals

RECENT = 8  # games that are shown


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    player: Player
    last_seen: datetime | None
    totals: Totals
    recent: list[OwnGame]


def of(player: Player) -> PlayerRecord:
    """Read a player's record. That takes four queries, each of this player's games alone."""
    newest = own_games.newest(player, Wanted(), None, RECENT)
    return PlayerRecord(
        player=player,
        last_seen=statistics_of_players.last_seen(player),
        totals=statistics.totals(player),
        recent=describe(newest, player),
    )
