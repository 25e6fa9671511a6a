"""Positions of 18FB in which phase 6 is about to begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.rules.actions import BuyTrain
from stockrail.rules.rounds import mark_as_done
from stockrail.rules.shares import controlled, president_certificate
from stockrail.rules.state import BOX, DEPOT, IPO, certs_at, trains_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g18fb.actions import JoinNational
from stockrail.titles.g18fb.cards import close_cards
from stockrail.titles.g18fb.companies import DEFINITIVE
from stockrail.titles.g18fb.emergency import close_company
from stockrail.titles.g18fb.places import open_slots, remove_bourbon_tokens

from .holding import C, Place

FOURTH_ROW = 6
"""A row of the market in which D100 stand in the start column."""


def eve(**rulings: Any) -> Place:
    """Phase 5, with a train of phase 6 on top of the depot; C presides over FB and has the money for it."""
    place = Place("5", players=rulings.pop("players", 4), **rulings)
    for train in [train for train in trains_of(place.game, DEPOT) if not train.startswith("8+12")]:
        place.state.shelves.move(train, trains_at(BOX))
    close_cards(place.game)
    remove_bourbon_tokens(place.game)
    open_slots(place.game)
    for cert in list(place.state.shelves.on(certs_at(BOX, "SFM"))):
        place.state.shelves.move(cert, certs_at(IPO, "SFM"))
    return place.major("FB", {C: 2}, state=DEFINITIVE, cash=900)


def at_price(place: Place, company: str, price: int) -> None:
    row = place.game.title.grid.rows[FOURTH_ROW]
    place.price(company, FOURTH_ROW, row.index(price))


def led(place: Place, prices: Mapping[str, int], shares: int = 2) -> Place:
    """Floated companies at these prices, each led by the next player."""
    for player, (company, price) in enumerate(prices.items()):
        place.major(company, {player: shares}, state=DEFINITIVE, value=100)
        at_price(place, company, price)
    return place


def begin(place: Place, buyer: str = "FB", alone: bool = False) -> Any:
    """A company buys the first train of phase 6."""
    game: Any = place.operating(buyer, "BuyTrains", alone=alone)
    buys(game, buyer)
    return game


def buys(game: Any, buyer: str) -> None:
    game.push(BuyTrain(controlled(game, buyer), buyer, "8+12-0", 800))


def answers(game: Any, company: str, accept: bool, national: str = "RM") -> None:
    """The question is for this company; its president answers."""
    assert (game.decision.company, game.decision.national) == (company, national)
    game.push(JoinNational(game.actor, company, national, accept))


def partners(game: Any, national: str = "RM") -> set[str]:
    return {company for company, into in game.state.merged.by_key().items() if into == national}


def holding(game: Any, holder: Any, company: str = "RM") -> list[str]:
    return list(game.state.shelves.on(certs_at(holder, company)))


def presides(game: Any, holder: Any, company: str = "RM") -> bool:
    return president_certificate(company) in holding(game, holder, company)


def done(place: Place, *companies: str) -> Place:
    """These have operated in this round."""
    for company in companies:
        mark_as_done(place.game, company)
    return place


def only(place: Place, *companies: str) -> Place:
    """All others that might merge have closed."""
    for company in ("LdA", "NN", "FC", "FSC", "LTF", "FS", "SFTF", "SFM"):
        if company not in companies:
            close_company(place.game, company)
    return place
