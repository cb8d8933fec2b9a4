from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games.presentation.description import Drawing, describe
from games.study.reviews.analysis import winning_move
from games.study.reviews.moves import ReviewedMove
from games.study.reviews.views import on_review
from games.web.common import render_page
from games.web.forms import AnswerForm, NotAMove, requested_ply


@dataclass(frozen=True)
class MistakeAttempt:
    mistake: ReviewedMove
    moves: Sequence[int]  # to the position before the mistake
    tried: int | None = None
    is_hinted: bool = False
    is_shown: bool = False

    @cached_property
    def refutation(self) -> tuple[int, bool] | None:
        return None if self.tried is None else winning_move(self.mistake.board.play(self.tried))

    @property
    def refuted_by(self) -> str:
        return self.mistake.variant.cell_name(self.refutation[0]) if self.refutation else ""

    @property
    def is_right(self) -> bool:
        return self.tried in self.mistake.better

    @property
    def is_unproven(self) -> bool:
        # Of a win that threats would have forced, only their first moves are known.
        known = (None, self.mistake.cell, *self.mistake.better)
        if self.mistake.is_missed and self.tried not in known:
            return True
        return self.tried in self.mistake.review.get("unproven", ())

    @property
    def is_open(self) -> bool:
        return not self.is_right and not self.is_shown

    @property
    def state(self) -> str:
        if self.is_right:
            return "solved"
        return "open" if self.tried is None or self.is_unproven else "wrong"

    @property
    def drawing(self) -> Drawing:
        board, mistake = self.mistake.board, self.mistake
        seen_by = board.turn.value if self.is_open else ""
        if self.is_right and self.tried is not None:
            return describe(board.play(self.tried), [*self.moves, self.tried], seen_by=seen_by)
        best = mistake.better if self.is_shown else []
        drawing = describe(board, self.moves, best=best, seen_by=seen_by)
        if self.refutation and self.state == "wrong":
            drawing = drawing.noted({self.refutation[0]: {"threat": mistake.mark.opponent.value}})
        return drawing if self.tried is None else drawing.noted({self.tried: {"is_tried": True}})


@require_http_methods(["GET", "HEAD", "POST"])
@on_review
def mistakes(request: HttpRequest, told: dict[str, Any]) -> HttpResponse:
    review, mistakes = told["review"], told["mistakes"]
    number = requested_ply(request, len(mistakes) + 1, "number") or 1
    if not review.is_complete or number > len(mistakes):
        return render(request, "study/reviews/mistakes_done.html", told)
    mistake, refusal = mistakes[number - 1], None
    attempt = MistakeAttempt(mistake, review.game.record[: mistake.board.ply])
    try:
        attempt = _tried(request, attempt)
    except NotAMove as refused:
        refusal = refused
    context = {
        **told,
        "number": number,
        "next_number": number + 1,
        "attempt": attempt,
        "column": mistake.variant.cell_name(mistake.better[0])[0],
        "drawing": attempt.drawing,
        "state": {"turn": mistake.mark, "you": [mistake.mark]},
        "other_side": mistake.mark.opponent,
    }
    return render_page(request, "study/reviews/mistakes.html", context, refusal)


def _tried(request: HttpRequest, attempt: MistakeAttempt) -> MistakeAttempt:
    if request.method != "POST":
        return attempt
    if "hint" in request.POST:
        return replace(attempt, is_hinted=True)
    if "show" in request.POST:
        return replace(attempt, is_shown=True)
    form = AnswerForm(request.POST)
    if not form.is_valid() or form.cleaned_data["cell"] not in attempt.mistake.board.legal_moves():
        raise NotAMove
    return replace(attempt, tried=form.cleaned_data["cell"])
