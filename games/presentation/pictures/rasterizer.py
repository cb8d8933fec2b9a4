"""Turns svg into a PNG, or into a GIF of moves: a program that reads a job and writes the picture.

``games.presentation.pictures.rendering`` starts it for each picture, because resvg holds Python's
global interpreter lock while it draws, up to half a second, and no game must wait for that. It
imports nothing of the site. Its standard input is a JSON job, written by
``games.presentation.pictures.svg.PictureJob``.

An animation needs no picture for every move. Four are drawn: the empty board, the board with all
moves, the same board with every cell tinted like the latest move, and the end. Each frame copies
the two cells that changed: the new mark with its tint, and the previous mark without it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from io import BytesIO
from typing import Any

import resvg_py
from PIL import Image

NICENESS = 10  # a lower priority than the server and the computer's searches
MEMORY = 1024**3  # bytes of address space
SECONDS = 20  # of CPU time
COLOURS = 64


def rasterize(job: dict[str, Any]) -> bytes:
    images = [_draw(svg, job["font"]) for svg in job["svgs"]]
    if job["cells"] is None:
        return _save(images, "PNG", optimize=True)
    return _animation(_reduce(images), job["cells"], job["durations"])


def _draw(svg: str, font: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, font_files=[font], skip_system_fonts=True)
    image = Image.open(BytesIO(png)).convert("RGBA")
    is_opaque = image.getchannel("A").getextrema() == (255, 255)
    return image.convert("RGB") if is_opaque else image


def _reduce(images: list[Image.Image]) -> list[Image.Image]:
    """Give all images the same palette of few colours."""
    size = images[0].size
    sheet = Image.new("RGB", (size[0], size[1] * len(images)))
    for number, image in enumerate(images):
        sheet.paste(image, (0, size[1] * number))
    palette = sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    return [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]


def _animation(images: list[Image.Image], cells: list[list[int]], durations: list[int]) -> bytes:
    empty, plain, tinted, end = images
    frames, board = [empty], empty.copy()
    for number, cell in enumerate(cells[:-1]):
        if number:
            _copy(plain, board, cells[number - 1])
        _copy(tinted, board, cell)
        frames.append(board.copy())
    return _save([*frames, end] if cells else [end], "GIF", duration=durations)


def _copy(source: Image.Image, target: Image.Image, box: list[int]) -> None:
    left, top, right, bottom = box
    target.paste(source.crop((left, top, right, bottom)), (left, top))


def _save(images: list[Image.Image], kind: str, **options: Any) -> bytes:
    buffer = BytesIO()
    if kind == "GIF":
        options |= {"save_all": True, "append_images": images[1:], "loop": 0, "optimize": True}
    images[0].save(buffer, kind, **options)
    return buffer.getvalue()


def main() -> None:
    os.nice(NICENESS)
    with suppress(OSError, ValueError):  # Some systems know no such limit.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.stdout.buffer.write(rasterize(json.load(sys.stdin)))


if __name__ == "__main__":
    main()
