"""The pages of a list that may be very long."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of the first ``max_count`` rows at most.

    Nothing is counted beyond, and nothing further skipped. What comes at the end of a longer list
    is at the beginning of the same list in the opposite order.
    """

    object_list: QuerySet[Any]
    max_count = 10_000

    @cached_property
    def count(self) -> int:
        return min(self._counted, self.max_count)

    @property
    def has_more(self) -> bool:
        """Whether there are more rows than the pages have."""
        return self._counted > self.max_count

    @cached_property
    def _counted(self) -> int:
        return self.object_list.order_by()[: self.max_count + 1].count()

    def _get_page(self, rows: QuerySet[Any], *args: Any) -> Page[Any]:
        """Find the keys of a page first, in an index, and then read the rows with these alone."""
        keys = list(rows.values_list("pk", flat=True))
        return Page(self.object_list.filter(pk__in=keys), *args)
