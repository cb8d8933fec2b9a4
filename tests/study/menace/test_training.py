"""Several processes that train the site's Menace at once."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from games.engine import Board
from games.study.menace.learner import beads_gained, first_beads, position
from tests.server import TIMEOUT, copy_database, popen

PROCESSES, GAMES = 3, 12


def test_every_game_of_every_process_counts(tmp_path: Path):
    copy_database(tmp_path)
    command = ["selfplay", "menace", "random", "--train", "--games", str(GAMES)]
    running = [popen([*command, "--seed", str(seed)], tmp_path) for seed in range(PROCESSES)]
    for process in running:
        output, _ = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, output
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        games = database.execute(
            "SELECT number, mark, won, drawn, lost FROM games_learnedgame ORDER BY number"
        ).fetchall()
        box = "SELECT beads FROM games_matchbox WHERE position = ?"
        [beads] = database.execute(box, [position(Board())]).fetchone()
    assert [number for number, *_ in games] == list(range(1, PROCESSES * GAMES + 1))
    curve = [beads_gained(*totals) for _, _, *totals in games]
    rises = [after - before for before, after in zip([0, *curve], curve, strict=False)]
    gained = sum(rise for (_, mark, *_), rise in zip(games, rises, strict=True) if mark == "X")
    # It may hold more: where a colour has run out, a loss takes nothing.
    assert sum(json.loads(beads).values()) >= sum(first_beads(Board()).values()) + gained
