from __future__ import annotations

from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files under names that change with their content, module imports included."""

    support_js_module_import_aggregation = True
