"""3.5.2 Tokens and the lines that lead to them."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.state import CityAt
from stockrail.titles.g18fb.state import Game18FB


def tokens_placed(game: Game18FB) -> int:
    """3.5.2-a, 2.7-o How many tokens the operating company has placed in its turn, by cards too."""
    return 0  # TO BUILD (C)


def line_fault(game: Game18FB, company: str, place: CityAt, line: Sequence[str], claim: str = "") -> str | None:
    """3.5.2 Why the company may not place a token there now along a line; `claim` is a Bourbon token it replaces.

    3.4-f, 3.5.2-a, e, h, k: not while frozen, not a second one in a turn, not without a spare token or the money.
    """
    return "no_line"  # TO BUILD (C)


def place_token(game: Game18FB, company: str, place: CityAt, line: Sequence[str], claim: str = "") -> None:
    """3.5.2-g, m, 3.5.3 Pay for a checked line, put the token (on a claim), take markers, settle destinations."""
    return  # TO BUILD (C)


def lines_to(game: Game18FB, company: str, place: CityAt) -> Sequence[object]:
    """The listed lines of a company to a place (`rules.lines.Line`), also to a Bourbon token's slot."""
    return []  # TO BUILD (C)


def is_joined(game: Game18FB, company: str, place: CityAt) -> bool:
    """3.7.3-c Whether a line of the company leads to a place, or it has a token there."""
    return False  # TO BUILD (C)
