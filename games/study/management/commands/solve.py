"""``manage.py solve``: the value of a position and of each of its moves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from games.ai.levels import strongest
from games.ai.solver import Solution, Value, Verdict, solve
from games.engine import Board, ImpossiblePosition, Variant, play_moves, read_moves
from games.study.management.questions import (
    WRONG_INPUT,
    QuestionCommand,
    WrongInput,
    read_game_file,
    time_limit,
)

# Instead of a position: read many from standard input.
MANY = "-"


class Command(QuestionCommand):
    help = "Say who wins a position and in how many plies, and the same for every move."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "position",
            nargs="?",
            help="rows of X, O and . from the top, with or without / between them; none is the "
            "empty board; - reads many, one a line, and answers each in a line of JSON",
        )
        parser.add_argument(
            "--game", help="the position at the end of a game in a file; - reads it"
        )
        parser.add_argument("--moves", default="", help="moves made from there, such as 'b2 a3'")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument("--seconds", default="60", help="time for each position (60)")

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        limit, position = time_limit(options["seconds"]), options["position"]
        if position == MANY:
            if options["game"] is not None or options["moves"]:
                raise WrongInput("With - there is neither --game nor --moves.")
            self._answer_many(variant, limit)
            return
        start = _start(variant, position, options["game"])
        board = play_moves(start, read_moves(options["moves"], start.variant))
        solution = solve(board, limit)
        if options["json"]:
            text = str(board) if position is None or options["moves"] else position
            self.stdout.write(as_json(text, board, solution))
        else:
            self.stdout.write("\n".join(in_words(board, solution)))

    def _answer_many(self, variant: Variant, limit: float) -> None:
        """Answer each line of standard input. Report wrong lines by number, then exit with 2."""
        refused = False
        for number, text in _input_lines():
            try:
                board = Board.parse(text, variant)
            except ImpossiblePosition as error:
                self.stderr.write(f"Line {number}: {error}")
                refused = True
            else:
                self.stdout.write(as_json(text, board, solve(board, limit)))
                self.stdout.flush()
        if refused:
            sys.exit(WRONG_INPUT)


def _start(variant: Variant, position: str | None, file: str | None) -> Board:
    """Return the position before ``--moves``: the end of a game in a file, or the one given.

    :raises WrongInput: if both are given, or the file cannot be read.
    """
    if file is None:
        return Board(variant) if position is None else Board.parse(position, variant)
    if position is not None:
        raise WrongInput("Give a position or --game, not both.")
    game = read_game_file(file)
    return play_moves(Board(game.variant), game.moves)


def as_json(position: str, board: Board, solution: Solution) -> str:
    """Return the answer as JSON, with the position as it was written."""
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
    """Yield the lines of the answer for people, the best moves first."""
    for row in str(board).split("/"):
        yield f"  {' '.join(row)}"
    if outcome := board.outcome():
        ending = f"{outcome.winner} has won" if outcome.winner else "a draw"
        yield f"The game is over: {ending}."
        return
    yield f"{board.turn} to move: {phrase(solution.verdict)}."
    if not solution.is_known:
        best = board.variant.cell_name(strongest(board)[0])
        yield f"{best} looks best, which is no proof."
    by_rank = sorted(solution.moves.items(), key=lambda item: item[1].rank, reverse=True)
    for cell, verdict in by_rank:
        yield f"  {board.variant.cell_name(cell):3}  {phrase(verdict)}"
    yield f"{solution.nodes:,} positions searched in {solution.seconds:.3f} seconds."


def as_fields(verdict: Verdict) -> dict[str, str | int | None]:
    return {"value": verdict.value, "plies": verdict.plies}


def phrase(verdict: Verdict) -> str:
    """Put a verdict into words, such as ``win, in 3 plies``."""
    if verdict.value is Value.UNKNOWN:
        return "not known, for time ran out"
    if verdict.value is Value.DRAW:
        return verdict.value
    if verdict.plies is None:
        return f"{verdict.value}, how soon is not known"
    return f"{verdict.value}, in {verdict.plies} {'ply' if verdict.plies == 1 else 'plies'}"


def _input_lines() -> Iterator[tuple[int, str]]:
    """Yield the lines of standard input that are not empty, numbered from 1.

    :raises WrongInput: if the input is not text.
    """
    try:
        for number, line in enumerate(sys.stdin, 1):
            if text := line.strip():
                yield number, text
    except UnicodeDecodeError as error:
        raise WrongInput("What was read is no text.") from error
