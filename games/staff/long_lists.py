"""The base of the lists of games, players and log entries, which may be very long."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ERROR_FLAG
from django.http import HttpRequest, HttpResponse

from games.staff.actions import StaffAdmin
from games.staff.paginator import BoundedPaginator

NO_SUCH_FILTER = "There is no such filter or page, so this is the whole list."


class LongList(StaffAdmin):
    """A list that never counts all its rows, nor the rows of each filter."""

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if ERROR_FLAG in request.GET:  # Django's redirect after parameters that it cannot read
            messages.error(request, NO_SUCH_FILTER)
        return super().changelist_view(request, extra_context)
