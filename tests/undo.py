"""Moves that are taken back."""

from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from tests.playing import reload

NOT_ASKED = {"by": None, "is_declined": False, "declined_to": None}


def moves_of(game: Game) -> list[int]:
    return snapshots.take(reload(game))["moves"]


def ask_and_agree(game: Game, asker: Player, other: Player) -> Game:
    asked = services.undo(game.pk, asker.pk, ply=reload(game).ply, message_id="ask")
    return services.undo(game.pk, other.pk, ply=asked.ply, message_id="yes")
