"""1862: in which order its rounds come, what a turn consists of, and when the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import msgspec

from stockrail.core import Action, Frame, UnknownChoice
from stockrail.market import Cell
from stockrail.routes import Setting
from stockrail.rules import actions as acts
from stockrail.rules import rounds
from stockrail.rules.agreement import end_game
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.rounds import begin_round
from stockrail.rules.rulings import read_rulings, read_weights
from stockrail.rules.shares import percent_of, shares_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.title import NO_CHANCE, RailTitle
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.actions import BuyTokens, BuyTrain, Refinance, RemoveToken
from stockrail.titles.g1862.amounts import amounts, forced_purchase
from stockrail.titles.g1862.audit import audit
from stockrail.titles.g1862.companies import (
    cash_price,
    certificate_limit,
    certificates_of,
    in_game,
    is_floated,
    lner_formed,
    manager,
    operating,
    share_price,
    startable,
    started,
)
from stockrail.titles.g1862.dividends import RunStep
from stockrail.titles.g1862.explaining import explained, form_name, phase_notes, train_notes, zone_notes
from stockrail.titles.g1862.home import HomeStation
from stockrail.titles.g1862.merging import MergeStep
from stockrail.titles.g1862.obligations import enforce
from stockrail.titles.g1862.outlook import Outlook
from stockrail.titles.g1862.parliament import ParliamentRound
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.refusals import NEVER, REFUSALS
from stockrail.titles.g1862.running import run_setting
from stockrail.titles.g1862.setup import drawn, set_up
from stockrail.titles.g1862.site import SiteReader, log_rulings
from stockrail.titles.g1862.stack import fixed_price
from stockrail.titles.g1862.state import IPO, LAST_ROUNDS, Game1862, State1862
from stockrail.titles.g1862.stock import StockTurn, asked_price
from stockrail.titles.g1862.track import LayTrack, PlaceStation, in_london
from stockrail.titles.g1862.trains import BuyTrains, change_certificate_limit, train_limits
from stockrail.titles.g1862.variants import ADVANCED, OPTIONS, SIMPLE, forms
from stockrail.titles.g1862.words import SHOWING, WORDS


class Order(rounds.Order[Game1862], frozen=True):
    """2.4.4-c, 3.0-a Two parliaments, then over and over: stock round, operating rounds, parliament."""

    def during(self, round_: Frame) -> Self:
        order = super().during(round_)
        parliament = isinstance(round_, ParliamentRound)
        return msgspec.structs.replace(order, coming="stock", nth=0) if parliament else order

    def _first_parliament(self, game: Game1862) -> None:
        game.change_frame(coming="parliament")
        begin_round(game, ParliamentRound(self.turn, game.state.flags["priority"]))

    def _parliament(self, game: Game1862) -> None:
        game.change_frame(coming="stock")
        begin_round(game, ParliamentRound(self.turn, game.state.flags["priority"]))

    def _stock(self, game: Game1862) -> None:
        for table in (game.state.sold, game.state.barred):
            table.clear()
        super()._stock(game)

    def _operating(self, game: Game1862) -> None:
        """7.9-e, 10.3-g How many rounds there are was settled when the stock round ended."""
        if self.nth == 1:
            game.state.flags["rounds"] = LAST_ROUNDS if lner_formed(game) else game.phase.operating_rounds
        super()._operating(game)

    def _round_end(self, game: Game1862) -> None:
        """10.1-a"""
        if game.state.flags.get("top"):
            end_game(game, "stock_market")
        else:
            super()._round_end(game)

    def _turn_end(self, game: Game1862) -> None:
        """10.3-a, e"""
        if lner_formed(game):
            end_game(game, "lner")
        else:
            super()._turn_end(game)

    def next_turn(self, game: Game1862) -> None:
        """10.2-a, 10.3-g"""
        triggered = game.state.flags.get("lner") == "triggered"
        game.change_frame(turn=self.turn + 1, coming="stock" if triggered else "parliament", nth=0)
        if triggered:
            form_lner(game)


def form_lner(game: Game1862) -> None:
    """10.3-b, c, f Companies that were not started are removed; what lies in the IPO goes to the pool."""
    game.note("lner_forms")
    shelves = game.state.shelves
    for company in in_game(game):
        target = POOL if company in game.state.par else BOX
        for cert in list(shelves.on(certs_at(IPO, company))):
            shelves.move(cert, certs_at(target, company))
    game.state.flags["lner"] = "formed"
    change_certificate_limit(game)


class G1862(RailTitle[Game1862]):
    """1862, by Mike Hutton."""

    name = "1862"
    version = 1
    package = "stockrail.titles.g1862"
    players = range(2, 9)
    region = "East Anglia"
    hours = (4, 6)
    weight = 5
    rulings, presets = read_rulings("stockrail.titles.g1862")
    options = OPTIONS
    advisory: frozenset[str] = frozenset()
    outlook = Outlook()
    words = WORDS
    showing = SHOWING
    refusals = REFUSALS
    never = NEVER | NO_CHANCE
    takes_setup = True
    random_play = read_weights("stockrail.titles.g1862")
    actions = (*acts.COMMON, acts.Merge, acts.SettleOption, BuyTokens, BuyTrain, Refinance, RemoveToken)

    def random_taste(self, game: Game1862, action: Action) -> int:
        """Trains that run, and dividends: without, prices only fall until every company is bankrupt."""
        if isinstance(action, acts.BuyTrain):
            form = action.form or game.state.form[action.train]
            return 8 if form in game.state.permits[action.company] else 1
        if isinstance(action, acts.PayOut):
            return 1 if action.kind == "withhold" else 4
        return 1

    def new_state(self) -> State1862:
        return State1862()

    def set_up(self, game: Game1862) -> None:
        set_up(game)
        game.stack = (Order(1, "first_parliament"),)

    def drawn(self, game: Game1862) -> dict[str, Any]:
        return drawn(game)

    def resolve_options(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """11 Some variants exclude each other, and the one for novices needs a simple one."""
        options = super().resolve_options(chosen)
        for group in ((*SIMPLE, *ADVANCED), ("short_length", "long_length"), ("shorter", "long_length")):
            if sum(name in options for name in group) > 1:
                raise UnknownChoice(f"choose only one of {', '.join(group)}")
        if "novices" in options and not any(name in options for name in SIMPLE):
            raise UnknownChoice(f"novices must be combined with one of {', '.join(SIMPLE)}")
        return options

    # -- rounds and turns ---------------------------------------------------------------------------------------------

    def stock_turn(self, game: Game1862, player: int) -> StockTurn:
        return StockTurn(player)

    def end_stock_round(self, game: Game1862) -> None:
        """4.3-a"""
        enforce(game)

    def operating_order(self, game: Game1862) -> Sequence[str]:
        return operating(game)

    def operates(self, game: Game1862, company: str) -> bool:
        return is_floated(game, company)

    def operating_steps(self, game: Game1862, company: str) -> Sequence[Frame]:
        """7.1-c"""
        first = [HomeStation(company), MergeStep(company), LayTrack(company), PlaceStation(company)]
        return [*first, RunStep(company), BuyTrains(company), RedeemShare(company), MergeStep(company, last=True)]

    def end_operating_turn(self, game: Game1862, company: str) -> None:
        for flag in ("built", "home_placed"):
            if flag in game.state.flags:
                del game.state.flags[flag]

    def controller(self, game: Game1862, company: str) -> int | None:
        """8.0-b"""
        return manager(game, company)

    # -- the end ------------------------------------------------------------------------------------------------------

    def bank_is_out(self, game: Game1862) -> bool:
        """10.2-a, D13"""
        left = game.state.cash[BANK]
        return left < 0 or (left == 0 and game.ruling("bank_breaks") == "at_zero")

    def shares_worth(self, game: Game1862, player: int, company: str) -> int:
        """10.4-a, D19 At half price, or not, if the company has no train."""
        ruling = game.ruling("worth_rounding")
        if ruling == "by_certificate" and not trains_of(game, company):
            certificates = game.state.shelves.on(certs_at(player, company))
            return sum(self.percent[cert] // 10 * share_price(game, company) // 2 for cert in certificates)
        a_share = share_price(game, company) if ruling == "full" else cash_price(game, company)
        return shares_of(game, player, company) * a_share

    def certificates(self, game: Game1862, player: int) -> tuple[int, int]:
        return certificates_of(game, player), certificate_limit(game)

    def started(self, game: Game1862) -> Sequence[str]:
        return started(game)

    def share_sources(self, game: Game1862, company: str) -> Sequence[str]:
        """6.5.1-a"""
        return (IPO, company, POOL)

    def buying_price(self, game: Game1862, company: str, source: str) -> int | None:
        return asked_price(game, company, source) if company in game.state.par else None

    def selling_price(self, game: Game1862, company: str) -> int:
        return cash_price(game, company)

    def train_limits(self, game: Game1862) -> Mapping[str, int]:
        return train_limits(game)

    def on_offer(self, game: Game1862) -> Sequence[str]:
        return [f"{company} ({', '.join(game.state.permits[company])})" for company in startable(game)]

    def remarks(self, game: Game1862, company: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Its permits, its price on the IPO chart, and whether it has a charter or a terminal in London."""
        state = game.state
        permits = state.permits.get(company, ())
        found: list[tuple[str, Mapping[str, Any]]] = [("permit", {"form": form}) for form in permits]
        if company in state.par:
            found.append(("ipo_price", {"price": state.par[company]}))
        if state.chartered.get(company):
            found.append(("chartered", {}))
        if company in in_london(game):
            found.append(("terminal", {}))
        return found

    def explained(self, game: Game1862, company: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return explained(game, company)

    def floating(self, game: Game1862, company: str) -> tuple[int, int] | None:
        """6.5.4-a"""
        return 100 - percent_of(game, IPO, company), self.facts["shares"]["float_percent"]

    def train_notes(self, game: Game1862, kind: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return train_notes(game, kind)

    def phase_notes(self, game: Game1862, phase: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return phase_notes(game, phase)

    def zone_notes(self, game: Game1862, cell: Cell) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return zone_notes(game, cell)

    def train_as(self, game: Game1862, train: str, form: str) -> str:
        return form_name(game, train.rsplit("-", 1)[0], form) if form else self.train_name(game, train)

    def train_for(self, game: Game1862, train: str, company: str) -> Sequence[str]:
        """7.8-h As what it could run: in the forms for which the company has a permit."""
        permits = game.state.permits.get(company, ())
        return [self.train_as(game, train, form) for form in forms(game) if form in permits]

    def train_price(self, game: Game1862, train: str) -> int:
        return fixed_price(game, train)

    def train_name(self, game: Game1862, train: str) -> str:
        """A bought train is called by its form, with a star for each warranty."""
        letter = train.rsplit("-", 1)[0]
        form = game.state.form.get(train)
        if form is None:
            return letter
        return form_name(game, letter, form) + "*" * game.state.warranties.get(train, 0)

    def run_setting(self, game: Game1862, company: str) -> Setting:
        return run_setting(game, company)

    def train_forms(self, game: Game1862) -> Sequence[str]:
        return forms(game)

    def forced_purchase(self, game: Game1862) -> ForcedPurchase | None:
        return forced_purchase(game)

    def amounts(self, game: Game1862, action: Action) -> Mapping[str, int]:
        return amounts(game, action)

    def log_rulings(self, raw: Mapping[str, Any]) -> Mapping[str, str]:
        return log_rulings(raw)

    def log_reader(self, game: Game1862, player_ids: Sequence[Any]) -> SiteReader:
        return SiteReader(game, player_ids)

    def pieces(self, game: Game1862) -> Mapping[str, str]:
        """R6"""
        return super().pieces(game) if game.ruling("tile_supply") == "by_tile" else self._faces_apart

    @cached_property
    def _faces_apart(self) -> Mapping[str, str]:
        return {name: name for name in self.board.tiles}

    def audit(self, game: Game1862) -> list[str]:
        return audit(game)
