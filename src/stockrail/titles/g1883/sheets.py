"""2.3, 7.0 What lies beside the board of 1883: private companies, concessions, event cards; and what lies on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.rounds import OperatingTurn
from stockrail.rules.showing import Note, Piece, Row, Sheet, note_if
from stockrail.rules.standing_bids import card_sheets
from stockrail.rules.state import POOL
from stockrail.titles.g1883.concessions import BonusChoice, Concession, penalty_of
from stockrail.titles.g1883.effects import EventCard, deck_in_use, event_cards
from stockrail.titles.g1883.events import cards_left
from stockrail.titles.g1883.private_round import PRIVATES
from stockrail.titles.g1883.privates import PrivateOffer
from stockrail.titles.g1883.running import anchored_ports
from stockrail.titles.g1883.state import GONE, Game1883, coach_at

LAYING = 2  # the step of a turn in which track is laid


def sheets(game: Game1883) -> Sequence[Sheet]:
    """Private companies as long as one is open."""
    rows = tuple(_concession(game, each) for each in game.title.facts["concessions"])
    asked = game.decision.purchase.card if isinstance(game.decision, PrivateOffer) else ""
    return [
        *card_sheets(game, PRIVATES, "privates", asked),
        Sheet("concessions", rows, field="concession"),
        Sheet("events", tuple(_events(game))),
    ]


def _concession(game: Game1883, each: Concession) -> Row:
    holder, id_, hexes = game.state.concession[each["id"]], each["id"], tuple(each["sequence"])
    if holder == GONE:
        return Row(id_, gone=True, due=each["due"], hexes=hexes)
    terms = ("terms", {"cost": each["cost"], "amount": each["bonus"][game.phase.offboard]})
    notes = (*note_if(holder == POOL, "for_sale"), terms, ("penalty", {"amount": penalty_of(game, each)}))
    owner = None if holder == POOL else holder
    chosen = isinstance(game.decision, BonusChoice) and game.decision.concession == id_
    return Row(id_, notes, owner, done=game.state.clock.get(id_, 0), due=each["due"], hexes=hexes, now=chosen)


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
