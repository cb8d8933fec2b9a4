from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import wraps
from typing import Any

from django import forms
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.ai.solver import Value
from games.engine import BOARDS
from games.models import Player
from games.ops.client_address import client_address
from games.play import errors
from games.presentation import board_wording
from games.study.puzzles import book, services
from games.study.puzzles.book import Cells, Puzzle, Theme
from games.study.puzzles.days import DASH, DAY, PENCIL, Days
from games.study.puzzles.models import PuzzleAttempt, Result
from games.study.puzzles.record import puzzle_rating
from games.study.puzzles.solving import Solving, facts_of, solving_of
from games.study.worksheets import COUNTS, WorksheetForm, exercise_context
from games.web import players, previews
from games.web.common import View, absolute_url, always_revalidate, render_page
from games.web.fair_play import gives_help
from games.web.forms import AnswerForm, NotAMove, requested_ply

NO_SUCH_PUZZLE = "study/puzzles/no_such_puzzle.html"  # a template
OWN_MOVES = "puzzle_moves"  # in the session: those made in the last puzzle
RUN = "puzzle_run"  # in the session: what the next puzzle is to be, and how many there were of it
TITLE, TITLE_OF_TODAY, TITLE_OF_FIRST = _("A puzzle"), _("Today's puzzle"), _("Your first puzzle")


def moves_made(request: HttpRequest, puzzle: Puzzle) -> Cells:
    kept = request.session.get(OWN_MOVES, {})
    return tuple(kept["moves"]) if kept.get("puzzle") == puzzle.id else ()


def context_of_day(request: HttpRequest, player: Player | None) -> dict[str, Any]:
    """What leads to today's puzzle, or as long as none is solved to an easy one."""
    today = timezone.localdate()
    if not has_solved(player):
        return {"puzzle": solving_of(book.first(), None, today)}
    is_read = Q(puzzle=book.of_day(today).id) | Q(daily_on__isnull=False)
    attempts = list(player.puzzle_attempts.filter(is_read)) if player else []
    return {"puzzle": _of_today(request, attempts), "streak": Days.of(attempts, today).streak}


def _of_today(request: HttpRequest, attempts: Iterable[PuzzleAttempt]) -> Solving:
    today = timezone.localdate()
    puzzle = book.of_day(today)
    attempt = next((each for each in attempts if each.puzzle == puzzle.id), None)
    return solving_of(puzzle, attempt, today, moves_made(request, puzzle))


def has_solved(player: Player | None) -> bool:
    return bool(player and player.puzzle_attempts.exclude(solved_at=None).exists())


def puzzle_waits(player: Player) -> bool:
    """Tell whether that of today does, to who has solved any."""
    today = timezone.localdate()
    is_shown = Q(puzzle=book.of_day(today).id, shown_at__date=today)
    done = Count("pk", filter=is_shown | Q(daily_on=today))
    counts = player.puzzle_attempts.aggregate(solved=Count("solved_at"), done=done)
    return bool(counts["solved"] and not counts["done"])


NotAKind = errors.refusal(
    "not_a_kind", _("There are no such puzzles. Choose a theme or a board."), 400
)


class KindForm(forms.Form):
    theme = forms.ChoiceField(choices=[(theme, theme) for theme in Theme], required=False)
    board = forms.ChoiceField(choices=[(board, board) for board in BOARDS], required=False)

    def clean(self) -> dict[str, str]:
        chosen = {"theme": "", "board": "", **self.cleaned_data}
        if book.of_kind(chosen["theme"], chosen["board"]):
            return chosen
        # Of two that have no puzzle together, what was chosen now wins over what was before.
        is_new_board = chosen["board"] != self.initial.get("board", "")
        return {**chosen, "theme" if is_new_board else "board": ""}


class PrintForm(KindForm, WorksheetForm):
    grade = forms.IntegerField(min_value=1, max_value=len(book.GRADES), required=False)


def on_puzzle(view: View) -> View:
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
@gives_help
def puzzles(request: HttpRequest) -> HttpResponse:
    if has_solved(players.current(request)):
        return today(request)
    return _page(request, book.first(), title=TITLE_OF_FIRST)


@require_safe
@always_revalidate
@gives_help
def today(request: HttpRequest) -> HttpResponse:
    return _page(request, book.of_day(timezone.localdate()))


@require_safe
@always_revalidate
def days(request: HttpRequest) -> HttpResponse:
    player, today = players.current(request), timezone.localdate()
    attempts = player.puzzle_attempts.all() if player else ()
    days = Days.of(attempts, today)
    first = days.month(request.GET.get("month", f"{today:%Y-%m}"))
    after = (first + 31 * DAY).replace(day=1)
    context = {
        "first": first,
        "today": today,
        "weeks": days.weeks(first),
        "before": first - DAY if days.first < first else None,
        "after": after if after <= today else None,
        "streak": days.streak,
        "solving": _of_today(request, attempts),
        "pencil": PENCIL,
        "yesterday": book.of_day(today - DAY),
        "link": absolute_url(request, reverse("games:puzzles_today")),
        "squares": days.week,
    }
    return render(request, "study/puzzles/days.html", context)


@require_safe
@always_revalidate
@gives_help
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    try:
        return _page(request, services.find_puzzle(puzzle_id))
    except errors.NoSuchPuzzle as refusal:
        return render_page(request, NO_SUCH_PUZZLE, {}, refusal)


@gives_help
@on_puzzle
def answer(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise NotAMove
    cell, before = form.cleaned_data["cell"], moves_made(request, puzzle)
    own = services.answer_puzzle(puzzle.id, cell=cell, own=before, **_who_asks(request))
    if own is None or own == puzzle.resumed(before):
        return _page(request, puzzle, tried=cell)
    request.session[OWN_MOVES] = {"puzzle": puzzle.id, "moves": own}
    if own[-1] != cell:
        return _page(request, puzzle, counted=cell)
    return redirect("games:puzzle", puzzle.id)


@gives_help
@on_puzzle
def hint(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    services.note_help(puzzle.id, kind="hinted_at", **_who_asks(request))
    return redirect(f"{reverse('games:puzzle', args=[puzzle.id])}?hint")


@gives_help
@on_puzzle
def show(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    services.note_help(puzzle.id, kind="shown_at", **_who_asks(request))
    return redirect("games:puzzle", puzzle.id)


def _who_asks(request: HttpRequest) -> dict[str, Any]:
    return {
        "player": players.acting(request),
        "today": timezone.localdate(),
        "address": client_address(request),
    }


@require_safe
@gives_help
def print_puzzles(request: HttpRequest) -> HttpResponse:
    form = PrintForm(request.GET)
    if not form.is_valid():
        raise NotAKind
    kind = form.cleaned_data
    puzzles = services.choose(**kind)
    context = {
        "kind": kind,
        "counts": COUNTS,
        "exercises": [_exercise(request, puzzle) for puzzle in puzzles],
        "number": board_wording.number(len(puzzles)),
        "board": BOARDS.get(kind["board"]),
        "grade": book.GRADES.get(kind["grade"]),
        "boards": BOARDS.values(),
        "themes": book.THEMES,
        "grades": book.GRADES,
    }
    return render(request, "study/worksheet.html", context)


def _exercise(request: HttpRequest, puzzle: Puzzle) -> dict[str, Any]:
    link = absolute_url(request, reverse("games:puzzle", args=[puzzle.id]))
    theme = puzzle.theme or ("win" if puzzle.goal is Value.WIN else "")
    return exercise_context(puzzle.board, puzzle.moves, list(puzzle.stage.right), theme, link)


def next_puzzle(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("games:puzzles")
    try:
        return redirect("games:puzzle", _next(request, players.current(request)).id)
    except errors.Refused as refusal:
        return _page(request, book.of_day(timezone.localdate()), refusal=refusal)


def _next(request: HttpRequest, player: Player | None) -> Puzzle:
    before = request.session.get(RUN, {})
    form = KindForm(request.POST, initial=before)
    if not form.is_valid():
        raise NotAKind
    kind = form.cleaned_data
    puzzle = services.next_puzzle(player, **kind, besides=request.POST.getlist("besides"))
    number = before["number"] + 1 if {**before, **kind} == before else 1
    request.session[RUN] = {**kind, "number": number, "puzzle": puzzle.id}
    return puzzle


def _page(
    request: HttpRequest,
    puzzle: Puzzle,
    *,
    title: str = "",
    refusal: errors.Refused | None = None,
    **said: int | bool,
) -> HttpResponse:
    player = players.current(request)
    own, day = player.puzzle_attempts.all() if player else (), timezone.localdate()
    attempts = {attempt.puzzle: attempt for attempt in own}
    solving = solving_of(puzzle, attempts.get(puzzle.id), day, moves_made(request, puzzle))
    if not solving.result:
        is_hinted = solving.with_hint and "hint" in request.GET
        solving = replace(solving, is_hinted=is_hinted, **said)  # type: ignore[arg-type]
    elif (step := requested_ply(request, len(solving.line), "step")) is not None:
        solving = replace(solving, step=step)
    title = title or (TITLE_OF_TODAY if solving.is_daily else TITLE)
    facts = facts_of(solving)
    told = {"solving": solving, "facts": facts}
    words = " ".join(render_to_string("study/puzzles/_preview.html", told).split())
    context = {
        **told,
        **previews.of_page(request, gettext(title), words),
        "title": title,
        "drawing": solving.drawing,
        "goal": board_wording.goal(puzzle.variant),
        "state": {"turn": solving.turn, "you": [solving.turn]},
        "mover": facts["mover"],
        "other_side": solving.turn.opponent,
        "link": absolute_url(request, reverse("games:puzzle", args=[puzzle.id])),
        "rating": puzzle_rating(attempts.values()),
        "days": Days.of(attempts.values(), day),
        "day": day,
        "dash": DASH,
        "is_stamped": solving.is_daily and solving.state in (Result.FIRST_TRY, Result.SOLVED),
        "run": request.session.get(RUN),
        "boards": BOARDS.values(),
        "themes": book.THEMES,
    }
    return render_page(request, "study/puzzles/puzzles.html", context, refusal)
