"""How static files are collected: compressed, and under names that change with their content.

They are collected again while servers of the version before are running and sending them, so
stock ``collectstatic`` works in a folder aside. Each file is then put into its place in one step.
None is removed whose name says its content: pages of the version before are still open.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from servestatic.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
# The admin brings each of them a second time as .min.js and loads these only with DEBUG, when
# files are served where they are found. Looking for imports in them takes 0.9 s of a start.
NOT_COLLECTED = ("jquery.js", "select2.full.js", "xregexp.js")
DRAFT, FINGERPRINT = "draft", "fingerprint"


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts a hash of the content into file names, and into JavaScript's imports of them."""

    support_js_module_import_aggregation = True

    def stat_static_root(self) -> dict[str, os.stat_result]:
        """Note nothing of the files, which are not in their places yet."""
        return {}


def collect() -> None:
    """Collect the static files, unless they are those of the last time: it is half of a start."""
    root, fingerprint = Path(settings.STATIC_ROOT), _fingerprint()
    noted = root / FINGERPRINT
    if noted.exists() and noted.read_text() == fingerprint and _is_complete(root):
        return
    shutil.rmtree(root / DRAFT, ignore_errors=True)  # of a start that was interrupted
    command = collectstatic.Command()
    command.storage = HashedStaticFilesStorage(location=root / DRAFT)
    call_command(command, verbosity=0, interactive=False, ignore_patterns=list(NOT_COLLECTED))
    shutil.copytree(root / DRAFT, root, copy_function=_put, dirs_exist_ok=True)
    shutil.rmtree(root / DRAFT)
    noted.write_text(fingerprint)
    # It has read the manifest of the last time.
    staticfiles_storage.hashed_files = command.storage.hashed_files  # type: ignore[attr-defined]


def _fingerprint() -> str:
    """Return what changes with the name, the size or the time of any file.

    Times alone would not do: who goes back to an older version has older files.
    """
    files = [
        (path, storage.size(path), storage.get_modified_time(path).timestamp())
        for finder in get_finders()
        for path, storage in finder.list(NOT_COLLECTED)
    ]
    return hashlib.sha256(json.dumps(sorted(files)).encode()).hexdigest()


def _is_complete(root: Path) -> bool:
    """Say whether nobody has deleted what was collected."""
    names = HashedStaticFilesStorage(location=root).hashed_files.values()
    return bool(names) and all((root / name).exists() for name in names)


def _put(draft: str, place: str) -> None:
    """Put a file into its place, as readable as others whatever the mask of this process is."""
    os.chmod(draft, settings.FILE_UPLOAD_PERMISSIONS)
    os.replace(draft, place)
