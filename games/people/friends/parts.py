"""What the room brings to the page of a game and to the settings."""

from __future__ import annotations

from typing import Any

from games.models import Game
from games.people.friends.chat import last_said, mask, may_write
from games.people.friends.models import Invitation
from games.presentation import wording
from games.web.game_parts import GamePart, Shown


def _is_invited_to(game: Game) -> bool:
    is_waiting = game.status == Game.Status.WAITING and game.is_between_friends
    return is_waiting and Invitation.objects.filter(pk=game.pk).exists()


def _chat(shown: Shown) -> dict[str, Any]:
    game = shown.game
    said = last_said(game, is_player=True) if shown.state["you"] else None
    return {
        "may_write": may_write(game),
        "pictures": wording.REACTIONS,
        "said": said,
        "said_words": mask(wording.said(said)) if said else "",
    }


CHAT = GamePart(
    applies=lambda game: not game.is_hot_seat and game.level is None,
    templates={"chat": "people/friends/_chat.html"},
    context=_chat,
)
INVITED = GamePart(applies=_is_invited_to, templates={"invited": "people/friends/_invited.html"})
# Whoever plays with a friend hears of invitations from then on.
FRIENDS = GamePart(
    applies=lambda game: game.is_between_friends,
    templates={"waiting": "people/friends/_call_me.html"},
    scripts=("js/people/invitations.js",),
)
