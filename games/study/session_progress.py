from __future__ import annotations

from django.http import HttpRequest

from games.web.sessions import SAFE_METHODS

ANSWERED = "lessons"  # in the session: for each lesson, the numbers of its questions, from 1
TREE = "tree"  # beside the lessons; to look at it is its only task
EXPLORER = "explorer"  # the same
OWN_PLAYER = "own-player"  # the same, done once it has played the levels
TWO_WAYS = "two-ways"  # its task is to try a mistake
EXHIBITION = "exhibition"  # its task is to start one


def answered(request: HttpRequest, slug: str) -> set[int]:
    return set(request.session.get(ANSWERED, {}).get(slug, ()))


def note_answered(request: HttpRequest, slug: str, number: int = 1) -> None:
    done = answered(request, slug)
    if request.method in SAFE_METHODS and not request.session.session_key:
        return
    if number not in done:
        numbers = sorted(done | {number})
        request.session[ANSWERED] = {**request.session.get(ANSWERED, {}), slug: numbers}
