from __future__ import annotations

from django.apps import AppConfig


class ExhibitionsConfig(AppConfig):
    name = "games.study.exhibitions"

    def ready(self) -> None:
        from games.models import kinds
        from games.study.exhibitions.services import PART, ExhibitionKind
        from games.web import game_parts

        kinds.register(ExhibitionKind())
        game_parts.register(PART)
