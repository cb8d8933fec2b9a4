"""What the room brings to the page of a game and to the settings."""

from __future__ import annotations

from games.models import Game
from games.people.friends.chat import may_talk
from games.people.friends.models import Invitation, Kind
from games.web.game_parts import GamePart
from games.web.settings_parts import SettingsPart


def _is_invited_to(game: Game) -> bool:
    is_waiting = game.status == Game.Status.WAITING and game.is_between_friends
    return is_waiting and Invitation.objects.filter(pk=game.pk).exists()


CHAT = GamePart(applies=may_talk, templates={"say": "people/friends/_chat.html"})
INVITED = GamePart(applies=_is_invited_to, templates={"invited": "people/friends/_invited.html"})
# Whoever plays with a friend hears of invitations from then on.
FRIENDS = GamePart(
    applies=lambda game: game.is_between_friends,
    templates={"waiting": "people/friends/_call_me.html"},
    scripts=("js/people/invitations.js",),
)
SETTINGS = SettingsPart(
    "people/friends/_settings.html", lambda _request, _player: {"notification_kinds": list(Kind)}
)
