"""Operating rounds of 1883 that begin with a given event card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core import CHANCE, Draw
from stockrail.rules.actions import Pass
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound
from stockrail.rules.state import Holder
from stockrail.testing import Position
from stockrail.titles.g1883.actions import PaySupport
from stockrail.titles.g1883.events import DrawCard, EventStep
from stockrail.titles.g1883.state import State1883

from .lying import TITLE

PHASE_OF_ERA = {1: "2", 2: "3", 3: "6"}


class Scene(Position):
    """A position before an operating round of 1883; Ada has the priority, the first operating round is over."""

    state: State1883
    game: Any

    def __init__(self, era: int = 1, players: int = 3, rulings: Mapping[str, str] | None = None, **more: Any) -> None:
        super().__init__(TITLE, players, rulings, **more)
        self.phase(PHASE_OF_ERA[era])
        self.state.flags["events_begin"] = True
        self.state.flags["last_round"] = (1, 1)
        self.state.flags["ccfr_president"] = 0

    def capitalised(self) -> Scene:
        """CCFR as a railway of Ada's."""
        self.state.flags["ccfr"] = "capitalised"
        self._deal("CCFR", {0: 2})
        return self

    def railway(self, company: str, owner: Holder, value: int = 100, cash: int = 200) -> Scene:
        """Presided over by a player with a fifth of it; it operated in the round before."""
        self.corporation(company, {owner: 2}, value, cash)
        self.state.operated[company] = (1, 1)
        return self

    def cards(self, *counts: int) -> Scene:
        """Support cards, by seat."""
        for seat, count in enumerate(counts):
            self.state.support[seat] = count
        return self

    def begin(self, nth: int = 1) -> Any:
        """The game at the start of an operating round of turn 2."""
        return self._wait(OperatingRound(self.turn, nth), EventStep(self.turn, nth))

    def event(self, number: int) -> Any:
        """The card has been drawn."""
        game = self.begin()
        draw(game, number)
        return game


def draw(game: Any, outcome: int) -> None:
    """Chance brings this card or number."""
    game.push(Draw(CHANCE, game.decision.stream, outcome))


def pays(game: Any, count: int = 1) -> None:
    game.push(PaySupport(game.actor, count))


def declines(game: Any) -> None:
    game.push(Pass(game.actor))


def prices(game: Any, *companies: str) -> list[int]:
    return [price(game, company) for company in companies]


def kinds(game: Any) -> list[str]:
    return [event.kind for event in game.log]


def asks_for(game: Any) -> tuple[str, Any]:
    """The decision that is waited for, and for whom."""
    return type(game.decision).__name__, game.decision.subject(game)


def is_over(game: Any) -> bool:
    """Whether the event is done, so that companies operate."""
    return not any(isinstance(frame, EventStep | DrawCard) for frame in game.stack)
