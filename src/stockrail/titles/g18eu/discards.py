"""4.4.3-o, 4.3-n, 4.2.2-m Trains above the limit go to the pool, the Pullman first."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.actions import DiscardTrain
from stockrail.rules.discards import DiscardRound, DiscardStep
from stockrail.rules.discards import discard as discard_train
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of
from stockrail.rules.trains import cars_of, excess
from stockrail.titles.g18eu.companies import in_order
from stockrail.titles.g18eu.pullman import automatic_discard, drop_lone_car

# The order in which the public site lists the corporations (P-19).
LISTED = ("SNCB", "NS", "FS", "KBS", "KPEV", "KKOB", "SNCF", "DR")


class Discards(DiscardRound, frozen=True):
    """Every company above its limit discards, one company after the other."""

    def order(self, game: RailGame) -> Sequence[str]:
        """4.4.3-o From the operating company on round the operating order; on the site in order of its list (P-19)."""
        if game.ruling("discard_order") == "listed":
            return sorted(in_order(game), key=lambda c: LISTED.index(c) if c in LISTED else -1)
        return self.round_from(in_order(game))

    def is_due(self, game: RailGame, company: str) -> bool:
        automatic_discard(game, company)
        return super().is_due(game, company)

    def step(self, company: str) -> Discard:
        return Discard(company)


class Discard(DiscardStep, frozen=True):
    """The owner chooses a train to give up; a Pullman goes before any other."""

    def fault(self, game: RailGame, action: DiscardTrain) -> str | None:
        """4.4.9-h"""
        cars = cars_of(game, action.company)
        return "pullman_first" if cars and action.train not in cars else None

    def companies(self, game: RailGame) -> Sequence[str]:
        """P-19 On the public site a player may begin with any of their companies that is above its limit."""
        if game.ruling("discard_order") != "listed":
            return [self.company]
        others = [c for c in in_order(game) if c != self.company and excess(game, c)]
        return [self.company, *(c for c in others if owner_of(game, c) == self.actor(game))]

    def discard(self, game: RailGame, company: str, train: str) -> None:
        discard(game, company, train)


def discard(game: RailGame, company: str, train: str) -> None:
    discard_train(game, company, train)
    drop_lone_car(game, company)


def discards_after_merger(game: RailGame) -> None:
    """P-5 Excess trains after a merger: at the end of the stock round, on the site at once."""
    if game.ruling("merger_discards") == "at_once":
        game.push_frame(Discards())
