"""7, 11 Event cards: drawn at the start of an operating round, and what each does to players, companies, trains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from stockrail.core import Frame
from stockrail.core.chance import Chance
from stockrail.rules.actions import DiscardTrain
from stockrail.rules.discards import DiscardStep
from stockrail.rules.game import pay
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.rounds import OneByOne
from stockrail.rules.state import BANK, BOX
from stockrail.rules.trains import limited_trains, move_train, type_of
from stockrail.titles.g1883.coaches import end_if_on_top
from stockrail.titles.g1883.debts import Debt, close_all, close_if_worthless, is_worthless
from stockrail.titles.g1883.effects import EventCard, Part, card_of, deck_in_use, end_effects, event_cards, reaches
from stockrail.titles.g1883.phases import lose_next_train
from stockrail.titles.g1883.raids import drop_bombs
from stockrail.titles.g1883.running import return_surplus_gravity
from stockrail.titles.g1883.state import ASIDE, Game1883
from stockrail.titles.g1883.support import CompanyChoice, SupportChoice

LASTING = ("no_lay_no_upgrade", "run_set", "run_factor", "fs_closed", "box_delta")


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
                era, left = deck_in_use(game), cards_left(game)
                game.push_frame(DrawCard(f"event/{era}/{len(_numbers_of(game, era)) - len(left) + 1}"))
            return
        game.pop_frame()
        if self.cancels:
            end_effects(game, "cancels")
        if self.repeats:
            game.note("event_goes_on", event=self.repeats)
            _ask_companies(game, card_of(game, self.repeats), {})


def _numbers_of(game: Game1883, era: int) -> list[int]:
    return sorted(number for card in event_cards(game.title).values() if card.era == era for number in card.cards)


def cards_left(game: Game1883) -> list[int]:
    """7.0-d, f The cards of the deck in use that were not drawn; nobody knows in which order they will come."""
    return [number for number in _numbers_of(game, deck_in_use(game)) if not game.state.drawn.get(str(number))]


def affected(game: Game1883, card: EventCard) -> list[str]:
    """7.0-c In market order."""
    return [company for company in game.title.operating_order(game) if reaches(game, card, company)]


def voided_by(game: Game1883, card: EventCard) -> str:
    """11-11, 11-26 Strike Breaker cancels the card that it names, Hot Autumn absorbs other strikes; else nothing."""
    cancels, repeats = game.state.effect.get("cancels", ""), game.state.effect.get("repeats", "")
    if cancels and card_of(game, cancels).part("cancel_next")["event"] == card.name:
        return str(cancels)
    return str(repeats) if card.strike else ""


def strike(game: Game1883, card: EventCard, company: str = "") -> None:
    """The card changes the runs of a company, or of every company that it reaches."""
    game.state.effect["runs"] = (*game.state.effect.get("runs", ()), (card.id, company))


class DrawCard(Chance[Game1883], frozen=True):
    """6.2-a The player with priority draws; 7.1-b from an empty deck nothing."""

    def outcomes(self, game: Game1883) -> Sequence[int]:
        return cards_left(game)

    def happens(self, game: Game1883, outcome: int | str) -> None:
        game.state.drawn[str(outcome)] = True
        card = next(card for card in event_cards(game.title).values() if outcome in card.cards)
        game.note("event_drawn", player=_asked_players(game)[0], event=card.id)
        if by := voided_by(game, card):
            game.note("event_void", event=card.id, by=by)
            return
        if any(part["op"] in LASTING for part in card.effects):
            game.state.effect["card"] = card.id
        for part in card.effects:
            OPERATIONS[part["op"]](game, card, part)


def _asked_players(game: Game1883) -> list[int]:
    """7.0-b Clockwise from the priority holder."""
    return game.seats_from(game.state.flags["priority"])


def _last(name: str, game: Game1883, card: EventCard, part: Part) -> None:
    """11-2, 5, 10, 11, 26 The card itself is what is remembered."""
    game.state.effect[name] = card.id


def _change_box(game: Game1883, card: EventCard, part: Part) -> None:
    """11-12, 11-21, 11-25"""
    game.state.effect["boxes"] = (*game.state.effect.get("boxes", ()), (part["box"], part["delta"]))


def _put_aside(game: Game1883, card: EventCard, part: Part) -> None:
    """11-18, 11-31, A54"""
    game.note("money_aside", amount=part["amount"])
    pay(game, BANK, ASIDE, part["amount"])


def _bring_back(game: Game1883, card: EventCard, part: Part) -> None:
    """11-30, A56"""
    amount = min(part["amount"], game.state.cash[ASIDE])
    game.note("money_back", amount=amount)
    pay(game, ASIDE, BANK, amount)


def _ask(game: Game1883, card: EventCard, frames: Sequence[Frame]) -> None:
    """One after the other; 11-23, 11-28 a card that concerns nobody is told of."""
    if not frames:
        game.note("event_without_effect", event=card.id)
    game.push_frame(OneByOne(tuple(frames)))


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


def _ask_companies(game: Game1883, card: EventCard, part: Part) -> None:
    """11-3, 7, 14, 22, 24, 26 Presidents may avoid what the card does to runs, if it says so."""
    if card.avoid:
        game.push_frame(OneByOne(tuple(AvoidStrike(card.id, company) for company in affected(game, card))))
    else:
        strike(game, card)


class Tax(Debt, frozen=True):
    """11-1 A player pays the bank, by all means of 6.8.6."""

    def settle(self, game: Game1883) -> None:
        game.note("pays_tax", player=self.player, amount=self.owed)
        super().settle(game)


class SaveGold(SupportChoice, frozen=True):
    """11-17"""

    player: int

    def actor(self, game: Game1883) -> int:
        return self.player

    def concerns(self, game: Game1883) -> bool:
        """Who has no money loses none."""
        return game.state.cash[self.player] > 0

    def paid(self, game: Game1883) -> None:
        game.note("player_avoids", player=self.player, count=self.count(game))

    def loss(self, game: Game1883) -> int:
        part = card_of(game, self.card).part("lose_cash_fraction")
        return -(-game.state.cash[self.player] * int(part["percent"]) // 100)

    def unpaid(self, game: Game1883) -> None:
        amount = self.loss(game)
        pay(game, self.player, BANK, amount)
        game.note("loses_cash", player=self.player, amount=amount)


def _change_all_support(game: Game1883, card: EventCard, part: Part) -> None:
    """11-15 A card for everybody below the limit; 11-19, 11-20, 11-27 one from everybody who has any."""
    for player in _asked_players(game):
        held, amount = game.state.support[player], part["amount"]
        change = min(amount, part["limit"] - held) if "limit" in part else -min(amount, held)
        _change_support(game, player, change)


def _change_support(game: Game1883, player: int, change: int) -> None:
    if change:
        game.state.support[player] += change
        game.note("support_changes", player=player, count=abs(change), gains=change > 0)


def _roll_for_support(game: Game1883, card: EventCard, part: Part) -> None:
    """11-28"""
    holders = tuple(player for player in _asked_players(game) if game.state.support[player])
    _ask(game, card, [Rolling(card.id, holders)] if holders else [])


class Rolling(Frame[Game1883], frozen=True):
    """11-28, A87 The lowest of these players loses a card; if several are lowest, they roll again."""

    card: str
    players: tuple[int, ...]
    rolls: tuple[int, ...] = ()
    nth: int = 1

    def proceed(self, game: Game1883) -> None:
        part = card_of(game, self.card).part("roll_low_loses_support")
        if len(self.players) == 1:
            game.pop_frame()
            _change_support(game, self.players[0], -part["amount"])
        elif len(self.rolls) < len(self.players):
            player = self.players[len(self.rolls)]
            game.push_frame(Roll(f"magnacucchi/{self.nth}/{player}", player, part["sides"]))
        else:
            rolled = zip(self.players, self.rolls, strict=True)
            lowest = tuple(player for player, roll in rolled if roll == min(self.rolls))
            game.replace_frame(Rolling(self.card, lowest, nth=self.nth + 1))


class Roll(Chance[Game1883], frozen=True):
    """A player's die."""

    player: int
    sides: int

    def outcomes(self, game: Game1883) -> Sequence[int]:
        return range(1, self.sides + 1)

    def happens(self, game: Game1883, outcome: int | str) -> None:
        below = game.stack[-1]
        assert isinstance(below, Rolling)
        game.note("rolls_for_support", player=self.player, number=outcome)
        game.change_frame(rolls=(*below.rolls, int(outcome)))


def _move_price(game: Game1883, card: EventCard, part: Part) -> None:
    """11-6, A57 An accident of the dearest of the last round, by trains, by cash; 11-29 a plan for the cheapest."""
    if part["move"] == "left":
        last = game.state.flags.get("last_round", ())
        there = [company for company in affected(game, card) if game.state.operated.get(company) == last]
        ranks = {c: (price(game, c), len(limited_trains(game, c)), game.state.cash[c]) for c in there}
        dearest = [company for company in there if ranks[company] == max(ranks.values())]
        for company in dearest:
            game.note("has_accident", company=company)
            move_left(game, company)
        close_all(game, [company for company in dearest if is_worthless(game, company)])
    elif companies := affected(game, card):
        game.push_frame(TakePlan(card.id, companies[-1]))


def _war_victims(game: Game1883, card: EventCard) -> list[str]:
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


OPERATIONS: Mapping[str, Callable[[Game1883, EventCard, Part], None]] = {
    "pay_bank": lambda game, card, part: _ask(game, card, [Tax(p, part["amount"]) for p in _asked_players(game)]),
    "no_lay_no_upgrade": partial(_last, "no_lay"),
    "run_set": _ask_companies,
    "run_factor": _ask_companies,
    "market": _move_price,
    "fs_closed": partial(_last, "fs_closed"),
    "cancel_next": partial(_last, "cancels"),
    "repeat_each_or_until": partial(_last, "repeats"),
    "box_delta": _change_box,
    "bomb": lambda game, _, part: drop_bombs(game, part["times"]),  # 11-13
    "gain_support": _change_all_support,
    "lose_support": _change_all_support,
    "roll_low_loses_support": _roll_for_support,
    "remove_next_train": lambda game, *_: lose_next_train(game),  # 11-16
    "lose_cash_fraction": lambda game, card, _: _ask(game, card, [SaveGold(card.id, p) for p in _asked_players(game)]),
    "lose_train": lambda game, card, _: _ask(game, card, [KeepBestTrain(card.id, c) for c in _war_victims(game, card)]),
    "bank_aside": _put_aside,
    "bank_back": _bring_back,
}
