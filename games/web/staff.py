"""What staff do to games and people. Each asks first, and is written to the admin's log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.play.errors import Refused
from games.web.common import respond_to

MOST = 100  # games or people to change at once, each in a transaction of its own
ONE_BUTTON = {"show_save_and_continue": False, "show_save_and_add_another": False}


@dataclass(frozen=True)
class Change:
    # Also a button on the page of whatever it ``applies`` to. The template asks the question, and
    # what is made is shown as a link where it is a text.
    do_not_call_in_templates = True
    name: str
    short_description: str
    applies: Callable[[Any], bool]
    make: Callable[[Any], object]
    permission: str = "change"
    is_atomic: bool = True

    @property
    def __name__(self) -> str:  # as Django calls an action
        return self.name

    @property
    def allowed_permissions(self) -> tuple[str]:
        return (self.permission,)

    def __call__(
        self, model_admin: StaffAdmin, request: HttpRequest, chosen: models.QuerySet[Any]
    ) -> HttpResponse | None:
        objects = list(chosen.order_by("pk")[: MOST + 1])
        if len(objects) > MOST:
            messages.error(request, f"Choose {MOST} at most. Nothing was changed.")
            return None
        fitting = [each for each in objects if self.applies(each)]
        if "confirmed" in request.POST:
            made = sum(self._is_made(model_admin, request, each) for each in fitting)
            messages.success(request, f"{self.short_description}: {made} done.")
            return None
        context = {
            **model_admin.admin_site.each_context(request),
            "title": self.short_description,
            "opts": model_admin.opts,
            "change": self,
            "checkbox": ACTION_CHECKBOX_NAME,
            "fitting": fitting,
            "others": [each for each in objects if each not in fitting],
        }
        return TemplateResponse(request, "admin/games/confirm.html", context)

    def _is_made(self, model_admin: StaffAdmin, request: HttpRequest, each: Any) -> bool:
        name = str(each)
        try:
            with transaction.atomic() if self.is_atomic else nullcontext():
                model_admin.log_change(request, each, f"{self.short_description}.")
                made = self.make(each)
        except Refused as refusal:
            messages.warning(request, f"{name}: {respond_to(refusal)}")
            return False
        if isinstance(made, str):
            messages.info(request, f"{name}: {request.build_absolute_uri(made)}")
        return True


class StaffAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    may_delete = False
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.may_delete and super().has_delete_permission(request, obj)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        asked = set(filter(None, request.POST.getlist("action")))
        if asked - self.get_actions(request).keys():
            raise PermissionDenied
        return super().changelist_view(request, extra_context)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        actions: Any = self.get_actions(request)
        changes = (each for each, *_ in actions.values() if isinstance(each, Change))
        context["buttons"] = [each for each in changes if each.applies(context["original"])]
        context |= {"checkbox": ACTION_CHECKBOX_NAME, **ONE_BUTTON}
        return super().render_change_form(request, context, *args, **options)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        # What goes with each, such as moves, is only counted.
        _, *others = super().get_deleted_objects(objs, request)
        return [list(map(str, objs)), *others]

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not request.user.has_perm("admin.view_logentry"):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)
