"""What the settings say of a person: who sees one, the devices, the way back in, the account."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from games.models import Player
from games.web.settings_parts import SettingsPart


def _context(_request: HttpRequest, player: Player | None) -> dict[str, Any]:
    if player is None or player.user is None:
        return {}
    return {"browsers": UserSession.objects.filter(user=player.user).count()}


PART = SettingsPart("people/accounts/_settings.html", _context)
