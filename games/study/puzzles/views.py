"""The pages of puzzles: today's, any other, and the next one. Answers are plain forms."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.engine import BOARDS
from games.models import Player
from games.ops.client_address import client_address
from games.play import errors
from games.presentation import board_wording
from games.presentation.move_wording import to_move
from games.presentation.sides import side
from games.study.puzzles import book, services, wording
from games.study.puzzles.book import GRADES, Puzzle
from games.study.puzzles.page import PuzzlePage, puzzle_page
from games.study.puzzles.rating import puzzle_rating
from games.study.puzzles.record import PuzzleTally
from games.web import players, previews, sessions
from games.web.common import View, absolute_url, always_revalidate, render_page
from games.web.forms import AnswerForm, NotAMove, requested_ply

NO_SUCH_PUZZLE = "study/puzzles/no_such_puzzle.html"  # a template
CHOICE = sessions.choice("puzzle_choice")  # of board and grade, in the session
TITLE, TITLE_OF_TODAY, TITLE_OF_FIRST = _("A puzzle"), _("Today's puzzle"), _("Your first puzzle")


class NotAChoice(errors.Refused):
    code = "not_a_choice"
    http_status = 400
    message = _("There are no such puzzles. Choose a board, and how hard.")


class PuzzleChoiceForm(forms.Form):
    """The board and the grade of the next puzzle; empty is any."""

    board = forms.ChoiceField(
        choices=[(board.id, board.name) for board in BOARDS.values()], required=False
    )
    grade = forms.TypedChoiceField(
        choices=[(grade, grade) for grade in GRADES],
        coerce=int,
        empty_value=None,
        required=False,
    )


def on_puzzle(view: View) -> View:
    """Let a view act only on posts about a puzzle, and show refusals on the puzzle's page."""

    @wraps(view)
    def wrapper(request: HttpRequest, puzzle_id: str) -> HttpResponse:
        try:
            puzzle = services.find_puzzle(puzzle_id)
        except errors.NoSuchPuzzle as refusal:
            return render_page(request, NO_SUCH_PUZZLE, {}, refusal)
        if request.method != "POST":
            return redirect("games:puzzle", puzzle_id)
        try:
            return view(request, puzzle)
        except errors.Refused as refusal:
            return _page(request, puzzle, refusal=refusal)

    return wrapper


@require_safe
@always_revalidate
def puzzles(request: HttpRequest) -> HttpResponse:
    """An easy puzzle for somebody who has tried none yet, the puzzle of the day for all others."""
    player = players.current(request)
    if player and player.puzzle_attempts.exists():
        return today(request)
    return _page(request, book.first(), title=TITLE_OF_FIRST)


@require_safe
@always_revalidate
def today(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, the same for everyone."""
    return _page(request, book.of_day(timezone.localdate()))


@require_safe
@always_revalidate
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    try:
        return _page(request, services.find_puzzle(puzzle_id))
    except errors.NoSuchPuzzle as refusal:
        return render_page(request, NO_SUCH_PUZZLE, {}, refusal)


@on_puzzle
def answer(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise NotAMove
    cell, player = form.cleaned_data["cell"], players.acting(request)
    is_right = services.answer_puzzle(
        puzzle.id, player, cell=cell, today=timezone.localdate(), address=client_address(request)
    )
    return redirect("games:puzzle", puzzle.id) if is_right else _page(request, puzzle, tried=cell)


@on_puzzle
def show(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    services.show_puzzle(
        puzzle.id,
        players.acting(request),
        today=timezone.localdate(),
        address=client_address(request),
    )
    return redirect("games:puzzle", puzzle.id)


def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to a puzzle that the visitor has not done, and remember the chosen kind."""
    if request.method != "POST":
        return redirect("games:puzzles")
    try:
        return redirect("games:puzzle", _next(request, players.current(request)).id)
    except errors.Refused as refusal:
        return _page(request, book.of_day(timezone.localdate()), refusal=refusal)


def _next(request: HttpRequest, player: Player | None) -> Puzzle:
    form = PuzzleChoiceForm(request.POST)
    if not form.is_valid():
        raise NotAChoice
    board, grade = form.cleaned_data["board"], form.cleaned_data["grade"]
    request.session[CHOICE] = {"board": board, "grade": grade}
    variant = BOARDS[board].variant if board else None
    besides = request.POST.getlist("besides")
    return services.next_puzzle(player, variant=variant, grade=grade, besides=besides)


def _page(
    request: HttpRequest,
    puzzle: Puzzle,
    *,
    title: str = "",
    tried: int | None = None,
    refusal: errors.Refused | None = None,
) -> HttpResponse:
    """Show a puzzle, with the visitor's record; ``tried`` is the cell of a wrong answer."""
    player = players.current(request)
    attempts = (
        {attempt.puzzle: attempt for attempt in player.puzzle_attempts.all()} if player else {}
    )
    step = requested_ply(request, len(puzzle.line), "step")
    day = timezone.localdate()
    page = puzzle_page(puzzle, attempts.get(puzzle.id), day, step=step, tried=tried)
    context = {
        **_puzzle_context(request, page, title),
        "tally": PuzzleTally.of(attempts.values()),
        "rating": puzzle_rating(attempts.values()),
        "streak": player.puzzle_attempts.streak(day) if player else 0,
        "choice": request.session.get(CHOICE, {}),
        "boards": BOARDS.values(),
        "grades": wording.GRADES,
    }
    return render_page(request, "study/puzzles/puzzles.html", context, refusal)


def _puzzle_context(request: HttpRequest, page: PuzzlePage, title: str) -> dict[str, Any]:
    title = title or (TITLE_OF_TODAY if page.is_daily else TITLE)
    link = absolute_url(request, reverse("games:puzzle", args=[page.puzzle.id]))
    return {
        **_preview(request, gettext(title), page),
        "title": title,
        "page": page,
        "drawing": page.drawing,
        "goal": board_wording.goal(page.puzzle.variant),
        "state": {"turn": page.turn, "you": [page.turn]},
        "mover": side(page.turn, page.puzzle.variant),
        "other_side": page.turn.opponent,
        "link": link,
        "share_text": wording.to_share(
            page.puzzle, page.squares, link, timezone.localdate() if page.is_daily else None
        ),
    }


def _preview(request: HttpRequest, title: str, page: PuzzlePage) -> dict[str, previews.Preview]:
    """Return the part of a template's context for a link to a puzzle, without its solution."""
    task = f"{to_move(page.puzzle.board)} {wording.task(page.puzzle)}"
    words = {"task": task, "board": gettext(page.board.name), "grade": page.grade}
    return previews.of_page(request, title, gettext("%(task)s %(board)s, %(grade)s.") % words)
