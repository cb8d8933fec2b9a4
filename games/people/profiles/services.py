"""The services of profiles: finding one by a name, and keeping one's own private."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from games.models import Player
from games.play.errors import Refused


class NoSuchProfile(Refused):
    code = "no_such_profile"
    http_status = 404
    message = _("Nobody has this name, or they keep their profile private.")


def find_profile(name: str, viewer: Player | None) -> Player:
    """Return the person with an account whose name looks like this one.

    :raises NoSuchProfile: if there is none whose profile the viewer may see.
    """
    player = Player.objects.filter(user__is_active=True).with_account(name)
    if player is None or (player.private_since and player != viewer):
        raise NoSuchProfile
    return player


def set_private(player: Player, *, is_private: bool) -> None:
    """Hide the profile of a player from everybody else, or show it again."""
    player.private_since = timezone.now() if is_private else None
    player.save(update_fields=["private_since"])
