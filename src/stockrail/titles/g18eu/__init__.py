"""18EU: minors that grow into eight corporations, across the railways of continental Europe."""

from stockrail.titles.g18eu.title import G18EU

TITLE = G18EU()

__all__ = ["G18EU", "TITLE"]
