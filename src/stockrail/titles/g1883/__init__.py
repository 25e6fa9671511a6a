"""1883: small railways of Emilia between the Po and the Apennines – concessions, a cooperative, coaches, events."""

from stockrail.titles.g1883.title import Title1883

TITLE = Title1883()

__all__ = ["TITLE", "Title1883"]
