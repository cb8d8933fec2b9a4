"""The computer: a search that knows only the abstract board, and levels that play by it."""
