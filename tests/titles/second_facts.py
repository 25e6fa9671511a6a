"""What the source says a second time in another form, and what it says in words only.

Each function takes such statements from the source and tells them beside what the title itself answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from stockrail.board import fitting
from stockrail.rules.auctions import STEP
from stockrail.rules.title import RailTitle
from stockrail.titles.g1862.exchange import ENOUGH
from stockrail.titles.g1862.state import LAST_ROUNDS
from stockrail.titles.g1862.variants import ADVANCED, SIMPLE

from .shared_facts import Source

Segment = tuple[int, ...]
Pair = tuple[str, Any, Any]
"""What a statement is about, the statement, and the title's answer."""


# -- 18EU -------------------------------------------------------------------------------------------------------------


def second_of_18eu(source: Source, title: RailTitle) -> Iterator[Pair]:
    board, hexes = title.board, source.facts["hexes"]
    homes = {company.id: company.home for company in title.companies.values() if company.home}
    told = {h["minor"]: (name, h["stop"]) for name, place in hexes.items() for h in place.pop("home_of", [])}
    yield "homes", told, homes
    consent = {name: place.pop("consent_of") for name, place in hexes.items() if "consent_of" in place}
    yield "consent", consent, dict(title.map_facts["consent"])
    ports = {place.pop("port"): name for name, place in hexes.items() if "port" in place}
    yield "ports", ports, dict(title.map_facts["ports"])
    served = {name: place.pop("serves") for name, place in hexes.items() if "serves" in place}
    yield "served", served, dict(title.map_facts["ports"])
    yield "par", source.take("market", "par"), sorted(title.grid.par)
    fits: dict[str, dict[str, list[str]]] = {}
    for name, tile in board.tiles.items():
        for kind in tile.fits:
            fits.setdefault(kind, {}).setdefault(tile.color, []).append(name)
    placement = {row.pop("class"): {c: row.pop(c) for c in COLOURS} for row in source.facts["tile_placement"]}
    yield "placement", {k: {c: t for c, t in v.items() if t} for k, v in placement.items()}, fits
    upgrades = {name: sorted(tile.pop("upgrades")) for name, tile in source.facts["tiles"].items()}
    yield "upgrades", upgrades, {name: upgrades_of(title, name) for name in board.tiles}


COLOURS = ("yellow", "green", "brown", "grey")


def upgrades_of(title: RailTitle, name: str) -> list[str]:
    """The tiles that can replace a tile on some hex: of the next colour, for its kind of hex, with all its track."""
    board = title.board
    found = set()
    for place in board.hexes.values():
        if place.kind in board.tiles[name].fits:
            for turn in range(6):
                found |= {face.tile for face in fitting(board, place, board.face(name, turn)) if face.tile}
    return sorted(found - {name})


# -- 1862 -------------------------------------------------------------------------------------------------------------


def second_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    yield from _places_of_1862(source, title)
    yield from _market_of_1862(source, title)
    yield from _trains_of_1862(source, title)
    yield from _tiles_of_1862(source, title)
    yield from _numbers_of_1862(source, title)
    yield from _variants_of_1862(source, title)


def _places_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    board, hexes = title.board, source.facts["hexes"]
    exits = {name: place.pop("exits") for name, place in hexes.items() if "exits" in place}
    yield "exits", exits, {name: sorted(board.hexes[name].open_sides) for name in exits}
    sea = [name for name, place in hexes.items() if place.pop("sea_only", False)]
    yield "sea", sea, [name for name, place in board.hexes.items() if place.kind == "sea"]
    told = {key: _entries(place.pop("entries")) for key, place in source.facts["locations"].items()}
    found: dict[str, set[tuple[str, int, str]]] = {}
    for name, place in board.hexes.items():
        for edge, other in enumerate(place.neighbors):
            for way in place.printed.ends_at(edge) if other and place.kind in ("offboard", "port") else ():
                found.setdefault(str(place.printed.stops[way.stop].location), set()).add((name, edge, str(other)))
    yield "entries", told, found
    yield "entries of London", _entries(source.take("london", "entries")), found["London"]
    names = [company.pop("home_name") for company in source.facts["companies"]]
    homes = [company.home[0] for company in title.companies.values() if company.home]
    yield "names of homes", names, [board.hexes[home].place for home in homes]


def _entries(entries: list[dict[str, Any]]) -> set[tuple[str, int, str]]:
    return {(entry.pop("hex"), entry.pop("edge"), entry.pop("from")) for entry in entries}


def _market_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    market = title.facts["market"]
    for name in ("par", "par_chartered"):
        yield name, source.take("market", name), market["chart"]
    yield "par of others", source.take("market", "par_non_chartered"), sorted(title.grid.par)
    yield "left", source.take("market", "movement", "no_dividend"), -market["spaces"]
    free = source.take("market", "sale_ignored_shares")
    yield "free sales", free, {"ignore_one": 1, "ignore_two": 2}
    steps = source.whole["market"]["dividend_spaces"]
    multiples = {step["from_multiple"]: step["spaces"] for step in steps}
    yield "multiples", multiples, {n: n for n in range(market["most_spaces"] + 1)}
    lines = [cell["line"] for cell in source.whole["market"]["rows"][0]]
    yield "two lines", lines, [n % market["spaces"] for n in range(len(market["rows"][0]))]
    ends = [cell["price"] for cell in source.whole["market"]["rows"][0] if cell["zone"] in ("bankruptcy", "end")]
    yield "ends", ends, [min(title.grid.prices.values()), max(title.grid.prices.values())]


def _trains_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    trains, types = source.facts["trains"], title.train_types
    half = {name: train.pop("second_hand_price_in_later_phase") for name, train in zip(types, trains, strict=True)}
    last = list(types)[-1]
    yield "second hand", half, {n: None if n == last else kind.price // 2 for n, kind in types.items()}
    gone = {phase: facts.pop("obsolete") for phase, facts in zip(title.phases, source.facts["phases"], strict=True)}
    yield "obsolete", gone, {p: [n for n, kind in types.items() if kind.rusts_on == p] for p in title.phases}
    free = [kind["name"] for kind in title.facts["trains"] if kind["free_warranties"]]
    yield "free warranties", source.take("warranties", "free_on"), free
    permanent = [kind["name"] for kind in title.facts["trains"] if kind["permanent"]]
    yield "permanent from", source.take("freight", "permanent_from"), permanent[0]
    lasting = [kind["distance"]["freight"]["hexes"] for kind in title.facts["trains"] if kind["permanent"]]
    yield "permanent hexes", source.take("freight", "permanent_hexes_min"), min(lasting)
    yield "cards", source.take("train_cards", "printed") - source.take("train_cards", "printed_H"), _cards(title)


def _cards(title: RailTitle) -> int:
    """So many A to G trains as the longest game needs."""
    return sum(max(kind["by_length"].values()) for kind in title.facts["trains"] if "by_length" in kind)


def _tiles_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    tiles = title.tile_facts["tiles"]
    segments_told = {
        name: len(tile.pop("small_station_segments"))
        for name, tile in source.facts["tiles"].items()
        if "small_station_segments" in tile
    }
    bases = {name for name, tile in tiles.items() if "town" in tile["for"] and "stops" not in tile}
    yield "segments", segments_told, {name: len(segments(tiles[name])[0]) for name in bases}
    worth = source.take("small_stations", "revenue")
    most = {colour: count for colour, count in source.take("small_stations", "max").items() if colour != "yellow"}
    found = {tiles[name]["color"]: len(segments(tiles[name])[0]) for name in bases}
    yield "most small stations", most, found
    stops = [stop for tile in tiles.values() if "town" in tile["for"] for stop in tile.get("stops", [])]
    yield "small stations", {(stop["kind"], stop["revenue"]) for stop in stops}, {("town", worth)}
    marked = {name: tile for name, tile in tiles.items() if "of" in tile}
    for base in sorted(bases):
        own = [tile for tile in marked.values() if tile["of"] == base]
        shown = {frozenset(), *(some for tile in own for some in _shown(tile, tiles[base]))}
        yield f"markings of {base}", markings(tiles[base]), shown
        same = {(tile["color"], tile["count"]) for tile in own}
        yield f"pieces of {base}", {(tiles[base]["color"], tiles[base]["count"])}, same
    yield "marked tiles", {tile["of"] for tile in marked.values()}, bases


def _shown(tile: Mapping[str, Any], base: Mapping[str, Any]) -> Iterator[frozenset[Segment]]:
    """The segments of the base that a marked tile shows with a small station, turned so that its lines lie on them."""
    for turn in range(6):
        lines, marked = segments(tile, turn)
        if lines == segments(base)[0]:
            yield marked


def segments(tile: Mapping[str, Any], turn: int = 0) -> tuple[frozenset[Segment], frozenset[Segment]]:
    """The lines of a tile by their edges, and those of them that hold a stop."""
    plain: set[Segment] = set()
    stops: dict[str, list[str]] = {}
    for one, other in tile["track"]:
        if one[0] == other[0] == "e":
            plain.add(_turned([one, other], turn))
        else:
            edge, stop = (one, other) if one[0] == "e" else (other, one)
            stops.setdefault(stop, []).append(edge)
    marked = frozenset(_turned(edges, turn) for edges in stops.values())
    return frozenset(plain) | marked, marked


def _turned(edges: list[str], turn: int) -> Segment:
    return tuple(sorted((int(edge[1:]) + turn) % 6 for edge in edges))


def markings(tile: Mapping[str, Any]) -> set[frozenset[Segment]]:
    """Every way in which the segments of a tile can hold small stations, none included."""
    lines, _ = segments(tile)
    return {frozenset(some) for count in range(len(lines) + 1) for some in combinations(lines, count)}


def _numbers_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    facts = title.facts
    stations = facts["stations"]
    total = stations["chartered"]["count"] * stations["chartered"]["each"]
    yield "stations of a charter", source.take("station_markers", "chartered", "total"), total
    yield "most stations", source.take("station_markers", "non_chartered", "max"), stations["most"]
    yield "singles", source.take("shares", "ordinary_count"), 100 // 10 - 3
    yield "step", source.take("parliament", "bid_step"), STEP
    yield "swap", source.take("merger", "director_swap_below_percent"), 10 * ENOUGH
    options = source.take("merger", "director_option")
    own = {str(10 * n): {"redeem": (ENOUGH - n) / 2, "sell": n / 2} for n in (5, 4, 3)}
    yield "director's option", options, own
    yield "fresh money", source.take("forced_train", "refinance_max"), 10 * max(facts["market"]["chart"])
    yield "after the LNER", source.take("rounds", "after_lner"), ["SR", *["OR"] * LAST_ROUNDS, "end"]
    for name, sizes in facts["setup"].items():
        there = sum(sizes.values())
        yield f"companies {name}", source.take("setup", name, "in_game"), there
        yield f"put away {name}", source.take("setup", name, "removed"), len(title.companies) - there
    kinds = source.take("permits", "types")
    yield "kinds", sorted(kinds), sorted(facts["permits"]["2-6"])


def _variants_of_1862(source: Source, title: RailTitle) -> Iterator[Pair]:
    told = {name: sorted(kinds.pop("types")) for name, kinds in source.facts["variants"]["11.1"].items()}
    own = {name: [form] for name, form in SIMPLE.items()} | {name: sorted(forms) for name, forms in ADVANCED.items()}
    yield "11.1", told, own
    yield "11.4", source.take("variants", "11.4", "max_station_markers"), title.facts["stations"]["most_with_eight"]


SECOND: Mapping[str, Callable[[Source, RailTitle], Iterator[Pair]]] = {
    "18EU": second_of_18eu,
    "1862": second_of_1862,
}

WORDS = "told in words for people; the rule is in the checklist and has its tests"
SAME = "follows from another fact, which is compared"
NOT_KEPT: Mapping[str, Mapping[str, str]] = {
    "18EU": {
        "coordinates/*": "explains the two ways of naming hexes",
        "disputed/*": "sources that differ; the value that counts is compared at its own place",
        "grey_hexes/notes": WORDS,
        "initial_sale/then": WORDS,
        "market/moves/*": WORDS,
        "market/notes": WORDS,
        "prohibited_hexes/notes": WORDS,
        "reconstructed": "which values were chosen, not values",
        "red_to_red_bonus/notes": WORDS,
        "tile_placement/*/source": "where a row comes from",
        "tiles_notes": WORDS,
        "trains/*/dealt": WORDS,
    },
    "1862": {
        "also_known_as": "a name that nobody asks for here",
        "bank_includes_starting_cash": WORDS,
        "bankruptcy/compensation": WORDS,
        "capitalisation/*": WORDS,
        "companies/*/historical": "years of history",
        "designer": "stands in the title's own description",
        "forced_train/methods": WORDS,
        "game_end/*": WORDS,
        "ipo_chart/areas": WORDS,
        "ipo_chart/round": WORDS,
        "locations/*/source_group": "how the public site groups its stops",
        "london/counts_as_company_station": WORDS,
        "london/needs_own_marker": WORDS,
        "london/per_company": WORDS,
        "london/terminal": WORDS,
        "market/dividend_compares": WORDS,
        "market/kind": WORDS,
        "market/movement/clamp_to_ends": WORDS,
        "market/movement/sale_per_share": WORDS,
        "market/no_sale_movement": WORDS,
        "market/notes": WORDS,
        "market/sale_ignored_applies_to": WORDS,
        "market/stacking": WORDS,
        "market/zones/*": SAME,
        "merger/forced_option_sale": WORDS,
        "merger/option_value": WORDS,
        "merger/price": WORDS,
        "merger/ratio": WORDS,
        "merger/trainless_price": WORDS,
        "operating_steps": WORDS,
        "parliament/min_bid": WORDS,
        "parliament/one_win_stops_starting": WORDS,
        "permits/simple": WORDS,
        "phases/*/companies_available": SAME,
        "phases/*/status": WORDS,
        "reconstructed": "which values were chosen, not values",
        "rounds/cycle": WORDS,
        "rounds/or_count_fixed": WORDS,
        "rounds/start": WORDS,
        "setup/*/optional": WORDS,
        "shares/hold_limit": "there is none",
        "shares/pool_limit": "there is none",
        "small_stations/large_station_tiles": WORDS,
        "small_stations/marker_limit": "there is none",
        "small_stations/needs_route": WORDS,
        "small_stations/per_segment": WORDS,
        "station_markers/home_included": WORDS,
        "station_markers/paid": WORDS,
        "station_markers/per_turn": WORDS,
        "station_markers/placing_cost": WORDS,
        "track/per_turn_one_of": WORDS,
        "train_cards/H_is_unlimited": SAME,
        "trains/*/distance/*/red_or_port": WORDS,
        "trains/*/distance/*/small_stations": WORDS,
        "variants/11.1/*/permits": SAME,
        "variants/11.1/*/train_limit": WORDS,
        "variants/11.2/*": WORDS,
        "variants/11.3/*": WORDS,
        "variants/length/*": SAME,
        "warranties/effect": WORDS,
        "warranties/max_includes_free": WORDS,
        "warranties/only_when_bought_from_bank": WORDS,
        "warranties/remove_one_per_train_after_running": WORDS,
    },
}
"""Of each title what the project does not keep as a fact, and why."""
