"""What people met add to the first page, and to the page of a game between friends."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from games.models import Game, Player
from games.people.met import here
from games.people.met.models import Invitation
from games.people.met.services import asked_players, people_met
from games.web.game_parts import GamePart


def context(player: Player | None) -> dict[str, Any]:
    if player is None:
        return {}
    here.note(player.pk)
    return {"met": people_met(player)}


def every_page(_request: HttpRequest) -> dict[str, Any]:
    return {"asked_players": asked_players}


def _is_invited_to(game: Game) -> bool:
    is_waiting = game.status == Game.Status.WAITING and game.is_between_friends
    return is_waiting and Invitation.objects.filter(pk=game.pk).exists()


INVITED = GamePart(applies=_is_invited_to, templates={"invited": "people/met/_invited.html"})
# Whoever plays with a friend hears of invitations from then on.
FRIENDS = GamePart(
    applies=lambda game: game.is_between_friends,
    templates={},
    scripts=("js/people/invitations.js",),
)
