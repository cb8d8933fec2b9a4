import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.server import ROOT

DOCUMENTS = [
    *(ROOT / "README.md", ROOT / "tests/README.md"),
    *sorted((ROOT / "games").rglob("*.md")),
    *sorted((ROOT / "tictactoe_site").rglob("*.md")),
]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
CODE = re.compile(r"`([^`]+)`")
FILE = re.compile(r"[\w./-]*\w\.(?:conf|css|env|html|js|json|md|py|svg|timer|toml|txt|yaml|yml)")
FOLDER = re.compile(r"\w[\w-]*(?:/[\w.-]+)*/")
MODULE = re.compile(r"(?:games|tests|tictactoe_site)(?:\.\w+)+")
# What is made at run time, as in `var/`.
MADE = {line.lstrip("/") for line in (ROOT / ".gitignore").read_text().split()}
COMMAND = re.compile(r"manage\.py ([a-z]\w*)")


def is_there(name: str, document: Path) -> bool:
    above = [folder for folder in document.parents if folder.is_relative_to(ROOT)]
    places = [folder / name for folder in (*above, ROOT / "templates", ROOT / "static")]
    named = (ROOT / room for room in (document.parent, "templates"))
    return any(place.exists() for place in places) or (
        "/" not in name and any(path for room in named for path in room.rglob(name))
    )


def is_module(name: str) -> bool:
    parts = name.split(".")
    paths = ["/".join(parts[:count]) for count in range(len(parts), len(parts) - 2, -1)]
    return any((ROOT / f"{path}.py").exists() or (ROOT / path).is_dir() for path in paths)


def is_named_rightly(word: str, document: Path) -> bool:
    if FILE.fullmatch(word) or FOLDER.fullmatch(word):
        # What begins with a slash is an address, or lies outside.
        return word.startswith("/") or word in MADE or is_there(word, document)
    return not MODULE.fullmatch(word) or is_module(word)


def wrong_words(document: Path) -> list[str]:
    text = document.read_text()
    links = [link for link in LINK.findall(text) if "://" not in link]
    code = CODE.findall(LINK.sub(" ", text))
    words = [word.strip(",;:.()'\"") for each in code for word in each.split()]
    return [
        *(link for link in links if not (document.parent / link).exists()),
        *(word for word in words if not is_named_rightly(word, document)),
        *(name for name in COMMAND.findall(text) if name not in get_commands()),
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_is_there(document: Path):
    assert wrong_words(document) == []


def test_a_name_of_nothing_is_found(tmp_path: Path):
    words = ["gone.py", "games.play.gone", "games/gone/", "manage.py vanish", "[x](../gone.md)"]
    document = tmp_path / "README.md"
    document.write_text("\n".join(f"`{word}`" if word[0] != "[" else word for word in words))
    assert len(wrong_words(document)) == len(words)
