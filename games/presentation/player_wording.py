from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _

from games.ai.computer_players import COMPUTER_PLAYERS
from games.engine import Variant
from games.models import names
from games.presentation.sides import side
from games.protocol import GameSummary, Seat

MINUS = "\u2212"  # as wide as a plus
GIVEN_NAMES = {names.NOBODY, names.PLAYER_1, names.PLAYER_2, names.FORMER}


def name(game: GameSummary, mark: str) -> str:
    seat = game["seats"][mark]
    if seat and seat["level"] and not has_people(game):
        return level_name(seat["level"])
    return person(seat["name"], seat["level"]) if seat else _(names.NOBODY)


def person(name: str, level: str | None) -> str:
    if level in COMPUTER_PLAYERS:
        return _("Computer (%(level)s)") % {"level": level_name(level)}
    return _(name) if name in GIVEN_NAMES else name


def level_name(level: str) -> str:
    return _(COMPUTER_PLAYERS[level].name)


def seats(game: GameSummary) -> dict[str, Seat | None]:
    return {
        mark: {**seat, "name": name(game, mark)} if seat else None
        for mark, seat in game["seats"].items()
    }


def rivals(game: GameSummary) -> str:
    return _("%(x)s v %(o)s") % {"x": name(game, "X"), "o": name(game, "O")}


def is_computer(game: GameSummary, mark: str) -> bool:
    seat = game["seats"][mark]
    return bool(seat and seat["level"])


def has_people(game: GameSummary) -> bool:
    return not (is_computer(game, "X") and is_computer(game, "O"))


def in_sentence(game: GameSummary, mark: str) -> str:
    written = _computer(game, mark) if is_computer(game, mark) else name(game, mark)
    turns = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in written)
    return f"\u2068{written}\u2069" if turns else written


def _computer(game: GameSummary, mark: str) -> str:
    # Without people that is the level's name, or the side's if both levels are the same.
    if has_people(game):
        return _("The computer")
    if name(game, "X") == name(game, "O"):
        return side(mark, Variant.parse(game["variant"]))
    return name(game, mark)
