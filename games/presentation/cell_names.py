"""The names of cells in sentences."""

from __future__ import annotations


def spoken(cell_name: str) -> str:
    """Return the name of a cell for screen readers: ``b 2``, since ``b2`` may sound like a word."""
    return f"{cell_name[0]} {cell_name[1:]}"
