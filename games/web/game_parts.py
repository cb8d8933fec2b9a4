"""The parts that rooms bring to the page of a game: what they show, and where.

A place is named in the templates of the page, which include what is registered for it. So the page
of a game knows no room, and a room needs no change there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.models import Game, Player
from games.protocol import State


class Shown(NamedTuple):
    """What a page of a game shows, and to whom."""

    game: Game
    state: State
    visitor: Player | None
    ply: int | None  # None for the present position


class GamePart(NamedTuple):
    """What a room brings to the page of the games that it ``applies`` to.

    ``templates`` has a template for each place that the part has on the page, ``scripts`` the ES
    modules that add themselves to ``parts.js``.
    """

    applies: Callable[[Game], bool]
    templates: dict[str, str]
    context: Callable[[Shown], dict[str, Any]] = lambda _: {}
    scripts: tuple[str, ...] = ()


_parts: list[GamePart] = []


def register(part: GamePart) -> None:
    _parts.append(part)


def context(shown: Shown) -> dict[str, Any]:
    """Return the context of all parts of a page, with the templates by place and the scripts."""
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
