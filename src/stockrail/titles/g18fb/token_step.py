"""3.5.2 The step in which a company places a token. Apart from `placing`, which cards use, too."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g18fb.state import Game18FB


class PlaceLine(CompanyDecision[Game18FB], frozen=True):
    """3.5.2 One token along a line; `nth` counts the tokens of a national company's turn."""

    nth: int = 0

    def any(self, game: Game18FB) -> bool:
        return False  # TO BUILD (C), with `moments.AnyMoment` before CompanyDecision

    def skip(self, game: Game18FB) -> None:
        game.pop_frame()
