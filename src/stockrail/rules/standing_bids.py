"""A sale of cards, the cheapest first: in turn players buy it, bid for a dearer one, or pass. Bids stand until then."""

from __future__ import annotations

from typing import Any, ClassVar

from typing_extensions import TypeVar

from stockrail.core import Action, ActionRange, Menu, Table
from stockrail.rules.actions import Bid, Pass
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.cards import cards_of, give_card, holder_of_card, owner_of_card
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import RailGame, pay
from stockrail.rules.outlook import Stake
from stockrail.rules.rounds import Round
from stockrail.rules.showing import Row, Sheet, income_of, power_notes
from stockrail.rules.state import BANK, BOX, Player, RailState


class BiddingState(RailState):
    """A state with bids that stand."""

    def __init__(self) -> None:
        super().__init__()
        self.offer: Table[tuple[Player, str], int] = self.table("offer")


class BiddingGame(RailGame):
    """A game of a title that sells cards in this way."""

    state: BiddingState


B = TypeVar("B", bound=BiddingGame, default=Any)


class Sale:
    """What a title says about it; its three frames have the same one."""

    def step(self, game: BiddingGame) -> int:
        """Bids are multiples of it, and higher by that much."""
        raise NotImplementedError

    def price(self, game: BiddingGame, card: str) -> int:
        """What the cheapest card costs now."""
        return game.title.cards[card].price

    def turn(self, player: int) -> CardTurn[Any]:
        raise NotImplementedError

    def auction(self, card: str, leader: int, price: int, others: tuple[int, ...]) -> CardAuction[Any]:
        raise NotImplementedError

    def all_passed(self, game: BiddingGame, cheapest: str) -> None:
        """What happens when all players pass one after the other; the round is on top and asks them again."""

    def sold(self, game: BiddingGame, card: str, player: int) -> None:
        """What comes with a card that was just paid for."""

    # -- bids ---------------------------------------------------------------------------------------------------

    def free_cash(self, game: BiddingGame, player: int, card: str = "") -> int:
        """What a player has not set aside in bids; the own bid for one card may serve again."""
        own = game.state.offer.get((player, card), 0) if card in for_sale(game) else 0
        return game.state.cash[player] - set_aside(game, player) + own

    def least(self, game: BiddingGame, card: str) -> int:
        bids = [game.state.offer[seat, card] for seat in bidders_for(game, card)]
        return max([game.title.cards[card].price, *bids]) + self.step(game)

    def most(self, game: BiddingGame, player: int, card: str) -> int:
        return self.free_cash(game, player, card) // self.step(game) * self.step(game)

    def check_bid(self, game: BiddingGame, bid: Bid) -> None:
        """Raise IllegalAction unless the player has so much for it, and it is a multiple of the step."""
        step, cash = self.step(game), self.free_cash(game, bid.player, bid.item)
        if bid.price % step:
            raise game.refusal("bid_not_multiple", bid=bid.price, step=step)
        if bid.price > cash:
            raise game.refusal("bid_beyond_cash", bid=bid.price, cash=cash)

    def award(self, game: BiddingGame, card: str, player: int, price: int) -> None:
        """The buyer pays the bank; all others have their money back."""
        for seat in bidders_for(game, card):
            del game.state.offer[seat, card]
        pay(game, player, BANK, price)
        give_card(game, card, player)
        game.note("gets_private", player=player, item=card, price=price)
        self.sold(game, card, player)


def for_sale(game: RailGame) -> list[str]:
    """The cards that nobody has yet, the cheapest first."""
    return cards_of(game, BANK)


def bidders_for(game: BiddingGame, card: str) -> list[int]:
    """Who has bid for it, from the lowest bid."""
    offer = game.state.offer
    return sorted((seat for seat in game.seats if (seat, card) in offer), key=lambda seat: offer[seat, card])


def move_priority(game: RailGame, buyer: int) -> None:
    """After a purchase, with the round on top: turn and priority go on to the left."""
    following = game.next_seat(buyer)
    game.change_frame(coming=following, passes=0)
    game.state.flags["priority"] = following


class CardRound(Round[B], frozen=True):
    """Until every card is assigned."""

    kind: ClassVar[str] = "privates"
    sale: ClassVar[Sale]

    coming: int
    passes: int = 0

    def proceed(self, game: B) -> None:
        """Bids for the cheapest come first, then the next player's turn."""
        if not for_sale(game):
            game.pop_frame()
            return
        cheapest = for_sale(game)[0]
        bidders = bidders_for(game, cheapest)
        price = game.state.offer[bidders[-1], cheapest] if bidders else 0
        if len(bidders) > 1:
            game.push_frame(self.sale.auction(cheapest, bidders[-1], price, tuple(bidders[:-1])))
        elif bidders:
            self.sale.award(game, cheapest, bidders[0], price)
        elif self.passes < len(game.seats):
            game.push_frame(self.sale.turn(self.coming))
        else:
            game.change_frame(coming=game.state.flags["priority"], passes=0)
            game.note("all_passed_privates")
            self.sale.all_passed(game, cheapest)


class CardTurn(PlayerDecision[B], frozen=True):
    """Pass, buy the cheapest, or bid for a dearer one. Who can afford nothing passes."""

    sale: ClassVar[Sale]

    def any(self, game: B) -> bool:
        return len(self.list(game)) > 1

    def check(self, game: B, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Bid):
            raise game.refusal("private_or_pass", player=self.player)
        if action.item not in for_sale(game):
            raise game.refusal("not_for_sale", item=action.item)
        if action.item == for_sale(game)[0]:
            self._check_purchase(game, action)
            return
        if action.price < self.sale.least(game, action.item):
            raise game.refusal("bid_too_low", bid=action.price, minimum=self.sale.least(game, action.item))
        self.sale.check_bid(game, action)

    def _check_purchase(self, game: B, action: Bid) -> None:
        price, cash = self.sale.price(game, action.item), self.sale.free_cash(game, self.player)
        if action.price != price:
            raise game.refusal("cheapest_at_its_price", item=action.item, price=price)
        if price > cash:
            raise game.refusal("bid_beyond_cash", bid=price, cash=cash)

    def kinds(self, game: B) -> tuple[type[Action], ...]:
        return (Bid, Pass)

    def list(self, game: B) -> Menu:
        cheapest, *others = for_sale(game)
        buy, step = Bid(self.player, cheapest, self.sale.price(game, cheapest)), self.sale.step(game)
        bids = [(card, self.sale.least(game, card), self.sale.most(game, self.player, card)) for card in others]
        return [
            *([buy] if buy.price <= self.sale.free_cash(game, self.player) else []),
            *(ActionRange(Bid(self.player, c, low), "price", low, high, step) for c, low, high in bids if low <= high),
            Pass(self.player),
        ]

    def take(self, game: B, action: Action) -> None:
        if not isinstance(action, Bid):
            game.note("passes", player=self.player)
            self.skip(game)
            return
        game.pop_frame()
        if action.item == for_sale(game)[0]:
            move_priority(game, self.player)
            self.sale.award(game, action.item, self.player, action.price)
        else:
            game.state.offer[self.player, action.item] = action.price
            game.note("bids", player=self.player, item=action.item, price=action.price)
            game.change_frame(coming=game.next_seat(self.player), passes=0)

    def skip(self, game: B) -> None:
        game.pop_frame()
        round_ = game.stack[-1]
        assert isinstance(round_, CardRound)
        game.change_frame(coming=game.next_seat(self.player), passes=round_.passes + 1)


class CardAuction(RisingAuction[B], frozen=True):
    """Among those who have bid, from the lowest bid."""

    sale: ClassVar[Sale]

    def step(self, game: B) -> int:
        return self.sale.step(game)

    def most(self, game: B, player: int) -> int:
        return self.sale.most(game, player, self.item)

    def check_bid(self, game: B, player: int, price: int) -> None:
        self.sale.check_bid(game, Bid(player, self.item, price))

    def won(self, game: B) -> None:
        game.pop_frame()
        self.sale.award(game, self.item, self.winner, self.price)


def set_aside(game: BiddingGame, player: int) -> int:
    """What a player has bid for cards that nobody has yet."""
    return sum(game.state.offer.get((player, card), 0) for card in for_sale(game))


# -- for display and for computer players ---------------------------------------------------------------------------


def card_sheets(game: BiddingGame, sale: Sale, name: str, asked: str = "") -> list[Sheet]:
    """A sheet of the cards, as long as one is open; `asked` is one that somebody decides about outside the sale."""
    selling = isinstance(game.decision, CardTurn | CardAuction)
    asked = game.decision.item if isinstance(game.decision, CardAuction) else asked
    open_ = [card for card in game.title.cards if holder_of_card(game, card) != BOX]
    rows = tuple(_row(game, sale, card, card == asked) for card in open_)
    return [Sheet(name, rows, selling, field="card item")] if rows else []


def _row(game: BiddingGame, sale: Sale, card: str, now: bool) -> Row:
    """What a card costs and pays, what it can do, and who has bid for it."""
    printed = game.title.cards[card]
    price = sale.price(game, card) if card in for_sale(game) else printed.price
    income = income_of(printed, price)
    bids = [("bid", {"player": seat, "price": bid}) for seat, bid in _bids_now(game, card)]
    brief = tuple(bids) if card in for_sale(game) else tuple(income)
    return Row(card, (*income, *power_notes(printed), *bids), owner_of_card(game, card), now=now, brief=brief)


def _bids_now(game: BiddingGame, card: str) -> list[tuple[Player, int]]:
    """The bids that stand, the lowest first; none while they are raised, as the auction tells them."""
    raised, offer = game.decision, game.state.offer
    if isinstance(raised, CardAuction) and raised.item == card:
        return []
    return [(seat, offer[seat, card]) for seat in bidders_for(game, card)]


def highest_bids(game: BiddingGame, sale: Sale) -> list[Stake]:
    """The highest of the bids that stand for each card."""
    highest = [(card, bidders[-1]) for card in for_sale(game) if (bidders := bidders_for(game, card))]
    found = [(card, leader, game.state.offer[leader, card]) for card, leader in highest]
    return [Stake(card, bid, leader, bid + sale.step(game)) for card, leader, bid in found]
