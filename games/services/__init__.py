"""Every change of the stored state: one function for each use case, in a transaction of its own.

A service that refuses raises one of ``games.services.errors``.
"""

from __future__ import annotations

from games.services.base import end_if_overdue
from games.services.exhibitions import (
    pause,
    repeat_exhibition,
    resume,
    set_pace,
    start_exhibition,
    step,
    stop,
)
from games.services.hints import count_hint, find_game_for_hint, use_hint
from games.services.lifecycle import (
    bring_up_to_date,
    close_game,
    close_stale_games,
    delete_games,
    end_overdue_games,
    find_game,
    note_seen,
)
from games.services.lobby import (
    create_game,
    create_game_with_move,
    join_game,
    rematch,
    withdraw,
)
from games.services.openings import read_opening
from games.services.people import (
    DOUBLE_CLICK,
    accept_transfer,
    create_player,
    find_transfer,
    forget_player,
    hide_name,
    offer_transfer,
    purge,
    rename_player,
)
from games.services.play import DRAW, WIN, claim, play_move, react, resign
from games.services.undo import decline, undo
from games.study.menace.services import learn_from, menace_at, start_afresh
from games.study.puzzles.services import answer_puzzle, find_puzzle, next_puzzle, show_puzzle
from games.study.reviews.services import (
    ask_for_review,
    find_game_to_review,
    find_review,
    review_of,
    store_reviews,
    take_games_to_review,
)

__all__ = [
    "DOUBLE_CLICK",
    "DRAW",
    "WIN",
    "accept_transfer",
    "answer_puzzle",
    "ask_for_review",
    "bring_up_to_date",
    "claim",
    "close_game",
    "close_stale_games",
    "count_hint",
    "create_game",
    "create_game_with_move",
    "create_player",
    "decline",
    "delete_games",
    "end_if_overdue",
    "end_overdue_games",
    "find_game",
    "find_game_for_hint",
    "find_game_to_review",
    "find_puzzle",
    "find_review",
    "find_transfer",
    "forget_player",
    "hide_name",
    "join_game",
    "learn_from",
    "menace_at",
    "next_puzzle",
    "note_seen",
    "offer_transfer",
    "pause",
    "play_move",
    "purge",
    "react",
    "read_opening",
    "rematch",
    "rename_player",
    "repeat_exhibition",
    "resign",
    "resume",
    "review_of",
    "set_pace",
    "show_puzzle",
    "start_afresh",
    "start_exhibition",
    "step",
    "stop",
    "store_reviews",
    "take_games_to_review",
    "undo",
    "use_hint",
    "withdraw",
]
