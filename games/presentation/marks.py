"""The shapes of the marks, as svg paths on a square of 100 by 100."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine import Mark, Variant

LARGE = 13  # cells; so wide a board is played with stones on the crossings of its lines


class Pieces(StrEnum):
    MARKS = "marks"  # strokes of a pen
    SHARED_MARKS = "marks-shared"  # the same, but both sides draw crosses
    DISCS = "discs"  # that fall behind a frame with holes
    STONES = "stones"  # on the crossings of the lines

    @property
    def is_pen(self) -> bool:
        return self in (Pieces.MARKS, Pieces.SHARED_MARKS)


@dataclass(frozen=True, slots=True)
class Shape:
    strokes: tuple[str, ...]
    radius: int = 0  # of the piece; 0 for a mark of the pen


Shapes = dict[str, tuple[Shape, ...]]  # by mark

# Drawn by hand in four ways each, so that no two neighbours look stamped.
PEN: Shapes = {
    "X": (
        Shape(("M14 13Q52 46 87 86", "M86 15Q47 52 13 87")),
        Shape(("M16 16Q44 55 85 84", "M84 12Q56 48 15 88")),
        Shape(("M13 18Q50 44 88 83", "M88 17Q52 56 17 85")),
        Shape(("M17 12Q49 53 84 88", "M85 17Q45 47 12 83")),
    ),
    "O": (
        Shape(("M55 13C32 10 12 28 13 52C14 74 32 88 51 87C73 86 88 68 87 48C86 27 68 13 47 15",)),
        Shape(("M71 20C50 8 24 16 14 37C6 56 16 76 35 82C56 90 78 81 86 63C94 45 84 25 62 19",)),
        Shape(("M33 16C53 5 77 16 84 39C90 60 79 80 61 86C41 92 22 81 16 61C10 41 21 21 42 15",)),
        Shape(("M58 86C81 81 94 57 84 36C76 16 54 9 36 16C16 25 7 46 16 64C24 83 45 90 65 81",)),
    ),
}
# What stands for the sides where both draw crosses, as the first look of each: one stroke, and two.
TALLIES = {
    "X": Shape(("M53 12Q47 50 51 88",)),
    "O": Shape(("M37 14Q32 50 36 87", "M66 12Q70 50 64 88")),
}
CARVED = {"X": ("M35 35L65 65", "M65 35L35 65"), "O": ("M50 32A18 18 0 1 1 49.9 32",)}
DISC: Shapes = {mark: (Shape(strokes, radius=43),) for mark, strokes in CARVED.items()}
STONE: Shapes = {mark: (Shape(strokes, radius=46),) for mark, strokes in CARVED.items()}
SHAPES: dict[Pieces, Shapes] = {
    Pieces.MARKS: PEN,
    Pieces.SHARED_MARKS: {mark: (tally, *PEN["X"]) for mark, tally in TALLIES.items()},
    Pieces.DISCS: DISC,
    Pieces.STONES: STONE,
}


def pieces_of(variant: Variant) -> Pieces:
    if variant.drop:
        return Pieces.DISCS
    if variant.width >= LARGE:
        return Pieces.STONES
    return Pieces.MARKS if variant.rules.mark(1) is Mark.O else Pieces.SHARED_MARKS


def look(pieces: Pieces, column: int, row: int) -> int:
    if not pieces.is_pen:
        return 0
    return (column + 2 * row) % len(PEN["X"]) + (pieces is Pieces.SHARED_MARKS)
