"""1883: small railways of Emilia between the Po and the Apennines – concessions, a cooperative, coaches, events.

It is being built: without a `TITLE` nobody finds it yet; tests make one of `Title1883`.
"""

from stockrail.titles.g1883.title import Title1883

TITLE = Title1883()

__all__ = ["TITLE", "Title1883"]
