"""Exhibitions as their page lists them, each with its board in small."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Mark
from games.models import Exhibition, Game
from games.presentation import drawing, snapshots, wording
from games.presentation.drawing import Drawing


@dataclass(frozen=True, slots=True)
class ListedExhibition:
    game: Game
    drawing: Drawing

    @property
    def x(self) -> str:
        return self._player(Mark.X)

    @property
    def o(self) -> str:
        return self._player(Mark.O)

    @property
    def board(self) -> str:
        return wording.board(self.game.variant)

    @property
    def words(self) -> str:
        """How it stands, for a spectator."""
        return wording.status(snapshots.summary(self.game), ())

    def _player(self, mark: Mark) -> str:
        player = self.game.seat(mark)
        return wording.level_name(player.level) if player and player.level else ""


def latest(limit: int) -> list[ListedExhibition]:
    """Return so many exhibitions, whoever started them, the newest first."""
    exhibitions = Exhibition.objects.select_related("game__x", "game__o")[:limit]
    games = [exhibition.game for exhibition in exhibitions]
    return [ListedExhibition(g, drawing.draw_summary(snapshots.summary(g))) for g in games]
