from __future__ import annotations

from dataclasses import replace
from functools import partial

from asgiref.sync import sync_to_async
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ai.computer_players import COMPUTER_PLAYERS, MENACE, RANDOM, ComputerPlayer, Level
from games.ai.search import MIN_WIN_SCORE, WIN_SCORE
from games.ai.solver import Solution
from games.ai.threats import board_effect
from games.engine import Board, Mark, canonical_moves, play_moves
from games.models import Game
from games.presentation import move_wording
from games.presentation.hint_wording import verdict_in_words
from games.presentation.sides import side
from games.study.exhibitions.outlook import Lookahead, look_ahead
from games.study.explorer import job as solutions
from games.study.menace.learner import has_box
from games.study.menace.services import menace_at
from games.study.search_cache import SearchCache

# With at most so many free cells a level without a depth looks to the end; others look this deep.
FEW_FREE, DEPTH = 9, 3

outlooks: SearchCache[Lookahead] = SearchCache(2_000)


async def explain(game: Game, ply: int, address: str) -> str:
    board, cell = play_moves(Board(game.variant), game.record[: ply - 1]), game.record[ply - 1]
    seat = game.seat(board.turn)
    player = COMPUTER_PLAYERS[seat.level] if seat and seat.level else RANDOM
    if player == MENACE:
        return await sync_to_async(_beads)(board, cell)
    if player == RANDOM:
        moves = len(board.legal_moves())
        return ngettext("The only move.", "Drawn from %(moves)s moves.", moves) % {"moves": moves}
    after = board.play(cell)
    if after.outcome():
        return _("The last move: nothing is left to search.")
    is_divided = board.variant.is_divided
    is_far = is_divided or board.open_count > FEW_FREE
    is_proving = isinstance(player, Level) and player.depth is None and is_far
    if is_proving and (solution := await solutions.find(after, address)).is_known:
        return _proven(after, solution)
    if is_divided:
        return _on_boards(board, cell)
    depth = _depth(player, board)
    search = partial(look_ahead, board, cell, depth)
    found = await outlooks.find(search, (board, cell, depth), address)
    return _from_search(board, depth, found)


def _proven(board: Board, solution: Solution) -> str:
    verdict = verdict_in_words({"value": solution.value, "plies": solution.plies})
    words = {"mark": side(board.turn, board.variant), "verdict": verdict["words"]}
    return _("Proven: %(mark)s to move, %(verdict)s") % words


def _on_boards(board: Board, cell: int) -> str:
    # To which it leads stands above the board already.
    effect, variant = replace(board_effect(board, cell), sends=None, frees=False), board.variant
    words = [*move_wording.on_boards(board.turn, effect, variant)] or [_("It closes no board.")]
    values = {"mark": side(board.turn, variant), "cell": variant.cell_name(cell)}
    return " ".join([_("%(mark)s plays %(cell)s.") % values, *words])


def _depth(player: ComputerPlayer, board: Board) -> int:
    is_far = board.open_count > FEW_FREE
    if isinstance(player, Level) and (player.depth or not is_far):
        return min(player.depth or board.open_count, board.open_count)
    return min(DEPTH, board.open_count)


def _from_search(board: Board, depth: int, found: Lookahead) -> str:
    parts = [
        _score(board, depth, found.value),
        ngettext("%(depth)s move deep", "%(depth)s moves deep", depth) % {"depth": depth},
    ]
    if line := ", ".join(map(board.variant.cell_name, found.expected)):
        parts.append(_("expects %(line)s") % {"line": line})
    return " · ".join(parts)


def _score(board: Board, depth: int, value: int) -> str:
    if abs(value) > MIN_WIN_SCORE:
        winner = board.turn if value > 0 else board.turn.opponent
        plies = WIN_SCORE - abs(value) - board.ply - 1
        return _("%(mark)s wins in %(plies)s") % {
            "mark": side(winner, board.variant),
            "plies": plies,
        }
    x_value = value if board.turn is Mark.X else -value
    sign = "+" if x_value > 0 else "\N{MINUS SIGN}" if x_value else ""
    score = _("Score %(number)s") % {"number": f"{sign}{abs(x_value)}"}
    return f"{score}, {_('draw')}" if depth == board.open_count else score


def _beads(board: Board, cell: int) -> str:
    if not has_box(board):
        return _("The only move: there is no box for it.")
    beads = menace_at(board).beads(board)
    own, total = beads[canonical_moves(board)[cell]], sum(beads.values())
    words = ngettext(
        "Its box has %(beads)s of %(total)s bead for this move.",
        "Its box has %(beads)s of %(total)s beads for this move.",
        total,
    )
    return words % {"beads": own, "total": total}
