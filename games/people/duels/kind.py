from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine import Variant, series
from games.engine.series import TWO_GAMES
from games.models import Game, Player
from games.people.duels import services
from games.people.duels.models import number, ratings_in
from games.people.duels.rules import NAME
from games.people.lobby.kind import LobbyKind
from games.presentation import board_wording
from games.presentation.player_wording import in_sentence
from games.protocol import Snapshot, Status


class DuelKind(LobbyKind):
    name = NAME
    label = "Duel"
    row = "duel"
    allows_rematch = False
    best_of = TWO_GAMES

    def require_joinable(self, game: Game, player: Player) -> None:
        raise services.NotByLink

    def prepare(self, game: Game, guest: Player) -> None:
        services.prepare(game, guest)

    def loses_no_show(self, game: Game) -> bool:
        return number(game) == TWO_GAMES

    def on_finished(self, game: Game) -> None:
        services.go_on(game)

    def on_closed(self, game: Game) -> None:
        services.rate_no_show(game)
        super().on_closed(game)

    def facts(self, game: Game) -> Mapping[str, str]:
        return {"Duel": str(game.duel)} if hasattr(game, "duel") else super().facts(game)

    def describe(self, game: Game) -> Mapping[str, Any]:
        waiting = super().describe(game) or {}
        return {**waiting, "number": number(game), "ratings": ratings_in(game)}

    def waiting_for(self, snapshot: Snapshot) -> str:
        board = board_wording.board(Variant.parse(snapshot["variant"]))
        return _("Waiting for a duel on %(board)s") % {"board": board}

    def note(self, snapshot: Snapshot, you: Collection[str]) -> str | None:
        if snapshot["status"] == Status.CLOSED:
            return super().note(snapshot, you)
        if snapshot["goes_on"]:
            return _(" The duel goes on in its second game.")
        is_last = snapshot["status"] == Status.FINISHED and not snapshot["next"]
        is_broken_off = is_last and not snapshot["series"]["is_over"]
        return _(" The duel ends here, and is not rated.") if is_broken_off else ""

    def series_result(self, snapshot: Snapshot, you: Collection[str]) -> str:
        score = snapshot["score"]
        low, high = sorted(2 * score[mark] + score["draws"] for mark in ("X", "O"))
        leader = series.winner(score)
        names: dict[str, object] = {"high": _halves(high), "low": _halves(low)}
        if leader is None and len(you) == 1:
            return _("You drew the duel, %(high)s to %(low)s.") % names
        if leader is None:
            return _("The duel is drawn, %(high)s to %(low)s.") % names
        if list(you) == [leader]:
            return _("You win the duel, %(high)s to %(low)s.") % names
        names["name"] = in_sentence(snapshot, leader)
        return _("%(name)s wins the duel, %(high)s to %(low)s.") % names


def _halves(count: int) -> str:
    return f"{count // 2 or ''}½" if count % 2 else str(count // 2)
