"""Reads choices from the address of a lesson, and checks them against what is on offer."""

from __future__ import annotations

from collections.abc import Collection

from django.http import Http404, HttpRequest
from django.utils.http import urlencode

from games.presentation.stepper import LineStep, Stepper


def chosen(request: HttpRequest, name: str, offered: Collection[str], default: str) -> str:
    """Return the choice in the address.

    :raises Http404: if it is not on offer.
    """
    value = request.GET.get(name, default)
    if value not in offered:
        raise Http404
    return value


def chosen_number(request: HttpRequest, name: str, numbers: range, default: int) -> int:
    """Return the number that the address chooses.

    :raises Http404: if it is not one of the ``numbers``.
    """
    return int(chosen(request, name, set(map(str, numbers)), str(default)))


def stepper(request: HttpRequest, id: str, steps: list[LineStep], **query: str | int) -> Stepper:
    """Return a line of play at the step that the address chooses under this ``id``.

    :param query: the other choices, which the links to its steps keep
    :raises Http404: if there is no such step.
    """
    shown = chosen_number(request, id, range(len(steps)), 0)
    return Stepper(id, steps, shown, f"?{urlencode({**query, id: ''})}")
