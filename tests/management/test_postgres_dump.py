import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.ops import backups
from tests import postgres_server
from tests.full_disk import full_disk
from tests.server import manage

pytestmark = pytest.mark.sqlite  # these tests bring the database themselves
WITH_PROGRAMS = f"{postgres_server.programs()}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres_server.new_database(is_empty=False) as url:
        yield url


def backup(*arguments: str, data: Path, url: str) -> tuple[int, str]:
    return manage("backup", *arguments, data=data, DATABASE_URL=url, PATH=WITH_PROGRAMS)


@pytest.fixture
def copy(database: str, tmp_path: Path) -> Path:
    folder, data = tmp_path / "copies", tmp_path / "data"
    folder.mkdir()
    data.mkdir()
    status, output = backup(str(folder), data=data, url=database)
    assert (status, "tables, checked." in output) == (0, True), output
    assert (data / backups.STAMP).exists()
    [file] = folder.iterdir()
    return file


def test_a_copy_is_for_its_owner_only_and_can_be_checked(copy: Path, tmp_path: Path):
    assert copy.suffix == ".dump"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert backup("--check", str(copy), data=tmp_path, url="")[0] == 0
    content = copy.read_bytes()
    copy.write_bytes(content[: len(content) * 3 // 4])
    status, output = backup("--check", str(copy), data=tmp_path, url="")
    assert (status, "is of no use as a database: " in output) == (1, True), output


def test_a_copy_that_fails_leaves_the_one_before(copy: Path, database: str, tmp_path: Path):
    before = copy.read_bytes()
    with full_disk(64 * 1024):
        status, output = backup("--replace", str(copy), data=tmp_path, url=database)
    assert (status, len(output.splitlines())) == (1, 1), output
    assert f"Cannot copy the database to {copy}: " in output
    with postgres_server.new_database() as empty:
        status, output = backup("--replace", str(copy), data=tmp_path, url=empty)
    assert (status, "it is no database of this game" in output) == (1, True), output
    assert copy.read_bytes() == before
    assert list(copy.parent.iterdir()) == [copy]
    assert not (tmp_path / backups.STAMP).exists()


def test_without_its_programs_the_command_for_elsewhere_is_shown(tmp_path: Path):
    url = "postgres://ann:se:cret@/play?host=/run/postgresql&port=5433"
    status, output = manage("backup", "my copy", data=tmp_path, DATABASE_URL=url, PATH="")
    assert status == 2
    command = "pg_dump -U ann -h /run/postgresql -p 5433 --format=custom '--file=my copy' play"
    assert command in output
    assert "cret" not in output
