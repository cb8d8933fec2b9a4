"""The content of a review's page: the moves with their labels, and the chosen move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, takewhile
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine import Board, Mark, play_moves
from games.engine.presets import named
from games.models import Game
from games.presentation.description import Drawing, describe
from games.presentation.small_boards import SmallBoards, small_boards
from games.presentation.stepper import play_address
from games.protocol import MoveReviewJSON
from games.study.explorer.addresses import address as explorer_address
from games.study.reviews import mistake_wording, wording
from games.study.reviews.analysis import MISTAKES, Label, not_reviewed
from games.study.reviews.effects import effect, threatened
from games.study.reviews.graph import Graph
from games.study.reviews.models import Review
from games.study.reviews.services import as_json
from games.study.reviews.wording import SET_UP, SIGNS, WAITING, Reviewed

FOLDED_FROM = 6  # moves at the start of which nothing is proven


class LineMove(NamedTuple):
    cell: int
    name: str
    number: int
    mark: Mark
    effect: str
    threatened: list[int]


@dataclass(frozen=True, slots=True)
class ShownMove(Reviewed):
    """A move on the page; until it is reviewed, and if it was set up, only its label says so."""

    board: Board

    @property
    def is_reviewed(self) -> bool:
        return self.label not in (SET_UP, WAITING)

    @property
    def is_unproven(self) -> bool:
        values = {self.review[when]["value"] for when in ("before", "after")}
        return self.label == Label.UNKNOWN and len(values) == 1

    @property
    def cell(self) -> int:
        return self.review["cell"]

    @property
    def name(self) -> str:
        return self.variant.cell_name(self.cell)

    @property
    def sign(self) -> str:
        return SIGNS[self.label]

    @property
    def label_words(self) -> str:
        return wording.brief(self, effect(self.board, self.cell, is_brief=True))

    @property
    def threatened(self) -> list[int]:
        return threatened(self.board, self.cell)

    @property
    def reason(self) -> str:
        return wording.reason(self, [step.effect for step in self.line])

    @property
    def words(self) -> str:
        return wording.move(self)

    @property
    def detail(self) -> str:
        return wording.detail(self)

    @property
    def better(self) -> list[int]:
        return self.review["better"]

    @property
    def better_words(self) -> str:
        return wording.better(self.variant, self.better)

    @property
    def follow_words(self) -> str:
        return wording.follows(self)

    @property
    def line(self) -> list[LineMove]:
        line, board, moves = self.review["line"], self.board, []
        for cell in line if len(line) > 1 else []:
            name, does = self.variant.cell_name(cell), effect(board, cell)
            threat = threatened(board, cell)
            moves.append(LineMove(cell, name, board.ply + 1, board.turn, does, threat))
            board = board.play(cell)
        return moves


@dataclass(frozen=True)
class ReviewPage:
    """The page for the player of the marks ``you``, or for a spectator without marks."""

    review: Review
    you: Collection[str]
    chosen: int | None = None
    along: int = 0
    is_asked: bool = True  # whether somebody has asked for the review

    @property
    def is_awaited(self) -> bool:
        return self.is_asked and not self.review.is_complete

    @cached_property
    def number(self) -> int:
        if self.chosen is not None:
            return self.chosen
        point = wording.turning_point(self.reviewed, self.you, self.game.winner)
        return point.number if point and self.review.is_complete else self.last

    @property
    def game(self) -> Game:
        return self.review.game

    @cached_property
    def moves(self) -> list[ShownMove]:
        return [self._move(ply) for ply in range(self.game.ply)]

    def _move(self, ply: int) -> ShownMove:
        start, reviews = self.game.start_ply, self.review.moves
        if start <= ply < start + len(reviews):
            return self._shown(ply, wording.proven(reviews[ply - start]))
        review = as_json(not_reviewed(self.game.record[ply]))
        review["label"] = SET_UP if ply < start else WAITING
        return self._shown(ply, review)

    def _shown(self, ply: int, review: MoveReviewJSON) -> ShownMove:
        return ShownMove(ply, review, self.game.variant, self.boards[ply])

    @property
    def unproven_moves(self) -> list[ShownMove]:
        start = list(takewhile(lambda move: move.is_unproven, self.moves))
        count = len(start) // 2 * 2
        return start[:count] if self.review.is_complete and count >= FOLDED_FROM else []

    @property
    def other_moves(self) -> list[ShownMove]:
        return self.moves[len(self.unproven_moves) :]

    @cached_property
    def reviewed(self) -> list[ShownMove]:
        return [move for move in self.moves if move.is_reviewed]

    @property
    def mistakes(self) -> list[ShownMove]:
        own = [move for move in self.moves if move.mark in self.you]
        return [move for move in own if move.label in MISTAKES and move.better]

    @property
    def last_mistake(self) -> int | None:
        point = wording.turning_point(self.reviewed, self.you, self.game.winner)
        numbers = [mistake.number for mistake in self.mistakes]
        return numbers.index(point.number) + 1 if point and point.number in numbers else None

    @property
    def way_back(self) -> dict[str, Any] | None:
        number = self.last_mistake
        if number is None or not self.review.is_complete:
            return None
        mistake = self.mistakes[number - 1]
        words = mistake_wording.way_back(mistake, is_last=self.game.ply - mistake.number <= 1)
        return {"number": number, "cell": mistake.better[0], "words": words}

    @property
    def words(self) -> str:
        played = self.game.ply - self.game.start_ply
        if self.review.is_complete:
            return wording.summary(self.reviewed, self.you, self.game.winner)
        if not self.is_asked:
            return _("Nobody has asked for a review of this game yet.")
        return wording.progress(len(self.review.moves), played, is_player=bool(self.you))

    @property
    def reason(self) -> str:
        point = wording.turning_point(self.reviewed, self.you, self.game.winner)
        return self.moves[point.ply].reason if point and self.review.is_complete else ""

    @property
    def accuracy(self) -> str:
        return wording.accuracy(self.reviewed, self.game.variant)

    @property
    def most(self) -> str:
        if not self.review.is_complete or any(move.line for move in self.moves):
            return "line"
        return "better" if any(move.better for move in self.moves) else ""

    @cached_property
    def graph(self) -> Graph:
        return Graph.of(self.game.variant, self.reviewed, self.game.ply, self.number)

    @property
    def shown(self) -> ShownMove | None:
        return self.moves[self.number - 1] if self.number else None

    @property
    def last(self) -> int:
        return self.game.ply

    @property
    def has_gaps(self) -> bool:
        return any(move.label == Label.UNKNOWN for move in self.reviewed)

    @cached_property
    def boards(self) -> list[Board]:
        record: list[int] = self.game.record
        return list(accumulate(record, Board.play, initial=Board(self.game.variant)))

    @property
    def _followed(self) -> list[int]:
        return [move.cell for move in self.shown.line[: self.along]] if self.shown else []

    @property
    def position(self) -> list[int]:
        record: list[int] = self.game.record
        if self.shown and self.along:
            return [*record[: self.number - 1], *self._followed]
        return record[: self.number]

    @property
    def board(self) -> Board:
        if self.shown and self.along:
            return play_moves(self.boards[self.shown.ply], self._followed)
        return self.boards[self.number]

    @cached_property
    def drawing(self) -> Drawing:
        marked = self.shown.better if self.shown and not self.along else []
        drawn = describe(self.board, self.position, best=marked)
        mark = self.board.turn.opponent.value
        return drawn.noted({cell: {"threat": mark} for cell in self._threatened})

    @cached_property
    def _threatened(self) -> list[int]:
        if self.shown is None:
            return []
        return self.shown.line[self.along - 1].threatened if self.along else self.shown.threatened

    @property
    def play(self) -> str:
        variant = self.game.variant
        if named(variant) is None or self.board.is_over:
            return ""
        return play_address(variant, self.position)

    @property
    def explorer(self) -> str:
        return explorer_address(self.game.variant, self.position)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.game.pk,
            "variant": self.game.variant_code,
            "moves": self.game.record,
            "start_ply": self.game.start_ply,
            "is_complete": self.review.is_complete,
            "words": self.words,
            "reviews": [move.review for move in self.reviewed],
            "way_back": self.way_back,
        }

    @cached_property
    def data(self) -> dict[str, Any]:
        end = self.boards[-1]
        return {
            "moves": self.game.record,
            "start": str(wording.START),
            "end": describe(end, self.game.record).end,
            "isOver": end.is_over,
            "firstPage": play_address(self.game.variant, []) if named(self.game.variant) else "",
            "steps": [self._step(move) for move in self.moves],
        }

    def _step(self, move: ShownMove) -> dict[str, Any]:
        line = move.line
        followed = play_moves(move.board, [each.cell for each in line])
        return {
            "label": move.label,
            "sign": move.sign,
            "words": move.words,
            "detail": move.detail,
            "marked": list(move.better),
            "betterWords": move.better_words,
            "followWords": move.follow_words,
            "follow": [each.cell for each in line],
            "effects": [each.effect for each in line],
            "small": self._small_boards(move),
            "threatened": [move.threatened, *(each.threatened for each in line)],
            "followEnd": describe(followed).end,
            "followIsOver": followed.is_over,
        }

    def _small_boards(self, move: ShownMove) -> list[SmallBoards]:
        if not move.board.variant.is_divided:
            return []
        cells = [each.cell for each in move.line]
        followed = [play_moves(move.board, cells[: count + 1]) for count in range(len(cells))]
        return [small_boards(board) for board in (self.boards[move.ply + 1], *followed)]
