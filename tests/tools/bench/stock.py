"""``python -m tests.tools.bench.stock NAME play``: the site without one departure from stock."""

import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import django
from channels.db import aclose_old_connections, database_sync_to_async
from channels.layers import InMemoryChannelLayer
from channels.utils import await_many_dispatch

from tictactoe_site import command_line

Call = Callable[..., Any]


def base_consumer() -> None:
    django.setup()
    from games.sockets.base_consumer import BaseConsumer

    ours = BaseConsumer.dispatch

    async def dispatch(self: BaseConsumer, message: dict[str, Any]) -> None:
        await aclose_old_connections()
        await ours(self, message)

    async def dispatch_all(self: BaseConsumer, receive: Call) -> None:
        if receive != self._receive_event:  # which is received together with the others
            await await_many_dispatch([receive, self._receive_event], self.dispatch)

    BaseConsumer.dispatch = dispatch
    BaseConsumer._dispatch_all = dispatch_all


def db_queue() -> None:
    from games.bus import db_queue

    def in_database(function: Call, game_id: str | None = None) -> Callable[..., Awaitable[Any]]:
        return database_sync_to_async(function)

    # Before other modules import it.
    db_queue.in_database = in_database


def db_queue_batches() -> None:
    from games.bus import db_queue

    db_queue.BATCH_SIZE = 1


def sql() -> None:
    django.setup()
    from django.db import transaction

    from games.models import Credential, Game, Move, Player, sql

    def find_game(game_id: str) -> Game | None:
        return Game.objects.with_players().filter(pk=game_id).first()

    def find_game_for_update(game_id: str) -> Game | None:
        games = Game.objects.with_players().select_for_update(of=("self",))
        return games.filter(pk=game_id).first()

    def is_valid(credential: Credential) -> bool:
        of_people = Player.objects.filter(level=None, generation__lte=credential.generation)
        return of_people.filter(pk=credential.player_id).exists()

    def store_move(game: Game, move: sql.NewMove, *names: str) -> bool:
        stored = Game.objects.filter(pk=game.pk, version=game.version - 1)
        with transaction.atomic():
            if stored.update(**{name: getattr(game, name) for name in names}):
                Move.objects.create(game=game, **move._asdict())
                return True
        return False

    for stock in (find_game, find_game_for_update, is_valid, store_move):
        setattr(sql, stock.__name__, stock)


def limiters() -> None:
    from limits.storage import MemoryStorage
    from limits.strategies import SlidingWindowCounterRateLimiter

    from games.play import limiters

    storage = MemoryStorage()
    storage.drop_expired = lambda: None  # It does so itself.
    limiter = SlidingWindowCounterRateLimiter(storage)
    limiters._process_limiter = lambda: limiter


def game_cache() -> None:
    django.setup()
    from games.play import game_cache

    game_cache.keep_on_commit = lambda game: None


def game_cache_unlocked() -> None:
    django.setup()
    from games.models import Game, sql
    from games.play import game_cache

    def take(game_id: str) -> Game | None:
        game = sql.find_game(game_id)
        return game if game and game_cache._is_cacheable(game) else None

    game_cache.take = take
    game_cache.keep_on_commit = lambda game: None


def memory_layer() -> None:
    from games.bus import memory_layer

    memory_layer.MemoryChannelLayer = InMemoryChannelLayer


def memory_layer_copies() -> None:
    from games.bus.memory_layer import MemoryChannelLayer

    for ours in ("send", "receive", "group_send"):
        delattr(MemoryChannelLayer, ours)


DEPARTURES = {
    departure.__name__: departure
    for departure in (
        base_consumer,
        db_queue,
        db_queue_batches,
        sql,
        limiters,
        game_cache,
        game_cache_unlocked,
        memory_layer,
        memory_layer_copies,
    )
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    DEPARTURES[sys.argv.pop(1)]()
    command_line.main()


if __name__ == "__main__":
    main()
