"""Has a server started again whose event loop hangs.

``WATCHDOG_USEC`` says for how long it may be silent. systemd sets it for a unit with
``WatchdogSec=`` and waits for signs of life (sd_watchdog_enabled(3)). Where nobody waits for them,
as in a container, the process ends by itself, and says what each thread was doing.
"""

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
