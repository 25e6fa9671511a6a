"""4.0 A new phase: scrapping, gifts, the end of private companies, capitalisation, discards, in this order."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def change_phase(game: Game1883, name: str, buyer: str | None) -> None:
    """4.0-m, A95 Push the frame that carries it out; the buyer is None if a card brought it."""
    return  # TO BUILD


def lose_next_train(game: Game1883) -> None:
    """11-16 The next train of the stack leaves the game with all effects of a purchase."""
    return  # TO BUILD
