from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import ImageFont

FONT = Path(__file__).parent / "fonts" / "shantell-sans.ttf"
UNIT = 100  # the size at which text is measured
NO_CHARACTER = "\uffff"  # drawn as any character that a font does not have
ELLIPSIS = "…"


def drawable(text: str) -> str:
    # The font has Latin and Cyrillic letters, and no emoji. System fonts are not used, so that a
    # picture is the same wherever it is made.
    return " ".join("".join(filter(_has_glyph, text)).split())


def width(text: str, size: float) -> float:
    return _font().getlength(text) * size / UNIT


def shorten(text: str, size: float, room: float) -> str:
    if width(text, size) <= room:
        return text
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def wrap(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in text.split():
        for piece in _pieces(word, size, room):
            joined = f"{lines[-1]} {piece}".strip()
            if width(joined, size) <= room:
                lines[-1] = joined
            else:
                lines.append(piece)
    return lines


def fit(text: str, sizes: list[int], room: float, most: int) -> tuple[list[str], int]:
    """Break text into lines in the largest size in which no word is broken, else cut it off."""
    for size in sizes:
        lines = wrap(text, size, room)
        if len(lines) <= most and " ".join(lines) == text:
            return lines, size
    lines = wrap(text, sizes[-1], room)
    rest = " ".join(lines[most - 1 :])
    return [*lines[: most - 1], shorten(rest, sizes[-1], room)], sizes[-1]


def _pieces(word: str, size: float, room: float) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and width(pieces[-1] + character, size) > room:
            pieces.append("")
        pieces[-1] += character
    return pieces


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), UNIT, layout_engine=ImageFont.Layout.BASIC)


def _has_glyph(character: str) -> bool:
    return character == " " or _glyph(character) != _glyph(NO_CHARACTER)


def _glyph(character: str) -> tuple[bytes, tuple[int, int]]:
    mask = _font().getmask(character)
    return bytes(mask), mask.size
