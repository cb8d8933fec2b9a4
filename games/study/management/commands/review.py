from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from games.engine import Board, write_moves
from games.engine.game_file import GameFile
from games.study.management.arguments import QuestionCommand, game_files, seconds
from games.study.management.commands.solve import as_fields, phrase
from games.study.reviews.analysis import MoveReview, review_move
from games.study.reviews.labels import SAID


class Command(QuestionCommand):
    help = "Say what each move of a game kept or gave away, and what would have been better."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=game_files,
            help="a game as the site offers it for download, or a CSV of the admin; - reads it",
        )
        parser.add_argument("--json", action="store_true", help="a line of JSON for each move")
        parser.add_argument("--seconds", type=seconds, default=5, help="time for each move (5)")

    def handle(self, *args: Any, **options: Any) -> None:
        for number, game in enumerate(options["file"], start=1):
            if len(options["file"]) > 1 and not options["json"]:
                self.stdout.write(f"Game {number}, {game.title}")
            self._review(game, number, options["seconds"], in_json=options["json"])

    def _review(self, game: GameFile, number: int, limit: float, *, in_json: bool) -> None:
        board, before = Board(game.variant), None
        for cell in game.moves:
            review = review_move(board, cell, limit, before)
            line = as_json(board, review, number) if in_json else in_words(board, review)
            self.stdout.write(line)
            self.stdout.flush()
            board, before = board.play(cell), review.next


def in_words(board: Board, review: MoveReview) -> str:
    name = board.variant.cell_name
    move = f"{board.ply + 1:3}. {board.turn} {name(review.cell):4}"
    text = f"{move} {SAID[review.label].words}: {phrase(review.after, board)}"
    if review.better:
        text += f"; better {' '.join(map(name, review.better))}"
    if review.line:
        text += f": {write_moves(review.line, board.variant)}"
    return text


def as_json(board: Board, review: MoveReview, game: int) -> str:
    name = board.variant.cell_name
    return json.dumps(
        {
            "game": game,
            "move": name(review.cell),
            "side": board.turn,
            "label": review.label,
            "is_exact": review.before.is_known and review.after.is_known,
            "before": as_fields(review.before),
            "after": as_fields(review.after),
            "better": list(map(name, review.better)),
            "unproven": list(map(name, review.unproven)),
            "line": list(map(name, review.line)),
        }
    )
