"""Searches for visitors in worker processes, whose latest results are kept for everybody."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async

from games.computer.pool import Pool, SearchFailed, SearchRejected
from games.ops import client_address
from games.play import errors, limits

T = TypeVar("T")

# One process for all that takes seconds at most, so that nobody who studies delays a reply or hint.
pool = Pool("study", 1, limit=30.0)


class SearchCache(Generic[T]):
    """The searches of a pool that go on and the results found, the one used last at the end."""

    def __init__(
        self,
        pool: Pool,
        *,
        timeout: float = 15.0,
        room: int,
    ) -> None:
        self.pool, self.timeout, self.room = pool, timeout, room
        self.kept: OrderedDict[Hashable, Future[T]] = OrderedDict()

    async def find(self, search: Callable[[], T], key: Hashable, address: str) -> T:
        """Return the result of a search, for a client at a network address.

        :raises TooMany: if that address has asked for too many
        :raises TooBusy: if it is not there in time, because others are done first
        """
        if key not in self.kept:
            await sync_to_async(limits.count)(limits.SEARCHES, address=address)
        if key not in self.kept:
            self.kept[key] = self.pool.submit(client_address.network(address), search)
        self.kept.move_to_end(key)
        try:
            found = asyncio.wrap_future(self.kept[key])
            result = await asyncio.wait_for(asyncio.shield(found), self.timeout)
        except TimeoutError:
            raise errors.TooBusy from None
        except (SearchRejected, SearchFailed):
            self.kept.pop(key, None)
            raise errors.TooBusy from None
        while len(self.kept) > self.room:
            self.kept.popitem(last=False)
        return result
