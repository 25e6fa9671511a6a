"""3.3 The private companies are auctioned: standing bids, the cheapest first, a price that falls."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import StartCompany
from stockrail.rules.agreement import end_game
from stockrail.rules.cards import close_card, pay_incomes
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import pay
from stockrail.rules.shares import president_certificate, singles_of
from stockrail.rules.standing_bids import BiddingGame, CardAuction, CardRound, CardTurn, Sale, for_sale, move_priority
from stockrail.rules.state import BANK, IPO, SHARE, certs_at
from stockrail.titles.g1883.running import hand_on_anchors
from stockrail.titles.g1883.setup import launch
from stockrail.titles.g1883.state import Game1883

LOWERED = "tcb_price"


class Privates(Sale):
    """3.3.1-d what is set aside, k who is next; 3.3.2 what happens when all pass."""

    def step(self, game: BiddingGame) -> int:
        """3.3.1-b"""
        return int(game.title.facts["privates"]["bid_step"])

    def price(self, game: BiddingGame, card: str) -> int:
        """3.3.2-c What a card costs: its printed price, or, for the cheapest, less after passes."""
        printed = super().price(game, card)
        return int(game.state.flags.get(LOWERED, printed)) if card in for_sale(game)[:1] else printed

    def turn(self, player: int) -> PrivateTurn:
        return PrivateTurn(player)

    def auction(self, card: str, leader: int, price: int, others: tuple[int, ...]) -> OfferAuction:
        return OfferAuction(card, leader, price, others)

    def all_passed(self, game: BiddingGame, cheapest: str) -> None:
        """3.3.2-a to d, A92 Incomes; the cheapest falls, and for nothing the priority holder has bought it."""
        priority: int = game.state.flags["priority"]
        pay_incomes(game)
        if game.state.flags.get("bank_out"):
            end_game(game, "bank")
        elif step := self._falls_by(game, cheapest):
            price = game.state.flags[LOWERED] = max(0, self.price(game, cheapest) - step)
            game.note("private_falls", card=cheapest, price=price)
            if not price:
                move_priority(game, priority)
                self.award(game, cheapest, priority, 0)

    def _falls_by(self, game: BiddingGame, card: str) -> int:
        """A6 How much cheaper the cheapest gets when all players pass."""
        cards = game.title.cards
        falling = cards.values() if game.ruling("private_discount") == "whichever_is_cheapest" else [cards[card]]
        return max(int(other.powers.get("falls_by", 0)) for other in falling)

    def sold(self, game: BiddingGame, card: str, player: int) -> None:
        """3.2-f, i, k, l What comes with the card is handed over."""
        if LOWERED in game.state.flags:
            del game.state.flags[LOWERED]
        powers = game.title.cards[card].powers
        if "par" in powers:
            game.push_frame(SetPar(player, powers["gives"]["company"], card))
        elif "gives" in powers:
            company = powers["gives"]["company"]
            game.state.shelves.move(singles_of(game, IPO, company)[0], certs_at(player, company))
            game.note("gets_share", player=player, company=company)


PRIVATES = Privates()


class PrivateRound(CardRound[Game1883], frozen=True):
    """3.3.1-e to h Until every private company is assigned."""

    sale = PRIVATES


class PrivateTurn(CardTurn[Game1883], frozen=True):
    """3.3.1-a to c, A4 Pass, buy the cheapest, or bid for a dearer one, also against an own bid."""

    sale = PRIVATES


class OfferAuction(CardAuction[Game1883], frozen=True):
    """3.3.1-h"""

    sale = PRIVATES


class SetPar(PlayerDecision[Game1883], frozen=True):
    """3.2-l, m The buyer of a presidency sets the par at once; the private company closes."""

    deeds = (StartCompany,)
    unasked_fault = "set_par_first"
    about = ("player", "company")
    tells = ("value",)

    company: str
    card: str

    def fault(self, game: Game1883, action: StartCompany) -> str | None:
        return None if action in self.moves(game) else "no_par_value"

    def moves(self, game: Game1883) -> Menu:
        values = game.title.cards[self.card].powers["par"]
        return [StartCompany(self.player, self.company, value) for value in values]

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
