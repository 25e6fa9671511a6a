"""2.1, 3.6 What a new phase brings, in the order of the facts."""

from __future__ import annotations

from stockrail.titles.g18fb.state import Game18FB


def change_phase(game: Game18FB, name: str, buyer: str) -> None:
    """2.1-n, 3.6-i Scrap, then what the facts list in `on_start`; phase 6 pushes the forming of RM and RA."""
    return  # TO BUILD (E)


def export_train(game: Game18FB) -> None:
    """2.6-e, i At the end of an operating round one train of phase 5 leaves."""
    return  # TO BUILD (E)
