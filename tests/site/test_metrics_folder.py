"""The folders in which server processes count, of two parents with one data folder."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import wait_until
from tictactoe_site.metrics_folder import NAME, MetricsFolder
from tictactoe_site.preparation import CannotPrepare

# Makes a folder, and lives until it is killed.
PARENT = """
import sys, time
from pathlib import Path
from tictactoe_site.metrics_folder import MetricsFolder
MetricsFolder(Path(sys.argv[1]))
time.sleep(600)
"""


def folders(data: Path) -> set[Path]:
    return {path for path in (data / NAME).iterdir() if path.is_dir()}


def test_two_parents_leave_each_other_alone(tmp_path: Path):
    one, two = MetricsFolder(tmp_path), MetricsFolder(tmp_path)
    assert folders(tmp_path) == {one.path, two.path}
    assert all(path.stat().st_mode & 0o777 == 0o700 for path in (tmp_path / NAME, one.path))
    one.remove()
    assert folders(tmp_path) == {two.path}
    two.remove()


def test_what_a_parent_that_was_killed_has_left_is_removed(tmp_path: Path):
    with subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path)]) as parent:
        wait_until(lambda: (tmp_path / NAME).exists() and folders(tmp_path))
        [left] = folders(tmp_path)
        parent.send_signal(signal.SIGKILL)
    folder = MetricsFolder(tmp_path)
    assert folders(tmp_path) == {folder.path} != {left}
    folder.remove()


def test_what_is_no_folder_is_refused_in_a_sentence(tmp_path: Path):
    (tmp_path / NAME).touch()
    with pytest.raises(CannotPrepare, match=r"Cannot write to the folder .*metrics \(File exists"):
        MetricsFolder(tmp_path)
