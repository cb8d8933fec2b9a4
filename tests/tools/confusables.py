"""Write the table of confusable characters anew, from Unicode's own file.

    python -m tests.tools.confusables confusables.txt

The file is https://www.unicode.org/Public/security/latest/confusables.txt, of the version that its
head names.
"""

import sys
from collections import defaultdict
from pathlib import Path

CONFUSABLES = Path("games/models/confusables.txt")
HEAD_LINES = 8  # of Unicode's file: its name, date, copyright, terms and version
HEAD = "# Prototypes and what is confusable with each, by code points, from Unicode's\n"


def read_pairs(text: str) -> list[tuple[str, str]]:
    lines = [line.split("#")[0].split(";") for line in text.splitlines()]
    return [(line[0].strip(), line[1].strip()) for line in lines if len(line) > 1]


def table(text: str) -> str:
    alike = defaultdict(list)
    for one, prototype in read_pairs(text):
        alike[prototype].append(one)
    lines = [f"{prototype}: {' '.join(sorted(ones))}\n" for prototype, ones in alike.items()]
    head = text.splitlines(keepends=True)[:HEAD_LINES]
    return "".join([HEAD, *head, *sorted(lines)])


if __name__ == "__main__":
    source = Path(sys.argv[1]).read_text("utf-8-sig")
    CONFUSABLES.write_text(table(source), "utf-8")
