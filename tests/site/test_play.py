import re
import signal
import socket
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.management import CommandError

from tests.processes import wait_until
from tests.server import ROOT, TIMEOUT, Server, copy_database, damage, manage, open_database
from tests.visitor import Visitor
from tictactoe_site.serving import lan_address, open_port


def readable_for_others(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.stat().st_mode & 0o077]


def test_it_prepares_everything_says_where_it_is_and_stops_cleanly(tmp_path: Path):
    data = tmp_path / "new" / "#1?a=b [*] 100%41 ä:"  # whatever signs its path has
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
        secret = (data / "secret_key").read_text()
        server.start()
        assert server.printed_password == ""
        assert "changepassword staff" in server.output
        assert (data / "secret_key").read_text() == secret
        with open_database(data) as database:
            assert database.execute("SELECT COUNT(*) FROM auth_user").fetchone() == (1,)
        status, output = manage("play", "--port", "0", data=data)
        assert status == 1
        assert "Another server uses the same database." in one_sentence(output)
        assert server.stop(signal.SIGTERM) == 0
    assert list(data.parent.iterdir()) == [data]


def test_a_site_with_names_says_where_it_is_and_listens_and_tells_systemd(tmp_path: Path):
    production = {**PRODUCTION, "ALLOWED_HOSTS": "a.example,b.example"}
    # The address of a socket may not be as long as that of a test's own folder.
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(production.setdefault("NOTIFY_SOCKET", f"{folder}/notify"))
        told.settimeout(TIMEOUT)
        with Server(tmp_path, **production) as server:
            assert told.recv(100) == b"READY=1"
            assert server.get(Host="[::1]").status == 400
            server.host = "127.0.0.2"
            with pytest.raises(ConnectionRefusedError):
                server.get()
    assert "Open           https://a.example/\n" in server.output
    assert "Admin          https://a.example/admin/\n" in server.output
    assert f"For the proxy  127.0.0.1:{server.port}\n" in server.output
    assert "http://" not in server.output


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


def test_every_address_of_the_machine_is_served_and_a_link_names_one_for_others(tmp_path: Path):
    with Server(tmp_path, host="::") as server:
        address = re.search(r"Other devices\s+(\S+)", server.output)
        for host in ("127.0.0.3", "127.0.0.4"):
            server.host = host
            assert server.get(Host="127.0.0.5").status == 400
            assert "Play a friend" in server.get().text
            visitor = Visitor()
            game_id = visitor.start(server, opponent="device")
            visitor.move(server, game_id, ply=0, cell=4)
            assert visitor.state(server, game_id)["ply"] == 1
        server.host = "127.0.0.1"
        visitor = Visitor()
        game_id = visitor.start(server, opponent="friend")
        link = re.search(r'id="link" value="(\S+)"', visitor.page(server, f"g/{game_id}/"))
        assert link
        if lan := lan_address():
            server.host = lan
            assert link.group(1).startswith(address.group(1))
            assert link.group(1).startswith(f"{server.url}g/{game_id}/")
            assert "invites you" in server.get(f"g/{game_id}/").text


def test_other_hosts_are_not_served_and_the_log_says_once_what_to_do(server: Server):
    before = len(server.output)
    for _ in range(2):
        page = server.get(Host="evil.example")
        assert page.status == 400
        assert "add the address to ALLOWED_HOSTS" in page.text
    # It ends although visitors ask for pages and leave.
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
    output = server.output[before:]
    assert "Traceback" not in output
    assert output.count("The site was asked for as 'evil.example'") == 1


def one_sentence(output: str) -> str:
    assert "Traceback" not in output
    assert len(output.strip().splitlines()) == 1
    return output


def test_options_alone_are_those_of_play(tmp_path: Path):
    status, output = manage("--port", "70000", data=tmp_path)
    assert status == 2
    assert "0 to 65535" in one_sentence(output)
    assert not (tmp_path / "secret_key").exists()


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


PRODUCTION = {"PRODUCTION": "1", "SECRET_KEY": "0123456789" * 5, "ALLOWED_HOSTS": "a.example"}


def test_what_is_not_safe_is_not_started_in_production(tmp_path: Path):
    wrong = {"SECRET_KEY": "", "ALLOWED_HOSTS": "", "DEBUG": "1"}
    status, output = manage("play", "--port", "0", data=tmp_path, **PRODUCTION | wrong)
    assert (status, "Traceback" in output) == (1, False), output
    assert "Your SECRET_KEY has less than 50 characters" in output
    assert "ALLOWED_HOSTS must not be empty" in output
    assert "You should not have DEBUG set to True" in output
    assert not any(tmp_path.iterdir())


def test_a_wrong_setting_is_said_in_a_sentence(tmp_path: Path):
    wrong = {"STATIC_ROOT": str(ROOT / "static")}
    status, output = manage("play", "--port", "0", data=tmp_path, **wrong)
    assert status == 1
    assert "STATIC_ROOT must be a folder of its own" in one_sentence(output)
    status, output = manage("play", data=tmp_path, DATABSE_URL="x")
    assert (status, "Did you mean DATABASE_URL?" in one_sentence(output)) == (1, True)


def test_a_port_or_a_host_that_cannot_be_used_is_said_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port}: Address already in use. Choose"):
            open_port("127.0.0.1", port)
    sentence = r"Cannot listen on 203.0.113.7, port 0: [A-Z][a-z -]+[a-z]\. Choose .* another host"
    with pytest.raises(CommandError, match=sentence):
        open_port("203.0.113.7", 0)
