"""The pages, and the plain forms by which the game is played without scripts."""
