"""5.5, 7.0-b, c Political support cards: buying them, and who is asked for some, what happens with them or without."""

from __future__ import annotations

from stockrail.core import Action, Decision, Frame, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.game import pay
from stockrail.rules.prices import move_left
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK
from stockrail.titles.g1883.actions import PaySupport
from stockrail.titles.g1883.closing import close_if_worthless
from stockrail.titles.g1883.effects import EventCard, Part, affected, card_of, strike
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


def give_up_support(game: Game1883, player: int, count: int) -> None:
    """Cards that were paid, lost or handed in can be bought again."""
    game.state.support[player] -= count


class OneByOne(Frame[Game1883], frozen=True):
    """Each frame comes when the one before is done, with all that followed from it."""

    frames: tuple[Frame, ...]

    def proceed(self, game: Game1883) -> None:
        if not self.frames:
            game.pop_frame()
            return
        game.change_frame(frames=self.frames[1:])
        game.push_frame(self.frames[0])


class SupportChoice(Decision[Game1883], frozen=True):
    """Hand in support cards or decline; nobody is asked who has too few."""

    card: str

    def any(self, game: Game1883) -> bool:
        return self.concerns(game) and game.state.support[self.actor(game)] >= self.count(game)

    def count(self, game: Game1883) -> int:
        card = card_of(game, self.card)
        return card.avoid or card.price

    def check(self, game: Game1883, action: Action) -> None:
        if not isinstance(action, PaySupport | Pass):
            raise game.refusal("support_or_pass")
        if isinstance(action, PaySupport) and action.count != self.count(game):
            raise game.refusal("support_count", count=self.count(game))

    def kinds(self, game: Game1883) -> tuple[type[Action], ...]:
        return (PaySupport, Pass)

    def list(self, game: Game1883) -> Menu:
        player = self.actor(game)
        return [PaySupport(player, self.count(game)), Pass(player)]

    def take(self, game: Game1883, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, PaySupport):
            give_up_support(game, action.player, action.count)
            self.paid(game)
        else:
            self.unpaid(game)

    def skip(self, game: Game1883) -> None:
        game.pop_frame()
        if self.concerns(game):
            self.unpaid(game)

    def concerns(self, game: Game1883) -> bool:
        """Whether the one who is asked is still in the game."""
        raise NotImplementedError

    def paid(self, game: Game1883) -> None:
        raise NotImplementedError

    def unpaid(self, game: Game1883) -> None:
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


class AvoidStrike(CompanyChoice, frozen=True):
    """11-3, 7, 14, 24, 26"""

    def paid(self, game: Game1883) -> None:
        game.note("company_avoids", player=self.actor(game), company=self.company, count=self.count(game))

    def unpaid(self, game: Game1883) -> None:
        card = card_of(game, self.card)
        strike(game, card, self.company)
        game.note("company_is_hit", company=self.company, event=card.id)
        if card.part("run_set") and game.ruling("strike_move") == "at_the_event":
            move_left(game, self.company)
            close_if_worthless(game, self.company)


def ask_companies(game: Game1883, card: EventCard, part: Part) -> None:
    """11-3, 7, 14, 22, 24, 26 Presidents may avoid what the card does to runs, if it says so."""
    if card.avoid:
        game.push_frame(OneByOne(tuple(AvoidStrike(card.id, company) for company in affected(game, card))))
    else:
        strike(game, card)
