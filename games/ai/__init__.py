"""The computer player: search, solver, levels of strength, and worker processes."""
