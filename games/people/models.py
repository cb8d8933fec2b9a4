"""The models of all rooms of people, imported where Django looks for them."""

from __future__ import annotations

from games.people.duels.models import DuelGame, Rating, RatingChange
from games.people.friends.models import (
    Invitation,
    Notification,
    NotificationPreference,
    PushSubscription,
)
from games.people.lobby.models import Seek
from games.people.moderation.models import Block, Report, Restriction

__all__ = [
    "Block",
    "DuelGame",
    "Invitation",
    "Notification",
    "NotificationPreference",
    "PushSubscription",
    "Rating",
    "RatingChange",
    "Report",
    "Restriction",
    "Seek",
]
