"""What lies ahead in 1862: charters that must float, receivership, warranties, mergers, and how the game ends."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stockrail.market import Cell
from stockrail.routes import TrainUse
from stockrail.rules import outlook
from stockrail.rules.outlook import (
    FLOAT,
    Becoming,
    ComingTrain,
    Due,
    Duty,
    FloatNeed,
    IncomeShare,
    Lifetime,
    Missed,
    Rounds,
    Standing,
)
from stockrail.rules.rounds import OperatingRound, current_round
from stockrail.rules.shares import percent_of, president_shares
from stockrail.rules.state import BANK, DEPOT, SHARE, Holder
from stockrail.rules.trains import type_of
from stockrail.titles.g1862.companies import (
    in_game,
    in_receivership,
    is_floated,
    lner_formed,
    share_price,
    starts_in_stock_rounds,
)
from stockrail.titles.g1862.dividends import cell_after
from stockrail.titles.g1862.merging import merged_price, partners
from stockrail.titles.g1862.parliament import ParliamentRound
from stockrail.titles.g1862.running import use_of
from stockrail.titles.g1862.state import IPO, LAST_ROUNDS, Game1862
from stockrail.titles.g1862.trains import free_warranties, room_for
from stockrail.titles.g1862.variants import forms, is_permanent, lner_train

PACE = 3  # trains that companies buy in an operating round: in a recorded game 2.7


class Outlook(outlook.Outlook[Game1862]):
    """1862's answers where they are not those of a plain title."""

    without_train = Missed.CLOSES  # 7.11-d, 7.12-a Players never pay for trains
    without_money = Missed.FORGIVEN  # 4.3-c, Q5

    def standing(self, game: Game1862, company: str) -> Standing:
        """8.0-a"""
        return Standing.RECEIVERSHIP if in_receivership(game, company) else super().standing(game, company)

    # -- floating -----------------------------------------------------------------------------------------------------

    def float_need(self, game: Game1862, company: str, value: int | None = None) -> FloatNeed | None:
        """3.1-b to e; 4.2-f; 6.5.4-a, Q3 A charter's money goes to the bank, which gives it ten times the price."""
        if not self.can_float(game, company):
            return None
        begun, charter = company in game.state.par, self.is_charter(game, company)
        chart = game.title.facts["market"]["chart"] if charter else game.title.grid.par
        asked = share_price(game, company) if begun else value or min(chart)
        par = game.state.par[company] if begun else asked
        first = 0 if begun else president_shares(game, company)
        count = max(0, self._still_to_sell(game, company) - first)
        cost = (first + count) * (par if charter else asked)
        stations = game.title.facts["stations"]
        if charter:
            fee = stations["chartered"]["count"] * stations["chartered"]["each"]
            return FloatNeed(first + count, cost, BANK, game.state.cash[company] + 10 * par - fee)
        fee = stations["free_choice"]["least"] * stations["free_choice"]["each"]
        return FloatNeed(first + count, cost, company, game.state.cash[company] + cost - fee)

    def is_charter(self, game: Game1862, company: str) -> bool:
        """3.1-a, 11.3-a Whether a company has a charter, or would be started with one now."""
        if company in game.state.par or company in game.state.chartered:
            return bool(game.state.chartered.get(company))
        return not starts_in_stock_rounds(game) or isinstance(current_round(game), ParliamentRound)

    def _still_to_sell(self, game: Game1862, company: str) -> int:
        """6.5.4-a, Q3 How many shares must still leave the IPO or the company."""
        unsold = percent_of(game, IPO, company) + percent_of(game, company, company)
        needed: int = game.title.facts["shares"]["float_percent"]
        return -(-(needed - 100 + unsold) // SHARE)

    def fined(self, game: Game1862, player: int) -> Sequence[Duty]:
        """4.3-a, b"""
        charters = [company for company in in_game(game) if game.state.obliged.get(company) == player]
        return [self._charter_duty(game, company) for company in charters]

    def _charter_duty(self, game: Game1862, company: str) -> Duty:
        """Until its price is set, a charter is taken to have the lowest."""
        par = game.state.par.get(company, min(game.title.facts["market"]["chart"]))
        need = self.float_need(game, company)
        fine = game.title.facts["parliament"]["fine_multiple"] * par
        return Duty(FLOAT, company, Due.STOCK_ROUND, need.cost if need else 0, Missed.FAILS, fine)

    # -- income and prices --------------------------------------------------------------------------------------------

    def income_share(self, game: Game1862, holder: Holder, company: str) -> IncomeShare:
        """7.8.5-b; 7.3-a, 8.0-c In receivership everything is retained."""
        if not in_receivership(game, company):
            return super().income_share(game, holder, company)
        return IncomeShare(int(holder == company), 1)

    def cell_after(self, game: Game1862, cell: Cell, paid: int) -> Cell:
        """7.8.5-d, e, h; 7.12-a Nobody comes back from the grey cell."""
        return cell_after(game, cell, paid) if game.title.grid.price(cell) else cell

    # -- the clock ----------------------------------------------------------------------------------------------------

    usual_turns = 10  # the first ones have one or two operating rounds only

    def rounds_left(self, game: Game1862, drain: int = 0) -> Rounds:
        """10.1-a, 10.2-a, 10.3-a, e, g"""
        if game.is_over or game.state.flags.get("top"):
            return Rounds(0, 0, 0)
        rest, _ = self.rest_of_turn(game)
        least = min(rest, self._until_top(game))
        if lner_formed(game) or game.state.flags.get("bank_out"):
            return Rounds(least, rest, rest)
        breaks = self.until_bank_breaks(game, drain, rest)
        if game.state.flags.get("lner"):
            return Rounds(least, rest if breaks <= rest else rest + LAST_ROUNDS, rest + LAST_ROUNDS)
        return Rounds(least, max(least, min(breaks, self._until_lner(game, rest))), None)

    def rest_of_turn(self, game: Game1862) -> tuple[int, int]:
        """7.9-e, 10.3-g How many rounds a turn has is settled when its stock round ends."""
        return self.rest_of_settled(game, LAST_ROUNDS if lner_formed(game) else game.phase.operating_rounds)

    def _until_lner(self, game: Game1862, rest: int) -> int:
        """10.3-a, g At the usual pace of purchases: to the end of the turn that sells the train, and the last turn."""
        a_turn = max(1, game.phase.operating_rounds)
        purchases = self.purchases_until(game, lner_train(game)) or 0
        beyond = max(0, -(-purchases // PACE) - rest)
        return rest - (-beyond // a_turn) * a_turn + LAST_ROUNDS

    def _until_top(self, game: Game1862) -> int:
        """10.1-a How many rounds must begin before any price can reach the top, by dividends and mergers."""
        grid, market = game.title.grid, game.title.facts["market"]
        most = market["most_spaces"] * market["spaces"]
        top = (0, len(grid.rows[0]) - 1)
        cell = max(
            (game.state.cell[company] for company in in_game(game) if company in game.state.cell), default=(0, 0)
        )
        rounds = -int(isinstance(current_round(game), OperatingRound))
        while cell != top:
            merged = (
                cell if lner_formed(game) else grid.at_or_below(2 * grid.price(cell))
            )  # 7.5.3-a never reaches twice
            cell, rounds = grid.along(max(cell, merged), most), rounds + 1
        return max(0, rounds)

    def lifetime(self, game: Game1862, train: str) -> Lifetime:
        """7.10-b, c, d; 11.2-b A train under warranty goes with the last one; some have one when they are bought."""
        bought = train in game.state.warranties
        warranties = game.state.warranties[train] if bought else free_warranties(game, train)
        if game.state.expired.get(train):
            return Lifetime(0, warranties)
        if is_permanent(game, type_of(game, train).name):
            return Lifetime(None)
        return msgspec.structs.replace(super().lifetime(game, train), turns=warranties)

    def trains_coming(self, game: Game1862, company: str) -> Sequence[ComingTrain]:
        """2.4.3-d, 7.8-h, 7.9-a Those that it has permits for."""
        permits = game.state.permits.get(company, ())
        return [*self.trains_in(game, DEPOT, [form for form in forms(game) if form in permits])]

    def next_trains(self, game: Game1862, company: str) -> tuple[TrainUse, ...]:
        """7.8-h In the first form that it has a permit for."""
        coming = next((each for each in self.trains_coming(game, company) if not each.before), None)
        return (use_of(game, coming.kind, coming.kind, coming.form),) if coming else ()

    def has_room(self, game: Game1862, company: str) -> bool:
        """7.8-h, 7.9-f, h In one of the forms that it has a permit for."""
        permits = game.state.permits.get(company, ())
        return any(room_for(game, company, form) for form in forms(game) if form in permits)

    misleading = frozenset({"Refinance"})

    def becomes(self, game: Game1862, company: str) -> Sequence[Becoming]:
        """5.2.4-b, 7.5.3-a Two shares become one at the new price, whichever company survives."""
        if not is_floated(game, company) or in_receivership(game, company) or lner_formed(game):
            return ()
        return [Becoming(other, merged_price(game, company, other) // 2) for other in partners(game, company)]
