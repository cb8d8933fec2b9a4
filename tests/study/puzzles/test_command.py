from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.study.management.commands import puzzles as command
from games.study.puzzles import book
from tests.management.running import error_of, run_command


def make(folder: Path, *options: str) -> str:
    return run_command("puzzles", "make", "--folder", str(folder), *options)


def change(file: Path, **fields: object) -> None:
    """Write other values into the puzzle of a file."""
    file.write_text(json.dumps({**json.loads(file.read_text()), **fields}))


def test_it_makes_puzzles_and_adds_more_later(tmp_path: Path):
    assert make(tmp_path, "--count", "3") == "Added 3 puzzles on classic, which has 3 now.\n"
    first = book.read("classic", tmp_path)
    assert make(tmp_path, "--count", "2").endswith("which has 5 now.\n")
    puzzles = book.read("classic", tmp_path)
    assert puzzles[:3] == first
    assert len({puzzle.id for puzzle in puzzles}) == 5


def test_it_stops_where_there_are_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command, "MAX_FRUITLESS", 1)
    assert "Added 0 puzzles on 4x4, which has 0 now." in make(
        tmp_path, "--board", "4x4", "--count", "1", "--seconds", "0.000001"
    )


def test_it_proves_what_it_has_made_anew(tmp_path: Path):
    make(tmp_path, "--count", "4")
    lines = run_command("puzzles", "check", "--folder", str(tmp_path)).splitlines()
    assert lines[0].split()[:3] == ["classic", "4", "puzzles:"]
    assert lines[-1] == "All 4 puzzles are proven."


def test_it_refuses_a_puzzle_that_is_there_twice(tmp_path: Path):
    make(tmp_path, "--count", "1")
    book.add("classic", book.read("classic", tmp_path)[0], tmp_path)
    words = error_of("puzzles", "check", "--folder", str(tmp_path))
    assert words.endswith("is wrong: it is there twice.")


def test_it_refuses_a_puzzle_that_is_wrong(tmp_path: Path):
    make(tmp_path, "--count", "1")
    for field, reason in (
        ({"grade": 99}, "its grade is not the one of its depth and misses"),
        ({"moves": "b2-b2"}, "its moves are against the rules."),
    ):
        change(tmp_path / "classic.jsonl", **field)
        assert reason in error_of("puzzles", "check", "--folder", str(tmp_path))


def test_it_does_not_call_proven_what_is_not_there(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    for path in (tmp_path / "none", tmp_path / "empty", tmp_path / "file"):
        words = error_of("puzzles", "check", "--folder", str(path))
        assert words == f"There are no puzzles in {path}."


def test_it_refuses_a_file_of_something_else(tmp_path: Path):
    file = tmp_path / "classic.jsonl"
    for line in (b'{"id":', b"[]", b'{"id": "1"}', b"[" * 50_000, b"\xff"):
        file.write_bytes(line)
        words = f"{file} is no text." if line == b"\xff" else f"Line 1 of {file} is no puzzle."
        for action in ("make", "check"):
            assert error_of("puzzles", action, "--folder", str(tmp_path)) == words, line[:9]


def test_it_refuses_a_puzzle_with_a_field_that_is_none(tmp_path: Path):
    make(tmp_path, "--count", "1")
    file = tmp_path / "classic.jsonl"
    whole = file.read_text()
    for field in (
        {"misses": {"easy": float("inf")}},
        {"grade": []},
        {"moves": 3},
        {"line": "z9"},
        {"goal": "a win"},
        {"others": {"loss soon": "b2"}},
    ):
        file.write_text(whole)
        change(file, **field)
        words = error_of("puzzles", "check", "--folder", str(tmp_path))
        assert words == f"Line 1 of {file} is no puzzle.", field


def test_it_says_why_it_cannot_read_or_write(tmp_path: Path):
    (tmp_path / "classic.jsonl").mkdir()
    words = error_of("puzzles", "check", "--folder", str(tmp_path))
    assert words == f"Cannot read {tmp_path / 'classic.jsonl'}: Is a directory."
    (tmp_path / "file").touch()
    words = error_of("puzzles", "make", "--count", "1", "--folder", str(tmp_path / "file"))
    assert words == f"Cannot write to {tmp_path / 'file' / 'classic.jsonl'}: File exists."


def test_it_does_not_call_proven_what_it_had_what_it_had_no_time_for(tmp_path: Path):
    book.add("gomoku", book.read("gomoku")[0], tmp_path)
    words = error_of("puzzles", "check", "--folder", str(tmp_path), "--seconds", "0.0001")
    assert "was not proven in 0.0001 seconds" in words
