from __future__ import annotations

from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    name = "games.study.explorer"
