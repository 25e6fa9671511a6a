"""4.4.3 Running trains; 4.4.4, 4.4.5 dividends and the price."""

from __future__ import annotations

from functools import lru_cache

from stockrail.market import Cell
from stockrail.routes import (
    Apart,
    EndToEndBonus,
    OneStopAHex,
    Run,
    RunRules,
    Service,
    Setting,
    TrainUse,
    has_route,
)
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import move_marker
from stockrail.rules.running import RunDecision, most_of
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK
from stockrail.rules.track import track
from stockrail.rules.trains import engines_of, trains_of, type_of
from stockrail.titles.g18eu.companies import is_minor

ALL = 99  # more Pullmans than there are
KEPT = 64  # declarations: a game has some, and tables with changed facts have their own


def run_rules(game: RailGame) -> RunRules:
    """4.4.3-d, e, h; P-9 What a run is in this phase."""
    facts = game.title.facts
    table = facts["red_to_red_bonus"][_newest_colour(game)]
    if game.ruling("red_to_red_green") == "ten_each" and _newest_colour(game) == "green":
        table = [10 * stations for stations in range(1, len(table) + 1)]
    return _rules(game.phase.offboard, tuple(table), ALL if game.ruling("second_pullman") == "both" else 1)


def _newest_colour(game: RailGame) -> str:
    return game.phase.tiles[-1]


@lru_cache(KEPT)
def _rules(offboard: str, bonus: tuple[int, ...], doublers: int) -> RunRules:
    return RunRules(
        colour=offboard,
        services=(Service.counting("city", "offboard"),),
        within=(OneStopAHex(),),
        between=Apart(),
        bonuses=(EndToEndBonus("red_to_red", "offboard", bonus),),
        doublers=doublers,
    )


def train_uses(game: RailGame, company: str) -> tuple[TrainUse, ...]:
    return tuple(
        TrainUse(train, kind.stops, kind.doubles)
        for train in trains_of(game, company)
        for kind in (type_of(game, train),)
    )


def run_setting(game: RailGame, company: str) -> Setting:
    return Setting(track(game), train_uses(game, company), run_rules(game))


class RunStep(RunDecision, frozen=True):
    """The run of all trains; the most that they can earn is compulsory unless a ruling frees the choice (P-13)."""

    def any(self, game: RailGame) -> bool:
        return bool(engines_of(game, self.company)) and has_route(track(game), self.company, run_rules(game))

    def check_run(self, game: RailGame, run: Run) -> None:
        """4.4.3-a, P-13"""
        if game.ruling("runs") == "maximum":
            most = most_of(game, self.company)
            if most.complete and run.total < most.total:
                raise game.refusal("not_the_most", company=self.company, total=run.total, best=most.total)

    def dividend(self, game: RailGame, run: Run) -> Dividend:
        for doubling in run.doubled:
            game.note("doubles", company=self.company, hex=doubling.place[0], revenue=doubling.pays)
        return Dividend(self.company, run.total)


class Dividend(DividendStep, frozen=True):
    """A corporation pays in full, in half or not; a minor always pays half, and nothing earned is nothing paid."""

    def any(self, game: RailGame) -> bool:
        return self.revenue > 0 and not is_minor(game, self.company)

    def ways(self, game: RailGame) -> tuple[str, ...]:
        return ("full", "half", "withhold")

    def pay(self, game: RailGame, kind: str) -> None:
        game.state.flags["paid"] = self.company
        if is_minor(game, self.company):
            self._pay_minor(game)
        else:
            self.distribute(game, payable(self.revenue, kind))

    def move_price(self, game: RailGame, dividend: int) -> None:
        move_marker(game, self.company, cell_after(game, game.state.cell[self.company], dividend))

    def _pay_minor(self, game: RailGame) -> None:
        """4.2-b, 4.4.4-b Exact halves."""
        company, owner, half = self.company, controlled(game, self.company), self.revenue // 2
        game.state.last_run[company] = self.revenue
        pay(game, BANK, company, self.revenue - half)
        pay(game, BANK, owner, half)
        if self.revenue:
            game.note("minor_pays", company=company, revenue=self.revenue, half=half, player=owner)


def cell_after(game: RailGame, cell: Cell, dividend: int) -> Cell:
    """4.4.5-a, 3.2-c, d Left without a dividend, right if it is as much as the price."""
    grid = game.title.grid
    if dividend == 0:
        return grid.left(cell)
    return grid.right(cell) if dividend >= grid.price(cell) else cell


def payable(revenue: int, kind: str) -> int:
    """4.4.4-b Half is rounded up to ten for the holders."""
    if kind == "full":
        return revenue
    return 0 if kind == "withhold" else (revenue // 2 + 9) // 10 * 10
