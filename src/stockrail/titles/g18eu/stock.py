"""4.1 Stock turns: sell any blocks, then buy one certificate, start a corporation, exchange a minor, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stockrail.core import Action
from stockrail.rules.actions import BuyShare, SellShares, StartCompany
from stockrail.rules.blocks import check_pool_block, largest_pool_block
from stockrail.rules.game import RailGame
from stockrail.rules.prices import place_marker
from stockrail.rules.shares import (
    owner_of,
    percent_of,
    pool_room,
    sell,
    settle_presidency,
    shares_of,
)
from stockrail.rules.stock import SellingTurn, buy_share, start_company
from stockrail.titles.g18eu.actions import Exchange
from stockrail.titles.g18eu.companies import (
    certificate_limit,
    certificates_of,
    float_if_due,
    has_operated,
    minors_needed,
    minors_of,
    pay_token_fee,
    started,
)
from stockrail.titles.g18eu.discards import discards_after_merger
from stockrail.titles.g18eu.formation import ChooseHome, ChooseMinor, open_circles
from stockrail.titles.g18eu.merging import connected, merge, share_sources

SHARE_LIMIT = 60
POOL_LIMIT = 50


def room_in_pool(game: RailGame, company: str) -> int:
    return pool_room(game, company, POOL_LIMIT)


def largest_block(game: RailGame, player: int, company: str) -> int:
    """How many shares of a corporation a player could sell now."""
    if company not in game.state.par or not has_operated(game, company):
        return 0
    return largest_pool_block(game, player, company, POOL_LIMIT)


class StockTurn(SellingTurn, frozen=True):
    """One player's turn in a stock round."""

    other_kinds: ClassVar[tuple[type[Action], ...]] = (Exchange,)

    def any(self, game: RailGame) -> bool:
        if game.ruling("skipping") == "as_site" and minors_of(game, self.player):
            return True
        return super().any(game)

    def to_sell_first(self, game: RailGame) -> Sequence[str]:
        return must_sell(game, self.player, self.sold)

    def block_sizes(self, game: RailGame, company: str) -> range:
        most = largest_block(game, self.player, company)
        return range(max(1, min(most, over_share_limit(game, self.player, company))), most + 1)

    def check_block(self, game: RailGame, action: SellShares) -> None:
        company, count = action.company, action.count
        check_block(game, action)
        if count < min(over_share_limit(game, self.player, company), largest_block(game, self.player, company)):
            raise game.refusal("sell_down_to_limit", company=company, limit=SHARE_LIMIT)

    def sell(self, game: RailGame, action: SellShares) -> None:
        sell(game, self.player, action.company, action.count, action.certificates)

    def unstarted_fault(self, game: RailGame, company: str) -> str:
        """4.1.2-e"""
        return "president_first" if company in game.title.companies else "not_started"

    def holding_fault(self, game: RailGame, company: str, percent: int) -> str | None:
        """3.1-d, P-21"""
        above = percent_of(game, self.player, company) + percent > SHARE_LIMIT
        return "share_limit" if above and limit_binds(game, company) else None

    def limit_behind(self, game: RailGame, fault: str) -> int:
        return SHARE_LIMIT if fault == "share_limit" else certificate_limit(game)

    # -- starting corporations, exchanging minors ---------------------------------------------------------------

    def startable(self, game: RailGame) -> Sequence[str]:
        waiting = [company for company in game.title.companies_of("major") if company not in game.state.par]
        return waiting if self._founding_fault(game) is None else ()

    def start_fault(self, game: RailGame, action: StartCompany) -> str | None:
        if action.company not in game.title.companies_of("major"):
            return "no_such_company"
        if action.company in game.state.par:
            return "already_started"
        if action.value not in game.title.grid.par:
            return "no_par_value"
        fault = self.certificate_fault(game) or self._founding_fault(game)
        dear = game.title.starting_price(action) > game.state.cash[self.player]
        return fault or ("cannot_pay" if dear else None)

    def _founding_fault(self, game: RailGame) -> str | None:
        """4.1.3-d, 4.3-p A minor to merge, or from phase 5 a place to begin."""
        if minors_needed(game):
            return None if minors_of(game, self.player) else "needs_minor"
        return None if open_circles(game) else "no_open_city"

    def other_deeds(self, game: RailGame) -> Iterator[Exchange]:
        for minor in minors_of(game, self.player) if minors_needed(game) else []:
            for company in connected(game, minor):
                sources = share_sources(game, company) if may_still_merge(game, company) else []
                yield from (Exchange(self.player, minor, company, source) for source in sources)

    def check_other(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, Exchange):
            raise game.refusal("stock_turn_only", player=self.player)
        minor, company = action.minor, action.company
        if minor not in game.title.companies_of("minor") or owner_of(game, minor) != self.player:
            raise game.refusal("not_your_minor", minor=minor)
        if company not in game.state.par:
            raise game.refusal("not_started", company=company)
        if not may_still_merge(game, company):
            raise game.refusal("merges_before_operating", company=company)
        if action.source not in share_sources(game, company):
            raise game.refusal("none_there", company=company, source=action.source, player=self.player)
        if company not in connected(game, minor):
            raise game.refusal("not_connected", minor=minor, company=company)

    def do(self, game: RailGame, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy_share(game, action)
            settle_presidency(game, action.company)
            float_if_due(game, action.company)
        elif isinstance(action, StartCompany):
            found_corporation(game, action)
        elif isinstance(action, Exchange):
            merge(game, action.minor, action.company, action.source)
            discards_after_merger(game)


def limit_binds(game: RailGame, company: str) -> bool:
    """3.1-d, P-21"""
    return has_operated(game, company) or game.ruling("limit_before_operating") == "binds"


def may_still_merge(game: RailGame, company: str) -> bool:
    """4.3-j, P-22"""
    return not game.state.turns.get(company) or game.ruling("late_mergers") == "allowed"


def over_share_limit(game: RailGame, player: int, company: str) -> int:
    """How many shares a player holds above 60 %."""
    return max(0, shares_of(game, player, company) - SHARE_LIMIT // 10)


def must_sell(game: RailGame, player: int, sold: tuple[str, ...]) -> list[str]:
    """3.1-f, A-8, A-9 What must be sold before anything else: holdings above a limit, as far as they can be sold."""
    above = certificates_of(game, player) > certificate_limit(game)
    due = [c for c in started(game) if c not in sold and (above or over_share_limit(game, player, c))]
    return [company for company in due if largest_block(game, player, company)]


def check_block(game: RailGame, action: SellShares) -> None:
    """3.1-g, i, l; 4.1.1-b Whether a block may be sold at all."""
    check_pool_block(game, action.player, action, POOL_LIMIT, _trade_fault(game, action.company))


def _trade_fault(game: RailGame, company: str) -> str | None:
    return None if has_operated(game, company) else "never_operated"


def found_corporation(game: RailGame, action: StartCompany) -> None:
    """4.1.3-a The president's certificate for twice the starting value; then the home is chosen."""
    company = action.company
    game.state.par[company] = action.value
    place_marker(game, company, game.title.grid.par[action.value])
    start_company(game, action, company)
    if game.ruling("token_fee") == "at_start":
        pay_token_fee(game, company)
    game.push_frame(ChooseMinor(company) if minors_needed(game) else ChooseHome(company))
