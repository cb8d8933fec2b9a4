from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.ai.solver import Verdict
from games.engine import clock
from games.models import Game, GameQuerySet, sql
from games.play.errors import NoMoves, NoSuchGame, NotFinished
from games.play.services import bring_up_to_date, ends_overdue_game_first, find_game, lock_game
from games.protocol import MoveReviewJSON, VerdictJSON
from games.study.reviews.analysis import MoveReview
from games.study.reviews.models import Review

# Older games are reviewed only when somebody asks for it.
LATELY = timedelta(days=1)
# A process stores a part of each of its reviews about once in 20 seconds. If the process ends,
# others take its reviews over after this time.
TAKEN_FOR = timedelta(minutes=2)


def find_game_to_review(game_id: str) -> Game:
    game = bring_up_to_date(game_id)
    if not game.is_over:
        raise NotFinished
    if game.ply == game.start_ply:
        raise NoMoves
    return game


def find_review(game_id: str) -> Review:
    return review_of(find_game(game_id))


def review_of(game: Game) -> Review:
    review = Review.objects.filter(game=game).first()
    if review is None:
        # A game in which no move was played has nothing to review.
        return Review(game=game, is_complete=game.ply == game.start_ply)
    review.game = game
    return review


@ends_overdue_game_first
def ask_for_review(game_id: str) -> Game:
    # Stored without moves, so that pages show that the review is being made.
    game = lock_game(game_id)
    if not game.is_over:
        raise NotFinished
    review = review_of(game)
    if not review.pk:
        review.save()
    return game


@transaction.atomic
def store_reviews(game_id: str, first_ply: int, reviews: Sequence[MoveReviewJSON]) -> None:
    # Two processes may review the same game, so moves that are stored already stay. The version of
    # the game stays, because no page of the game shows the number of mistakes.
    game = sql.find_game_for_update(game_id)
    if game is None:
        raise NoSuchGame
    review = review_of(game)
    known = review.next_ply - first_ply
    if 0 <= known < len(reviews):
        review.add(reviews[known:])
        review.taken_at = clock.now()
        review.save()
    if review.is_complete:
        game.mistakes = review.mistakes
        game.save(update_fields=["mistakes"])


def as_json(review: MoveReview) -> MoveReviewJSON:
    return {
        "cell": review.cell,
        "label": review.label.value,
        "before": _verdict_as_json(review.before),
        "after": _verdict_as_json(review.after),
        "better": list(review.better),
        "line": list(review.line),
        "unproven": list(review.unproven),
    }


def _verdict_as_json(verdict: Verdict) -> VerdictJSON:
    return {"value": verdict.value.value, "plies": verdict.plies}


@transaction.atomic
def take_games_to_review(limit: int) -> list[str]:
    # No other process gets them for ``TAKEN_FOR``, which begins anew with each part that is stored.
    now = clock.now()
    games = _games_to_review(now - LATELY, now - TAKEN_FOR).order_by("finished_at")
    locked = games.only("pk").select_for_update(of=("self",), skip_locked=True)[:limit]
    # Another process may have taken some of them between the read and the lock.
    still_free = games.filter(pk__in=[game.pk for game in locked])
    taken = list(still_free.values_list("pk", flat=True))
    Review.objects.bulk_create(
        [Review(game_id=game_id, taken_at=now) for game_id in taken],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["taken_at"],
    )
    return taken


def _games_to_review(since: datetime, taken_before: datetime) -> GameQuerySet:
    finished = Game.objects.with_people().filter(
        status=Game.Status.FINISHED, finished_at__gte=since
    )
    is_free = Q(review__taken_at=None) | Q(review__taken_at__lt=taken_before)
    return finished.filter(is_free, ply__gt=F("start_ply")).exclude(review__is_complete=True)
