from __future__ import annotations

from games.ai.choosers import CHOOSERS
from games.ai.computer_players import LEVELS
from games.ai.own_player import OwnPlayer
from games.ai.selfplay import MatchScore, play_games
from games.engine import Variant

GAMES = 5  # against each level; the first and every second one begun by the own player


def play_levels(player: OwnPlayer, variant: Variant) -> dict[str, MatchScore]:
    scores = {}
    for id in LEVELS:
        *_, scores[id] = play_games(player, CHOOSERS[id], variant, games=GAMES, seed=1)
    return scores
