from collections.abc import Iterator

import pytest

from games.engine import clock
from games.tournaments import entrants


@pytest.fixture(autouse=True)
def _site_clock() -> Iterator[None]:
    yield
    clock.set_to(clock.wall_clock())


@pytest.fixture(autouse=True)
def _nobody_seen() -> None:
    # What another test left would be a sign of life of who has the same key here.
    entrants._seen.clear()
