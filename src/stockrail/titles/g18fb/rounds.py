"""1.1, 3 The order of rounds: the political round, then a stock round and two operating rounds, turn after turn."""

from __future__ import annotations

from typing import Self

import msgspec

from stockrail.core import Frame
from stockrail.rules import rounds
from stockrail.rules.agreement import end_game
from stockrail.rules.rounds import OperatingRound, begin_round
from stockrail.titles.g18fb.cards import pay_card_incomes
from stockrail.titles.g18fb.ending import TOP
from stockrail.titles.g18fb.phases import export_train
from stockrail.titles.g18fb.political import PoliticalRound
from stockrail.titles.g18fb.regional_round import RegionalRound
from stockrail.titles.g18fb.state import Game18FB


class Order(rounds.Order[Game18FB], frozen=True):
    """1.1-a, b After each operating round trains may leave and, once, the regional companies come."""

    def during(self, round_: Frame) -> Self:
        order = super().during(round_)
        return msgspec.structs.replace(order, coming="export") if isinstance(round_, OperatingRound) else order

    def _political(self, game: Game18FB) -> None:
        game.change_frame(coming="stock")
        begin_round(game, PoliticalRound(self.turn, game.state.flags["priority"]))

    def _operating(self, game: Game18FB) -> None:
        """3.5-a Political cards pay before the companies operate."""
        game.change_frame(coming="export")
        begin_round(game, OperatingRound(self.turn, self.nth))
        pay_card_incomes(game)

    def _export(self, game: Game18FB) -> None:
        """2.6-e"""
        game.change_frame(coming="regional")
        export_train(game)

    def _regional(self, game: Game18FB) -> None:
        """1.1-b, 3.6-f"""
        game.change_frame(coming="round_end")
        if game.state.flags.get("regional_due"):
            game.state.flags["regional_due"] = False
            begin_round(game, RegionalRound(self.turn, game.state.flags["priority"]))

    def _turn_end(self, game: Game18FB) -> None:
        """4-c, ruling top_price: perhaps the set of operating rounds was played to its end."""
        if game.state.flags.get("top"):
            end_game(game, TOP)
        else:
            super()._turn_end(game)
