"""A room whose games differ registers what differs; nothing here knows any."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from games.engine.series import ENDLESS
from games.models.seats import Relation

if TYPE_CHECKING:
    from games.models.games import Game
    from games.models.people import Player


class Kind:
    # ``first_move_within`` is the time that both have to come to the game, and then each side for
    # its first move, None for no limit. Methods with a ``snapshot`` return text in the active
    # language, and None where it is that of an ordinary game.
    name = ""
    label = ""  # in English, for staff
    row = ""  # of a game: what the kind keeps of it besides, which lists read with their games
    has_people = True
    first_move_within: timedelta | None = None
    allows_rematch = True
    allows_talk = True  # of words or pictures
    best_of = ENDLESS  # the length of its series
    relation = Relation.FRIENDS  # of two people who meet in such a game
    withdrawn_as = "withdrawn"  # the ending of a game whose host takes it back

    # Within the transactions of play

    def require_joinable(self, game: Game, player: Player) -> None:
        """Raise ``Refused`` unless a player may take the free seat."""

    def prepare(self, game: Game, guest: Player) -> None:
        """Set up a game whose free seat ``guest`` is about to be given."""

    def loses_no_show(self, game: Game) -> bool:
        """Say whether a no-show loses the game, which is closed without a result otherwise."""
        return False

    def on_finished(self, game: Game) -> None:
        """The game is saved afterwards."""

    def on_closed(self, game: Game) -> None:
        """The game is saved afterwards."""

    # For those who look at the game

    def describe(self, game: Game) -> Mapping[str, Any] | None:
        return None

    def facts(self, game: Game) -> Mapping[str, str]:
        return {"Kind": self.label} if self.label else {}

    def status(self, snapshot: Any, you: Collection[str]) -> str | None:
        """Return the status line for the player of the marks ``you``."""
        return None

    def note(self, snapshot: Any, you: Collection[str]) -> str | None:
        return None

    def series_result(self, snapshot: Any, you: Collection[str]) -> str | None:
        return None


ORDINARY = Kind()
_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    _kinds[kind.name] = kind


def all() -> list[Kind]:
    return list(_kinds.values())


def named(name: str | None) -> Kind:
    return _kinds.get(name or "", ORDINARY)


def of(game: Game) -> Kind:
    return named(game.kind)


def rows(prefix: str = "") -> list[str]:
    return [f"{prefix}{kind.row}" for kind in _kinds.values() if kind.row]


def without_people() -> list[str]:
    return [name for name, kind in _kinds.items() if not kind.has_people]
