"""18FB: the railways of Bourbon Southern Italy – concessions, political cards, regional and national companies."""

from stockrail.titles.g18fb.title import Title18FB

TITLE = Title18FB()

__all__ = ["TITLE", "Title18FB"]
