"""4.4.3 Running trains; 4.4.4, 4.4.5 dividends and the price."""

from __future__ import annotations

from functools import cache

from stockrail.core import Action, Menu
from stockrail.routes import (
    Apart,
    EndToEndBonus,
    OneStopAHex,
    Run,
    RunRules,
    Service,
    Setting,
    TrainUse,
    best_run,
    has_route,
    written_run,
)
from stockrail.rules.actions import PayOut, RunTrains, run_action
from stockrail.rules.decisions import CompanyDecision, RunDecision
from stockrail.rules.dividends import note_dividend, pay_shares
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK
from stockrail.rules.tokens import track
from stockrail.rules.trains import engines_of, trains_of, type_of
from stockrail.titles.g18eu.companies import is_minor

ALL = 99  # more Pullmans than there are


def run_rules(game: RailGame) -> RunRules:
    """4.4.3-d, e, h; P-9 What a run is in this phase."""
    facts = game.title.facts
    table = facts["red_to_red_bonus"][_newest_colour(game)]
    if game.ruling("red_to_red_green") == "ten_each" and _newest_colour(game) == "green":
        table = [10 * stations for stations in range(1, len(table) + 1)]
    return _rules(game.phase.offboard, tuple(table), ALL if game.ruling("second_pullman") == "both" else 1)


def _newest_colour(game: RailGame) -> str:
    return game.phase.tiles[-1]


@cache
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


def best(game: RailGame, company: str) -> Run:
    """The best run of a company as things stand."""
    return best_run(game, company)


def run_setting(game: RailGame, company: str) -> Setting:
    return Setting(track(game), train_uses(game, company), run_rules(game))


class RunStep(RunDecision, frozen=True):
    """The run of all trains; the most that they can earn is compulsory unless a ruling frees the choice (P-13)."""

    def any(self, game: RailGame) -> bool:
        return bool(engines_of(game, self.company)) and has_route(track(game), self.company, run_rules(game))

    def check(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, RunTrains) or action.company != self.company:
            raise game.refusal("run_first", company=self.company)
        run = self._read(game, action)
        if game.ruling("runs") == "maximum":
            most = best(game, self.company).total
            if run.total < most:
                raise game.refusal("not_the_most", company=self.company, total=run.total, best=most)

    def list(self, game: RailGame) -> Menu:
        return [run_action(self.actor(game), self.company, best(game, self.company))]

    def take(self, game: RailGame, action: Action) -> None:
        assert isinstance(action, RunTrains)
        run = self._read(game, action)
        for route in run.routes:
            game.note("runs", company=self.company, train=route.train, hexes=route.hexes, revenue=route.revenue)
        for doubling in run.doubled:
            game.note("doubles", company=self.company, hex=doubling.place[0], revenue=doubling.pays)
        game.state.flags["revenue"] = run.total
        game.replace_frame(Dividend(self.company, run.total))

    def skip(self, game: RailGame) -> None:
        game.replace_frame(Dividend(self.company, 0))

    def _read(self, game: RailGame, action: RunTrains) -> Run:
        return written_run(game, self.company, [(run.train, run.hexes) for run in action.runs])


class Dividend(CompanyDecision, frozen=True):
    """A corporation pays in full, in half or not; a minor always pays half, and nothing earned is nothing paid."""

    revenue: int

    def any(self, game: RailGame) -> bool:
        return self.revenue > 0 and not is_minor(game, self.company)

    def check(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, PayOut) or action.company != self.company:
            raise game.refusal("pay_first", company=self.company)
        if action.kind not in KINDS:
            raise game.refusal("no_such_dividend", kind=action.kind)

    def list(self, game: RailGame) -> Menu:
        return [PayOut(self.actor(game), self.company, kind) for kind in KINDS]

    def take(self, game: RailGame, action: Action) -> None:
        assert isinstance(action, PayOut)
        self._pay(game, payable(self.revenue, action.kind))

    def skip(self, game: RailGame) -> None:
        if is_minor(game, self.company):
            self._pay_minor(game)
        else:
            self._pay(game, 0)

    def _pay(self, game: RailGame, dividend: int) -> None:
        """4.4.4-c, d What is not paid goes to the treasury; then the price moves."""
        company = self.company
        self._close(game)
        pay(game, BANK, company, self.revenue - dividend)
        sums = pay_shares(game, company, dividend)
        before = price(game, company)
        if dividend == 0:
            move_left(game, company)
        elif dividend >= before:
            move_right(game, company)
        note_dividend(game, company, self.revenue, dividend, sums, before)

    def _pay_minor(self, game: RailGame) -> None:
        """4.2-b, 4.4.4-b Exact halves."""
        self._close(game)
        half = self.revenue // 2
        pay(game, BANK, self.company, self.revenue - half)
        pay(game, BANK, controlled(game, self.company), half)
        if self.revenue:
            owner = controlled(game, self.company)
            game.note("minor_pays", company=self.company, revenue=self.revenue, half=half, player=owner)

    def _close(self, game: RailGame) -> None:
        game.pop_frame()
        game.state.last_run[self.company] = self.revenue
        game.state.flags["paid"] = self.company


KINDS = ("full", "half", "withhold")


def payable(revenue: int, kind: str) -> int:
    """4.4.4-b Half is rounded up to ten for the holders."""
    if kind == "full":
        return revenue
    return 0 if kind == "withhold" else (revenue // 2 + 9) // 10 * 10
