"""18EU: how a game is set up, in which order its rounds come, and when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import msgspec

from stockrail.core import Frame, Option
from stockrail.routes import Setting
from stockrail.rules import actions as acts
from stockrail.rules import rounds
from stockrail.rules.game import RailGame
from stockrail.rules.prices import reward_sold_out
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.rounds import OperatingRound, begin_round
from stockrail.rules.rulings import read_rulings
from stockrail.rules.setup import lay_out_certificates, lay_out_tokens, open_bank
from stockrail.rules.shares import percent_of
from stockrail.rules.showing import Note, note_if
from stockrail.rules.state import BANK, DEPOT, POOL, spare_tokens, trains_at
from stockrail.rules.title import NO_CHANCE, RailTitle
from stockrail.titles.g18eu import emergency
from stockrail.titles.g18eu.actions import CloseMinor, Exchange, FoundWith, ReplaceToken
from stockrail.titles.g18eu.audit import audit
from stockrail.titles.g18eu.companies import (
    certificate_limit,
    certificates_of,
    in_order,
    is_minor,
    operates,
    operating,
)
from stockrail.titles.g18eu.discards import Discards
from stockrail.titles.g18eu.exchange import FinalExchange
from stockrail.titles.g18eu.outlook import Outlook
from stockrail.titles.g18eu.refusals import REFUSALS
from stockrail.titles.g18eu.running import RunStep, run_setting
from stockrail.titles.g18eu.sale import InitialSale
from stockrail.titles.g18eu.site import SiteReader
from stockrail.titles.g18eu.stock import StockTurn
from stockrail.titles.g18eu.track import LayTrack, PlaceStation
from stockrail.titles.g18eu.trains import BuyTrains, DropPullman, obliged
from stockrail.titles.g18eu.treasury import OwnShares
from stockrail.titles.g18eu.words import SHOWING, WORDS

ROUNDS = 2  # operating rounds in every turn


class Order(rounds.Order, frozen=True):
    """4 The order of rounds: sale or stock round, two operating rounds, and once the final exchange."""

    def during(self, round_: Frame) -> Self:
        order = super().during(round_)
        exchange = isinstance(round_, FinalExchange)
        return msgspec.structs.replace(order, coming="stock", nth=0) if exchange else order

    def rounds(self, game: RailGame) -> int:
        return ROUNDS

    def _sale(self, game: RailGame) -> None:
        game.change_frame(coming="operating", nth=1)
        begin_round(game, InitialSale(self.turn, game.state.flags["priority"]))

    def _stock(self, game: RailGame) -> None:
        super()._stock(game)
        if game.ruling("exchange_discards") == "next_stock_round":
            game.push_frame(Discards())

    def next_turn(self, game: RailGame) -> None:
        """4-c"""
        super().next_turn(game)
        if game.state.flags.get("exchange") == "due":
            begin_round(game, FinalExchange(self.turn + 1, game.state.flags["exchange_starter"]))


class G18EU(RailTitle):
    """18EU, by David Hecht."""

    name = "18EU"
    version = 1
    package = "stockrail.titles.g18eu"
    players = range(2, 7)
    region = "Europe"
    hours = (3, 4)
    weight = 3
    rulings, presets = read_rulings("stockrail.titles.g18eu")
    advisory = frozenset({"1.4-b", "4.4.7-b"})
    outlook = Outlook()
    words = WORDS
    showing = SHOWING
    doubling = frozenset({"P"})
    refusals = REFUSALS
    never = NO_CHANCE | {"cannot_pay_token", "train_not_yet"}  # tokens are paid for at the start; only the pool waits
    options = (
        Option("extra_three_train", "one extra 3 train"),
        Option("second_extra_three_train", "a second extra 3 train"),
        Option("extra_four_train", "one extra 4 train"),
    )
    actions = (
        *acts.COMMON,
        acts.Select,
        acts.PlaceHome,
        acts.DiscardTrain,
        FoundWith,
        Exchange,
        CloseMinor,
        ReplaceToken,
    )

    # -- the beginning ------------------------------------------------------------------------------------------

    def set_up(self, game: RailGame) -> None:
        """1.2 Seats are as the players were given; the first has the priority."""
        open_bank(game)
        lay_out_certificates(game, lambda company: BANK if company.kind == "minor" else company.id)
        lay_out_tokens(game, spare_tokens)
        self._deal_trains(game)
        game.stack = (Order(1, "sale"),)

    def _deal_trains(self, game: RailGame) -> None:
        """1.2-b to e A 2 train for each minor, Pullmans in the pool, the rest in the stack from 3 to 8."""
        shelves = game.state.shelves
        for number, minor in enumerate(self.companies_of("minor")):
            shelves.create(f"2-{number}", trains_at(minor))
        extra = [option["train"] for option in self.facts["optional_trains"] if option["id"] in game.options]
        for kind in list(self.train_types.values())[1:]:
            place = trains_at(POOL if kind.doubles else DEPOT)
            for number in range((kind.count or 1) + extra.count(kind.name)):
                shelves.create(f"{kind.name}-{number}", place)

    # -- rounds and turns ---------------------------------------------------------------------------------------

    def explained(self, game: RailGame, company: str) -> Sequence[Note]:
        """4.4.4-b, 4.2.2 What somebody gets who buys a minor."""
        return note_if(is_minor(game, company), "minor")

    def stock_turn(self, game: RailGame, player: int) -> StockTurn:
        return StockTurn(player)

    def end_stock_round(self, game: RailGame) -> None:
        """4.1.4; 3.2-b Sold-out prices rise in operating order; then companies above the train limit discard."""
        game.state.sold.clear()
        for company in in_order(game):
            if not is_minor(game, company) and self._sold_out(game, company):
                reward_sold_out(game, company)
        game.push_frame(Discards())

    def _sold_out(self, game: RailGame, company: str) -> bool:
        held = sum(percent_of(game, seat, company) for seat in game.seats)
        return bool(game.state.floated.get(company)) and held == 100

    def operating_order(self, game: RailGame) -> Sequence[str]:
        return operating(game)

    def operates(self, game: RailGame, company: str) -> bool:
        return operates(game, company)

    def operating_steps(self, game: RailGame, company: str) -> Sequence[Frame]:
        """4.4-d"""
        lays = 2 if self._two_tiles(game, company) else 1
        steps: list[Frame] = [LayTrack(company, lays), PlaceStation(company), RunStep(company)]
        steps += [DropPullman(company), BuyTrains(company)]
        return steps if is_minor(game, company) else [*steps, OwnShares(company)]

    def _two_tiles(self, game: RailGame, company: str) -> bool:
        """4.4.1-a, P-18"""
        if not is_minor(game, company):
            return False
        if game.ruling("two_tiles") == "first_turn":
            return not game.state.turns.get(company)
        return any(frame == OperatingRound(1, 1) for frame in game.stack)

    def end_operating_turn(self, game: RailGame, company: str) -> None:
        if game.ruling("phase_discards") == "end_of_turn":
            game.push_frame(Discards(company))

    # -- the end ------------------------------------------------------------------------------------------------

    def bank_is_out(self, game: RailGame) -> bool:
        """A-52, P-17"""
        left = game.state.cash[BANK]
        return left < 0 or (left == 0 and game.ruling("bank_breaks") == "at_zero")

    def certificates(self, game: RailGame, player: int) -> tuple[int, int]:
        return certificates_of(game, player), certificate_limit(game)

    def floating(self, game: RailGame, company: str) -> tuple[int, int] | None:
        """4.3-l"""
        held = sum(percent_of(game, seat, company) for seat in range(len(game.players)))
        return held, self.facts["corporation"]["float_percent"]

    def forced_purchase(self, game: RailGame) -> ForcedPurchase | None:
        step = game.decision
        if not isinstance(step, BuyTrains) or not obliged(game, step.company):
            return None
        return emergency.forced_purchase(game, step.company)

    def run_setting(self, game: RailGame, company: str) -> Setting:
        return run_setting(game, company)

    def log_reader(self, game: RailGame, player_ids: Sequence[Any]) -> SiteReader:
        return SiteReader(game, player_ids)

    def audit(self, game: RailGame) -> list[str]:
        return audit(game)
