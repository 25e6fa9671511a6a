"""3.3.5 Who presides: with a margin in phases 1 to 4, where a take-over withdraws the concession."""

from __future__ import annotations

from stockrail.titles.g18fb.state import Game18FB


def margin(game: Game18FB) -> int:
    """3.3.5-a, b How many shares a claimant must be ahead: two in phases 1 to 4, one from phase 5."""
    return 2  # TO BUILD (B)


def settle(game: Game18FB, company: str) -> None:
    """3.3.3-g, 3.3.5 To be asked after every movement of shares: withdraws, changes the president, asks to buy back."""
    return  # TO BUILD (B)
