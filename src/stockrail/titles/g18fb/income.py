"""3.5.4 to 3.5.7 Interest for a company that is building, earnings and dividends for all others."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Frame
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import pay
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.shares import holders_of, shares_of
from stockrail.rules.state import BANK, IPO, Holder
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.cards import band_of, interest_is_paid
from stockrail.titles.g18fb.companies import BUILDING, FROZEN, is_bourbon, is_regional, state_of
from stockrail.titles.g18fb.destinations import end_if_on_top
from stockrail.titles.g18fb.lease import pay_leases
from stockrail.titles.g18fb.state import Game18FB

TO_TEN = 10


class Dividend(DividendStep[Game18FB], frozen=True):
    """3.5.6-a Full, half or none."""

    def any(self, game: Game18FB) -> bool:
        return self.revenue > 0 and len(self.ways(game)) > 1

    def ways(self, game: Game18FB) -> Sequence[str]:
        """3.5.6-g, 3.4-g, 3.7.1-n"""
        if state_of(game, self.company) == FROZEN:
            return ("half",)
        return ("withhold",) if game.state.lease.get(self.company) else ("full", "half", "withhold")

    def skip(self, game: Game18FB) -> None:
        ways = self.ways(game)
        game.pop_frame()
        self.pay(game, ways[0] if len(ways) == 1 else "withhold")

    def pay(self, game: Game18FB, kind: str) -> None:
        """3.5.6-b to e"""
        dividends = {"full": self.revenue, "half": shared_half(self.revenue), "withhold": 0}
        self.distribute(game, dividends[kind], paid_for(game, self.company))
        pay_leases(game)

    def move_price(self, game: Game18FB, dividend: int) -> None:
        """2.2.5-c to e, n, Q3 By the whole dividend; 3.7.1-n who pays off a lease does not fall."""
        if dividend >= price(game, self.company):
            move_right(game, self.company)
            end_if_on_top(game, self.company)
        elif not dividend and not game.state.lease.get(self.company):
            move_left(game, self.company)


def shared_half(revenue: int) -> int:
    """3.5.6-c, f, 3.6.3-m, Q39 Half, rounded up to D10."""
    return -(-revenue // (2 * TO_TEN)) * TO_TEN


def paid_for(game: Game18FB, company: str) -> dict[Holder, Holder]:
    """3.5.6-d Initial offer and treasury pay the company, other companies are paid themselves, the pool is not."""
    others = [other for other in game.title.companies if not is_regional(game, other)]
    holders: list[Holder] = [*game.seats, *others]
    return {**{holder: holder for holder in holders}, IPO: company}


def is_building(game: Game18FB, company: str) -> bool:
    """3.4-k, Q50 Whether the rest of its turn is that of a company in building state."""
    return state_of(game, company) == BUILDING or (is_bourbon(game) and game.state.flags.get("built") == company)


class Income(Frame[Game18FB], frozen=True):
    """3.4-k By the state at this moment interest (3.5.4), or the account and what is paid of it."""

    company: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()
        if is_building(game, self.company):
            game.state.flags["built"] = self.company
            pay_interest(game, self.company)
        else:
            game.state.operated[self.company] = True
            game.push_frame(Dividend(self.company, account(game, self.company).total))


def pay_interest(game: Game18FB, company: str) -> None:
    """3.5.4-a to g Only if all tile steps were played; otherwise the price goes left."""
    if game.state.flags.get("all_steps") != company:
        game.note("interest_missed", company=company)
        move_left(game, company)
        return
    each: int = game.title.facts["interest"][band_of(game, company)]
    sums: dict[Holder, int] = {}
    for holder in _investors(game, company):
        sums[holder] = each * shares_of(game, holder, company)
        pay(game, BANK, holder, sums[holder])
    game.note("interest", company=company, each=each, sums=[("", holder, amount) for holder, amount in sums.items()])
    interest_is_paid(game, company)


def _investors(game: Game18FB, company: str) -> list[Holder]:
    """3.5.4-b Players and other companies."""
    others = [other for other in game.title.companies if other != company]
    return [holder for holder in holders_of(game, company) if holder in game.seats or holder in others]
