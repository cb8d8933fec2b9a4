"""The parts that rooms bring to the settings, in the order in which they stand there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import HttpRequest

from games.models import Player


class SettingsPart(NamedTuple):
    template: str
    context: Callable[[HttpRequest, Player | None], dict[str, Any]] = lambda *_: {}


_parts: list[SettingsPart] = []


def register(part: SettingsPart) -> None:
    _parts.append(part)


def context(request: HttpRequest, player: Player | None) -> dict[str, Any]:
    merged = {
        name: value for part in _parts for name, value in part.context(request, player).items()
    }
    return {**merged, "parts": [part.template for part in _parts]}
