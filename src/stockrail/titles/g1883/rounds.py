"""1.1, 4.2 The order of rounds: private companies, then stock rounds and operating rounds with what frames them."""

from __future__ import annotations

from typing import Self

import msgspec

from stockrail.core import Frame
from stockrail.rules import rounds
from stockrail.rules.cards import pay_incomes
from stockrail.rules.rounds import OperatingRound, begin_round
from stockrail.titles.g1883.concessions import ConcessionCheck, advance_clocks
from stockrail.titles.g1883.cooperative import rotate_presidency
from stockrail.titles.g1883.effects import FOR_A_ROUND, end_effects
from stockrail.titles.g1883.events import EventStep
from stockrail.titles.g1883.private_round import PrivateRound
from stockrail.titles.g1883.state import Game1883


class Order(rounds.Order[Game1883], frozen=True):
    """1.1-a The private companies, then a stock round and the operating rounds of the phase, turn after turn."""

    def during(self, round_: Frame) -> Self:
        order = super().during(round_)
        return msgspec.structs.replace(order, coming="checks") if isinstance(round_, OperatingRound) else order

    def _privates(self, game: Game1883) -> None:
        """3.3.1-j"""
        game.change_frame(coming="stock")
        begin_round(game, PrivateRound(self.turn, game.state.flags["priority"]))

    def _stock(self, game: Game1883) -> None:
        """6.8.6-g From now on the limits of those who are left hold."""
        game.state.flags["just_left"] = 0
        super()._stock(game)

    def _operating(self, game: Game1883) -> None:
        """4.2-a, A61 Incomes, clocks and the event come before the companies."""
        if self.nth == 1:
            game.state.flags["rounds"] = game.phase.operating_rounds
        game.change_frame(coming="checks")
        begin_round(game, OperatingRound(self.turn, self.nth))
        pay_incomes(game)
        advance_clocks(game)
        game.push_frame(EventStep(self.turn, self.nth))

    def rounds(self, game: Game1883) -> int:
        return int(game.state.flags.get("rounds", game.phase.operating_rounds))

    def _checks(self, game: Game1883) -> None:
        """6.11-a"""
        game.change_frame(coming="rotation")
        game.push_frame(ConcessionCheck())

    def _rotation(self, game: Game1883) -> None:
        """8.1.2-b, 7.0-a"""
        game.change_frame(coming="round_end")
        game.state.flags["events_begin"] = True
        game.state.flags["last_round"] = (self.turn, self.nth)
        end_effects(game, *FOR_A_ROUND)
        rotate_presidency(game)

    def _turn_end(self, game: Game1883) -> None:
        end_effects(game, "repeats")
        super()._turn_end(game)
