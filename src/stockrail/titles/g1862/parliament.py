"""4 Parliament rounds: charters are auctioned, and the winner starts the company at once."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import Bid, BuyShare, Pass, StartCompany
from stockrail.rules.auctions import STEP, RisingAuction
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import pay
from stockrail.rules.prices import place_marker
from stockrail.rules.rounds import Round
from stockrail.rules.shares import shares_of, singles_of
from stockrail.rules.state import BANK
from stockrail.rules.stock import buy_share, start_company
from stockrail.titles.g1862.companies import (
    certificate_limit,
    certificates_of,
    float_if_due,
    start_fault,
    startable,
)
from stockrail.titles.g1862.state import IPO, Game1862


def most_to_bid(game: Game1862, player: int) -> int:
    """4.1-d, e The highest bid that leaves the price of the cheapest director's certificate; -1 where none does."""
    left = game.state.cash[player] - int(game.title.facts["parliament"]["reserve"])
    if left < 0 or certificates_of(game, player) >= certificate_limit(game):
        return -1
    return left // STEP * STEP


def check_bid(game: Game1862, player: int, bid: int) -> None:
    """4.1-b, d, e"""
    if bid < 0 or bid % STEP:
        raise game.refusal("bid_not_multiple", bid=bid, step=STEP)
    if certificates_of(game, player) >= certificate_limit(game):
        raise game.refusal("charter_limit", player=player, limit=certificate_limit(game))
    if bid > most_to_bid(game, player):
        needed = game.title.facts["parliament"]["reserve"]
        raise game.refusal("bid_beyond_reserve", bid=bid, cash=game.state.cash[player], needed=needed)


class ParliamentRound(Round[Game1862], frozen=True):
    """4.1 Auctions are opened in turn until all decline one after the other; the priority stays."""

    kind: ClassVar[str] = "parliament"

    coming: int
    passes: int = 0
    winners: tuple[int, ...] = ()

    def proceed(self, game: Game1862) -> None:
        if self.passes < len(game.seats):
            game.push_frame(OpenAuction(self.coming))
        else:
            game.pop_frame()


def parliament(game: Game1862) -> ParliamentRound:
    """The round that the game is in the middle of."""
    return next(frame for frame in reversed(game.stack) if isinstance(frame, ParliamentRound))


class OpenAuction(PlayerDecision[Game1862], frozen=True):
    """4.1-a, f Name a company and bid for it, or decline; who has won a charter in this round declines."""

    def any(self, game: Game1862) -> bool:
        won = self.player in parliament(game).winners
        return not won and most_to_bid(game, self.player) >= 0 and bool(startable(game))

    def check(self, game: Game1862, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Bid):
            raise game.refusal("open_or_pass", player=self.player)
        fault = start_fault(game, action.item)
        if fault:
            raise game.refusal(fault, company=action.item)
        check_bid(game, self.player, action.price)

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (Bid, Pass)

    def list(self, game: Game1862) -> Menu:
        most = most_to_bid(game, self.player)
        bids = [ActionRange(Bid(self.player, company, 0), "price", 0, most, STEP) for company in startable(game)]
        return [*bids, Pass(self.player)]

    def take(self, game: Game1862, action: Action) -> None:
        if isinstance(action, Bid):
            game.note("bids", player=self.player, item=action.item, price=action.price)
            others = tuple(game.seats_after(self.player))
            game.replace_frame(CharterAuction(action.item, self.player, action.price, others))
        else:
            self.skip(game)

    def skip(self, game: Game1862) -> None:
        game.note("passes", player=self.player)
        game.pop_frame()
        game.change_frame(coming=game.next_seat(self.player), passes=parliament(game).passes + 1)


class CharterAuction(RisingAuction[Game1862], frozen=True):
    """4.1-c, g The auction of a charter."""

    def most(self, game: Game1862, player: int) -> int:
        return most_to_bid(game, player)

    def check_bid(self, game: Game1862, player: int, price: int) -> None:
        check_bid(game, player, price)

    def won(self, game: Game1862) -> None:
        win_charter(game, self.item, self.winner, self.price)


def win_charter(game: Game1862, company: str, player: int, bid: int) -> None:
    """4.2-a; 4.1-f, h The winner pays the bank and goes on to set the price; then it is the next player's turn."""
    pay(game, player, BANK, bid)
    game.note("wins_charter", player=player, company=company, price=bid)
    game.state.chartered[company] = True
    game.state.obliged[company] = player
    game.pop_frame()
    round_ = parliament(game)
    game.change_frame(coming=game.next_seat(player), passes=0, winners=(*round_.winners, player))
    game.push_frame(SetPrice(player, company))


class SetPrice(PlayerDecision[Game1862], frozen=True):
    """4.2-b, c The IPO price: the winner buys the director's certificate for three times that."""

    company: str

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, StartCompany) or action.company != self.company:
            raise game.refusal("set_price_first", company=self.company)
        value, cash = action.value, game.state.cash[self.player]
        if value not in game.title.facts["market"]["chart"]:
            raise game.refusal("no_par_value", company=self.company, value=value)
        if 3 * value > cash:
            cost = 3 * value
            raise game.refusal(
                "cannot_pay", company=self.company, value=value, price=cost, player=self.player, cash=cash
            )

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (StartCompany,)

    def list(self, game: Game1862) -> Menu:
        chart, cash = game.title.facts["market"]["chart"], game.state.cash[self.player]
        return [StartCompany(self.player, self.company, value) for value in chart if 3 * value <= cash]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, StartCompany)
        game.state.par[self.company] = action.value
        if game.ruling("market_marker") == "at_start":
            place_marker(game, self.company, game.title.grid.par[action.value])
        start_company(game, action, BANK)
        game.replace_frame(BuyMore(self.player, self.company))


class BuyMore(PlayerDecision[Game1862], frozen=True):
    """4.2-e One or two more shares at the IPO price, as far as the certificate limit allows."""

    company: str

    def any(self, game: Game1862) -> bool:
        asked = (None, "certificate_limit") if game.ruling("skipping") == "as_site" else (None,)
        return self._fault(game) in asked

    def check(self, game: Game1862, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, BuyShare) or (action.company, action.source) != (self.company, IPO):
            raise game.refusal("more_or_pass", company=self.company)
        fault = self._fault(game)
        if action.certificate and action.certificate not in singles_of(game, IPO, self.company):
            fault = "none_there"
        if fault:
            raise game.refusal(
                fault,
                company=self.company,
                source=IPO,
                player=self.player,
                price=game.state.par[self.company],
                cash=game.state.cash[self.player],
                limit=certificate_limit(game),
            )

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (BuyShare, Pass)

    def list(self, game: Game1862) -> Menu:
        more = [] if self._fault(game) else [BuyShare(self.player, self.company, IPO)]
        return [*more, Pass(self.player)]

    def take(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, BuyShare):
            game.pop_frame()
            return
        buy_share(game, action)
        float_if_due(game, self.company)

    def _fault(self, game: Game1862) -> str | None:
        most = 3 + game.title.facts["parliament"]["most_extra_shares"]
        if shares_of(game, self.player, self.company) >= most:
            return "two_more_at_most"
        if certificates_of(game, self.player) >= certificate_limit(game):
            return "certificate_limit"
        return "cannot_pay" if game.state.cash[self.player] < game.state.par[self.company] else None
