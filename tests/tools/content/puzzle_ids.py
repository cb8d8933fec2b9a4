"""The ids of puzzles, which positions share that set the same task."""

from hashlib import sha256

from games.engine import CLASSIC, Board, canonical, images
from games.engine.rules import cells_of


def id_of(board: Board) -> str:
    return sha256(f"{board.variant} {_task(board)}".encode()).hexdigest()[:8]


def _task(board: Board) -> str:
    if board.variant.shared:
        numbers = set(range(len(board.variant.boards))) - set(board.closed())
        return " ".join(sorted(str(canonical(_small(board, number))) for number in numbers))
    if board.variant.nested:
        return min(map(_nested_task, images(board)))
    return str(canonical(board))


def _small(board: Board, number: int) -> Board:
    cells = cells_of(board.variant.boards[number])
    return Board.from_stored("".join(board.cells[cell] for cell in cells), CLASSIC)


def _nested_task(board: Board) -> str:
    closed = board.closed()
    numbers = map(board.variant.board_of, range(board.variant.size))
    pairs = zip(board.cells, numbers, strict=True)
    marks = [(closed[n] or "-").lower() if n in closed else mark for mark, n in pairs]
    return f"{''.join(marks)} {board.turn} {board.target()}"
