"""3.5.5 What a company earns: its best stations and its town markers."""

from __future__ import annotations

from stockrail.rules.earnings import Account
from stockrail.titles.g18fb.state import Game18FB


def account(game: Game18FB, company: str) -> Account:
    """3.5.5, 3.6.3-l The most it can earn now, part by part."""
    return Account()  # TO BUILD (D)
