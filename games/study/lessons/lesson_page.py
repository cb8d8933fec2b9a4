"""The page of a lesson for one visitor: a question, the answer that was given, and what follows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from django.http import HttpRequest
from django.utils.http import urlencode

from games.engine import Mark
from games.presentation.cells import Cell
from games.presentation.drawing import Drawing
from games.presentation.position_addresses import play_address
from games.presentation.stepper import LineStep
from games.study.lessons.pages import Page
from games.study.lessons.questions import Question
from games.study.lessons.requests import chosen, chosen_number


@dataclass(frozen=True)
class LessonPage:
    """Question ``number`` of a lesson, counted from 1."""

    lesson: Page
    number: int
    cell: int | None
    step: int
    done: Collection[int]

    @property
    def question(self) -> Question:
        return self.lesson.questions[self.number - 1]

    @property
    def turn(self) -> Mark:
        return self.question.mark

    @cached_property
    def steps(self) -> list[LineStep]:
        if self.cell is None:
            return [LineStep(self.question.drawing, "", "")]
        return self.question.steps(self.cell)

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    @property
    def is_right(self) -> bool:
        return self.cell in self.question.right

    @property
    def words(self) -> str:
        if self.cell is None:
            return ""
        return self.reason if self.step == 1 else self.steps[self.step].words

    @property
    def reason(self) -> str:
        assert self.cell is not None  # noqa: S101 - there is no reason before an answer
        return self.question.explain(self.cell)

    @cached_property
    def drawing(self) -> Drawing:
        shown = self.steps[self.step].drawing
        cells = [*map(self._cell, shown.cells, self.question.drawing.cells)]
        return replace(shown, cells=cells)

    def _cell(self, cell: Cell, asked: Cell) -> Cell:
        is_refuted = self.step == 1 and not self.is_right
        is_answer = is_refuted and cell.number == self._answer
        return replace(
            cell,
            target=None if self.step and asked.target == self.cell else asked.target,
            is_best=self.is_right and cell.number == self.cell,
            is_refutation=is_answer,
            threat=cell.threat if not is_refuted else self.turn.opponent if is_answer else "",
        )

    @cached_property
    def _answer(self) -> int | None:
        return None if self.cell is None else self.question.answer_to(self.cell)

    @property
    def play(self) -> str:
        if self.cell is None:
            return play_address(self.question.variant, self.question.moves)
        return self.steps[self.step].play

    @property
    def dots(self) -> list[tuple[bool, bool]]:
        numbers = range(1, len(self.lesson.questions) + 1)
        return [(number in self.done, number == self.number) for number in numbers]

    @property
    def next_number(self) -> int | None:
        return self.number + 1 if self.number < len(self.lesson.questions) else None

    @property
    def steps_address(self) -> str:
        assert self.cell is not None  # noqa: S101 - there are no steps before an answer
        return f"{address_of(self.lesson, self.number, self.cell)}&step="


def lesson_page(request: HttpRequest, lesson: Page, done: Collection[int]) -> LessonPage:
    """Return the page that an address asks for, by default the first question that is not done.

    :raises Http404: if there is no such question, cell or step.
    """
    numbers = range(1, len(lesson.questions) + 1)
    first = next((number for number in numbers if number not in done), 1)
    number = chosen_number(request, "question", numbers, first)
    question = lesson.questions[number - 1]
    names = {question.variant.cell_name(cell): cell for cell in question.board.legal_moves()}
    cell = names.get(chosen(request, "cell", {"", *names}, ""))
    page = LessonPage(lesson, number, cell, 0, done)
    if cell is None:
        return page
    return replace(page, step=chosen_number(request, "step", range(page.last + 1), 1))


def address_of(lesson: Page, number: int, cell: int) -> str:
    name = lesson.questions[number - 1].variant.cell_name(cell)
    query: dict[str, str | int] = {"question": number, "cell": name}
    return f"{lesson.address}?{urlencode(query)}"
