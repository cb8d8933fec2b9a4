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
    ("used", "uv", "said"),
    [
        ("manage.py", "", "manage.py migrate"),
        ("/checkout/manage.py", "/bin/uv", "manage.py migrate"),
        ("/home/anna/.local/bin/tictactoe-site", "", "tictactoe-site migrate"),
        ("/home/anna/.cache/uv/bin/tictactoe-site", "/bin/uv", "uvx tictactoe-site migrate"),
    ],
)
def test_sentences_name_the_command_that_was_used(monkeypatch, used: str, uv: str, said: str):
    monkeypatch.setattr(sys, "argv", [used, "play"])
    monkeypatch.setenv("UV", uv)
    assert program.command("migrate") == said
