"""One function for each use case; one that refuses raises one of ``games.play.errors``."""

from __future__ import annotations

from games.play.base import (
    close,
    ends_overdue_game_first,
    is_processed,
    lock_game,
    lock_games,
    note_processed,
    played,
    require_seat,
    save_and_announce,
)
from games.play.lifecycle import (
    bring_up_to_date,
    close_game,
    close_stale_games,
    come,
    delete_games,
    end_overdue_games,
    find_game,
    hold_clock,
    note_seen,
)
from games.play.moves import (
    DRAW,
    WIN,
    claim,
    find_game_for_hint,
    play_move,
    resign,
    set_public,
    use_hint,
)
from games.play.new_games import (
    change_terms,
    create_game,
    create_game_with_move,
    join_game,
    keep_game,
    read_opening,
    rematch,
    set_up,
    start_rematch,
    take_free_seat,
    withdraw,
)
from games.play.people import (
    DOUBLE_CLICK,
    accept_transfer,
    announce_player,
    change_avatar,
    claim_name,
    create_player,
    end_sessions,
    find_transfer,
    forget_player,
    hide_name,
    offer_transfer,
    purge,
    rename_player,
)
from games.play.requests import decline, draw, undo
