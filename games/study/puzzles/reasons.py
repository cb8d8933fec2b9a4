from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.ai.solver import Value
from games.ai.threats import board_effect, threats
from games.engine import Board, Goal, Variant, play_moves
from games.presentation import board_wording
from games.presentation.board_wording import small_board
from games.presentation.sides import side
from games.study.puzzles.book import Cells, Puzzle, Refutation

# What a side does that ends the game.
ENDS = {
    Goal.MARKS: lazy("make %(number)s in a row"),
    Goal.BOARDS: lazy("complete %(number)s boards in a row"),
    Goal.LAST: lazy("close the last board"),
}


def ending(variant: Variant) -> str:
    number = board_wording.number(variant.run).lower()
    return ENDS[variant.rules.goal] % {"number": number}


def refuted(board: Board, tried: int, refutation: Refutation) -> dict[str, Any]:
    variant, line = board.variant, refutation.line
    moves, effect = (refutation.verdict.plies or 0) // 2, board_effect(board, tried)
    outcome = play_moves(board.play(tried), line).outcome()
    won = outcome.line if outcome and not variant.misere else ()
    boards = [small_board(variant, variant.board_of(cell)) for cell in line if variant.is_divided]
    return {
        "variant": variant,
        "mover": side(board.turn, variant),
        "opponent": side(board.turn.opponent, variant),
        "cell": variant.cell_name(tried),
        "run": board_wording.number(variant.run).lower(),
        "end": ending(variant),
        "moves": moves,
        "is_drawn": refutation.verdict.value is Value.DRAW,
        "is_landed_on": variant.drop and moves == 1 and line == (tried - variant.width,),
        "frees": effect.frees,
        "sent_to": "" if effect.sends is None else small_board(variant, effect.sends),
        "replies": list(map(variant.cell_name, line)),
        "line": list(map(variant.cell_name, won)),
        "last_board": boards[-1] if boards else "",
    }


def reason(puzzle: Puzzle, own: Cells) -> dict[str, Any]:
    board, variant, turn = puzzle.board, puzzle.variant, puzzle.board.turn
    line, after = puzzle.line(own), board.play(own[0])
    playable = set(after.legal_moves())
    next_wins = [cell for cell in threats(after, turn) if cell in playable]
    effect = board_effect(board, own[0])
    last, before = (line[-1], line[-2]) if len(line) > 1 else (None, None)
    near_end = play_moves(board, line[:-2])
    last_wins = {*threats(near_end, turn)} & {*near_end.legal_moves()}
    return {
        "cell": variant.cell_name(own[0]),
        "wins_on": [variant.cell_name(cell) for cell in next_wins],
        "is_needed": own[0] in threats(board, turn.opponent),
        "reply": variant.cell_name(line[1]) if len(line) > 1 else "",
        "is_forced": line[1] in next_wins if len(line) > 1 else False,
        "is_on_top": variant.drop and before is not None and last == before - variant.width,
        "last": variant.cell_name(last) if last is not None else "",
        "before": variant.cell_name(before) if before is not None else "",
        "forks_later": len(line) > 3 and len(last_wins) > 1,
        "frees": effect.frees,
        "sent_to": "" if effect.sends is None else small_board(variant, effect.sends),
    }
