"""All boxes of Menace, for both players."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import CLASSIC, Board, canonical
from games.engine.perft import layers
from games.study.menace.learner import has_box


def all_boxes() -> Iterator[Board]:
    return (board for layer in layers(CLASSIC, canonical) for board in layer if has_box(board))
