"""The boards that are offered: every one is data, and more are one entry each."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.variant import CLASSIC, InvalidVariant, Variant


@dataclass(frozen=True, slots=True)
class NamedBoard:
    """A variant as people choose it; ``rule`` is its rules in one line."""

    id: str
    name: str
    rule: str
    variant: Variant


def named(variant: Variant) -> NamedBoard | None:
    """Return the offered board of this variant, None for one that is only played in tests."""
    return next((board for board in BOARDS.values() if board.variant == variant), None)


BOARDS = {
    board.id: board
    for board in (
        NamedBoard("classic", "Classic", "Three in a row wins, on 3 by 3.", CLASSIC),
        NamedBoard(
            "misere",
            "Misère",
            "Three in a row loses, on 3 by 3.",
            Variant(3, 3, 3, misere=True),
        ),
        NamedBoard("4x4", "Four by four", "Four in a row wins, on 4 by 4.", Variant(4, 4, 4)),
        NamedBoard("5x5", "Five by five", "Four in a row wins, on 5 by 5.", Variant(5, 5, 4)),
        NamedBoard("6x6", "Six by six", "Four in a row wins, on 6 by 6.", Variant(6, 6, 4)),
        NamedBoard(
            "connect-four",
            "Connect Four",
            "Pieces fall; four in a row wins, on 7 by 6.",
            Variant(7, 6, 4, drop=True),
        ),
        NamedBoard("gomoku", "Gomoku", "Five in a row wins, on 15 by 15.", Variant(15, 15, 5)),
    )
}


def read_board(text: str) -> Variant:
    """Read the id of an offered board, or the form of any, such as ``5x4x4+misere``.

    :raises InvalidVariant: if it is neither.
    """
    if text in BOARDS:
        return BOARDS[text].variant
    try:
        return Variant.parse(text)
    except InvalidVariant as error:
        raise InvalidVariant(f"{error} Boards with names are {', '.join(BOARDS)}.") from error
