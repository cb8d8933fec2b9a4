"""What the class has yet to learn, counted from the reviews of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.ai.threats import completing, threats
from games.models import Game, Player
from games.study.reviews.analysis import LOST_BY, Label
from games.study.reviews.models import Review
from games.study.reviews.moves import ReviewedMove, moves_of
from games.study.worksheets import exercise_context
from games.tournaments.models import Entrant, Tournament
from games.tournaments.questions import position_context

WIN, BLOCK, FORK = "win", "block", "fork"  # what somebody missed, missed, or allowed
FOUND = "found"  # a fork, which somebody made
MISSED, KINDS = (WIN, BLOCK, FORK), (WIN, BLOCK, FORK, FOUND)
FORK_WITHIN = 5  # plies from the move that allows it to its line


class InstructiveMove(NamedTuple):
    kind: str
    entrant: Entrant
    other: Entrant | None
    game: Game
    move: ReviewedMove

    @property
    def before(self) -> list[int]:
        return list(self.game.record[: self.move.board.ply])

    @property
    def position(self) -> dict[str, Any]:
        return position_context(self.move.board, self.before)

    def exercise(self, link: str) -> dict[str, Any]:
        board, other = self.move.board, "win" if self.move.was_won else ""
        theme = {WIN: "win-now", BLOCK: "block"}.get(self.kind, other)
        right = [*completing(board, board.turn, board.legal_moves())] or self.move.better
        return exercise_context(board, self.before, right, theme, link)


def learning(tournament: Tournament) -> dict[str, Any]:
    moves = list(instructive_moves(tournament))
    missed = [each for each in moves if each.kind in MISSED]
    counts = Counter((each.entrant, each.kind) for each in moves)
    to_learn = Counter(each.entrant for each in missed)
    people = tournament.entrants.select_related("player")
    positions = _most_missed(missed)
    return {
        "tallies": [  # who has most to learn first
            {"entrant": each, "counts": {kind: counts[each, kind] for kind in KINDS}}
            for each in sorted(people, key=lambda each: -to_learn[each])
        ],
        "without": [each for each in people if not to_learn[each]],
        "totals": {kind: sum(each.kind == kind for each in moves) for kind in KINDS},
        "subject": positions[0].kind if positions else "",
        "positions": positions,
        "reviewed": _reviews(tournament).count(),
    }


def instructive_moves(tournament: Tournament) -> Iterator[InstructiveMove]:
    people: dict[Player | None, Entrant]
    people = {each.player: each for each in tournament.entrants.select_related("player")}
    for review in _reviews(tournament).select_related("game__x", "game__o"):
        game = review.game
        if game.variant.misere or game.variant.is_divided:
            continue
        for move in moves_of(review):
            entrant = people.get(game.seat(move.mark))
            if entrant and (kind := kind_of(move)):
                other = people.get(game.seat(move.mark.opponent))
                yield InstructiveMove(kind, entrant, other, game, move)


def turning_point(game: Game, entrant: Entrant) -> ReviewedMove | None:
    """Return the entrant's last move after which the game was worth less, None for none."""
    review, marks = getattr(game, "review", None), game.marks_of(entrant.player_id)
    moves = moves_of(review) if review else []
    own = [each for each in moves if each.mark in marks and each.can_be_tried]
    return own[-1] if own else None


def _reviews(tournament: Tournament) -> QuerySet[Review]:
    reviews = Review.objects.filter(game__tournament_game__tournament=tournament)
    return reviews.filter(is_complete=True).order_by("game__finished_at")


def kind_of(move: ReviewedMove) -> str:
    board, mark = move.board, move.mark
    playable = board.legal_moves()
    if completing(board, mark, playable):
        return "" if move.after.is_over else WIN
    if move.label == Label.KEPT_WIN:
        return FOUND if len(move.threatened) > 1 else ""
    if move.label not in LOST_BY:
        return ""
    if any(cell in playable for cell in threats(board, mark.opponent)):
        return BLOCK
    plies = move.review["after"]["plies"]
    return FORK if plies is not None and plies <= FORK_WITHIN else ""


def _most_missed(missed: list[InstructiveMove]) -> list[InstructiveMove]:
    # Of each kind the position that was missed most often; the kind missed most often first.
    totals = Counter(each.kind for each in missed)
    often = Counter((each.kind, each.move.board) for each in missed)
    best = {each.kind: each for each in sorted(missed, key=lambda m: often[m.kind, m.move.board])}
    return [best[kind] for kind, _ in totals.most_common()]
