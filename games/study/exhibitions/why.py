"""Why the computer made a move of an exhibition: what its search says of the position after it.

The search is asked again, as deep as the player looks, so nothing has to be kept with each move. Of
the strongest level it is told what is proven, where that is known, as it plays by proofs.
"""

from __future__ import annotations

from dataclasses import replace

from asgiref.sync import sync_to_async
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ai.board_effects import board_effect
from games.ai.computer_players import COMPUTER_PLAYERS, MENACE, RANDOM, ComputerPlayer, Level
from games.ai.solver import Solution
from games.engine import Board, Mark, canonical_moves, play_moves
from games.models import Game
from games.presentation import move_wording
from games.presentation.hint_wording import verdict_in_words
from games.presentation.sides import side
from games.study.explorer import job as solutions
from games.study.menace.learner import has_box
from games.study.menace.services import menace_at
from games.study.tree import job
from games.study.tree.search_methods import DEPTH, METHODS, default_depth
from games.study.tree.search_tree import SearchTree
from games.study.tree.wording import Scale, positions

EXPECTED = 4  # moves of the line that are told


async def explain(game: Game, ply: int, address: str) -> str:
    """Return one line about the move that led to a ply, from 1, for a client at an address.

    :raises TooMany, TooBusy: if too many searches are asked for, or it does not answer in time.
    """
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
    is_far = is_divided or default_depth(board) is not None
    is_proving = isinstance(player, Level) and player.depth is None and is_far
    if is_proving and (solution := await solutions.find(after, address)).is_known:
        return _proven(after, solution)
    if is_divided:
        return _on_boards(board, cell)
    search = job.TreeSearch(after, METHODS["computer"], _depth_after(player, board))
    return _from_search(search, await job.find(search, address))


def _proven(board: Board, solution: Solution) -> str:
    verdict = verdict_in_words({"value": solution.value, "plies": solution.plies})
    words = {"mark": side(board.turn, board.variant), "verdict": verdict["words"]}
    return _("Proven: %(mark)s to move, %(verdict)s") % words


def _on_boards(board: Board, cell: int) -> str:
    """Say what a move does on its small board, where no search is recorded.

    To which it leads stands above the board already.
    """
    effect, variant = replace(board_effect(board, cell), sends=None, frees=False), board.variant
    words = [*move_wording.on_boards(board.turn, effect, variant)] or [_("It closes no board.")]
    values = {"mark": side(board.turn, variant), "cell": variant.cell_name(cell)}
    return " ".join([_("%(mark)s plays %(cell)s.") % values, *words])


def _depth_after(player: ComputerPlayer, board: Board) -> int | None:
    """Return how deep a player still looks after its move, None for the end of the game."""
    depth = (player.depth or default_depth(board)) if isinstance(player, Level) else DEPTH
    return depth and depth - 1


def _from_search(search: job.TreeSearch, tree: SearchTree) -> str:
    board, depth, value = search.board, search.plies + 1, tree.root.value
    plies = ngettext("%(depth)s move deep", "%(depth)s moves deep", depth) % {"depth": depth}
    parts = [_score(board, tree.win_score, value), plies, positions(tree.nodes)]
    if line := ", ".join(map(board.variant.cell_name, tree.best_line[:EXPECTED])):
        parts.append(_("expects %(line)s") % {"line": line})
    return " · ".join(parts)


def _score(board: Board, win_score: int, value: int | None) -> str:
    """Return a value for the side to move as X's, a proven one in words too."""
    if value is None:
        return _("No score: the search was stopped")
    scale = Scale(board.variant, win_score, board.ply)
    x_value = value if board.turn is Mark.X else -value
    words, number = scale.in_words(x_value, board.ply), scale.number(x_value)
    if scale.is_weighed and words:
        return words
    return _("Score %(number)s") % {"number": f"{number}, {words}" if words else number}


def _beads(board: Board, cell: int) -> str:
    """Say how many of the beads that are in Menace's box now stand for a move."""
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
