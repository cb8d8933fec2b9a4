from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.engine import Mark
from games.play import errors
from games.presentation import geometry
from games.presentation.cells import Cell
from games.presentation.description import Drawing
from games.presentation.sides import side
from games.presentation.stepper import LineStep, play_address
from games.study.lessons.catalogue import LESSONS, PAGES, SHELVES, Page
from games.study.lessons.figures import FIGURES, chosen, chosen_number
from games.study.lessons.questions import Question
from games.study.session_progress import answered, note_answered
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help
from games.web.forms import AnswerForm, NotAMove


class QuestionForm(AnswerForm):
    question = forms.IntegerField(min_value=1, max_value=99)


@require_safe
@always_revalidate
def hub(request: HttpRequest) -> HttpResponse:
    done = {page.key: page.is_done(request) for page in PAGES}
    lesson = next((page for page in LESSONS if not done[page.key]), LESSONS[0])
    context = {
        "shelves": [(shelf, [(page, done[page.key]) for page in shelf.pages]) for shelf in SHELVES],
        "lesson": lesson,
        "is_begun": bool(answered(request, lesson.slug)),
    }
    return render(request, "study/lessons/hub.html", context)


@require_safe
@always_revalidate
@gives_help
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, _find(slug))


@gives_help
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    lesson = _find(slug)
    if request.method != "POST":
        return redirect(lesson.address)
    try:
        return redirect(_answer(request, lesson))
    except errors.Refused as refusal:
        return _page(request, lesson, refusal)


def _answer(request: HttpRequest, lesson: Page) -> str:
    form = QuestionForm(request.POST)
    if not form.is_valid() or form.cleaned_data["question"] > len(lesson.questions):
        raise NotAMove
    number, cell = form.cleaned_data["question"], form.cleaned_data["cell"]
    question = lesson.questions[number - 1]
    if cell not in question.board.legal_moves():
        raise NotAMove
    if cell in question.right:
        note_answered(request, lesson.slug, number)
    return address_of(lesson, number, cell)


def _page(
    request: HttpRequest, lesson: Page, refusal: errors.Refused | None = None
) -> HttpResponse:
    page = lesson_page(request, lesson, answered(request, lesson.slug))
    figure = FIGURES.get(lesson.slug)
    context = {
        "lesson": lesson,
        "figure": f"study/lessons/_{lesson.slug}.html" if figure else "",
        "page": page,
        "shelf": next(shelf for shelf in SHELVES if lesson in shelf.pages),
        "place": LESSONS.index(lesson) + 1,
        "lessons": LESSONS,
        "next_page": PAGES[PAGES.index(lesson) + 1],
        "drawing": page.drawing,
        "state": {"turn": page.turn, "you": [page.turn]},
        **(figure(request) if figure else {}),
    }
    return render_page(request, "study/lessons/lesson.html", context, refusal)


def _find(slug: str) -> Page:
    for lesson in LESSONS:
        if lesson.slug == slug:
            return lesson
    raise Http404


@dataclass(frozen=True)
class LessonPage:
    lesson: Page
    number: int
    cell: int | None
    step: int
    done: Collection[int]
    is_hinted: bool = False

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

    @property
    def name(self) -> str:
        return "" if self.cell is None else self.question.variant.cell_name(self.cell)

    @property
    def side(self) -> str:
        return side(self.turn, self.question.variant)

    @property
    def opponent(self) -> str:
        return side(self.turn.opponent, self.question.variant)

    @property
    def wins_on(self) -> list[str]:
        cells = [cell for cell, _ in self._threats]
        return [*map(self.question.variant.cell_name, cells)] if len(cells) > 1 else []

    @property
    def also(self) -> list[str]:
        cells = sorted(self.question.right - {self.cell})
        return [*map(self.question.variant.cell_name, cells)] if self.is_right else []

    @cached_property
    def _threats(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return with which cells a right answer could win next, and in which lines."""
        variant = self.question.variant
        is_plain = not (variant.misere or variant.is_divided)
        if not (self.is_right and self.step == 1 and is_plain):
            return []
        board = self.steps[1].drawing.board
        marks, empty = board.marks_of(self.turn), set(board.legal_moves())
        lacking = (
            (cell, line)
            for line in variant.lines
            for cell in empty.intersection(line)
            if all(each == cell or marks >> each & 1 for each in line)
        )
        return [*dict(lacking).items()]

    @cached_property
    def drawing(self) -> Drawing:
        asked, mark = self.question.drawing.cells, self.turn.value
        variant, threats = self.question.variant, self._threats if self.wins_on else []
        bands = [(mark, geometry.band(variant, line)) for _, line in threats]
        shown = replace(self.steps[self.step].drawing, seen_by=mark, bands=bands)
        return shown.noted({cell.number: self._note(cell) for cell in asked})

    def _note(self, asked: Cell) -> dict[str, Any]:
        is_refuted = self.step == 1 and not self.is_right
        is_answer = is_refuted and asked.number == self._answer
        threat = {"threat": self.turn.opponent.value if is_answer else ""} if is_refuted else {}
        return {
            "target": None if self.step and asked.target == self.cell else asked.target,
            "is_best": self.is_right and asked.number == self.cell and not self.wins_on,
            "is_refutation": is_answer,
            **threat,
        }

    @cached_property
    def _answer(self) -> int | None:
        return None if self.cell is None else self.question.answer_to(self.cell)

    @property
    def play(self) -> str:
        if self.cell is None:
            return play_address(self.question.variant, self.question.moves)
        return self.steps[self.step].play

    @property
    def places(self) -> list[tuple[int, Drawing, bool]]:
        questions = enumerate(self.lesson.questions, start=1)
        return [(number, question.drawing, number in self.done) for number, question in questions]

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
    page = LessonPage(lesson, number, cell, 0, done, is_hinted="hint" in request.GET)
    if cell is None:
        return page
    return replace(page, step=chosen_number(request, "step", range(page.last + 1), 1))


def address_of(lesson: Page, number: int, cell: int) -> str:
    name = lesson.questions[number - 1].variant.cell_name(cell)
    query: dict[str, str | int] = {"question": number, "cell": name}
    return f"{lesson.address}?{urlencode(query)}"
