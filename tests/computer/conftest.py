import os
from collections.abc import Iterator

import pytest

from games.ai.computer_players import LEVELS
from games.computer import hints, replies
from games.computer.pool import Pool
from games.engine import Mark, Variant
from games.models import Game, Player
from games.play import services
from tests.processes import TIMEOUT, have_ended, wait_until

LARGE = Variant(6, 6, 4)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    pool = Pool(1, limit=TIMEOUT, waiting=3)
    pool.submit(None, os.getpid).result(TIMEOUT)
    for module in (hints, replies):
        monkeypatch.setattr(module, "pool", pool)
    yield pool
    pids = pool.pids()
    pool.close()
    wait_until(lambda: have_ended(pids))


def create_large_game(person: Player, mark: Mark = Mark.X) -> Game:
    easy = Player.objects.of_level(LEVELS["easy"])
    return services.create_game(host=person, mark=mark, guest=easy, variant=LARGE)
