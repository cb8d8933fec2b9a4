"""The hub of the lessons, and their pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.engine import CLASSIC, Board, play_moves, read_moves
from games.presentation import examples
from games.presentation.drawing import Drawing, draw_board
from games.study.lessons import counts, forks, mistakes, parity, replies, symmetry
from games.study.puzzles import book
from games.web.common import always_revalidate


def _after(moves: str) -> Drawing:
    return draw_board(play_moves(Board(), read_moves(moves, CLASSIC)))


@dataclass(frozen=True, slots=True)
class Page:
    """A page that the hub lists, with one sentence and a small picture.

    A lesson has a ``slug``; its template is ``study/lessons/<slug>.html``.
    """

    url_name: str
    name: str
    sentence: str
    picture: Callable[[], Drawing]
    slug: str = ""
    context: Callable[[HttpRequest], dict[str, Any]] = lambda _: {}

    @property
    def address(self) -> str:
        return reverse(self.url_name, args=[self.slug] if self.slug else [])


def _lesson(slug: str, name: str, sentence: str, module: ModuleType) -> Page:
    return Page("games:lesson", name, sentence, module.picture, slug, module.context)


LESSONS = [
    _lesson(
        "forks", _("What a fork is"), _("Two threats at once: only one can be blocked."), forks
    ),
    _lesson(
        "replies",
        _("What holds"),
        _("The right answers to a corner, an edge and the centre."),
        replies,
    ),
    _lesson(
        "mistakes",
        _("Win from mistakes"),
        _("Every wrong move, and how to make the other side pay for it."),
        mistakes,
    ),
    _lesson(
        "parity",
        _("Odd and even"),
        _("Who has to move last on Connect Four, and why it decides games."),
        parity,
    ),
    _lesson("symmetry", _("Turn it, mirror it"), _("Why so few boards are enough."), symmetry),
    _lesson("games", _("How many games there are"), _("All of them, counted."), counts),
]
RULES = Page(
    "games:how_to",
    _("How to play"),
    _("The rules of every board, in pictures."),
    lambda: examples.sample(CLASSIC),
)
# Other pages to learn from, which the hub lists after the lessons.
PAGES = [
    Page(
        "games:puzzles",
        _("Puzzles"),
        _("Find the one move that wins, or that does not lose. A new one every day."),
        lambda: draw_board(book.of_day(timezone.localdate()).board),
    ),
    Page(
        "games:tree",
        _("The search tree"),
        _("Watch minimax and alpha-beta go through a position, step by step."),
        lambda: _after("b2-a3"),
    ),
    Page(
        "games:menace",
        _("A machine that learns"),
        _("Matchboxes full of beads, which get better with every game you play."),
        lambda: _after("a3"),
    ),
    Page(
        "games:exhibitions",
        _("Computer against computer"),
        _("Let any two of its players meet, and watch."),
        lambda: _after("b2-a3-c3-a1-a2"),
    ),
]


@require_safe
@always_revalidate
def hub(request: HttpRequest) -> HttpResponse:
    return render(request, "study/lessons/hub.html", {"lessons": [RULES, *LESSONS], "pages": PAGES})


@require_safe
@always_revalidate
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    place = next((n for n, lesson in enumerate(LESSONS) if lesson.slug == slug), None)
    if place is None:
        raise Http404
    context = {
        "lesson": LESSONS[place],
        "next_lesson": LESSONS[(place + 1) % len(LESSONS)],
        **LESSONS[place].context(request),
    }
    return render(request, f"study/lessons/{slug}.html", context)
