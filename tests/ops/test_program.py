"""What the program says of itself."""

from __future__ import annotations

import re
import sys
from importlib import metadata

import pytest

from games.ops import program


def test_a_checkout_has_the_version_that_it_would_be_installed_with(monkeypatch):
    assert re.fullmatch(r"\d+\.\d+\.\d+", program.version())
    monkeypatch.setattr(program, "IS_CHECKOUT", False)
    assert program.version.__wrapped__() == metadata.version(program.PACKAGE)


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
