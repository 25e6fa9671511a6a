"""Trains above a company's limit are discarded, one company after the other."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Frame, Menu
from stockrail.rules.actions import DiscardTrain
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame
from stockrail.rules.state import POOL
from stockrail.rules.trains import excess, move_train, trains_of


class DiscardRound(Frame[R], frozen=True):
    """Every company above its limit discards. `first` is the company that starts, where that matters."""

    first: str | None = None

    def proceed(self, game: R) -> None:
        company = next((company for company in self.order(game) if self.is_due(game, company)), None)
        if company is None:
            game.pop_frame()
        else:
            game.push_frame(self.step(company))

    def order(self, game: R) -> Sequence[str]:
        """The order in which companies discard."""
        return self.round_from(game.title.operating_order(game))

    def round_from(self, order: Sequence[str]) -> Sequence[str]:
        """From the first company on round an order."""
        start = order.index(self.first) if self.first in order else 0
        return [*order[start:], *order[:start]]

    def is_due(self, game: R, company: str) -> bool:
        """Whether the company has too many trains; a title may discard one without asking."""
        return excess(game, company) > 0

    def step(self, company: str) -> Frame:
        """The decision of one company."""
        return DiscardStep(company)


class DiscardStep(CompanyDecision[R], frozen=True):
    """The player who controls the company chooses the train that goes to the pool."""

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, DiscardTrain) or action.company not in self.companies(game):
            raise game.refusal("discard_first", company=self.company)
        if action.train not in trains_of(game, action.company):
            raise game.refusal("not_its_train", company=action.company, train=action.train)
        fault = self.fault(game, action)
        if fault:
            raise game.refusal(fault, company=action.company)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (DiscardTrain,)

    def list(self, game: R) -> Menu:
        player = self.actor(game)
        every = [DiscardTrain(player, c, train) for c in self.companies(game) for train in trains_of(game, c)]
        return [one for one in every if self.fault(game, one) is None]

    def take(self, game: R, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        game.pop_frame()
        self.discard(game, action.company, action.train)

    # -- what a title says --------------------------------------------------------------------------------------

    def companies(self, game: R) -> Sequence[str]:
        """The companies that may discard a train now."""
        return [self.company]

    def fault(self, game: R, action: DiscardTrain) -> str | None:
        """Why this train may not be discarded."""
        return None

    def discard(self, game: R, company: str, train: str) -> None:
        discard(game, company, train)


def discard(game: RailGame, company: str, train: str) -> None:
    move_train(game, train, POOL)
    game.note("discards", company=company, train=train)
