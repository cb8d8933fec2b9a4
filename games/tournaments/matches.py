"""Pairs who waits, begins their games, and counts what these were worth."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial

from django.db import DatabaseError, transaction

from games.ai.computer_players import OPPONENTS
from games.bus import background
from games.bus.db_queue import in_database, send_after_commit
from games.engine import Mark, clock
from games.engine.clock import FREE_PLIES
from games.models import Game, GameQuerySet, Player
from games.play import heartbeat
from games.play.services import close, create_game, ends_overdue_game_first, lock_game
from games.study.reviews import job
from games.tournaments import pairing
from games.tournaments.models import Entrant, Tournament, TournamentGame
from games.tournaments.scoring import GameResult

ARENA, ROUNDS = "tournament", "round"  # the kinds of these games
LAST_GAME_BEFORE = timedelta(seconds=30)  # the end
RUNNING, FINISHED = (Game.Status.CALLED, Game.Status.PLAYING), (Game.Status.FINISHED,)


Match = tuple[Entrant, Entrant | None]  # without a second one it is against the computer


def pair_soon(tournament_id: str) -> None:
    transaction.on_commit(lambda: pair(tournament_id), robust=True)


@transaction.atomic
def pair(tournament_id: str) -> int:
    # Whoever has the lock pairs those who came free meanwhile: each end of a game asks once more
    # in its own transaction, and the periodic task each second. While a position is shown to all,
    # nobody is called to a game.
    rows = Tournament.objects.filter(status=Tournament.Status.RUNNING, paused_at=None)
    free = rows.filter(question=None).select_for_update(of=("self",), skip_locked=True)
    tournament = free.filter(pk=tournament_id).first()
    if tournament is None or heartbeat.is_stale():
        return 0
    made = _round(tournament) if tournament.kind == Tournament.Kind.ROUNDS else _arena(tournament)
    for first, second in made:
        begin(tournament, first, second)
    if made:
        tournament.note_change("round")
    return len(made)


def is_ending(tournament: Tournament) -> bool:
    """Say whether only the games that run are played to their end."""
    is_arena = tournament.kind == Tournament.Kind.ARENA
    return is_arena and tournament.time_left() < LAST_GAME_BEFORE


def _arena(tournament: Tournament) -> Sequence[Match]:
    if is_ending(tournament):
        return []
    free = _free(tournament)
    if tournament.level:
        return [(each, None) for each in free]
    is_played = tournament.entrants.exclude(game=None).exists()
    pairs = pairing.pairs(free, clock.now(), others_play=is_played)
    # Whoever of two has had X less often has it.
    return [(a, b) if a.balance <= b.balance else (b, a) for a, b in pairs]


def _free(tournament: Tournament) -> list[Entrant]:
    # A game that ends has locked its two. The host plays along only where somebody would be left
    # over.
    free = tournament.entrants.free().select_for_update(of=("self",), skip_locked=True)
    ranked = list(free.select_related("player").order_by("-points", "-wins", "pk"))
    others = [each for each in ranked if each.player_id != tournament.host_id]
    return ranked if len(others) % 2 or tournament.level else others


def _round(tournament: Tournament) -> Sequence[Match]:
    # The next round begins when all games of the last one are over.
    schedule = pairing.schedule(list(tournament.entrants.select_related("player")))
    if tournament.round == len(schedule) or tournament.entrants.exclude(game=None).exists():
        return []
    tournament.round += 1
    return schedule[tournament.round - 1]


def begin(tournament: Tournament, first: Entrant, second: Entrant | None) -> None:
    """``first`` has X, against the computer the side that is its turn."""
    number = max(first.played, second.played if second else 0)
    game = create_game(
        host=first.player,
        guest=second.player if second else Player.objects.of_level(OPPONENTS[tournament.level]),
        mark=Mark.X if second or first.balance <= 0 else Mark.O,
        variant=tournament.presets[number % len(tournament.boards)].variant,
        control=tournament.control,
        kind=ROUNDS if tournament.kind == Tournament.Kind.ROUNDS else ARENA,
        is_public=False,
    )
    TournamentGame.objects.create(game=game, tournament=tournament, round=tournament.round)
    for entrant, other in ((first, second), (second, first)):
        if entrant:
            entrant.game, entrant.last_opponent = game, other
            entrant.balance += 1 if game.x_id == entrant.player_id else -1
            entrant.save(update_fields=["game", "last_opponent", "balance"])


def finish(game: Game) -> None:
    # In the transaction that ends the game. It leaves the row of the tournament alone, which is
    # locked while others are paired.
    result, now = GameResult.of(game), clock.now()
    absent = missing(game)
    people = Entrant.objects.filter(tournament__games=game.pk, player__in=game.people.values())
    seated = list(people.select_for_update(of=("self",)).order_by("pk"))
    for entrant in seated:
        entrant.points += result.points(entrant.player_id)
        entrant.wins += result.winner_id == entrant.player_id
        entrant.played += 1
        entrant.game = None
        if entrant.player_id not in absent:
            entrant.seen_at = entrant.waiting_since = now
        elif entrant.state == Entrant.State.HERE:
            entrant.state = Entrant.State.RESTING
        entrant.save()
    for tournament_id in {each.tournament_id for each in seated}:
        go_on = partial(send_after_commit, _go_on, tournament_id, game.pk)
        transaction.on_commit(go_on, robust=True)


async def _go_on(tournament_id: str, game_id: str) -> None:
    # Neither the answer to the last move nor its broadcast waits for the pairing. The review is
    # there when the page between two games comes.
    background.start(_pair(tournament_id))
    await job.start(game_id)


async def _pair(tournament_id: str) -> None:
    with suppress(DatabaseError):  # The periodic task pairs a second later.
        await in_database(pair, tournament_id)(tournament_id)


def break_off(tournament: Tournament) -> None:
    """Close the games that run, without a result."""
    for game in running_games(tournament):
        _break_off(game.pk)


@ends_overdue_game_first
def _break_off(game_id: str) -> Game:
    game = lock_game(game_id)
    if not game.is_over:
        close(game, Game.Reason.STOPPED)
    return game


def missing(game: Game) -> set[int]:
    # Who did not come, or did not make the first move in time.
    has_begun = game.ply - game.start_ply >= FREE_PLIES
    if game.reason == Game.Reason.LEFT:
        return {id for mark, id in game.people.items() if game.winner != mark}
    if game.reason == Game.Reason.TIME and not has_begun:
        return {id for mark, id in game.people.items() if mark == game.turn}
    return set()


def games_of(tournament: Tournament, *statuses: str) -> GameQuerySet:
    """Return those that are finished or have one of the ``statuses``, in the order of their end."""
    games = Game.objects.filter(tournament_game__tournament=tournament).with_players()
    return games.filter(status__in=statuses or FINISHED).order_by("finished_at", "pk")


def running_games(tournament: Tournament) -> GameQuerySet:
    return games_of(tournament, *RUNNING)


def results_of(tournament: Tournament) -> list[GameResult]:
    rows = games_of(tournament).select_related(None).values_list(*GameResult._fields)
    return list(map(GameResult._make, rows))
