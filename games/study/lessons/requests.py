"""Reads choices from the address of a lesson, and checks them against what is on offer."""

from __future__ import annotations

from collections.abc import Collection

from django.http import Http404, HttpRequest


def chosen(request: HttpRequest, name: str, offered: Collection[str], default: str) -> str:
    """:raises Http404: if the choice in the address is not on offer."""
    value = request.GET.get(name, default)
    if value not in offered:
        raise Http404
    return value


def chosen_number(request: HttpRequest, name: str, numbers: range, default: int) -> int:
    """:raises Http404: if the number in the address is none of the ``numbers``."""
    return int(chosen(request, name, set(map(str, numbers)), str(default)))
