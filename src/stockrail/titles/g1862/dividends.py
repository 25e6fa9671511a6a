"""7.8 Running trains; 7.8.5, 7.8.6 dividends and the price; 7.10 warranties run down."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import PayOut, RunTrains, run_action
from stockrail.rules.decisions import CompanyDecision, RunDecision
from stockrail.rules.dividends import note_dividend, pay_shares
from stockrail.rules.game import pay
from stockrail.rules.prices import lift_marker, move_marker, place_marker, price
from stockrail.rules.state import BANK
from stockrail.rules.tokens import track
from stockrail.rules.trains import rust_train, trains_of
from stockrail.titles.g1862.bankruptcy import bankrupt_at_zero
from stockrail.titles.g1862.companies import in_receivership
from stockrail.titles.g1862.running import can_run, check_earns_most, must_earn_most, propose, read, train_uses
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.variants import novices


class RunStep(RunDecision, frozen=True):
    """7.8 The run of all trains. A director may run for less than the most, a company in receivership may not."""

    def any(self, game: Game1862) -> bool:
        if not train_uses(game, self.company):
            return False
        if game.ruling("skipping") == "as_site":
            # The site remembers for ever who could run: a company that was started again is asked before it has a line.
            return bool(game.state.has_run.get(self.company)) or track(game).reach(self.company, False).joins
        return can_run(game, self.company)

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, RunTrains) or action.company != self.company:
            raise game.refusal("run_first", company=self.company)
        run = read(game, self.company, action)
        if must_earn_most(game, self.company):
            check_earns_most(game, self.company, run)

    def list(self, game: Game1862) -> Menu:
        return [self._proposal(game)]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, RunTrains)
        run = read(game, self.company, action)
        for route in run.routes:
            game.note("runs", company=self.company, train=route.train, hexes=route.hexes, revenue=route.revenue)
        game.state.flags["revenue"] = run.revenue
        game.state.has_run[self.company] = True
        game.replace_frame(Dividend(self.company, run.revenue, run.subsidy, run.local_income, bool(run.routes)))

    def skip(self, game: Game1862) -> None:
        game.replace_frame(Dividend(self.company, 0, 0, 0))

    def _proposal(self, game: Game1862) -> RunTrains:
        return run_action(self.actor(game), self.company, propose(game, self.company))


class Dividend(CompanyDecision, frozen=True):
    """7.8.5-a All is paid out or all is retained; 7.8.6 or the treasury adds to what is paid."""

    revenue: int
    subsidy: int
    local_income: int
    ran: bool = False

    def any(self, game: Game1862) -> bool:
        if in_receivership(game, self.company):
            return False
        return self.ran if game.ruling("skipping") == "as_site" else self.revenue > 0

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, PayOut) or action.company != self.company:
            raise game.refusal("pay_first", company=self.company)
        if action.kind == "hudson":
            fault = self._hudson_fault(game)
            if fault:
                raise game.refusal(fault, company=self.company, revenue=self.revenue, price=price(game, self.company))
        elif action.kind not in ("full", "withhold"):
            raise game.refusal("no_such_dividend", kind=action.kind)

    def list(self, game: Game1862) -> Menu:
        kinds = ["full", "withhold"] + ["hudson"] * (self._hudson_fault(game) is None)
        return [PayOut(self.actor(game), self.company, kind) for kind in kinds]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, PayOut)
        game.pop_frame()
        if action.kind == "withhold":
            self._retain(game)
        else:
            self._pay_out(game, self._top_up(game) if action.kind == "hudson" else 0)

    def skip(self, game: Game1862) -> None:
        game.pop_frame()
        self._retain(game)

    # -- 7.8.6 ----------------------------------------------------------------------------------------------------

    def _top_up(self, game: Game1862) -> int:
        """7.8.6-b The smallest multiple of ten that lifts the revenue to the price."""
        step: int = game.title.facts["hudson"]["step"]
        return -(-(price(game, self.company) - self.revenue) // step) * step

    def _hudson_fault(self, game: Game1862) -> str | None:
        """7.8.6-a, d; D4; 11.3-a"""
        if novices(game):
            return "no_manoeuvre"
        least: int = game.title.facts["hudson"]["least_local_income"]
        if self.revenue < least:
            return "no_revenue"
        if game.ruling("hudson") == "local_income" and self.local_income < least:
            return "no_local_income"
        if self.revenue >= price(game, self.company):
            return "revenue_suffices"
        short = self._top_up(game) > game.state.cash[self.company] + self.subsidy
        return "treasury_too_small" if short else None

    # -- what it does ---------------------------------------------------------------------------------------------

    def _retain(self, game: Game1862) -> None:
        """7.8.5-d, i"""
        pay(game, BANK, self.company, self.revenue + self.subsidy)
        self._close(game, 0, {}, -1)

    def _pay_out(self, game: Game1862, added: int) -> None:
        """7.8.5-b, d, e Spaces to the right for each full multiple of the price; who pays nothing goes left."""
        company, dividend = self.company, self.revenue + added
        pay(game, BANK, company, self.subsidy)
        if added:
            pay(game, company, BANK, added)
            game.note("manoeuvres", company=company, amount=added)
        spaces = min(dividend // price(game, company), game.title.facts["market"]["most_spaces"]) if dividend else -1
        self._close(game, dividend, pay_shares(game, company, dividend), spaces)

    def _close(self, game: Game1862, dividend: int, sums: dict[int | str, int], spaces: int) -> None:
        company, before = self.company, price(game, self.company)
        game.state.last_run[company] = self.revenue
        move_spaces(game, company, spaces)
        note_dividend(game, company, self.revenue, dividend, sums, before)
        if self.subsidy:
            game.note("gets_subsidy", company=company, amount=self.subsidy)
        wear_warranties(game, company)
        bankrupt_at_zero(game, company)


def move_spaces(game: Game1862, company: str, spaces: int) -> None:
    """7.8.5-g, h; 7.1-b, D1 A marker that stays goes under the others of its cell too; 10.1 the top ends the game."""
    grid, cell = game.title.grid, game.state.cell[company]
    target = grid.along(cell, spaces * game.title.facts["market"]["spaces"])
    if target != cell:
        move_marker(game, company, target)
    elif game.ruling("marker_stays") == "goes_under":
        lift_marker(game, company)
        place_marker(game, company, cell)
    note_top(game, company)


def note_top(game: Game1862, company: str) -> None:
    """10.1-a"""
    if price(game, company) == max(game.title.grid.prices.values()):
        game.state.flags["top"] = True


def wear_warranties(game: Game1862, company: str) -> None:
    """7.10-c, d One warranty leaves each train; an obsolete train goes with its last one."""
    state = game.state
    for train in list(trains_of(game, company)):
        if state.warranties.get(train):
            state.warranties[train] -= 1
            if state.expired.get(train) and not state.warranties[train]:
                del state.expired[train]
                rust_train(game, train, company)
