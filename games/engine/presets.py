"""The boards that the site offers. A new board is one more entry."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.translation import gettext_noop as _
from games.engine.variant import CLASSIC, InvalidVariant, Variant


@dataclass(frozen=True, slots=True)
class Preset:
    id: str
    name: str
    gist: str  # of the rule, in five words at most
    rule: str
    variant: Variant


def named(variant: Variant) -> Preset | None:
    return next((preset for preset in BOARDS.values() if preset.variant == variant), None)


BOARDS = {
    preset.id: preset
    for preset in (
        Preset(
            "classic", _("Classic"), _("Three in a row wins"), _("Three in a row wins."), CLASSIC
        ),
        Preset(
            "misere",
            _("Misère"),
            _("Three in a row loses"),
            _("Three in a row loses."),
            Variant(3, 3, 3, misere=True),
        ),
        Preset(
            "4x4",
            _("4 × 4"),
            _("Four in a row wins"),
            _("Four in a row wins, all the way across."),
            Variant(4, 4, 4),
        ),
        Preset(
            "5x5",
            _("5 × 5"),
            _("Four, with some room"),
            _("Four in a row wins, with some room."),
            Variant(5, 5, 4),
        ),
        Preset(
            "6x6",
            _("6 × 6"),
            _("Four, with much room"),
            _("Four in a row wins, with a lot of room."),
            Variant(6, 6, 4),
        ),
        Preset(
            "connect-four",
            _("Connect Four"),
            _("Pieces fall, four wins"),
            _("Drop pieces into 7 columns. Four in a row wins."),
            Variant(7, 6, 4, drop=True),
        ),
        Preset(
            "gomoku",
            _("Gomoku"),
            _("Five, on a big board"),
            _("Five in a row wins, on a big board."),
            Variant(15, 15, 5),
        ),
        Preset(
            "ultimate",
            _("Ultimate"),
            _("Nine boards in one"),
            _("Three boards in a row win. Your square says where the other plays next."),
            Variant(9, 9, 3, nested=True),
        ),
        Preset(
            "notakto",
            _("Notakto"),
            _("Both X, a row loses"),
            _("Both play X. Three in a row loses."),
            Variant(3, 3, 3, shared=True, misere=True),
        ),
        Preset(
            "notakto-3",
            _("Notakto × 3"),
            _("The last row loses"),
            _("Both play X on three boards. The last three in a row loses."),
            Variant(9, 3, 3, shared=True, misere=True),
        ),
    )
}


def read_variant(text: str) -> Variant:
    if text in BOARDS:
        return BOARDS[text].variant
    try:
        return Variant.parse(text)
    except InvalidVariant as error:
        raise InvalidVariant(f"{error} Boards with names are {', '.join(BOARDS)}.") from error
