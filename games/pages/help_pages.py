"""The help pages: the rules of each board, and what the site is and stores."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.ai.computer_players import LEVELS
from games.engine import Mark, Variant
from games.engine.presets import BOARDS, Preset
from games.models import names
from games.models.game_queryset import GAME_LIFETIME, INVITATION_LIFETIME
from games.ops import program
from games.presentation import board_wording, examples
from games.presentation.sides import side
from games.web.common import always_revalidate


@require_safe
@always_revalidate
def how_to(request: HttpRequest) -> HttpResponse:
    context = {
        "guides": map(_guide, BOARDS.values()),
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


def _guide(board: Preset) -> dict[str, Any]:
    variant = board.variant
    makers = reversed(Mark) if variant.misere else Mark
    won, lost = (_example(variant, mark) for mark in makers)
    return {
        "board": board,
        "won": won,
        "lost": lost,
        "run": board_wording.number(variant.run).lower(),
    }


def _example(variant: Variant, maker: Mark) -> dict[str, Any]:
    """Show a game that ended with a line, and say what the side is called that made it."""
    return {"drawing": examples.finished_line(variant, maker), "maker": side(maker, variant)}
