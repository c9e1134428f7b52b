"""What draws: marks on a page as SVG, PDF and TikZ, charts, trees, nodes, and cells in borders.

The families make their pictures of these; nothing here imports any of them.
"""
