"""1862: railway mania in the eastern counties – parliament, mergers, and three kinds of train."""

from stockrail.titles.g1862.title import G1862

TITLE = G1862()

__all__ = ["G1862", "TITLE"]
