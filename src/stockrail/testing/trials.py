"""What a title promises about money and prices, tried out on forks of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from stockrail.core import Action, Decision, Pay
from stockrail.rules.actions import BuyShare, Pass, PayOut, RunTrains, StartCompany
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import OPERATING, Duty, FloatNeed, Missed, Quote, Standing
from stockrail.rules.prices import price
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.running import RunDecision
from stockrail.rules.shares import president_shares
from stockrail.rules.state import BANK, Holder, certs_at
from stockrail.rules.stock import SellingTurn
from stockrail.testing.clocks import Expect

PLENTY = 10_000  # what players are given on a fork, so that money is no obstacle


class Trials:
    """Each method takes one kind of promise, makes a fork and sees what happens."""

    def __init__(self, expect: Expect) -> None:
        self.expect = expect

    # -- floating ---------------------------------------------------------------------------------------------------

    def starting(self, game: RailGame, starts: list[StartCompany]) -> None:
        """A company that is started needs what was said, less what was paid for its first certificate."""
        for start in starts[:1] + starts[-1:]:
            need = game.title.outlook.float_need(game, start.company, start.value)
            assert need is not None, f"{start.company} can be started, but it needs nothing to float"
            self._start(game, start, need)

    def _start(self, game: RailGame, start: StartCompany, need: FloatNeed) -> None:
        fork, company, paid = game.fork(history=False), start.company, game.title.starting_price(start)
        fork.push(start)
        _settle(fork, company)
        closed = [c for c in game.title.companies if self._closed(fork, c) and not self._closed(game, c)]
        gifts = sum(game.state.cash[other] for other in closed)
        more = fork.title.outlook.float_need(fork, company)
        then = (more.shares, more.cost, more.treasury) if more else (0, 0, fork.state.cash[company])
        first = president_shares(game, company)
        left = (need.shares - first, need.cost - paid, need.treasury + gifts)
        self.expect("float_need", left == then, f"{company} at {start.value} needs {need}, but once started {then}")

    def _closed(self, game: RailGame, company: str) -> bool:
        return game.title.outlook.standing(game, company) == Standing.CLOSED

    def floating(self, game: RailGame) -> None:
        """Buying as many shares as are missing floats a company, and not one fewer."""
        if not isinstance(game.decision, SellingTurn):
            return
        for company in game.title.started(game):
            need = game.title.outlook.float_need(game, company)
            if need is not None and need.shares:
                self._float(game, company, need)

    def _float(self, game: RailGame, company: str, need: FloatNeed) -> None:
        fork = _rich(game)
        mark, outlook, bought = len(fork.state.journal), game.title.outlook, 0
        while bought < need.shares:
            buy = _purchase(fork, company)
            if buy is None or not _same_round(fork, game):
                return  # nobody may hold more, or the round is over: nothing is proven
            still = outlook.standing(fork, company) == Standing.STARTED
            self.expect("float_need", still, f"{company} floats with {bought} shares, not {need.shares}")
            bought += isinstance(buy, BuyShare)
            fork.push(buy)
        _settle(fork, company)
        paid = [e for e in fork.state.journal.entries[mark:] if isinstance(e, Pay) and isinstance(e.source, int)]
        cost, payees = sum(entry.amount for entry in paid), {entry.target for entry in paid}
        floats = outlook.standing(fork, company) in OPERATING
        self.expect("float_need", floats, f"{company} does not float with {need.shares} more shares")
        self.expect("float_need", cost == need.cost, f"{company} needs {cost} to float, not {need.cost}")
        right = payees == {company} if need.payee == company else need.payee in payees
        self.expect("float_need", right, f"{payees} get the money for {company}, not {need.payee}")
        has = fork.state.cash[company]
        self.expect("float_need", has == need.treasury, f"{company} floats with {has}, not {need.treasury}")

    # -- dividends --------------------------------------------------------------------------------------------------

    def dividend(self, game: RailGame) -> None:
        """Paying out brings every holder what was said, and the price goes where it was said to go."""
        step = game.decision
        assert isinstance(step, DividendStep)
        company, outlook, kept = step.company, game.title.outlook, {}
        for kind, paid in (("full", step.revenue), ("withhold", 0)):
            pay, fork = PayOut(step.actor(game), company, kind), game.fork(history=False)
            if game.is_legal(pay):
                step.take(fork, pay)
                self._check_income(game, fork, company, paid)
                self._check_price(game, fork, company, outlook.price_after(game, company, paid))
                kept[kind] = fork.state.cash[company]
        if len(kept) > 1 and outlook.price_after(game, company, 0).price:
            came = step.revenue - kept["withhold"] + kept["full"]
            self._check_share(game, company, company, step.revenue, came)

    def forced_income(self, game: RailGame) -> None:
        """A company that has no choice pays as was said: the run of the menu, and what follows without a decision."""
        run, action = game.decision, game.legal_actions()[0]
        assert isinstance(run, RunDecision) and isinstance(action, RunTrains)
        before = game.fork(history=False)
        run.take(before, action)
        step = before.stack[-1]
        if isinstance(step, DividendStep) and step.revenue and not step.any(before):
            fork = before.fork(history=False)
            step.skip(fork)
            self._check_income(before, fork, step.company, step.revenue)
            if game.title.outlook.standing(fork, step.company) in OPERATING:  # else it is bankrupt, and all is gone
                kept = fork.state.cash[step.company] - before.state.cash[step.company]
                came = kept - run.read(game, action).subsidy
                self._check_share(before, step.company, step.company, step.revenue, came)
            if step.company in before.state.cell:
                self._check_price(before, fork, step.company, self._price_unpaid(before, step))

    def _price_unpaid(self, game: RailGame, step: DividendStep) -> Quote:
        """The price after what a company does by itself: nobody is paid, or everybody."""
        outlook, company = game.title.outlook, step.company
        paid = any(outlook.income_share(game, seat, company).shares for seat in game.seats)
        return outlook.price_after(game, company, step.revenue if paid else 0)

    def _check_income(self, game: RailGame, fork: RailGame, company: str, paid: int) -> None:
        """What everybody got but the company itself, which may get more than its share."""
        others: list[Holder] = [*game.seats, *(c for c in game.title.companies if c != company)]
        for holder in others:
            self._check_share(game, holder, company, paid, fork.state.cash[holder] - game.state.cash[holder])

    def _check_share(self, game: RailGame, holder: Holder, company: str, paid: int, came: int) -> None:
        told = game.title.outlook.income_share(game, holder, company).of(paid)
        self.expect("income_share", came == told, f"{company} pays {paid}: {holder} gets {came}, not {told}")

    def _check_price(self, game: RailGame, fork: RailGame, company: str, told: Quote) -> None:
        now = price(fork, company) if company in fork.state.cell else 0
        before = price(game, company)
        self.expect("price_after", now == told.price, f"{company} goes from {before} to {now}, not to {told.price}")

    # -- the end of a stock round -----------------------------------------------------------------------------------

    def closing(self, game: RailGame) -> None:
        """When the stock round ends, prices are what was said, also for a company that is sold out."""
        if not isinstance(current_round(game), StockRound) or not isinstance(game.decision, SellingTurn):
            return
        at_risk = {duty.company for duty in _fines(game)}
        companies = [c for c in game.title.started(game) if c in game.state.cell and c not in at_risk]
        self._close(game, companies, None)
        for company in [c for c in companies if game.title.outlook.standing(game, c) in OPERATING][:1]:
            fork = game.fork(history=False)
            for holder in (company, *(place[1] for place in _holdings(game, company))):
                for cert in list(fork.state.shelves.on(certs_at(holder, company))):
                    fork.state.shelves.move(cert, certs_at(fork.seats[0], company))
            self._close(fork, [company], True)

    def _close(self, game: RailGame, companies: list[str], sold_out: bool | None) -> None:
        outlook, fork = game.title.outlook, game.fork(history=False)
        depth = next(n for n, frame in enumerate(fork.stack) if isinstance(frame, StockRound))
        fork.stack = fork.stack[: depth + 1]
        fork.change_frame(opener=fork.seats[0])
        fork.title.end_stock_round(fork)
        for company in companies:
            told = outlook.price_at_close(game, company, sold_out).price
            now = price(fork, company)
            self.expect("price_at_close", told == now, f"{company} costs {now} after the stock round, not {told}")

    # -- duties -----------------------------------------------------------------------------------------------------

    def missing(self, game: RailGame) -> None:
        """If everybody passes, whoever was to be fined is."""
        duties = _fines(game)
        if not duties or not isinstance(game.decision, SellingTurn):
            return
        fork = _rich(game)
        mark = len(fork.state.journal)
        while _same_round(fork, game):
            assert fork.actor is not None
            fork.push(Pass(fork.actor) if fork.is_legal(Pass(fork.actor)) else fork.legal_actions()[0])
        for seat in game.seats:
            told = sum(duty.fine for duty in game.title.outlook.duties(game, seat))
            paid = paid_to_bank(fork, mark)[seat]
            self.expect("fines", paid == told, f"player {seat} was fined {paid} for missed duties, not {told}")
        for duty in duties:
            standing = game.title.outlook.standing(fork, duty.company)
            self.expect("fines", standing == Standing.UNOPENED, f"{duty.company} failed, and now it is {standing}")


def _fines(game: RailGame) -> list[Duty]:
    """The duties of all players whose neglect is fined at the end of the stock round."""
    duties = [duty for seat in game.seats for duty in game.title.outlook.duties(game, seat)]
    return [duty for duty in duties if duty.if_missed == Missed.FAILS]


def _same_round(one: RailGame, other: RailGame) -> bool:
    rounds = [current_round(game) for game in (one, other)]
    parts = [now.part() for now in rounds if now is not None]
    return len(parts) == len(rounds) and parts[0] == parts[1]


def _rich(game: RailGame) -> RailGame:
    """A fork in which players have plenty of money."""
    fork = game.fork(history=False)
    for seat in fork.seats:
        fork.state.cash.amounts[seat] = fork.state.cash[seat] + PLENTY
    return fork


def _purchase(game: RailGame, company: str) -> Action | None:
    """A share of the company, where it is offered first; else a pass, if that is possible."""
    menu = game.legal_actions()
    buys = [entry for entry in menu if isinstance(entry, BuyShare) and entry.company == company]
    return next(iter([*buys, *(entry for entry in menu if isinstance(entry, Pass))]), None)


def _settle(game: RailGame, company: str) -> None:
    """Take the first, lowest entry of whatever a company must decide right away."""
    while _is_about(game.decision, company):
        game.push(game.legal_actions()[0])


def _is_about(decision: Decision | None, company: str) -> bool:
    return isinstance(decision, CompanyDecision) and decision.company == company


def _holdings(game: RailGame, company: str) -> Iterator[tuple[str, Holder, str]]:
    """The shelves on which certificates of a company lie."""
    for place, things in game.state.shelves.things.items():
        if things and isinstance(place, tuple) and place[0] == "certs" and place[2] == company:
            yield place


def paid_to_bank(game: RailGame, mark: int) -> Counter[Any]:
    """What each holder has paid to the bank since a mark in the journal."""
    paid: Counter[Any] = Counter()
    for entry in game.state.journal.entries[mark:]:
        if isinstance(entry, Pay) and entry.target == BANK:
            paid[entry.source] += entry.amount
    return paid
