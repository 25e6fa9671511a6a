"""11-1, 15, 17, 19, 20, 27, 28 Event cards about players: money and support cards that they lose or gain."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Frame
from stockrail.core.chance import Chance
from stockrail.rules.game import pay
from stockrail.rules.state import BANK
from stockrail.titles.g1883.asking import OneByOne, SupportChoice
from stockrail.titles.g1883.debts import owe
from stockrail.titles.g1883.effects import EventCard, Part, card_of
from stockrail.titles.g1883.state import Game1883


def asked_players(game: Game1883) -> list[int]:
    """7.0-b Clockwise from the priority holder."""
    return game.seats_from(game.state.flags["priority"])


class Tax(Frame[Game1883], frozen=True):
    """11-1 A player pays the bank, by all means of 6.8.6."""

    player: int
    amount: int

    def proceed(self, game: Game1883) -> None:
        game.pop_frame()
        game.note("pays_tax", player=self.player, amount=self.amount)
        owe(game, self.player, self.amount, BANK)


def tax_players(game: Game1883, card: EventCard, part: Part) -> None:
    """11-1"""
    game.push_frame(OneByOne(tuple(Tax(player, part["amount"]) for player in asked_players(game))))


def ask_players(game: Game1883, card: EventCard, part: Part) -> None:
    """11-17"""
    game.push_frame(OneByOne(tuple(SaveGold(card.id, player) for player in asked_players(game))))


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

    def unpaid(self, game: Game1883) -> None:
        part = card_of(game, self.card).part("lose_cash_fraction")
        amount = -(-game.state.cash[self.player] * part["percent"] // 100)
        pay(game, self.player, BANK, amount)
        game.note("loses_cash", player=self.player, amount=amount)


def give_support(game: Game1883, card: EventCard, part: Part) -> None:
    """11-15"""
    for player in asked_players(game):
        gained = max(0, min(part["amount"], part["limit"] - game.state.support[player]))
        change_support(game, player, gained)


def take_support(game: Game1883, card: EventCard, part: Part) -> None:
    """11-19, 11-20, 11-27"""
    for player in asked_players(game):
        change_support(game, player, -min(part["amount"], game.state.support[player]))


def change_support(game: Game1883, player: int, change: int) -> None:
    if change:
        game.state.support[player] += change
        game.note("support_changes", player=player, count=abs(change), gains=change > 0)


def roll_for_support(game: Game1883, card: EventCard, part: Part) -> None:
    """11-28"""
    holders = tuple(player for player in asked_players(game) if game.state.support[player])
    if not holders:
        game.note("event_without_effect", event=card.id)
    game.push_frame(Rolling(card.id, holders))


class Rolling(Frame[Game1883], frozen=True):
    """11-28, A87 The lowest of these players loses a card; if several are lowest, they roll again."""

    card: str
    players: tuple[int, ...]
    rolls: tuple[int, ...] = ()
    nth: int = 1

    def proceed(self, game: Game1883) -> None:
        part = card_of(game, self.card).part("roll_low_loses_support")
        if len(self.players) < 2:
            game.pop_frame()
            for player in self.players:
                change_support(game, player, -part["amount"])
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
