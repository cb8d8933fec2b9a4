from __future__ import annotations

from django.db.models import Q

from games.engine import Mark, clock
from games.models import Game, Player
from games.people.duels.models import DAY, RatingChange

NAME = "duel"  # of the kind of these games
BEGUN = (Game.Status.CALLED, Game.Status.PLAYING)  # whose position is known to its players
PLAYED_AFTER = 4  # plies: each side has moved twice
GIVEN_UP = (Game.Reason.RESIGNED, Game.Reason.TIME, Game.Reason.LEFT)


def may_be_rated(first: Player, second: Player) -> bool:
    both = Q(x=first, o=second) | Q(x=second, o=first)
    rated = RatingChange.objects.filter(rating__player=first, at__gt=clock.now() - DAY)
    running = Game.objects.filter(both, kind=NAME, status__in=BEGUN)
    running = running.filter(duel__ratings__isnull=False)
    return not running.exists() and not rated.filter(game__in=Game.objects.filter(both)).exists()


def are_both_here(game: Game) -> bool:
    return len(with_account(game)) == len(Mark)


def with_account(game: Game) -> set[int]:
    players = Player.objects.filter(pk__in=game.people.values(), user__is_active=True)
    return set(players.values_list("pk", flat=True))


def has_missed_lately(player: Player) -> bool:
    missed = Q(x=player, no_show=Mark.X) | Q(o=player, no_show=Mark.O)
    games = Game.objects.filter(missed, kind=NAME, reason=Game.Reason.NO_SHOW)
    return games.filter(created_at__gt=clock.now() - DAY).exists()


def score(last: Game, mark: Mark) -> float | None:
    """Return 1 for a won duel, 0.5 for a drawn one, None if no game of it was played."""
    sides = [(last, mark)]
    if last.previous:
        sides.append((last.previous, mark.opponent))
    points = [_points(game, side) for game, side in sides if not _is_gift(game, side)]
    if not points:
        return None
    balance = sum(points) - len(points) / 2
    return 0.5 if not balance else float(balance > 0)


def _points(game: Game, mark: Mark) -> float:
    return float(game.winner == mark) if game.winner else 0.5


def _is_gift(game: Game, mark: Mark) -> bool:
    is_played = game.ply - game.start_ply >= PLAYED_AFTER
    return game.winner == mark and game.reason in GIVEN_UP and not is_played
