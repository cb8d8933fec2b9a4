import time
from dataclasses import dataclass

import pytest


@dataclass
class FakeClock:
    now: float = 0.0
    set_by: float = 0.0


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock(set_by=time.time())
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    monkeypatch.setattr(time, "time", lambda: clock.now + clock.set_by)
    return clock


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Let every test of this room use the database."""
