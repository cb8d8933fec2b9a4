"""What a visitor has done to learn: in the session questions and the tree, in games the rest."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest

from games.models import Game
from games.study.menace.models import LearnedGame
from games.web import players

ANSWERED = "lessons"  # in the session: for each lesson, the numbers of its questions, from 1
TREE = "tree"  # beside the lessons; to look at it is its only task


def answered(request: HttpRequest, slug: str) -> set[int]:
    """Return the questions of a lesson that were answered rightly."""
    return set(request.session.get(ANSWERED, {}).get(slug, ()))


def note_answered(request: HttpRequest, slug: str, number: int = 1) -> None:
    done = answered(request, slug)
    if number not in done:
        numbers = sorted(done | {number})
        request.session[ANSWERED] = {**request.session.get(ANSWERED, {}), slug: numbers}


def has_looked_at_the_tree(request: HttpRequest) -> bool:
    return bool(answered(request, TREE))


def has_taught_menace(request: HttpRequest) -> bool:
    """Say whether Menace has learned from a game of the visitor."""
    player = players.current(request)
    own = Q(game__x=player) | Q(game__o=player)
    return player is not None and LearnedGame.objects.filter(own).exists()


def has_watched_to_the_end(request: HttpRequest) -> bool:
    """Say whether a game that the visitor let the computer play against itself has a result."""
    player = players.current(request)
    over = Q(game__status=Game.Status.FINISHED) & ~Q(game__reason=Game.Reason.STOPPED)
    return player is not None and player.exhibitions.filter(over).exists()
