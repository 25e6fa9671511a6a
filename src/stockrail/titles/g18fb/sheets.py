"""What lies beside the board: concessions, political cards, regional companies, Bourbon tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.printed import Card
from stockrail.rules.shares import owner_of
from stockrail.rules.showing import Note, Row, Sheet, power_notes
from stockrail.rules.state import BOX, IPO, POOL, certs_at
from stockrail.titles.g18fb.cards import band_of, linked_company, printed_band
from stockrail.titles.g18fb.claims import all_claims
from stockrail.titles.g18fb.companies import concession_holder, in_game, is_bourbon, state_of
from stockrail.titles.g18fb.concessions import deposit_for
from stockrail.titles.g18fb.places import bourbon_token
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB, deposit_on

TOLD = ("raises_band", "deposit_percent", "token", "gives")
"""Powers that the sheet of cards tells each in one line; bonuses have one for each place."""


def sheets(game: Game18FB) -> Sequence[Sheet]:
    """Regional companies from the beginning on, so that everybody can plan for them; the rest until phase 5."""
    facts = game.title.facts
    regional = Sheet("regionals", tuple(_regional(game, each) for each in facts["regionals"]))
    if not is_bourbon(game):
        return [regional]
    concessions = Sheet("concessions", tuple(_concession(game, each) for each in facts["concessions"]))
    cards = Sheet("cards", tuple(_card(game, card) for card in game.title.cards.values()))
    tokens = Sheet("bourbon", tuple(_bourbon(game, each) for each in facts["bourbon"]))
    return [concessions, cards, tokens, regional]


def _concession(game: Game18FB, facts: Mapping[str, Any]) -> Row:
    """3.3.2-f The way is done in two parts."""
    company, holder = facts["company"], concession_holder(game, facts["company"])
    bought = isinstance(holder, int)
    paid = ("deposit", {"amount": game.state.cash[deposit_on(company)]})
    asked = ("for_sale" if holder == IPO else "withdrawn", {"cost": deposit_for(game, company, ())})
    band = band_of(game, company)
    notes: list[Note] = [
        paid if bought else asked,
        ("band", {"band": band, "raised": band != printed_band(game, company)}),
        ("interest", {"each": game.title.facts["interest"][band]}),
        *(("state", {"state": state_of(game, company)}) for _ in range(company in game.state.floated)),
        *(("way", _way(route)) for route in facts["routes"]),
    ]
    done = sum(bool(game.state.reached.get((company, which))) for which in (INTERMEDIATE, FINAL))
    return Row(company, tuple(notes), holder if bought else None, holder == BOX, done, 2, _places(facts))


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


def _card(game: Game18FB, card: Card) -> Row:
    """2.7 What it costs, pays and can do, and whether that has been used."""
    used = card.id in game.state.played
    told = [note for note in power_notes(card) if note[0].removeprefix("power_") in TOLD]
    bonuses: Mapping[str, int] = card.powers.get("bonuses", {})
    notes: list[Note] = [
        ("income", {"cost": card.price, "amount": card.income}),
        *(("reduced", {"company": linked_company(game, card.id), "amount": each}) for each in _reduced(card)),
        *(_with_place(game, note) for note in told),
        *(("power_bonus", {"hex": hex_, "amount": amount}) for hex_, amount in bonuses.items()),
        *(("used", {"company": game.state.played[card.id]}) for _ in range(used and bool(game.state.played[card.id]))),
    ]
    gone = holder_of_card(game, card.id) == BOX
    return Row(card.id, tuple(notes), owner_of_card(game, card.id), gone, hexes=tuple(bonuses))


def _reduced(card: Card) -> list[int]:
    return [card.powers["reduced_income"]] if "reduced_income" in card.powers else []


def _with_place(game: Game18FB, note: Note) -> Note:
    """2.7-h, n Where the Bourbon token lies that a card replaces."""
    kind, params = note
    places = {facts["number"]: facts["hex"] for facts in game.title.facts["bourbon"]}
    return (kind, {**params, "hex": places[params["bourbon"]]}) if "bourbon" in params else note


def _bourbon(game: Game18FB, facts: Mapping[str, Any]) -> Row:
    """2.5.4-b"""
    lies = bourbon_token(facts["number"]) in {claim for claim, _ in all_claims(game)}
    return Row(str(facts["number"]), (("replaced_by", {"card": facts["card"]}),), None, not lies, hexes=(facts["hex"],))


def _regional(game: Game18FB, facts: Mapping[str, Any]) -> Row:
    """3.6.2, 3.6.3-j"""
    company = facts["id"]
    pool = bool(game.state.shelves.on(certs_at(POOL, company)))
    paid = [each for each in facts["destinations"] if game.state.paid_bonus.get((company, each["hex"]))]
    notes: list[Note] = [
        *(("lies_in_pool", {}) for _ in range(pool)),
        ("nominal", {"value": facts["nominal_value"]}),
        *(_bonus(each, each in paid) for each in facts["destinations"]),
    ]
    home = game.title.companies[company].homes[0][0]
    goals = tuple(each["hex"] for each in facts["destinations"])
    owner = owner_of(game, company)
    return Row(company, tuple(notes), owner, not in_game(game, company), len(paid), len(goals), (home, *goals))


def _bonus(facts: Mapping[str, Any], paid: bool) -> Note:
    return "bonus", {"hex": facts["hex"], "amount": facts["bonus"], "brown": facts["brown"], "paid": paid}
