"""What is told of companies, actions, prices and offers, and what lies beside the board. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.core import Action
from stockrail.market import Cell
from stockrail.rules.actions import Bid, PayOut, SettleOption
from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.showing import Piece, Row, Sheet, power_notes
from stockrail.rules.standing_bids import bidders_for, for_sale
from stockrail.rules.state import BOX, POOL
from stockrail.titles.g1883.actions import BuyConcession, BuySupport, PlaceCoach
from stockrail.titles.g1883.coaches import coached, ground
from stockrail.titles.g1883.companies import is_coach, is_cooperative, is_launched, merged, phase_has_come, president_of
from stockrail.titles.g1883.concessions import Concession, concessions_of, cost_of, penalty_of
from stockrail.titles.g1883.cooperative import compensation
from stockrail.titles.g1883.effects import deck_in_use, event_cards
from stockrail.titles.g1883.events import cards_left
from stockrail.titles.g1883.merger import OddShare, merged_company
from stockrail.titles.g1883.private_round import PRIVATES, PrivateTurn
from stockrail.titles.g1883.running import anchor_bonus, anchored_ports, ports
from stockrail.titles.g1883.state import FROZEN, GONE, Game1883, anchor_at, coach_at
from stockrail.titles.g1883.support import support_cost

Notes = Sequence[tuple[str, Mapping[str, Any]]]


def amounts(game: Game1883, action: Action) -> Mapping[str, int]:
    """The sums of an action, by the names that the words know."""
    if isinstance(action, PlaceCoach):
        land = ground(game).get(action.hex)
        return {"cost": land.cost} if land and land.cost else {}
    if isinstance(action, BuySupport) and action.player in game.order:
        cost = support_cost(game, action.player)
        return {} if cost is None else {"amount": cost}
    if isinstance(action, BuyConcession):
        return {"amount": cost_of(game, action.concession)}
    if isinstance(action, Bid) and isinstance(game.decision, PrivateTurn) and action.item == for_sale(game)[0]:
        return {"cost": action.price}
    if isinstance(action, PayOut) and action.kind == "loot" and action.company in game.state.cell:
        grid, cell = game.title.grid, game.state.cell[action.company]
        return {"amount": compensation(game, grid.price(cell), grid.price(grid.left(cell)))}
    step = game.decision
    return {"amount": step.half} if isinstance(action, SettleOption) and isinstance(step, OddShare) else {}


def _note(holds: object, kind: str, **params: Any) -> Notes:
    return [(kind, params)] if holds else []


def remarks(game: Game1883, company: str) -> Notes:
    """Its par price, when it was launched, who leads CCFR for now, its concessions, anchors and coaches.

    8.1.2, 8.1.5-d, 8.1.6 Who presides in this round, and who has looted.
    """
    state, own = game.state, is_cooperative(game, company)
    par, turn, in_hand = state.par.get(company), state.launched.get(company), state.shelves.on(anchor_at(company))
    president, looters = president_of(game, company), [seat for seat in game.order if state.ousted.get(seat)]
    clocks = [(c["id"], state.clock.get(c["id"], 0), c["due"]) for c in concessions_of(game, company)]
    return [
        *_note(par is not None, "par", price=par),
        *_note(turn, "launched", turn=turn),
        *_note(own and state.flags["ccfr"] == FROZEN, "frozen"),
        *_note(own and president is not None, "presides", player=president),
        *_note(own and looters, "looted", players=looters),
        *(("concession", {"number": number, "clock": clock, "due": due}) for number, clock, due in clocks),
        *(("anchor", {"hex": port}) for port in anchored_ports(game, company)),
        *_note(in_hand, "anchors_in_hand", count=len(in_hand)),
        *_note(is_coach(game, company) and par is not None, "coaches", count=len(coached(game))),
    ]


def explained(game: Game1883, company: str) -> Notes:
    """What newcomers ask: the cooperative, coaches, two homes, the merger, concessions and anchors."""
    facts = game.title.facts
    lays, merger, own = facts["double_lay"], facts["merger"], is_cooperative(game, company)
    frozen, coach = game.state.flags["ccfr"] == FROZEN, is_coach(game, company)
    parent = company in merger["parents"] and is_launched(game, company) and not merged(game)
    has_anchors = any(game.state.shelves.on(anchor_at(company, port)) for port in ("", *ports(game)))
    return [
        *_note(own, "frozen" if frozen else "cooperative"),
        *_note(coach, "coaches"),
        *_note(coach, "coach_ratio", count=facts["coaches"]["shares_for_one"]),
        *_note(company == lays["company"] and not phase_has_come(game, lays["until_first"]), "double_lay"),
        *_note(parent, "parent", survivor=merged_company(game), phase=merger["from_phase"]),
        *(("concession", _promise_of(game, each)) for each in concessions_of(game, company)),
        *_note(has_anchors, "anchor", amount=anchor_bonus(game)),
    ]


def _promise_of(game: Game1883, concession: Mapping[str, Any]) -> Mapping[str, Any]:
    """5.6 Between which places, for how much, until when, at what penalty."""
    return {
        "number": concession["id"],
        "hexes": tuple(concession["sequence"]),
        "amount": concession["bonus"][game.phase.offboard],
        "count": concession["due"] - game.state.clock.get(concession["id"], 0),
        "owed": penalty_of(game, concession),
    }


def zone_notes(game: Game1883, cell: Cell) -> Notes:
    """4.0-c, 5.8-a, 9-c"""
    grid, end = game.title.grid, game.title.facts["market"]["end"]
    if cell in grid.closed:
        return [("closed", {})]
    if cell == tuple(end["cell"]):
        return [("summit", {"company": end["company"]})]
    if cell not in grid.par.values():
        return []
    phases = [p["name"] for p in game.title.facts["phases"] if grid.price(cell) in p["par"]]
    first = next(iter(game.title.phases))
    return [("par", {} if phases[0] == first else {"phase": phases[0]})]


def sheets(game: Game1883) -> Sequence[Sheet]:
    """Private companies as long as one is open; 7.0-d, f the cards of the deck in use: how many, those drawn gone."""
    open_ = [card for card in game.title.cards if holder_of_card(game, card) != BOX]
    left, cards = cards_left(game), [c for c in event_cards(game.title).values() if c.era == deck_in_use(game)]
    counts = {card.id: sum(number in left for number in card.cards) for card in cards}
    return [
        *([Sheet("privates", tuple(_private(game, card) for card in open_))] if open_ else []),
        Sheet("concessions", tuple(_concession(game, each) for each in game.title.facts["concessions"])),
        Sheet("events", tuple(Row(id_, (*_note(n > 1, "copies", count=n),), gone=not n) for id_, n in counts.items())),
    ]


def _concession(game: Game1883, each: Concession) -> Row:
    holder, id_, hexes = game.state.concession[each["id"]], each["id"], tuple(each["sequence"])
    if holder == GONE:
        return Row(id_, gone=True, due=each["due"], hexes=hexes)
    terms = ("terms", {"cost": each["cost"], "amount": each["bonus"][game.phase.offboard]})
    notes = (*_note(holder == POOL, "for_sale"), terms, ("penalty", {"amount": penalty_of(game, each)}))
    owner = None if holder == POOL else holder
    return Row(id_, notes, owner, done=game.state.clock.get(id_, 0), due=each["due"], hexes=hexes)


def _private(game: Game1883, card: str) -> Row:
    printed = game.title.cards[card]
    price = PRIVATES.price(game, card) if card in for_sale(game) else printed.price
    income = ("income" if printed.income else "no_income", {"cost": price, "amount": printed.income})
    bids = [("bid", {"player": seat, "price": game.state.offer[seat, card]}) for seat in bidders_for(game, card)]
    return Row(card, (income, *power_notes(printed), *bids), owner_of_card(game, card))


def map_pieces(game: Game1883) -> Mapping[str, Sequence[Piece]]:
    """Coaches and anchors on the map."""
    coach = game.title.facts["coaches"]["company"]
    found = {hex_: [Piece(coach, "coach")] for hex_ in game.title.board.hexes if game.state.shelves.on(coach_at(hex_))}
    for company in game.title.companies:
        for port in anchored_ports(game, company):
            found.setdefault(port, []).append(Piece(company, "anchor"))
    return found
