from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from games.models import Game
from games.people.lobby.models import Seek
from games.people.moderation.models import Block

OPEN = "open"  # the kind of the games of the lobby, unless another one is asked for


class Terms(NamedTuple):
    board: str  # the code of the variant
    control: str = ""
    any_board: bool = False
    kind: str = OPEN

    @property
    def fixed(self) -> tuple[str, str]:
        return self.control, self.kind

    def has_board_of(self, other: Terms) -> bool:
        return self.any_board or other.any_board or self.board == other.board

    def fits(self, other: Terms) -> bool:
        return self.has_board_of(other) and self.fixed == other.fixed


class Seeker(NamedTuple):
    game_id: str
    host_id: int
    terms: Terms


def terms_of(game: Game) -> Terms:
    seek = getattr(game, "seek", None)
    return Terms(game.variant_code, game.control, bool(seek and seek.any_board), game.kind or OPEN)


def read(*, include_stale: bool = False) -> list[Seeker]:
    """Return the seekers, the one who waits longest first."""
    seeks = Seek.objects.waiting() if include_stale else Seek.objects.waiting().seen()
    fields = ("x_id", "o_id", "variant_code", "control", "kind")
    rows = seeks.values_list("pk", "any_board", *(f"game__{field}" for field in fields))
    return [
        Seeker(pk, x or o, Terms(board, control, any_board, kind))
        for pk, any_board, x, o, board, control, kind in rows
    ]


def others(player_id: int) -> list[Seeker]:
    # Who is paired, and what is said of the queue, is told by this alone.
    apart = Block.objects.kept_from(player_id) | {player_id}
    return [seeker for seeker in read() if seeker.host_id not in apart]


def has_pairs(seekers: Iterable[Seeker]) -> bool:
    groups = defaultdict[tuple[str, str], list[Terms]](list)
    for seeker in seekers:
        groups[seeker.terms.fixed].append(seeker.terms)
    return any(_has_pair(terms) for terms in groups.values())


def _has_pair(terms: list[Terms]) -> bool:
    takes_any = any(each.any_board for each in terms)
    return len(terms) > 1 and (takes_any or len({each.board for each in terms}) < len(terms))
