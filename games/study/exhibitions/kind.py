"""The kind of the games that the computer plays against itself."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _

from games.models import Game
from games.models.kinds import Kind
from games.presentation import wording
from games.protocol import Snapshot, Status
from games.study.exhibitions.services import NAME


class ExhibitionPart(TypedDict):
    pace: int  # milliseconds between two moves, one of ``PACES``
    is_paused: bool


class ExhibitionKind(Kind):
    name = NAME
    row = "exhibition"
    has_people = False

    def is_move_due(self, game: Game) -> bool:
        return game.exhibition.is_move_due

    def describe(self, game: Game) -> ExhibitionPart:
        return {"pace": game.exhibition.pace, "is_paused": game.exhibition.is_paused}

    def director_id(self, game: Game) -> int:
        return game.exhibition.owner_id

    def next_move_at(self, game: Game) -> datetime | None:
        return game.exhibition.next_move_at

    def status(self, snapshot: Snapshot, you: Collection[str]) -> str | None:
        part = snapshot["part"]
        if snapshot["status"] != Status.PLAYING or not part or not part["is_paused"]:
            return None
        return _("Paused. ") + wording.to_move(snapshot, you)
