from __future__ import annotations

from collections.abc import Collection
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.ai.computer_players import COMPUTER_PLAYERS, STRONGEST
from games.engine import CLASSIC, Goal, Mark, Variant, series
from games.engine.clock import CONTROLS
from games.models import Game, GameEvent, kinds
from games.presentation import board_wording
from games.presentation.marks import Pieces, pieces_of
from games.presentation.player_wording import has_people, in_sentence, is_computer, level_name
from games.presentation.sides import side
from games.protocol import Ending, GameResult, GameSummary, Snapshot, Status

REACTIONS = {
    "hello": lazy("Hello!"),
    "luck": lazy("Good luck!"),
    "nice": lazy("Nice move!"),
    "wow": lazy("Wow!"),
    "oops": lazy("Oops!"),
    "hm": lazy("Hm…"),
    "haha": lazy("Haha!"),
    "phew": lazy("Close one!"),
    "moment": lazy("One moment!"),
    "thanks": lazy("Thanks!"),
    "well_played": lazy("Well played!"),
    "again": lazy("Again?"),
}


def said(event: GameEvent) -> str:
    return event.words or str(REACTIONS[event.reaction or ""])


# The sentences for games that were closed without a result.
CLOSINGS = {
    Ending.WITHDRAWN: lazy("This invitation was withdrawn."),
    Ending.DECLINED: lazy("This invitation was declined."),
    Ending.EXPIRED: lazy("Nobody came, so this invitation is closed."),
    Ending.ABANDONED: lazy("Nobody played on, so this game is closed."),
    Ending.STOPPED: lazy("This game was stopped."),
}


def status(game: GameSummary, you: Collection[str]) -> str:
    if game["status"] == Status.CALLED:
        return _calling(game, you)
    special = kinds.named(game["kind"]).status(game, you) if game["kind"] else None
    if special is not None:
        return special
    if game["status"] == Status.WAITING:
        if you:
            return _("Waiting for your friend")
        return _("Waiting for a second player")
    if game["status"] == Status.CLOSED and game["outcome"]:
        return _closing(game, you, Ending(game["outcome"]["reason"]))
    if game["outcome"]:
        return _result(game, you)
    return to_move(game, you)


def _closing(game: GameSummary, you: Collection[str], reason: Ending) -> str:
    if reason == Ending.DECLINED and you:
        return _("Your friend cannot play now.")
    if reason != Ending.NO_SHOW:
        return str(CLOSINGS[reason])
    absent = game["absent"]
    if absent is None:
        return _("Nobody came, so this game is closed.")
    if absent in game["awaited"]:
        return _did_not_come(game, you, absent)
    if list(you) == [absent]:
        return _("You made no move in time, so this game is closed.")
    return _("%(name)s made no move in time.") % {"name": in_sentence(game, absent)}


def _calling(game: GameSummary, you: Collection[str]) -> str:
    others = [mark for mark in game["seats"] if mark not in you]
    called = [mark for mark in game["awaited"] if mark in others]
    if called and (you or len(called) == 1):
        return _("Calling %(name)s…") % {"name": in_sentence(game, called[0])}
    if not you or len(others) != 1:
        return _("Calling both players…")
    return _("%(name)s waits for you") % {"name": in_sentence(game, others[0])}


def _did_not_come(game: GameSummary, you: Collection[str], absent: str) -> str:
    if list(you) == [absent]:
        return _("You did not come.")
    return _("%(name)s did not come.") % {"name": in_sentence(game, absent)}


def to_move(game: GameSummary, you: Collection[str]) -> str:
    turn = game["turn"]
    if list(you) == [turn]:
        return _("Your turn")
    if is_computer(game, turn) and has_people(game):
        return _("Computer's turn")
    if len(you) == 1:
        return _("%(name)s's turn") % {"name": in_sentence(game, turn)}
    return _("%(name)s to move") % {"name": in_sentence(game, turn)}


def start(start_ply: int) -> str:
    words = ngettext(
        "From a position after %(count)s move", "From a position after %(count)s moves", start_ply
    )
    return words % {"count": start_ply} if start_ply else ""


def terms(game: Game) -> list[str]:
    offered = [
        start(game.start_ply),
        control(game.control) if game.control else "",
        _("Best of %(games)s") % {"games": game.best_of} if game.best_of != series.ENDLESS else "",
        _("Take-backs if both agree") if game.allows_undo else "",
    ]
    return [term for term in offered if term]


def control(code: str) -> str:
    return _(CONTROLS.get(code, code))


def status_line(game: Snapshot, you: Collection[str]) -> str:
    special = kinds.named(game["kind"]).note(game, you) if game["kind"] else None
    return status(game, you) + (_rematch_note(game, you) if special is None else special)


def _rematch_note(game: Snapshot, you: Collection[str]) -> str:
    by = game["next_by"]
    if by and you and by not in you:
        return ""  # The page has a card for the opponent's wish.
    if by:
        return _(" The rematch is on.")
    is_left = game["status"] == Status.FINISHED and not game["may_rematch"]
    return _(" The other player has left for good.") if you and is_left else ""


def _result(game: GameSummary, you: Collection[str]) -> str:
    # Who has won both is said once; who wins the last game of a drawn series has not won it.
    ending, match, outcome = _ending(game, you), _match(game, you), game["outcome"]
    assert outcome is not None  # noqa: S101 - for the type checker
    if not match:
        return ending
    is_same = (outcome["winner"] or None) == series.winner(game["score"])
    if is_same and outcome["reason"] != Ending.LEFT:
        return f"{match} {_why(game, you, outcome)}"
    return _("%(match)s This game: %(ending)s") % {"match": match, "ending": ending}


def _ending(game: GameSummary, you: Collection[str]) -> str:
    outcome = game["outcome"]
    assert outcome is not None  # noqa: S101 - for the type checker
    if outcome["reason"] == Ending.LEFT:
        return _left(game, you)
    if not outcome["winner"] and (praise := _held_strongest(game, you)):
        return praise
    result = _wins(game, you, outcome["winner"]) if outcome["winner"] else _("It's a draw.")
    return f"{result} {_why(game, you, outcome)}".lstrip()


def _why(game: GameSummary, you: Collection[str], outcome: GameResult) -> str:
    if outcome["winner"]:
        return _why_won(game, you, outcome)
    if outcome["reason"] == Ending.AGREED:
        return _("You both agreed.") if you else _("Both players agreed.")
    variant = Variant.parse(game["variant"])
    return board_wording.draw(variant, is_dead=outcome["reason"] == Ending.DEAD)


def reason(game: GameSummary, you: Collection[str]) -> str:
    """Why a finished game was won, lost or drawn, as it follows a colon."""
    outcome, variant = game["outcome"], Variant.parse(game["variant"])
    assert outcome is not None  # noqa: S101 - for the type checker
    winner, ending = outcome["winner"], outcome["reason"]
    has_won = list(you) == [winner]
    if ending == Ending.LINE and winner and not has_won and variant.run > CLASSIC.run:
        number = board_wording.number(variant.run).lower()
        return _("%(side)s made %(number)s") % {"side": side(winner, variant), "number": number}
    if winner and not has_won and (faster := _was_faster(game, winner)):
        return faster.rstrip(".")
    if ending == Ending.LINE and not variant.misere:
        return board_wording.line(variant).lower()
    words = _left(game, you) if ending == Ending.LEFT else _why(game, you, outcome)
    words = words.rstrip(".")
    return words if has_won else words[:1].lower() + words[1:]  # a win begins with a name


def _held_strongest(game: GameSummary, you: Collection[str]) -> str:
    levels = [seat["level"] for mark, seat in game["seats"].items() if seat and mark not in you]
    if len(you) != 1 or levels != [STRONGEST.id]:
        return ""
    result = _("A draw with %(level)s!") % {"level": level_name(STRONGEST.id)}
    if STRONGEST.is_unbeatable_on(Variant.parse(game["variant"])):
        return f"{result} {_('Nobody beats it on this board: that is the most there is.')}"
    return f"{result} {_('Few can hold it on this board.')}"


def _wins(game: GameSummary, you: Collection[str], winner: str) -> str:
    if list(you) == [winner]:
        return _("You win!")
    if len(you) == 1:
        return _was_faster(game, winner)
    if is_computer(game, winner) and has_people(game):
        return _("Computer wins.")
    return _("%(name)s wins.") % {"name": in_sentence(game, winner)}


def _was_faster(game: GameSummary, winner: str) -> str:
    # It says who was better, and blames nobody. Who gave up, or had no time left, knows.
    variant, outcome, seat = Variant.parse(game["variant"]), game["outcome"], game["seats"][winner]
    if not outcome or outcome["reason"] != Ending.LINE:
        return ""
    who, level = side(winner, variant), seat["level"] if seat else None
    if not variant.misere:
        return _("%(side)s was faster.") % {"side": who}
    if pieces_of(variant) is Pieces.SHARED_MARKS:
        who = level_name(level) if level in COMPUTER_PLAYERS else in_sentence(game, winner)
    return _("%(name)s held out longer.") % {"name": who}


def _why_won(game: GameSummary, you: Collection[str], outcome: GameResult) -> str:
    loser = "O" if outcome["winner"] == "X" else "X"
    is_you, who = list(you) == [loser], {"name": in_sentence(game, loser)}
    match outcome["reason"]:
        case Ending.TIME:
            return _("You ran out of time.") if is_you else _("%(name)s ran out of time.") % who
        case Ending.LINE if not is_you and (beaten := _beaten(game, you, loser)):
            return beaten
        case Ending.LINE:
            return _line(Variant.parse(game["variant"]), is_you=is_you, who=who)
    return _("You resigned.") if is_you else _("%(name)s resigned.") % who


def _beaten(game: GameSummary, you: Collection[str], loser: str) -> str:
    seat = game["seats"][loser]
    if loser in you or not you or not seat or not seat["level"]:
        return ""
    # A summary does not say how many moves were set up; nobody reads one as a player.
    start_ply = cast(Snapshot, game).get("start_ply", 0)
    moves = sum(Mark.of_ply(ply) != loser for ply in range(start_ply, game["ply"]))
    words = ngettext(
        "You beat %(level)s in %(count)s move.", "You beat %(level)s in %(count)s moves.", moves
    )
    return words % {"level": level_name(seat["level"]), "count": moves}


def _line(variant: Variant, *, is_you: bool, who: dict[str, str]) -> str:
    if not variant.misere:
        return f"{board_wording.line(variant)}."
    words = {**who, "number": board_wording.number(variant.run).lower()}
    if variant.rules.goal is Goal.LAST:
        closed = _("You closed the last board.") if is_you else _("%(name)s closed the last board.")
        return closed % words
    if is_you:
        return _("You made %(number)s in a row.") % words
    return _("%(name)s made %(number)s in a row.") % words


def _match(game: GameSummary, you: Collection[str]) -> str:
    if not game["series"]["is_over"]:
        return ""
    special = kinds.named(game["kind"]).series_result(game, you) if game["kind"] else None
    if special is not None:
        return special
    score = game["score"]
    high, low = sorted((score["X"], score["O"]), reverse=True)
    points: dict[str, object] = {"high": high, "low": low}
    leader = series.winner(score)
    if leader is None:
        return _("The match is drawn, %(high)s to %(low)s.") % points
    if list(you) == [leader]:
        return _("You win the match, %(high)s to %(low)s.") % points
    points["name"] = in_sentence(game, leader)
    return _("%(name)s wins the match, %(high)s to %(low)s.") % points


def _left(game: GameSummary, you: Collection[str]) -> str:
    gone = game["turn"]
    winner = game["outcome"] and game["outcome"]["winner"]
    if game["absent"]:
        who = _did_not_come(game, you, game["absent"])
    elif list(you) == [gone]:
        who = _("You were away too long.")
    else:
        who = _("%(name)s left.") % {"name": in_sentence(game, gone)}
    if not winner:
        return who + _(" It's a draw.")
    result = _("You win.") if list(you) == [winner] else _wins(game, you, winner)
    return f"{who} {result}"
