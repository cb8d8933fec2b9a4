"""Puts the static files into a wheel as a start collects them, so that its first start need not.

Hatch runs it while it builds a wheel with ``HATCH_BUILD_HOOK_ENABLE_CUSTOM=1``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings", "STATIC_ROOT": ""}


class CollectStaticFiles(BuildHookInterface):
    """Starts the program once with an empty data folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._data = TemporaryDirectory()
        subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=self.root,
            env={**os.environ, **SETTINGS, "DATA_DIR": self._data.name},
            stdout=subprocess.DEVNULL,  # has a password for nobody
            check=True,
        )
        collected = str(Path(self._data.name) / "static")
        build_data["force_include"][collected] = "tictactoe_site/resources/collected"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._data.cleanup()
