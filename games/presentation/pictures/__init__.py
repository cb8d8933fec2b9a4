"""Pictures of games for other programs: the card of a link preview.

``svg`` writes them as svg, from the same drawing that pages use. ``rasterizer`` turns svg into PNG,
in a process that ``rendering`` starts and limits. ``store`` caches the pictures.
"""
