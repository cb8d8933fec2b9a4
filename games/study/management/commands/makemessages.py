from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

TEXTS = ("asked", "because", "idea", "idea_name", "lead", "name", "otherwise", "sentence")


class BuildFile(makemessages.BuildFile):
    def preprocess(self) -> None:
        if Path(self.path).suffix != ".toml":
            return super().preprocess()
        texts = _texts(tomllib.loads(Path(self.path).read_text("utf-8")))
        calls = "\n".join(f"gettext({json.dumps(text)})" for text in texts)
        Path(self.work_path).write_text(calls, "utf-8")


class Command(makemessages.Command):
    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        options["extensions"] = options["extensions"] or ["html", "txt", "py", "toml"]
        options["ignore_patterns"] = [*options["ignore_patterns"], "pyproject.toml"]
        super().handle(*args, **options)


def _texts(value: Any) -> Iterator[str]:
    for each in value if isinstance(value, list) else ():
        yield from _texts(each)
    for key, each in value.items() if isinstance(value, dict) else ():
        if key in TEXTS:
            yield each
        else:
            yield from _texts(each)
