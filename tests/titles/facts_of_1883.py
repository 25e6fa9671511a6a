"""How facts.json of the shared folder is written down in 1883's files, and what it says twice or in words only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stockrail.board.places import STEPS
from stockrail.rules.title import RailTitle
from stockrail.titles.g1883.places import is_north, zone_of
from stockrail.titles.g1883.running import WEIGHTS

from .second_facts import SAME, WORDS, Pair
from .shared_facts import Facts, Source, picked, price_rows

KINDS = ("railway", "cooperative", "merger", "coach")  # of companies; coaches run no trains
OWN = {"Mo": "modena", "Re": "reggio", "Sa": "sassuolo", "Ci": "ciano", "Su": "suzzara", "Po": "poggio"}


def files_of_1883(source: Source) -> Mapping[str, Facts]:
    facts = {name: source.take(name) for name in ("title", "currency", "bank", "players")}
    shares = source.facts["share_structure"]
    facts |= {
        "shares": {
            "president_percent": shares.pop("president"),
            "share_percent": shares.pop("others")[0],
            "player_limit": shares.pop("player_limit"),
            "pool_limit": shares.pop("pool_limit"),
            "float_percent": shares.pop("float_percent"),
        },
        "market": _market(source),
        "support": _support(source),
        "concession": {
            "penalty_factor": source.take("concession_rules", "penalty_factor"),
            "per_stock_round": source.take("concession_rules", "per_corporation_per_stock_round"),
        },
        "privates": {
            "bid_step": source.take("private_rules", "bid_step"),
            "sale_from_phase": source.take("private_rules", "sale_to_corporation", "from_phase"),
            "least_percent": round(100 * source.take("private_rules", "sale_to_corporation", "min_factor")),
            "most_percent": round(100 * source.take("private_rules", "sale_to_corporation", "max_factor")),
        },
        "anchors": {
            "second_from_phase": source.take("anchors", "fsf_second_from_phase"),
            "most_in_a_port": 2,
        },
        "gravity": _gravity(source),
        "cooperative": _cooperative(source),
        "coaches": _coaches(source),
        "merger": {
            "from_phase": source.take("sefta", "from_phase"),
            "parents": source.take("sefta", "parents"),
            "most": source.whole["companies"][8]["max_start_price"],
            "tokens": source.take("sefta", "tokens"),
        },
        "double_lay": {"company": "FSF", "until_first": source.take("fsf_special", "until_first")},
        "phases": [_phase(phase) for phase in source.facts["phases"]],
        "trains": [_train(train) for train in source.facts["trains"]],
        "companies": [_company(company, source) for company in source.facts["companies"]],
        "cards": [_private(card) for card in source.facts["privates"]],
        "concessions": [_concession(each) for each in source.facts["concessions"]],
        "events": [_event(event) for event in source.facts["events"]["cards"]],
    }
    return {"facts": facts, "map": _map(source), "tiles": _tiles(source)}


def _market(source: Source) -> Facts:
    market = source.facts["market"]
    end = market.pop("end_of_game")
    return {
        "rows": price_rows(market.pop("rows")),
        "par": {str(cell["price"]): [cell["row"], cell["col"]] for cell in market.pop("par_cells")},
        "closed": market.pop("closed"),
        "start": {name: [cell["row"], cell["col"]] for name, cell in market.pop("start").items()},
        "end": {"company": end["company"], "cell": [end["row"], end["col"]]},
    }


def _support(source: Source) -> Facts:
    support = source.facts["political_support"]
    return {
        "at_start": support.pop("start_each"),
        "most": support.pop("max_in_hand"),
        "costs": support.pop("cost_by_owned"),
    }


def _gravity(source: Source) -> Facts:
    """The die of the 2G: it pays up to a number, and from another on it is lost."""
    train = source.facts["trains"][1]
    sides = int(train.pop("die")[1:])
    return {
        "train": train["name"],
        "needs": train.pop("needs"),
        "parts": round(1 / train.pop("value_factor")),
        "rounded_to": int(train.pop("rounding").removeprefix("up to ")),
        "sides": sides,
        "pays_up_to": train.pop("success")[1],
        "lost_from": train.pop("destroyed")[0],
    }


def _cooperative(source: Source) -> Facts:
    """CCFR: what it begins with, what it is given, what looting and capitalisation bring."""
    ccfr = source.facts["ccfr"]
    gifts = ccfr.pop("trains")
    return {
        "company": "CCFR",
        "capitalised_by": ccfr.pop("capitalised_at"),
        "treasury": ccfr.pop("treasury"),
        "start_trains": gifts[0]["gets"],
        "gifts": [{"first": g["at"], "gives": g.get("gives_to_pool", []), "gets": g["gets"]} for g in gifts[1:]],
        "loot_parts": round(1 / ccfr["loot"].pop("compensation")),
        "capital": ccfr["capitalise"].pop("cash"),
    }


def _coaches(source: Source) -> Facts:
    sarsa = source.facts["sarsa"]
    return {
        "company": "SARSA",
        "tokens": sarsa.pop("coach_tokens"),
        "a_turn": sarsa.pop("tokens_per_or"),
        "plain_from_phase": sarsa.pop("plain_from_phase"),
        "plain_a_turn": sarsa.pop("plain_tokens_per_or"),
        "unbuilt_city": sarsa.pop("unbuilt_city"),
        "unbuilt_town": sarsa.pop("unbuilt_town"),
        "shares_for_one": 2,
    }


def _phase(phase: Facts) -> Facts:
    limit = phase.pop("train_limit")["corporation"]
    found = picked(phase, "name", "trigger", "tiles", "operating_rounds", "status")
    return {
        **found,
        "train_limit": {kind: limit if kind != "coach" else 0 for kind in KINDS},
        "offboard": phase.pop("external_box"),
        "event_deck": phase.pop("event_deck"),
        "anchor": phase.pop("anchor_bonus"),
        "par": phase.pop("par"),
    }


def _train(train: Facts) -> Facts:
    found = picked(train, "name", "count", "price", "rusts_on")
    found["distance"] = {"stops": train["distance"].pop("stops")}
    if not train.pop("counts_for_limit", True):
        found |= {"limited": False, "stack": "gravity"}
    return found


def _company(company: Facts, source: Source) -> Facts:
    """The token of variant 12.2 is there from the start, in the box."""
    variant = source.facts["variants"]["strengthen_the_weak"]
    found = picked(company, "id", "name", "kind", "color", "tokens", "home", "certificates")
    if found["id"] == variant["company"]:
        found["tokens"] = [*found["tokens"], variant.pop("extra_token")]
    return {**found, "text_color": text_on(found["color"])}


def text_on(colour: str) -> str:
    """White or ink, whichever is easier to read on a colour."""
    red, green, blue = (_linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#ffffff" if 1.05 / (light + 0.05) >= 4.5 else "#1f2328"


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _private(card: Facts) -> Facts:
    """What a private company can do, in few words: `gives` a share at once, `swaps` for one, `lays` in a hex."""
    ability = card.pop("ability") or {}
    share = {"company": ability.pop("share"), "percent": ability.pop("percent")} if "share" in ability else None
    powers: Facts = {"falls_by": card.pop("price_falls", None), "anchors": ability.pop("anchors", None)}
    powers["swaps" if ability.get("kind") == "exchange" else "gives"] = share
    if "hex" in ability:
        powers["lays"] = {"hex": ability.pop("hex"), "free": ability.pop("ignores_terrain_cost", False)}
        powers["lays"]["joins"] = ability.pop("connects", None)
    if "before_phase_2" in (card.get("sale") or {}):
        powers["early_sale"] = True
    powers["par"] = ability.pop("par", None)
    return {**picked(card, "id", "name", "price", "income"), "powers": powers}


def _concession(concession: Facts) -> Facts:
    found = picked(concession, "sequence", "cost", "bonus")
    return {"id": str(concession.pop("id")), **found, "due": concession.pop("due_operating_rounds")}


def _event(event: Facts) -> Facts:
    """A card: its numbers, what it does, and how many support cards avoid it (or are its price)."""
    name = event.pop("name")
    avoid, price = event.pop("avoid"), event.pop("price", None)
    return {
        "id": name.lower().replace("'", "").replace('"', "").replace(" ", "_"),
        "name": name,
        **picked(event, "cards", "era", "affects"),
        "effects": [_effect(part) for part in event.pop("effects")],
        "avoid": avoid["political_support"] if avoid else None,
        "price": price["political_support"] if price else None,
        "strike": True if name.endswith("Strike") else None,
        "reaches_cooperative": True if event["ccfr"] == "affected always" else None,
    }


EFFECT = ("op", "amount", "hexes", "zones", "value", "move", "event", "box", "delta", "times", "limit")
PARTS = ("factor", "fraction", "refund")


def _effect(part: Facts) -> Facts:
    """Parts of something are told in percent; a die by its sides."""
    found: Facts = {key: part[key] for key in EFFECT if key in part}
    for key in PARTS:
        if key in part:
            found["percent"] = round(100 * part[key])
    return found | ({"sides": int(part["die"][1:])} if "die" in part else {})


def _map(source: Source) -> Facts:
    told = source.whole["hexes"]
    hexes = {name: _hex(name, place) for name, place in source.facts["hexes"].items()}
    listed = source.take("fs_routes", "parma_bologna", "route_hexes")
    return {
        "layout": source.take("layout"),
        "hexes": hexes,
        "fs": {
            "boxes": source.take("fs_routes", "T"),
            "route": listed,
            "north": [name for name, place in told.items() if place["side"] == "north"],
        },
        "marks": {
            "F": [name for name, place in told.items() if "F" in place["marks"]],
            "port": [name for name, place in told.items() if "anchor" in place["marks"]],
        },
        "lines": source.take("fs_routes", "lines"),
    }


def _hex(name: str, place: Facts) -> Facts:
    """Numbered hexes lie where they are; a box off the map names its neighbours, as it may touch others."""
    found = picked(place, "name", "color", "label", "at", "stops", "track", "terrain", "borders")
    neighbours, zone, marks = place["neighbours"], place["zone"], place["marks"]
    box = not name.isdecimal()
    if "inaccessible" in marks:
        found["color"] = "white"  # as the country that nobody builds in; see `scene.ground`
    if (box or "inaccessible" in marks) and zone != "plain":
        found["terrain"] = [{"kind": zone}]  # its symbol
    if "fs_only" in marks:
        found["stops"] = [{**stop, "kind": "fs", "run_through": False} for stop in found["stops"]]
    if box:
        return {**found, "neighbours": neighbours}
    return {**found, "class": _class(found, marks)}


def _class(place: Facts, marks: list[str]) -> str | None:
    if set(marks) & {"inaccessible", "grey"}:
        return None
    if place["label"]:
        return OWN[place["label"]]
    return place["stops"][0]["kind"] if place["stops"] else "plain"


def _tiles(source: Source) -> Facts:
    found = {}
    for name, tile in source.facts["tiles"].items():
        label = tile["label"]
        kind = tile["stops"][0]["kind"] if tile["stops"] else "plain"
        found[name] = {**picked(tile, "color", "count", "label", "stops", "track"), "for": [OWN.get(label, kind)]}
    return {"tiles": found}


# -- what it says a second time ---------------------------------------------------------------------------------------


def second_of_1883(source: Source, title: RailTitle) -> Iterator[Pair]:
    yield from _places(source, title)
    yield from _trains(source, title)
    yield from _market_again(source, title)
    yield from _numbers(source, title)
    yield from _reconstructed(source, title)
    yield from _rulings(source, title)


def _places(source: Source, title: RailTitle) -> Iterator[Pair]:
    board, hexes = title.board, source.facts["hexes"]
    neighbours = {name: place.pop("neighbours") for name, place in hexes.items()}
    found = {n: {str(e): o for e, o in enumerate(place.neighbors) if o} for n, place in board.hexes.items()}
    yield "neighbours", neighbours, found
    zones = {name: place.pop("zone") for name, place in hexes.items()}
    yield "zones", zones, {name: zone_of(title, name) for name in board.hexes}
    fs, marks = title.map_facts["fs"], title.map_facts["marks"]
    sides = {name: place.pop("side") for name, place in hexes.items()}
    yield "sides", sides, {n: _side(n, fs) for n in board.hexes}
    yield "marks", {n: set(place.pop("marks")) for n, place in hexes.items()}, _marks(title)
    yield "T places", source.take("fs_routes", "T_kind"), {n: board.hexes[n].printed.stops[0].kind for n in fs["boxes"]}
    yield "F hexes", source.take("fsf_special", "hexes"), marks["F"]
    yield "ports", source.take("anchors", "ports"), marks["port"]
    yield "closed", source.take("grid", "inaccessible"), _closed(title, "white")
    yield "grey", source.take("grid", "grey"), _closed(title, "grey")
    yield "hexes", source.take("grid", "hexes"), sum(name.isdecimal() for name in board.hexes)
    columns: dict[int, int] = {}
    for name, place in board.hexes.items():
        columns[place.at[0]] = columns.get(place.at[0], 0) + name.isdecimal()
    yield "columns", source.take("grid", "columns"), [columns[n] for n in range(1, 10)]
    steps = {str(edge): list(step) for edge, step in enumerate(STEPS["flat"])}
    yield "edges", source.take("grid", "edges"), steps
    own = {name: tile.pop("hexes") for name, tile in source.facts["tiles"].items() if "hexes" in tile}
    yield "own tiles", own, {n: [h for h, p in board.hexes.items() if p.kind in board.tiles[n].fits] for n in own}
    last = source.take("fs_routes", "parma_bologna", "last_open_by_column")
    yield "last open", last, _last_open(title)
    listed = set(source.take("fs_routes", "parma_bologna", "listed"))
    yield "listed", {n for n in listed if is_north(title, n)}, set()


def _side(name: str, fs: Mapping[str, Any]) -> str | None:
    if not name.isdecimal():
        return None
    return "north" if name in fs["north"] else "route" if name in fs["route"] else "south"


def _marks(title: RailTitle) -> dict[str, set[str]]:
    fs, marks = title.map_facts["fs"], title.map_facts["marks"]
    boxes = {box for some in fs["boxes"].values() for box in some}
    kinds = {"F": marks["F"], "anchor": marks["port"], "T": fs["boxes"], "fs_only": boxes}
    kinds |= {"inaccessible": _closed(title, "white"), "grey": _closed(title, "grey")}
    return {name: {kind for kind, some in kinds.items() if name in some} for name in title.board.hexes}


def _closed(title: RailTitle, colour: str) -> list[str]:
    hexes = title.board.hexes.values()
    return [hex_.name for hex_ in hexes if not hex_.kind and hex_.printed.color == colour]


def _last_open(title: RailTitle) -> list[str]:
    """The northernmost hex of each column that is not north of the line; the last column goes on beyond Bologna."""
    columns: dict[int, list[str]] = {}
    for name, place in title.board.hexes.items():
        if name.isdecimal() and not is_north(title, name):
            columns.setdefault(place.at[0], []).append(name)
    return [max(names, key=int) for _, names in sorted(columns.items())]


def _trains(source: Source, title: RailTitle) -> Iterator[Pair]:
    phases, types = source.facts["phases"], title.train_types
    gone = {name: phase.pop("scrapped") for name, phase in zip(title.phases, phases, strict=True)}
    found = {n: [t for t, kind in types.items() if kind.rusts_on == p.begins_with] for n, p in title.phases.items()}
    yield "scrapped", gone, found
    levels = source.take("external_box_levels")
    yield "levels", levels, {n: [p for p, x in title.phases.items() if x.offboard == n] for n in levels}
    yield "bonuses", [p.pop("concession_bonus") for p in phases], [p.offboard for p in title.phases.values()]
    bonus = source.take("anchors", "bonus")
    told = {phase: [b["value"] for b in bonus if b["from_phase"] <= phase][-1] for phase in title.phases}
    yield "anchor", told, {phase["name"]: phase["anchor"] for phase in title.facts["phases"]}
    start = [train.pop("at_start", {}).get("CCFR", 0) for train in source.facts["trains"]]
    given = title.facts["cooperative"]["start_trains"]
    yield "start trains", start, [given.count(name) for name in types]
    yield "breakdown", source.facts["trains"][1].pop("breakdown"), [8, 9]


def _market_again(source: Source, title: RailTitle) -> Iterator[Pair]:
    yield "par", source.take("market", "par"), sorted(title.grid.par)
    cells = source.whole["market"]["par_cells"]
    opens = {cell["price"]: cell["from_phase"] for cell in cells}
    phases = title.facts["phases"]
    first = {par: next(phase["name"] for phase in phases if par in phase["par"]) for par in title.grid.par}
    yield "par by phase", opens, first
    zones = {(r, c): cell["zone"] for r, row in enumerate(source.whole["market"]["rows"]) for c, cell in _cells(row)}
    yield "closed", {cell for cell, zone in zones.items() if zone == "closed"}, set(title.grid.closed)
    top = tuple(title.facts["market"]["end"]["cell"])
    yield "end", {cell for cell, zone in zones.items() if zone == "end"}, {top}
    yield "top", max(title.grid.prices.values()), title.grid.price(top)
    yield "price of CCFR", source.take("ccfr", "price"), title.grid.price(tuple(title.facts["market"]["start"]["CCFR"]))


def _cells(row: list[Facts | None]) -> Iterator[tuple[int, Facts]]:
    return ((number, cell) for number, cell in enumerate(row) if cell)


def _numbers(source: Source, title: RailTitle) -> Iterator[Pair]:
    facts = title.facts
    penalties = {str(each["id"]): each["penalty"] for each in source.whole["concessions"]}
    factor = facts["concession"]["penalty_factor"]
    yield "penalties", penalties, {each["id"]: factor * each["cost"] for each in facts["concessions"]}
    for each in source.facts["concessions"]:
        each.pop("penalty", None)
    names = [each.pop("names") for each in source.facts["concessions"]]
    places = [[title.board.hexes[name].place for name in each["sequence"]] for each in facts["concessions"]]
    yield "places of concessions", names, places
    companies = title.companies
    for name, company in (("ccfr", "CCFR"), ("fsf_special", "FSF")):
        yield f"homes of {company}", source.take(name, "homes"), [hex_ for hex_, _ in companies[company].homes]
    yield "bases", source.take("sarsa", "bases"), [hex_ for hex_, _ in companies["SARSA"].homes]
    anchors = {"FSF": source.take("anchors", "FSF"), "CNP": source.take("anchors", "CNP")}
    yield "anchors", anchors, {n: title.cards[c].powers["anchors"] for n, c in (("FSF", "FSF-P"), ("CNP", "CNP"))}
    yield "token costs", source.take("tokens", "costs"), list(companies["SV"].token_costs[1:])
    yield "order of privates", [card.pop("order") for card in source.facts["privates"]], [1, 2, 3, 4, 5, 6]
    decks = source.take("events", "count")
    yield "decks", decks, {e: sum(len(c["cards"]) for c in facts["events"] if str(c["era"]) == e) for e in decks}
    numbers = [number for event in facts["events"] for number in event["cards"]]
    yield "cards", numbers, list(range(1, 32))
    stops = sum(weight for kind, weight in WEIGHTS if kind in ("city", "fs"))
    yield "a T place and its box", source.take("fs_routes", "t_place_counts_as_stops") + 1, stops
    yield "variants", sorted(source.facts["variants"]), sorted(option.name for option in title.options)
    for company in source.facts["companies"]:
        for name in ("anchors", "coach_tokens", "max_start_price"):
            company.pop(name, None)


def _reconstructed(source: Source, title: RailTitle) -> Iterator[Pair]:
    """Whatever the source has chosen is marked here, wherever it is written; and nothing else."""
    ours = [path for told in source.take("reconstructed") for path in _our_paths(told, title)]
    yield "reconstructed", [path for path in ours if title.reconstruction_of(path) is None], []


def _our_paths(told: str, title: RailTitle) -> list[str]:
    """A path of the source in this title's files; none for what is not kept as a value."""
    file, *way = told.split(".")
    if file == "companies":
        way[0] = list(title.companies)[int(way[0])]
        special = {"coach_tokens": "facts.coaches.tokens", "start": "facts.cooperative.treasury"}
        return [special.get(way[1], f"facts.companies.{way[0]}.{way[1]}")]
    if file in ("trains", "privates"):
        names = list(title.train_types) if file == "trains" else list(title.cards)
        place = {"trains": f"facts.trains.{names[int(way[0])]}.price"}
        return [place.get(file, f"facts.cards.{names[int(way[0])]}.powers.lays.hex")]
    if file in ("hexes", "grid"):
        return [f"map.hexes.{name}.at" for name in title.board.hexes]
    if file == "tiles":
        tiles = [name for name in title.board.tiles if way[0] in ("*", name)]
        return [f"tiles.tiles.{name}.count" for name in tiles]
    return OUR_PATHS[told] if told in OUR_PATHS else [f"facts.{told.removesuffix('.*.row').removesuffix('.*.col')}"]


OUR_PATHS = {
    "market.par_cells.*.row": ["facts.market.par.65"],
    "market.par_cells.*.col": ["facts.market.par.65"],
    "market.start.CCFR.row": ["facts.market.start.CCFR"],
    "market.start.CCFR.col": ["facts.market.start.CCFR"],
    "market.end_of_game.row": ["facts.market.end.cell"],
    "market.end_of_game.col": ["facts.market.end.cell"],
    "concessions.*.sequence": ["facts.concessions.1.sequence"],
    "anchors.ports": ["map.marks.port"],
    "fsf_special.hexes": ["map.marks.F"],
    "rounding.g_train": ["facts.gravity.rounded_to"],
    "fs_routes.T_kind": ["map.hexes.68.stops"],
    "fs_routes.lines": ["map.lines"],
    "fs_routes.parma_bologna.route_hexes": ["map.fs.route"],
    "fs_routes.parma_bologna.last_open_by_column": ["map.fs.north"],
    "sarsa.coach_tokens": ["facts.coaches.tokens"],
    # readings of the rules, not values: notes.md has them as rulings
    "fs_routes.parma_bologna.reading": [],
    "sarsa.base_tokens_free": [],
    "sarsa.one_token_per_hex": [],
    "anchors.placing": [],
    "political_support.spent_cards": [],
    "political_support.supply": [],
}


def _rulings(source: Source, title: RailTitle) -> Iterator[Pair]:
    told = [(each["id"], each["name"], each["answers"]) for each in source.take("rulings")]
    yield "rulings", told, [(each.id, each.name, list(each.answers)) for each in title.rulings]


NOT_KEPT_OF_1883: Mapping[str, str] = {
    "anchors/*": WORDS,
    "ccfr/*": WORDS,
    "companies/*/extra_lay": WORDS,
    "companies/*/formed_from": SAME,
    "companies/*/merges_into": SAME,
    "companies/*/start/*": SAME,
    "concession_rules/*": WORDS,
    "end_of_game/*": WORDS,
    "events/cards/*": WORDS,
    "events/decks/*": SAME,
    "events/*": WORDS,
    "forced_purchase/*": WORDS,
    "fs_routes/*": WORDS,
    "fsf_special/*": WORDS,
    "grid/*": "explains how the board was reconstructed",
    "market/moves/*": WORDS,
    "market/notes": WORDS,
    "political_support/supply": "four hands of nine: it never runs out",
    "political_support/*": WORDS,
    "private_rules/*": WORDS,
    "privates/*/sale*": SAME,
    "rounding/*": WORDS,
    "sarsa/*": WORDS,
    "sefta/*": WORDS,
    "share_structure/*": WORDS,
    "tile_laying/*": WORDS,
    "tiles/*/rotation": WORDS,
    "tokens/*": WORDS,
    "trains/*": WORDS,
    "variants/*": WORDS,
}
