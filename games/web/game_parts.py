from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.models import Game, Player
from games.protocol import State


class Shown(NamedTuple):
    game: Game
    state: State
    visitor: Player | None
    ply: int | None  # None for the present position


class GamePart(NamedTuple):
    applies: Callable[[Game], bool]
    templates: dict[str, str]
    context: Callable[[Shown], dict[str, Any]] = lambda _: {}
    scripts: tuple[str, ...] = ()


_parts: list[GamePart] = []


def register(part: GamePart) -> None:
    _parts.append(part)


def context(shown: Shown) -> dict[str, Any]:
    parts = [part for part in _parts if part.applies(shown.game)]
    places: dict[str, list[str]] = {}
    for part in parts:
        for place, template in part.templates.items():
            places.setdefault(place, []).append(template)
    merged = {name: value for part in parts for name, value in part.context(shown).items()}
    scripts = dict.fromkeys(script for part in parts for script in part.scripts)
    return {**merged, "places": places, "scripts": scripts}


def of_kind(*names: str) -> Callable[[Game], bool]:
    return lambda game: game.kind in names
