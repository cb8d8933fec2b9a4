import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper

import pytest

from games.computer.pool import Pool
from games.study import search_cache
from games.study.reviews import job


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch):
    def give(text: str | bytes) -> None:
        if isinstance(text, str):
            text = text.encode()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text), encoding="utf-8"))

    return give


class NotingPool(Pool):
    def __init__(self) -> None:
        super().__init__(1)
        self.searches = []
        self.people = set()
        self.options = []

    def submit(self, person, search, **options):
        self.searches.append(search)
        self.people.add(person)
        self.options.append(options)
        return super().submit(person, search, **options)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[NotingPool]:
    pool = NotingPool()
    for module in (search_cache, job):
        monkeypatch.setattr(module, "pool", pool)
    yield pool
    pool.close()
