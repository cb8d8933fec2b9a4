"""A player's own games as pages list them, with their wording."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine import Mark
from games.models import Game, Player, kinds
from games.presentation import board_wording, drawing, player_wording, snapshots, wording
from games.presentation.drawing import Drawing
from games.presentation.sides import side
from games.protocol import GameSummary

RESULTS = {
    "won": gettext_noop("won"),
    "lost": gettext_noop("lost"),
    "drawn": gettext_noop("drawn"),
}


@dataclass(frozen=True, slots=True)
class OwnGame:
    game: Game
    you: list[Mark]
    summary: GameSummary

    @property
    def drawing(self) -> Drawing:
        return drawing.draw_summary(self.summary)

    @property
    def words(self) -> str:
        return wording.status(self.summary, self.you)

    @property
    def played(self) -> int:
        return self.game.ply - self.game.start_ply

    @property
    def board(self) -> str:
        return board_wording.board(self.game.variant)

    @property
    def opponent(self) -> str:
        player = self.other
        return player_wording.person(player.name, player.level) if player else ""

    @property
    def other(self) -> Player | None:
        return None if self.game.is_hot_seat else self.game.seat(self.you[0].opponent)

    @property
    def result(self) -> str:
        if self.game.status != Game.Status.FINISHED or (self.game.is_hot_seat and self.game.winner):
            return ""
        if not self.game.winner:
            return "drawn"
        return "won" if self.game.winner in self.you else "lost"

    @property
    def is_your_turn(self) -> bool:
        return self.game.status == Game.Status.PLAYING and self.you == [self.game.turn]

    @property
    def stand(self) -> str:
        if self.result:
            return _(RESULTS[self.result])
        if self.game.is_over:
            return self._won(self.game.winner) if self.game.winner else _("closed")
        if self.game.status == Game.Status.WAITING:
            return (
                _("anybody may join")
                if kinds.of(self.game).first_move_within
                else _("waiting for your friend")
            )
        if self.game.status == Game.Status.CALLED:
            return _("about to begin")
        if self.game.is_hot_seat:
            return _("%(mark)s to move") % {"mark": side(self.game.turn, self.game.variant)}
        return _("your turn") if self.is_your_turn else _("their turn")

    def _won(self, winner: str) -> str:
        return _("%(mark)s won") % {"mark": side(winner, self.game.variant)}


def describe(games: Iterable[Game], player: Player) -> list[OwnGame]:
    return [OwnGame(game, game.marks_of(player.pk), snapshots.summary(game)) for game in games]


def to_continue(games: list[OwnGame]) -> OwnGame | None:
    unfinished = [own for own in games if not own.game.is_over]
    return min(unfinished, key=urgency, default=None)


def urgency(own: OwnGame) -> int:
    if own.is_your_turn or own.game.status == Game.Status.CALLED:
        return 0
    return 1 if own.game.status == Game.Status.PLAYING else 2
