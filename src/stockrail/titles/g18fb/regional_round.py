"""3.6.2 The round in which regional companies are auctioned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from stockrail.rules.auction_rounds import AuctionRound, CashAuction, NameItem
from stockrail.rules.game import pay
from stockrail.rules.state import IPO, POOL, Holder, certs_at
from stockrail.titles.g18fb.claims import seat_waiting
from stockrail.titles.g18fb.companies import nominal_value
from stockrail.titles.g18fb.places import reserved_slot
from stockrail.titles.g18fb.regional import is_waiting, settle_bonuses
from stockrail.titles.g18fb.state import Game18FB, claims_at


class RegionalRound(AuctionRound[Game18FB], frozen=True):
    """3.6.2-a to h; certificates for sale lie in the initial offer, an unwanted one in the pool."""

    kind: ClassVar[str] = "regional"

    def naming(self, player: int) -> NameRegional:
        return NameRegional(player)

    def ended(self, game: Game18FB) -> None:
        """3.6.2-d, g The priority stays; play goes on where it stopped."""
        lay_homes(game)


class NameRegional(NameItem[Game18FB], frozen=True):
    """3.6.2-a Any company that has not been up, in the printed order; whoever names it speaks first."""

    def items(self, game: Game18FB) -> Sequence[str]:
        printed: Sequence[Any] = game.title.facts["regionals"]
        return [facts["id"] for facts in printed if game.state.shelves.on(certs_at(IPO, facts["id"]))]

    def auction(self, game: Game18FB, item: str) -> RegionalAuction:
        step: int = game.title.facts["auction"]["step"]
        least = nominal_value(game, item) + (step if game.ruling("first_bid") == "nominal_plus_5" else 0)
        return RegionalAuction(item, None, least - step, tuple(game.seats_from(self.player)))


class RegionalAuction(CashAuction[Game18FB], frozen=True):
    """3.6.2-a to c, h"""

    def step(self, game: Game18FB) -> int:
        return int(game.title.facts["auction"]["step"])

    def most(self, game: Game18FB, player: int) -> int:
        """3.6.2-a Who has no room for a certificate is not asked."""
        return super().most(game, player) if _has_room(game, player) else 0

    def won(self, game: Game18FB) -> None:
        game.pop_frame()
        game.note("wins_regional", player=self.winner, company=self.item, price=self.price)
        _hand_out(game, self.item, self.winner, self.price)

    def unsold(self, game: Game18FB) -> None:
        """3.6.2-c"""
        game.pop_frame()
        _move(game, self.item, POOL)
        game.note("regional_to_pool", company=self.item)


def _has_room(game: Game18FB, player: int) -> bool:
    """2.3-b, c"""
    held, limit = game.title.certificates(game, player)
    return held < limit


def _move(game: Game18FB, company: str, holder: Holder) -> None:
    for cert in list(game.state.shelves.on(certs_at(IPO, company)) or game.state.shelves.on(certs_at(POOL, company))):
        game.state.shelves.move(cert, certs_at(holder, company))


def _hand_out(game: Game18FB, company: str, player: int, price: int) -> None:
    """3.6.2-b All that is paid goes to its treasury."""
    pay(game, player, company, price)
    _move(game, company, player)


def buy_from_pool(game: Game18FB, player: int, company: str, price: int) -> None:
    """3.6.2-c A checked purchase in a stock turn; Q62 destinations that it has reached pay at once."""
    game.note("buys_regional", player=player, company=company, price=price)
    _hand_out(game, company, player, price)
    settle_bonuses(game)


def lay_homes(game: Game18FB) -> None:
    """3.6.2-e, f Every home token is laid, sold or not; one without an empty slot waits there as a claim."""
    for facts in game.title.facts["regionals"]:
        hex_, stop = game.title.companies[facts["id"]].homes[0]
        game.state.shelves.create(reserved_slot(facts["id"], hex_), claims_at(hex_, stop))
    seat_waiting(game)
    for facts in game.title.facts["regionals"]:
        if is_waiting(game, facts["id"]):
            game.note("token_waits", company=facts["id"], hex=game.title.companies[facts["id"]].homes[0][0])
    settle_bonuses(game)
