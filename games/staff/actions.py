"""Actions of staff on games and people. Each asks first, and is written to the admin's log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.models import Game, Player
from games.play import services
from games.play.errors import Refused
from games.web.common import respond_to

MOST = 100  # games or people to change at once, each in a transaction of its own
CONFIRMED = "confirmed"
TOO_MANY = f"Choose {MOST} at most. Nothing was changed."


@dataclass(frozen=True, slots=True)
class Change:
    """An action on several games or people."""

    title: str
    question: str
    button: str
    log: str
    done: tuple[str, str]
    applies: Callable[[Any], bool]
    make: Callable[[Any], object]
    shows_link: bool = False

    def run(
        self, model_admin: StaffAdmin, request: HttpRequest, chosen: models.QuerySet[Any]
    ) -> HttpResponse | None:
        objects = list(chosen)
        fitting = [each for each in objects if self.applies(each)]
        if CONFIRMED in request.POST:
            self._make_all(model_admin, request, fitting)
            return None
        context = {
            **model_admin.admin_site.each_context(request),
            "title": self.title,
            "opts": model_admin.opts,
            "change": self,
            "action": request.POST.getlist("action")[-1],
            "checkbox": ACTION_CHECKBOX_NAME,
            "confirmed": CONFIRMED,
            "fitting": fitting,
            "others": [each for each in objects if each not in fitting],
        }
        return TemplateResponse(request, "admin/games/confirm.html", context)

    def _make_all(self, model_admin: StaffAdmin, request: HttpRequest, objects: list[Any]) -> None:
        made = sum(self._is_made(model_admin, request, each) for each in objects)
        one, several = self.done
        if made:
            messages.success(request, one if made == 1 else several.format(made))

    def _is_made(self, model_admin: StaffAdmin, request: HttpRequest, each: Any) -> bool:
        name = str(each)
        try:
            with transaction.atomic():
                model_admin.log_change(request, each, self.log)
                made = self.make(each)
        except Refused as refusal:
            messages.warning(request, f"{name}: {respond_to(refusal)}")
            return False
        if self.shows_link:
            messages.info(request, f"{name}: {request.build_absolute_uri(str(made))}")
        return True


class StaffAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """``changes`` are the actions on objects, by name; ``harmless`` ones change nothing."""

    changes: dict[str, Change] = {}  # noqa: RUF012 - replaced, never changed
    harmless: frozenset[str] = frozenset()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        asked = set(filter(None, request.POST.getlist("action")))
        if asked - self.get_actions(request).keys():
            raise PermissionDenied
        return super().changelist_view(request, extra_context)

    def response_action(  # type: ignore[override]
        self, request: HttpRequest, queryset: models.QuerySet[Any]
    ) -> HttpResponse | None:
        is_harmless = self.harmless.issuperset(filter(None, request.POST.getlist("action")))
        if not is_harmless and _chosen(request, queryset) > MOST:
            messages.error(request, TOO_MANY)
            return None
        return super().response_action(request, queryset)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        buttons = self._buttons(request, context["original"])
        context |= {"buttons": buttons, "checkbox": ACTION_CHECKBOX_NAME}
        return super().render_change_form(request, context, *args, **options)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not request.user.has_perm("admin.view_logentry"):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)

    def _buttons(self, request: HttpRequest, each: Any) -> dict[str, str]:
        allowed = self.get_actions(request)
        return {
            name: change.title
            for name, change in self.changes.items()
            if name in allowed and change.applies(each)
        }


def _chosen(request: HttpRequest, queryset: models.QuerySet[Any]) -> int:
    if request.POST.get("select_across", "0") != "0":
        return queryset.order_by()[: MOST + 1].count()
    return len(request.POST.getlist(ACTION_CHECKBOX_NAME))


CLOSE = Change(
    title="Close as not played",
    question="Do you want to close these? They end without a result, for both sides at once.",
    button="Yes, close",
    log="Closed, for nobody played on.",
    done=("1 game was closed.", "{} games were closed."),
    applies=lambda game: not game.is_over,
    make=lambda game: services.close_game(game.pk),
)
HIDE_NAME = Change(
    title="Hide the name",
    question=(
        "Do you want to hide these names? Each person gets a made-up name and may choose another. "
        "Nobody can take a hidden name any more, nor one that looks like it."
    ),
    button="Yes, hide",
    log="Hid this name.",
    done=("1 name was hidden.", "{} names were hidden."),
    applies=lambda player: not player.is_computer and not player.forgotten_at,
    make=services.hide_name,
)


@admin.action(permissions=["close"], description="Close selected games that nobody plays")
def close_games(
    model_admin: StaffAdmin, request: HttpRequest, games: models.QuerySet[Game]
) -> HttpResponse | None:
    return CLOSE.run(model_admin, request, games)


@admin.action(permissions=["change"], description="Hide selected names")
def hide_names(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return HIDE_NAME.run(model_admin, request, players)
