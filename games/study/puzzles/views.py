from __future__ import annotations

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

from games.engine import BOARDS
from games.models import Player
from games.ops.client_address import client_address
from games.play import errors
from games.presentation import board_wording
from games.study.puzzles import book, services
from games.study.puzzles.book import Cells, Puzzle, Theme
from games.study.puzzles.days import DASH, DAY, PENCIL, Days
from games.study.puzzles.record import puzzle_rating
from games.study.puzzles.solving import Solving, solving_of
from games.web import players, previews
from games.web.common import View, absolute_url, always_revalidate, render_page
from games.web.fair_play import gives_help
from games.web.forms import AnswerForm, NotAMove, requested_ply

NO_SUCH_PUZZLE = "study/puzzles/no_such_puzzle.html"  # a template
OWN_MOVES = "puzzle_moves"  # in the session: those made in the last puzzle
PRINTED, MOST_PRINTED = 6, 24  # on a page, if nobody says how many, and at most
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
    puzzle = book.of_day(today)
    is_read = Q(puzzle=puzzle.id) | Q(daily_on__isnull=False)
    attempts = list(player.puzzle_attempts.filter(is_read)) if player else []
    attempt = next((each for each in attempts if each.puzzle == puzzle.id), None)
    solving = solving_of(puzzle, attempt, today, moves_made(request, puzzle))
    return {"puzzle": solving, "streak": Days.of(attempts, today).streak}


def has_solved(player: Player | None) -> bool:
    return bool(player and player.puzzle_attempts.exclude(solved_at=None).exists())


def puzzle_waits(player: Player) -> bool:
    """Tell whether that of today does, to who has solved any."""
    today = timezone.localdate()
    is_shown = Q(puzzle=book.of_day(today).id, shown_at__date=today)
    done = Count("pk", filter=is_shown | Q(daily_on=today))
    counts = player.puzzle_attempts.aggregate(solved=Count("solved_at"), done=done)
    return bool(counts["solved"] and not counts["done"])


class NotAKind(errors.Refused):
    code = "not_a_kind"
    http_status = 400
    message = _("There are no such puzzles. Choose a theme or a board.")


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


class PrintForm(KindForm):
    grade = forms.IntegerField(
        min_value=min(book.GRADES), max_value=max(book.GRADES), required=False
    )
    count = forms.IntegerField(min_value=1, max_value=MOST_PRINTED, required=False)


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
    player = players.current(request)
    if has_solved(player):
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
    days = Days.of(player.puzzle_attempts.all() if player else (), today)
    first = days.month(request.GET.get("month", f"{today:%Y-%m}"))
    after = (first + 31 * DAY).replace(day=1)
    link = absolute_url(request, reverse("games:puzzles_today"))
    of_today = book.of_day(today)
    context = {
        "first": first,
        "today": today,
        "weeks": days.weeks(first),
        "before": first - DAY if days.first < first else None,
        "after": after if after <= today else None,
        "streak": days.streak,
        "is_solved": today in days.solved,
        "is_begun": bool(of_today.resumed(moves_made(request, of_today))),
        "pencil": PENCIL,
        "yesterday": book.of_day(today - DAY),
        "link": link,
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
    cell, player = form.cleaned_data["cell"], players.acting(request)
    before = moves_made(request, puzzle)
    own = services.answer_puzzle(
        puzzle.id,
        player,
        cell=cell,
        own=before,
        today=timezone.localdate(),
        address=client_address(request),
    )
    if own is None or own == puzzle.resumed(before):
        return _page(request, puzzle, tried=cell)
    request.session[OWN_MOVES] = {"puzzle": puzzle.id, "moves": own}
    if own[-1] != cell:
        return _page(request, puzzle, counted=cell)
    return redirect("games:puzzle", puzzle.id)


@gives_help
@on_puzzle
def hint(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    services.hint_puzzle(
        puzzle.id,
        players.acting(request),
        today=timezone.localdate(),
        address=client_address(request),
    )
    return redirect(f"{reverse('games:puzzle', args=[puzzle.id])}?hint")


@gives_help
@on_puzzle
def show(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    services.show_puzzle(
        puzzle.id,
        players.acting(request),
        today=timezone.localdate(),
        address=client_address(request),
    )
    return redirect("games:puzzle", puzzle.id)


@require_safe
@gives_help
def print_puzzles(request: HttpRequest) -> HttpResponse:
    form = PrintForm(request.GET)
    kind: dict[str, Any] = form.cleaned_data if form.is_valid() else {"theme": "", "board": ""}
    count, grade = kind.get("count") or PRINTED, kind.get("grade") or 0
    puzzles = services.choose(kind["theme"], kind["board"], grade, count)
    context = {
        "kind": {**kind, "count": count},
        "puzzles": [Solving(puzzle, None, is_daily=False) for puzzle in puzzles],
        "number": board_wording.number(len(puzzles)),
        "theme": book.THEMES.get(kind["theme"]),
        "board": BOARDS.get(kind["board"]),
        "boards": BOARDS.values(),
        "themes": book.THEMES,
        "grades": book.GRADES,
        "day": timezone.localdate(),
    }
    refusal = None if form.is_valid() else NotAKind()
    return render_page(request, "study/puzzles/print.html", context, refusal)


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
    attempts = (
        {attempt.puzzle: attempt for attempt in player.puzzle_attempts.all()} if player else {}
    )
    day = timezone.localdate()
    solving = solving_of(puzzle, attempts.get(puzzle.id), day, moves_made(request, puzzle))
    step = requested_ply(request, len(solving.line), "step") if solving.result else None
    if not solving.result:
        is_hinted = solving.with_hint and "hint" in request.GET
        solving = replace(solving, is_hinted=is_hinted, **said)  # type: ignore[arg-type]
    elif step is not None:
        solving = replace(solving, step=step)
    title = title or (TITLE_OF_TODAY if solving.is_daily else TITLE)
    words = " ".join(render_to_string("study/puzzles/_preview.html", {"solving": solving}).split())
    context = {
        **previews.of_page(request, gettext(title), words),
        "title": title,
        "solving": solving,
        "drawing": solving.drawing,
        "goal": board_wording.goal(puzzle.variant),
        "state": {"turn": solving.turn, "you": [solving.turn]},
        "mover": solving.mover,
        "other_side": solving.turn.opponent,
        "link": absolute_url(request, reverse("games:puzzle", args=[puzzle.id])),
        "rating": puzzle_rating(attempts.values()),
        "days": Days.of(attempts.values(), day),
        "day": day,
        "dash": DASH,
        "run": request.session.get(RUN),
        "boards": BOARDS.values(),
        "themes": book.THEMES,
    }
    return render_page(request, "study/puzzles/puzzles.html", context, refusal)
