"""5.5, 7.0-b, c Political support cards: buying them, and who is asked for some, what happens with them or without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stockrail.core import Action, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.decisions import Choice
from stockrail.rules.game import pay
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK
from stockrail.titles.g1883.actions import PaySupport
from stockrail.titles.g1883.effects import card_of
from stockrail.titles.g1883.state import Game1883


def support_cost(game: Game1883, player: int) -> int | None:
    """5.5-b What the next card costs; None with nine."""
    held, facts = game.state.support[player], game.title.facts["support"]
    return int(facts["costs"][held]) if held < facts["most"] else None


def support_fault(game: Game1883, player: int) -> str | None:
    """5.5-b Why the player may not buy another card."""
    cost = support_cost(game, player)
    if cost is None:
        return "support_limit"
    return "support_too_dear" if game.state.cash[player] < cost else None


def buy_support(game: Game1883, player: int) -> None:
    cost = support_cost(game, player)
    assert cost is not None
    pay(game, player, BANK, cost)
    game.state.support[player] += 1
    game.note("buys_support", player=player, amount=cost)


class SupportDecision(Choice[Game1883], frozen=True):
    """Hand in support cards or decline; nobody is asked who has too few."""

    deeds = (PaySupport, Pass)
    unasked_fault = "support_or_pass"
    count_fault: ClassVar[str] = "support_count"  # the refusal of another number of cards

    def any(self, game: Game1883) -> bool:
        return game.state.support[self.actor(game)] >= self.count(game)

    def fault(self, game: Game1883, action: PaySupport) -> str | None:
        return None if action.count == self.count(game) else self.count_fault

    def told(self, game: Game1883, action: PaySupport) -> Mapping[str, Any]:
        return {"count": self.count(game)}

    def moves(self, game: Game1883) -> Menu:
        return [PaySupport(self.actor(game), self.count(game))]

    def take(self, game: Game1883, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, PaySupport):
            game.state.support[action.player] -= action.count  # they can be bought again
            self.paid(game)
        else:
            self.unpaid(game)

    def count(self, game: Game1883) -> int:
        return 1

    def paid(self, game: Game1883) -> None:
        raise NotImplementedError

    def unpaid(self, game: Game1883) -> None:
        raise NotImplementedError


class SupportChoice(SupportDecision, frozen=True):
    """What an event card asks."""

    card: str

    def any(self, game: Game1883) -> bool:
        return self.concerns(game) and super().any(game)

    def count(self, game: Game1883) -> int:
        card = card_of(game, self.card)
        return card.avoid or card.price

    def skip(self, game: Game1883) -> None:
        game.pop_frame()
        if self.concerns(game):
            self.unpaid(game)

    def concerns(self, game: Game1883) -> bool:
        """Whether the one who is asked is still in the game."""
        raise NotImplementedError


class CompanyChoice(SupportChoice, frozen=True):
    """The president is asked for a company."""

    company: str

    def actor(self, game: Game1883) -> int:
        return controlled(game, self.company)

    def subject(self, game: Game1883) -> str:
        return self.company

    def concerns(self, game: Game1883) -> bool:
        return game.title.operates(game, self.company)
