"""The base of the lists of games, players and log entries, which may be very long."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.contrib.admin.views.main import ERROR_FLAG, ChangeList
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.staff.actions import StaffAdmin

NO_SUCH_FILTER = "There is no such filter or page, so this is the whole list."


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of at most the first ``max_count`` rows."""

    object_list: QuerySet[Any]
    max_count = 10_000

    @cached_property
    def count(self) -> int:
        return min(self._counted, self.max_count)

    @property
    def has_more(self) -> bool:
        return self._counted > self.max_count

    @cached_property
    def _counted(self) -> int:
        return self.object_list.order_by()[: self.max_count + 1].count()

    def _get_page(self, rows: QuerySet[Any], *args: Any) -> Page[Any]:
        keys = list(rows.values_list("pk", flat=True))
        return Page(self.object_list.filter(pk__in=keys), *args)


class LongList(StaffAdmin):
    """A list that is counted as far as its pages go."""

    paginator = BoundedPaginator
    show_full_result_count = False

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changelist = super().get_changelist_instance(request)
        rows = BoundedPaginator(self.model._default_manager.order_by("pk"), self.list_per_page)
        changelist.add_facets = changelist.add_facets or not rows.has_more
        return changelist

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if ERROR_FLAG in request.GET:  # Django's redirect after parameters that it cannot read
            messages.error(request, NO_SUCH_FILTER)
        return super().changelist_view(request, extra_context)
