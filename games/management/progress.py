"""The progress bar of the commands that take long."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

WIDTH = 40  # characters
ERASE_LINE = "\r\x1b[K"


def draw_progress(stream: OutputWrapper, done: int, total: int, what: str = "") -> None:
    """Draw a bar over the one before it, and erase it at the end, if the stream is a terminal."""
    if stream.isatty():
        bar = "#" * (WIDTH * done // total)
        line = f"{what}[{bar:{WIDTH}}] {done:,}/{total:,}" if done < total else ""
        stream.write(ERASE_LINE + line, str, ending="")  # without the colour of errors
        stream.flush()
