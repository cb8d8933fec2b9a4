"""The hub of the lessons, and their pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.engine import CLASSIC
from games.presentation import examples
from games.presentation.drawing import Drawing
from games.views.common import always_revalidate
from games.views.learn import counts, forks, mistakes, parity, replies, symmetry

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """A page that the hub lists, with one sentence and a small picture."""

    url_name: str
    name: str
    sentence: str
    picture: Callable[[], Drawing]

    @property
    def address(self) -> str:
        return reverse(self.url_name)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. Its template is ``games/learn/<slug>.html``."""

    slug: str
    name: str
    sentence: str
    picture: Callable[[], Drawing]
    context: Callable[[HttpRequest], Context]

    @property
    def address(self) -> str:
        return reverse("games:lesson", args=[self.slug])


LESSONS = [
    Lesson(
        "forks",
        _("What a fork is"),
        _("Two threats at once: only one can be blocked."),
        forks.picture,
        forks.context,
    ),
    Lesson(
        "replies",
        _("What holds"),
        _("The right answers to a corner, an edge and the centre."),
        replies.picture,
        replies.context,
    ),
    Lesson(
        "mistakes",
        _("Win from mistakes"),
        _("Every wrong move, and how to make the other side pay for it."),
        mistakes.picture,
        mistakes.context,
    ),
    Lesson(
        "parity",
        _("Odd and even"),
        _("Who has to move last on Connect Four, and why it decides games."),
        parity.picture,
        parity.context,
    ),
    Lesson(
        "symmetry",
        _("Turn it, mirror it"),
        _("Why so few boards are enough."),
        symmetry.picture,
        symmetry.context,
    ),
    Lesson(
        "games",
        _("How many games there are"),
        _("All of them, counted."),
        counts.picture,
        counts.context,
    ),
]
# What else there is to learn from; the hub lists it after the lessons.
PAGES = [
    Page(
        "games:how_to",
        _("How to play"),
        _("The rules of every board, in pictures."),
        lambda: examples.sample(CLASSIC),
    ),
]


@require_safe
@always_revalidate
def hub(request: HttpRequest) -> HttpResponse:
    return render(request, "games/learn/hub.html", {"entries": [*LESSONS, *PAGES]})


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
    return render(request, f"games/learn/{slug}.html", context)
