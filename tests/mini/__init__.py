"""Mini: three railways on twelve hexes, the smallest title that is a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stockrail.core import Frame
from stockrail.routes import Apart, OneStopAHex, RunRules, Service, Setting, TrainUse
from stockrail.rules import actions as acts
from stockrail.rules.agreement import end_game
from stockrail.rules.audit import money_faults, shelf_faults, tile_faults
from stockrail.rules.game import RailGame
from stockrail.rules.prices import by_price, price
from stockrail.rules.rounds import OperatingRound, Round, StockRound, begin_round
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, DEPOT, certs_at, spare_tokens, trains_at
from stockrail.rules.title import RailTitle, certificate_ids
from stockrail.rules.tokens import track
from stockrail.rules.trains import trains_of, type_of

from .steps import BuyTrains, LayTrack, PlaceStation, RunStep, StockTurn

RULE_OF = {"StockTurn": "2", "LayTrack": "3", "PlaceStation": "4", "RunStep": "5", "Dividend": "6", "BuyTrains": "7"}
LAST_TURN = 12
WORDS = {
    "prompts": {"Dividend": "Pay out or withhold"},
    "events": {"game_ends reason=turns": "The game ends: turn 12 was the last"},
    "refusals": {"not_listed": "{player}: this is not among what can be done now"},
}


class Order(Frame[RailGame], frozen=True):
    """1 A stock round, then the operating rounds of the phase; 8 until the bank is empty, or for twelve turns."""

    turn: int = 1
    nth: int = 0  # which operating round comes next; 0 is the stock round

    def proceed(self, game: RailGame) -> None:
        if game.state.flags.get("bank_out"):
            end_game(game, "bank")
        elif self.nth <= game.phase.operating_rounds:
            stock = StockRound(self.turn, game.state.flags["priority"])
            game.change_frame(nth=self.nth + 1)
            begin_round(game, OperatingRound(self.turn, self.nth) if self.nth else stock)
        elif self.turn < LAST_TURN:
            game.change_frame(turn=self.turn + 1, nth=0)
        else:
            end_game(game, "turns")

    def during(self, round_: Round[Any]) -> Order:
        """The order as it stands in the middle of a round."""
        return Order(round_.turn, (round_.number() or 0) + 1)


class Mini(RailTitle):
    """The title."""

    name = "Mini"
    package = __name__
    players = range(2, 5)
    hours = (1, 2)
    weight = 1
    words = WORDS
    actions = (
        *(acts.Pass, acts.SellShares, acts.BuyShare, acts.StartCompany),
        *(acts.LayTile, acts.PlaceToken, acts.RunTrains, acts.PayOut, acts.BuyTrain),
    )

    def set_up(self, game: RailGame) -> None:
        shelves, seats = game.state.shelves, len(game.players)
        game.state.flags["phase"] = "2"
        game.state.flags["priority"] = 0
        game.state.cash.amounts[BANK] = self.facts["bank"]
        for seat in range(seats):
            game.state.cash.pay(BANK, seat, self.facts["players"][str(seats)]["cash"])
        for company in self.companies.values():
            for cert in certificate_ids(company):
                shelves.create(cert, certs_at(company.id, company.id))
        for token, owner in self.tokens:
            shelves.create(token, spare_tokens(owner))
        for kind in self.train_types.values():
            for number in range(kind.count or 1):
                shelves.create(f"{kind.name}-{number}", trains_at(DEPOT))
        game.stack = (Order(),)

    def stock_turn(self, game: RailGame, player: int) -> StockTurn:
        return StockTurn(player)

    def end_stock_round(self, game: RailGame) -> None:
        game.state.sold.clear()

    def operating_order(self, game: RailGame) -> Sequence[str]:
        return by_price(game, [company for company in self.companies if game.state.floated.get(company)])

    def operating_steps(self, game: RailGame, company: str) -> Sequence[Frame]:
        return [step(company) for step in (LayTrack, PlaceStation, RunStep, BuyTrains)]

    def run_setting(self, game: RailGame, company: str) -> Setting:
        trains = tuple(TrainUse(train, type_of(game, train).stops) for train in trains_of(game, company))
        rules = RunRules(game.phase.offboard, (Service.counting("city", "offboard"),), (OneStopAHex(),), Apart())
        return Setting(track(game), trains, rules)

    def certificates(self, game: RailGame, player: int) -> tuple[int, int]:
        held = sum(len(game.state.shelves.on(certs_at(player, company))) for company in self.companies)
        return held, self.facts["players"][str(len(game.players))]["cert_limit"]

    def is_over(self, game: RailGame) -> bool:
        return "end" in game.state.core

    def worth(self, game: RailGame, player: int) -> int:
        owned = [company for company in self.companies if company in game.state.par]
        return game.state.cash[player] + sum(shares_of(game, player, c) * price(game, c) for c in owned)

    def rule_of(self, kind: str) -> str | None:
        """Every refusal cites the rule of its step."""
        return RULE_OF.get(kind.partition(".")[0])

    def audit(self, game: RailGame) -> list[str]:
        return [*money_faults(game), *shelf_faults(game), *tile_faults(game)]


TITLE = Mini()
