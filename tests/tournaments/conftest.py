from collections.abc import Iterator

import pytest

from games.engine import clock


@pytest.fixture(autouse=True)
def _site_clock() -> Iterator[None]:
    yield
    clock.set_to(clock.wall_clock())
