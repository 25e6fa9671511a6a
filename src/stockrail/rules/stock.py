"""A stock turn: sell any blocks, then buy a share, start a company, take another action, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import R, RailGame, pay
from stockrail.rules.prices import par_prices, place_marker
from stockrail.rules.rounds import end_stock_turn
from stockrail.rules.shares import (
    block_is_named,
    block_sizes,
    percent_of,
    sell,
    settle_presidency,
    shares_of,
    singles_of,
)
from stockrail.rules.state import BANK, Holder, certs_at


class SellingTurn(PlayerDecision[R], frozen=True):
    """One player's turn in a stock round. A title says what may be sold and how, and what else is possible."""

    other_kinds: ClassVar[tuple[type[Action], ...]] = ()  # what `other_deeds` lists

    sold: tuple[str, ...] = ()
    done: bool = False  # what else a turn allows is done; the player may go on selling

    @property
    def acted(self) -> bool:
        """Whether the player has done anything in this turn, so that ending it is no pass."""
        return bool(self.sold) or self.done

    # -- the doors ----------------------------------------------------------------------------------------------

    def any(self, game: R) -> bool:
        return not isinstance(next(self.entries(game), Pass(self.player)), Pass)

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, SellShares):
            self._check_sale(game, action)
            return
        first = self.to_sell_first(game)
        if first:
            raise game.refusal("must_sell_first", player=self.player, companies=first)
        if isinstance(action, Pass):
            self._check_pass(game)
        elif self.done:
            raise game.refusal("stock_turn_only", player=self.player, done=True)
        else:
            self._check_deed(game, action)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        if self.to_sell_first(game):
            return (SellShares,)
        if self.done:
            return (SellShares, Pass)
        return (SellShares, BuyShare, StartCompany, *self.other_kinds, Pass)

    def list(self, game: R) -> Menu:
        return [*self.entries(game)]

    def entries(self, game: R) -> Iterator[Action | ActionRange[Any]]:
        """The menu, one entry after the other; passing comes last."""
        yield from self.moves(game)
        if not self.to_sell_first(game) and (self.acted or self.pass_fault(game) is None):
            yield Pass(self.player)

    def moves(self, game: R) -> Iterator[Action | ActionRange[Any]]:
        """The menu without the pass."""
        started = game.title.started(game)
        for company in started:
            if company not in self.sold:
                yield from blocks(self.player, company, self.block_sizes(game, company))
        if not self.done and not self.to_sell_first(game):
            yield from self._deeds(game, started)

    def _deeds(self, game: R, started: Sequence[str]) -> Iterator[Action | ActionRange[Any]]:
        for company in started if self.certificate_fault(game) is None else ():
            buys = (BuyShare(self.player, company, source) for source in game.title.share_sources(game, company))
            yield from (buy for buy in buys if (self._share_fault(game, buy) or self._price_fault(game, buy)) is None)
        yield from self._starts(game)
        yield from self.other_deeds(game)

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, SellShares):
            game.state.sold[self.player, action.company] = True
            game.change_frame(sold=(*self.sold, action.company))
            self.sell(game, action)
            return
        if isinstance(action, Pass):
            self._leave(game, self.acted)
            return
        if self.sales_follow(game):
            game.change_frame(done=True)
        else:
            self._leave(game, True)
        self.do(game, action)

    def skip(self, game: R) -> None:
        self._leave(game, self.acted)

    def _leave(self, game: R, acted: bool) -> None:
        if not acted:
            game.note("passes", player=self.player)
        end_stock_turn(game, self.player, acted)

    def _starts(self, game: R) -> Iterator[StartCompany]:
        """Every company that may start, at every par price the player can afford."""
        held, limit = game.title.certificates(game, self.player)
        cash = game.state.cash[self.player]
        for company in self.startable(game) if held < limit else ():
            starts = (start for price, start in game.title.starts_of(self.player, company) if price <= cash)
            yield from (start for start in starts if self.is_par(game, start.value))

    # -- why not ------------------------------------------------------------------------------------------------

    def _check_sale(self, game: R, action: SellShares) -> None:
        if action.company not in game.state.par:
            raise game.refusal("not_started", company=action.company)
        if action.company in self.sold:
            raise game.refusal("sold_in_block", company=action.company)
        self.check_block(game, action)

    def _check_pass(self, game: R) -> None:
        fault = None if self.acted else self.pass_fault(game)
        if fault:
            raise game.refusal(fault, player=self.player)

    def _check_deed(self, game: R, action: Action) -> None:
        if isinstance(action, BuyShare):
            fault, price = self.purchase_fault(game, action), None
            if fault and action.company in game.state.par:
                price = game.title.buying_price(game, action.company, action.source)
            self._refuse(game, fault, action.company, source=action.source, price=price or 0)
        elif isinstance(action, StartCompany):
            fault, price = self.start_fault(game, action), game.title.starting_price(action)
            self._refuse(game, fault, action.company, value=action.value, price=price)
        else:
            self.check_other(game, action)

    def _refuse(self, game: R, fault: str | None, company: str, **params: Any) -> None:
        if fault:
            cash, limit = game.state.cash[self.player], self.limit_behind(game, fault)
            raise game.refusal(fault, company=company, player=self.player, cash=cash, limit=limit, **params)

    def purchase_fault(self, game: R, action: BuyShare) -> str | None:
        """Why the player may not buy this share."""
        return self._share_fault(game, action) or self.certificate_fault(game) or self._price_fault(game, action)

    def _share_fault(self, game: R, action: BuyShare) -> str | None:
        """Why nobody sells it to this player."""
        company, source = action.company, action.source
        if company not in game.state.par:
            return self.unstarted_fault(game, company)
        pieces = self.pieces(game, source, company) if source in game.title.share_sources(game, company) else ()
        if not pieces or (action.certificate and action.certificate not in pieces):
            return "none_there"
        if (self.player, company) in game.state.sold:
            return "sold_this_round"
        return self.holding_fault(game, company, game.title.percent[action.certificate or pieces[0]])

    def _price_fault(self, game: R, action: BuyShare) -> str | None:
        price = game.title.buying_price(game, action.company, action.source) or 0
        return "cannot_pay" if game.state.cash[self.player] < price else None

    def certificate_fault(self, game: R) -> str | None:
        held, limit = game.title.certificates(game, self.player)
        return "certificate_limit" if held >= limit else None

    # -- what a title says --------------------------------------------------------------------------------------

    def sales_follow(self, game: R) -> bool:
        """Whether the player may go on selling once they have bought, started or done anything else."""
        return False

    def pass_fault(self, game: R) -> str | None:
        """Why a player who has done nothing in this turn may not pass."""
        return None

    def to_sell_down(self, game: R) -> Sequence[str]:
        """Above the certificate limit: everything that can be sold now, for a title in which the player must."""
        held, limit = game.title.certificates(game, self.player)
        if held <= limit:
            return ()
        return [c for c in game.title.started(game) if c not in self.sold and self.block_sizes(game, c)]

    def to_sell_first(self, game: R) -> Sequence[str]:
        """Companies whose shares the player must sell before anything else."""
        return ()

    def block_sizes(self, game: R, company: str) -> Sequence[int]:
        """How many shares the player may sell as one block now: as many as leave somebody to take the presidency."""
        return block_sizes(game, self.player, company)

    def check_block(self, game: R, action: SellShares) -> None:
        """Raise IllegalAction unless the block may be sold."""
        company, count, held = action.company, action.count, shares_of(game, self.player, action.company)
        if not 1 <= count <= held or not block_is_named(game, self.player, company, count, action.certificates):
            raise game.refusal("not_enough_shares", company=company, count=count, held=held)
        if count not in self.block_sizes(game, company):
            raise game.refusal("president_needs_heir", company=company, count=count)

    def sell(self, game: R, action: SellShares) -> None:
        sell(game, self.player, action.company, action.count, action.certificates)

    def pieces(self, game: R, source: Holder, company: str) -> Sequence[str]:
        """The certificates of a company for sale there."""
        return singles_of(game, source, company)

    def unstarted_fault(self, game: R, company: str) -> str:
        return "not_started"

    def holding_fault(self, game: R, company: str, percent: int) -> str | None:
        """Why the player may not hold so much more of this company: by default, because of a limit in the facts."""
        limit = self._share_limit(game)
        return "share_limit" if limit and percent_of(game, self.player, company) + percent > limit else None

    def _share_limit(self, game: R) -> int:
        """How many percent of a company a player may hold; 0 without a limit."""
        limit: int = game.title.facts.get("shares", {}).get("player_limit", 0)
        return limit

    def limit_behind(self, game: R, fault: str) -> int:
        """The limit that a refusal names."""
        return self._share_limit(game) if fault == "share_limit" else game.title.certificates(game, self.player)[1]

    def startable(self, game: R) -> Sequence[str]:
        """The companies that the player may start, if they can pay."""
        return [company for company in game.title.companies if self.opening_fault(game, company) is None]

    def opening_fault(self, game: R, company: str) -> str | None:
        """Why nobody may start this company now."""
        return "already_started" if company in game.state.par else None

    def is_par(self, game: R, value: int) -> bool:
        """Whether companies may start at this value now."""
        return value in par_prices(game)

    def start_fault(self, game: R, action: StartCompany) -> str | None:
        """Why the player may not start this company at this value."""
        if action.company not in game.title.companies:
            return "no_such_company"
        fault = self.opening_fault(game, action.company)
        if fault or not self.is_par(game, action.value):
            return fault or "no_par_value"
        short = game.state.cash[self.player] < game.title.starting_price(action)
        return self.certificate_fault(game) or ("cannot_pay" if short else None)

    def other_deeds(self, game: R) -> Iterator[Action | ActionRange[Any]]:
        """What else the player may do in this turn."""
        return iter(())

    def check_other(self, game: R, action: Action) -> None:
        """Raise IllegalAction unless it is such an action and legal."""
        raise game.refusal("stock_turn_only", player=self.player)

    def do(self, game: R, action: Action) -> None:
        """Carry out a checked action; the turn has left the stack or goes on with sales. A founder pays the company."""
        if isinstance(action, BuyShare):
            buy_share(game, action)
            settle_presidency(game, action.company)
        elif isinstance(action, StartCompany):
            game.state.par[action.company] = action.value
            place_marker(game, action.company, game.title.grid.par[action.value])
            start_company(game, action, action.company)


def blocks(player: int, company: str, sizes: Sequence[int]) -> Iterator[ActionRange[SellShares]]:
    """Blocks of any of these sizes; sizes that follow on each other are one entry."""
    for _, group in groupby(enumerate(sizes), key=lambda pair: pair[1] - pair[0]):
        row = [size for _, size in group]
        yield ActionRange(SellShares(player, company, row[0]), "count", row[0], row[-1])


def buy_share(game: RailGame, action: BuyShare, payee: Holder | None = None) -> None:
    """Payment for treasury shares goes to the company, for all others to the bank, unless somebody else is named."""
    player, company, source = action.player, action.company, action.source
    cost = game.title.buying_price(game, company, source)
    assert cost is not None
    cert = action.certificate or singles_of(game, source, company)[0]
    pay(game, player, (company if source == company else BANK) if payee is None else payee, cost)
    game.state.shelves.move(cert, certs_at(player, company))
    game.note("buys_share", player=player, company=company, source=source, amount=cost)


def start_company(game: RailGame, action: StartCompany, payee: Holder) -> None:
    """The founder buys the president's certificate; the title places the marker."""
    player, company = action.player, action.company
    pay(game, player, payee, game.title.starting_price(action))
    game.state.shelves.move(f"{company}_0", certs_at(player, company))
    game.note("starts", player=player, company=company, value=action.value)
