import socket
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from zipfile import ZipFile

import pytest

from games.ops.program import version
from tests import wheel
from tests.game_pages import Page
from tests.server import ROOT, Server, copy_database, manage
from tests.visitor import Visitor

pytestmark = [pytest.mark.sqlite, pytest.mark.xdist_group("wheel")]  # one worker installs it
TAKEN = "8000: Address already in use. Choose another port with 'tictactoe-site play --port'"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str]:
    return (str(wheel.install(tmp_path_factory.mktemp("installed"), "--no-compile", str(built))),)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"DATA_DIR": "", "XDG_DATA_HOME": str(tmp_path), "UV": ""}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tictactoe-site"


async def play_to_the_end(server: Server, visitor: Visitor, page: Page) -> None:
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


def test_it_brings_what_operators_need(built: Path):
    names = set(ZipFile(built).namelist())
    for path in (ROOT / "tictactoe_site/deploy").rglob("*"):
        assert path.is_dir() or str(path.relative_to(ROOT)) in names


async def test_a_game_is_played_by_form_and_socket_and_kept(program, home, data: Path):
    copy_database(data)
    with Server(data, program=program, is_first=True, **home) as server:
        visitor = Visitor()
        # On 4x4 a process searches for the computer's moves.
        choices = {"opponent": "computer", "level": "easy", "board": "4x4", "side": "X"}
        game_id = visitor.start(server, **choices)
        [session] = [each for each in visitor.cookies if each.name.startswith("session_")]
        page = Page(game_id, f"{session.name}={session.value}", server)
        await page.open()
        await play_to_the_end(server, visitor, page)
        page.close()
        assert server.stop() == 0
        assert "Traceback" not in server.output
        server.start()
        assert visitor.state(server, game_id)["moves"] == page.state["moves"]
        assert "Forgot the staff password? tictactoe-site changepassword staff" in server.output
        assert {each.name for each in data.parent.iterdir()} == {data.name}


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
