from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """When it is full, it drops the newest item of the person with most items."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._length = 0
        # By person, in the order in which people will be served.
        self._waiting: dict[Hashable, deque[T]] = {}

    def __len__(self) -> int:
        return self._length

    def put(self, person: Hashable, item: T) -> T | None:
        """Return the item dropped to make room, if any, which may be the new one."""
        self._waiting.setdefault(person, deque()).append(item)
        self._length += 1
        return self._drop() if self._length > self.limit else None

    def take(self) -> T:
        person = next(iter(self._waiting))
        items = self._waiting.pop(person)
        item = items.popleft()
        if items:
            self._waiting[person] = items
        self._length -= 1
        return item

    def _drop(self) -> T:
        # Among people with equally many items, take the one who would be served last.
        waiting = self._waiting
        person = max(reversed(waiting), key=lambda person: len(waiting[person]))
        items = waiting[person]
        item = items.pop()
        if not items:
            del waiting[person]
        self._length -= 1
        return item
