"""3.6-e, 3.6.1 Starting and floating a company from phase 5 on; the home of the SFM."""

from __future__ import annotations

from stockrail.rules.actions import StartCompany
from stockrail.titles.g18fb.state import Game18FB


def start(game: Game18FB, action: StartCompany) -> None:
    """2.4, 3.6-e A checked start without a concession; pushes the choice of a home for a company without one."""
    return  # TO BUILD (B)


def float_if_sold(game: Game18FB, company: str) -> None:
    """3.6-e, T-8c At 60 % it gets ten times par, and the rest of its shares go to the pool. After every purchase."""
    return  # TO BUILD (B)
