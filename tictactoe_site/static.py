from __future__ import annotations

from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts a hash of the content into file names, and into JavaScript's imports of them.

    Django leaves imports in modules alone unless it is told to replace them.
    """

    support_js_module_import_aggregation = True
