"""How static files are stored: compressed, and under names that change with their content."""

from __future__ import annotations

from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts a hash of the content into file names, and into JavaScript's imports of them.

    Django replaces the names in imports of modules only with the option below.
    """

    support_js_module_import_aggregation = True
