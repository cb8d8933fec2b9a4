"""``manage.py review FILE``: the review of each move of a game."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from games.engine import Board, Variant, write_moves
from games.study.management.commands.solve import as_fields, phrase
from games.study.management.questions import QuestionCommand, read_game_file, time_limit
from games.study.reviews.analysis import Label, MoveReview, review_move

WORDS = {
    Label.KEPT_WIN: "kept the win",
    Label.KEPT_DRAW: "kept the draw",
    Label.SLIPPED: "let it slip",
    Label.LOST: "lost",
    Label.LOSING: "was lost",
    Label.GOOD: "good, in its opinion",
    Label.DOUBTFUL: "doubtful, in its opinion",
}


class Command(QuestionCommand):
    help = "Say what each move of a game kept or gave away, and what would have been better."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a game as the site offers it for download; - reads it")
        parser.add_argument("--json", action="store_true", help="a line of JSON for each move")
        parser.add_argument("--seconds", default="5", help="time for each move (5)")
        parser.set_defaults(board="classic")  # not used: the file names the board

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        game, seconds = read_game_file(options["file"]), time_limit(options["seconds"])
        write = as_json if options["json"] else in_words
        board = Board(game.variant)
        for cell in game.moves:
            self.stdout.write(write(board, review_move(board, cell, seconds)))
            self.stdout.flush()
            board = board.play(cell)


def in_words(board: Board, review: MoveReview) -> str:
    """Return a line such as `` 2. O b3   lost: loss, in 6 plies; better b2: b2-c3-a1``."""
    name = board.variant.cell_name
    move = f"{board.ply + 1:3}. {board.turn} {name(review.cell):4}"
    text = f"{move} {WORDS[review.label]}: {phrase(review.after)}"
    if review.better:
        text += f"; better {' '.join(map(name, review.better))}"
    if review.line:
        text += f": {write_moves(review.line, board.variant)}"
    return text


def as_json(board: Board, review: MoveReview) -> str:
    name = board.variant.cell_name
    return json.dumps(
        {
            "move": name(review.cell),
            "side": board.turn,
            "label": review.label,
            "is_exact": review.is_exact,
            "before": as_fields(review.before),
            "after": as_fields(review.after),
            "better": list(map(name, review.better)),
            "unproven": list(map(name, review.unproven)),
            "line": list(map(name, review.line)),
            "standing": round(review.standing, 3),
        }
    )
