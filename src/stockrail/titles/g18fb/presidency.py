"""3.3.5 Who presides: with a margin in phases 1 to 4, where a take-over withdraws the concession."""

from __future__ import annotations

from stockrail.rules.shares import owner_of, settle_presidency
from stockrail.titles.g18fb.companies import concessionaire, is_bourbon
from stockrail.titles.g18fb.concessions import RebuyConcession, is_outheld, withdraw
from stockrail.titles.g18fb.state import Game18FB


def margin(game: Game18FB) -> int:
    """3.3.5-a, b, d How many shares a claimant must be ahead: two in phases 1 to 4, one from phase 5."""
    return 2 if is_bourbon(game) else 1


def settle(game: Game18FB, company: str, before: int | None = None) -> None:
    """3.3.3-g, 3.3.5 To be asked after every movement of shares: changes the president, withdraws, asks to buy back.

    A sale passes the president's certificate on by itself: `before` is who presided before it. Q44 The withdrawal looks
    at the holder of the concession, the presidency at the president. May push a RebuyConcession.
    """
    before = owner_of(game, company) if before is None else before
    settle_presidency(game, company)
    holder = concessionaire(game, company)
    if holder is None or not is_outheld(game, holder, company):
        return
    withdraw(game, company)
    if owner_of(game, company) != before:
        game.push_frame(RebuyConcession(company))
