"""What the program says of itself."""

from __future__ import annotations

import sys
from importlib import metadata

import pytest

from games.ops import program


def test_a_program_that_is_not_installed_has_no_version(monkeypatch: pytest.MonkeyPatch):
    assert program.version() == metadata.version(program.PACKAGE)
    monkeypatch.setattr(program, "PACKAGE", "no-such-package")
    assert program.version.__wrapped__() == "unknown"


@pytest.mark.parametrize(
    ("used", "said"),
    [
        ("manage.py", "manage.py migrate"),
        ("/checkout/manage.py", "manage.py migrate"),
        ("/home/anna/.local/bin/tictactoe-site", "tictactoe-site migrate"),
    ],
)
def test_sentences_name_the_command_that_was_used(monkeypatch, used: str, said: str):
    monkeypatch.setattr(sys, "argv", [used, "play"])
    assert program.command("migrate") == said
