import re
from pathlib import Path

from tests.server import ROOT

WORDS = re.compile(r"(?<!ope)(?<!ite)(duel|seek|lobby|rating|exhibit|tournament)", re.IGNORECASE)
CORE = [
    "models",
    "play",
    "bus",
    "presentation",
    "sockets",
    "web",
    "protocol",
    "engine",
    "ai",
    "computer",
]
FOLDERS = [*(f"games/{room}" for room in CORE), "templates/pages/game", "static/js/pages/game"]
# Words that have nothing to do with games.
OTHERS = re.compile("narrating|separating|generating|illustrating", re.IGNORECASE)


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def test_no_word_of_a_kind_of_game_stands_in_the_core_or_on_the_page_of_a_game():
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.*"))]
    sources = [path for path in files if path.suffix in {".py", ".html", ".js"}]
    assert len(sources) > 100
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(lines_of(path), 1)
        if WORDS.search(OTHERS.sub("", line))
    ]
    assert found == []
