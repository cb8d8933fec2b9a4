from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from games.ai.solver import Value, own_moves
from games.ai.threats import board_effect
from games.engine import CLASSIC, Board, Mark, Variant
from games.presentation import board_wording, hint_wording, sides
from games.presentation.cells import small_boards
from games.presentation.description import describe
from games.protocol import MoveReviewJSON
from games.study.reviews.analysis import MISTAKES, Label, not_reviewed
from games.study.reviews.annotations import annotate
from games.study.reviews.effects import effect, threatened
from games.study.reviews.labels import SAID, SET_UP, WAITING
from games.study.reviews.models import Review
from games.study.reviews.services import as_json

CORNER, EDGE, CENTRE = noop("a corner"), noop("an edge"), noop("the centre")


@dataclass(frozen=True)
class ReviewedMove:
    board: Board
    review: MoveReviewJSON

    @property
    def variant(self) -> Variant:
        return self.board.variant

    @property
    def mark(self) -> Mark:
        return Mark.of_ply(self.board.ply)

    @property
    def mover(self) -> str:
        return sides.side(self.mark, self.variant)

    @property
    def opponent(self) -> str:
        return sides.side(self.mark.opponent, self.variant)

    @property
    def number(self) -> int:
        return self.board.ply + 1

    @property
    def own_number(self) -> int:
        return self.board.ply // 2 + 1

    @property
    def cell(self) -> int:
        return self.review["cell"]

    @property
    def name(self) -> str:
        return self.variant.cell_name(self.cell)

    @property
    def label(self) -> str:
        return self.review["label"]

    @property
    def sign(self) -> str:
        return "?" if self.is_missed else SAID[self.label].sign

    @property
    def is_reviewed(self) -> bool:
        return self.label not in (SET_UP, WAITING)

    @property
    def is_unproven(self) -> bool:
        before, after = self.review["before"], self.review["after"]
        return self.label == Label.UNKNOWN and before["value"] == after["value"]

    @property
    def is_mistake(self) -> bool:
        return self.label in MISTAKES

    @property
    def was_won(self) -> bool:
        return self.review["before"]["value"] == Value.WIN

    @property
    def is_missed(self) -> bool:
        """Whether a win was there, and nothing is proven any more."""
        return self.was_won and self.label == Label.UNKNOWN

    @property
    def misses_win(self) -> bool:
        return self.was_won and self.label in (*MISTAKES, Label.UNKNOWN)

    @property
    def standing(self) -> int | None:
        """Who is proven to win after it: 1 for X, -1 for O, 0 for nobody."""
        sign = 1 if self.mark is Mark.X else -1
        values = {Value.WIN: sign, Value.DRAW: 0, Value.LOSS: -sign}
        return values.get(Value(self.review["after"]["value"]))

    @property
    def winner_after(self) -> str:
        if not self.standing:
            return ""
        return sides.side(Mark.X if self.standing > 0 else Mark.O, self.variant)

    @cached_property
    def after(self) -> Board:
        return self.board.play(self.cell)

    @property
    def threatened(self) -> list[int]:
        return threatened(self.board, self.cell)

    @property
    def better(self) -> list[int]:
        return self.review["better"]

    @property
    def can_be_tried(self) -> bool:
        return bool(self.better) and (self.is_mistake or self.is_missed)

    @property
    def better_cells(self) -> str:
        return hint_wording.one_of(self.variant, self.better) if self.better else ""

    @property
    def better_first(self) -> str:
        is_counted = len(self.better) > hint_wording.MAX_NAMED
        return capfirst(self.better_cells) if is_counted else self.better_cells

    @property
    def win_in(self) -> int:
        """In how many of its moves the side could have won before it, 0 if that is not known."""
        return own_moves(self.review["before"]["plies"] or len(self.review["line"]))

    @property
    def sent_to(self) -> str:
        sends = board_effect(self.board, self.cell).sends if self.variant.nested else None
        return "" if sends is None else board_wording.small_board(self.variant, sends)

    @property
    def answer(self) -> int | None:
        """The move that then wins the small board to which it sent the other side."""
        if self.label != Label.ALLOWED or len(self.line) < 2:
            return None
        cell = self.line[1].cell
        return None if board_effect(self.after, cell).wins is None else cell

    @property
    def place(self) -> str:
        return place_of(self.cell)

    @property
    def only_place(self) -> str:
        is_known = self.variant == CLASSIC and not self.was_won
        places = {place_of(cell) for cell in self.better} if is_known else set()
        is_other = len(places) == 1 and self.place not in places
        return places.pop() if is_other else ""

    @cached_property
    def line(self) -> list[ReviewedMove]:
        line = self.review["line"]
        return _played(self.board, _bare(line, Label.UNKNOWN)) if len(line) > 1 else []

    @property
    def effect(self) -> str:
        return effect(self.board, self.cell)

    @property
    def annotations(self) -> dict[str, Any]:
        return annotate(self.board, self.cell, self.answer)

    @property
    def brief(self) -> str:
        if self.is_missed:
            return _("missed")
        does = effect(self.board, self.cell, is_brief=True)
        is_said = not does or self.label in (*MISTAKES, SET_UP, WAITING)
        return str(SAID[self.label].brief) if is_said else does

    @property
    def reason(self) -> str:
        if self.after.is_over:
            goal = board_wording.goal(self.variant)
            return goal[:1].lower() + goal[1:]
        moves = own_moves(self.review["after"]["plies"])
        if self.label != Label.KEPT_WIN or not moves:
            return "" if self.effect == self.brief else self.effect
        words = ngettext(
            "in %(count)s of %(mark)s's moves", "in %(count)s of %(mark)s's moves", moves
        )
        return words % {"mark": self.mover, "count": moves}

    @property
    def words(self) -> str:
        values = {"mark": self.mover, "cell": self.name, "label": SAID[self.label].words}
        return _("%(mark)s %(cell)s: %(label)s") % values

    @property
    def detail(self) -> str:
        verdict = self.review["after"]
        # A win that threats force has no distance, but the line of the move before it has.
        line = self.review["line"] if self.label == Label.ALLOWED else []
        count = (verdict["plies"] or len(line)) // 2
        if not count:
            return ""
        winner = self.mover if verdict["value"] == Value.WIN else self.opponent
        words = ngettext(
            "Now %(mark)s wins with its next move.",
            "Now %(mark)s wins in %(count)s of its moves.",
            count,
        )
        return words % {"mark": winner, "count": count}

    @property
    def better_words(self) -> str:
        return _("Better: %(cells)s.") % {"cells": self.better_cells} if self.better else ""

    @property
    def follow_words(self) -> str:
        first = self.line[0].name if self.line else ""
        values = {"mark": self.mover, "other": self.opponent, "cell": first, "played": self.name}
        if self.label == Label.ALLOWED:
            return _("How %(other)s forces the win") % values
        if self.is_missed:
            return _("Instead of %(played)s") % values
        if self.was_won:
            return _("With %(cell)s %(mark)s wins") % values
        return _("With %(cell)s it is a draw") % values

    @property
    def step(self) -> dict[str, Any]:
        end = self.line[-1].after if self.line else self.board
        boards = [each.after for each in (self, *self.line)]
        return {
            "label": self.label,
            "sign": self.sign,
            "words": self.words,
            "detail": self.detail,
            "marked": list(self.better),
            "betterWords": self.better_words,
            "followWords": self.follow_words,
            "follow": [each.cell for each in self.line],
            "effects": [each.effect for each in self.line],
            "small": [small_boards(board) for board in boards] if self.variant.is_divided else [],
            "threatened": [each.threatened for each in (self, *self.line)],
            "annotations": [each.annotations for each in (self, *self.line)],
            "followEnd": describe(end).end,
            "followIsOver": end.is_over,
        }


def moves_of(review: Review) -> list[ReviewedMove]:
    record, start, end = review.game.record, review.game.start_ply, review.next_ply
    before, rest = _bare(record[:start], SET_UP), _bare(record[end:], WAITING)
    return _played(Board(review.game.variant), [*before, *map(_proven, review.moves), *rest])


def _bare(cells: Iterable[int], label: str) -> list[MoveReviewJSON]:
    return [{**as_json(not_reviewed(cell)), "label": label} for cell in cells]


def _played(board: Board, reviews: Iterable[MoveReviewJSON]) -> list[ReviewedMove]:
    moves = []
    for review in reviews:
        moves.append(ReviewedMove(board, review))
        board = moves[-1].after
    return moves


def _proven(review: MoveReviewJSON) -> MoveReviewJSON:
    # Older reviews have opinions, and call a move lost already where nobody has proven it.
    label, before = review["label"], review["before"]["value"]
    if label in tuple(Label) and not (label == Label.LOSING and before == Value.UNKNOWN):
        return review
    label = Label.ALLOWED if label == Label.LOSING else Label.UNKNOWN
    return {**review, "label": label, "better": [], "line": [], "unproven": []}


def place_of(cell: int) -> str:
    """Return the kind of a square of the classic board."""
    return CENTRE if cell == 4 else (EDGE if cell % 2 else CORNER)
