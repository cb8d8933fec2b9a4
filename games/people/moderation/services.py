from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from games.models import Game, GameEvent, Player, texts
from games.people.moderation.models import MAX_WORDS, Block, Report
from games.play import limits
from games.play.errors import NotInvited, NotYourGame, refusal
from games.play.services import find_game

NobodyToReport = refusal("nobody_to_report", _("No other person plays in this game."))
TooManyWords = refusal(
    "too_many_words", _("That is too long. Say it in up to 200 characters."), 400
)
NoSuchReason = refusal("no_such_reason", _("Choose what you want to report."), 400)


def opponent_in(game_id: str, player: Player) -> tuple[Game, Player]:
    game = find_game(game_id)
    marks = game.marks_of(player.pk)
    if not marks:
        raise NotYourGame
    opponent = game.seat(marks[0].opponent)
    if opponent is None or opponent == player or opponent.is_computer or opponent.forgotten_at:
        raise NobodyToReport
    return game, opponent


def block(game_id: str, player: Player, *, address: str | None = None) -> Player:
    _, opponent = opponent_in(game_id, player)
    limits.count_visitor(limits.REPORTS, player.pk, address)
    Block.objects.get_or_create(blocker=player, blocked=opponent)
    return opponent


def refuse_blocked(game: Game, player: Player, **_: Any) -> None:
    here = list(game.people.values())
    blocked = Q(blocker__in=here, blocked=player)
    kept_apart = Q(blocker=player, blocked__in=here, by_staff=True)
    if Block.objects.filter(blocked | kept_apart).exists():
        raise NotInvited


def unblock(player: Player, block_id: int) -> None:
    player.blocks.filter(pk=block_id, by_staff=False).delete()


def keep_apart(report: Report) -> None:
    Block.objects.update_or_create(
        blocker=report.reporter, blocked=report.reported, defaults={"by_staff": True}
    )


def lines_of(game: Game, player: Player) -> QuerySet[GameEvent]:
    marks = [str(mark) for mark in game.marks_of(player.pk)]
    return game.events.filter(mark__in=marks, words__isnull=False)


def report(
    game_id: str,
    player: Player,
    *,
    kind: str,
    words: str = "",
    line: str = "",
    address: str | None = None,
) -> Player:
    # Repeated, it changes nothing, but other ``words``, or another ``line`` (its id), replace the
    # earlier ones, and wait for staff again.
    game, opponent = opponent_in(game_id, player)
    if kind not in Report.Kind:
        raise NoSuchReason
    try:
        said = texts.shown(words, MAX_WORDS)
    except texts.TooLong:
        raise TooManyWords from None
    limits.count_visitor(limits.REPORTS, player.pk, address)
    told = {"words": said or None, "line": _line(game, opponent, kind, line)}
    about = {"reported": opponent, "name": opponent.name, **told}
    kept, _ = Report.objects.get_or_create(reporter=player, game=game, kind=kind, defaults=about)
    news = {name: value for name, value in told.items() if value and value != getattr(kept, name)}
    if news:
        Report.objects.filter(pk=kept.pk).update(**news, closed_at=None)
    return opponent


def _line(game: Game, opponent: Player, kind: str, line: str) -> GameEvent | None:
    is_id = line.isascii() and line.isdigit() and len(line) < 19
    if kind != Report.Kind.SAID or not is_id:
        return None
    return lines_of(game, opponent).filter(pk=int(line)).first()


def close_report(report: Report) -> None:
    Report.objects.filter(pk=report.pk, closed_at=None).update(closed_at=timezone.now())


def waiting_reports() -> QuerySet[Report]:
    waiting = Report.objects.filter(closed_at=None).order_by("created_at", "pk")
    return waiting.select_related("reported", "reporter", "game__x", "game__o")
