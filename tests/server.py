"""Starts the real server as a person would start it, as a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.folders import made_once, run_folder
from tests.http_requests import Answer, ask

ROOT = Path(__file__).resolve().parent.parent
MANAGE = (sys.executable, str(ROOT / "manage.py"))
TIMEOUT = 180  # seconds, for a machine that does other work beside
LAST_LINE = "Ctrl-C stops it."
PASSWORD = "staff_password"
# Set by coverage for the processes that it is to measure, see [tool.coverage.run].
IS_MEASURED = "COVERAGE_PROCESS_CONFIG" in os.environ


class Server:
    def __init__(
        self,
        data: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        program: tuple[str, ...] = MANAGE,
        is_first: bool = False,
        **environment: str,
    ) -> None:
        self.data = data
        self.program = program
        self.is_first = is_first
        self.environment = environment
        self.host = host
        self.port = port
        self.output = ""
        self.staff_password = ""
        self.process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}/"

    @property
    def is_running(self) -> bool:
        return bool(self.process) and self.process.poll() is None

    @property
    def printed_password(self) -> str:
        return printed_password(self.output)

    def start(self) -> Server:
        self.output = ""
        if not self.is_first and not (self.data.exists() and any(self.data.iterdir())):
            self._prepare()
        arguments = ["play", "--host", self.host, "--port", str(self.port)]
        self.process = popen(arguments, self.data, self.program, **self.environment)
        greeted = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(greeted,), daemon=True)
        self._reader.start()
        if not greeted.wait(TIMEOUT):
            self.kill()
            raise AssertionError(f"The server said only: {self.output}")
        if found := re.search(r"(?:Open|For the proxy) .*:(\d+)/?\n", self.output):
            self.port = int(found.group(1))
        self.staff_password = self.printed_password or self.staff_password
        return self

    def _prepare(self) -> None:
        prepared = prepared_data()
        shutil.copytree(prepared / "static", self.data / "static")
        if "DATABASE_URL" not in self.environment:
            self.staff_password = (prepared / PASSWORD).read_text()
            copy_database(self.data)

    def get(self, path: str = "", **headers: str) -> Answer:
        with closing(HTTPConnection(self.host, self.port)) as connection:
            return ask(connection, f"/{path}", **headers)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        self.process.wait(TIMEOUT)
        self._reader.join(TIMEOUT)
        return self.process.returncode

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.is_running:
            # Only a process that ends by itself writes down which lines it has run. Killing it
            # saves 0.7 s a test.
            self.stop(signal.SIGTERM if IS_MEASURED else signal.SIGKILL)

    def _read(self, greeted: threading.Event) -> None:
        with self.process.stdout as lines:
            for line in lines:
                self.output += line
                if LAST_LINE in line:
                    greeted.set()
        greeted.set()


def printed_password(output: str) -> str:
    found = re.search(r"password: (\S+)", output)
    return found.group(1) if found else ""


def prepared_data() -> Path:
    return made_once("prepared", _prepare)


def _prepare(data: Path) -> None:
    data.mkdir()
    shutil.copy(migrated_database(), data)
    with Server(data, is_first=True) as server:
        assert server.stop() == 0
    (data / PASSWORD).write_text(server.staff_password)


def migrated_database() -> Path:
    return made_once("migrated", _migrate) / "games.sqlite3"


def _migrate(data: Path) -> None:
    data.mkdir()
    status, output = manage("migrate", data=data, timeout=None)
    assert status == 0, output


def copy_database(data: Path) -> Path:
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(prepared_data() / "games.sqlite3", data)
    return data


def game_id(address: str) -> str:
    return urlsplit(address).path.split("/")[2]


@contextmanager
def open_database(data: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(data / "games.sqlite3", timeout=20)) as database, database:
        yield database


def damage(data: Path, which: str) -> None:
    with open_database(data) as database:
        [size] = database.execute("PRAGMA page_size").fetchone()
        schema = database.execute(f"SELECT rootpage FROM sqlite_master WHERE {which}")  # noqa: S608
        pages = [page for [page] in schema]
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (data / "games.sqlite3").open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)


def popen(
    arguments: list[str], data: Path, program: tuple[str, ...] = MANAGE, **environment: str
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*program, *arguments],
        env=environment_of(data, **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=_accept_interrupts,
    )


def environment_of(data: Path, **settings: str) -> dict[str, str]:
    others = setting_names() | {"DJANGO_SETTINGS_MODULE"}
    inherited = {name: value for name, value in os.environ.items() if name not in others}
    environment = {**inherited, "DATA_DIR": str(data), "PYTHONUNBUFFERED": "1", **settings}
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        # Or each would compile the whole program, a quarter of the time until it is ready.
        environment["PYTHONPYCACHEPREFIX"] = str(run_folder() / "bytecode")
    return environment


def _accept_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@cache
def setting_names() -> set[str]:
    text = "".join(path.read_text() for path in (ROOT / "tictactoe_site").glob("*.py"))
    return set(re.findall(r'\benv\.\w+\(\s*"([A-Z_]+)"', text))


def manage(
    *arguments: str,
    data: Path,
    timeout: float | None = TIMEOUT,
    program: tuple[str, ...] = MANAGE,
    **environment: str,
) -> tuple[int, str]:
    with popen(list(arguments), data, program, **environment) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
        finally:
            process.kill()
    return process.returncode, output
