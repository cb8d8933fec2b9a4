"""Games that the engine has played, by which the rules of the offline page are checked.

``python -m tests.tools.golden_games`` writes them anew.
"""

import json
from random import Random
from typing import Any

from games.engine import CLASSIC, Board, Variant
from games.engine.presets import BOARDS
from tests.server import ROOT

RULES = (
    "width",
    "height",
    "run",
    "drop",
    "nested",
    "shared",
    "misere",
)  # what the offline page knows of a board
FILE = ROOT / "tests" / "engine" / "golden" / "games.json"
SEED = 11
GAMES = {"connect-four": 40, "gomoku": 4, "ultimate": 40}  # of a board; of others 25
SMALLEST_TO_BE_DEAD = CLASSIC.size + 1  # cells of a board on which a game without open lines ends


def games() -> list[dict[str, Any]]:
    rng = Random(SEED)
    return [
        game(board.variant, rng) for id, board in BOARDS.items() for _ in range(GAMES.get(id, 25))
    ]


def game(variant: Variant, rng: Random) -> dict[str, Any]:
    board, moves = Board(variant), list[int]()
    while outcome(board) is None:
        moves.append(rng.choice(board.legal_moves()))
        board = board.play(moves[-1])
    middle = Board(variant)
    for cell in moves[: len(moves) // 2]:
        middle = middle.play(cell)
    rules = {name: getattr(variant, name) for name in RULES}
    legal = list(middle.legal_moves())
    closed = [[number, mark or ""] for number, mark in sorted(board.closed().items())]
    game = {"variant": rules, "moves": moves, "legal": legal, "outcome": outcome(board)}
    return game | ({"closed": closed} if closed else {})


def outcome(board: Board) -> dict[str, Any] | None:
    if ended := board.outcome():
        return {"winner": ended.winner, "reason": ended.reason, "line": list(ended.line)}
    if board.variant.size >= SMALLEST_TO_BE_DEAD and board.is_dead:
        return {"winner": None, "reason": "dead", "line": []}
    return None


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(game) for game in games())
    FILE.write_text(f"[\n{lines}\n]\n")
