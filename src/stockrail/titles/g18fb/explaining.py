"""What is told of companies, actions, prices and offers to whoever looks at them. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.core import Action, ActionRange
from stockrail.market import Cell
from stockrail.rules.actions import PlaceToken
from stockrail.rules.cards import cards_of, owner_of_card
from stockrail.rules.line_station import line_for
from stockrail.rules.prices import by_price, price
from stockrail.rules.shares import companies_in_play, shares_of
from stockrail.rules.showing import Note, Procedure, note_if
from stockrail.rules.state import IPO, POOL, CityAt, Holder, certs_at
from stockrail.titles.g18fb import acquisition, concessions, finance
from stockrail.titles.g18fb.actions import Acquire, BuyCard, BuyConcession, BuyStock, OfferCard, SellStock, UseCard
from stockrail.titles.g18fb.cards import TOKEN, band_of, power_of, printed_band
from stockrail.titles.g18fb.companies import (
    BUILDING,
    FROZEN,
    NATIONAL,
    PROVISIONAL,
    REGIONAL,
    UNFLOATED,
    concession_facts,
    concession_holder,
    in_game,
    is_regional,
    kind_of,
    nominal_value,
    partners_of,
    state_of,
)
from stockrail.titles.g18fb.destinations import route_of
from stockrail.titles.g18fb.nationals import FOR_ONE, FormNational
from stockrail.titles.g18fb.phases import EXPORT
from stockrail.titles.g18fb.powers import bourbon_place
from stockrail.titles.g18fb.regional import is_waiting
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB, deposit_on
from stockrail.titles.g18fb.track import LayTrack

STAGES = ("first_partner", "second_partner", "exchange")  # of founding a national company
Notes = Sequence[tuple[str, Mapping[str, Any]]]
Found = list[tuple[str, Mapping[str, Any]]]


# -- actions ------------------------------------------------------------------------------------------------------


def amounts(game: Game18FB, action: Action) -> Mapping[str, int]:
    """The sums of an action, by the names that the words know."""
    if isinstance(action, BuyConcession) and concession_facts(game, action.company):
        deposit = concessions.deposit_for(game, action.company, action.cards)
        return {"amount": concessions.cost_of(game, action), "cost": deposit}
    if isinstance(action, OfferCard) and action.card in game.title.cards:
        return {"buys": 1} if owner_of_card(game, action.card) == action.asked else {}
    if isinstance(action, BuyCard) and action.card in game.title.cards:
        return {"amount": game.title.cards[action.card].price}
    if isinstance(action, Acquire) and action.regional in game.title.companies_of(REGIONAL):
        return {"amount": acquisition.cost_of(game, action.regional)}
    if isinstance(action, SellStock | BuyStock) and action.other in game.state.cell:
        return _of_stock(game, action)
    if isinstance(action, PlaceToken) and action.hex in game.title.board.hexes:
        return _of_line(game, action.company, (action.hex, action.stop), action.line)
    if isinstance(action, UseCard) and action.card in game.title.cards and power_of(game, action.card, TOKEN):
        return _of_line(game, action.company, bourbon_place(game, action.card), action.line)
    return {}


def _of_stock(game: Game18FB, action: SellStock | BuyStock) -> Mapping[str, int]:
    """3.5.9-h"""
    if isinstance(action, BuyStock):
        return {"amount": finance.stock_price(game, action)}
    return {"each": price(game, action.other)}


def proposed_number(game: Game18FB, entry: ActionRange[Any]) -> int:
    """A card is offered at its nominal price, or as near as may be."""
    if not isinstance(entry.action, OfferCard):
        return entry.low
    return max(entry.low, min(entry.high, game.title.cards[entry.action.card].price))


def _of_line(game: Game18FB, company: str, place: CityAt, hexes: Sequence[str]) -> Mapping[str, int]:
    """3.5.2-g, m What a line costs, and the town markers that it brings, if any."""
    line = line_for(game, company, place, hexes) if company in game.title.companies else None
    if line is None:
        return {}
    return {"cost": line.cost, "count": line.markers} if line.markers else {"cost": line.cost}


# -- companies ----------------------------------------------------------------------------------------------------


def remarks(game: Game18FB, company: str) -> Notes:
    """Its state, its concession, its interest, tile steps, markers, what it owes for a leased train."""
    if not in_game(game, company):
        return _of_gone(game, company)
    state = game.state
    found: Found = _of_regional(game, company) if is_regional(game, company) else _of_state(game, company)
    found += [("markers", {"count": state.markers[company]})] if state.markers.get(company) else []
    return [*found, ("lease", {"owed": state.lease[company]})] if state.lease.get(company) else found


def _of_gone(game: Game18FB, company: str) -> Notes:
    national = game.state.merged.get(company)
    return [("merged", {"other": national}) if national else ("closed", {})]


def _of_regional(game: Game18FB, company: str) -> Found:
    found: Found = [("nominal", {"value": nominal_value(game, company)})]
    return [*found, ("waiting", {})] if is_waiting(game, company) else found


def _of_state(game: Game18FB, company: str) -> Found:
    now = state_of(game, company)
    found: Found = [] if now == UNFLOATED else [("state", {"state": now})]
    found += _of_concession(game, company)
    if now in (UNFLOATED, BUILDING) and band_of(game, company):
        raised = band_of(game, company) != printed_band(game, company)
        found.append(("band", {"band": band_of(game, company), "raised": raised}))
    steps = game.state.steps.get(company)
    return [*found, ("tile_steps", {"count": steps})] if steps else found


def _of_concession(game: Game18FB, company: str) -> Found:
    """3.3.2 Who has it, with how much on it; or what it costs."""
    holder = concession_holder(game, company)
    if isinstance(holder, int):
        return [("concession", {"player": holder, "amount": game.state.cash[deposit_on(company)]})]
    if holder not in (IPO, POOL):
        return []
    kind = "concession_for_sale" if holder == IPO else "concession_withdrawn"
    return [(kind, {"cost": concessions.deposit_for(game, company, ())})]


def explained(game: Game18FB, company: str) -> Notes:
    """What newcomers ask: what a state means, where a company must go, what a line costs, what becomes of it."""
    if not in_game(game, company):
        return []
    if is_regional(game, company):
        return _of_bonuses(game, company)
    found = [*_meaning_of(game, company), *_of_destinations(game, company), _of_sides(game)]
    if kind_of(game, company) == NATIONAL:
        found.append(("national", {"companies": partners_of(game, company)}))
    found += [("joins", {"other": national}) for national in _nationals_for(game, company)]
    return [*found, ("lease", {})] if game.state.lease.get(company) else found


def _meaning_of(game: Game18FB, company: str) -> Found:
    """3.4-b, c, f, g, j, 3.5.4 What a state means; a definitive company does all that a railway does."""
    now = state_of(game, company)
    if now == BUILDING:
        return [("building", {}), ("interest", {"each": game.title.facts["interest"][band_of(game, company)]})]
    return [(now, {})] if now in (PROVISIONAL, FROZEN) else []


def _of_destinations(game: Game18FB, company: str) -> Found:
    """3.3.2-f The destinations that it has not reached, as long as there are concessions."""
    route = route_of(game, company)
    if route is None or concession_holder(game, company) not in (IPO, POOL, *game.seats):
        return []
    reached: Found = []
    for which, hexes in ((INTERMEDIATE, route["intermediate"]), (FINAL, [route["final"]])):
        if not game.state.reached.get((company, which)):
            reached += [("destination", {"which": which, "hex": hex_}) for hex_ in hexes]
    return reached


def _of_sides(game: Game18FB) -> tuple[str, Mapping[str, Any]]:
    """3.5.2-g What hexsides cost."""
    price = game.title.facts["sides"]
    return ("line", {"cost": price["plain"], "value": price["mountain"], "amount": price["river"]})


def _nationals_for(game: Game18FB, company: str) -> Sequence[str]:
    """3.7.1 The national companies that are not formed yet and that it may join."""
    nationals = [national for national in game.title.companies_of(NATIONAL) if not game.state.floated.get(national)]
    return [national for national in nationals if company in partners_of(game, national)]


def _of_bonuses(game: Game18FB, company: str) -> Found:
    """3.6.3-j, k What its owner gets for destinations that have not paid, and that it may be taken over."""
    facts = next(facts for facts in game.title.facts["regionals"] if facts["id"] == company)
    due = [each for each in facts["destinations"] if not game.state.paid_bonus.get((company, each["hex"]))]
    found: Found = [("regional", {})]
    found += [("bonus", {"hex": each["hex"], "amount": each["bonus"], "brown": each["brown"]}) for each in due]
    return [*found, ("acquired", {"phase": game.title.facts["regional"]["acquired_from_phase"]})]


def hints(game: Game18FB) -> Notes:
    """3.5.1-a, 3.5.4-c How many tiles may still be laid."""
    step = game.decision
    if not isinstance(step, LayTrack) or step.steps < 2:
        return []
    builds = state_of(game, step.company) == BUILDING
    return [("tiles_left", {"count": step.steps - step.played, "builds": builds})]


# -- the rest -----------------------------------------------------------------------------------------------------


def in_force(game: Game18FB) -> Notes:
    """2.6-e, i Trains of phase 5 leave the game, one at the end of each operating round, while the depot has them."""
    kind = game.title.facts["export"]["train"]
    return [("export", {"name": kind})] if game.state.flags.get(EXPORT) and game.phase.name == "5" else []


def on_offer(game: Game18FB) -> Sequence[str]:
    """3.3.2-l, 3.3.6-a, 3.6.2-c Concessions, political cards and regional companies that a stock turn may buy."""
    every = [facts["company"] for facts in game.title.facts["concessions"]]
    open_ = [f"concession {company}" for company in every if concession_holder(game, company) in (IPO, POOL)]
    cards = [game.title.cards[card].name for card in cards_of(game, POOL)]
    regional = [company for company in game.title.companies_of(REGIONAL) if _lies_in_pool(game, company)]
    return [*open_, *cards, *regional]


def _lies_in_pool(game: Game18FB, company: str) -> bool:
    """3.6.2-c Whether a regional company lies in the pool."""
    return bool(game.state.shelves.on(certs_at(POOL, company)))


def zone_notes(game: Game18FB, cell: Cell) -> Notes:
    """2.2.2-b, 2.2.3, 2.2.4, 4-c"""
    grid, market = game.title.grid, game.title.facts["market"]
    found: Found = [(grid.zone(cell), {})] if grid.zone(cell) else []
    if cell[0] in market["ledges"]:
        found.append(("ledge", {}))
    if grid.price(cell) >= market["end"]:
        found.append(("summit", {}))
    return [*found, *_of_par(game, cell)]


def _of_par(game: Game18FB, cell: Cell) -> Found:
    """2.2.2-b From which phase on it is a starting value."""
    if cell not in game.title.grid.par.values():
        return []
    phases = [p["name"] for p in game.title.facts["phases"] if game.title.grid.price(cell) in p["par"]]
    return [("par", {} if phases[0] == next(iter(game.title.phases)) else {"phase": phases[0]})]


# -- founding a national company --------------------------------------------------------------------------------------


def founding_shown(game: Game18FB) -> Procedure | None:
    """While its companies are looked for; the rest needs no decision."""
    going = next((frame for frame in reversed(game.stack) if isinstance(frame, FormNational)), None)
    if going is None:
        return None
    likely = _likely(game, going)
    holders: list[Holder] = [*game.seats, *(other for other in companies_in_play(game) if other not in likely), POOL]
    held = {holder: [shares_of(game, holder, partner) for partner in likely] for holder in holders}
    rows = tuple((holder, (*own, sum(own) // FOR_ONE, sum(own) % FOR_ONE)) for holder, own in held.items())
    heads: list[Note] = [("gives", {"company": partner}) for partner in likely]
    heads += [("gets", {"company": going.national}), ("odd", {})]
    return Procedure("founding", STAGES, len(going.partners), True, tuple(heads), rows, _notes(game, going, likely))


def _likely(game: Game18FB, going: FormNational) -> Sequence[str]:
    """3.7.1-b, d Those that have joined, then those that are asked or picked next."""
    others = (*going.to_ask(game), *going.unfloated(game))
    return (*going.partners, *others)[: game.title.facts["nationals"]["partners"]]


def _notes(game: Game18FB, going: FormNational, likely: Sequence[str]) -> tuple[Note, ...]:
    """3.7.1-e, h, i"""
    open_ = [partner for partner in likely if partner not in going.partners]
    floated = by_price(game, [partner for partner in likely if game.state.floated.get(partner)])
    fixed = game.title.facts["nationals"]["price_of_unfloated"]
    value = price(game, floated[0]) if floated else fixed
    return (
        *note_if(open_, "likely", companies=tuple(likely)),
        ("price", {"company": going.national, "value": value, "other": floated[0] if floated else ""}),
        ("exchange", {"half": value // FOR_ONE}),
    )
