"""How static files are stored: compressed, and under names that change with their content."""

from __future__ import annotations

import os
from typing import Any

from servestatic.compress import Compressor
from servestatic.storage import CompressedManifestStaticFilesStorage

# Brotli takes 17 % off what gzip leaves, and much longer. For the site's own files that is 0.6 s of
# a first start; for those that the admin brings, which few people load, it would be 5 s more.
ONLY_GZIP = f"{os.sep}admin{os.sep}"


class SiteCompressor(Compressor):  # type: ignore[misc]
    """Compresses the files of the site with Brotli and gzip, those of the admin with gzip only."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._gzip = Compressor(**{**options, "use_brotli": False})

    def compress(self, path: str | os.PathLike[str]) -> list[str]:
        is_admins = ONLY_GZIP in os.fspath(path)
        names: list[str] = self._gzip.compress(path) if is_admins else super().compress(path)
        return names


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts a hash of the content into file names, and into JavaScript's imports of them.

    Django replaces the names in imports of modules only with the option below.
    """

    support_js_module_import_aggregation = True

    def create_compressor(self, **options: Any) -> Compressor:
        return SiteCompressor(**options)
