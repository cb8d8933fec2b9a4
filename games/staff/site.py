"""The admin site: its start page, and a login that slows down guessing of passwords.

It is not in ``games.staff.admin``, because importing that needs the site already.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.engine import clock
from games.models import Credential
from games.play.errors import Refused
from games.presentation import board_wording, drawing, snapshots
from games.staff import charts, site_state
from games.web import known_browsers, passwords, sessions
from games.web.forms import form_error
from games.web.sessions import STAFF_SINCE

LIVE = 8  # games that the start page shows
LOGIN_LIFETIME = timedelta(hours=12)


class StaffLoginForm(AdminAuthenticationForm):
    refusal: Refused | None = None  # why no password was tried

    def clean(self) -> dict[str, Any]:
        """Try the password, unless one has waited in vain or there were too many wrong ones."""
        name, password = map(self.cleaned_data.get, ("username", "password"))
        if not (self.request and name and password):
            return super().clean()
        try:
            if passwords.is_busy(self.request):
                raise passwords.LoginsBusy
            give_back = passwords.count_guess(self.request, name)
        except Refused as refusal:
            self.refusal = refusal
            raise form_error(refusal) from None
        data = super().clean()
        give_back()
        return data


class StaffSite(admin.AdminSite):
    site_header = site_title = "Tic-tac-toe"
    index_title = "The record"
    # The list of games needs the width, and the breadcrumbs have the link to the start page.
    enable_nav_sidebar = False
    login_form = StaffLoginForm
    index_template = "admin/start.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Ask for the password again some hours after it was last given here.

        The session itself lives much longer, as it has the player of the browser.
        """
        age = time.time() - request.session.get(STAFF_SINCE, 0)
        return age <= LOGIN_LIFETIME.total_seconds() and super().has_permission(request)

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the apps by name, but that of the games first."""
        apps = super().get_app_list(request, app_label)
        return sorted(apps, key=lambda app: app["app_label"] != "games")

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        now = clock.now()
        context = {"state": site_state.read(), **(extra_context or {})}
        if request.user.has_perm("games.view_report"):
            context |= {"reports": site_state.reports_waiting(now)}
        if request.user.has_perm("games.view_game"):
            context |= {"charts": charts.read(now), "live": _live_games(now)}
        return super().index(request, context)

    @passwords.hashes
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        credential = sessions.credential(request.session)
        response = super().login(request, extra_context)
        if request.method == "POST":
            _keep_seat(request, credential)
            if isinstance(request.user, User):
                known_browsers.remember(request, response, request.user)
        context = response.context_data if isinstance(response, TemplateResponse) else None
        if refusal := context and context["form"].refusal:
            response.status_code = refusal.http_status
        return response

    def logout(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        credential = sessions.credential(request.session)
        response = super().logout(request, extra_context)
        _keep_seat(request, credential)
        return response


def note_staff_login(request: HttpRequest, user: Any, **_: Any) -> None:
    """Store the time of a staff login; a receiver of Django's signal ``user_logged_in``."""
    if user.is_staff:
        request.session[STAFF_SINCE] = int(time.time())


def _keep_seat(request: HttpRequest, credential: Credential | None) -> None:
    """Keep the seat of a guest whose session Django has emptied, for another user or nobody."""
    if credential:
        sessions.sign_in(request.session, credential)


def _live_games(now: datetime) -> list[dict[str, Any]]:
    """Return the games that are being played, private ones too, as the template shows them."""
    games = site_state.games_on(now).select_related("x", "o").order_by("-touched_at", "pk")
    return [
        {
            "game": game,
            "drawing": drawing.draw_summary(snapshots.summary(game)),
            "board": board_wording.board(game.variant),
        }
        for game in games[:LIVE]
    ]
