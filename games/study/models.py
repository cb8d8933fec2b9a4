"""The models of all rooms of study, imported where Django looks for them."""

from __future__ import annotations

from games.study.exhibitions.models import Exhibition
from games.study.menace.models import LearnedGame, Matchbox
from games.study.puzzles.models import PuzzleAttempt
from games.study.reviews.models import Review

__all__ = ["Exhibition", "LearnedGame", "Matchbox", "PuzzleAttempt", "Review"]
