"""What pages have of calls: the offer to somebody who waits for a friend, and the settings."""

from __future__ import annotations

from games.people.notifications.models import Kind
from games.web.game_parts import GamePart
from games.web.settings_parts import SettingsPart

WAITING = GamePart(
    applies=lambda game: game.is_between_friends,
    templates={"waiting": "people/notifications/_call_me.html"},
)
SETTINGS = SettingsPart(
    "people/notifications/_settings.html", lambda _request, _player: {"call_kinds": list(Kind)}
)
