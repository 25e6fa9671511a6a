"""6.8.6, A38 A player who owes money sells shares until it is paid, or goes bankrupt."""

from __future__ import annotations

from stockrail.rules.state import Holder
from stockrail.titles.g1883.state import Game1883


def owe(game: Game1883, player: int, amount: int, payee: Holder, company: str = "") -> None:
    """The player pays at once what they can and raises the rest; who cannot is bankrupt, and the company closes.

    Pushes a frame if something must be sold. After it the frame below goes on, whatever came of it.
    """
    return  # TO BUILD
