"""The real server, started as a person would start it, in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds
LAST_LINE = "Ctrl-C stops it."


class Server:
    """``manage.py play`` on a data folder; killed and started again, it keeps its port."""

    def __init__(self, data: Path, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self.data = data
        self.host = host
        self.port = port
        self.process: subprocess.Popen[str] | None = None
        self.output = ""

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}/"

    @property
    def staff_password(self) -> str | None:
        found = re.search(r"password: (\S+)", self.output)
        return found.group(1) if found else None

    def start(self) -> Server:
        """Start it and wait until it says where it is; on failure ``output`` says why."""
        arguments = ["play", "--host", self.host, "--port", str(self.port)]
        self.process = popen(arguments, self.data)
        self.output = self._read_greeting()
        if found := re.search(r"Open\s+http://\S+:(\d+)/", self.output):
            self.port = int(found.group(1))
        return self

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send the signal and return the exit status; what was printed since is in ``output``."""
        assert self.process
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        self.output += rest
        return self.process.returncode

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            self.kill()

    def _read_greeting(self) -> str:
        assert self.process
        assert self.process.stdout
        patience = threading.Timer(PATIENCE, self.process.kill)
        patience.start()
        read = ""
        while LAST_LINE not in read and (line := self.process.stdout.readline()):
            read += line
        patience.cancel()
        return read


def popen(arguments: list[str], data: Path, **environment: str) -> subprocess.Popen[str]:
    """Start manage.py with settings of its own, whatever the tests' are."""
    inherited = {k: v for k, v in os.environ.items() if k not in SETTINGS}
    return subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env={**inherited, "DATA_DIR": str(data), "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


SETTINGS = {
    "ALLOWED_HOSTS",
    "DATA_DIR",
    "DEBUG",
    "DJANGO_SETTINGS_MODULE",
    "PRODUCTION",
    "REDIS_URL",
    "SECRET_KEY",
}


def manage(*arguments: str, data: Path, **environment: str) -> tuple[int, str]:
    """Run a command to its end and return its status and all it printed."""
    process = popen(list(arguments), data, **environment)
    output, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, output
