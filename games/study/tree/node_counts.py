"""Positions looked at from the empty board of both, each idea of the search added in turn."""

from __future__ import annotations

BOARD_IDS = ("classic", "misere")
# As ``tests.tools.search_ideas`` counts them
NODE_COUNTS = {
    "minimax": (549_946, 549_946),
    "alpha-beta": (20_866, 12_927),
    "ordering": (2_245, 5_440),
    "threats": (170, 3_030),
    "computer": (82, 690),
}
