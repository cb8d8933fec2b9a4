from collections.abc import Callable

import pytest

from games.engine import Mark, Variant
from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from games.protocol import Snapshot
from tests.playing import play


@pytest.fixture
def snapshot_of(alice: Player, bob: Player) -> Callable[..., Snapshot]:
    def make(*moves: int, variant: str = "3x3x3", x: str = "Alice", o: str = "Bob") -> Snapshot:
        for player, name in ((alice, x), (bob, o)):
            Player.objects.filter(pk=player.pk).update(name=name)
        game = services.create_game(
            host=alice, mark=Mark.X, guest=bob, variant=Variant.parse(variant)
        )
        play(game, *moves)
        return snapshots.take(Game.objects.with_players().get(pk=game.pk))

    return make
