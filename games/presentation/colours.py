from __future__ import annotations

LIGHT = {
    "paper": "#f7f3e8",
    "sheet": "#fffefa",
    "ink": "#25221d",
    "soft": "#655d4e",
    "rule": "#857a63",
    "hair": "#e6ddc9",
    "x": "#1d4f9f",
    "o": "#bb3e0e",
    "frame": "#3563ad",
    "wood": "#f0e0b6",
    "disc_x": "#f0b429",
    "disc_o": "#c2410f",
    "bad": "#a31621",
}
PAPERS = {"paper": LIGHT["paper"], "chalk": "#1b2126", "night": "#0b0e12"}  # by theme
