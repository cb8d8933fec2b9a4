from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.people.management.commands import openings as command
from games.people.openings import book
from games.people.openings.generator import Evidence
from tests.management.running import run_command


def make(folder: Path, *options: str) -> str:
    return run_command(
        *("openings", "make", "--folder", str(folder), "--board", "5x5"),
        *("--seconds", "120", *options),
    )


def check(folder: Path, *options: str) -> str:
    return run_command("openings", "check", "--folder", str(folder), "--board", "5x5", *options)


def error_of(folder: Path, *options: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command(
            *("openings", "check", "--folder", str(folder), "--board", "5x5"),
            *("--seconds", "120", *options),
        )
    return str(refused.value)


def test_it_makes_openings_adds_more_and_proves_them_anew(tmp_path: Path):
    assert make(tmp_path, "--count", "1") == "Openings on 5x5 now: 1\n"
    first = book.read("5x5", tmp_path)
    assert make(tmp_path, "--count", "1") == "Openings on 5x5 now: 2\n"
    assert book.read("5x5", tmp_path)[:1] == first
    assert check(tmp_path, "--seconds", "120").endswith(" 2 openings: 2 proven to be drawn\n")


def test_it_stops_where_it_finds_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command, "MAX_FRUITLESS", 3)
    assert "now: 0" in make(tmp_path, "--seconds", "0.000001")


def test_it_refuses_one_that_is_wrong_or_there_twice(tmp_path: Path):
    book.add("5x5", book.read("5x5")[0], tmp_path)
    file = tmp_path / "5x5.jsonl"
    line = file.read_text()
    file.write_text(line * 2)
    assert error_of(tmp_path).endswith("is wrong: it is there twice.")
    for change, reason in (
        ({"moves": "a1-b1-a2"}, "it has another number of moves"),
        ({"moves": "a1-a1-a2-a3"}, "its moves are against the rules"),
        ({"moves": "b3-a1-c3-a2"}, "it is not even, or not sharp"),
        ({"holding": 1000}, "what it says of its position"),
    ):
        file.write_text(json.dumps({**json.loads(line), **change}))
        assert reason in error_of(tmp_path)
    file.write_text("[")
    assert "is no file of openings" in error_of(tmp_path)


def test_it_says_what_it_cannot_prove_in_time(tmp_path: Path):
    opening = next(each for each in book.read("connect-four") if each.proof is Evidence.EXTERNAL)
    book.add("connect-four", opening, tmp_path)
    words = run_command(
        *("openings", "check", "--folder", str(tmp_path), "--board", "connect-four"),
        *("--seconds", "0.01"),
    )
    assert "1 not proven in 0.01 seconds (by the file: external)" in words
