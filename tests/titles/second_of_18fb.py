"""What facts.json says of 18FB a second time in another form, and what it says in words only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stockrail.rules.claims import reserved_slot
from stockrail.rules.sides import borders_of
from stockrail.rules.title import RailTitle
from stockrail.titles.g18fb.places import NAPOLI, bourbon_token, opening_slot, printed_claims

from .second_facts import WORDS, Pair
from .shared_facts import Facts, Source


def second_of_18fb(source: Source, title: RailTitle) -> Iterator[Pair]:
    yield from _neighbours(source, title)
    yield from _borders(source, title)
    yield from _slots(source, title)
    yield from _companies_again(source, title)
    yield from _cards_again(source, title)
    yield from _phases_again(source, title)
    yield from _numbers(source, title)
    yield from _tiles_again(source, title)


STEPS = (("same letter", 0, -2), ("letter-1", -1, -1), ("letter-1", -1, 1), ("same letter", 0, 2), ("letter+1", 1, 1))
LAST_STEP = ("letter+1", 1, -1)


def _neighbours(source: Source, title: RailTitle) -> Iterator[Pair]:
    steps = {f"e{n}": f"{said}, number{step:+}" for n, (said, _, step) in enumerate((*STEPS, LAST_STEP))}
    yield "steps", source.take("coordinates", "neighbours"), steps
    sheets = {name for name, place in source.facts["hexes"].items() if place.pop("map", "main") == "napoli"}
    yield "Napoli", sheets, {name for name in title.board.names if name.startswith("z")}
    links = source.take("napoli_links")
    letters = title.map_facts["letters"]
    own = {(hex_, edge, letters[n]) for n, row in enumerate(title.map_facts["links"]) for hex_, edge in _ends(row)}
    gates = {(link["gate"], link["gate_edge"], link["letter"]) for link in links}
    told = {
        (name, side["edge"], side["letter"])
        for name, place in source.whole["hexes"].items()
        for side in place.get("borders", ())
        if side["kind"] == "letter"
    }
    yield "letters", told, own | gates
    sides = borders_of(title.board)
    rivers = {link["letter"]: link["river"] for link in links}
    found_rivers = {
        letter: next((side["name"] for side in sides.get((row[0], row[1]), ())), None)
        for letter, row in zip(letters, title.map_facts["links"], strict=True)
    }
    yield "rivers at letters", rivers, found_rivers
    yield "gates", {link["gate"] for link in links}, _of_colour(title, "darkgreen")
    lakes = {name for name, place in source.facts["hexes"].items() if place.pop("lake", False)}
    yield "lake", lakes, {name for name, place in title.board.hexes.items() if str(place.place).startswith("Lago ")}


def _ends(row: list[Any]) -> list[tuple[str, int]]:
    return [(row[0], row[1]), (row[2], row[3])]


def _of_colour(title: RailTitle, colour: str) -> set[str]:
    return {name for name, place in title.board.hexes.items() if place.printed.color == colour}


def _borders(source: Source, title: RailTitle) -> Iterator[Pair]:
    """Each is told at both hexes there, with its cost."""
    price = title.facts["sides"]
    whole = source.whole["hexes"]
    told: dict[tuple[str, int], set[Any]] = {}
    for name, place in source.facts["hexes"].items():
        place.pop("borders", None)
        for side in whole[name].get("borders", ()):
            if side["kind"] != "letter":
                entry = (side["kind"], side["cost"], side.get("name"), side.get("closed_until_phase"))
                told.setdefault((name, side["edge"]), set()).add(entry)
    found = {
        side: {(b["kind"], price[b["kind"]], b.get("name"), b.get("closed_until")) for b in borders}
        for side, borders in borders_of(title.board).items()
    }
    yield "borders", told, found


def _slots(source: Source, title: RailTitle) -> Iterator[Pair]:
    """What is printed in the slots of a stop: homes, then claims in their order."""
    claims: dict[tuple[str, int], list[str]] = {}
    for company in title.companies.values():
        for home in company.homes if company.kind == "major" else ():
            claims.setdefault(home, []).append(company.id)
    for claim, hex_, stop in printed_claims(title):
        claims.setdefault((hex_, stop), []).append(claim)
    told: dict[tuple[str, int], list[str]] = {}
    for name, place in source.facts["hexes"].items():
        for stop, facts in enumerate(place.get("stops", ())):
            printed = facts.pop("printed", [])
            assert [mark["slot"] for mark in printed] == list(range(len(printed)))
            if printed:
                told[name, stop] = [_claim(name, mark, n) for n, mark in enumerate(printed)]
            facts.pop("kind", None)
    yield "slots", told, claims


def _claim(hex_: str, mark: Facts, number: int) -> str:
    if mark["kind"] == "bourbon":
        return bourbon_token(mark["number"])
    if mark["kind"] == "open":
        return opening_slot(mark["from_phase"], hex_, number)
    return reserved_slot(mark["company"], hex_) if mark["kind"] == "reserved" else str(mark["company"])


def _companies_again(source: Source, title: RailTitle) -> Iterator[Pair]:
    routes = {each["company"]: each["routes"] for each in title.facts["concessions"]}
    own = {facts["id"]: facts for facts in title.facts["companies"]}
    merging = {partner: national for national, facts in own.items() for partner in facts.get("merges", ())}
    places = {facts["id"]: facts["destinations"] for facts in title.facts["regionals"]}
    for company in source.facts["companies"]:
        name = own_name = _id(company, source)
        if "historical_destinations" in company:
            told = company.pop("historical_destinations")
            yield f"destinations of {name}", told, _told_destinations(routes.get(name, []))
        if "merges_into" in company:
            yield f"national of {name}", company.pop("merges_into"), merging.get(name)
        for n, place in enumerate(company.get("destinations", ())):
            hex_ = places[own_name][n]["hex"]
            yield f"destination of {name}", place.pop("name"), title.board.hexes[hex_].place
        if "order_of_play" in company:
            yield f"order of {name}", company.pop("order_of_play"), [*places].index(name) + 1
        if "tile_steps" in company:
            told = (company.pop("tile_steps"), company.pop("tokens_per_turn"))
            rules = title.facts["nationals"]
            yield f"steps of {name}", told, (rules["tile_steps"], rules["tokens_a_turn"])
        choice = company.pop("home_choice", False)
        yield f"choice of {name}", choice, title.companies[name].kind == "major" and len(own[name].get("home", ())) > 1
    homes = {c: [route["home"] for route in some] for c, some in routes.items()}
    yield "homes", homes, {c: [hex_ for hex_, _ in title.companies[c].homes] for c in homes}
    kept = {
        c: {hex_ for r in some for hex_ in (*r["intermediate"], r["final"])} - set(homes[c])
        for c, some in routes.items()
    }
    found = {c: {hex_ for hex_, _ in title.map_facts["reserved"][c]} for c in kept}
    yield "reserved", kept, found


def _id(company: Facts, source: Source) -> str:
    """Its name is taken already; the order is the same."""
    number = next(n for n, each in enumerate(source.facts["companies"]) if each is company)
    return str(source.whole["companies"][number]["id"])


def _told_destinations(routes: list[Facts]) -> list[str]:
    """In words there: "L27 or H27"."""
    if not routes:
        return []
    first = [hex_ for route in routes for hex_ in route["intermediate"]]
    return [" or ".join(first), " or ".join(route["final"] for route in routes)]


def _cards_again(source: Source, title: RailTitle) -> Iterator[Pair]:
    concessions = {each["company"]: each for each in title.facts["concessions"]}
    tokens = {each["number"]: each for each in title.facts["bourbon"]}
    for card, own in zip(source.facts["political_cards"], title.cards.values(), strict=True):
        power = card["power"]
        for bonus, hex_ in zip(power.get("bonuses", ()), own.powers.get("bonuses", ()), strict=True):
            yield f"bonus of {own.id}", bonus.pop("name"), title.board.hexes[hex_].place
        if "token" in own.powers:
            token = tokens[own.powers["token"]["bourbon"]]
            yield f"token of {own.id}", (power.pop("hex"), power.pop("stop")), (token["hex"], token["stop"])
            yield f"card of {own.id}", token["card"], own.id
        if "gives" in own.powers:
            company = own.powers["gives"]["company"]
            discount = card.pop("discount")
            keys = ("concession", "surplus_to", "reduced_when_company_has_placed_a_token_beyond_home")
            linked = {discount.pop("concession"), *(card.pop(key) for key in keys)}
            yield f"company of {own.id}", linked, {company}
            yield f"concession of {own.id}", concessions[company]["card"], own.id
            yield f"steps of {own.id}", discount.pop("values"), ["deposit", "reduced_deposit", 0]
    linked = {card["id"] for card in source.whole["political_cards"] if "share" in card}
    yield "surplus", set(source.take("auction", "surplus_over_nominal_to_company_treasury")), linked
    riseis = source.facts["political_cards"][1]["power"]
    yield "combines", set(riseis.pop("combines_with")), linked


def _phases_again(source: Source, title: RailTitle) -> Iterator[Pair]:
    phases, trains = list(title.phases.values()), title.train_types
    pars = [set(facts["par"]) for facts in title.facts["phases"]]
    for n, phase in enumerate(source.facts["phases"]):
        before = pars[n - 1] if n else set()
        yield f"par of {n}", set(phase.pop("par_added")), pars[n] - before
        scrapped = [name for name, train in trains.items() if train.rusts_on == phases[n].begins_with]
        yield f"scrapped by {n}", phase.pop("scraps"), scrapped[0] if scrapped else None
    begun = {phase.begins_with: phase.name for phase in phases} | {"2+2": "1"}
    begun |= {name: train.available_from for name, train in trains.items() if train.available_from}
    for number, train in enumerate(source.facts["trains"]):
        kind = train.pop("kind")
        name = [*trains][number]
        yield f"kind of {name}", kind, "regional" if trains[name].stack == "regional" else "ordinary"
        if "phase" in train:
            yield f"phase of {name}", train.pop("phase"), begun[name]
    levels = {phase.name: phase.offboard for phase in phases}
    told = {phase: level for level in ("first", "second", "third") for phase in source.take("value_levels", level)}
    yield "levels", told, levels
    rome = title.cards["DEL"].powers["token"]["from_phase"]
    yield "Rome", source.take("value_levels", "rome_pays_from_phase"), rome
    full = {"full": "deposit", "reduced": "reduced_deposit", "none": 0}
    deposits = {facts["name"]: full[facts["deposit"]] for facts in title.facts["phases"] if "deposit" in facts}
    told = {"1": "phase_1_2", "2": "phase_1_2", "3": "phase_3", "4": "phase_4"}
    rules = source.whole["deposit_rules"]
    yield "deposits", {phase: rules[key] for phase, key in told.items()}, deposits
    for key in set(told.values()):
        source.take("deposit_rules", key)


def _numbers(source: Source, title: RailTitle) -> Iterator[Pair]:
    certificates = source.facts["certificates"]
    major = title.companies["NN"].certificates
    president, ordinary = certificates.pop("president"), certificates.pop("ordinary")
    yield "certificates", [president["count"], ordinary["count"]], [1, len(major) - 1]
    yield "shares", [president["shares"], ordinary["shares"]], [major[0] // 10, major[1] // 10]
    yield "a turn", source.take("token_rules", "national_per_turn"), title.facts["nationals"]["tokens_a_turn"]
    yield "acquired", source.take("acquisition", "from_phase"), title.facts["regional"]["acquired_from_phase"]
    yield "one city", set(source.take("token_rules", "napoli_is_one_city")), set(NAPOLI)
    limit = source.take("train_rules", "train_limit")
    yield "no train limit", limit, None if not any(phase.train_limit for phase in title.phases.values()) else 0
    zones = source.whole["market"]["rows"]
    told = {(r, c): cell["zone"] for r, row in enumerate(zones) for c, cell in enumerate(row) if cell}
    found = {cell: title.grid.zone(cell) or "white" for cell in title.grid.prices}
    yield "zones", told, found


def _tiles_again(source: Source, title: RailTitle) -> Iterator[Pair]:
    doubles = {name for name, tile in source.facts["tiles"].items() if tile.pop("double_town", False)}
    yield "double towns", doubles, {name for name, tile in title.board.tiles.items() if "double" in tile.fits}
    places = {name for name, place in source.facts["hexes"].items() if place.pop("double_town", False)}
    yield "double places", places, {name for name, place in title.board.hexes.items() if place.kind == "double"}
    own = {
        (kind, tile.color): max(stop.markers for stop in title.board.face(name, 0).stops)
        for name, tile in title.board.tiles.items()
        for kind in tile.fits
        if kind in ("town", "double")
    }
    for kind, said in (("town", "single"), ("double", "double")):
        markers = {colour: own[kind, colour] for colour in ("yellow", "green", "brown")}
        yield f"markers of {kind}", source.take("town_markers", "collected_when_a_line_is_built", said), markers
        more = dict(
            zip(
                markers,
                (n - before for n, before in zip(markers.values(), (0, *markers.values()), strict=False)),
                strict=True,
            )
        )
        yield f"new markers of {kind}", source.take("town_markers", "regional_collects_when_it_lays", said), more


NOT_KEPT_OF_18FB: Mapping[str, str] = {
    "acquisition/*": WORDS,
    "auction/*": WORDS,
    "bank_includes_starting_cash": "a ruling (Q40)",
    "companies/*/*_rule": WORDS,
    "companies/*/trains_only_at_face_value": WORDS,
    "company_states/*": WORDS,
    "concessions/*/*_choice": WORDS,
    "coordinates/*": "explains how hexes are named",
    "deposit_rules/*": WORDS,
    "designer": "stands in the title's notes",
    "emergency/*": WORDS,
    "end/*": WORDS,
    "full_title": "stands in the title's notes",
    "holding_limits/certificates_not_counted": WORDS,
    "market/moves/*": WORDS,
    "market/notes": WORDS,
    "market/row_end_*": WORDS,
    "market/zones/*": WORDS,
    "national_rules/*": WORDS,
    "phase_status": WORDS,
    "political_cards/*/power/*": WORDS,
    "reconstructed": "which values were chosen; the title lists them by its own paths",
    "regional_round/*": WORDS,
    "regional_rules/*": WORDS,
    "secured_interest/*": WORDS,
    "sources/*": "where the facts come from: the title's notes",
    "terrain_costs/*": WORDS,
    "token_rules/*": WORDS,
    "town_markers/double_counts": WORDS,
    "train_rules/*": WORDS,
    "year": "stands in the title's notes",
}
