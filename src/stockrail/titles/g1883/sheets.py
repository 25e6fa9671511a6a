"""2.3, 7.0 What lies beside the board of 1883: privates, concessions, event cards, CCFR's rotation; and on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.rounds import OperatingTurn
from stockrail.rules.showing import Note, Piece, Row, Sheet, note_if
from stockrail.rules.standing_bids import card_sheets
from stockrail.rules.state import POOL
from stockrail.titles.g1883.concessions import BonusChoice, Concession, penalty_of, rounds_left
from stockrail.titles.g1883.cooperative import members_in_turn
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
        Sheet("concessions", rows, field="concession", note=("concessions", {})),
        *_rotation(game),
        Sheet("events", tuple(_events(game)), note=("events", {"count": len(cards_left(game))})),
    ]


def _rotation(game: Game1883) -> list[Sheet]:
    """8.1.2 Who presides CCFR, and who comes after them."""
    places = ("presides", "presides_next", *("presides_later" for _ in game.seats))
    rows = [Row(place, holder=seat) for place, seat in zip(places, members_in_turn(game), strict=False)]
    out = [Row("looted", holder=seat, gone=True) for seat in game.order if game.state.ousted.get(seat)]
    return [Sheet("cooperative", (*rows, *out), note=("cooperative", {}))] if rows else []


def _concession(game: Game1883, each: Concession) -> Row:
    holder, id_ = game.state.concession[each["id"]], each["id"]
    row: dict[str, Any] = {"id": id_, "due": each["due"], "hexes": tuple(each["sequence"])}
    if holder == GONE:
        return Row(**row, notes=tuple(_end_of(game, id_)), gone=True)
    terms: Note = ("terms", {"cost": each["cost"], "amount": each["bonus"][game.phase.offboard]})
    penalty: Note = ("penalty", {"amount": penalty_of(game, each)})
    due: Note = ("for_sale" if holder == POOL else "concession_rounds_left", {"count": rounds_left(game, each)})
    chosen = isinstance(game.decision, BonusChoice) and game.decision.concession == id_
    row |= {"holder": None if holder == POOL else holder, "done": game.state.clock.get(id_, 0), "now": chosen}
    return Row(**row, notes=(due, terms, penalty), brief=(terms, ("concession_rounds", {"count": each["due"]})))


def _end_of(game: Game1883, id_: str) -> list[Note]:
    """Who has completed a concession, or that nobody has."""
    completed = (e for e in game.log if e.kind == "completes_concession" and e["concession"] == id_)
    by = next((event["company"] for event in completed), None)
    return [("completed", {"company": by})] if by else [("out_of_game", {})]


def _events(game: Game1883) -> list[Row]:
    """7.0-d, f The card of the round, then the deck in use: those still in it, in no order that tells anything."""
    left, drawn = cards_left(game), _drawn(game)
    here = event_cards(game.title)[game.log[drawn[0] - 1]["event"]] if any(drawn) else None
    cards = [card for card in event_cards(game.title).values() if card.era == deck_in_use(game) and card != here]
    shown = [_event(card, sum(number in left for number in card.cards)) for card in cards]
    return [*([_event(here, 1, _is_news(game), drawn)] if here else []), *shown]


def _event(card: EventCard, count: int, now: bool = False, log: tuple[int, int] = (0, 0)) -> Row:
    copies = note_if(count > 1, "copies", count=count)
    return Row(card.id, (("effect", _printed(card)), *copies), gone=not count, now=now, log=log)


def _printed(card: EventCard) -> dict[str, Any]:
    """What a card says, with its numbers; those of external boxes by their names."""
    numbers = {name: value for part in card.effects for name, value in part.items() if isinstance(value, int)}
    boxes = {part["box"].lower(): abs(part["delta"]) for part in card.effects if "box" in part}
    return {"event": card.id, "count": card.avoid or card.price, **numbers, **boxes}


def _drawn(game: Game1883) -> tuple[int, int]:
    """The entries of the log that tell what the card of this operating round has done before companies operate."""
    end = len(game.log)
    for number in range(end - 1, -1, -1):
        kind = game.log[number].kind
        if kind in ("event_drawn", "round_begins"):
            return (number + 1, end) if kind == "event_drawn" else (0, 0)
        end = number if kind == "operates" else end
    return 0, 0


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
