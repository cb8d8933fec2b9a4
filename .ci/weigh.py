"""Compares the lines of each room with its budget in .ci/weight.toml; ``--write`` sets them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path, PurePath

BUDGETS = Path(__file__).with_name("weight.toml")
HEAD = """\
# The lines that each room may have, held by .ci/run. A figure is raised in a commit of its own,
# which says what was taken away first.
"""
STEP = 50  # budgets are multiples of this number of lines
OTHERS = {".js": "scripts", ".ts": "scripts", ".css": "styles", ".html": "templates"}


def room(path: PurePath) -> str | None:
    if path.suffix in OTHERS:
        if path.parts[0] not in ("static", "templates"):
            return None
        is_of_tournaments = "tournaments" in path.parts  # a room with a figure of its own
        return "tournaments' pages" if is_of_tournaments else OTHERS[path.suffix]
    if path.suffix != ".py" or path.parts[0] == ".ci":
        return None
    if path.parts[0] != "games":
        return "tests/tools" if path.parts[:2] == ("tests", "tools") else path.parts[0]
    depth = 2 if path.parts[1] in ("people", "study") and len(path.parts) > 3 else 1
    return "/".join(path.parts[1 : 1 + depth]) if len(path.parts) > 2 else "games"


def weigh() -> Counter[str]:
    git = ["git", "ls-files", "-z"]
    listed = subprocess.run(git, capture_output=True, text=True, check=True)
    lines: Counter[str] = Counter()
    for name in filter(None, listed.stdout.split("\0")):
        if (found := room(PurePath(name))) and Path(name).is_file():
            lines[found] += len(Path(name).read_text("utf-8").splitlines())
    return +lines


def main() -> None:
    budgets, lines = tomllib.loads(BUDGETS.read_text("utf-8")), weigh()
    if "--write" in sys.argv:
        rounded = {name: -(-count // STEP) * STEP for name, count in sorted(lines.items())}
        budgets_as_text = (f'"{name}" = {count}\n' for name, count in rounded.items())
        BUDGETS.write_text(HEAD + "".join(budgets_as_text), "utf-8")
        return
    heavy = [
        f"{name}: {count} lines, its budget is {budgets.get(name, 0)}"
        for name, count in sorted(lines.items())
        if count > budgets.get(name, 0)
    ]
    if heavy:
        sys.exit("\n".join(["Take something away first (.ci/weight.toml):", *heavy]))


main()
