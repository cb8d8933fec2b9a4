"""Whether a visitor has done a page of the hub."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest

from games.study import session_progress
from games.study.menace.models import LearnedGame
from games.web import players


def has_looked_at_the_tree(request: HttpRequest) -> bool:
    return bool(session_progress.answered(request, session_progress.TREE))


def has_explored(request: HttpRequest) -> bool:
    return bool(session_progress.answered(request, session_progress.EXPLORER))


def has_set_a_player(request: HttpRequest) -> bool:
    return bool(session_progress.answered(request, session_progress.OWN_PLAYER))


def has_tried_a_mistake(request: HttpRequest) -> bool:
    return bool(session_progress.answered(request, session_progress.TWO_WAYS))


def has_taught_menace(request: HttpRequest) -> bool:
    player = players.current(request)
    own = Q(game__x=player) | Q(game__o=player)
    return player is not None and LearnedGame.objects.filter(own).exists()


def has_let_the_computer_play_itself(request: HttpRequest) -> bool:
    return bool(session_progress.answered(request, session_progress.EXHIBITION))
