"""The models of all rooms of people, imported where Django looks for them."""

from __future__ import annotations

from games.people.moderation.models import Block, Report
from games.people.ratings.models import Rating, RatingChange

__all__ = ["Block", "Rating", "RatingChange", "Report"]
