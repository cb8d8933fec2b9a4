"""The listening socket: one of our own, or the one that systemd has opened for this process."""

from __future__ import annotations

import errno
import os
import socket

from django.conf import settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - other devices on the network are meant to join
OTHER_HOST = "Choose another host with --host, such as --host 127.0.0.1."
FIRST_INHERITED = 3  # the descriptor of the first socket that systemd hands over, sd_listen_fds(3)


class CannotListen(Exception):
    """There is no socket to listen on. The message says why in a sentence for the operator."""


def inherited() -> socket.socket | None:
    """Return the socket that systemd hands over to this process, None if there is none.

    :raises CannotListen: if it is not one socket that listens for TCP connections.
    """
    if settings.INHERITED_SOCKETS > 1:
        raise CannotListen("More than one socket was handed over, and only one can be served.")
    return adopt(FIRST_INHERITED) if settings.INHERITED_SOCKETS else None


def adopt(descriptor: int) -> socket.socket:
    """Return the listening socket of an inherited descriptor.

    :raises CannotListen: if it is none that listens for TCP connections.
    """
    try:
        listener = socket.socket(fileno=descriptor)
    except OSError:
        raise CannotListen(f"Descriptor {descriptor} is no socket.") from None
    is_listening = listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    if not is_listening or listener.family not in (socket.AF_INET, socket.AF_INET6):
        listener.close()
        raise CannotListen(f"Descriptor {descriptor} does not listen on a TCP port.")
    return listener


def open_port(host: str, port: int) -> socket.socket:
    """Open a listening socket.

    :raises CannotListen: if the host or the port cannot be used.
    """
    is_six = ":" in host
    family = socket.AF_INET6 if is_six else socket.AF_INET
    both = is_six and host in EVERYWHERE and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=512, dualstack_ipv6=both)
    except OverflowError:
        raise CannotListen("A port is a number from 0 to 65535.") from None
    except OSError as error:
        raise CannotListen(
            f"Cannot listen on {host}, port {port}: {_reason(error)}. {_advice(error, port)}"
        ) from None


def _reason(error: OSError) -> str:
    # strerror() knows no negative numbers, and create_server() adds to the words what it was doing.
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno)
    return str(error.strerror).partition(" (while")[0]


def _advice(error: OSError, port: int) -> str:
    if _is_of_host(error):
        return OTHER_HOST
    another = port + 1 if 0 < port < 65535 else 8001
    return f"Choose another port with --port, such as --port {another}."


def _is_of_host(error: OSError) -> bool:
    """Say if the host has no address, for which the numbers are negative, or one of elsewhere."""
    return error.errno is None or error.errno < 0 or error.errno == errno.EADDRNOTAVAIL
