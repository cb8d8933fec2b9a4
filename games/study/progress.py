"""Which questions of the lessons a visitor has answered, kept in the session."""

from __future__ import annotations

from django.http import HttpRequest

ANSWERED = "lessons"  # in the session: for each lesson, the numbers of its questions, from 1


def answered(request: HttpRequest, slug: str) -> set[int]:
    """Return the questions of a lesson that were answered rightly."""
    return set(request.session.get(ANSWERED, {}).get(slug, ()))


def note_answered(request: HttpRequest, slug: str, number: int) -> None:
    numbers = sorted(answered(request, slug) | {number})
    request.session[ANSWERED] = {**request.session.get(ANSWERED, {}), slug: numbers}
