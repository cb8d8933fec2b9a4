"""The words of a call."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.models import Game
from games.people.notifications.models import Kind
from games.presentation import board_wording


def notification(game: Game, player_id: int, kind: Kind) -> dict[str, Any]:
    """Return what the notification to a player says, as browsers show it."""
    other = game.x if game.o_id == player_id else game.x or game.o
    if game.x_id == player_id:
        other = game.o
    said = {"name": other.name if other else "", "board": board_wording.board(game.variant)}
    return {
        "title": _title(game, kind) % said,
        "body": said["board"],
        "tag": game.pk,
        "data": {"address": game.get_absolute_url()},
    }


def _title(game: Game, kind: Kind) -> str:
    match kind:
        case Kind.JOINED:
            return _("%(name)s has joined. Your game is on.")
        case Kind.TURN:
            return _("Your turn against %(name)s")
        case Kind.FOUND:
            return _("%(name)s wants to play. Come within half a minute.")
    if game.status == Game.Status.WAITING:
        return _("%(name)s asks you to play %(board)s.")
    return _("%(name)s wants a rematch")
