"""7.8 Running trains; 7.8.5, 7.8.6 dividends and the price; 7.10 warranties run down."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action
from stockrail.market import Cell
from stockrail.routes import Run
from stockrail.rules.actions import RunTrains
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import pay
from stockrail.rules.prices import lift_marker, move_marker, place_marker, price
from stockrail.rules.running import RunDecision
from stockrail.rules.state import BANK
from stockrail.rules.track import track
from stockrail.rules.trains import rust_train, trains_of
from stockrail.titles.g1862.bankruptcy import bankrupt_at_zero
from stockrail.titles.g1862.companies import in_receivership
from stockrail.titles.g1862.running import (
    can_run,
    check_earns_most,
    local_income,
    must_earn_most,
    propose,
    read_in_order,
    train_uses,
)
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.variants import novices


class RunStep(RunDecision[Game1862], frozen=True):
    """7.8 The run of all trains. A director may run for less than the most, a company in receivership may not."""

    def any(self, game: Game1862) -> bool:
        if not train_uses(game, self.company):
            return False
        if game.ruling("skipping") == "as_site":
            # The site remembers for ever who could run: a company that was started again is asked before it has a line.
            return bool(game.state.has_run.get(self.company)) or track(game).reach(self.company, False).joins
        return can_run(game, self.company)

    def read(self, game: Game1862, action: RunTrains) -> Run:
        return read_in_order(game, self.company, action)

    def check_run(self, game: Game1862, run: Run) -> None:
        if must_earn_most(game, self.company):
            check_earns_most(game, self.company, run)

    def proposal(self, game: Game1862) -> Run:
        return propose(game, self.company)

    def take(self, game: Game1862, action: Action) -> None:
        super().take(game, action)
        game.state.has_run[self.company] = True

    def dividend(self, game: Game1862, run: Run) -> Dividend:
        earned = local_income(game, run.routes)
        return Dividend(self.company, run.total, run.subsidy, earned, bool(run.routes))


class Dividend(DividendStep[Game1862], frozen=True):
    """7.8.5-a All is paid out or all is retained; 7.8.6 or the treasury adds to what is paid."""

    subsidy: int
    local_income: int
    ran: bool = False

    def any(self, game: Game1862) -> bool:
        if in_receivership(game, self.company):
            return False
        return self.ran if game.ruling("skipping") == "as_site" else self.revenue > 0

    def ways(self, game: Game1862) -> Sequence[str]:
        return ("full", "withhold", "hudson")

    def fault(self, game: Game1862, kind: str) -> str | None:
        return self._hudson_fault(game) if kind == "hudson" else None

    def pay(self, game: Game1862, kind: str) -> None:
        """7.8.5-b, d, i"""
        company, added = self.company, self._top_up(game) if kind == "hudson" else 0
        pay(game, BANK, company, self.subsidy)
        if added:
            pay(game, company, BANK, added)
            game.note("manoeuvres", company=company, amount=added)
        self.distribute(game, 0 if kind == "withhold" else self.revenue + added)
        if self.subsidy:
            game.note("gets_subsidy", company=company, amount=self.subsidy)
        wear_warranties(game, company)
        bankrupt_at_zero(game, company)

    def move_price(self, game: Game1862, dividend: int) -> None:
        move_after_dividend(game, self.company, cell_after(game, game.state.cell[self.company], dividend))

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


def cell_after(game: Game1862, cell: Cell, dividend: int) -> Cell:
    """7.8.5-d, e, h Spaces to the right for each full multiple of the price; who pays nothing goes left."""
    grid, market = game.title.grid, game.title.facts["market"]
    spaces = min(dividend // grid.price(cell), market["most_spaces"]) if dividend else -1
    return grid.along(cell, spaces * market["spaces"])


def move_after_dividend(game: Game1862, company: str, target: Cell) -> None:
    """7.8.5-g; 7.1-b, D1 A marker that stays goes under the others of its cell too; 10.1 the top ends the game."""
    cell = game.state.cell[company]
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
