"""The wheel is the whole program, installed where there is no checkout.

This takes half a minute, as pip builds the wheel and installs it with all that it needs.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path

import pytest

from games.ops.program import version
from tests import history, wheel
from tests.game_pages import Page
from tests.server import Server, copy_database, manage, open_database
from tests.visitor import Visitor

pytestmark = [pytest.mark.sqlite, pytest.mark.xdist_group("wheel")]  # one worker installs it
TAKEN = "8000: Address already in use. Choose another port with 'tictactoe-site play --port'"
ELSEWHERE = "name another folder: DATA_DIR=FOLDER tictactoe-site play"
NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999', '2100-01-01')"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str]:
    return (str(wheel.install(tmp_path_factory.mktemp("installed"), str(built))),)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The settings of somebody who has set nothing."""
    return {"DATA_DIR": "", "XDG_DATA_HOME": str(tmp_path), "UV": ""}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tictactoe-site"


async def play_to_the_end(server: Server, visitor: Visitor, page: Page) -> None:
    """Play against the computer, by form and by socket in turn."""
    for is_by_form in cycle((True, False)):
        ply, cell = page.state["ply"], page.state["cells"].index(".")
        if is_by_form:
            visitor.move(server, page.game_id, ply=ply, cell=cell)
        else:
            await page.send(type="move", id=f"m{ply}", ply=ply, cell=cell)
        while page.state["status"] == "playing" and page.state["ply"] < ply + 2:
            await page.receive(type="state")
        if page.state["status"] != "playing":
            return


async def test_a_game_is_played_by_form_and_socket_and_kept(program, home, data: Path):
    with Server(data, program=program, is_first=True, **home) as server:
        visitor = Visitor()
        # On 4x4 a process searches for the computer's moves.
        choices = {"opponent": "computer", "level": "easy", "board": "4x4", "side": "X"}
        game_id = visitor.start(server, **choices)
        [session] = [each for each in visitor.cookies if each.name == "session"]
        page = Page(game_id, f"session={session.value}", server)
        await page.open()
        await play_to_the_end(server, visitor, page)
        page.close()
        assert server.stop() == 0
        assert "Traceback" not in server.output
        server.start()
        assert visitor.state(server, game_id)["moves"] == page.state["moves"]
        assert "Forgot the staff password? tictactoe-site changepassword staff" in server.output
        assert {each.name for each in data.parent.iterdir()} == {data.name}
        # The wheel has brought its static files as they are here.
        [brought] = Path(program[0]).parents[1].rglob("resources/collected/fingerprint")
        assert (data / "static/fingerprint").read_text() == brought.read_text()


def test_an_upgrade_keeps_a_game_and_its_seat(program, home, built, data: Path, tmp_path: Path):
    before = wheel.build(
        tmp_path / "wheels", history.unpack(history.wheel_before(), tmp_path / "source")
    )
    ann, path = Visitor(), Path(program[0])
    try:
        wheel.replace(path, by=before)
        with Server(data, program=program, is_first=True, **home) as server:
            game_id = ann.start(server, opponent="device")
            ann.move(server, game_id, ply=0, cell=0)
            server.stop()
            wheel.replace(path, by=built)
            server.start()
            assert "Copied the database before it is migrated" in server.output
            assert ann.state(server, game_id)["ply"] == 1
            ann.move(server, game_id, ply=1, cell=1)
    finally:
        wheel.replace(path, by=built)


def test_its_version_is_that_of_the_game(program, home, tmp_path: Path):
    for arguments in (["--version"], ["play", "--version"]):
        said = manage(*arguments, data=tmp_path, program=program, **home)
        assert said == (0, f"tictactoe-site {version()}\n")


def test_without_arguments_it_plays(program, home, tmp_path: Path):
    with ExitStack() as stack:
        with suppress(OSError):  # somebody else has the port, which is as well
            stack.enter_context(socket.create_server(("", 8000)))
        status, output = manage(data=tmp_path, program=program, **home)
    assert (status, TAKEN in output) == (2, True), output


def test_a_data_folder_that_cannot_be_written_is_named(program, home, data: Path):
    data.touch()
    status, output = manage("play", "--port", "0", data=data, program=program, **home)
    assert (status, f"Cannot write to the data folder {data}" in output) == (1, True), output
    assert ELSEWHERE in output


def test_a_database_that_is_not_there_is_made_by_its_own_command(program, home, data: Path):
    status, output = manage("tidy", data=data, program=program, **home)
    assert (status, "'tictactoe-site prepare' makes it" in output) == (1, True), output


def test_a_newer_database_is_left_alone(program, home, data: Path):
    with open_database(copy_database(data)) as database:
        database.execute(NEWER)
    status, output = manage("play", "--port", "0", data=data, program=program, **home)
    assert (status, "made by a newer version" in output) == (1, True), output
    assert ELSEWHERE in output


@pytest.mark.parametrize("arguments", [("draw_images",), ("puzzles", "make")])
def test_its_own_files_are_not_written(program, home, tmp_path: Path, arguments: tuple[str, ...]):
    status, output = manage(*arguments, data=tmp_path, program=program, **home)
    assert (status, "name a folder with --folder" in output) == (2, True), output
