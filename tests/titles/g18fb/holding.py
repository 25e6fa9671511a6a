"""Positions of 18FB around stock: who holds what, who has which concession, what companies have reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import pytest

from stockrail.core import Action, IllegalAction
from stockrail.rules.cards import give_card
from stockrail.rules.state import IPO, POOL, Holder, certs_at
from stockrail.testing import Position
from stockrail.titles.g18fb.cards import close_cards
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL, is_bourbon
from stockrail.titles.g18fb.concessions import discard_concessions
from stockrail.titles.g18fb.places import remove_bourbon_tokens
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, concession_of, concessions_at, deposit_on, with_card
from stockrail.titles.g18fb.title import Title18FB

TITLE = Title18FB()
A, B, C, D = range(4)
REACHED = {BUILDING: (), PROVISIONAL: (INTERMEDIATE,), DEFINITIVE: (INTERMEDIATE, FINAL), FROZEN: ()}


class Place(Position):
    """A position of 18FB, of four players unless it says otherwise."""

    game: Any
    state: Any

    def __init__(self, phase: str = "1", *, players: int = 4, **rulings: Any) -> None:
        super().__init__(TITLE, players, rulings=rulings)
        self.phase(phase)
        if not is_bourbon(self.game):
            for end in (close_cards, discard_concessions, remove_bourbon_tokens):
                end(self.game)

    def major(
        self, company: str, shares: Mapping[Holder, int], state: str = BUILDING, deposit: int = 0, **more: Any
    ) -> Self:
        """A floated company in a state; who is named first presides and, until phase 5, holds the concession."""
        self.corporation(company, shares, **more)
        self.state.steps[company] = self.game.title.facts["phases"][int(self.game.phase.name) - 1]["tile_steps"]
        for destination in REACHED[state]:
            self.state.reached[company, destination] = True
        if state in (PROVISIONAL, DEFINITIVE):
            self.state.operated[company] = True
        if is_bourbon(self.game):
            self.concession(company, POOL if state == FROZEN else next(iter(shares)), deposit)
        return self

    def concession(self, company: str, holder: Holder, deposit: int = 0) -> Self:
        """Who has a concession, with which deposit on it; one in the pool fell a turn ago."""
        self.state.shelves.move(concession_of(company), concessions_at(holder))
        self.state.conceded[company] = True
        if holder == POOL:
            self.state.fell[company] = self.turn - 1
        elif holder != IPO:
            self.state.deposit[company], self.state.refunded[company] = deposit, 0
            self.state.cash.pay(holder, deposit_on(company), deposit)
        return self

    def stock_round(self, player: int, priority: int | None = None) -> Any:
        return super().stock_round(player, priority)

    def operating(self, company: str, step: str | int | None = None, nth: int = 1, alone: bool = False) -> Any:
        return super().operating(company, step, nth, alone)

    def round(self, frame: Any, **order: Any) -> Any:
        return super().round(frame, **order)

    def card(self, card: str, holder: Holder) -> Self:
        """Give a political card to somebody, with its free share; the pool keeps the share with the card."""
        give_card(self.game, card, holder)
        for company in TITLE.companies if holder != POOL else ():
            for cert in list(self.state.shelves.on(certs_at(with_card(card), company))):
                self.state.shelves.move(cert, certs_at(holder, company))
        return self

    def seats(self, *seats: int) -> Self:
        """The order of play."""
        self.state.flags["order"] = seats
        return self

    def regional(self, company: str, holder: Holder, cash: int = 0) -> Self:
        self.state.shelves.move(f"{company}_0", certs_at(holder, company))
        return self.cash(company, cash)


def refused(game: Any, action: Action) -> tuple[str, str | None]:
    """The kind of a refusal and the rule that it names."""
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def noted(game: Any, kind: str) -> list[dict[str, Any]]:
    """The parameters of all log entries of a kind."""
    return [dict(event.params) for event in game.log if event.kind == kind]
