"""The part of a friend's game in which one writes."""

from __future__ import annotations

from games.people.talk.services import may_talk
from games.web.game_parts import GamePart

PART = GamePart(applies=may_talk, templates={"say": "people/talk/_say.html"})
