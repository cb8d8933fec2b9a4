"""Draws the site's image files: its icons in all sizes, and the picture of link previews."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.presentation.colours import LIGHT
from games.presentation.pictures import rendering, svg
from games.presentation.pictures.svg import PictureJob
from games.study.management.questions import WRONG_INPUT, folder_to_write

FOLDER = settings.RESOURCES / "static" / "img"
ICON = FOLDER / "icon.svg"
SIDE = 100  # of the icon, in its own units
# The margin, in the icon's units, of an icon that fills its square. Systems cut such icons to their
# own shapes; of a maskable icon at least a circle of four fifths of its width stays.
APPLE_MARGIN, MASKABLE_MARGIN = 8, 23


class Command(BaseCommand):
    help = "Draws the icons, from static/img/icon.svg, and the picture of links to the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--folder", help="where to write them")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = folder_to_write(options["folder"], FOLDER)
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.", returncode=WRONG_INPUT)
        for name, job in images().items():
            (folder / name).write_bytes(rendering.render(job))
            self.stdout.write(f"{folder / name}")


def images() -> dict[str, PictureJob]:
    return {
        "icon-192.png": PictureJob([_icon(192)]),
        "icon-512.png": PictureJob([_icon(512)]),
        "icon-maskable-512.png": PictureJob([_icon(512, MASKABLE_MARGIN)]),
        "icon-apple-180.png": PictureJob([_icon(180, APPLE_MARGIN)]),
        "preview.png": svg.site_card(),
    }


def _icon(pixels: int, margin: int = 0) -> str:
    """Return the icon in a size; with a margin, as a square without transparent corners."""
    side = SIDE + 2 * margin
    paper = f'<rect width="{side}" height="{side}" fill="{LIGHT["paper"]}"/>' if margin else ""
    icon = ICON.read_text().replace(
        "<svg ", f'<svg x="{margin}" y="{margin}" width="{SIDE}" height="{SIDE}" ', 1
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{pixels}" height="{pixels}">{paper}{icon}</svg>'
    )
