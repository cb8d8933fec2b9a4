from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from games.engine import Variant, write_moves
from games.engine.presets import named

# The boards that are solved: 5x5 as far as the time suffices.
EXPLORED = ("classic", "misere", "4x4", "5x5", "connect-four", "notakto", "notakto-3")


def address(variant: Variant, moves: Sequence[int]) -> str:
    preset = named(variant)
    if preset is None or preset.id not in EXPLORED:
        return ""
    query = f"?moves={write_moves(moves, variant)}" if moves else ""
    return reverse("games:explorer", args=[preset.id]) + query
