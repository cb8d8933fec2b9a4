from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import cast

from django.db import transaction
from django.db.models import F, Q

from games.engine import clock
from games.models import Game, sql
from games.play.errors import NoMoves, NoSuchGame, NotFinished
from games.play.services import bring_up_to_date, find_game, lock_game
from games.protocol import MoveReviewJSON
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


@transaction.atomic
def ask_for_review(game_id: str) -> None:
    # Stored without moves, so that pages show that the review is being made.
    review = review_of(lock_game(game_id))
    if not review.pk:
        review.save()


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
    fields = asdict(review)
    lists = {name: list(fields[name]) for name in ("better", "line", "unproven")}
    return cast(MoveReviewJSON, {**fields, **lists})


@transaction.atomic
def take_games_to_review(limit: int) -> list[str]:
    # No other process gets them for ``TAKEN_FOR``, which begins anew with each part that is stored.
    now = clock.now()
    is_free = Q(review__taken_at=None) | Q(review__taken_at__lt=now - TAKEN_FOR)
    games = Game.objects.with_people().filter(is_free, ply__gt=F("start_ply"))
    games = games.filter(status=Game.Status.FINISHED, finished_at__gte=now - LATELY)
    games = games.exclude(review__is_complete=True).order_by("finished_at")
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
