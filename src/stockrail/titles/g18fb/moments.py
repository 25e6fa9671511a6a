"""2.7-p, 3.7.3-a Steps in which a president may do more than the step is about, without ending it."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g18fb.extras import KINDS, check_extra, extras, is_pressing, take_extra
from stockrail.titles.g18fb.state import Game18FB


class AnyMoment(CompanyDecision[Game18FB], frozen=True):
    """Put before the step that it widens: `class BuyTrains(AnyMoment, TrainStep[Game18FB], frozen=True)`."""

    def any(self, game: Game18FB) -> bool:
        return super().any(game) or is_pressing(game, self.company)

    def check(self, game: Game18FB, action: Action) -> None:
        if not check_extra(game, self.company, action):
            super().check(game, action)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (*super().kinds(game), *KINDS)

    def list(self, game: Game18FB) -> Menu:
        """A pass comes last."""
        menu = super().list(game)
        passes = [entry for entry in menu if isinstance(entry, Pass)]
        return [*(entry for entry in menu if entry not in passes), *extras(game, self.company), *passes]

    def take(self, game: Game18FB, action: Action) -> None:
        if not take_extra(game, self.company, action):
            super().take(game, action)
