from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy

from games.engine import Mark, Variant
from games.presentation.marks import Pieces, pieces_of

# Pieces are called by their colours, whatever mark is carved into them. Who draws the same marks is
# called by who began.
NAMES = {
    Pieces.SHARED_MARKS: {"X": lazy("First"), "O": lazy("Second")},
    Pieces.DISCS: {"X": lazy("Yellow"), "O": lazy("Red")},
    Pieces.STONES: {"X": lazy("Blue"), "O": lazy("Red")},
}


def side(mark: str, variant: Variant) -> str:
    return with_pieces(mark, pieces_of(variant))


def with_pieces(mark: str, pieces: Pieces) -> str:
    names = NAMES.get(pieces)
    return str(names[mark]) if names else str(mark)


def both(pieces: Pieces) -> dict[str, str]:
    return {mark.value: with_pieces(mark, pieces) for mark in Mark}
