"""5.5 Political support cards: buying them and paying with them."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def support_cost(game: Game1883, player: int) -> int | None:
    """5.5-b What the next card costs; None with nine."""
    return None  # TO BUILD


def give_up_support(game: Game1883, player: int, count: int) -> None:
    return  # TO BUILD
