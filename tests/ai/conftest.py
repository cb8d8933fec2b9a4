from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

from games.ai import alphabeta, evaluation, levels, solver


@pytest.fixture
def ticking_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a second pass each time a search reads the clock, so that it stops at the same place.

    It is the search's own: other threads, such as those of earlier tests, read the clock too.
    """
    clock = SimpleNamespace(monotonic=map(float, count()).__next__)
    for module in (alphabeta, evaluation, levels, solver):
        monkeypatch.setattr(module, "time", clock)
