"""The models of all rooms of people, imported where Django looks for them."""

from __future__ import annotations

from games.people.duels.models import DuelGame, Rating, RatingChange
from games.people.lobby.models import Seek
from games.people.moderation.models import Block, Report

__all__ = ["Block", "DuelGame", "Rating", "RatingChange", "Report", "Seek"]
