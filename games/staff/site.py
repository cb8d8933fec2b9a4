from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.timezone import localdate

from games.engine import clock
from games.models import Credential, Game, Player
from games.models.game_queryset import is_live
from games.ops import backups, program
from games.people.moderation.restrictions import LOCKED_OUT
from games.people.moderation.services import waiting_reports
from games.staff import search
from games.staff.roles import role
from games.web import known_browsers, passwords, sessions
from games.web.health import Condition, health
from games.web.sessions import STAFF_SINCE

LOGIN_LIFETIME = timedelta(hours=12)
REPORTS_SHOWN = 5
# What the places beside every page begin with, and how many there are.
COUNTED: dict[str, Callable[[], int]] = {
    "Report": lambda: waiting_reports().count(),
    "Game": lambda: Game.objects.order_by().count(),
    "Player": lambda: Player.objects.people().order_by().count(),
}
PLACES = {name: place for place, name in enumerate(COUNTED)}
BACKUP_LIFETIME = timedelta(days=2)


class StaffLoginForm(AdminAuthenticationForm):
    def clean(self) -> dict[str, Any]:
        name, password = map(self.cleaned_data.get, ("username", "password"))
        if not (self.request and name and password):
            return super().clean()
        if passwords.is_busy(self.request):
            raise passwords.LoginsBusy
        give_back = passwords.count_guess(self.request, name)
        data = super().clean()
        give_back()
        return data


class StaffSite(admin.AdminSite):
    site_header = site_title = "Tic-tac-toe"
    index_title = "Start"
    login_form = StaffLoginForm
    index_template = "admin/start.html"

    def has_permission(self, request: HttpRequest) -> bool:
        # The session itself lives much longer, as it has the player of the browser.
        age = time.time() - request.session.get(STAFF_SINCE, 0)
        return age <= LOGIN_LIFETIME.total_seconds() and super().has_permission(request)

    def get_urls(self) -> list[Any]:
        own = {"search": self.search, "backup": self.back_up}
        paths = [path(f"{name}/", self.admin_view(view), name=name) for name, view in own.items()]
        return [*paths, *super().get_urls()]

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        apps = super().get_app_list(request, app_label)
        for app in apps:
            app["models"].sort(key=lambda model: PLACES.get(model["object_name"], len(PLACES)))
            for model in app["models"]:
                if count := COUNTED.get(model["object_name"]):
                    model["count"] = count()
        return sorted(apps, key=lambda app: app["app_label"] != "games")

    def search(self, request: HttpRequest) -> HttpResponse:
        term, sees = request.GET.get("q", "").strip(), request.user.has_perm
        if sees("games.view_game") and (game := search.game_of(term)):
            return redirect("admin:games_game_change", game.pk)
        found = search.found(term, sees) if term else {}
        context = {**self.each_context(request), "title": "Search", "term": term, "found": found}
        return TemplateResponse(request, "admin/search.html", context)

    def back_up(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not request.user.is_superuser:
            raise PermissionDenied
        try:
            messages.success(request, backups.make())
        except CommandError as error:
            messages.error(request, str(error))
        return redirect("admin:index")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        context = super().each_context(request)
        return {**context, "role": role(request.user)} if context["has_permission"] else context

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        return super().index(request, {**_dashboard(request.user), **(extra_context or {})})

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
        return response

    def logout(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        credential = sessions.credential(request.session)
        response = super().logout(request, extra_context)
        _keep_seat(request, credential)
        return response


def note_staff_login(request: HttpRequest, user: Any, **_: Any) -> None:
    if user.is_staff:
        request.session[STAFF_SINCE] = int(time.time())


def _keep_seat(request: HttpRequest, credential: Credential | None) -> None:
    if credential:
        sessions.sign_in(request.session, credential)


def _dashboard(user: Any) -> dict[str, Any]:
    now, reports = clock.now(), waiting_reports()
    if not user.has_perm("games.view_report"):
        reports = reports.none()
    context = {
        **_how_the_site_is(now, sees_people=user.has_perm("games.view_player")),
        "reports": reports[:REPORTS_SHOWN],
        "count": reports.count(),
        "version": program.version(),
    }
    if user.has_perm("games.view_game"):
        context["today"] = search.games(str(localdate())).count()
        context["running"] = Game.objects.filter(is_live()).order_by().count()
    return context


def _how_the_site_is(now: datetime, *, sees_people: bool) -> dict[str, Any]:
    made, report = backups.last_made_at(), async_to_sync(health.report)()
    backup = datetime.fromtimestamp(made, UTC) if made else None
    answers, is_migrated = (each is Condition.OK for each in (report.database, report.migrations))
    locked = Player.objects.filter(LOCKED_OUT).count() if sees_people else None
    is_bad = {  # None of what is not told
        "locked": locked,
        "backup": bool(backup and now - backup > BACKUP_LIFETIME),
        "database": not (answers and is_migrated),
        "events": None if report.events is Condition.IN_MEMORY else report.events is Condition.AWAY,
    }
    return {
        "bad": [part for part, is_so in is_bad.items() if is_so],
        "quiet": [part for part, is_so in is_bad.items() if not is_so and is_so is not None],
        "locked": locked,
        "backup": backup,
        "database": connection.display_name,
        "migrate": program.command("migrate") if answers else "",
    }
