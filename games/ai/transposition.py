"""The transposition table: what the search has proven about positions it has met before."""

from __future__ import annotations

# About 200 bytes an entry, or 250 on the largest board: the table stays below 128 MB.
MAX_ENTRIES = 500_000


class TranspositionTable(dict[int, tuple[int, int]]):
    """A lower and an upper bound of the value for each position.

    The key is a position as one integer. Two bounds are needed because a search that was cut
    off proves only one of them; equal bounds are the exact value. The search probes with ``get``
    and stores by assignment: methods for that made it 2 % slower.
    """

    def limit_memory(self) -> None:
        """Forget everything if there are too many entries."""
        if len(self) > MAX_ENTRIES:
            self.clear()
