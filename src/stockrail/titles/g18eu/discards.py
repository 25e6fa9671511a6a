"""4.4.3-o, 4.3-n, 4.2.2-m Trains above the limit go to the pool, the Pullman first."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Frame, Menu
from stockrail.rules.actions import DiscardTrain
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of
from stockrail.rules.state import POOL
from stockrail.rules.trains import cars_of, excess, move_train, trains_of
from stockrail.titles.g18eu.companies import in_order
from stockrail.titles.g18eu.pullman import automatic_discard, drop_lone_car

# The order in which the public site lists the corporations (P-19).
LISTED = ("SNCB", "NS", "FS", "KBS", "KPEV", "KKOB", "SNCF", "DR")


class Discards(Frame[RailGame], frozen=True):
    """Every company above its limit discards, one company after the other."""

    first: str | None = None

    def proceed(self, game: RailGame) -> None:
        for company in self._order(game):
            automatic_discard(game, company)
            if excess(game, company):
                game.push_frame(Discard(company))
                return
        game.pop_frame()

    def _order(self, game: RailGame) -> list[str]:
        """4.4.3-o From the operating company on round the operating order; on the site in order of its list (P-19)."""
        order = in_order(game)
        if game.ruling("discard_order") == "listed":
            return sorted(order, key=lambda c: LISTED.index(c) if c in LISTED else -1)
        start = order.index(self.first) if self.first in order else 0
        return order[start:] + order[:start]


class Discard(CompanyDecision, frozen=True):
    """The owner chooses a train to give up; a Pullman goes before any other."""

    def check(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, DiscardTrain) or action.company not in self._companies(game):
            raise game.refusal("discard_first", company=self.company)
        company = action.company
        if action.train not in trains_of(game, company):
            raise game.refusal("not_its_train", company=company, train=action.train)
        if cars_of(game, company) and action.train not in cars_of(game, company):
            raise game.refusal("pullman_first", company=company)

    def list(self, game: RailGame) -> Menu:
        player = self.actor(game)
        return [
            DiscardTrain(player, company, train)
            for company in self._companies(game)
            for train in cars_of(game, company) or trains_of(game, company)
        ]

    def _companies(self, game: RailGame) -> Sequence[str]:
        """P-19 On the public site a player may begin with any of his companies that is above its limit."""
        if game.ruling("discard_order") != "listed":
            return [self.company]
        others = [c for c in in_order(game) if c != self.company and excess(game, c)]
        return [self.company, *(c for c in others if owner_of(game, c) == self.actor(game))]

    def take(self, game: RailGame, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        game.pop_frame()
        discard(game, action.company, action.train)


def discard(game: RailGame, company: str, train: str) -> None:
    move_train(game, train, POOL)
    game.note("discards", company=company, train=train)
    drop_lone_car(game, company)


def discards_after_merger(game: RailGame) -> None:
    """P-5 Excess trains after a merger: at the end of the stock round, on the site at once."""
    if game.ruling("merger_discards") == "at_once":
        game.push_frame(Discards())
