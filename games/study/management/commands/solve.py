from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from games.ai.levels import strongest
from games.ai.solver import Solution, Value, Verdict, own_moves, solve
from games.engine import (
    Board,
    IllegalMove,
    ImpossiblePosition,
    InvalidCellName,
    Mark,
    Variant,
    play_moves,
    read_moves,
)
from games.engine.game_file import GameFile
from games.engine.notation import are_columns
from games.ops.program import WRONG_INPUT
from games.study.management.arguments import QuestionCommand, add_board, game_files, refuse, seconds

# Instead of a position: read many from standard input.
MANY = "-"
REFUSED = (ImpossiblePosition, IllegalMove, InvalidCellName)


class Command(QuestionCommand):
    help = "Say who wins a position and in how many moves, and the same for every move."

    def add_arguments(self, parser: CommandParser) -> None:
        add_board(parser)
        parser.add_argument(
            "position",
            nargs="?",
            help="rows of X, O and . from the top, with or without / between them; none is the "
            "empty board; on nested boards the last move follows, such as @e5; columns such as "
            "4453 where pieces fall; - reads many, one a line, and answers each in a line of JSON",
        )
        parser.add_argument(
            "--game",
            type=game_files,
            help="the position at the end of a game in a file; - reads it",
        )
        parser.add_argument("--moves", default="", help="moves made from there, such as 'b2 a3'")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument(
            "--seconds", type=seconds, default=60, help="time for each position (60)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["position"] == MANY:
            if options["game"] is not None or options["moves"]:
                refuse("With - there is neither --game nor --moves.")
            self._answer_many(options["board"], options["seconds"])
            return
        try:
            self._answer(options)
        except REFUSED as error:
            refuse(str(error))

    def _answer(self, options: dict[str, Any]) -> None:
        position = options["position"]
        start = _start(options["board"], position, options["game"])
        board = play_moves(start, read_moves(options["moves"], start.variant, start))
        solution = solve(board, options["seconds"])
        if options["json"]:
            text = str(board) if position is None or options["moves"] else position
            self.stdout.write(as_json(text, board, solution))
        else:
            self.stdout.write("\n".join(in_words(board, solution)))

    def _answer_many(self, variant: Variant, limit: float) -> None:
        refused = False
        for number, text in _input_lines():
            try:
                board = _position(text, variant)
            except REFUSED as error:
                self.stderr.write(f"Line {number}: {error}")
                refused = True
            else:
                self.stdout.write(as_json(text, board, solve(board, limit)))
                self.stdout.flush()
        if refused:
            sys.exit(WRONG_INPUT)


def _start(variant: Variant, position: str | None, games: list[GameFile] | None) -> Board:
    if games is None:
        return Board(variant) if position is None else _position(position, variant)
    if position is not None:
        refuse("Give a position or --game, not both.")
    if len(games) != 1:
        refuse(f"The file has {len(games):,} games, and --game takes one.")
    return play_moves(Board(games[0].variant), games[0].moves)


def _position(text: str, variant: Variant) -> Board:
    if are_columns(text, variant):
        return play_moves(Board(variant), read_moves(text, variant))
    return Board.parse(text, variant)


def as_json(position: str, board: Board, solution: Solution) -> str:
    return json.dumps(
        {
            "position": position,
            "to_move": board.turn,
            **as_fields(solution.verdict),
            "moves": {
                board.variant.cell_name(cell): as_fields(verdict)
                for cell, verdict in solution.moves.items()
            },
            "nodes": solution.nodes,
            "seconds": round(solution.seconds, 6),
        }
    )


def in_words(board: Board, solution: Solution) -> Iterator[str]:
    yield from _rows(board)
    if outcome := board.outcome():
        ending = f"{_side(board, outcome.winner)} has won" if outcome.winner else "a draw"
        yield f"The game is over: {ending}."
        return
    after = "" if board.last is None else f" after {board.variant.cell_name(board.last)}"
    yield f"{_side(board, board.turn)} to move{after}: {phrase(solution.verdict, board)}."
    if not solution.is_known:
        best = board.variant.cell_name(strongest(board)[0])
        yield f"{best} looks best, which is no proof."
    by_rank = sorted(solution.moves.items(), key=lambda item: item[1].rank, reverse=True)
    for cell, verdict in by_rank:
        yield f"  {board.variant.cell_name(cell):3}  {phrase(verdict, board)}"
    if solution.nodes:
        yield f"{solution.nodes:,} positions searched in {solution.seconds:.3f} seconds."
    else:
        yield "Known without a search."


def _rows(board: Board) -> Iterator[str]:
    variant = board.variant
    across, down = (variant.run,) * 2 if variant.is_divided else (variant.width, variant.height)
    for row in range(variant.height):
        if row and not row % down:
            yield ""
        starts = range(row * variant.width, (row + 1) * variant.width, across)
        yield "  " + "   ".join([" ".join(board.cells[i : i + across]) for i in starts])


def _side(board: Board, mark: Mark) -> str:
    if board.variant.rules.mark(0) is not board.variant.rules.mark(1):
        return mark
    return "First" if mark is Mark.X else "Second"


def as_fields(verdict: Verdict) -> dict[str, str | int | None]:
    return {"value": verdict.value, "plies": verdict.plies}


def phrase(verdict: Verdict, board: Board) -> str:
    """Say the verdict for who moves on ``board``, in moves of the winner."""
    if verdict.value is Value.UNKNOWN:
        return "not known, for time ran out"
    if verdict.value is Value.DRAW:
        return verdict.value
    if verdict.plies is None:
        return f"{verdict.value}, how soon is not known"
    winner = board.turn if verdict.value is Value.WIN else board.turn.opponent
    return f"{verdict.value} in {own_moves(verdict.plies)} of {_side(board, winner)}'s moves"


def _input_lines() -> Iterator[tuple[int, str]]:
    try:
        for number, line in enumerate(sys.stdin, 1):
            if text := line.strip("\ufeff \t\r\n"):
                yield number, text
    except UnicodeDecodeError:
        refuse("What was read is no text.")
