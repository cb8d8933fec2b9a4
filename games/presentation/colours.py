"""The colours of the pages where no style sheet applies: pictures, and a browser's bars."""

from __future__ import annotations

LIGHT = {
    "paper": "#f8f3e8",
    "sheet": "#fffdf7",
    "ink": "#26231e",
    "soft": "#655e50",
    "rule": "#8b8067",
    "hair": "#ddd3bd",
    "x": "#1d4f9f",
    "o": "#bf3d16",
    "last": "#f1e3b8",
    "frame": "#d8cbb0",
    "bad": "#a31621",
}
DARK_PAPER = "#1d2429"
