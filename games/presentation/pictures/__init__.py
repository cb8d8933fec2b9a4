"""Pictures of games for other programs: the card of a link preview."""
