"""How static files are stored: compressed, and under names that change with their content.

They are collected again while servers of the version before are running and sending them. So a file
is replaced in one step, and one whose name says its content is never removed: pages of that version
are still open.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from servestatic.compress import Compressor
from servestatic.storage import CompressedManifestStaticFilesStorage

# Brotli takes 17 % off what gzip leaves, and much longer. For the site's own files that is 0.6 s of
# a first start; for those that the admin brings, which few people load, it would be 5 s more.
ONLY_GZIP = f"{os.sep}admin{os.sep}"

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
SUFFIXES = (".br", ".gz")


class AtomicCompressor(Compressor):  # type: ignore[misc]
    """Puts a compressed file in its place when all of it is written."""

    @staticmethod
    def write_data(path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        draft: str = Compressor.write_data(path, data, f"{suffix}.draft", stat_result)
        os.replace(draft, f"{path}{suffix}")
        return f"{path}{suffix}"


class SiteCompressor(AtomicCompressor):
    """Compresses the files of the site with Brotli and gzip, those of the admin with gzip only."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._gzip = AtomicCompressor(**{**options, "use_brotli": False})

    def compress(self, path: str | os.PathLike[str]) -> list[str]:
        there = [f"{path}{suffix}" for suffix in SUFFIXES if os.path.exists(f"{path}{suffix}")]
        # Another version of the compressor may yield another size than servers have noted.
        if there and HASHED.search(os.fspath(path)):
            return there
        is_admins = ONLY_GZIP in os.fspath(path)
        names: list[str] = self._gzip.compress(path) if is_admins else super().compress(path)
        for name in names:
            # As readable as other collected files, whatever the process' own mask is.
            os.chmod(name, settings.FILE_UPLOAD_PERMISSIONS)
        return names


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts a hash of the content into file names, and into JavaScript's imports of them.

    Django replaces the names in imports of modules only with the option below.

    Where the files are those of the last time, nothing is done: it would be half of a start. To
    know that, the manifest keeps a fingerprint of them. Only if somebody has deleted what was made
    of them it is made again.
    """

    support_js_module_import_aggregation = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._new: set[str] = set()  # files that were not there before

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        fingerprint = _fingerprint(paths)
        if fingerprint != self._manifest().get("fingerprint") or not self._is_complete():
            yield from super().post_process(paths, dry_run=dry_run, **options)
            if not dry_run:
                self._add_to_manifest(fingerprint=fingerprint)

    def _manifest(self) -> dict[str, Any]:
        manifest: dict[str, Any] = json.loads(self.read_manifest() or "{}")
        return manifest

    def _is_complete(self) -> bool:
        return all(map(self.exists, self._manifest()["paths"].values()))

    def _add_to_manifest(self, **entries: str) -> None:
        content = json.dumps({**self._manifest(), **entries}).encode()
        self.manifest_storage._save(self.manifest_name, ContentFile(content))

    def delete(self, name: str) -> None:
        """Delete a file, unless a server may be sending it: its replacement takes its place."""
        if name in self._new or not (HASHED.search(name) or name == self.manifest_name):
            super().delete(name)

    def _save(self, name: str, content: Any) -> str:
        """Write a file under a name that nobody asks for, then put it in its place."""
        if not self.exists(name):
            self._new.add(name)
        draft = super()._save(f"{name}.draft", content)
        os.replace(self.path(draft), self.path(name))
        return name

    def create_compressor(self, **options: Any) -> Compressor:
        return SiteCompressor(**options)


def _fingerprint(paths: dict[str, Any]) -> str:
    """Return what changes with the name, the size or the time of any of these files.

    Times alone would not do: who goes back to an older version has older files.
    """
    files = [
        (name, storage.size(path), storage.get_modified_time(path).timestamp())
        for name, (storage, path) in sorted(paths.items())
    ]
    return hashlib.sha256(json.dumps(files).encode()).hexdigest()
