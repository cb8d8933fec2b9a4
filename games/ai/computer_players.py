from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from games.engine import CLASSIC, Variant
from games.engine.translation import gettext_noop as _
from games.engine.variant import SHARED_SIDES

# Variants that are solved from any position in some tenths of a second at most. There a level waits
# for the proof, however long it takes. On the first ones neither side can force a win.
DRAWN = frozenset(map(Variant.parse, ("3x3x3", "3x3x3+misere", "4x4x4")))
NOTAKTO = frozenset(Variant(*sides, shared=True, misere=True) for sides in SHARED_SIDES)
SOLVED = DRAWN | NOTAKTO


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    # ``variant`` is the only one that it plays, None if it plays all.
    id: str
    name: str
    description: str
    variant: Variant | None = field(default=None, kw_only=True)
    counts_lines: bool = field(default=False, kw_only=True)

    def plays(self, variant: Variant) -> bool:
        is_counted = not (self.counts_lines and variant.is_divided)
        return self.variant in (None, variant) and is_counted


@dataclass(frozen=True, slots=True)
class Level(ComputerPlayer):
    """``depth`` is in plies; with None it also uses the solver. ``temperature`` is a softmax's
    over utilities, in lines that lack one mark. The rest are probabilities: to notice one cell of a
    line, to search deeper than one ply, and to use the solver on the variants in ``SOLVED``.
    """

    depth: int | None
    temperature: float
    sight: float = 1.0
    foresight: float = 0.0
    solves: float = 0.0

    def is_unbeatable_on(self, variant: Variant) -> bool:
        return self.depth is None and variant in DRAWN


LEVELS = {
    level.id: level
    for level in (
        Level("easy", _("Easy"), _("Almost at random. Good for a first game."), 1, 4, 0.3),
        Level(
            "medium",
            _("Medium"),
            _("Builds lines, and often misses yours."),
            depth=2,
            temperature=0.25,
            sight=0.6,
            foresight=0.2,
            solves=0.11,
        ),
        Level(
            "hard",
            _("Hard"),
            _("Sets traps, and misses a few of yours."),
            depth=3,
            temperature=0.12,
            sight=0.94,
            foresight=0.75,
            solves=0.43,
        ),
        Level("champion", _("Champion"), _("As strong as it gets."), None, 0),
    )
}
STRONGEST = list(LEVELS.values())[-1]
# Plays by what it has learned, which is stored elsewhere.
MENACE = ComputerPlayer(
    "menace",
    _("Menace"),
    _("A machine of matchboxes that learns from every game."),
    variant=CLASSIC,
)
_line_counter = partial(ComputerPlayer, counts_lines=True)
# Whom people can play: the levels, the weakest first, and players that choose in another way.
OPPONENTS: dict[str, ComputerPlayer] = LEVELS | {
    player.id: player
    for player in (
        MENACE,
        _line_counter("lines", _("Lines"), _("Counts the lines that are still open.")),
        _line_counter("tens", _("Tens"), _("One more mark in a line counts ten times as much.")),
        _line_counter("marks", _("Marks"), _("Counts its marks in open lines.")),
    )
}
RANDOM = ComputerPlayer("random", _("Random"), _("Any move, at random."))
COMPUTER_PLAYERS = OPPONENTS | {RANDOM.id: RANDOM}
