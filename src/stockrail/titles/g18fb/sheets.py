"""What lies beside the board: concessions, political cards, regional and national companies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.printed import Card
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import owner_of
from stockrail.rules.showing import Note, Row, Sheet, note_if, power_notes
from stockrail.rules.state import BOX, IPO, POOL, certs_at
from stockrail.titles.g18fb.card_offers import CardOffer
from stockrail.titles.g18fb.cards import band_of, linked_company, printed_band
from stockrail.titles.g18fb.companies import (
    BUILDING,
    NATIONAL,
    UNFLOATED,
    concession_holder,
    in_game,
    is_bourbon,
    partners_of,
    state_of,
)
from stockrail.titles.g18fb.concessions import RebuyConcession, deposit_for
from stockrail.titles.g18fb.nationals import FormNational
from stockrail.titles.g18fb.powers import PowerOffer
from stockrail.titles.g18fb.rounds import PoliticalRound, RegionalRound
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB, deposit_on
from stockrail.titles.g18fb.track import ChooseBase

TOLD = ("raises_band", "deposit_percent", "token", "gives")
"""Powers that the sheet of cards tells each in one line; bonuses have one for each place."""


def sheets(game: Game18FB) -> Sequence[Sheet]:
    """Regional companies from the beginning on, so that everybody can plan for them; the rest as long as it counts.

    An auction opens the sheet of what is auctioned, and the page shows the row of what is decided about.
    """
    facts, lot = game.title.facts, _in_question(game)
    auction = current_round(game)
    regional = tuple(_regional(game, each, each["id"] == lot) for each in facts["regionals"])
    regionals = Sheet("regionals", regional, isinstance(auction, RegionalRound), "item", ("regionals", {}))
    if not is_bourbon(game):
        nationals = tuple(_national(game, company) for company in game.title.companies_of(NATIONAL))
        return [regionals, Sheet("nationals", nationals, note=("nationals", {}))]
    concessions = tuple(_concession(game, each) for each in facts["concessions"])
    cards = tuple(_card(game, card, card.id == lot) for card in game.title.cards.values())
    return [
        Sheet("concessions", concessions, note=("concessions", {})),
        Sheet("cards", cards, isinstance(auction, PoliticalRound), "item", ("cards", {})),
        regionals,
    ]


def _in_question(game: Game18FB) -> str:
    """The card or company that is auctioned or offered."""
    if isinstance(game.decision, CardOffer):
        return game.decision.offer.card
    if isinstance(game.decision, PowerOffer):
        return game.decision.use.card
    return getattr(game.decision, "item", "")


def _concession(game: Game18FB, facts: Mapping[str, Any]) -> Row:
    """3.3.2-f The way is done in two parts."""
    company, holder = facts["company"], concession_holder(game, facts["company"])
    bought = isinstance(holder, int)
    paid = ("deposit", {"amount": game.state.cash[deposit_on(company)]})
    asked = ("for_sale" if holder == IPO else "withdrawn", {"cost": deposit_for(game, company, ())})
    band = band_of(game, company)
    interest = {"band": band, "each": game.title.facts["interest"][band], "raised": band != printed_band(game, company)}
    notes: list[Note] = [
        *note_if(company in game.state.floated, "state", state=state_of(game, company)),
        paid if bought else asked,
        *note_if(state_of(game, company) in (UNFLOATED, BUILDING), "band", **interest),
        *(("way", _way(route)) for route in facts["routes"] if _needs_telling(facts)),
    ]
    done = sum(bool(game.state.reached.get((company, which))) for which in (INTERMEDIATE, FINAL))
    places = () if _needs_telling(facts) else _places(facts)
    now = isinstance(game.decision, ChooseBase | RebuyConcession) and game.decision.company == company
    return Row(company, tuple(notes), holder if bought else None, holder == BOX, done, 2, places, now)


def _needs_telling(facts: Mapping[str, Any]) -> bool:
    """Whether there is a choice, of a home or of a first goal, so that a list of places would not say the way."""
    return len(facts["routes"]) > 1 or any(len(route["intermediate"]) > 1 for route in facts["routes"])


def _way(route: Mapping[str, Any]) -> Mapping[str, Any]:
    """3.3.2-f Home and goals of a route; of two first goals one is enough."""
    first, *other = route["intermediate"]
    return {
        "home": route["home"],
        "first": first,
        "final": route["final"],
        **({"other_first": other[0]} if other else {}),
    }


def _places(facts: Mapping[str, Any]) -> tuple[str, ...]:
    every = [hex_ for route in facts["routes"] for hex_ in (route["home"], *route["intermediate"], route["final"])]
    return tuple(dict.fromkeys(every))


def _card(game: Game18FB, card: Card, now: bool) -> Row:
    """2.7 What it costs, pays and can do, and whether that has been used."""
    told = [note for note in power_notes(card) if note[0].removeprefix("power_") in TOLD]
    bonuses: Mapping[str, int] = card.powers.get("bonuses", {})
    reduced = card.powers.get("reduced_income")
    notes: list[Note] = [
        ("income", {"cost": card.price, "amount": card.income}),
        *note_if(reduced, "reduced", company=linked_company(game, card.id), amount=reduced),
        *(_with_place(game, note) for note in told),
        *(("power_bonus", {"hex": hex_, "amount": amount}) for hex_, amount in bonuses.items()),
        *note_if(game.state.played.get(card.id), "used", company=game.state.played.get(card.id)),
    ]
    gone = holder_of_card(game, card.id) == BOX
    return Row(card.id, tuple(notes), owner_of_card(game, card.id), gone, now=now)


def _with_place(game: Game18FB, note: Note) -> Note:
    """2.7-h, n Where the Bourbon token lies that a card replaces."""
    kind, params = note
    places = {facts["number"]: facts["hex"] for facts in game.title.facts["bourbon"]}
    return (kind, {**params, "hex": places[params["bourbon"]]}) if "bourbon" in params else note


def _regional(game: Game18FB, facts: Mapping[str, Any], now: bool) -> Row:
    """3.6.2, 3.6.3-j"""
    company = facts["id"]
    pool = bool(game.state.shelves.on(certs_at(POOL, company)))
    paid = [each for each in facts["destinations"] if game.state.paid_bonus.get((company, each["hex"]))]
    notes: list[Note] = [
        *note_if(pool, "lies_in_pool"),
        ("nominal", {"value": facts["nominal_value"]}),
        *(_bonus(each, each in paid) for each in facts["destinations"]),
    ]
    home = game.title.companies[company].homes[0][0]
    goals = tuple(each["hex"] for each in facts["destinations"])
    owner = owner_of(game, company)
    gone = not in_game(game, company)
    return Row(company, tuple(notes), owner, gone, len(paid), len(goals), (home,), now=now)


def _bonus(facts: Mapping[str, Any], paid: bool) -> Note:
    return "bonus", {"hex": facts["hex"], "amount": facts["bonus"], "brown": facts["brown"], "paid": paid}


def _national(game: Game18FB, company: str) -> Row:
    """3.7.1-a to d Of which companies two form it, and while it forms who has answered what."""
    forming = next((f for f in game.stack if isinstance(f, FormNational) and f.national == company), None)
    merged = [partner for partner, into in game.state.merged.by_key().items() if into == company]
    notes = [
        *note_if(merged, "formed", companies=merged),
        *note_if(not merged, "partners", companies=partners_of(game, company)),
        *(forming_notes(game, forming) if forming else ()),
    ]
    return Row(company, tuple(notes), owner_of(game, company), now=forming is not None)


def forming_notes(game: Game18FB, forming: FormNational) -> Iterator[Note]:
    """Who has joined, who has not, who is still asked, and which may be picked because they have not floated."""
    told = {
        "joining": forming.partners,
        "staying_out": forming.refused,
        "still_asked": forming.to_ask(game),
        "unfloated": forming.unfloated(game),
    }
    return ((kind, {"companies": companies}) for kind, companies in told.items() if companies)
