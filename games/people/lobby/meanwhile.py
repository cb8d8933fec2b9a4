"""The game against the computer that a seeker plays while nobody is found."""

from __future__ import annotations

from django.db.models import Q

from games.ai.computer_players import OPPONENTS
from games.engine import Mark
from games.models import Game, Player
from games.play.services import create_game
from games.protocol import Status

LEVEL = "medium"


def game_while_waiting(waiting: Game, host: Player) -> Game:
    computer, variant = Player.objects.of_level(OPPONENTS[LEVEL]), waiting.variant
    seats = Q(x=host, o=computer) | Q(x=computer, o=host)
    games = Game.objects.filter(seats, status=Status.PLAYING, variant_code=str(variant))
    if going_on := games.order_by("-created_at").first():
        return going_on
    return create_game(
        host=host,
        guest=computer,
        mark=Mark.X,
        variant=variant,
        allows_undo=True,
        is_public=False,
    )
