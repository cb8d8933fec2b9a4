"""Pictures of games for other programs: the card of a link preview, and an animation of the moves.

``svg`` writes them as svg, from the same drawing that pages are drawn from. ``rasterizer`` turns
svg into PNG and GIF, in a process of its own that ``rendering`` starts and limits; ``store`` keeps
what was made.
"""
