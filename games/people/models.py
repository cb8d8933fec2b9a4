"""The models of all rooms of people, imported where Django looks for them."""

from __future__ import annotations

from games.people.duels.models import DuelGame, Rating, RatingChange
from games.people.lobby.models import Seek
from games.people.met.models import Invitation
from games.people.moderation.models import Block, Report, Restriction
from games.people.notifications.models import Call, CallSettings, Subscription

__all__ = [
    "Block",
    "Call",
    "CallSettings",
    "DuelGame",
    "Invitation",
    "Rating",
    "RatingChange",
    "Report",
    "Restriction",
    "Seek",
    "Subscription",
]
