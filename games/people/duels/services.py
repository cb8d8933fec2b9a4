from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from django.db.models import Q, Sum
from django.urls import reverse_lazy
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from games import glicko
from games.engine import Mark, clock, presets
from games.engine.series import TWO_GAMES
from games.models import Game, Player
from games.people.duels import rules
from games.people.duels.models import DuelGame, Rating, RatingChange, number, ratings_in
from games.people.duels.openings import book
from games.people.duels.rules import NAME
from games.people.lobby import services as lobby
from games.people.lobby.queue import Terms
from games.play import services
from games.play.errors import Link, Refused, refusal
from games.web.achievements import Achievement, AchievementSet, drawn

NoAccount = refusal("no_account", _("Duels are rated, so they need an account."), 403)
NotByLink = refusal(
    "not_by_link", _("Nobody joins a duel by its link. Look for one on the page of duels."), 403
)
InDuel = refusal("in_duel", _("You are playing a duel. There is no help until it is over."))


def find_opponent(player: Player | None, board: str, control: str, *, address: str) -> Game:
    if player is None or not player.has_account:
        raise NoAccount
    return lobby.find_opponent(player, Terms(board, control, kind=NAME), address=address)


def prepare(game: Game, guest: Player) -> None:
    board = board_of(game)
    services.set_up(game, book.random_opening(board))
    seats = {mark: game.seat(mark) or guest for mark in Mark}
    is_rated = rules.may_be_rated(*seats.values())
    DuelGame.objects.create(game=game, ratings=_shown(board, seats) if is_rated else None)


def go_on(game: Game) -> None:
    if number(game) == TWO_GAMES:
        _rate(game, {mark: rules.score(game, mark) for mark in Mark})
    elif rules.are_both_here(game):
        swapped = {Mark(mark).opponent.value: r for mark, r in ratings_in(game).items()}
        second = services.start_rematch(game, kind=NAME)
        DuelGame.objects.create(game=second, ratings=swapped or None)


def rate_no_show(game: Game) -> None:
    # Comes before ``lobby.services.requeue``, which takes the last of all locks.
    if game.reason != Game.Reason.NO_SHOW or not game.no_show:
        return
    absent = Mark(game.no_show)
    player = game.seat(absent)
    if player and rules.has_missed_lately(player):
        _rate(game, {absent: 0.0})


def give_up(player: Player) -> None:
    games = Game.objects.of(player).filter(kind=NAME, status__in=rules.BEGUN)
    for game_id, status in list(games.values_list("pk", "status")):
        give_up = services.resign if status == Game.Status.PLAYING else services.withdraw
        with suppress(Refused):  # It may have ended meanwhile.
            give_up(game_id, player.pk)


def refuse_help(players: Collection[int], accounts: Collection[int], **_: Any) -> None:
    people = Player.objects.filter(Q(pk__in=players) | Q(user__in=accounts))
    played = Game.objects.filter(kind=NAME, status__in=rules.BEGUN).of_any(people)
    if duel := played.only("pk").order_by().first():
        in_duel = InDuel()
        in_duel.link = Link(duel.get_absolute_url(), gettext("Back to the duel"))
        raise in_duel


def board_of(game: Game) -> str:
    preset = presets.named(game.variant)
    return preset.id if preset else ""


def _shown(board: str, seats: dict[Mark, Player]) -> dict[str, Any]:
    ratings = Rating.objects.filter(board=board, player__in=seats.values())
    by_player = {rating.player_id: rating for rating in ratings}
    return {
        mark.value: (by_player.get(player.pk) or Rating()).shown for mark, player in seats.items()
    }


def _rate(game: Game, scores: dict[Mark, float | None]) -> None:
    # A side without a score keeps its rating, and so does who cannot sign in any more. A duel
    # against somebody whose rating is not established counts, but changes nothing: otherwise one
    # could make new accounts to win against.
    shown, present = ratings_in(game), rules.with_account(game)
    if not shown or game.x_id == game.o_id:
        return
    ratings = _locked_ratings(game, present)
    before = {mark: rating.now for mark, rating in ratings.items()}
    changing = {mark for mark in Mark if shown[mark.opponent].get("is_established", True)}
    for mark, score in scores.items():
        rating, opponent, old = ratings[mark], game.seat(mark.opponent), ratings[mark].value
        if score is None or opponent is None or rating.player_id not in present:
            continue
        rating.count_duel(opponent)
        if mark in changing:
            result = (before[mark.opponent], score)
            rating.set(glicko.rate(rating.last, [result], rating.periods))
        change = round(rating.value) - round(old)
        shown[mark] = {**rating.shown, "change": change}
        rating.save()
        _note_change(rating, game, score, before[mark])
    game.duel.ratings = shown
    game.duel.save(update_fields=["ratings"])


def _locked_ratings(game: Game, present: set[int]) -> dict[Mark, Rating]:
    # Those who are not ``present`` may have none, which is not stored then.
    board = board_of(game)
    seats = {mark: player for mark in Mark if (player := game.seat(mark))}
    Rating.objects.bulk_create(
        [Rating(player_id=id, board=board) for id in sorted(present)], ignore_conflicts=True
    )
    rows = Rating.objects.select_for_update().filter(board=board, player__in=seats.values())
    by_player = {rating.player_id: rating for rating in rows.order_by("player_id")}
    return {mark: by_player.get(seat.pk) or Rating(board=board) for mark, seat in seats.items()}


def _note_change(rating: Rating, game: Game, score: float, before: glicko.GlickoRating) -> None:
    RatingChange.objects.create(
        rating=rating,
        game=game,
        score=score,
        before=before.value,
        after=rating.value,
        deviation=rating.deviation,
        at=clock.now(),
    )


CODE = "first-duel"
SWORDS = drawn("M6 6l24 26M34 6L10 32M6 28l8 7M34 28l-8 7")


def _counts(player: Player) -> dict[str, int]:
    return {CODE: player.ratings.aggregate(duels=Sum("duels", default=0))["duels"]}


COLLECTED = AchievementSet(
    (Achievement(CODE, gettext_lazy("First duel"), SWORDS, "pine", reverse_lazy("games:duels")),),
    _counts,
    lambda game, result: {CODE} if game.kind == NAME and game.rating_changes.exists() else (),
)
