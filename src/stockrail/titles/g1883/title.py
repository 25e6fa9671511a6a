"""1883: how a game is set up, in which order its rounds come, and what its steps ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Self

import msgspec

from stockrail.core import Action, ActionRange, Frame, Option
from stockrail.core.chance import Draw
from stockrail.rules import actions as acts
from stockrail.rules import rounds
from stockrail.rules.cards import cards_of, pay_incomes
from stockrail.rules.earnings import Account
from stockrail.rules.rounds import OperatingRound, begin_round, current_round
from stockrail.rules.rulings import read_rulings, read_weights
from stockrail.rules.sentences import read_sentences
from stockrail.rules.standing_bids import set_aside
from stockrail.rules.state import IPO, POOL, CityAt
from stockrail.rules.title import RailTitle
from stockrail.rules.tokens import cities_of, kept_for_homes, spare_of
from stockrail.titles.g1883 import companies, explaining
from stockrail.titles.g1883.actions import OWN
from stockrail.titles.g1883.audit import audit
from stockrail.titles.g1883.coaches import PlaceCoaches, coach_account
from stockrail.titles.g1883.concessions import ConcessionCheck, advance_clocks, concessions_of
from stockrail.titles.g1883.cooperative import choose_first_president, rotate_presidency
from stockrail.titles.g1883.debts import IssueStep
from stockrail.titles.g1883.dividends import CoachRun, RunStep
from stockrail.titles.g1883.effects import FOR_A_ROUND, barred_hexes, effects_in_force, end_effects
from stockrail.titles.g1883.events import EventStep
from stockrail.titles.g1883.merger import MergeStep
from stockrail.titles.g1883.outlook import Outlook
from stockrail.titles.g1883.phases import end_turn
from stockrail.titles.g1883.places import printed_marks
from stockrail.titles.g1883.private_round import PrivateRound
from stockrail.titles.g1883.privates import Prepare, forget_offers, private_actions, take_private_action
from stockrail.titles.g1883.running import run_setting
from stockrail.titles.g1883.setup import set_up
from stockrail.titles.g1883.sheets import map_pieces, sheets
from stockrail.titles.g1883.state import FROZEN, Game1883, State1883
from stockrail.titles.g1883.stock import StockTurn, end_stock_round
from stockrail.titles.g1883.track import LayTrack, PlaceStation, tile_cost
from stockrail.titles.g1883.trains import BuyTrains, pending_purchase


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


class Title1883(RailTitle[Game1883]):
    """1883: its facts, and its answers to what shared steps ask."""

    name = "1883"
    version = 1
    package = "stockrail.titles.g1883"
    players = range(2, 5)
    region = "Emilia"
    hours = (4, 6)
    weight = 5
    draws = True
    outlook = Outlook()
    showing = explaining.SHOWING
    never = frozenset({"train_not_yet", "redeem_limit", "route_doubler_alone", "route_doubler_stop"})
    rulings, presets = read_rulings("stockrail.titles.g1883")
    words, refusals = read_sentences("stockrail.titles.g1883")
    options = (
        Option("mandatory_merging", "FMMSF and FMV must merge by phase 5"),
        Option("strengthen_the_weak", "one more token for FMV"),
        Option("bombs_away", "air raids come by phase 6"),
    )
    actions = (*acts.COMMON, acts.DiscardTrain, acts.Merge, acts.SettleOption, Draw, *OWN)

    random_play = read_weights("stockrail.titles.g1883")
    ways_to_pay, bank_trains = MappingProxyType({"full": 12, "withhold": 2, "loot": 1}), 6

    new_state = staticmethod(State1883)
    controller = staticmethod(companies.president_of)
    printed_marks = cached_property(printed_marks)
    kept_circles = staticmethod(kept_for_homes)  # 6.5.2-a, A26
    settle_opening = staticmethod(partial(choose_first_president, by_lot=False))
    end_stock_round = staticmethod(end_stock_round)
    forced_purchase = staticmethod(pending_purchase)
    run_setting = staticmethod(run_setting)
    tile_cost = staticmethod(tile_cost)
    audit = staticmethod(audit)
    amounts = staticmethod(explaining.amounts)
    remarks = staticmethod(explaining.remarks)
    explained = staticmethod(explaining.explained)
    in_force = staticmethod(effects_in_force)
    barred_hexes = staticmethod(barred_hexes)
    hints = staticmethod(explaining.hints)
    set_aside = staticmethod(set_aside)
    procedure = staticmethod(explaining.merger_shown)
    zone_notes = staticmethod(explaining.zone_notes)
    map_pieces = staticmethod(map_pieces)
    sheets = staticmethod(sheets)

    def random_taste(self, game: Game1883, action: Action) -> int:
        """Shares whose price goes to the company, and a high par price."""
        if isinstance(action, acts.BuyShare):
            return 4 if action.source == IPO else 1
        if isinstance(action, acts.StartCompany):
            return 1 + action.value // 20
        return super().random_taste(game, action)

    def set_up(self, game: Game1883) -> None:
        set_up(game)
        game.stack = (Order(1, "privates"),)

    def stock_turn(self, game: Game1883, player: int) -> StockTurn:
        return StockTurn(player)

    def operating_steps(self, game: Game1883, company: str) -> Sequence[Frame]:
        """6.3-a The same number in all phases; a step with nothing to do is skipped."""
        if companies.is_coach(game, company):
            return [PlaceCoaches(company), CoachRun(company), IssueStep(company)]
        building = [Prepare(company), LayTrack(company), PlaceStation(company)]
        ending = [IssueStep(company), Prepare(company, last=True), MergeStep(company)]
        return [*building, RunStep(company), BuyTrains(company), *ending]

    def end_operating_turn(self, game: Game1883, company: str) -> None:
        """11-6 Who finished a turn in which operating round; 3.4-a offers may be made again."""
        forget_offers(game)
        now = current_round(game)
        if isinstance(now, OperatingRound) and self.operates(game, company):
            game.state.operated[company] = (now.turn, now.nth)
        end_turn(game)

    def any_time(self, game: Game1883, player: int) -> Sequence[Action | ActionRange[Any]]:
        return [*super().any_time(game, player), *private_actions(game, player)]

    def take_any_time(self, game: Game1883, action: Action) -> bool:
        return super().take_any_time(game, action) or take_private_action(game, action)

    def started(self, game: Game1883) -> Sequence[str]:
        """8.1.6-a Not a frozen CCFR: it has a price and takes part in nothing."""
        now, seen = game.state.journal.moment(), game.state.seen_started
        if seen is None or seen[0] is not now:
            found = [company for company in super().started(game) if self.operates(game, company)]
            seen = game.state.seen_started = (now, found)
        return seen[1]

    def operates(self, game: Game1883, company: str) -> bool:
        """8.1.6-a A frozen CCFR does nothing."""
        frozen = companies.is_cooperative(game, company) and game.state.flags["ccfr"] == FROZEN
        return companies.is_launched(game, company) and not frozen

    def worth(self, game: Game1883, player: int) -> int:
        """1.2 Cash and shares; a frozen CCFR has a price, too (A63)."""
        priced = [company for company in self.companies if company in game.state.cell]
        return int(game.state.cash[player]) + sum(self.shares_worth(game, player, company) for company in priced)

    def share_sources(self, game: Game1883, company: str) -> Sequence[str]:
        """5.3 The initial offering and the pool; A63 of CCFR before phase 5 at most the pool."""
        return (POOL,) if companies.is_cooperative(game, company) else (IPO, POOL)

    def buying_price(self, game: Game1883, company: str, source: str) -> int | None:
        """5.3.1-a, 5.3.2-a From the offering at par, from the pool at the market price."""
        if source == IPO:
            return game.state.par.get(company)
        return super().buying_price(game, company, source)

    def issue_price(self, game: Game1883, company: str, count: int) -> int:
        """6.9-b The price after it has fallen."""
        return self.grid.price(self.grid.down(game.state.cell[company], count))

    def certificates(self, game: Game1883, player: int) -> tuple[int, int]:
        """5.4 Private companies count; the limit falls once SEFTA is there, and when a player has left the game."""
        held, _ = super().certificates(game, player)
        counted = len(game.seats) + game.state.flags.get("just_left", 0)  # 6.8.6-g from the next stock round on
        limits = self.facts["players"][str(max(counted, min(self.players)))]
        uncounted = companies.free_start_share(game, player)
        limit: int = limits["cert_limit_with_sefta" if companies.merged(game) else "cert_limit"]
        return held + len(cards_of(game, player)) - uncounted, limit

    def on_offer(self, game: Game1883) -> Sequence[str]:
        """What the bank sells besides trains: private companies and, 5.6-a, concessions."""
        numbers = [each["id"] for each in concessions_of(game, POOL)]
        return [*super().on_offer(game), *([f"concessions {' '.join(numbers)}"] if numbers else [])]

    def expected(self, game: Game1883) -> Sequence[str]:
        """6.5.2-a Whose circles are kept: it is not launched, or it has closed."""
        coming = [company for company in self.companies if not companies.is_launched(game, company)]
        return [c for c in coming if companies.in_game(game, c) and not companies.is_coach(game, c)]

    def counts(self, game: Game1883, player: int) -> Mapping[str, int]:
        return {"support": game.state.support[player]}

    def most_tokens(self, game: Game1883, place: CityAt, circles: int) -> int | None:
        """11-13b After an air raid there may be more tokens than circles."""
        return None

    def token_cost(self, game: Game1883, company: str, place: CityAt) -> int:
        """6.5-b By the number of tokens placed before; one that is not in the game (12.2) does not count."""
        placed = len(cities_of(game, company))
        return self.companies[company].token_costs[placed] if spare_of(game, company) else 0

    def spent_tiles(self, game: Game1883) -> Mapping[str, int]:
        """6.4.2-d, A68"""
        return dict(game.state.spent.unordered)

    def account(self, game: Game1883, company: str, seconds: float | None = None) -> Account:
        coaches = coach_account(game, company) if companies.is_coach(game, company) else None
        return coaches or super().account(game, company, seconds)

    def train_notes(self, game: Game1883, kind: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """6.8.5 What is particular to a 2G."""
        gravity = self.facts["gravity"]
        notes = super().train_notes(game, kind)
        return [("gravity", {"most": gravity["pays_up_to"]})] if kind == gravity["train"] else notes
