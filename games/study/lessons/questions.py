from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import inf

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.ai.line_patterns import PatternBoard
from games.ai.solver import Value, value_of, values_of_moves
from games.ai.threat_search import answers_to_threats, forced_loss, forced_win
from games.ai.threats import board_wins, completing, move_effect
from games.engine import BOARDS, Board, Goal, Mark, Variant, play_moves, read_moves, symmetries
from games.presentation import move_wording
from games.presentation.board_wording import small_board
from games.presentation.description import Drawing, describe
from games.presentation.sides import side
from games.presentation.stepper import LineStep, line_of_play
from games.study.lessons.exercises import best_line, games_by_length
from games.study.puzzles.solving import where
from games.study.reviews.analysis import winning_move
from games.study.reviews.effects import effect

NARROW = 5  # columns, of which one alone is a hint
NODES = 1_000  # of a search for forced wins, the same on any machine

# What is said of a wrong answer. Each names the answer to it, on a cell that is lit.
AT_ONCE = _("%(opponent)s wins at once on %(answer)s.")
LATER = _("%(opponent)s then wins with %(answer)s.")
DRAWN = _("%(opponent)s answers %(answer)s and holds the draw.")
OWN_LINE = _("%(cell)s makes three in a row, and that loses.")
LAST = _("%(opponent)s answers %(answer)s, and in the end %(mark)s has to close the last board.")
MISERE = _("%(opponent)s answers %(answer)s, and in the end %(mark)s has to make a row.")
ANSWERED = _("%(opponent)s answers %(answer)s, and then I find no win.")
QUIET = _("%(cell)s makes neither a four nor an open three, so %(opponent)s has time.")
MISSED = _("%(cell)s does not win this board.")
FREE = _("It leads to a closed board, so %(opponent)s may choose any other.")
# The same of a cell that is not the same as the ``shown`` one.
NEVER_THERE = _("However you turn or mirror the board, %(cell)s does not come to lie on %(shown)s.")
ELSEWHERE = _(
    "Turn the board until %(cell)s lies on %(shown)s: the other marks are somewhere else then."
)


@dataclass(frozen=True)
class Question:
    board_id: str
    played: str
    asked: str
    because: str  # said of a right answer
    cells: str = ""
    otherwise: str = ""  # said of a wrong one, in place of what the solver says
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        return BOARDS[self.board_id].variant

    @cached_property
    def moves(self) -> tuple[int, ...]:
        return read_moves(self.played, self.variant)

    @cached_property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)

    @property
    def mark(self) -> Mark:
        return self.board.turn

    @cached_property
    def right(self) -> frozenset[int]:
        if self.cells:
            return frozenset(read_moves(self.cells, self.variant))
        verdicts = values_of_moves(self.board).items()
        best = value_of(self.board).value
        return frozenset(cell for cell, verdict in verdicts if verdict.value is best)

    @property
    def hint(self) -> tuple[str, str]:
        """Return between which columns to look, of a wide board in which half."""
        width, column = self.variant.width, self.variant.place(min(self.right))[0]
        if width <= NARROW or self.variant.is_divided:
            return (self._column(column),) * 2
        half = width // 2
        first, last = (0, half) if column <= half else (half, width - 1)
        return self._column(first), self._column(last)

    def _column(self, column: int) -> str:
        return self.variant.cell_name(column)[0]

    def words(self) -> str:
        return self._say(self.asked)

    def where(self) -> str:
        return where(self.board)

    def explain(self, cell: int) -> str:
        answer = self.answer_to(cell)
        values = {"cell": cell} if answer is None else {"cell": cell, "answer": answer}
        return self._say(self.sentence(cell), **values)

    def sentence(self, cell: int) -> str:
        if cell in self.right:
            return self.because
        return self.otherwise or self.refutation(cell)[0]

    def answer_to(self, cell: int) -> int | None:
        return None if self.otherwise or cell in self.right else self.refutation(cell)[1]

    def refutation(self, cell: int) -> tuple[str, int | None]:
        after = self.board.play(cell)
        if after.is_over:
            return OWN_LINE, None
        if not self.variant.misere and (found := winning_move(after, inf)):
            cell, is_at_once = found
            return AT_ONCE if is_at_once else LATER, cell
        is_draw = value_of(after).value is Value.DRAW
        losing = LAST if self.variant.rules.goal is Goal.LAST else MISERE
        return DRAWN if is_draw else losing, best_line(after)[0]

    @property
    def drawing(self) -> Drawing:
        return describe(self.board, self.moves)

    def steps(self, cell: int) -> list[LineStep]:
        line = self.follow_up(self.board.play(cell))
        return line_of_play(self.variant, self.moves, [cell, *line])

    def follow_up(self, board: Board) -> tuple[int, ...]:
        return best_line(board)

    def _say(self, words: str, **cells: int) -> str:
        x, o = (side(mark, self.variant) for mark in Mark)
        mark, opponent = (x, o) if self.mark is Mark.X else (o, x)
        shared = {"mark": mark, "opponent": opponent, "x": x, "o": o, **self._names(cells)}
        return gettext(words) % {**shared, **self.values}

    def _names(self, cells: dict[str, int]) -> dict[str, str]:
        return {name: self.variant.cell_name(cell) for name, cell in cells.items()}


@dataclass(frozen=True)
class SameMove(Question):
    @property
    def mark(self) -> Mark:
        return self.board.turn.opponent

    def refutation(self, cell: int) -> tuple[str, int | None]:
        shown = self.moves[-1]
        comes_there = any(way[cell] == shown for way in symmetries(self.variant))
        return ELSEWHERE if comes_there else NEVER_THERE, None

    def _say(self, words: str, **cells: int) -> str:
        return super()._say(words, **cells, shown=self.moves[-1])

    def steps(self, cell: int) -> list[LineStep]:
        x, o = (self.board.marks_of(mark) | (mark is self.mark) << cell for mark in Mark)
        drawings = [self.drawing, Drawing(Board(self.variant, x, o), cell)]
        return [LineStep(drawing, "", "") for drawing in drawings]


@dataclass(frozen=True)
class Threat(Question):
    def refutation(self, cell: int) -> tuple[str, int | None]:
        after = self.board.play(cell)
        if win := _win(after):
            return AT_ONCE if len(win) == 1 else LATER, win[0]
        if answers := _answers(after):
            return ANSWERED, next(c for c in answers if not _win(after.play(c)))
        return QUIET, None

    def steps(self, cell: int) -> list[LineStep]:
        line = [cell, *self.follow_up(self.board.play(cell))]
        return line_of_play(self.variant, self.moves, line, self._told)

    def follow_up(self, board: Board) -> tuple[int, ...]:
        if board.is_over:
            return ()
        line = _win(board) or forced_loss(board, nodes=NODES)
        return line or tuple(_answers(board)[:1])

    def _told(self, board: Board, cell: int) -> str:
        does = effect(board, cell)
        words = _("%(mark)s plays %(cell)s: %(does)s.") if does else _("%(mark)s plays %(cell)s.")
        values = {"cell": self.variant.cell_name(cell), "does": does}
        return gettext(words) % {**values, "mark": side(board.turn, self.variant)}


@lru_cache(maxsize=1024)
def _win(board: Board) -> tuple[int, ...] | None:
    return forced_win(board, nodes=NODES)


def _answers(board: Board) -> list[int]:
    patterns, attacker = PatternBoard(board), 1 - board.ply % 2
    return sorted(patterns.fives(attacker) or answers_to_threats(patterns, attacker))


@dataclass(frozen=True)
class Sending(Question):
    def refutation(self, cell: int) -> tuple[str, int | None]:
        after = self.board.play(cell)
        if (answer := _winning_cell(after)) is not None:
            return AT_ONCE, answer
        return FREE if cell in board_wins(self.board) else MISSED, None

    def answer_to(self, cell: int) -> int | None:
        if "%(answer)s" not in self.otherwise or cell in self.right:
            return super().answer_to(cell)
        after = self.board.play(cell)
        return next(c for c in after.legal_moves() if _winning_cell(after.play(c)) is None)

    def steps(self, cell: int) -> list[LineStep]:
        line = [cell, *self.follow_up(self.board.play(cell))]
        return line_of_play(self.variant, self.moves, line, _told_on_boards)

    def follow_up(self, board: Board) -> tuple[int, ...]:
        if board.is_over:
            return ()
        win = _winning_cell(board)
        if wins := board_wins(board) if win is None else [win]:
            return (wins[0],)
        replies = [(reply, _winning_cell(board.play(reply))) for reply in board.legal_moves()]
        lost = [(reply, win) for reply, win in replies if win is not None]
        return lost[0] if len(lost) == len(replies) else ()

    def _names(self, cells: dict[str, int]) -> dict[str, str]:
        names = super()._names(cells)
        if "cell" in cells:
            leads_to = self.variant.place_on_board(cells["cell"])
            names["board"] = small_board(self.variant, leads_to)
        return names


def _winning_cell(board: Board) -> int | None:
    return next(iter(completing(board, board.turn, board.legal_moves())), None)


def _told_on_boards(board: Board, cell: int) -> str:
    return move_wording.move(move_effect(board, cell, seconds=0), board.variant)


@dataclass(frozen=True)
class LastMove(Question):
    def _names(self, cells: dict[str, int]) -> dict[str, str]:
        after = self.board.play(min(self.right))
        games = games_by_length()[after.ply if after.is_over else self.variant.size].games
        return {**super()._names(cells), "games": number_format(games, force_grouping=True)}


KINDS = {
    "": Question,
    "last move": LastMove,
    "same move": SameMove,
    "sending": Sending,
    "threat": Threat,
}
