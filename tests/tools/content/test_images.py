from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.tools.content.images import FOLDER

SIZES = {
    "icon-192.png": (192, 192),
    "icon-512.png": (512, 512),
    "icon-maskable-512.png": (512, 512),
    "icon-apple-180.png": (180, 180),
    "preview.png": (1200, 630),
}


def opened(path: Path) -> Image.Image:
    return Image.open(BytesIO(path.read_bytes()))


def test_each_image_has_its_size():
    for name, size in SIZES.items():
        image = opened(FOLDER / name)
        assert (image.size, image.format) == (size, "PNG")


def test_only_icons_that_no_system_cuts_have_transparent_corners():
    assert opened(FOLDER / "icon-512.png").convert("RGBA").getpixel((0, 0))[3] == 0
    for name in ("icon-maskable-512.png", "icon-apple-180.png"):
        assert opened(FOLDER / name).convert("RGBA").getchannel("A").getextrema() == (255, 255)
