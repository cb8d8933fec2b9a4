"""The socket that is served, when somebody else has opened it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.server import ROOT, environment_of, prepared_data
from tictactoe_site import listening_socket
from tictactoe_site.listening_socket import CannotListen

# As systemd does: the socket is descriptor 3, and LISTEN_PID names the process itself.
AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "manage.py", "play"])
"""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """On all addresses of both kinds, as systemd opens it by default."""
    with socket.create_server(
        ("::", 0), family=socket.AF_INET6, dualstack_ipv6=socket.has_dualstack_ipv6()
    ) as listener:
        yield listener


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("host.invalid", r"Cannot listen on host.invalid, port 0: [A-Z][a-z -]+[a-z]\. Choose"),
        ("203.0.113.7", r"Cannot listen on 203.0.113.7, port 0: [A-Z][a-z ]+\. Choose"),
    ],
)
def test_a_host_that_cannot_be_is_explained(host: str, sentence: str):
    with pytest.raises(CannotListen, match=f"^{sentence} another host with --host"):
        listening_socket.open_port(host, 0)


def test_play_serves_the_socket_that_systemd_hands_over(tmp_path: Path, listener: socket.socket):
    port, descriptor = listener.getsockname()[1], listener.fileno()
    data = shutil.copytree(prepared_data(), tmp_path / "data")
    process = subprocess.Popen(
        [sys.executable, "-c", AS_SYSTEMD, str(descriptor)],
        cwd=ROOT,
        env=environment_of(data),
        pass_fds=[descriptor],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    with process, closing(process.stdout):
        while "Open" not in (line := process.stdout.readline()):
            assert line
        address = line.split()[-1]
        assert address == f"http://127.0.0.1:{port}/"
        with urlopen(address) as response:  # noqa: S310 - our own server
            assert "Play the computer" in response.read().decode()
        process.terminate()
        assert process.wait() == 0


def test_a_socket_that_does_not_listen_is_refused():
    with socket.socket() as unbound, pytest.raises(CannotListen, match="does not listen"):
        listening_socket.adopt(os.dup(unbound.fileno()))


def test_a_file_is_refused(tmp_path: Path):
    with (tmp_path / "file").open("w") as file, pytest.raises(CannotListen, match="no socket"):
        listening_socket.adopt(file.fileno())


def test_a_socket_of_files_is_refused(tmp_path: Path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        with pytest.raises(CannotListen):
            listening_socket.adopt(os.dup(listener.fileno()))


def test_several_sockets_are_refused(settings):
    settings.INHERITED_SOCKETS = 2
    with pytest.raises(CannotListen, match="only one"):
        listening_socket.inherited()
