"""The pages of play, and the plain forms for playing without scripts."""
