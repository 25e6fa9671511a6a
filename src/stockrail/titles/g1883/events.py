"""7, 11 Event cards: drawn at the start of an operating round, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from stockrail.core import Frame
from stockrail.core.chance import Chance
from stockrail.rules.game import pay
from stockrail.rules.state import BANK
from stockrail.titles.g1883.asking import ask_companies
from stockrail.titles.g1883.effects import (
    LASTING,
    EventCard,
    Part,
    card_of,
    end_effect,
    event_cards,
    voided_by,
)
from stockrail.titles.g1883.levies import (
    ask_players,
    asked_players,
    give_support,
    roll_for_support,
    take_support,
    tax_players,
)
from stockrail.titles.g1883.phases import lose_next_train
from stockrail.titles.g1883.raids import push_raids
from stockrail.titles.g1883.state import ASIDE, Game1883
from stockrail.titles.g1883.victims import move_price, take_train


class EventStep(Frame[Game1883], frozen=True):
    """7.0-a The card of an operating round, unless it is the first one of the game or the deck is empty.

    A91 The new card comes first, then Hot Autumn asks again. 11-11 Strike Breaker lasts until this step is over.
    """

    turn: int
    nth: int
    drawn: bool = False
    repeats: str = ""
    cancels: str = ""

    def proceed(self, game: Game1883) -> None:
        if not self.drawn:
            effect = game.state.effect
            game.change_frame(drawn=True, repeats=effect.get("repeats", ""), cancels=effect.get("cancels", ""))
            if game.state.flags.get("events_begin"):
                game.push_frame(DrawCard(stream_of(game)))
            return
        game.pop_frame()
        if self.cancels:
            end_effect(game, "cancels")
        if self.repeats:
            game.note("event_goes_on", event=self.repeats)
            ask_companies(game, card_of(game, self.repeats), {})


def stream_of(game: Game1883) -> str:
    """The name of the next draw: by the deck, and how many of its cards are gone."""
    era = deck_in_use(game)
    return f"event/{era}/{len(numbers_of(game, era)) - len(cards_left(game)) + 1}"


def deck_in_use(game: Game1883) -> int:
    """4.0-h, 7.1-a"""
    phases = game.title.facts["phases"]
    return next(int(phase["event_deck"]) for phase in phases if phase["name"] == game.phase.name)


def numbers_of(game: Game1883, era: int) -> list[int]:
    return sorted(number for card in event_cards(game.title).values() if card.era == era for number in card.cards)


def cards_left(game: Game1883) -> list[int]:
    """7.0-d, f The cards of the deck in use that were not drawn; nobody knows in which order they will come."""
    return [number for number in numbers_of(game, deck_in_use(game)) if not game.state.drawn.get(str(number))]


class DrawCard(Chance[Game1883], frozen=True):
    """6.2-a The player with priority draws; 7.1-b from an empty deck nothing."""

    def outcomes(self, game: Game1883) -> Sequence[int]:
        return cards_left(game)

    def happens(self, game: Game1883, outcome: int | str) -> None:
        game.state.drawn[str(outcome)] = True
        card = next(card for card in event_cards(game.title).values() if outcome in card.cards)
        game.note("event_drawn", player=asked_players(game)[0], event=card.id)
        if by := voided_by(game, card):
            game.note("event_void", event=card.id, by=by)
            return
        if any(part["op"] in LASTING for part in card.effects):
            game.state.effect["card"] = card.id
        for part in card.effects:
            OPERATIONS[part["op"]](game, card, part)


# -- what lasts, the map, the bank -------------------------------------------------------------------------------


def last(name: str, game: Game1883, card: EventCard, part: Part) -> None:
    """11-2, 5, 10, 11, 26 The card itself is what is remembered."""
    game.state.effect[name] = card.id


def change_box(game: Game1883, card: EventCard, part: Part) -> None:
    """11-12, 11-21, 11-25"""
    game.state.effect["boxes"] = (*game.state.effect.get("boxes", ()), (part["box"], part["delta"]))


def bomb(game: Game1883, card: EventCard, part: Part) -> None:
    """11-13"""
    push_raids(game)


def remove_train(game: Game1883, card: EventCard, part: Part) -> None:
    """11-16"""
    lose_next_train(game)


def put_aside(game: Game1883, card: EventCard, part: Part) -> None:
    """11-18, 11-31, A54"""
    game.note("money_aside", amount=part["amount"])
    pay(game, BANK, ASIDE, part["amount"])


def bring_back(game: Game1883, card: EventCard, part: Part) -> None:
    """11-30, A56"""
    amount = min(part["amount"], game.state.cash[ASIDE])
    game.note("money_back", amount=amount)
    pay(game, ASIDE, BANK, amount)


OPERATIONS: Mapping[str, Callable[[Game1883, EventCard, Part], None]] = {
    "pay_bank": tax_players,
    "no_lay_no_upgrade": partial(last, "no_lay"),
    "run_set": ask_companies,
    "run_factor": ask_companies,
    "market": move_price,
    "fs_closed": partial(last, "fs_closed"),
    "cancel_next": partial(last, "cancels"),
    "repeat_each_or_until": partial(last, "repeats"),
    "box_delta": change_box,
    "bomb": bomb,
    "gain_support": give_support,
    "lose_support": take_support,
    "roll_low_loses_support": roll_for_support,
    "remove_next_train": remove_train,
    "lose_cash_fraction": ask_players,
    "lose_train": take_train,
    "bank_aside": put_aside,
    "bank_back": bring_back,
}
