"""The computer player: search, evaluation, solver and levels of strength."""
