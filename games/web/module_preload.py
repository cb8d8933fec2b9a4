"""The JavaScript modules that a page names, so that the browser loads them all at once."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders

IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.{1,2}/[^"]+)";', re.MULTILINE)


@lru_cache
def imported_modules(path: str) -> tuple[str, ...]:
    """Return the static paths of all modules that a module imports, directly or not.

    A browser discovers an import only when it has loaded the importing module, so without preloads
    nested imports load one round trip after the other.
    """
    found: dict[str, None] = {}
    waiting = [path]
    while waiting:
        module = waiting.pop()
        for imported in _imports(module):
            if imported not in found and imported != path:
                found[imported] = None
                waiting.append(imported)
    return tuple(sorted(found))


def _imports(module: str) -> list[str]:
    source = finders.find(module)
    assert isinstance(source, str), module  # noqa: S101 - a page names only files of ours
    folder = posixpath.dirname(module)
    text = Path(source).read_text(encoding="utf-8")
    return [posixpath.normpath(posixpath.join(folder, name)) for name in IMPORT.findall(text)]
