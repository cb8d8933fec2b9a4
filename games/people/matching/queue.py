"""The queue of those who wait for somebody to play, read in one query."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from games.engine.series import DUEL
from games.models import Game


class Seek(NamedTuple):
    """What somebody looks for: a game on a board, or on any, with a time control, or a duel."""

    board: str  # the code of the variant
    control: str = ""
    any_board: bool = False
    is_duel: bool = False

    @property
    def terms(self) -> tuple[str, bool]:
        """What has to be the same for two to meet, besides the board."""
        return self.control, self.is_duel

    def fits(self, other: Seek) -> bool:
        is_board_fine = self.any_board or other.any_board or self.board == other.board
        return is_board_fine and self.terms == other.terms


class Seeker(NamedTuple):
    """Somebody who waits in a game of their own."""

    game_id: str
    host_id: int
    seek: Seek


def seek_of(game: Game) -> Seek:
    return Seek(game.variant_code, game.control, bool(game.takes_any_board), game.is_duel)


def read(*, unseen: bool = False) -> list[Seeker]:
    """Return those who wait, the one who waits longest first.

    :param unseen: whether to include those who have shown no sign of life lately
    """
    games = Game.objects.waiting_for_anybody() if unseen else Game.objects.seeking()
    names = ("pk", "x_id", "o_id", "variant_code", "control", "takes_any_board", "best_of")
    return [
        Seeker(pk, x or o, Seek(board, control, bool(any_board), best_of == DUEL))
        for pk, x, o, board, control, any_board, best_of in games.values_list(*names)
    ]


def has_pairs(seekers: Iterable[Seeker]) -> bool:
    """Say whether two of them look for the same."""
    same_terms = defaultdict[tuple[str, bool], list[Seek]](list)
    for seeker in seekers:
        same_terms[seeker.seek.terms].append(seeker.seek)
    return any(_has_pair(seeks) for seeks in same_terms.values())


def _has_pair(seeks: list[Seek]) -> bool:
    takes_any = any(seek.any_board for seek in seeks)
    return len(seeks) > 1 and (takes_any or len({seek.board for seek in seeks}) < len(seeks))


def counts(seekers: list[Seeker]) -> dict[str, int]:
    """Return for each game how many wait for its board with another clock.

    ``Game.objects.sought_with_another_clock`` finds the same, less those who are kept apart.
    """
    with_any_clock = _counts_in_groups(seekers, lambda seek: seek.is_duel)
    with_same_clock = _counts_in_groups(seekers, lambda seek: seek.terms)
    return {id: count - with_same_clock[id] for id, count in with_any_clock.items()}


def _counts_in_groups(seekers: list[Seeker], key: Callable[[Seek], Hashable]) -> dict[str, int]:
    groups = defaultdict[Hashable, list[Seeker]](list)
    for seeker in seekers:
        groups[key(seeker.seek)].append(seeker)
    return {id: count for group in groups.values() for id, count in _counts(group).items()}


def _counts(seekers: list[Seeker]) -> dict[str, int]:
    """Return for each game how many of these wait for its board, its own host included."""
    any_board = sum(each.seek.any_board for each in seekers)
    boards = Counter(each.seek.board for each in seekers if not each.seek.any_board)
    return {
        each.game_id: len(seekers) if each.seek.any_board else boards[each.seek.board] + any_board
        for each in seekers
    }
