"""Tells systemd, where it has started this process, that the site is served: sd_notify(3)."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

READY = b"READY=1"


def say_ready() -> None:
    """Have a unit of ``Type=notify`` count as started; elsewhere do nothing."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):  # of no file; the kernel writes a zero byte there
        address = f"\0{address[1:]}"
    # Whoever does not listen, as in a terminal that was started as a service, need not know.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as messages, suppress(OSError):
        messages.sendto(READY, address)
