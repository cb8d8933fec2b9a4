"""The models of all rooms of people, imported where Django looks for them."""

from __future__ import annotations

from games.people.moderation.models import Block, Report

__all__ = ["Block", "Report"]
