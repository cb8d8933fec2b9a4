from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.ai.computer_players import LEVELS
from games.engine import BOARDS, CLASSIC, Board, play_moves, read_moves
from games.models import names
from games.models.game_queryset import GAME_LIFETIME, INVITATION_LIFETIME
from games.ops import program
from games.presentation import examples
from games.presentation.description import describe
from games.web.common import always_revalidate

# A board on which two cells are named, and a game that nobody won.
NAMED = read_moves("b2-a3", CLASSIC)
DRAWN = read_moves("b2-a3-c3-a1-a2-c2-b3-b1-c1", CLASSIC)


@require_safe
@always_revalidate
def how_to(request: HttpRequest) -> HttpResponse:
    context = {
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "named": describe(play_moves(Board(), NAMED)),
        "drawn": describe(play_moves(Board(), DRAWN)),
        "levels": LEVELS.values(),
    }
    return render(request, "pages/how_to.html", context)


@require_safe
@always_revalidate
def about(request: HttpRequest) -> HttpResponse:
    context = {
        "former": _(names.FORMER),
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "game_days": GAME_LIFETIME.days,
        "invitation_days": INVITATION_LIFETIME.days,
        "version": program.version(),
    }
    return render(request, "pages/about.html", context)
