"""Games moved in last, as stored: ``tests.tools.bench departures game_cache`` shows the gain."""

# A move is stored only if the stored game still has the version of the cached one: otherwise it is
# made again.

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import suppress
from copy import copy

from django.db import transaction

from games.ai.computer_players import MENACE
from games.models import Game

MAX_GAMES = 2000  # about 10 KB each
# Seconds after which a game is read again. A new name reaches the games of its player after it is
# stored. If the process ends in between, cached games have the old one until then.
LIFETIME = 60.0

_games: OrderedDict[str, Game] = OrderedDict()


def take(game_id: str) -> Game | None:
    game = _games.pop(game_id, None)
    return game if game and time.monotonic() < game.cached_until else None


def keep_on_commit(game: Game) -> None:
    if _is_cacheable(game):
        kept = copy(game)
        # A cached game that has been moved in is still what was read then.
        kept.cached_until = kept.cached_until or time.monotonic() + LIFETIME
        transaction.on_commit(lambda: _keep(kept))


def clear() -> None:
    _games.clear()


def _keep(game: Game) -> None:
    _games[game.pk] = game
    while len(_games) > MAX_GAMES:
        with suppress(KeyError):  # Another thread may have emptied it.
            _games.popitem(last=False)


def _is_cacheable(game: Game) -> bool:
    # That somebody comes for the first time can, and so can what a kind keeps of its games. Menace,
    # which learns from the end of a game, is locked after the game, and a cached game is not
    # locked.
    is_special = bool(game.kind) or game.level == MENACE.id
    return game.status == Game.Status.PLAYING and not (game.awaited or is_special)
