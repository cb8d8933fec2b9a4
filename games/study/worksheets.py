from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from games.ai.threats import threats
from games.engine import Board
from games.presentation.description import describe
from games.presentation.sides import side
from games.web.common import qr_code

COUNTS = range(6, 13)  # of positions on a page


class WorksheetForm(forms.Form):
    count = forms.IntegerField(min_value=COUNTS[0], max_value=COUNTS[-1], required=False)

    def clean_count(self) -> int:
        return self.cleaned_data["count"] or COUNTS[0]


def exercise_context(
    board: Board, moves: Sequence[int], right: Sequence[int], theme: str, link: str
) -> dict[str, Any]:
    """``moves`` led to the board, a theme is one of puzzles or "win", ``link`` is to play on."""
    after, name = board.play(right[0]), board.variant.cell_name
    wins_then = [] if after.is_over else threats(after, board.turn)
    return {
        "theme": theme,
        "drawing": describe(board, moves),
        "solution": describe(board, moves, best=right),
        "mover": side(board.turn, board.variant),
        "answers": [*map(name, right)],
        "wins_then": [*map(name, wins_then)],
        "link": link,
        # In capitals a code has fewer and so larger squares, but a query is told apart by them.
        "code": qr_code(link if "?" in link else link.upper(), border=0),
    }
