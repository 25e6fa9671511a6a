"""How facts.json of the shared folder is written down in 18FB's files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.board.catalogue import catalogue

from .facts_of_1883 import text_on
from .shared_facts import Facts, Source, clean, picked

ABSENT = ""  # a place in a row of the market where there is no cell
LEVELS = {"1": "first", "3": "second", "5": "third"}  # from which phase a value holds
COLOURS = {"gray": "grey"}
CARDS = {"FAL": "CIM"}  # a regional company has the same letters
ACCENTS = {"Societa'": "Società", "Nardo'": "Nardò"}
ON_START = {
    "scrap phase 1 trains": None,  # as the trains say themselves
    "scrap phase 2 trains": None,
    "scrap phase 3 trains": None,
    "give each presidency to the largest holder": "settle_presidencies",
    "discard political cards, their unsold shares to the initial offer": "close_cards",
    "discard concessions, deposits to the bank": "discard_concessions",
    "building, provisional and frozen companies become definitive": "make_definitive",
    "remove the Bourbon tokens that are left": "remove_bourbon_tokens",
    "SFM on offer": "offer_late_companies",
    "R1+4 trains on offer to regional companies": None,
    "form RM": "form_RM",
    "form RA": "form_RA",
    "R1+8 trains on offer once the R1+4 are gone": None,
}


def files_of_18fb(source: Source) -> Mapping[str, Facts]:
    limits, phases = source.facts["holding_limits"], source.facts["phases"]
    facts = {name: source.take(name) for name in ("title", "subtitle", "currency", "bank", "players")}
    facts |= {
        "shares": {
            "president_percent": source.take("certificates", "president", "percent"),
            "share_percent": source.take("certificates", "ordinary", "percent"),
            "player_limit": limits.pop("player_percent_of_company"),
            "company_limit": limits.pop("company_percent_of_other_company"),
            "pool_limit": limits.pop("bank_pool_percent"),
        },
        "market": _market(source),
        "auction": {"step": source.take("auction", "bid_step")},
        "interest": source.take("secured_interest", "per_share"),
        "refund": {"rounded_to": 5},
        "sides": picked(source.facts["terrain_costs"], "plain", "mountain", "river"),
        "markers": {"value": source.take("town_markers", "value")},
        "regional": _regional(source),
        "nationals": _nationals(source),
        "emergency": {"percent": source.take("emergency", "stock_sold_at_percent_of_price")},
        "export": {"train": "6+10", "from_phase": "5"},
        "phases": [_phase(phase, phases[: n + 1]) for n, phase in enumerate(phases)],
        "trains": [_train(train) for train in source.facts["trains"]],
        "regionals": [_destinations(company) for company in source.facts["companies"] if company["kind"] == "regional"],
        "companies": [_company(company) for company in source.facts["companies"]],
        "cards": [_card(card) for card in source.facts["political_cards"]],
        "bourbon": [_bourbon(token) for token in source.facts["bourbon_tokens"]],
        "concessions": [_concession(each) for each in source.facts["concessions"]],
    }
    return {"facts": facts, "map": _map(source), "tiles": _tiles(source)}


def _market(source: Source) -> Facts:
    """Zones are whole rows."""
    market, rows = source.facts["market"], source.whole["market"]["rows"]
    zones = {name: _rows_in(rows, name) for name in ("light_blue", "dark_blue")}
    par = market.pop("par")
    market.pop("rows")
    return {
        "rows": [[cell["price"] if cell else ABSENT for cell in _trimmed(row)] for row in rows],
        "par": {str(cell["price"]): [cell["row"], cell["col"]] for cell in reversed(par)},
        "zones": zones,
        "ledges": market.pop("ledge_rows"),
        "end": market.pop("end_price"),
    }


def _trimmed(row: list[Any]) -> list[Any]:
    while row and row[-1] is None:
        row = row[:-1]
    return row


def _rows_in(rows: list[list[Any]], zone: str) -> list[int]:
    found = [{cell["zone"] for cell in row if cell} for row in rows]
    assert all(len(zones) == 1 for zones in found)
    return [number for number, zones in enumerate(found) if zone in zones]


def _regional(source: Source) -> Facts:
    rules = source.facts["regional_rules"]
    return {
        "tile_steps": rules.pop("free_tile_steps"),
        "more_tiles": rules.pop("extra_tiles"),
        "more_tiles_cost": rules.pop("extra_tile_cost"),
        "trains_a_turn": rules.pop("trains_per_turn"),
        "acquired_from_phase": rules.pop("acquisition_from_phase"),
    }


def _nationals(source: Source) -> Facts:
    rules = source.facts["national_rules"]
    return {
        "partners": rules.pop("partners"),
        "price_of_unfloated": 100,
        "tile_steps": rules.pop("tile_steps"),
        "tokens_a_turn": rules.pop("tokens_per_turn"),
        "leases": source.take("train_rules", "leased_train"),
    }


def _phase(phase: Facts, so_far: list[Facts]) -> Facts:
    """No train limit; all starting prices so far; a company floated then has so many tile steps."""
    found = picked(phase, "name", "trigger", "tiles", "operating_rounds", "deposit", "status")
    steps = [ON_START[text] for text in phase.pop("on_start")]
    return {
        **found,
        "train_limit": phase.pop("train_limit") or {},
        "par": [price for each in so_far for price in each["par_added"]],
        "offboard": phase.pop("value_level"),
        "tile_steps": phase.pop("tile_steps_for_companies_floated_now"),
        "on_start": [step for step in steps if step],
    }


def _train(train: Facts) -> Facts:
    """Regional trains wait on a stack of their own, from the phase that is theirs."""
    found = picked(train, "name", "count", "price", "rusts_on")
    found["distance"] = {"stops": train["distance"].pop("city")}
    found["markers"] = train["distance"].pop("town_marker")
    if train["kind"] == "regional":
        found |= {"stack": "regional", "available_from": train.pop("phase")}
    return found


def _company(company: Facts) -> Facts:
    found = picked(company, "id", "name", "kind", "color", "tokens", "home", "certificates", "merges")
    found |= {"name": _accented(found["name"]), "text_color": text_on(found["color"])}
    return {**found, "from_phase": company.pop("available_phase")}


def _accented(name: str | None) -> str | None:
    for plain, right in ACCENTS.items():
        name = name.replace(plain, right) if name else name
    return name


def _destinations(company: Facts) -> Facts:
    """Regional companies in the order in which they operate: their nominal value and what places bring them."""
    places = [
        {"hex": each.pop("hex"), "bonus": each.pop("bonus"), "brown": each.pop("needs_brown_tile")}
        for each in company["destinations"]
    ]
    return {"id": company["id"], "nominal_value": company.pop("nominal_value"), "destinations": places}


def _card(card: Facts) -> Facts:
    """What a card can do, in few words."""
    power = card["power"]
    powers: Facts = {"number": card.pop("number"), "nickname": card.pop("nickname")}
    if "bands" in power:
        powers["raises_band"] = {"bands": power.pop("bands"), "most": power.pop("maximum_band")}
    if "percent" in power:
        powers["deposit_percent"] = power.pop("percent")
    if "bonuses" in power:
        powers["bonuses"] = {bonus.pop("hex"): bonus.pop("bonus") for bonus in power["bonuses"]}
    if "bourbon" in power:
        token = picked(power, "bourbon", "from_phase")
        powers["token"] = {**token, "closes": power.pop("closes_card")}
    if "share" in card:
        powers["gives"] = {"company": card.pop("share"), "percent": card.pop("share_percent")}
        powers["reduced_income"] = card.pop("revenue_reduced")
    id_ = card.pop("id")
    found = {"id": CARDS.get(id_, id_), "name": card.pop("name")}
    return {**found, "price": card.pop("cost"), "income": card.pop("revenue"), "powers": powers}


def _bourbon(token: Facts) -> Facts:
    return picked(token, "number", "hex", "stop", "card")


def _concession(each: Facts) -> Facts:
    """One route for each home; an intermediate destination may be one of two."""
    homes = each.pop("home")
    first, final = each.pop("intermediate"), each.pop("final")
    routes = [
        {
            "home": home,
            "intermediate": _listed(first[home] if isinstance(first, dict) else first),
            "final": final[home] if isinstance(final, dict) else final,
        }
        for home in _listed(homes)
    ]
    found = picked(each, "company", "deposit", "band", "card", "free_if_concession_acquired")
    found["free_after"] = found.pop("free_if_concession_acquired", None)
    return {**found, "reduced": each.pop("reduced_deposit"), "routes": routes}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# -- the map ----------------------------------------------------------------------------------------------------------


def _map(source: Source) -> Facts:
    hexes = source.facts["hexes"]
    reserved: dict[str, list[Any]] = {}
    later, ports = [], {}
    for name, place in hexes.items():
        printed = [
            (stop, mark) for stop, facts in enumerate(place.get("stops", ())) for mark in facts.get("printed", ())
        ]
        for stop, mark in printed:
            if mark["kind"] == "reserved":
                reserved.setdefault(mark["company"], []).append([name, stop])
        opening = [(stop, mark["from_phase"]) for stop, mark in printed if mark["kind"] == "open"]
        if opening:
            stop, phase = opening[0]
            later.append({"hex": name, "stop": stop, "count": len(opening), "from_phase": phase})
        for facts in place.get("stops", ()):
            if facts["kind"] == "port":
                ports[name] = _by_level(facts.pop("revenue"))
    return {
        "layout": source.take("layout"),
        "rows": "up",
        "sheets": {"napoli": {"prefix": "z", "at": [15, 35], "name": "Napoli"}},
        "links": [
            [row["main"], row["main_edge"], row["napoli"], row["napoli_edge"]] for row in source.whole["napoli_links"]
        ],
        "twins": ["Napoli"],  # its halves are one city for some and two for others
        "letters": [row["letter"] for row in source.whole["napoli_links"]],
        "outside": source.take("outside"),
        "texts": [[text.pop("text"), text.pop("near")] for text in source.facts["map_texts"]],
        "reserved": reserved,
        "later": later,
        "ports": ports,
        "hexes": {name: _hex(place) for name, place in hexes.items()},
    }


def _by_level(revenue: Any) -> Any:
    return {LEVELS[phase]: value for phase, value in revenue.items()} if isinstance(revenue, dict) else revenue


def _hex(place: Facts) -> Facts:
    """Ports are no stops, as a tile would cover them; a border is written once, at the hex that has it above."""
    found = picked(place, "name", "label", "track", "papal")
    color = place.pop("color")
    stops = [stop for stop in place.get("stops", ()) if stop["kind"] != "port"]
    found["stops"] = [
        {**picked(stop, "kind", "slots"), "revenue": _by_level(stop.pop("revenue")), "location": _location(found)}
        for stop in stops
    ]
    found["name"] = _accented(found.get("name"))
    found |= {"color": COLOURS.get(color, color), "class": _class(color, found, len(stops))}
    sides = [side for side in place.get("borders", ()) if side["kind"] != "letter" and side["edge"] > 2]
    found["borders"] = [
        {**picked(side, "kind", "name"), "edge": side["edge"], "closed_until": side.pop("closed_until_phase", None)}
        for side in sides
    ]
    return found


def _location(found: Facts) -> str | None:
    return "Napoli" if str(found.get("label")) in ("Nn", "Ns") else None


OWN = {"Nn": "nn", "Ns": "ns", "B": "bari", "R": "reggio"}


def _class(color: str, found: Facts, stops: int) -> str | None:
    """Which tiles fit there, in one word: by kind and letter."""
    if color not in ("white", "yellow"):
        return None
    if stops == 0:
        return "plain"
    label, kind = found.get("label"), found["stops"][0]["kind"]
    if label in OWN:
        return OWN[label]
    if kind == "town" and stops == 2:
        return "double"
    return f"{kind}_{label.lower()}" if label else str(kind)


def _tiles(source: Source) -> Facts:
    found = {}
    for name, tile in source.facts["tiles"].items():
        kinds, track = _fits(tile), tile.pop("track")
        stops = [{**stop, "location": _location(tile)} for stop in tile.pop("stops")]
        found[name] = {
            **picked(tile, "color", "count", "label"),
            "stops": stops,
            "track": _as_usual(name, track),
            "for": kinds,
        }
    return {"tiles": found}


def _as_usual(name: str, track: list[Any]) -> list[Any]:
    """The pieces of a standard tile in the order of the catalogue."""
    usual = catalogue().get(name, {}).get("track", [])
    return usual if clean({"track": sorted(usual)}) == clean({"track": sorted(track)}) else track


PLACES = {
    "town": {"yellow": ["", "_l"], "green": ["", "_l"], "brown": [""]},
    "city": {"yellow": ["", "_p", "_l"], "green": ["", "_p", "_l"], "brown": [""]},
}


def _fits(tile: Facts) -> list[str]:
    """A letter binds; what has none fits all hexes whose letter begins later."""
    label = tile["label"]
    if label in OWN:
        return [OWN[label]]
    if tile.get("double_town"):
        return ["double"]
    if not tile["stops"]:
        return ["plain"]
    kind = tile["stops"][0]["kind"]
    return [f"{kind}_{label.lower()}"] if label else [kind + end for end in PLACES[kind][tile["color"]]]
