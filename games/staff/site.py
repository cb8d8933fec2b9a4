from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import User
from django.contrib.humanize.templatetags.humanize import naturalday
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import date, pluralize
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.timezone import localtime

from games.engine import clock
from games.models import Credential, Game, Player
from games.models.game_queryset import is_live
from games.ops import backups, program
from games.people.moderation.restrictions import LOCKED_OUT
from games.people.moderation.services import waiting_reports
from games.play.errors import RateLimited
from games.staff.roles import role
from games.web import known_browsers, passwords, sessions
from games.web.forms import refusals_as_errors
from games.web.health import Condition, HealthReport, health
from games.web.sessions import STAFF_SINCE

LOGIN_LIFETIME = timedelta(hours=12)
REPORTS_SHOWN = 5
BACKUP_LIFETIME = timedelta(days=2)
HAVE_TO_WAIT = (RateLimited.code, passwords.LoginsBusy.code)


class Note(NamedTuple):
    words: str
    is_bad: bool = False
    address: str = ""


class StaffLoginForm(AdminAuthenticationForm):
    def clean(self) -> dict[str, Any]:
        name, password = map(self.cleaned_data.get, ("username", "password"))
        if not (self.request and name and password):
            return super().clean()
        with refusals_as_errors():
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

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        apps = super().get_app_list(request, app_label)
        return sorted(apps, key=lambda app: app["app_label"] != "games")

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
        form = getattr(response, "context_data", {}).get("form")
        if form and any(form.has_error(NON_FIELD_ERRORS, code) for code in HAVE_TO_WAIT):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
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
    parts = [_backup(now), *health_parts()]
    if user.has_perm("games.view_player"):
        parts.insert(0, _locked())
    said = {
        "reports": reports[:REPORTS_SHOWN],
        "count": reports.count(),
        "bad": [part for part in parts if part.is_bad],
        "quiet": ", ".join(part.words for part in parts if not part.is_bad),
        "version": program.version(),
    }
    return {**said, **_today(now)} if user.has_perm("games.view_game") else said


def _today(now: datetime) -> dict[str, int]:
    midnight = localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return {
        "today": Game.objects.filter(created_at__gte=midnight).order_by().count(),
        "running": Game.objects.filter(is_live()).order_by().count(),
    }


def _locked() -> Note:
    count = Player.objects.filter(LOCKED_OUT).count()
    if not count:
        return Note("nobody is locked out")
    words = f"{count} {pluralize(count, 'person is,people are')} locked out"
    return Note(words, True, reverse("admin:games_player_changelist") + "?kind=locked")


def _backup(now: datetime) -> Note:
    seconds = backups.last_made_at()
    if not seconds:
        return Note("no backup was made yet")
    at = datetime.fromtimestamp(seconds, UTC)
    if now - at > BACKUP_LIFETIME:
        return Note(f"the last backup is {timesince(at, now, depth=1)} old", is_bad=True)
    return Note(f"the last backup was made {naturalday(at)} at {date(localtime(at), 'H:i')}")


def health_parts() -> list[Note]:
    report = async_to_sync(health.report)()
    if report.events is Condition.IN_MEMORY:
        return [_database(report)]
    if report.events is Condition.AWAY:
        away = Note("Redis is away, so the servers do not hear from each other", is_bad=True)
        return [_database(report), away]
    return [_database(report), Note("the servers hear from each other (Redis)")]


def _database(report: HealthReport) -> Note:
    name = connection.display_name
    if report.database is not Condition.OK:
        return Note(f"the database ({name}) does not answer", is_bad=True)
    if report.migrations is not Condition.OK:
        words = f"the database ({name}) is older than the program: run {program.command('migrate')}"
        return Note(words, is_bad=True)
    return Note(f"{name} works")
