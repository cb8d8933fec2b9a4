from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image, ImageChops

from games.management.commands.draw_images import FOLDER

SIZES = {
    "icon-192.png": (192, 192),
    "icon-512.png": (512, 512),
    "icon-maskable-512.png": (512, 512),
    "icon-apple-180.png": (180, 180),
    "preview.png": (1200, 630),
}


def opened(path: Path) -> Image.Image:
    return Image.open(BytesIO(path.read_bytes()))


def test_the_images_are_those_that_the_command_draws(tmp_path: Path):
    call_command("draw_images", folder=tmp_path, verbosity=0)
    for name, size in SIZES.items():
        ours, again = opened(FOLDER / name), opened(tmp_path / name)
        assert (ours.size, ours.format) == (size, "PNG")
        difference = ImageChops.difference(ours.convert("RGBA"), again.convert("RGBA"))
        extrema = difference.getextrema()
        assert max(high for _, high in extrema) < 64, name  # another version of resvg


def test_only_icons_that_no_system_cuts_have_transparent_corners():
    assert opened(FOLDER / "icon-512.png").convert("RGBA").getpixel((0, 0))[3] == 0
    for name in ("icon-maskable-512.png", "icon-apple-180.png"):
        assert opened(FOLDER / name).mode == "RGB"


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(CommandError, match="There is no folder") as refused:
        call_command("draw_images", folder=tmp_path / "none")
    assert refused.value.returncode == 2
