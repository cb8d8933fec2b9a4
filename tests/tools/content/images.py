"""Draws the site's image files: its icons in all sizes, and the picture of link previews."""

from argparse import Namespace

from games.engine import Board
from games.ops.program import ROOT
from games.presentation.colours import LIGHT
from games.presentation.description import describe
from games.presentation.pictures import rendering

FOLDER = ROOT / "static" / "img"
ICON = FOLDER / "icon.svg"
MARKS = "X.O.X...O"  # on the picture of links
SIDE = 100  # of the icon, in its own units
# The margin, in the icon's units, of an icon that fills its square. Systems cut such icons to their
# own shapes; of a maskable icon at least a circle of four fifths of its width stays.
APPLE_MARGIN, MASKABLE_MARGIN = 8, 23


def make(_: str, options: Namespace) -> None:
    for name, job in images().items():
        (options.folder / name).write_bytes(rendering.render(job))


def images() -> dict[str, str]:
    return {
        "icon-192.png": _icon(192),
        "icon-512.png": _icon(512),
        "icon-maskable-512.png": _icon(512, MASKABLE_MARGIN),
        "icon-apple-180.png": _icon(180, APPLE_MARGIN),
        "preview.png": site_card(),
    }


def site_card() -> str:
    board = describe(Board.from_stored(MARKS))
    return rendering.card(board, "Your move.", [], "Play the computer or a friend")


def _icon(pixels: int, margin: int = 0) -> str:
    side = SIDE + 2 * margin
    paper = f'<rect width="{side}" height="{side}" fill="{LIGHT["paper"]}"/>' if margin else ""
    icon = ICON.read_text().replace(
        "<svg ", f'<svg x="{margin}" y="{margin}" width="{SIDE}" height="{SIDE}" ', 1
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{pixels}" height="{pixels}">{paper}{icon}</svg>'
    )
