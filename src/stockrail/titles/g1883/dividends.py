"""6.7 Runs of trains, the die of each 2G, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Chance, Frame
from stockrail.routes import Run, may_run
from stockrail.rules.dividends import DividendStep
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.rounds import OperatingRound, current_round
from stockrail.rules.running import RunDecision, most_of
from stockrail.rules.state import POOL, Holder
from stockrail.rules.trains import move_train, type_of
from stockrail.titles.g1883.coaches import coach_account, end_if_on_top
from stockrail.titles.g1883.companies import is_cooperative
from stockrail.titles.g1883.cooperative import loot
from stockrail.titles.g1883.debts import close_if_worthless
from stockrail.titles.g1883.effects import adjusted
from stockrail.titles.g1883.running import is_gravity, run_setting
from stockrail.titles.g1883.state import Game1883


class RunStep(RunDecision[Game1883], frozen=True):
    """6.7 The run of all trains, then a die for each 2G, then the dividend. On strike nothing runs."""

    def any(self, game: Game1883) -> bool:
        setting = run_setting(game, self.company)
        if setting is None or not setting.trains or strikes(game, self.company):
            return False
        return may_run(setting.track, self.company, setting.trains, setting.rules)

    def check_run(self, game: Game1883, run: Run) -> None:
        """6.7.2-c, A65 Ordinary trains and 2Gs are parts of their own: a run is the best if both are."""
        if game.ruling("best_run") == "compulsory":
            most = most_of(game, self.company)
            if most.complete and run.total < most.total:
                raise game.refusal("not_the_most", company=self.company, total=run.total, best=most.total)

    def dividend(self, game: Game1883, run: Run) -> Frame:
        hops = tuple((route.train, route.revenue) for route in run.routes if is_gravity(game, route.train))
        return after_dice(game, self.company, run.total - sum(pays for _, pays in hops), hops)


def strikes(game: Game1883, company: str) -> bool:
    """11-3, 11-26 Whether the company's run is nothing whatever its trains could earn."""
    return adjusted(game, company, 1000) == 0  # any run would do to see whether an event leaves nothing of it


def after_dice(game: Game1883, company: str, earned: int, hops: tuple[tuple[str, int], ...]) -> Frame:
    """The die of the next 2G, or the dividend of all that was earned."""
    if hops:
        round_ = current_round(game)
        number = f"{round_.turn}.{round_.nth}" if isinstance(round_, OperatingRound) else ""
        return GravityDie(f"gravity/{number}/{company}/{hops[0][0]}", company, earned, hops)
    revenue = adjusted(game, company, earned)
    game.state.flags["revenue"] = revenue
    if revenue != earned:
        game.note("run_is_changed", company=company, earned=earned, revenue=revenue)
    return Dividend(company, revenue)


class GravityDie(Chance[Game1883], frozen=True):
    """6.8.5-f Whether a 2G that ran is paid, and whether the company keeps it."""

    company: str
    earned: int
    hops: tuple[tuple[str, int], ...]  # 2Gs whose die has not fallen, and what they would pay

    def outcomes(self, game: Game1883) -> Sequence[int]:
        return range(1, game.title.facts["gravity"]["sides"] + 1)

    def happens(self, game: Game1883, outcome: int | str) -> None:
        facts, die = game.title.facts["gravity"], int(outcome)
        (train, pays), *others = self.hops
        paid = pays if die <= facts["pays_up_to"] else 0
        lost = die >= facts["lost_from"]
        game.note("gravity_die", company=self.company, train=train, die=die, amount=paid, lost=lost)
        if lost:
            move_train(game, train, type_of(game, train).stack)
        game.push_frame(after_dice(game, self.company, self.earned + paid, tuple(others)))


class CoachRun(Frame[Game1883], frozen=True):
    """8.2-g, m No decision: what the best group of coaches is worth, changed by events, is paid or withheld."""

    company: str

    def proceed(self, game: Game1883) -> None:
        account = coach_account(game, self.company)
        revenue = adjusted(game, self.company, account.total)
        places = account.parts[0].places if account.parts else ()
        game.note("coaches_run", company=self.company, revenue=revenue, hexes=places)
        game.replace_frame(Dividend(self.company, revenue))


class Dividend(DividendStep[Game1883], frozen=True):
    """6.7-a to d; CCFR before its capitalisation pays or is looted (8.1.5). `revenue` is adjusted already."""

    def any(self, game: Game1883) -> bool:
        """A85 A run of nothing can be looted, too."""
        return self.revenue > 0 or is_cooperative(game, self.company)

    def ways(self, game: Game1883) -> Sequence[str]:
        return ("full", "loot") if is_cooperative(game, self.company) else ("full", "withhold")

    def pay(self, game: Game1883, kind: str) -> None:
        if kind == "loot":
            loot(game, self.revenue)
            return
        players: dict[Holder, Holder] = {seat: seat for seat in game.seats}
        self.distribute(game, self.revenue if kind == "full" else 0, {**players, POOL: self.company})
        if not close_if_worthless(game, self.company):
            end_if_on_top(game, self.company)

    def move_price(self, game: Game1883, dividend: int) -> None:
        """6.7-a to d; A66 A company on strike may have fallen when the card was drawn."""
        if dividend >= price(game, self.company):
            move_right(game, self.company)
        elif not dividend and not (game.ruling("strike_move") == "at_the_event" and strikes(game, self.company)):
            move_left(game, self.company)
