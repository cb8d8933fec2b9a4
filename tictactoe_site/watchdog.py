"""Has a server started again whose event loop hangs."""

from __future__ import annotations

import asyncio
import faulthandler
import os

from tictactoe_site import serving


async def feed() -> None:
    silence = int(os.environ.get("WATCHDOG_USEC") or 0) / 1_000_000
    is_meant = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    try:
        while silence and is_meant:
            if "NOTIFY_SOCKET" in os.environ:
                serving.notify("WATCHDOG=1")
            else:
                faulthandler.dump_traceback_later(silence, exit=True)
            await asyncio.sleep(silence / 3)
    finally:
        faulthandler.cancel_dump_traceback_later()
