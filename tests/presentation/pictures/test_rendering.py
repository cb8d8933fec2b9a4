import os
import subprocess
import sys
from threading import Thread

import pytest

from games.presentation.pictures import rendering
from games.presentation.pictures.rendering import RASTERIZER
from games.presentation.pictures.text import FONT


def test_a_rasterizer_that_takes_too_long_is_killed(snapshot_of, monkeypatch):
    monkeypatch.setattr(rendering, "LIMIT", 0.01)
    with pytest.raises(rendering.RenderingFailed):
        rendering.render(rendering.game_card(snapshot_of()))


def test_pictures_are_drawn_at_a_lower_priority_than_the_server(snapshot_of):
    say = f"import os, runpy; runpy.run_path({str(RASTERIZER)!r}, run_name='__main__')"
    say += "; os.write(2, str(os.nice(0)).encode())"
    job = rendering.game_card(snapshot_of()).encode()
    done = subprocess.run(
        [sys.executable, "-c", say, str(FONT)], input=job, capture_output=True, check=True
    )
    assert int(done.stderr) > os.nice(0)


def test_what_cannot_be_drawn_is_an_error_of_its_own():
    with pytest.raises(rendering.RenderingFailed):
        rendering.render("<svg")


def test_only_so_many_wait_for_a_picture(monkeypatch):
    monkeypatch.setattr(rendering, "PATIENCE", 0.05)
    refused = []

    def wait() -> None:
        try:
            with rendering.turn():
                refused.append(False)
        except rendering.TooManyWaiting:
            refused.append(True)

    with rendering.turn():
        threads = [Thread(target=wait) for _ in range(rendering.WAITING + 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert refused == [True] * len(threads)
    wait()
    assert refused[-1] is False
