from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from servestatic.storage import CompressedManifestStaticFilesStorage

DRAFT, FINGERPRINT = "draft", "fingerprint"


# Comments and types in them are a third of what a page of a game would send, and name each other's
# modules in circles, of which Django would make no end.
MINIFIERS = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    support_js_module_import_aggregation = True

    def save(self, name: str, content: File[bytes], max_length: int | None = None) -> str:
        if minify := MINIFIERS.get(Path(name).suffix):
            content = ContentFile(minify(content.read().decode()).encode())
        return str(super().save(name, content, max_length))

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        yield from super().post_process({name: (self, name) for name in paths}, **options)

    def stat_static_root(self) -> dict[str, os.stat_result]:
        return {}  # As the files are moved, where they were must not be noted.


@contextmanager
def _umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def collect() -> None:
    root, fingerprint = Path(settings.STATIC_ROOT), _fingerprint()
    noted = root / FINGERPRINT
    if noted.exists() and noted.read_text() == fingerprint:
        return
    with _umask(0o022 if settings.PUBLIC_STATIC_ROOT else 0o077):
        shutil.rmtree(root / DRAFT, ignore_errors=True)  # left by an interrupted start
        command = collectstatic.Command()
        command.storage = StaticFilesStorage(location=root / DRAFT)
        call_command(command, verbosity=0, interactive=False)
        shutil.copytree(root / DRAFT, root, copy_function=os.replace, dirs_exist_ok=True)
        shutil.rmtree(root / DRAFT)
        noted.write_text(fingerprint)
    # The storage of this process has read the old manifest.
    staticfiles_storage.hashed_files, _ = staticfiles_storage.load_manifest()  # type: ignore[attr-defined]


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            with storage.open(path) as file:
                digest.update(f"{path} {hashlib.sha256(file.read()).hexdigest()}\n".encode())
    return digest.hexdigest()
