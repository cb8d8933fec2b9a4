"""Says of a proven puzzle what it is about, by what the moves of its main line do."""

from collections.abc import Iterator

from games.ai.solver import Value
from games.ai.threats import FOURS, THREES, Pattern, board_effect, completing, shapes
from games.engine import Board
from games.study.puzzles.book import Cells, Puzzle, Theme
from tests.tools.content.puzzle_stages import is_wide


def theme_of(puzzle: Puzzle) -> Theme | None:
    if puzzle.variant.misere:
        return None
    if puzzle.goal is not Value.WIN:
        return _theme_of_draw(puzzle.board, puzzle.solution)
    return theme_of_win(puzzle.board, puzzle.line(tuple(puzzle.stage.best())))


def _theme_of_draw(board: Board, cell: int) -> Theme:
    is_sent = board.variant.nested and board_effect(board, cell).saves is None
    return Theme.SEND if is_sent else Theme.BLOCK


def theme_of_win(board: Board, line: Cells) -> Theme:
    turns = list(_turns(board, line))
    if len(turns) == 1:
        return Theme.WIN
    if board.variant.nested:
        return Theme.SEND
    if is_wide(board):
        return next(filter(None, map(_threes, turns[:-1])), Theme.FORK)
    return Theme.FORK if len(turns) < 3 or _is_forced(*turns[-2]) else Theme.PARITY


def _turns(board: Board, line: Cells) -> Iterator[tuple[Board, int]]:
    winner = board.turn
    for cell in line:
        if board.turn is winner:
            yield board, cell
        board = board.play(cell)


def _threes(turn: tuple[Board, int]) -> Theme | None:
    made = shapes(*turn)
    fours, threes = ([shape for shape in made if shape in kind] for kind in (FOURS, THREES))
    if fours == [Pattern.FOUR]:
        return Theme.FOUR_THREE if threes else None
    return Theme.THREE if threes and not fours else None


def _is_forced(board: Board, cell: int) -> bool:
    child = board.play(cell)
    return bool(completing(child, board.turn, child.legal_moves()))
