"""11-6, 11-16, 11-23, 11-29 Event cards about one company or train: accident, war effort, Marshall Plan."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.rules.actions import DiscardTrain
from stockrail.rules.discards import DiscardStep
from stockrail.rules.game import pay
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.state import BANK, BOX
from stockrail.rules.trains import limited_trains, move_train, type_of
from stockrail.titles.g1883.asking import CompanyChoice, OneByOne
from stockrail.titles.g1883.closing import close_if_worthless
from stockrail.titles.g1883.coaches import end_if_on_top
from stockrail.titles.g1883.effects import EventCard, Part, affected, card_of
from stockrail.titles.g1883.gravity import return_surplus_gravity
from stockrail.titles.g1883.state import Game1883


def move_price(game: Game1883, card: EventCard, part: Part) -> None:
    """11-6 An accident of the dearest railway; 11-29 an offer to the cheapest company."""
    if part["move"] == "left":
        game.push_frame(OneByOne(tuple(Accident(company) for company in accident_victims(game, card))))
    elif companies := affected(game, card):
        game.push_frame(TakePlan(card.id, companies[-1]))


def accident_victims(game: Game1883, card: EventCard) -> list[str]:
    """11-6, A57 Of the railways of the last operating round the dearest, then by trains, then by cash."""
    last = game.state.flags.get("last_round", ())
    there = [company for company in affected(game, card) if game.state.operated.get(company) == last]
    ranks = {c: (price(game, c), len(limited_trains(game, c)), game.state.cash[c]) for c in there}
    return [company for company in there if ranks[company] == max(ranks.values())]


class Accident(Frame[Game1883], frozen=True):
    """11-6 The price falls by a column."""

    company: str

    def proceed(self, game: Game1883) -> None:
        game.pop_frame()
        game.note("has_accident", company=self.company)
        move_left(game, self.company)
        close_if_worthless(game, self.company)


def take_train(game: Game1883, card: EventCard, part: Part) -> None:
    """11-23"""
    victims = war_victims(game, card)
    if not victims:
        game.note("event_without_effect", event=card.id)
    game.push_frame(OneByOne(tuple(KeepBestTrain(card.id, company) for company in victims)))


def war_victims(game: Game1883, card: EventCard) -> list[str]:
    """11-23 Of the railways with two trains or more the one with most, the dearest train, or the highest price."""
    ranks: dict[str, tuple[int, int, int]] = {}
    for company in affected(game, card):
        prices = [type_of(game, train).price for train in limited_trains(game, company)]
        if len(prices) > 1:
            ranks[company] = (len(prices), max(prices), price(game, company))
    return [company for company, rank in ranks.items() if rank == max(ranks.values())]


class TakePlan(CompanyChoice, frozen=True):
    """11-29"""

    def paid(self, game: Game1883) -> None:
        game.note("takes_plan", player=self.actor(game), company=self.company, count=self.count(game))
        move_right(game, self.company)
        end_if_on_top(game, self.company)

    def unpaid(self, game: Game1883) -> None:
        game.note("declines_plan", company=self.company)


class KeepBestTrain(CompanyChoice, frozen=True):
    """11-23 For a support card the company may choose the train that it loses."""

    def any(self, game: Game1883) -> bool:
        """With trains of one kind there is nothing to choose."""
        kinds = {type_of(game, train).name for train in limited_trains(game, self.company)}
        return len(kinds) > 1 and super().any(game)

    def paid(self, game: Game1883) -> None:
        game.note("company_avoids", player=self.actor(game), company=self.company, count=self.count(game))
        game.push_frame(GiveTrain(self.company, self.card))

    def unpaid(self, game: Game1883) -> None:
        trains = limited_trains(game, self.company)
        give_train_up(game, self.card, self.company, max(trains, key=lambda train: type_of(game, train).price))


class GiveTrain(DiscardStep[Game1883], frozen=True):
    """11-23 The train that the company loses."""

    card: str

    def fault(self, game: Game1883, action: DiscardTrain) -> str | None:
        return None if type_of(game, action.train).limited else "gravity_not_taken"

    def discard(self, game: Game1883, company: str, train: str) -> None:
        give_train_up(game, self.card, company, train)


def give_train_up(game: Game1883, card: str, company: str, train: str) -> None:
    """Out of the game; the bank pays a part of its price, rounded up."""
    percent = card_of(game, card).part("lose_train")["percent"]
    amount = -(-type_of(game, train).price * percent // 100)
    move_train(game, train, BOX)
    pay(game, BANK, company, amount)
    game.note("loses_train", company=company, train=train, amount=amount)
    return_surplus_gravity(game, company)
