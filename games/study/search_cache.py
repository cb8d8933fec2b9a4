from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async

from games.computer.pool import SearchFailed, SearchRejected
from games.computer.replies import pool
from games.ops import client_address
from games.play import errors, limits

T = TypeVar("T")

LIMIT = 30.0  # seconds for a search
TIMEOUT = 15.0  # seconds for which a visitor waits for it


class SearchCache(Generic[T]):
    def __init__(self, room: int) -> None:
        self.room = room
        self.kept: OrderedDict[Hashable, Future[T]] = OrderedDict()

    async def find(self, search: Callable[[], T], key: Hashable, address: str) -> T:
        """Return the result of a search, for a client at a network address.

        :raises RateLimited: if that address has asked for too many
        :raises TooBusy: if it is not there in time, because others are done first
        """
        if key not in self.kept:
            await sync_to_async(limits.count)(limits.SEARCHES, address=address)
        if key not in self.kept:
            person = client_address.network(address)
            self.kept[key] = pool.submit(
                person, search, task="study", limit=LIMIT, in_background=True
            )
        self.kept.move_to_end(key)
        try:
            found = asyncio.wrap_future(self.kept[key])
            result = await asyncio.wait_for(asyncio.shield(found), TIMEOUT)
        except TimeoutError:
            raise errors.TooBusy from None
        except (SearchRejected, SearchFailed):
            self.kept.pop(key, None)
            raise errors.TooBusy from None
        # A search that goes on stays, and for so long the cache may have more than its room.
        while len(self.kept) > self.room and next(iter(self.kept.values())).done():
            self.kept.popitem(last=False)
        return result
