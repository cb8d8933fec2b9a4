from __future__ import annotations

import asyncio
import faulthandler
import os
import re
import socket
from contextlib import suppress

from django.conf import settings
from django.core.management import CommandError

from games.ops import program

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - other devices on the network are meant to join


def open_port(host: str, port: int) -> socket.socket:
    is_six = ":" in host
    family = socket.AF_INET6 if is_six else socket.AF_INET
    both = is_six and host in EVERYWHERE and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=512, dualstack_ipv6=both)
    except OverflowError:
        reason = "A port is a number from 0 to 65535."
    except OSError as error:
        said = str(error.strerror).partition(" (while")[0]  # create_server() adds what it did
        reason = (
            f"Cannot listen on {host}, port {port}: {said}. "
            f"Choose another port with '{program.command('play --port')}', "
            "or another host with --host."
        )
    raise CommandError(reason, returncode=program.WRONG_INPUT)


def configure_hosts(host: str, port: int) -> None:
    if host not in EVERYWHERE:
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, shown(host)]
    elif not settings.PRODUCTION and (address := lan_address()):
        settings.LAN_ADDRESS = f"http://{address}:{port}"


def lan_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # connect() on a UDP socket only chooses a route and sends nothing. 192.0.2.1 is
            # reserved for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def local_hosts() -> list[str]:
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", lan_address()]
    return [host for host in names if host]


def public_address() -> str | None:
    name = settings.ALLOWED_HOSTS[0].lstrip(".")  # a dot stands for all names under a domain
    return f"https://{name}/" if settings.PRODUCTION and name != "*" else None


def shown(host: str) -> str:
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def notify(message: str) -> None:
    address = re.sub("^@", "\0", os.environ.get("NOTIFY_SOCKET", ""))  # a zero byte for the kernel
    # Whoever does not listen, as in a terminal that was started as a service, need not know.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as messages, suppress(OSError):
        messages.sendto(message.encode(), address)


async def feed_watchdog() -> None:
    # Ends what hangs: by systemd, or faulthandler where nobody waits for signs of life.
    silence = int(os.environ.get("WATCHDOG_USEC") or 0) / 1_000_000
    is_meant = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    try:
        while silence and is_meant:
            if "NOTIFY_SOCKET" in os.environ:
                notify("WATCHDOG=1")
            else:
                faulthandler.dump_traceback_later(silence, exit=True)
            await asyncio.sleep(silence / 3)
    finally:
        faulthandler.cancel_dump_traceback_later()
