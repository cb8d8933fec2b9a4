"""How a game stands, in English: the same on the page, in its title and for screen readers."""

from __future__ import annotations

from collections.abc import Collection

from games import series
from games.clock import CONTROLS
from games.engine import Variant
from games.engine.presets import named
from games.protocol import Ending, GameSummary, Snapshot, Status, VerdictInWords, VerdictJSON

NUMBERS = {3: "Three", 4: "Four", 5: "Five", 6: "Six"}
BRIEF = {"win": "W", "draw": "D", "loss": "L", "unknown": "?"}
# What is said of a position where no move surely wins and some are unknown, by whether some moves
# surely draw and whether some surely lose.
UNKNOWN = {
    (False, False): "Nothing can be proven here yet.",
    (False, True): "Some moves lose; the rest is unknown.",
    (True, False): "Some moves draw; the rest is unknown.",
    (True, True): "Some draw, some lose, some are unknown.",
}
REACTIONS = {
    "hello": "Hello!",
    "nice": "Nice move!",
    "wow": "Wow!",
    "oops": "Oops!",
    "thanks": "Thanks!",
    "well_played": "Well played!",
}
# What is said of a game that was closed without a result.
CLOSINGS = {
    Ending.WITHDRAWN: "This invitation was withdrawn",
    Ending.EXPIRED: "Nobody came, so this invitation is closed",
    Ending.ABANDONED: "Nobody played on, so this game is closed",
}


def status(game: GameSummary, you: Collection[str]) -> str:
    """Say how the game stands to the player of the marks ``you``, to a spectator if none."""
    if game["status"] == Status.WAITING:
        return "Waiting for your friend to join" if you else "Waiting for a second player"
    if game["status"] == Status.CLOSED and game["outcome"]:
        return CLOSINGS[Ending(game["outcome"]["reason"])]
    if game["outcome"]:
        return _ending(game, you) + _match(game, you)
    if list(you) == [game["turn"]]:
        return "Your turn"
    if _is_computer(game, game["turn"]):
        return "The computer is thinking"
    return f"{name(game, game['turn'])} to move" if len(you) != 1 else f"Waiting for {_turn(game)}"


def terms(control: str, best_of: int, *, allows_undo: bool) -> list[str]:
    """List the terms of a game besides its rules: clock, length of the series, taking back."""
    offered = [
        CONTROLS.get(control, control) if control else "",
        f"Best of {best_of}" if best_of != series.ENDLESS else "",
        "Moves may be taken back when both agree" if allows_undo else "",
    ]
    return [term for term in offered if term]


def rematch_note(game: Snapshot) -> str:
    """Return what to add to the status of a game that has a rematch, "" if it has none."""
    return ". The rematch is on" if game["next"] else ""


def name(game: GameSummary, mark: str) -> str:
    """Return the name of the player of a mark."""
    seat = game["seats"][mark]
    return seat["name"] if seat else "Nobody yet"


def number(run: int) -> str:
    """Spell out how many marks in a row make a line."""
    return NUMBERS.get(run, str(run))


def board(variant: Variant) -> str:
    """Return the name of a board, its size if it has none."""
    offered = named(variant)
    return offered.name if offered else f"{variant.width} by {variant.height}"


def rule(variant: Variant) -> str:
    """Return a sentence on how to win on a board."""
    if offered := named(variant):
        return offered.rule
    ends = "loses" if variant.misere else "wins"
    return f"{number(variant.run)} in a row {ends}, on {variant.width} by {variant.height}."


def verdict_in_words(verdict: VerdictJSON) -> VerdictInWords:
    """Add to a verdict its words, such as "win in 2 moves", and its sign on a cell, such as W2."""
    value, moves = verdict["value"], _moves(verdict)
    words = f"{value} in {_count(moves)}" if moves else value
    return {**verdict, "brief": f"{BRIEF[value]}{moves or ''}", "words": words}


def hint(verdicts: Collection[VerdictJSON]) -> str:
    """Sum up the verdicts on all moves of a position, for the player to move."""
    values = {verdict["value"] for verdict in verdicts}
    if "win" in values:
        soonest = min((m for v in verdicts if v["value"] == "win" and (m := _moves(v))), default=0)
        return f"You can win in {_count(soonest)}." if soonest else "You can win."
    if "unknown" in values:
        return UNKNOWN["draw" in values, "loss" in values]
    if "draw" in values:
        return "If both play their best, this is a draw."
    moves = [_moves(verdict) for verdict in verdicts]
    latest = f", the best in {_count(max(moves))}" if all(moves) else ""
    return f"Every move loses{latest}."


def hints(count: int) -> str:
    """Return how many hints were used, in words."""
    return "1 hint" if count == 1 else f"{count} hints"


def _moves(verdict: VerdictJSON) -> int:
    """Return how many moves of one's own a verdict is from the end of the game, 0 if unknown."""
    return ((verdict["plies"] or 0) + 1) // 2


def _count(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"


def _turn(game: GameSummary) -> str:
    return name(game, game["turn"])


def _is_computer(game: GameSummary, mark: str) -> bool:
    seat = game["seats"][mark]
    return bool(seat and seat["level"])


def _ending(game: GameSummary, you: Collection[str]) -> str:
    outcome = game["outcome"]
    assert outcome is not None  # noqa: S101 - for the type checker
    if outcome["reason"] == Ending.LEFT:
        return _left(game, you)
    if outcome["reason"] == Ending.DEAD:
        return "No line is left to either side: a draw"
    if not outcome["winner"]:
        return "The board is full: a draw"
    who = _winner(game, you, outcome["winner"])
    loser = _loser(game, you, outcome["winner"])
    if outcome["reason"] == Ending.TIME:
        return f"{loser} ran out of time: {who}"
    if outcome["reason"] == Ending.LINE:
        variant = Variant.parse(game["variant"])
        run = number(variant.run)
        return (
            f"{loser} made {run.lower()} in a row: {who}"
            if variant.misere
            else f"{run} in a row: {who}"
        )
    return f"{loser} resigned: {who}"


def _match(game: GameSummary, you: Collection[str]) -> str:
    """Return what to add about the series, "" unless this game decides it."""
    if not game["series"]["is_over"]:
        return ""
    score = game["score"]
    high, low = sorted((score["X"], score["O"]), reverse=True)
    leader = series.winner(score)
    if leader is None:
        return f". The match is drawn, {high} to {low}"
    who = _winner(game, you, leader)
    return f". {who[0].upper()}{who[1:]} the match, {high} to {low}"


def _left(game: GameSummary, you: Collection[str]) -> str:
    """Say who was away when the game was claimed: the player whose turn it was."""
    gone = game["turn"]
    who = "You were" if list(you) == [gone] else f"{name(game, gone)} was"
    winner = game["outcome"] and game["outcome"]["winner"]
    return f"{who} gone: {_winner(game, you, winner) if winner else 'a draw'}"


def _winner(game: GameSummary, you: Collection[str], winner: str) -> str:
    if list(you) == [winner]:
        return "you win"
    return "the computer wins" if _is_computer(game, winner) else f"{name(game, winner)} wins"


def _loser(game: GameSummary, you: Collection[str], winner: str) -> str:
    loser = "O" if winner == "X" else "X"
    return "You" if list(you) == [loser] else name(game, loser)
