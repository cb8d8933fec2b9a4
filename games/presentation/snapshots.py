from __future__ import annotations

from datetime import timedelta

from games.ai.computer_players import LEVELS
from games.engine import Mark, clock, series
from games.models import Game, kinds
from games.presentation import board_wording, description, player_wording, wording
from games.presentation.cells import outcome_line, small_boards, targets
from games.protocol import (
    Clock,
    ClosedBoard,
    End,
    Ending,
    GameResult,
    GameSummary,
    Offer,
    Seat,
    Snapshot,
    State,
)

ENDINGS_BY_RULES = (Ending.LINE, Ending.FULL, Ending.DEAD)


def summary(game: Game) -> GameSummary:
    """Without its moves; this needs no query after ``with_kinds``."""
    board, turn, score = game.board, game.turn, game.score()
    small = small_boards(board, game.record)
    outcome = _result(game, small["closed"]) if game.is_over else None
    return {
        "id": game.id,
        "variant": game.variant_code,
        "version": game.version,
        "ply": game.ply,
        "cells": board.cells,
        "landing": board.landing(),
        **small,
        "target": None if game.is_over else small["target"],
        "turn": turn.value,
        "status": game.status,
        "outcome": outcome,
        "end": description.end_of(board, outcome["line"], small["closed"]) if outcome else None,
        "seats": {mark.value: _seat(game, mark) for mark in Mark},
        "score": score,
        "series": {"best_of": game.best_of, "is_over": series.is_over(score, game.best_of)},
        "kind": game.kind or "",
        "part": kinds.of(game).describe(game) if game.kind else None,
        "clock": _clock(game, turn),
        "call": _call(game),
        "hints": game.hints,
        "undo": game.request("undo") if game.allows_undo else None,
        "is_public": game.is_public,
        "is_timed": game.is_timed,
        "awaited": [mark.value for mark in game.awaited],
        "absent": game.no_show,
    }


def take(game: Game) -> Snapshot:
    facts = summary(game)
    next_id, next_by, goes_on = _next(game) if facts["outcome"] else (None, None, False)
    is_finished = game.status == Game.Status.FINISHED
    may_begin = kinds.of(game).allows_rematch and not game.has_former_player
    return {
        **facts,
        "end": facts["end"] or _handshake(game, facts),
        "moves": list(game.record),
        "targets": targets(game.variant, game.record, facts["closed"]),
        "start_ply": game.start_ply,
        "next": next_id,
        "next_by": next_by,
        "goes_on": goes_on,
        "may_rematch": is_finished and (next_id is not None or may_begin),
        "draw": game.request("draw") if game.is_between_people else None,
    }


def state_for(game: Game, player_id: int | None) -> State:
    you = game.marks_of(player_id)
    return as_seen(take(game), you, game.claim_in(), level_offer(game))


def level_offer(game: Game) -> Offer | None:
    level = game.next_level
    return {"level": level, "name": LEVELS[level].name} if level else None


def as_seen(
    snapshot: Snapshot, you: list[Mark], claim_in: int | None, offer: Offer | None
) -> State:
    """``claim_in`` is in seconds, for the player who waits; ``offer`` is the level to play next."""
    is_waiting = len(you) == 1 and snapshot["turn"] not in you
    if not _may_follow(snapshot, you):
        snapshot = {**snapshot, "next": None}
    return {
        **snapshot,
        "seats": player_wording.seats(snapshot),
        "offer": {**offer, "name": player_wording.level_name(offer["level"])}
        if you and offer
        else None,
        "claim_in": claim_in if is_waiting else None,
        "you": [mark.value for mark in you],
        "words": wording.status_line(snapshot, you),
        "where": board_wording.where(snapshot, you),
        "result": _result_for(snapshot, you),
        "rematch_by": _rematch_by(snapshot, you),
        "play_on": _play_on(snapshot, you),
        "may_undo": _may_undo(snapshot, you),
        "may_hint": _may_hint(snapshot, you),
    }


def _next(game: Game) -> tuple[str | None, str | None, bool]:
    if game.status == Game.Status.CLOSED:
        return game.next_game_id, None, False
    following = getattr(game, "next", None)
    if following is None:
        return None, None, False
    if following.is_over or not following.asked_by:
        return following.pk, None, not following.is_over
    return following.pk, game.mark_before(following, following.asked_by).value, False


def _seat(game: Game, mark: Mark) -> Seat | None:
    player = game.seat(mark)
    if player is None:
        return None
    # At one screen the name is neither's own.
    has_account = player.has_public_profile and not game.is_hot_seat
    return {"name": game.seat_name(mark), "level": player.level, "has_account": has_account}


def _clock(game: Game, turn: Mark) -> Clock | None:
    is_first = game.awaits_first_move
    if not is_first and (not game.control or game.status == Game.Status.CALLED):
        return None
    within = kinds.of(game).first_move_within if is_first else None
    total = _milliseconds(within or clock.Control.parse(game.control).base)
    unset = total if is_first else 0
    left = {mark.value: _milliseconds(game.left(mark)) or unset for mark in Mark}
    if game.deadline_at:
        left[turn.value] = _milliseconds(game.running_time())
    running = turn.value if is_first or game.deadline_at else None
    return {"control": game.control, "total": total, "left": left, "running": running}


def _call(game: Game) -> int | None:
    if game.status != Game.Status.CALLED or game.deadline_at is None:
        return None
    return max(0, _milliseconds(game.deadline_at - clock.now()))


def _result(game: Game, closed: list[ClosedBoard]) -> GameResult:
    # After a resignation, a claim or a loss on time the board itself has no outcome.
    outcome = game.board.outcome()
    line = outcome_line(outcome.line if outcome else (), closed)
    return {"winner": game.winner or None, "reason": game.reason, "line": line}


def _handshake(game: Game, facts: GameSummary) -> End | None:
    if game.status != Game.Status.FINISHED or game.winner or not game.record:
        return None
    return description.handshake(game.board, game.record[-1], facts["closed"])


def _may_follow(snapshot: Snapshot, you: list[Mark]) -> bool:
    # From a closed game only whoever waited in vain goes on, and not who did not come or stopped.
    if snapshot["status"] != Game.Status.CLOSED:
        return True
    return bool(you) and list(you) != [snapshot["absent"]]


def _result_for(snapshot: Snapshot, you: list[Mark]) -> str:
    outcome = snapshot["outcome"]
    if snapshot["status"] != Game.Status.FINISHED or outcome is None:
        return ""
    if outcome["winner"] is None:
        return "drawn"
    if len(you) != 1:
        return "over"
    return "won" if outcome["winner"] in you else "lost"


def _rematch_by(snapshot: Snapshot, you: list[Mark]) -> str:
    by = snapshot["next_by"]
    seat = snapshot["seats"][by] if by and you and by not in you else None
    return player_wording.person(seat["name"], seat["level"]) if seat else ""


def _play_on(snapshot: Snapshot, you: list[Mark]) -> str:
    # A player may from earlier ones, a spectator only of games that are over, and both from the
    # last one of a game that was given up. Where the computer plays itself, everybody may from any,
    # the present one too: nobody gains an advantage by that.
    outcome, has_people = snapshot["outcome"], player_wording.has_people(snapshot)
    may_look_back = you or outcome
    if has_people and not (snapshot["ply"] and may_look_back):
        return ""
    is_open = outcome["reason"] not in ENDINGS_BY_RULES if outcome else not has_people
    return "any" if is_open else "earlier"


def _may_undo(snapshot: Snapshot, you: list[Mark]) -> bool:
    undo, played = snapshot["undo"], snapshot["ply"] - snapshot["start_ply"]
    if undo is None or snapshot["status"] != Game.Status.PLAYING:
        return False
    first = Mark.of_ply(snapshot["start_ply"])
    first_own = min((mark is not first for mark in you), default=played)
    return played > first_own and undo["by"] is None and not undo["is_declined"]


def _may_hint(snapshot: Snapshot, you: list[Mark]) -> bool:
    is_turn = snapshot["status"] == Game.Status.PLAYING and snapshot["turn"] in you
    return is_turn and any(seat and seat["level"] for seat in snapshot["seats"].values())


def _milliseconds(left: timedelta | None) -> int:
    return int((left or timedelta()) / timedelta(milliseconds=1))
