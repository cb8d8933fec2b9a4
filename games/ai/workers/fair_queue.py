"""Whose turn it is to be served, where many ask for more than can be done at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Takes people in turn, one item of each, however many they bring; holds ``limit`` items.

    Where it is full, the last item of whoever has most gives way, so nobody can keep others out.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._length = 0
        # The one whose turn it is comes first.
        self._waiting: dict[Hashable, deque[T]] = {}

    def __len__(self) -> int:
        return self._length

    def put(self, person: Hashable, item: T) -> T | None:
        """Add an item, and return the one that has to give way, if any: maybe the same."""
        self._waiting.setdefault(person, deque()).append(item)
        self._length += 1
        return self._drop() if self._length > self.limit else None

    def take(self) -> T:
        """Return the next item; there must be one."""
        person = next(iter(self._waiting))
        items = self._waiting.pop(person)
        item = items.popleft()
        if items:
            self._waiting[person] = items
        self._length -= 1
        return item

    def _drop(self) -> T:
        # Of people with as many items each, the one who would be served last.
        person = max(reversed(self._waiting), key=lambda person: len(self._waiting[person]))
        items = self._waiting[person]
        item = items.pop()
        if not items:
            del self._waiting[person]
        self._length -= 1
        return item
