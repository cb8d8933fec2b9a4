"""Duels: two games from one opening with the sides swapped, and the ratings that they change.

``matching`` finds two who want one. The second game begins in the transaction that ends the first,
and has a time for its first moves, so that whoever does not come loses it. The ratings change in
the transaction that ends the second game. A first game that closes without a result ends its duel.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from games.engine import Mark, glicko, presets, series
from games.models import Game, Player
from games.people.openings import book
from games.people.ratings.models import Rating, RatingChange
from games.play import openings
from games.play.errors import Refused
from games.play.lobby import start_rematch
from games.protocol import SeatRating

SET_UP_FIELDS = ("position", "ply", "record", "start_ply", "ratings")  # saved by the caller


class NotByLink(Refused):
    code = "not_by_link"
    http_status = 403
    message = _("Nobody joins a duel by its link. Look for one on the page of duels.")


def set_up(game: Game, guest: Player) -> None:
    """Set a duel, whose host has waited for the guest, to a random opening of its board."""
    board = board_of(game)
    openings.set_up(game, book.random_opening(board))
    seats = {mark: game.seat(mark) or guest for mark in Mark}
    ratings = Rating.objects.filter(board=board, player__in=seats.values())
    by_player = {rating.player_id: rating for rating in ratings}
    game.ratings = {
        mark.value: (by_player.get(player.pk) or Rating()).shown for mark, player in seats.items()
    }


def go_on(game: Game, **_: Any) -> None:
    """Begin the second game of a duel, or rate the duel; receives ``game_finished``."""
    if not game.is_duel:
        return
    if game.is_second_game:
        _rate(game)
    else:
        swapped = {Mark(mark).opponent.value: rating for mark, rating in _ratings(game).items()}
        start_rematch(game, ratings=swapped)


def refuse_link(game: Game, **_: Any) -> None:
    """Let nobody join a duel but those whom ``matching`` finds; receives ``player_joining``.

    :raises NotByLink: if it is a duel.
    """
    if game.is_duel:
        raise NotByLink


def join_ratings(guest: Player, player: Player, **_: Any) -> None:
    """Keep a guest's ratings on boards where the account has none; receives ``player_merged``.

    A guest has some only after having lost an account.
    """
    taken = list(player.ratings.values_list("board", flat=True))
    guest.ratings.exclude(board__in=taken).update(player=player)
    guest.ratings.all().delete()


def export_ratings(player: Player, **_: Any) -> dict[str, Any]:
    """Return a person's ratings and how they went; receives ``player_exported``."""
    changes = RatingChange.objects.filter(rating__player=player)
    return {
        "ratings": list(player.ratings.values("board", "value", "deviation", "duels", "rated_at")),
        "duels": list(changes.values("at", "game_id", "score", "before", "after")),
    }


def forget_ratings(player: Player, **_: Any) -> None:
    """Remove the ratings of a player; receives ``player_forgotten``."""
    Rating.objects.filter(player=player).delete()


def board_of(game: Game) -> str:
    preset = presets.named(game.variant)
    return preset.id if preset else ""


def _rate(game: Game) -> None:
    """Change the ratings of both players by the score of a duel that has just ended."""
    ratings = _locked_ratings(game)
    before = {mark: rating.now for mark, rating in ratings.items()}
    shown = _ratings(game)
    for mark, rating in ratings.items():
        score = _score(game, mark)
        after = glicko.rate(rating.last, [(before[mark.opponent], score)], rating.periods)
        change = round(after.value) - round(rating.value)
        rating.set(after)
        shown[mark] = {**rating.shown, "change": change}
        if rating.pk:
            rating.save()
            _note_change(rating, game, score, before[mark])
    game.ratings = shown
    Game.objects.filter(pk=game.pk).update(ratings=shown)


def _locked_ratings(game: Game) -> dict[Mark, Rating]:
    """Return the ratings of both players, locked in the order of their ids.

    That of somebody who has been forgotten since is not stored.
    """
    board = board_of(game)
    seats = {mark: player for mark in Mark if (player := game.seat(mark))}
    known = sorted(player.pk for player in seats.values() if not player.forgotten_at)
    Rating.objects.bulk_create(
        [Rating(player_id=id, board=board) for id in known], ignore_conflicts=True
    )
    rows = Rating.objects.select_for_update().filter(board=board, player__in=known)
    by_player = {rating.player_id: rating for rating in rows.order_by("player_id")}
    return {mark: by_player.get(seat.pk) or Rating(board=board) for mark, seat in seats.items()}


def _note_change(rating: Rating, game: Game, score: float, before: glicko.Rating) -> None:
    RatingChange.objects.create(
        rating=rating,
        game=game,
        score=score,
        before=before.value,
        after=rating.value,
        deviation=rating.deviation,
        at=rating.rated_at,
    )


def _score(game: Game, mark: Mark) -> float:
    """Return the result of a duel for a side: both games together are won, drawn or lost."""
    winner = series.winner(game.score())
    return 0.5 if winner is None else float(winner == mark)


def _ratings(game: Game) -> dict[str, SeatRating]:
    return dict(game.ratings or {})
