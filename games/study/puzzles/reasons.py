from __future__ import annotations

from typing import Any

from games.ai.threats import board_effect, threats
from games.presentation import board_wording
from games.study.puzzles.book import Cells, Puzzle


def reason(puzzle: Puzzle, own: Cells) -> dict[str, Any]:
    board, variant, turn = puzzle.board, puzzle.variant, puzzle.board.turn
    line, after = puzzle.line(own), board.play(own[0])
    playable = set(after.legal_moves())
    next_wins = [cell for cell in threats(after, turn) if cell in playable]
    sends = board_effect(board, own[0]).sends
    last, before = (line[-1], line[-2]) if len(line) > 1 else (None, None)
    return {
        "cell": variant.cell_name(own[0]),
        "wins_on": [variant.cell_name(cell) for cell in next_wins],
        "is_needed": own[0] in threats(board, turn.opponent),
        "reply": variant.cell_name(line[1]) if len(line) > 1 else "",
        "is_forced": line[1] in next_wins if len(line) > 1 else False,
        "is_on_top": variant.drop and before is not None and last == before - variant.width,
        "last": variant.cell_name(last) if last is not None else "",
        "before": variant.cell_name(before) if before is not None else "",
        "sent_to": "" if sends is None else board_wording.small_board(variant, sends),
    }
