"""3.2, 3.4, 3.5 Private companies: what they give, their sale to railways, their exchange and their end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.board import fitting
from stockrail.core import Action, ActionRange, Menu
from stockrail.core.chance import Chance
from stockrail.rules.actions import Pass
from stockrail.rules.agreement import Proposal
from stockrail.rules.cards import cards_of, close_card, give_card, owner_of_card
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.laying import put_tile, tiles_left
from stockrail.rules.rounds import OperatingTurn, current_round
from stockrail.rules.shares import percent_of, pool_room, settle_presidency, singles_of
from stockrail.rules.state import BANK, IPO, POOL, SHARE, certs_at
from stockrail.rules.track import track
from stockrail.titles.g1883.actions import BuyPrivate, ExchangeCard, PlaceAnchor
from stockrail.titles.g1883.companies import is_launched, is_railway
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.running import anchor_fault, anchor_ports, drop_anchors, hand_on_anchors, place_anchor
from stockrail.titles.g1883.state import Game1883
from stockrail.titles.g1883.track import joins_its_ends

CONSIDERED = "considered"  # the `chances` that there were when the president went on with the turn


class Prepare(CompanyDecision[Game1883], frozen=True):
    """6.3-c The first step of a railway's turn: waits only if it could buy a private company or place an anchor.

    It comes again when the turn ends, for what was not possible in the beginning: money and phases change.
    """

    deeds = (BuyPrivate, PlaceAnchor, Pass)
    unasked_fault = "prepare_first"

    last: bool = False

    def any(self, game: Game1883) -> bool:
        before = dict(game.state.flags.get(CONSIDERED, ())) if self.last else {}
        return any(most > before.get(what, 0) for what, most in chances(game, self.company).items())

    def fault(self, game: Game1883, action: BuyPrivate | PlaceAnchor) -> str | None:
        if isinstance(action, BuyPrivate):
            return private_fault(game, action)
        return anchor_fault(game, self.company, action.hex)

    def told(self, game: Game1883, action: BuyPrivate | PlaceAnchor) -> Mapping[str, Any]:
        if isinstance(action, PlaceAnchor):
            return {"company": self.company, "hex": action.hex}
        (low, high), cash = bounds(game, action.card), game.state.cash[self.company]
        return {**msgspec.structs.asdict(action), "minimum": low, "maximum": high, "cash": cash}

    def moves(self, game: Game1883) -> Menu:
        return _turn_actions(game, self.actor(game), self.company)

    def take(self, game: Game1883, action: Action) -> None:
        """All but the pass are actions of any time."""
        game.state.flags[CONSIDERED] = tuple(chances(game, self.company).items())
        game.pop_frame()


def chances(game: Game1883, company: str) -> dict[str, int]:
    """The most that a railway could pay for each private company now, and the ports where it could place an anchor."""
    prices = {card: prices[-1] for card, prices in offers_for(game, company).items()}
    return prices | dict.fromkeys(anchor_ports(game, company), 1)


def forget_offers(game: Game1883) -> None:
    """A turn is over: what was refused or passed over in it may be asked again."""
    game.state.refused_price.clear()
    if CONSIDERED in game.state.flags:
        del game.state.flags[CONSIDERED]


def private_actions(game: Game1883, player: int) -> list[Action | ActionRange[Any]]:
    """What a player may do in anybody's decision; 3.4-a, A73 for a railway only where it is asked in its own turn."""
    found: list[Action | ActionRange[Any]] = [*_swaps(game, player)]
    below, top = (None, None, *game.stack)[-2:]
    if isinstance(below, OperatingTurn) and isinstance(top, CompanyDecision) and top.company == below.company:
        found += _turn_actions(game, player, top.company) if game.title.controller(game, top.company) == player else []
    return found


def take_private_action(game: Game1883, action: Action) -> bool:
    if isinstance(action, ExchangeCard):
        _swap(game, action)
    elif isinstance(action, BuyPrivate):
        _buy_or_ask(game, action)
    elif isinstance(action, PlaceAnchor):
        place_anchor(game, action.company, action.hex)
    return isinstance(action, (ExchangeCard, BuyPrivate, PlaceAnchor))


def _turn_actions(game: Game1883, player: int, company: str) -> Menu:
    offers = offers_for(game, company).items()
    buys = [ActionRange(BuyPrivate(player, company, c, p[0]), "price", p[0], p[-1]) for c, p in offers]
    return [*buys, *(PlaceAnchor(player, company, port) for port in anchor_ports(game, company))]


def offers_for(game: Game1883, company: str) -> dict[str, range]:
    """What a railway could offer to buy now, at which prices."""
    cards = game.title.cards if is_railway(game, company) else ()
    return {card: some for card in cards if _is_for_sale(game, card) and (some := _prices(game, company, card))}


def _is_for_sale(game: Game1883, card: str) -> bool:
    """3.4-c, e From a player only; before the first 3 only one that says so."""
    early = game.title.cards[card].powers.get("early_sale", False)
    return isinstance(owner_of_card(game, card), int) and (early or _sales_have_begun(game))


def _sales_have_begun(game: Game1883) -> bool:
    return game.phase_has_come(game.title.facts["privates"]["sale_from_phase"])


def bounds(game: Game1883, card: str) -> tuple[int, int]:
    """3.4-b, c; A12 Half to double its price; before the first 3 no more than its price."""
    printed = game.title.cards[card].price if card in game.title.cards else 0
    facts = game.title.facts["privates"]
    most = facts["most_percent"] if _sales_have_begun(game) else 100
    return -(-printed * facts["least_percent"] // 100), printed * most // 100


def _prices(game: Game1883, company: str, card: str) -> range:
    """What the company could offer: more than the owner has refused in this turn, no more than it has."""
    low, high = bounds(game, card)
    return range(max(low, game.state.refused_price.get(card, 0) + 1), min(high, game.state.cash[company]) + 1)


def private_fault(game: Game1883, action: BuyPrivate) -> str | None:
    """3.4 Why the company may not buy this private company at this price."""
    card, low, high = action.card, *bounds(game, action.card)
    if not is_railway(game, action.company):
        return "no_privates_for_it"
    if card not in game.title.cards or not isinstance(owner_of_card(game, card), int):
        return "private_not_for_sale"
    if not _is_for_sale(game, card):
        return "private_not_yet"
    if not low <= action.price <= high:
        return "private_price"
    if action.price <= game.state.refused_price.get(card, 0):
        return "private_refused"
    return "private_beyond_cash" if action.price > game.state.cash[action.company] else None


def _buy_or_ask(game: Game1883, action: BuyPrivate) -> None:
    """3.4-a Buy; if somebody else owns it, ask them first."""
    owner = owner_of_card(game, action.card)
    assert isinstance(owner, int)
    if owner == action.player:
        _buy(game, action)
    else:
        game.note("offers_for_private", company=action.company, player=owner, card=action.card, price=action.price)
        game.push_frame(PrivateOffer(owner, action))


class PrivateOffer(Proposal[Game1883], frozen=True):
    """3.4-a Asks the owner to sell at this price."""

    purchase: BuyPrivate

    def accepted(self, game: Game1883) -> None:
        _buy(game, self.purchase)

    def refused(self, game: Game1883) -> None:
        game.state.refused_price[self.purchase.card] = self.purchase.price


def _buy(game: Game1883, action: BuyPrivate) -> None:
    """3.4-b, 3.2-g"""
    owner = owner_of_card(game, action.card)
    assert isinstance(owner, int)
    pay(game, action.company, owner, action.price)
    give_card(game, action.card, action.company)
    game.note("buys_private", company=action.company, player=owner, card=action.card, price=action.price)
    hand_on_anchors(game, action.card, action.company)


def _swaps(game: Game1883, player: int) -> list[ExchangeCard]:
    """3.2-f, q; A10 At any moment of a stock or operating round, but not while it is asked for or a die rolls."""
    held = [(card, company) for card in cards_of(game, player) if (company := _swapped_for(game, card))]
    round_ = current_round(game) if held else None
    if not held or isinstance(game.stack[-1], Chance) or (round_ is not None and round_.kind == "privates"):
        return []
    asked = {frame.purchase.card for frame in game.stack if isinstance(frame, PrivateOffer)}
    most: int = game.title.facts["shares"]["player_limit"] - SHARE
    left = [card for card, c in held if singles_of(game, IPO, c) and percent_of(game, player, c) <= most]
    return [ExchangeCard(player, card) for card in left if card not in asked]


def _swapped_for(game: Game1883, card: str) -> str:
    company: str = game.title.cards[card].powers.get("swaps", {}).get("company", "")
    return company


def _swap(game: Game1883, action: ExchangeCard) -> None:
    """3.2-f The share, the par for the company, the anchor for it; the private company closes."""
    company = _swapped_for(game, action.card)
    game.state.shelves.move(singles_of(game, IPO, company)[0], certs_at(action.player, company))
    game.note("swaps_private", player=action.player, card=action.card, company=company)
    hand_on_anchors(game, action.card, company)
    close_card(game, action.card)
    if is_launched(game, company):
        if game.ruling("cnp_exchange_pays_sv") == "par":
            _pay_par(game, company)
        settle_presidency(game, company)


def _pay_par(game: Game1883, company: str) -> None:
    pay(game, BANK, company, game.state.par[company])
    game.note("gets_par_for_share", company=company, amount=game.state.par[company])


def close_privates(game: Game1883) -> None:
    """3.5-a All that are still open, with what follows (3.2-e, h, r). The link may complete a concession and so ask."""
    still_open = [card for card in game.title.cards if owner_of_card(game, card) is not None]
    for card in still_open:
        close_private(game, card)
    for card in still_open:
        lay_link(game, card)


def close_private(game: Game1883, card: str) -> None:
    """One that leaves the game, alone with its owner (5.8-c, d; 6.8.6-d, A74) or with all others."""
    close_card(game, card)
    drop_anchors(game, card)
    company = _swapped_for(game, card)
    limit: int = game.title.facts["shares"]["pool_limit"]
    if is_launched(game, company) and singles_of(game, IPO, company) and pool_room(game, company, limit):
        game.state.shelves.move(singles_of(game, IPO, company)[0], certs_at(POOL, company))
        game.note("share_to_pool", company=company)
        _pay_par(game, company)


def lay_link(game: Game1883, card: str) -> None:
    """3.2-e, A94 What a card's link lacks lays itself, if a tile is left; settles concessions, so it may ask."""
    power, board = game.title.cards[card].powers.get("lays", {}), game.title.board
    if "joins" not in power or joins_its_ends(game, power, track(game).face(power["hex"])):
        return
    hex_ = power["hex"]
    fits = [f for f in fitting(board, board.hexes[hex_], track(game).face(hex_)) if joins_its_ends(game, power, f)]
    able = [face for face in fits if face.color in game.phase.tiles and tiles_left(game, face.tile or "")]
    if able:
        face = min(able, key=lambda face: (int(face.tile or 0), face.rotation))
        put_tile(game, hex_, face.tile or "", face.rotation)
        game.note("link_is_laid", hex=hex_, tile=face.tile, rotation=face.rotation)
        settle_concessions(game)
