"""4.2.1 The initial sale: fifteen minors, each auctioned, or offered for less and less until somebody takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stockrail.core import Action, ActionRange, Decision, Menu
from stockrail.rules.actions import Bid, Pass
from stockrail.rules.auction_rounds import CashAuction, NameItem
from stockrail.rules.auctions import STEP
from stockrail.rules.game import RailGame, pay
from stockrail.rules.rounds import Round
from stockrail.rules.state import BANK, certs_at, city_at, spare_tokens

OPENING = 100
DROP = 10


def unsold(game: RailGame) -> list[str]:
    shelves = game.state.shelves
    return [minor for minor in game.title.companies_of("minor") if shelves.on(certs_at(BANK, minor))]


class InitialSale(Round, frozen=True):
    """The auctioneer's part goes round the table until all minors are sold."""

    kind: ClassVar[str] = "sale"

    auctioneer: int

    def proceed(self, game: RailGame) -> None:
        if unsold(game):
            game.push_frame(SelectMinor(self.auctioneer))
            return
        if game.ruling("priority_after_sale") == "after_last_auctioneer":
            game.state.flags["priority"] = self.auctioneer
        game.pop_frame()


class SelectMinor(NameItem, frozen=True):
    """4.2.1-a The auctioneer picks a minor."""

    def items(self, game: RailGame) -> Sequence[str]:
        return unsold(game)

    def auction(self, game: RailGame, item: str) -> Offer:
        return Offer(item, self.player, self.player, OPENING)


class Offer(Decision[RailGame], frozen=True):
    """4.2.1-c, f One player may open the auction at 100 or more; later he may take the minor at 90, 80, …"""

    item: str
    auctioneer: int
    player: int
    price: int

    def actor(self, game: RailGame) -> int:
        return self.player

    def any(self, game: RailGame) -> bool:
        return game.state.cash[self.player] >= self.price

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Bid) or action.item != self.item:
            raise game.refusal("bid_or_pass", item=self.item)
        if self.price < OPENING and action.price != self.price:
            raise game.refusal("offer_price", item=self.item, price=self.price, bid=action.price)
        if action.price < self.price:
            raise game.refusal("opening_too_low", bid=action.price, minimum=OPENING)
        check_bid(game, self.player, action.price)

    def kinds(self, game: RailGame) -> tuple[type[Action], ...]:
        return (Bid, Pass)

    def list(self, game: RailGame) -> Menu:
        bid = Bid(self.player, self.item, self.price)
        if self.price < OPENING:
            return [bid, Pass(self.player)]
        return [bids(game, self.player, bid), Pass(self.player)]

    def take(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, Bid):
            game.note("declines_offer", player=self.player, item=self.item, price=self.price)
            self.skip(game)
        elif self.price < OPENING:
            award(game, self.item, self.player, action.price, self.auctioneer)
        else:
            game.note("bids", player=self.player, item=self.item, price=action.price)
            others = tuple(game.seats_after(self.player))
            game.replace_frame(Raise(self.item, self.player, action.price, others, self.auctioneer))

    def skip(self, game: RailGame) -> None:
        """On to the next seat; after a full round the price falls, and at nothing the auctioneer has it."""
        following = game.next_seat(self.player)
        if following != self.auctioneer:
            game.change_frame(player=following)
        elif self.price > DROP:
            game.change_frame(player=following, price=self.price - DROP)
            game.note("offer_falls", item=self.item, price=self.price - DROP)
        else:
            award(game, self.item, self.auctioneer, 0, self.auctioneer)


class Raise(CashAuction, frozen=True):
    """4.2.1-e The auction of a minor."""

    auctioneer: int

    def won(self, game: RailGame) -> None:
        award(game, self.item, self.winner, self.price, self.auctioneer)


def check_bid(game: RailGame, player: int, price: int) -> None:
    if price >= OPENING and price % STEP:
        raise game.refusal("bid_not_multiple", bid=price, step=STEP)
    if price > game.state.cash[player]:
        raise game.refusal("bid_beyond_cash", bid=price, cash=game.state.cash[player])


def bids(game: RailGame, player: int, lowest: Bid) -> ActionRange[Bid]:
    """All bids that a player can pay."""
    most = game.state.cash[player] // STEP * STEP
    return ActionRange(lowest, "price", lowest.price, most, STEP)


def award(game: RailGame, minor: str, player: int, price: int, auctioneer: int) -> None:
    """4.2.1-h The buyer pays the bank; the minor's token goes to its home at once."""
    shelves = game.state.shelves
    game.note("wins_minor", player=player, item=minor, price=price)
    pay(game, player, BANK, price)
    shelves.move(f"{minor}_0", certs_at(player, minor))
    home = game.title.companies[minor].home
    assert home is not None
    shelves.move(shelves.on(spare_tokens(minor))[0], city_at(*home))
    game.pop_frame()
    game.change_frame(auctioneer=game.next_seat(auctioneer))
