"""Stamps, as templates draw them."""

from __future__ import annotations

Picture = tuple[tuple[str, str], ...]  # of paths on 40 x 40: the width of the stroke, and the path
