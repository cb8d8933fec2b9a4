"""What systemd is told, as far as one can see without it."""

from __future__ import annotations

import socket
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.server import TIMEOUT, Server
from tictactoe_site import serving


def test_systemd_is_told_when_the_site_is_served(tmp_path: Path):
    # The address of a socket may not be as long as that of a test's own folder.
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(f"{folder}/notify")
        told.settimeout(TIMEOUT)
        with Server(tmp_path, NOTIFY_SOCKET=f"{folder}/notify"):
            assert told.recv(100) == b"READY=1"


def test_systemd_is_told_at_an_address_of_no_file(monkeypatch: pytest.MonkeyPatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind("")  # the kernel chooses one
        told.settimeout(TIMEOUT)
        monkeypatch.setenv("NOTIFY_SOCKET", told.getsockname().decode().replace("\0", "@"))
        serving.say_ready()
        assert told.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "/nowhere"])
def test_where_nobody_listens_nothing_is_said(monkeypatch: pytest.MonkeyPatch, address: str):
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    serving.say_ready()
