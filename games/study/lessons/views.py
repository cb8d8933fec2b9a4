"""The hub of the lessons, and their pages. Answers to a lesson's questions are plain forms."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.play import errors
from games.study.lessons.lesson_page import address_of, lesson_page
from games.study.lessons.pages import LESSONS, SHELVES, Page
from games.study.puzzles.page import context_of_day
from games.study.session_progress import answered, note_answered
from games.web import players
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help
from games.web.forms import AnswerForm, NotAMove


class QuestionForm(AnswerForm):
    question = forms.IntegerField(min_value=1, max_value=99)


@require_safe
@always_revalidate
def hub(request: HttpRequest) -> HttpResponse:
    shelves = [
        (shelf, [(page, page.is_done(request)) for page in shelf.pages]) for shelf in SHELVES
    ]
    context = {
        "shelves": shelves,
        **context_of_day(request, players.current(request)),
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
    context = {
        "lesson": lesson,
        "page": page,
        "shelf": next(shelf for shelf in SHELVES if lesson in shelf.pages),
        "place": LESSONS.index(lesson) + 1,
        "lessons": LESSONS,
        "next_lesson": next(iter(LESSONS[LESSONS.index(lesson) + 1 :]), None),
        "drawing": page.drawing,
        "state": {"turn": page.turn, "you": [page.turn]},
        **lesson.context(request),
    }
    return render_page(request, "study/lessons/lesson.html", context, refusal)


def _find(slug: str) -> Page:
    for lesson in LESSONS:
        if lesson.slug == slug:
            return lesson
    raise Http404
