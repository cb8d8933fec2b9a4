"""Addresses that show a position."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.http import urlencode

from games.engine import Variant, write_moves
from games.engine.presets import named


def play_address(variant: Variant, moves: Sequence[int]) -> str:
    preset = named(variant)
    query = {"board": preset.id if preset else str(variant)}
    if moves:
        query["moves"] = write_moves(moves, variant)
    return f"{reverse('games:home')}?{urlencode(query)}"
