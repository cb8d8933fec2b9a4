from __future__ import annotations

import asyncio
import gc
import warnings
from weakref import ref

from games.bus import background


async def test_a_task_that_nobody_holds_is_kept_until_it_is_done():
    waits: list[ref[asyncio.Event]] = []

    async def wait() -> None:
        event = asyncio.Event()
        waits.append(ref(event))
        await event.wait()

    task = ref(background.start(wait()))
    await asyncio.sleep(0)
    with warnings.catch_warnings():
        # Earlier tests may have left sockets, which are closed here.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    (event,) = [each() for each in waits]
    assert event
    event.set()
    while task():
        await asyncio.sleep(0)
