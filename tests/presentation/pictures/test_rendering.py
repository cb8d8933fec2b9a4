from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from threading import Thread

import pytest
from PIL import Image, ImageSequence

from games.engine import Board
from games.engine.presets import BOARDS
from games.presentation.pictures import rendering, svg
from games.presentation.pictures.rendering import RASTERIZER
from games.presentation.pictures.svg import PictureJob
from games.protocol import Snapshot
from tests.playing import X_WINS

MOST_BYTES = 600_000  # for the animation of the longest game


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


def test_a_card_is_a_png_of_the_size_that_sites_ask_for(snapshot_of):
    image = opened(rendering.render(svg.game_card(snapshot_of(*X_WINS))))
    assert (image.format, image.size) == ("PNG", (1200, 630))


def test_a_animation_has_a_frame_for_the_empty_board_and_each_move(snapshot_of):
    image = opened(rendering.render(svg.animation(snapshot_of(*X_WINS))))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]
    assert (image.format, len(frames), image.info["loop"]) == ("GIF", 6, 0)
    assert frames[0].getpixel((16 + 80, 56 + 80)) != frames[1].getpixel((16 + 80, 56 + 80))


def test_what_a_frame_leaves_as_it_was_looks_as_it_was(snapshot_of):
    job = svg.animation(snapshot_of(*X_WINS))
    animation = opened(rendering.render(job))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]
    first, second = (tuple(cell) for cell in job.cells[:2])
    assert frames[1].crop(second).tobytes() == frames[0].crop(second).tobytes()
    assert frames[3].crop(first).tobytes() == frames[2].crop(first).tobytes()


def test_the_animation_of_the_longest_game_stays_small(longest_game: Snapshot):
    animation = rendering.render(svg.animation(longest_game))
    assert opened(animation).n_frames == 226
    assert len(animation) < MOST_BYTES


def test_a_animation_without_moves_shows_how_it_ended(snapshot_of):
    game = snapshot_of()
    game["outcome"] = {"winner": "X", "reason": "resigned", "line": []}
    assert opened(rendering.render(svg.animation(game))).n_frames == 1


def test_a_rasterizer_that_takes_too_long_is_killed(snapshot_of, monkeypatch):
    monkeypatch.setattr(rendering, "LIMIT", 0.01)
    with pytest.raises(rendering.RenderingFailed):
        rendering.render(svg.game_card(snapshot_of()))


def test_pictures_are_drawn_at_a_lower_priority_than_the_server(snapshot_of):
    """By the rasterizer as it is started, which then says its own priority."""
    say = f"import os, runpy; runpy.run_path({str(RASTERIZER)!r}, run_name='__main__')"
    say += "; os.write(2, str(os.nice(0)).encode())"
    job = svg.game_card(snapshot_of()).to_json().encode()
    done = subprocess.run([sys.executable, "-c", say], input=job, capture_output=True, check=True)
    assert int(done.stderr) > os.nice(0)


def test_what_cannot_be_drawn_is_an_error_of_its_own():
    with pytest.raises(rendering.RenderingFailed):
        rendering.render(PictureJob(["<svg"]))


def test_only_so_many_wait_for_a_picture(monkeypatch):
    monkeypatch.setattr(rendering, "PATIENCE", 0.05)
    refused = []

    def wait() -> None:
        try:
            with rendering.Turn():
                refused.append(False)
        except rendering.TooManyWaiting:
            refused.append(True)

    with rendering.Turn():
        threads = [Thread(target=wait) for _ in range(rendering.WAITING + 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert refused == [True] * len(threads)
    wait()
    assert refused[-1] is False


@pytest.fixture
def longest_game() -> Snapshot:
    """A game of gomoku in which the board gets full: pairs of rows that end no line."""
    variant = BOARDS["gomoku"].variant
    x, o = ([c for c in range(225) if (c // 30 + c % 15) % 2 == n] for n in (0, 1))
    board, moves = Board(variant), [c for pair in zip(x, o, strict=False) for c in pair] + x[-1:]
    for cell in moves:
        board = board.play(cell)
    outcome = board.outcome()
    assert outcome
    return {
        "variant": str(variant),
        "ply": len(moves),
        "cells": board.cells,
        "landing": None,
        "turn": "O",
        "status": "finished",
        "outcome": {"winner": None, "reason": "full", "line": []},
        "seats": {
            "X": {"name": "Alice", "level": None, "has_account": False},
            "O": {"name": "Bob", "level": None, "has_account": False},
        },
        "duel": None,
        "score": {"X": 0, "O": 0, "draws": 1},
        "series": {"best_of": 0, "is_over": False},
        "moves": moves,
    }
