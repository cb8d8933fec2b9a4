"""The lesson on Ultimate: each move also says on which small board the other side plays next."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from games.ai.board_effects import board_wins
from games.ai.threats import completing, move_effect
from games.engine import Board
from games.presentation import move_wording
from games.presentation.board_wording import small_board
from games.presentation.stepper import LineStep, line_of_play
from games.study.lessons.questions import AT_ONCE, Question

# What is said of a wrong answer; the board is the one to which the cell leads.
MISSED = _("%(cell)s does not win this board.")
FREE = _("It leads to a closed board, so %(opponent)s may choose any other.")
SENT = _("%(cell)s sends %(opponent)s to the %(board)s.")
NO_TRAP = _("%(cell)s is no trap: in the %(board)s %(opponent)s wins nothing at once.")
NO_END = _("%(opponent)s answers %(answer)s, and then %(mark)s does not win at once.")


@dataclass(frozen=True)
class Sending(Question):
    def refutation(self, cell: int) -> tuple[str, int | None]:
        after = self.board.play(cell)
        if (answer := _winning(after)) is not None:
            return AT_ONCE, answer
        return FREE if cell in board_wins(self.board) else MISSED, None

    def answer_to(self, cell: int) -> int | None:
        if self.otherwise != NO_END or cell in self.right:
            return super().answer_to(cell)
        after = self.board.play(cell)
        return next(c for c in after.legal_moves() if _winning(after.play(c)) is None)

    def steps(self, cell: int) -> list[LineStep]:
        line = [cell, *self.follow_up(self.board.play(cell))]
        return line_of_play(self.variant, self.moves, line, _told)

    def follow_up(self, board: Board) -> tuple[int, ...]:
        """Return a win, of the game or of a small board, or a reply if all lose at once."""
        if board.is_over:
            return ()
        win = _winning(board)
        if wins := board_wins(board) if win is None else [win]:
            return (wins[0],)
        replies = [(reply, _winning(board.play(reply))) for reply in board.legal_moves()]
        lost = [(reply, win) for reply, win in replies if win is not None]
        return lost[0] if len(lost) == len(replies) else ()

    def _names(self, cells: dict[str, int]) -> dict[str, str]:
        names = super()._names(cells)
        if "cell" in cells:
            leads_to = self.variant.place_on_board(cells["cell"])
            names["board"] = small_board(self.variant, leads_to)
        return names


def _winning(board: Board) -> int | None:
    return next(iter(completing(board, board.turn, board.legal_moves())), None)


def _told(board: Board, cell: int) -> str:
    return move_wording.move(move_effect(board, cell, seconds=0), board.variant)


def _question(played: str, cell: str, asked: str, because: str, otherwise: str = "") -> Sending:
    return Sending("ultimate", played, asked, because, cell, otherwise)


QUESTIONS = [
    _question(
        "e5-d6",
        "b8",
        _("How does %(mark)s send %(opponent)s to the centre board?"),
        _("With the centre of a small board. Each square leads to the board in the same place."),
        SENT,
    ),
    _question(
        "h7-f3-i7-i3-g7-c2",
        "i6",
        _("One square lets %(opponent)s choose any board. Which?"),
        _("The %(board)s is won, so whoever is sent there plays where they like."),
        SENT,
    ),
    _question(
        "e9-f8-h6-d8",
        "b6",
        _("Which square must %(mark)s leave alone?"),
        _("It sends %(opponent)s to the %(board)s, and %(opponent)s wins that at once."),
        NO_TRAP,
    ),
    _question(
        "f1-i3-h9-f7-g2-c5-g5-a6-a9-c9-g7-c3-h8-f6",
        "h7",
        _("%(mark)s can win this board in two ways. Which one gives nothing away?"),
        _("The board is won, and in the %(board)s %(opponent)s wins nothing at once."),
    ),
    _question(
        "d1-b3-e7-f3-h9-f8-h5-f6-h8-d6-a7-c3-h7-e3-d7-a3-b8-e6-f7-g2-a4-d3",
        "c9",
        _("%(mark)s has won two boards of a line. Where is the third?"),
        _("Three boards in a row: the game is won."),
    ),
    _question(
        "c8-h4-f3-i8-i6-g7-c1-g1-c3-g9-a8-c6-h9-f8-g5-b4-f1-g3-b8-e4-f2-h5-f6-g8-c4-g2-a6-e7-c2-i5",
        "h6",
        _("%(opponent)s can win the game on this board. Which square must %(mark)s take?"),
        _("%(opponent)s needed it. In the %(board)s %(opponent)s cannot win the game."),
    ),
    _question(
        "b6-d8-c6-h9-e8-f5-g4-a1-a3-b9-f7-g2-a6-b7-e1-e3-d9-a8-g5-b8-f4-g3-g6-g1-c3-g9-i9-g7-b3-g8-f3-"
        "e2",
        "e4",
        _("Send %(opponent)s where any reply lets %(mark)s win. Which square does that?"),
        _("Whatever %(opponent)s plays in the %(board)s, it sends %(mark)s to a win."),
        NO_END,
    ),
]
