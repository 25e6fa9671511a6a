"""3.5.4, 3.5.5 Interest for a company that is building, earnings for all others."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.rules.game import pay
from stockrail.rules.prices import move_left
from stockrail.rules.shares import holders_of, shares_of
from stockrail.rules.state import BANK, Holder
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.cards import band_of, interest_is_paid
from stockrail.titles.g18fb.companies import BUILDING, is_bourbon, state_of
from stockrail.titles.g18fb.dividends import Dividend
from stockrail.titles.g18fb.state import Game18FB


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
