"""The admin site: its start page, and a login that slows down whoever guesses passwords.

It is not in ``games.admin``, whose import needs the site already.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games import clock, metrics, site_state
from games.client_address import client_address
from games.models import Game
from games.presentation import drawing, site_charts, snapshots, wording
from games.presentation.drawing import Drawing
from games.services import limits
from games.services.errors import TooMany

LIVE = 8  # games that the start page shows


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played, private ones too, as staff see it."""

    game: Game

    @property
    def drawing(self) -> Drawing:
        return drawing.draw_summary(snapshots.summary(self.game))

    @property
    def board(self) -> str:
        return wording.board(self.game.variant)


class StaffLoginForm(AdminAuthenticationForm):
    def clean(self) -> dict[str, Any]:
        who = self._who()
        try:
            limits.check_login(*who)
        except TooMany as refusal:
            metrics.REFUSALS.labels(refusal.code).inc()
            raise ValidationError(refusal.message, code=refusal.code) from None
        try:
            return super().clean()
        except ValidationError:
            limits.count_wrong_password(*who)
            raise

    def _who(self) -> tuple[str, str]:
        """Return the address and the user name that are tried."""
        address = client_address(self.request) if self.request else ""
        return address, self.cleaned_data.get("username") or ""


class StaffSite(admin.AdminSite):
    site_header = site_title = "Tic-tac-toe"
    index_title = "The record"
    # The width is needed for the list of games; the way home is among the breadcrumbs.
    enable_nav_sidebar = False
    login_form = StaffLoginForm
    index_template = "admin/start.html"

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show how the site is, and what there is to look through."""
        now = clock.now()
        context = {"state": site_state.read(), **(extra_context or {})}
        if request.user.has_perm("games.view_game"):
            context |= {"charts": site_charts.read(now), "live": _live_games(now)}
        return super().index(request, context)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response = super().login(request, extra_context)
        form = _form_of(response)
        if form and form.has_error(NON_FIELD_ERRORS, TooMany.code):
            response.status_code = TooMany.http_status
        return response


def _live_games(now: datetime) -> list[LiveGame]:
    games = site_state.games_on(now).select_related("x", "o").order_by("-touched_at", "pk")
    return [LiveGame(game) for game in games[:LIVE]]


def _form_of(response: HttpResponse) -> StaffLoginForm | None:
    """Return the form on the login page, None if the response is no such page."""
    context = response.context_data if isinstance(response, TemplateResponse) else None
    return context.get("form") if context else None
