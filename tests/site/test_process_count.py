"""How many server processes ``manage.py play`` starts, and what it does not take."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from tictactoe_site.management.commands import play


@pytest.mark.parametrize(
    ("processes", "sentence"),
    [
        ("2", "Several server processes need REDIS_URL"),
        ("0", "--processes takes a number from 1 to 64, or auto, not '0'."),
        ("many", "--processes takes a number from 1 to 64, or auto, not 'many'."),
    ],
)
def test_a_number_that_cannot_be_is_said_in_a_sentence(settings, processes: str, sentence: str):
    settings.REDIS_URL = ""
    with pytest.raises(CommandError) as error:
        call_command("play", processes=processes)
    assert sentence in str(error.value)
    assert error.value.returncode == 2


@pytest.mark.parametrize(("cores", "processes"), [(1, 2), (4, 4), (96, 64)])
def test_there_are_as_many_processes_as_cores(settings, monkeypatch, cores: int, processes: int):
    settings.REDIS_URL = "redis://127.0.0.1"
    monkeypatch.setattr(play, "usable_cores", lambda: cores)
    assert play._read_count("auto") == processes
