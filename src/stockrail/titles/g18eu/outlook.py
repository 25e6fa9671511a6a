"""What lies ahead in 18EU: minors that pay half and are exchanged, the fifth share, trains of the pool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stockrail.market import Cell
from stockrail.rules import outlook
from stockrail.rules.actions import StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import (
    DISCARD,
    Becoming,
    ComingTrain,
    Due,
    Duty,
    FloatNeed,
    IncomeShare,
    Missed,
    Stake,
)
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, president_shares, shares_of
from stockrail.rules.state import DEPOT, Holder
from stockrail.rules.trains import excess
from stockrail.titles.g18eu.companies import TOKEN_FEE, is_minor, minors_needed, minors_of
from stockrail.titles.g18eu.discards import Discard
from stockrail.titles.g18eu.formation import ChooseMinor
from stockrail.titles.g18eu.merging import connected, share_sources
from stockrail.titles.g18eu.running import cell_after
from stockrail.titles.g18eu.sale import Offer
from stockrail.titles.g18eu.stock import may_still_merge
from stockrail.titles.g18eu.trains import cars_for_sale

DISPOSE = "dispose"  # a duty: the final exchange takes every minor


class Outlook(outlook.Outlook[RailGame]):
    """18EU's answers where they are not those of a plain title."""

    def float_need(self, game: RailGame, company: str, value: int | None = None) -> FloatNeed | None:
        """4.1.3-a, b; 4.3-c, l, o, s, t; A-14 A founder's minor brings the third share before phase 5."""
        if not self.can_float(game, company):
            return None
        begun = company in game.state.par
        par = game.state.par[company] if begun else value or min(game.title.grid.par)
        first = 0 if begun else president_shares(game, company)
        gift = int(minors_needed(game) and (not begun or ChooseMinor(company) in game.stack))
        count = self._missing_shares(game, company, first + gift)
        each = price(game, company) if begun else par
        cost = count * each + (0 if begun else game.title.starting_price(StartCompany(0, company, par)))
        fee = TOKEN_FEE if not begun or game.ruling("token_fee") == "at_float" else 0
        kept = shares_of(game, company, company) - first - gift - count
        bank = kept * par if "half_underwritten" in game.phase.status else 0
        return FloatNeed(first + count, cost, company, game.state.cash[company] + cost - fee + bank)

    def duties(self, game: RailGame, player: int) -> Sequence[Duty]:
        """4.2.2-d, e, k; the others are those of every title (3.1-f, 4.5-a)."""
        minors = minors_of(game, player) if game.state.flags.get("exchange") == "due" else ()
        closing = [Duty(DISPOSE, minor, Due.NEXT_STOCK_ROUND, 0, Missed.CLOSES) for minor in minors]
        return [*super().duties(game, player), *closing]

    def discards_due(self, game: RailGame, player: int) -> Iterator[Duty]:
        """4.3-n, 4.1.4-b, P-5 to P-7 A merger may leave a corporation above its limit until the stock round ends."""
        for company in self.presided(game, player):
            waits = any(isinstance(frame, Discard) and frame.company == company for frame in game.stack)
            if above := excess(game, company):
                yield Duty(DISCARD, company, Due.NOW if waits else Due.STOCK_ROUND, above, Missed.STOPS)

    def income_share(self, game: RailGame, holder: Holder, company: str) -> IncomeShare:
        """4.2-b, 4.4.4-b, c"""
        if not is_minor(game, company):
            return super().income_share(game, holder, company)
        if holder == company:
            return IncomeShare(1, 2, rest=True)
        return IncomeShare(int(holder == owner_of(game, company)), 2)

    def cell_after(self, game: RailGame, cell: Cell, paid: int) -> Cell:
        """4.4.5-a"""
        return cell_after(game, cell, paid)

    def cell_sold_out(self, game: RailGame, cell: Cell) -> Cell:
        """4.1.4-a"""
        return game.title.grid.up(cell)

    def trains_coming(self, game: RailGame, company: str) -> Sequence[ComingTrain]:
        """4.4.6-b, d; 2-h The pool sells at list price."""
        printed, cars = game.title.train_types, cars_for_sale(game)
        pool = [each for each in self.trains_in_pool(game) if cars or not printed[each.kind].doubles]
        return [*pool, *self.trains_in(game, DEPOT)]

    def becomes(self, game: RailGame, company: str) -> Sequence[Becoming]:
        """4.1.2-g, 4.1.3-b, 4.2.2-e A minor is worth a share of a corporation that it can reach, or of a new one."""
        if not is_minor(game, company):
            return ()
        new = [Becoming("", min(game.title.grid.par))] if minors_needed(game) else []
        reached = connected(game, company) if owner_of(game, company) is not None else []
        open_ = [major for major in reached if not minors_needed(game) or may_still_merge(game, major)]
        return [*(Becoming(major, price(game, major)) for major in open_ if share_sources(game, major)), *new]

    def at_stake(self, game: RailGame) -> Stake | None:
        """4.2.1-c, f"""
        offer = next((frame for frame in reversed(game.stack) if isinstance(frame, Offer)), None)
        return super().at_stake(game) if offer is None else Stake(offer.item, 0, None, offer.price)
