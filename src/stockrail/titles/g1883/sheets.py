"""What lies beside the board: concessions with their clocks, private companies with bids, event cards; pieces on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.rounds import OperatingTurn
from stockrail.rules.showing import Note, Piece, Row, Sheet, power_notes
from stockrail.rules.state import BOX, POOL
from stockrail.titles.g1883.concessions import BonusChoice, Concession
from stockrail.titles.g1883.effects import EventCard, event_cards
from stockrail.titles.g1883.events import cards_left, deck_in_use
from stockrail.titles.g1883.private_round import OfferAuction, PrivateTurn, bidders_for, for_sale, price_of
from stockrail.titles.g1883.privates import PrivateOffer
from stockrail.titles.g1883.running import anchored_ports
from stockrail.titles.g1883.state import GONE, Game1883, coach_at

LAYING = 2  # the step of a turn in which track is laid


def sheets(game: Game1883) -> Sequence[Sheet]:
    """Private companies as long as one is open."""
    concessions = Sheet(
        "concessions", tuple(_concession(game, each) for each in game.title.facts["concessions"]), field="concession"
    )
    auction = isinstance(game.decision, PrivateTurn | OfferAuction)
    events = Sheet("events", tuple(_events(game)))
    open_ = [card for card in game.title.cards if holder_of_card(game, card) != BOX]
    privates = [Sheet("privates", tuple(_private(game, card) for card in open_), auction)] if open_ else []
    return [*privates, concessions, events]


def _concession(game: Game1883, each: Concession) -> Row:
    holder, id_ = game.state.concession[each["id"]], each["id"]
    gone = holder == GONE
    terms = ("terms", {"cost": each["cost"], "amount": each["bonus"][game.phase.offboard]})
    penalty = ("penalty", {"amount": each["cost"] * game.title.facts["concession"]["penalty_factor"]})
    offer: list[Note] = [("for_sale", {})] if holder == POOL else []
    return Row(
        id_,
        () if gone else (*offer, terms, penalty),
        None if gone or offer else holder,
        gone,
        0 if gone else game.state.clock.get(id_, 0),
        each["due"],
        tuple(each["sequence"]),
        isinstance(game.decision, BonusChoice) and game.decision.concession == id_,
    )


def _private(game: Game1883, card: str) -> Row:
    printed, offered = game.title.cards[card], for_sale(game)
    price = price_of(game, card) if card in offered else printed.price
    bids = [("bid", {"player": seat, "price": game.state.offer[seat, card]}) for seat in bidders_for(game, card)]
    return Row(
        card,
        (
            ("income" if printed.income else "no_income", {"cost": price, "amount": printed.income}),
            *power_notes(printed),
            *bids,
        ),
        owner_of_card(game, card),
        now=isinstance(game.decision, OfferAuction | PrivateOffer) and _item(game.decision) == card,
    )


def _item(decision: OfferAuction | PrivateOffer) -> str:
    return decision.item if isinstance(decision, OfferAuction) else decision.purchase.card


def _events(game: Game1883) -> list[Row]:
    """7.0-d, f The card of the round, then the deck in use: those still in it, in no order that tells anything."""
    left, here = cards_left(game), _card_of_round(game)
    cards = [card for card in event_cards(game.title).values() if card.era == deck_in_use(game) and card != here]
    shown = [_event(card, sum(number in left for number in card.cards)) for card in cards]
    return [*([_event(here, 1, now=_is_news(game))] if here else []), *shown]


def _event(card: EventCard, count: int, now: bool = False) -> Row:
    copies: list[Note] = [("copies", {"count": count})] if count > 1 else []
    return Row(card.id, (("effect", _printed(card)), *copies), gone=not count, now=now)


def _printed(card: EventCard) -> dict[str, Any]:
    """What a card says, with its numbers; those of external boxes by their names."""
    numbers = {name: value for part in card.effects for name, value in part.items() if isinstance(value, int)}
    boxes = {part["box"].lower(): abs(part["delta"]) for part in card.effects if "box" in part}
    return {"event": card.id, "count": card.avoid or card.price, **numbers, **boxes}


def _card_of_round(game: Game1883) -> EventCard | None:
    """The card drawn in this operating round."""
    for event in reversed(game.log):
        if event.kind == "event_drawn":
            return event_cards(game.title)[event.params["event"]]
        if event.kind == "round_begins":
            break
    return None


def _is_news(game: Game1883) -> bool:
    """Until the first company begins to lay track."""
    turn = next((frame for frame in game.stack if isinstance(frame, OperatingTurn)), None)
    return not game.state.acted and (turn is None or turn.step <= LAYING)


def map_pieces(game: Game1883) -> Mapping[str, Sequence[Piece]]:
    """Coaches and anchors on the map."""
    coach = game.title.facts["coaches"]["company"]
    found = {hex_: [Piece(coach, "coach")] for hex_ in game.title.board.hexes if game.state.shelves.on(coach_at(hex_))}
    for company in game.title.companies:
        for port in anchored_ports(game, company):
            found.setdefault(port, []).append(Piece(company, "anchor"))
    return found
