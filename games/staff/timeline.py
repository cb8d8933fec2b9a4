"""The timeline of a game: its moves with their think time, and all other events."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from games.engine import Mark, clock
from games.models import AWAY_AFTER, Game, GameEvent, Move
from games.presentation import snapshots, wording
from games.study.reviews.page import ReviewPage, ShownMove

Kind = GameEvent.Kind
PRESENCE = (Kind.ARRIVED, Kind.AWAY, Kind.BACK)
by_time = attrgetter("at")
UNITS = (("days", 24 * 3600), ("h", 3600), ("min", 60))


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of a game; ``mark`` is the mark of the player who caused it, if one did."""

    at: datetime
    words: str
    mark: str = ""
    by: str = ""
    number: int | None = None
    move: ShownMove | None = None
    seconds: float | None = None
    game: Game | None = None

    @property
    def took(self) -> str:
        """The think time in words: in seconds or, if it was long, in the unit that tells most."""
        seconds = self.seconds or 0
        for unit, length in UNITS:
            if seconds >= 2 * length:
                return f"{seconds // length:.0f} {unit}"
        return f"{seconds:.1f} s"


def timeline(page: ReviewPage, *, tells_of_staff: bool) -> list[Entry]:
    """Return the events of a page's game in order.

    The number of queries does not depend on the length of the game.

    :param tells_of_staff: whether to include what staff did to the game
    """
    game = page.game
    moves, events = list(game.moves.order_by("id")), list(game.events.all())
    end = list(_end(game, moves, events))
    acts = [
        *_opening(page),
        *_moves(page, moves, events),
        *_undone(game, moves),
        *_hints(game),
        *_requests(game, events),
    ]
    during = [*acts, *_presence(game, events, [*acts, *end])]
    after = [*end, *_rematch(game), *(_by_staff(game) if tells_of_staff else ())]
    return [_beginning(game), *sorted(during, key=by_time), *sorted(after, key=by_time)]


def _beginning(game: Game) -> Entry:
    if not game.has_people:
        return Entry(game.created_at, "The computer began to play itself")
    if game.asked_by:
        words = f"{game.seat_name(game.asked_by)} asked for this rematch"
        return Entry(game.created_at, words, game.asked_by, game=game.previous)
    if host := _host(game):
        return Entry(game.created_at, f"{game.seat_name(host)} invited somebody", host)
    return Entry(game.created_at, "The game began")


def _host(game: Game) -> Mark | None:
    if game.guest:
        return Mark(game.guest).opponent
    taken = [mark for mark in Mark if game.seat(mark)]
    return taken[0] if len(taken) == 1 else None


def _opening(page: ReviewPage) -> Iterator[Entry]:
    for move in page.moves[: page.game.start_ply]:
        yield Entry(page.game.created_at, move.name, move.mark, number=move.number, move=move)


def _moves(page: ReviewPage, moves: list[Move], events: list[GameEvent]) -> Iterator[Entry]:
    game, joined = page.game, [event.at for event in events if event.kind == Kind.JOINED]
    undone = {move.undone_at for move in moves if move.undone_at}
    changes = sorted([*(joined or [game.created_at]), *(m.created_at for m in moves), *undone])
    for move in moves:
        before = changes[max(0, bisect_left(changes, move.created_at) - 1)]
        is_on_board = not move.undone_at and move.ply < page.last
        yield Entry(
            move.created_at,
            game.variant.cell_name(move.cell),
            move.mark,
            move.mark,
            move.ply + 1,
            move=page.moves[move.ply] if is_on_board else None,
            seconds=(move.created_at - before).total_seconds(),
        )


def _undone(game: Game, moves: list[Move]) -> Iterator[Entry]:
    taken_back = sorted((m for m in moves if m.undone_at), key=attrgetter("undone_at", "ply"))
    for at, together in groupby(taken_back, attrgetter("undone_at")):
        numbers = [move.ply + 1 for move in together]
        mark = by = Mark.of_ply(numbers[0] - 1)
        words = f"{game.seat_name(mark)} took back {_named(numbers)}"
        if game.is_between_people:
            by = mark.opponent
            words += f", as {game.seat_name(by)} agreed"
        yield Entry(at, words, mark, by)


def _named(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"move {numbers[0]}"
    return f"moves {numbers[0]} to {numbers[-1]}"


def _hints(game: Game) -> Iterator[Entry]:
    for hint in game.hinted.all():
        mark = Mark.of_ply(hint.ply)
        yield Entry(hint.created_at, f"{game.seat_name(mark)} was given a hint", mark, mark)


def _requests(game: Game, events: list[GameEvent]) -> Iterator[Entry]:
    # Staff read what people said in their own words only where one of them reported the game.
    is_reported = any(event.words for event in events) and game.reports.exists()
    for event in events:
        if event.kind not in PRESENCE:
            did = _did(event) if is_reported or not event.words else "said something"
            words = f"{game.seat_name(event.mark)} {did}"
            yield Entry(event.at, words, event.mark, event.mark)


def _did(event: GameEvent) -> str:
    if event.kind == Kind.REACTED:
        return f"said “{wording.said(event)}”"
    return event.get_kind_display()


def _presence(game: Game, events: list[GameEvent], acts: list[Entry]) -> Iterator[Entry]:
    # That is known by the signs of life of a page. What a player did is one as well.
    for mark in Mark:
        acted = [act.at for act in acts if act.by == mark]
        signs = [event for event in events if event.mark == mark and event.kind in PRESENCE]
        yield from _arrival(game, signs, acted)
        for seen_at, back_at in _absences(game, mark, signs):
            gone_at = max([seen_at, *(at for at in acted if not back_at or at < back_at)])
            yield from _absence(game, mark, gone_at, back_at)


def _arrival(game: Game, signs: list[GameEvent], acted: list[datetime]) -> Iterator[Entry]:
    for event in signs:
        if event.kind == Kind.ARRIVED and not any(at <= event.at for at in acted):
            yield _event(game, event.at, Kind.ARRIVED, event.mark)


def _absences(
    game: Game, mark: Mark, signs: list[GameEvent]
) -> list[tuple[datetime, datetime | None]]:
    gone, back = ([e.at for e in signs if e.kind == kind] for kind in (Kind.AWAY, Kind.BACK))
    absences: list[tuple[datetime, datetime | None]] = [*zip(gone, back, strict=False)]
    seen_at = game.seen_at(mark)
    if (
        seen_at
        and game.is_between_people
        and game.status not in (Game.Status.WAITING, Game.Status.CALLED)
    ):
        absences.append((seen_at, None))
    return absences


def _absence(
    game: Game, mark: Mark, gone_at: datetime, back_at: datetime | None
) -> Iterator[Entry]:
    until = back_at or game.finished_at or clock.now()
    if until - gone_at <= AWAY_AFTER:
        return
    if back_at:
        yield _event(game, gone_at, Kind.AWAY, mark)
        yield _event(game, back_at, Kind.BACK, mark)
    else:
        since = " and did not come back" if game.is_over else " and is not back yet"
        yield _event(game, gone_at, Kind.AWAY, mark, since)


def _event(game: Game, at: datetime, kind: Kind, mark: str, since: str = "") -> Entry:
    return Entry(at, f"{game.seat_name(mark)} {kind.label}{since}", mark)


def _end(game: Game, moves: list[Move], events: list[GameEvent]) -> Iterator[Entry]:
    if game.finished_at:
        # The last move is stored a moment later than the time of the end.
        at = max([game.finished_at, *(move.created_at for move in moves)])
        yield Entry(at, _ending(game), game.winner, _ended_by(game, events))


def _ended_by(game: Game, events: list[GameEvent]) -> str:
    offers = [event.mark for event in events if event.kind == Kind.DRAW_OFFERED]
    if game.reason == Game.Reason.RESIGNED:
        return Mark(game.winner).opponent
    if game.reason == Game.Reason.LEFT:
        return game.turn.opponent
    if game.reason == Game.Reason.AGREED and offers:
        return Mark(offers[-1]).opponent
    return ""


def _ending(game: Game) -> str:
    words = wording.status(snapshots.summary(game), ())
    if game.reason == Game.Reason.LEFT:
        return f"{game.seat_name(game.turn.opponent)} claimed the game. {words}"
    return words


def _rematch(game: Game) -> Iterator[Entry]:
    following = Game.objects.with_players().filter(previous=game).first()
    if following is None:
        return
    if not following.asked_by:
        yield Entry(following.created_at, "The next game began", game=following)
        return
    asked_by = Mark(following.asked_by)
    words = f"{following.seat_name(asked_by)} asked for a rematch"
    before = game.mark_before(following, asked_by)
    yield Entry(following.created_at, words, before, game=following)
    arrived = following.events.filter(kind=Kind.ARRIVED, mark=asked_by.opponent).first()
    if arrived:
        words = f"{following.seat_name(arrived.mark)} came to the rematch"
        yield Entry(arrived.at, words, before.opponent, game=following)


def _by_staff(game: Game) -> Iterator[Entry]:
    kind = ContentType.objects.get_for_model(Game)
    log = LogEntry.objects.filter(content_type=kind, object_id=game.pk).select_related("user")
    for entry in log:
        yield Entry(entry.action_time, f"{entry.user}: {entry.get_change_message()}")
