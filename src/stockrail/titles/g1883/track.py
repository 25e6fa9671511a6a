"""6.4 Laying tiles: railways, FSF from both homes, CCFR and its hill, the extra lays of FRV and TMM."""

from __future__ import annotations

from stockrail.rules.laying import TrackStep
from stockrail.titles.g1883.state import Game1883


class LayTrack(TrackStep[Game1883], frozen=True):
    """All lays of a turn: it stays until nothing is left to lay or the company passes."""


def lay_link(game: Game1883) -> None:
    """3.2-e, A94 The link of Reggio and Sassuolo lays itself when private companies close, if a tile is left."""
    return  # TO BUILD
