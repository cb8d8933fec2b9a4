from games.ai.solver import Value
from games.study.puzzles import book
from games.study.puzzles.book import Cells, Puzzle


def puzzle_of(board: str, *, goal: Value | None = None, plies: int = 0) -> Puzzle:
    return next(
        puzzle
        for puzzle in book.read(board)
        if goal in (None, puzzle.goal) and puzzle.plies >= plies
    )


def own_moves(puzzle: Puzzle) -> Cells:
    return tuple(puzzle.stage.best())


def wrong_cell(puzzle: Puzzle, value: Value | None = None, own: Cells = ()) -> int:
    stage = puzzle.after(own)
    for cell in puzzle.position(own).legal_moves():
        is_wrong = stage.keeps(cell) is None and cell not in stage.unproven
        if is_wrong and value in (None, stage.refutation(cell).verdict.value):
            return cell
    raise LookupError


def wrong_cells(puzzle: Puzzle) -> list[int]:
    stage = puzzle.after(())
    cells = puzzle.position(()).legal_moves()
    return [cell for cell in cells if stage.keeps(cell) is None and cell not in stage.unproven]
