"""Downloads of one game, and of the filtered list of games with all its pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.timezone import localdate

from games.models import Game
from games.play import limits
from games.play.errors import TooMany
from games.staff import export_formats
from games.staff.game_facts import facts
from games.staff.timeline import timeline
from games.study.reviews.page import ReviewPage
from games.study.reviews.services import review_of
from games.web.downloads import download


class ExportsGames(admin.ModelAdmin):  # type: ignore[type-arg]
    change_list_template = "admin/games/game/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.export_view)
        one = self.admin_site.admin_view(self.download_view)
        return [
            path("export.<slug:suffix>", view, name="games_game_export"),
            path("<path:object_id>/download.json", one, name="games_game_download"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        formats = export_formats.FORMATS if self.has_export_permission(request) else {}
        return super().changelist_view(request, {**(extra_context or {}), "formats": formats})

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request) and request.user.has_perm("games.export_game")

    def export_view(self, request: HttpRequest, suffix: str) -> HttpResponseBase:
        if not self.has_export_permission(request):
            raise PermissionDenied
        if suffix not in export_formats.FORMATS:
            raise Http404
        try:
            limits.count(limits.EXPORTS, username=request.user.get_username())
            changelist = self.get_changelist_instance(request)
        except TooMany as refusal:
            messages.error(request, refusal.message)
        except IncorrectLookupParameters:
            messages.error(request, "Nothing was exported, for there is no such filter.")
        else:
            _log(request, changelist, suffix)
            return _file(changelist, suffix)
        return redirect("admin:games_game_changelist")

    def download_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Everything that the page of a game says, as ``manage.py review`` reads it."""
        game = self.get_object(request, object_id)
        if game is None:
            raise Http404
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        page = ReviewPage(review_of(game), ())
        entries = timeline(page, tells_of_staff=request.user.has_perm("admin.view_logentry"))
        told = {
            **export_formats.as_fields(game),
            "facts": facts(game),
            "reviews": page.as_json()["reviews"],
            "timeline": [entry.as_json() for entry in entries],
        }
        # In a list: a game by itself may be no longer than people paste one.
        response = JsonResponse([told], safe=False, json_dumps_params={"indent": 1})
        response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.json"'
        return response


def _file(changelist: ChangeList, suffix: str) -> StreamingHttpResponse:
    write, content_type = export_formats.FORMATS[suffix]
    return download(write(changelist.queryset), f"games-{localdate()}.{suffix}", content_type)


def _log(request: HttpRequest, changelist: ChangeList, suffix: str) -> None:
    # The search text is left out: it may be the name of a person who asks to be forgotten later.
    chosen = [f"{name}={values[0]}" for name, values in changelist.get_filters_params().items()]
    if changelist.query:
        chosen.append("with a search")
    # Only users who are logged in come here, and have a key.
    LogEntry.objects.create(  # type: ignore[misc]
        user_id=request.user.pk,
        content_type=ContentType.objects.get_for_model(Game),
        object_repr="games",
        action_flag=CHANGE,
        change_message=f"Exported {_count(changelist)} as {suffix.upper()}: "
        f"{', '.join(chosen) or 'all of them'}.",
    )


def _count(changelist: ChangeList) -> str:
    more = "more than " if changelist.paginator.has_more else ""
    return f"{more}{changelist.result_count:,}"
