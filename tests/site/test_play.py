"""Runs ``manage.py play`` as a process."""

from __future__ import annotations

import re
import shutil
import signal
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.processes import wait_until
from tests.server import (
    PASSWORD,
    ROOT,
    Server,
    copy_database,
    damage,
    manage,
    open_database,
    prepared_data,
)
from tests.visitor import Visitor
from tictactoe_site.environment import lan_address
from tictactoe_site.preparation import LOCK


def readable_for_others(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.stat().st_mode & 0o077]


def test_it_prepares_everything_says_where_it_is_and_stops_cleanly(tmp_path: Path):
    data = tmp_path / "new" / "data"
    with Server(data, is_first=True) as server:
        assert f"Open           {server.url}" in server.output
        assert f"{server.url}admin/" in server.output
        assert "Play a friend" in server.get().text
        assert server.printed_password
        wait_until((data / "games.sqlite3-wal").exists)
        assert readable_for_others(data) == []
        assert data.stat().st_mode & 0o777 == 0o700
        assert server.stop(signal.SIGINT) == 0
        assert "Every game is kept" in server.output
        assert "Traceback" not in server.output
        with open_database(data) as database:
            assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_behind_a_proxy_it_says_where_the_site_is_and_where_it_listens(tmp_path: Path):
    production = {"PRODUCTION": "1", "SECRET_KEY": "k" * 50, "ALLOWED_HOSTS": "a.example,b.example"}
    with Server(tmp_path, **production) as server:
        assert "Open           https://a.example/\n" in server.output
        assert "Admin          https://a.example/admin/\n" in server.output
        assert f"For the proxy  127.0.0.1:{server.port}\n" in server.output
        assert "http://" not in server.output


def test_it_ends_although_visitors_ask_for_pages_and_leave(server: Server):
    request = b"GET /learn/mistakes/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as stack:
        address = server.host, server.port
        visitors = [stack.enter_context(socket.create_connection(address)) for _ in range(60)]
        for visitor in visitors:
            visitor.sendall(request)
        visitors[0].recv(1)
        for visitor in visitors[::2]:
            visitor.close()
        assert server.stop() == 0


def test_a_second_start_keeps_everything_and_the_password_to_itself(tmp_path: Path):
    with Server(tmp_path) as server:
        secret = (tmp_path / "secret_key").read_text()
        assert server.stop(signal.SIGTERM) == 0  # immediately after it has printed its address
        server.start()
        assert server.printed_password == ""
        assert "changepassword staff" in server.output
        assert (tmp_path / "secret_key").read_text() == secret
        with open_database(tmp_path) as database:
            assert database.execute("SELECT COUNT(*) FROM auth_user").fetchone() == (1,)
        assert server.stop() == 0


@pytest.mark.parametrize("change", ["delete", "replace"])
def test_the_server_stops_when_its_database_is_gone(tmp_path: Path, change: str):
    with Server(tmp_path) as server:
        path = tmp_path / "games.sqlite3"
        if change == "delete":
            path.unlink()
        else:
            copy = tmp_path / "copy"
            copy.write_bytes(path.read_bytes())
            copy.replace(path)
        assert server.wait() == 1
        assert f"The database {path} was deleted or replaced" in server.output
        assert "Every game is kept" not in server.output
        assert "Traceback" not in server.output


def test_only_their_owner_reads_data_that_others_could(tmp_path: Path):
    data = shutil.copytree(prepared_data(), tmp_path / "data")
    for name in (PASSWORD, LOCK):
        (data / name).unlink()
    for path in (data, *data.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Server(data):
        wait_until((data / "games.sqlite3-wal").exists)
        assert readable_for_others(data) == ["static"]  # out of reach in a closed folder
        assert data.stat().st_mode & 0o777 == 0o700


def test_the_server_closes_stale_games_by_itself(tmp_path: Path):
    def is_closed() -> bool:
        with open_database(tmp_path) as database:
            return database.execute("SELECT status FROM games_game").fetchone() == ("closed",)

    with Server(tmp_path) as server:
        game_id = Visitor().start(server, opponent="friend")
        server.stop()
        with open_database(tmp_path) as database:
            database.execute("UPDATE games_game SET touched_at = '2000-01-01'")
        server.start()
        wait_until(is_closed)
        page = server.get(f"g/{game_id}/").text
        assert "Nobody came, so this invitation is closed." in page
        assert "Start a game of your own" in page


def test_the_host_it_listens_on_is_served(tmp_path: Path):
    with Server(tmp_path, host="127.0.0.2") as server:
        assert f"Open           {server.url}" in server.output
        assert "Play a friend" in server.get().text


def test_a_friends_link_leads_to_an_address_that_others_can_reach(tmp_path: Path):
    with Server(tmp_path, host="0.0.0.0") as server:  # noqa: S104 - as play does by itself
        address = re.search(r"Other devices\s+(\S+)", server.output)
        visitor, server.host = Visitor(), "127.0.0.1"
        game_id = visitor.start(server, opponent="friend")
        page = visitor.page(server, f"g/{game_id}/")
        link = re.search(r'id="link" value="(\S+)"', page)
        assert link
        if lan := lan_address():
            assert address
            assert link.group(1).startswith(address.group(1))
            server.host = lan
            assert link.group(1).startswith(f"{server.url}g/{game_id}/")
            assert "invites you" in server.get(f"g/{game_id}/").text


def test_other_hosts_are_not_served(server: Server):
    before = len(server.output)
    assert server.get(Host="evil.example").status == 400
    assert server.stop() == 0
    assert "Traceback" not in server.output[before:]


def one_sentence(output: str) -> str:
    """Check that a failed start has printed one paragraph and no traceback, and return it."""
    assert "Traceback" not in output
    assert len(output.strip().splitlines()) == 1
    return output


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, output = manage("play", "--host", "127.0.0.1", "--port", str(port), data=tmp_path)
    assert status == 2
    assert f"port {port}: Address already in use. Choose another port" in one_sentence(output)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "0 to 65535"),
        (
            ["--host", "203.0.113.7", "--port", "0"],
            r"Cannot listen on 203.0.113.7, port 0: [A-Z][a-z -]+[a-z]\. Choose .* another host",
        ),
    ],
)
def test_an_address_that_cannot_be_is_said_in_a_sentence(tmp_path: Path, arguments, sentence: str):
    status, output = manage("play", *arguments, data=tmp_path)
    assert status == 2
    assert re.search(sentence, one_sentence(output))


def test_an_unwritable_folder_is_said_in_a_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    status, output = manage("play", "--port", "0", data=tmp_path / "file" / "data")
    assert status == 1
    assert "Cannot write to the data folder" in one_sentence(output)


def test_a_damaged_database_is_explained_in_a_sentence(tmp_path: Path):
    path = copy_database(tmp_path) / "games.sqlite3"
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    status, output = manage("play", "--port", "0", data=tmp_path)
    assert status == 1
    sentence = "is damaged: database disk image is malformed. Put a backup in its place"
    assert sentence in one_sentence(output)


def test_damage_in_the_middle_is_said_to_visitors_and_once_in_the_log(tmp_path: Path):
    damage(copy_database(tmp_path), "tbl_name = 'games_game'")
    with Server(tmp_path) as server:
        for _ in range(2):
            page = server.get("g/abc2345678/")
            assert page.status == 503
            assert "The file in which the games are kept is damaged." in page.text
        assert server.stop() == 0
    assert server.output.count("The database is damaged: database disk image is malformed.") == 1
    assert "Traceback" not in server.output
    assert "Every game is kept" not in server.output


def test_a_database_of_a_newer_version_is_said_in_a_sentence(tmp_path: Path):
    copy_database(tmp_path)
    with open_database(tmp_path) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('games', '9999_later', '2100-01-01')"
        )
    status, output = manage("play", "--port", "0", data=tmp_path)
    assert status == 1
    assert "newer version of the game. Update the game, or name" in one_sentence(output)
    [newest] = MigrationLoader(None).graph.leaf_nodes("games")
    copy = tmp_path / f"games.sqlite3.at-{newest[1][:4]}"
    copy.touch()
    _, output = manage("play", "--port", "0", data=tmp_path)
    assert f"Update the game, put the copy {copy} in its place, or" in one_sentence(output)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"PRODUCTION": "1"}, "SECRET_KEY must have at least 32 characters"),
        ({"PRODUCTION": "1", "SECRET_KEY": "k" * 50}, "ALLOWED_HOSTS must be set"),
        ({"PRODUCTION": "1", "SECRET_KEY": "…"}, "SECRET_KEY must have at least 32 characters"),
        (
            {"PRODUCTION": "1", "SECRET_KEY": "k" * 50, "ALLOWED_HOSTS": "a.example", "DEBUG": "1"},
            "DEBUG must be off",
        ),
        ({"STATIC_ROOT": str(ROOT / "static")}, "STATIC_ROOT must be a folder of its own"),
        ({"DEBUG": "maybe"}, "\"DEBUG\" invalid: It must be 1 or 0, not 'maybe'."),
        ({"HSTS_PRELOAD": "1"}, "HSTS_PRELOAD needs HSTS_SUBDOMAINS"),
        ({"DATABSE_URL": "x"}, "no setting DATABSE_URL. Did you mean DATABASE_URL?"),
    ],
)
def test_wrong_settings_are_said_in_a_sentence(tmp_path: Path, environment, sentence: str):
    status, output = manage("play", "--port", "0", data=tmp_path, **environment)
    assert status == 1
    assert sentence in one_sentence(output)


def test_production_is_secure(tmp_path: Path):
    secret = "a-long-secret-of-many-different-characters-1234567890"
    production = {"PRODUCTION": "1", "SECRET_KEY": secret, "ALLOWED_HOSTS": "example.org"}
    command = ("check", "--deploy", "--fail-level=WARNING")
    status, output = manage(*command, data=tmp_path, **production)
    assert (status, "no issues" in output) == (0, True), output
