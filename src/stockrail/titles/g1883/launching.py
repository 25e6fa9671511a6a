"""5.3.3 Launching a company: par, marker, capital, home tokens."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def launch(game: Game1883, company: str, value: int) -> None:
    """The company has a par from now on, a marker, its home tokens and the par of shares already out (A9).

    Who pays for the president's certificate, and where it goes, is the caller's business.
    """
    return  # TO BUILD
