"""2.2.3, 2.2.4, 3.5.9 Stock that companies hold, and what the zones of the market forbid."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.shares import percent_of, singles_of
from stockrail.rules.state import BANK, POOL, SHARE, certs_at
from stockrail.titles.g18fb.lease import pay_leases
from stockrail.titles.g18fb.state import Game18FB

LIGHT, DARK = "light_blue", "dark_blue"


def zone_of(game: Game18FB, company: str) -> str:
    """2.2.3, 2.2.4 The zone in which its price stands, if it has one."""
    return game.title.grid.zone(game.state.cell[company]) if company in game.state.cell else ""


def is_banned(game: Game18FB, company: str, other: str) -> bool:
    """2.2.3-a, 2.2.4-a, Q48 Whether a company may hold no stock of another one, or of itself."""
    return zone_of(game, other) in (LIGHT, DARK) or zone_of(game, company) == DARK


def holds(game: Game18FB, company: str) -> list[str]:
    """The companies of which it holds single certificates, itself among them."""
    return [other for other in game.title.companies if singles_of(game, company, other)]


class ForcedSales(Frame[Game18FB], frozen=True):
    """2.2.3-b, 2.2.4-a, C-2, Q47 At the start of a turn; the order does not matter, as companies move no price."""

    company: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()
        if game.ruling("forced_sales") == "start_of_turn":
            sell_banned(game, self.company)


def sell_banned(game: Game18FB, company: str) -> None:
    """3.5.9-f All stock that the zones forbid, whatever limit there is."""
    for other in holds(game, company):
        if is_banned(game, company, other):
            sell_stock(game, company, other, len(singles_of(game, company, other)), forced=True)


def sell_surplus(game: Game18FB, company: str) -> None:
    """3.5.9-i, Q66 What a merger has brought above the limit for stock of another company."""
    limit: int = game.title.facts["shares"]["company_limit"]
    for other in holds(game, company):
        surplus = (percent_of(game, company, other) - limit) // SHARE
        if other != company and surplus > 0:
            sell_stock(game, company, other, surplus, forced=True)


def sell_stock(game: Game18FB, company: str, other: str, count: int, forced: bool = False) -> None:
    """2.2.5-b, 3.5.9-g At the market price, which does not move."""
    amount = count * price(game, other)
    for cert in singles_of(game, company, other)[:count]:
        game.state.shelves.move(cert, certs_at(POOL, other))
    pay(game, BANK, company, amount)
    game.note("company_sells", company=company, other=other, count=count, amount=amount, forced=forced)
    pay_leases(game)
