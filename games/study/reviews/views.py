from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import groupby, pairwise, takewhile
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine import Board, Mark, write_moves
from games.engine.presets import named
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors, limits
from games.presentation import board_wording, player_wording
from games.presentation.description import describe
from games.presentation.snapshots import summary
from games.presentation.stepper import play_address
from games.study.explorer.addresses import address as explorer_address
from games.study.reviews import job, services
from games.study.reviews.analysis import LOST_BY, MISTAKES, Label
from games.study.reviews.models import Review
from games.study.reviews.moves import ReviewedMove, moves_of
from games.web import players
from games.web.common import always_revalidate, prefers_json, render_page
from games.web.fair_play import require_help_allowed
from games.web.forms import requested_ply

SAID_ONCE_FROM = 6  # moves at the start of which nothing is proven
MANY = 22  # moves for which the panel has room in rows

ReviewView = Callable[..., HttpResponse]


def on_review(view: ReviewView) -> ReviewView:
    @always_revalidate
    @wraps(view)
    def wrapper(request: HttpRequest, game_id: str) -> HttpResponse:
        player_id = players.id_in(request.session)
        try:
            require_help_allowed(request)
            game = services.find_game_to_review(game_id)
            you = [mark.value for mark in game.marks_of(player_id)]
            review = services.review_of(game)
            is_asked = bool(you or review.pk or request.method == "POST")
            if is_asked:
                _start(request, review)
        except errors.Refused as refusal:
            if isinstance(refusal, errors.NoSuchGame) or prefers_json(request):
                raise
            context = {"game_id": game_id}
            return render_page(request, "study/reviews/no_review.html", context, refusal)
        response = view(request, _told(review, you, is_asked=is_asked))
        patch_vary_headers(response, ["Accept"])
        return response

    return wrapper


def _start(request: HttpRequest, review: Review) -> None:
    if review.is_complete:
        return
    if not job.is_under_way(review.game_id):
        limits.count(limits.REVIEWS, address=client_address(request))
    async_to_sync(job.start)(review.game_id)


def _told(review: Review, you: Sequence[str], *, is_asked: bool) -> dict[str, Any]:
    game, moves = review.game, moves_of(review)
    seats = player_wording.seats(summary(game))
    first = Mark.O if list(you) == [Mark.O] else Mark.X
    return {
        "review": review,
        "game": game,
        "board_name": board_wording.board(game.variant),
        "goal": board_wording.goal(game.variant),
        "seats": [(mark, seats[mark], game.seat(mark)) for mark in (first, first.opponent)],
        "you": you,
        "is_asked": is_asked,
        "moves": moves,
        "reviewed": [move for move in moves if move.is_reviewed],
        **judged(moves if review.is_complete else [], you, game.winner),
        "mistakes": [m for m in moves if m.mark in you and m.can_be_tried],
    }


def judged(moves: Sequence[ReviewedMove], you: Sequence[str], winner: str) -> dict[str, Any]:
    own = [move for move in moves if len(you) != 1 or move.mark in you]
    lost = [move for move in own if move.label in LOST_BY]
    by_loser = [move for move in lost if winner not in ("", move.mark)]
    proven = [move for move in by_loser if move.label == Label.LOST]
    missed = [move for move in own if move.misses_win]
    point = next((group[-1] for group in (proven, missed, by_loser, lost) if group), None)
    return {
        "only_mark": you[0] if len(you) == 1 else "",
        "is_nothing_proven": all(m.label == Label.UNKNOWN for m in moves if m.is_reviewed),
        "point": point,
        "is_lost": point and winner not in ("", point.mark),
        "own_gaps": any(move.label == Label.UNKNOWN for move in own),
        "lost_already": next((move for move in own if move.label == Label.LOSING), None),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@on_review
def review(request: HttpRequest, told: dict[str, Any]) -> HttpResponse:
    review, game, moves, point = (told[name] for name in ("review", "game", "moves", "point"))
    if request.method == "POST":
        services.ask_for_review(game.pk)
        return redirect("games:review", game.pk)
    if prefers_json(request):
        return JsonResponse(_as_json(told))
    number = requested_ply(request, game.ply)
    if number is None:
        number = point.number if point else game.ply
    shown = moves[number - 1] if number else None
    along = (requested_ply(request, len(shown.line), "along") or 0) if shown else 0
    unproven = _unproven(moves) if review.is_complete else 0
    bare = unproven if game.ply > MANY else 0
    context = {
        **told,
        **_position(game, shown, number, along),
        "number": number,
        "mistake_numbers": " ".join(str(mistake.number) for mistake in told["mistakes"]),
        "next_mistake": _next_mistake(told["mistakes"], number),
        "along": along,
        "shown": shown,
        "has_card": not review.is_complete or any(move.line or move.better for move in moves),
        "unproven": unproven,
        "bare_moves": moves[:bare],
        "other_moves": moves[bare:],
        "graph": graph(told["reviewed"], game.ply, number),
        "exact": {mark.value: accuracy(moves, mark) for mark in Mark},
        "data": _data(game, moves),
    }
    return render(request, "study/reviews/review.html", context)


def _position(game: Game, shown: ReviewedMove | None, number: int, along: int) -> dict[str, Any]:
    variant, line = game.variant, shown.line[:along] if shown else []
    last = line[-1] if line else shown
    board, threatened = (last.after, last.threatened) if last else (Board(variant), [])
    cells = [*game.record[: number - bool(line)], *(each.cell for each in line)]
    drawing = describe(board, cells, best=shown.better if shown and not along else [])
    threat = {"threat": board.turn.opponent.value}
    walked = {each.cell: {"walked": place} for place, each in enumerate(line, start=1)}
    preset = named(variant)
    may_play = preset is not None and not board.is_over
    return {
        "drawing": drawing.noted(dict.fromkeys(threatened, threat)).noted(walked),
        "preset": preset,
        "written": write_moves(cells, variant),
        "play": play_address(variant, cells) if may_play else "",
        "explorer": explorer_address(variant, cells),
    }


def _next_mistake(mistakes: Sequence[ReviewedMove], number: int) -> int:
    numbers = [mistake.number for mistake in mistakes]
    return next((each for each in numbers if each > number), numbers[0] if numbers else 0)


def _unproven(moves: Sequence[ReviewedMove]) -> int:
    unproven = len(list(takewhile(lambda move: move.is_unproven, moves)))
    return unproven if unproven >= SAID_ONCE_FROM else 0


def _data(game: Game, moves: Sequence[ReviewedMove]) -> dict[str, Any]:
    end = moves[-1].after
    return {
        "moves": game.record,
        "start": _("The position at the start."),
        "end": describe(end, game.record).end,
        "isOver": end.is_over,
        "firstPage": play_address(game.variant, []) if named(game.variant) else "",
        "steps": [move.step for move in moves],
    }


def _as_json(told: dict[str, Any]) -> dict[str, Any]:
    game: Game = told["game"]
    return {
        "id": game.pk,
        "variant": game.variant_code,
        "moves": game.record,
        "start_ply": game.start_ply,
        "is_complete": told["review"].is_complete,
        "words": _in_words("study/reviews/_summary.html", told),
        "reviews": [move.review for move in told["reviewed"]],
        "way_back": _way_back(game, told),
    }


def _way_back(game: Game, told: dict[str, Any]) -> dict[str, Any] | None:
    mistakes, point = told["mistakes"], told["point"]
    if point is None or point not in mistakes:
        return None
    values = {"point": point, "place": board_wording.cell(game.variant, point.better[0])}
    template = "study/reviews/_what_would_have_held.html"
    since = [move for move in told["reviewed"] if move.number >= point.number]
    labels = [[move.number, move.label, move.sign, str(move.brief)] for move in since]
    return {
        "number": mistakes.index(point) + 1,
        "cell": point.better[0],
        "words": _in_words(template, values),
        "sentence": _in_words(template, {**values, "is_last": game.ply - point.number == 1}),
        "labels": labels,
    }


def _in_words(template: str, context: dict[str, Any]) -> str:
    return " ".join(render_to_string(template, context).split())


def accuracy(moves: Sequence[ReviewedMove], mark: Mark) -> tuple[int, int]:
    """Return how many moves of a side were exact, and how many of its moves were proven."""
    labels = [move.label for move in moves if move.mark is mark]
    exact = sum(label in (Label.KEPT_WIN, Label.KEPT_DRAW) for label in labels)
    return exact, exact + sum(label in MISTAKES for label in labels)


WIDTH, HEIGHT, MARGIN = 320, 72, 10
MAX_POINTS = 60  # of more moves only the mistakes are points
RADIUS = 5  # of the point of a mistake, less where moves are closer


class GraphPoint(NamedTuple):
    move: ReviewedMove
    x: float
    y: float
    left: float  # of what may be pressed

    @property
    def is_proven(self) -> bool:
        return self.move.standing is not None


def graph(moves: Sequence[ReviewedMove], last: int, shown: int) -> dict[str, Any]:
    step, middle = (WIDTH - 2 * MARGIN) / max(1, last), HEIGHT / 2

    def point(move: ReviewedMove) -> GraphPoint:
        x, y = MARGIN + step * move.number, middle - (middle - MARGIN) * (move.standing or 0)
        return GraphPoint(move, round(x, 1), y, round(x - step / 2, 1))

    points = list(map(point, moves))
    pairs, radius = list(pairwise(points)), round(min(RADIUS, 0.7 * step), 1)
    level = "".join(f"M{a.x} {a.y}H{b.x}" for a, b in pairs if a.is_proven)
    runs = [list(same) for _, same in groupby(moves, lambda move: move.standing)]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "margin": MARGIN,
        "heights": (MARGIN, middle, HEIGHT - MARGIN),
        "step": step,
        "width_of_move": round(step, 1),
        "at": round(MARGIN + step * shown, 1),
        "points": points,
        "path": level + "".join(f"M{b.x} {a.y}V{b.y}" for a, b in pairs if a.y != b.y),
        "unknown_path": "".join(f"M{a.x} {a.y}H{b.x}" for a, b in pairs if not a.is_proven),
        "radius": radius,
        "small_radius": round(0.6 * radius, 1),
        "has_points": len(points) <= MAX_POINTS,
        "has_draw": any(move.standing == 0 for move in moves),
        "has_unknown": any(move.standing is None for move in moves),
        "runs": [(run[0], run[-1]) for run in runs if run[0].standing is not None],
    }
