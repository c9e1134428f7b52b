"""Drawing: marks on a page as SVG, PDF and TikZ, charts, trees, nodes, and cells in borders.

The families make their pictures from these; nothing here imports the families.
"""
