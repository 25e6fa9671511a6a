"""3.3 The private companies are auctioned: standing bids, the cheapest first, a price that falls."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import Bid, Pass, StartCompany
from stockrail.rules.agreement import end_game
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.cards import cards_of, close_card, give_card, pay_incomes
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import pay
from stockrail.rules.rounds import Round
from stockrail.rules.shares import president_certificate, singles_of
from stockrail.rules.state import BANK, IPO, SHARE, certs_at
from stockrail.titles.g1883.anchors import hand_on_anchors
from stockrail.titles.g1883.launching import launch
from stockrail.titles.g1883.state import Game1883

LOWERED = "tcb_price"


class PrivateRound(Round[Game1883], frozen=True):
    """3.3 Until every private company is assigned."""

    kind: ClassVar[str] = "privates"

    coming: int
    passes: int = 0

    def proceed(self, game: Game1883) -> None:
        """3.3.1-e to h Bids for the cheapest come first, then the next player's turn."""
        if not for_sale(game):
            game.pop_frame()
            return
        cheapest = for_sale(game)[0]
        bidders = bidders_for(game, cheapest)
        if len(bidders) > 1:
            price = game.state.offer[bidders[-1], cheapest]
            game.push_frame(OfferAuction(cheapest, bidders[-1], price, tuple(bidders[:-1])))
        elif bidders:
            award(game, cheapest, bidders[0], game.state.offer[bidders[0], cheapest])
        elif self.passes < len(game.seats):
            game.push_frame(PrivateTurn(self.coming))
        else:
            self._all_passed(game, cheapest)

    def _all_passed(self, game: Game1883, cheapest: str) -> None:
        """3.3.2-a to d Incomes, then on with the priority holder; the bank may break in the end (A92)."""
        priority: int = game.state.flags["priority"]
        game.change_frame(coming=priority, passes=0)
        game.note("all_passed_privates")
        pay_incomes(game)
        if game.state.flags.get("bank_out"):
            end_game(game, "bank")
        elif _falls_by(game, cheapest):
            self._lower(game, cheapest, priority)

    def _lower(self, game: Game1883, card: str, priority: int) -> None:
        """3.3.2-c, d For nothing it goes to the priority holder; that counts as a purchase."""
        price = max(0, price_of(game, card) - _falls_by(game, card))
        game.state.flags[LOWERED] = price
        game.note("private_falls", card=card, price=price)
        if not price:
            move_priority(game, priority)
            award(game, card, priority, 0)


def for_sale(game: Game1883) -> list[str]:
    """The private companies that nobody has yet, the cheapest first."""
    return cards_of(game, BANK)


def price_of(game: Game1883, card: str) -> int:
    """3.3.2-c What the cheapest costs: its printed price, or less after passes."""
    price: int = game.state.flags.get(LOWERED, game.title.cards[card].price)
    return price


def _falls_by(game: Game1883, card: str) -> int:
    """A6 How much cheaper the cheapest gets when all players pass."""
    cards = game.title.cards
    if game.ruling("private_discount") == "whichever_is_cheapest":
        return max(int(other.powers.get("falls_by", 0)) for other in cards.values())
    step: int = cards[card].powers.get("falls_by", 0)
    return step


def bidders_for(game: Game1883, card: str) -> list[int]:
    """Who has bid for it, from the lowest bid."""
    offer = game.state.offer
    return sorted((seat for seat in game.seats if (seat, card) in offer), key=lambda seat: offer[seat, card])


def free_cash(game: Game1883, player: int, card: str = "") -> int:
    """3.3.1-d What a player has not set aside in bids; the own bid for one card may serve again."""
    aside = (game.state.offer.get((player, other), 0) for other in for_sale(game) if other != card)
    return game.state.cash[player] - sum(aside)


def bid_step(game: Game1883) -> int:
    step: int = game.title.facts["privates"]["bid_step"]
    return step


def most_to_bid(game: Game1883, player: int, card: str) -> int:
    return free_cash(game, player, card) // bid_step(game) * bid_step(game)


def check_bid(game: Game1883, player: int, bid: Bid) -> None:
    """3.3.1-b, d"""
    if bid.price % bid_step(game):
        raise game.refusal("bid_not_multiple", bid=bid.price, step=bid_step(game))
    if bid.price > free_cash(game, player, bid.item):
        raise game.refusal("bid_beyond_cash", bid=bid.price, cash=free_cash(game, player, bid.item))


class PrivateTurn(PlayerDecision[Game1883], frozen=True):
    """3.3.1-a Pass, buy the cheapest, or bid for a dearer one. Who can afford nothing passes."""

    def any(self, game: Game1883) -> bool:
        return bool(self._purchase(game) or self._bids(game))

    def check(self, game: Game1883, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Bid):
            raise game.refusal("private_or_pass", player=self.player)
        if action.item not in for_sale(game):
            raise game.refusal("not_for_sale", item=action.item)
        if action.item == for_sale(game)[0]:
            self._check_purchase(game, action)
            return
        if action.price < self._least(game, action.item):
            raise game.refusal("bid_too_low", bid=action.price, minimum=self._least(game, action.item))
        check_bid(game, self.player, action)

    def _check_purchase(self, game: Game1883, action: Bid) -> None:
        price, cash = price_of(game, action.item), free_cash(game, self.player)
        if action.price != price:
            raise game.refusal("cheapest_at_its_price", item=action.item, price=price)
        if price > cash:
            raise game.refusal("bid_beyond_cash", bid=price, cash=cash)

    def kinds(self, game: Game1883) -> tuple[type[Action], ...]:
        return (Bid, Pass)

    def list(self, game: Game1883) -> Menu:
        return [*self._purchase(game), *self._bids(game), Pass(self.player)]

    def _purchase(self, game: Game1883) -> Menu:
        """A4 Only the cheapest."""
        buy = Bid(self.player, for_sale(game)[0], price_of(game, for_sale(game)[0]))
        return [buy] if buy.price <= free_cash(game, self.player) else []

    def _bids(self, game: Game1883) -> Menu:
        """3.3.1-b, c Also against an own bid."""
        cards = [(card, self._least(game, card), most_to_bid(game, self.player, card)) for card in for_sale(game)[1:]]
        step = bid_step(game)
        return [
            ActionRange(Bid(self.player, card, low), "price", low, high, step)
            for card, low, high in cards
            if low <= high
        ]

    def _least(self, game: Game1883, card: str) -> int:
        bids = [game.state.offer[seat, card] for seat in bidders_for(game, card)]
        return max([game.title.cards[card].price, *bids]) + bid_step(game)

    def take(self, game: Game1883, action: Action) -> None:
        if not isinstance(action, Bid):
            game.note("passes", player=self.player)
            self.skip(game)
            return
        game.pop_frame()
        if action.item == for_sale(game)[0]:
            move_priority(game, self.player)
            award(game, action.item, self.player, action.price)
        else:
            game.state.offer[self.player, action.item] = action.price
            game.note("bids", player=self.player, item=action.item, price=action.price)
            game.change_frame(coming=game.next_seat(self.player), passes=0)

    def skip(self, game: Game1883) -> None:
        game.pop_frame()
        round_ = game.stack[-1]
        assert isinstance(round_, PrivateRound)
        game.change_frame(coming=game.next_seat(self.player), passes=round_.passes + 1)


class OfferAuction(RisingAuction[Game1883], frozen=True):
    """3.3.1-h Among those who have bid, from the lowest bid."""

    def step(self, game: Game1883) -> int:
        return bid_step(game)

    def most(self, game: Game1883, player: int) -> int:
        return most_to_bid(game, player, self.item)

    def check_bid(self, game: Game1883, player: int, price: int) -> None:
        check_bid(game, player, Bid(player, self.item, price))

    def won(self, game: Game1883) -> None:
        game.pop_frame()
        award(game, self.item, self.winner, self.price)


def move_priority(game: Game1883, buyer: int) -> None:
    """3.3.1-k After a purchase, with the round on top: turn and priority go on to the left."""
    following = game.next_seat(buyer)
    game.change_frame(coming=following, passes=0)
    game.state.flags["priority"] = following


def award(game: Game1883, card: str, player: int, price: int) -> None:
    """The buyer pays the bank; all others have their money back, and what comes with the card is handed over."""
    for seat in bidders_for(game, card):
        del game.state.offer[seat, card]
    if LOWERED in game.state.flags:
        del game.state.flags[LOWERED]
    pay(game, player, BANK, price)
    give_card(game, card, player)
    game.note("gets_private", player=player, item=card, price=price)
    powers = game.title.cards[card].powers
    if "par" in powers:
        game.push_frame(SetPar(player, card))
    elif "gives" in powers:
        give_share(game, player, powers["gives"]["company"])


def give_share(game: Game1883, player: int, company: str) -> None:
    """3.2-f, i, k A share of the initial offering, for nothing."""
    game.state.shelves.move(singles_of(game, IPO, company)[0], certs_at(player, company))
    game.note("gets_share", player=player, company=company)


class SetPar(PlayerDecision[Game1883], frozen=True):
    """3.2-l, m The buyer of a presidency sets the par at once; the private company closes."""

    card: str

    def check(self, game: Game1883, action: Action) -> None:
        if not isinstance(action, StartCompany) or action.company != self._company(game):
            raise game.refusal("set_par_first", company=self._company(game))
        if action.value not in game.title.cards[self.card].powers["par"]:
            raise game.refusal("no_par_value", company=action.company, value=action.value)

    def _company(self, game: Game1883) -> str:
        company: str = game.title.cards[self.card].powers["gives"]["company"]
        return company

    def kinds(self, game: Game1883) -> tuple[type[Action], ...]:
        return (StartCompany,)

    def list(self, game: Game1883) -> Menu:
        values = game.title.cards[self.card].powers["par"]
        return [StartCompany(self.player, self._company(game), value) for value in values]

    def take(self, game: Game1883, action: Action) -> None:
        """A8 The bank pays the company for the president's certificate."""
        assert isinstance(action, StartCompany)
        company, certificate = action.company, president_certificate(action.company)
        game.pop_frame()
        game.state.shelves.move(certificate, certs_at(self.player, company))
        game.note("sets_par", player=self.player, company=company, value=action.value)
        pay(game, BANK, company, action.value * game.title.percent[certificate] // SHARE)
        hand_on_anchors(game, self.card, company)
        close_card(game, self.card)
        launch(game, company, action.value)
