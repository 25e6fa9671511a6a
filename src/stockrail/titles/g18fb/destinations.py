"""3.5.3 Destinations: state, refund, rise."""

from __future__ import annotations

from stockrail.rules.state import CityAt
from stockrail.titles.g18fb.state import Game18FB


def settle_destination(game: Game18FB, company: str, place: CityAt) -> None:
    """3.5.3, Q6, T-2g After a token: what was reached, refunds, the bonus row, reserved slots that fall."""
    return  # TO BUILD (C)


def is_destination(game: Game18FB, company: str, hex_: str) -> str | None:
    """Whether a hex is the company's INTERMEDIATE or FINAL destination."""
    return None  # TO BUILD (C)
