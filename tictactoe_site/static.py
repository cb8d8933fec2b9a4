"""How static files are collected: minified, compressed, and named after their content.

Files are collected again while servers of the previous version are still sending them, so stock
``collectstatic`` writes to a separate folder. Each file is then moved into place in one step. Files
with hashed names are never removed, because pages of the previous version are still open.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from django.core.management import call_command
from servestatic.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
# The admin also has each of them as .min.js, and loads these only with DEBUG, when files are served
# without being collected. Looking for imports in them takes 0.9 s of a start.
NOT_COLLECTED = ("jquery.js", "select2.full.js", "xregexp.js")
DRAFT, FINGERPRINT = "draft", "fingerprint"
# Comments and types in them are a third of what a page of a game would send.
MINIFIERS = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    support_js_module_import_aggregation = True

    def save(self, name: str, content: File[bytes], max_length: int | None = None) -> str:
        minify = MINIFIERS.get(Path(name).suffix)
        if minify:
            content = ContentFile(minify(content.read().decode()).encode())
        return str(super().save(name, content, max_length))

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, bool]]:
        yield from super().post_process({name: (self, name) for name in paths}, **options)

    def stat_static_root(self) -> dict[str, os.stat_result]:
        return {}


def collect() -> None:
    """Collect the static files unless they are unchanged, as that is a third of a first start."""
    root, fingerprint = Path(settings.STATIC_ROOT), _fingerprint()
    if _is_collected(root, fingerprint):
        return
    shutil.rmtree(root / DRAFT, ignore_errors=True)  # left by an interrupted start
    shipped = settings.RESOURCES / "collected"  # in a wheel; of another Django it is of no use
    if _is_collected(shipped, fingerprint):
        _copy(shipped, root / DRAFT)
    else:
        _make(root / DRAFT)
    shutil.copytree(root / DRAFT, root, copy_function=_put, dirs_exist_ok=True)
    shutil.rmtree(root / DRAFT)
    (root / FINGERPRINT).write_text(fingerprint)
    # The storage of this process has read the old manifest.
    collected = HashedStaticFilesStorage(location=root)
    staticfiles_storage.hashed_files = collected.hashed_files  # type: ignore[attr-defined]


def _copy(shipped: Path, draft: Path) -> None:
    shutil.copytree(shipped, draft, ignore=shutil.ignore_patterns(FINGERPRINT))
    for folder in (draft, *draft.rglob("*/")):
        folder.chmod(settings.FILE_UPLOAD_DIRECTORY_PERMISSIONS)


def _make(draft: Path) -> None:
    command = collectstatic.Command()
    command.storage = HashedStaticFilesStorage(location=draft)
    call_command(command, verbosity=0, interactive=False, ignore_patterns=list(NOT_COLLECTED))


def _fingerprint() -> str:
    files = []
    for finder in get_finders():
        for path, storage in finder.list(NOT_COLLECTED):
            with storage.open(path) as file:
                files.append((path, hashlib.sha256(file.read()).hexdigest()))
    return hashlib.sha256(json.dumps(sorted(files)).encode()).hexdigest()


def _is_collected(root: Path, fingerprint: str) -> bool:
    noted = root / FINGERPRINT
    return noted.exists() and noted.read_text() == fingerprint


def _put(draft: str, place: str) -> None:
    os.chmod(draft, settings.FILE_UPLOAD_PERMISSIONS)
    os.replace(draft, place)
