"""What the page of a player shows besides the name: when they were here, and what they played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Player
from games.pages.own_games import history, statistics_page
from games.pages.own_games import statistics as statistics_of_players
from games.pages.own_games.history import Wanted
from games.pages.own_games.statistics_page import Totals
from games.pages.own_games.wording import OwnGame, describe

RECENT = 8  # games that are shown


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    player: Player
    last_seen: datetime | None
    totals: Totals
    recent: list[OwnGame]


def of(player: Player) -> PlayerRecord:
    """Read a player's record. That takes four queries, each of this player's games alone."""
    newest = history.newest(player, Wanted(), None, RECENT)
    return PlayerRecord(
        player=player,
        last_seen=statistics_of_players.last_seen(player),
        totals=statistics_page.totals(player),
        recent=describe(newest, player),
    )
