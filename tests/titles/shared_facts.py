"""How facts.json of the shared folder is written down in a title's TOML files: each title's files, made anew from it.

Whatever a translation takes is gone from its source; what is left at the end must be named with the reason why the
project does not keep it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

Facts = dict[str, Any]


class Source:
    """facts.json, from which things are taken."""

    def __init__(self, path: Path) -> None:
        self.facts: Facts = json.loads(path.read_text(encoding="utf-8"))
        self.whole = deepcopy(self.facts)

    def take(self, *path: str | int) -> Any:
        """The value there, which is taken away."""
        *way, last = path
        place: Any = self.facts
        for step in way:
            place = place[step]
        return place.pop(last)

    def left(self) -> set[str]:
        """The paths that nobody has taken; places in lists are told as *."""
        return set(_paths(self.facts, ()))


def _paths(value: Any, path: tuple[str, ...]) -> list[str]:
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in _paths(inner, (*path, key))]
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return [found for inner in value for found in _paths(inner, (*path, "*"))]
    return ["/".join(path)]


def clean(value: Any) -> Any:
    """Without what is not printed: null, and empty lists. A piece of track has no direction."""
    if isinstance(value, Mapping):
        pieces = {"track": [sorted(piece) for piece in value["track"] or ()]} if "track" in value else {}
        inner = {str(key): clean(part) for key, part in {**value, **pieces}.items()}
        return {key: part for key, part in inner.items() if part is not None and part not in ([], {})}
    return [clean(part) for part in value] if isinstance(value, list | tuple) else value


def differences(wanted: Any, found: Any, path: str = "") -> list[str]:
    """Where two trees of facts differ."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        keys = [*wanted, *(key for key in found if key not in wanted)]
        return [text for key in keys for text in differences(wanted.get(key), found.get(key), f"{path}/{key}")]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = enumerate(zip(wanted, found, strict=True))
        return [text for n, (one, other) in pairs for text in differences(one, other, f"{path}/{n}")]
    same = wanted == found and isinstance(wanted, bool) == isinstance(found, bool)
    return [] if same else [f"{path}: shared {wanted!r}, here {found!r}"]


def picked(facts: Facts, *names: str) -> Facts:
    """These entries, taken away from where they were."""
    return {name: facts.pop(name) for name in names if name in facts}


def price_rows(rows: list[list[Facts | None]]) -> list[list[int]]:
    return [[cell["price"] for cell in row if cell] for row in rows]


# -- 18EU: nearly the same form ---------------------------------------------------------------------------------------

TRAIN = ("name", "count", "optional", "cards", "price", "rusts_on", "available_from", "distance", "event", "starts_in")
HEX = ("color", "name", "label", "stops", "track", "terrain", "borders", "class", "board", "printed_label", "marker")


def files_of_18eu(source: Source) -> Mapping[str, Facts]:
    facts = {name: source.take(name) for name in ("title", "currency", "bank", "players", "limits", "corporation")}
    facts["initial_sale"] = picked(source.facts["initial_sale"], "opening_bid", "increment", "offer_prices")
    facts |= {
        "tile_lays": source.take("tile_lays"),
        "red_to_red_bonus": picked(source.facts["red_to_red_bonus"], "yellow", "green", "brown", "grey"),
        "market": {"rows": price_rows(source.take("market", "rows")), "par": source.take("market", "par_cells")},
        "phases": source.take("phases"),
        "trains": [picked(train, *TRAIN) for train in source.facts["trains"]],
        "optional_trains": source.take("optional_trains"),
        "companies": source.take("companies"),
    }
    return {"facts": facts, "map": _map_of_18eu(source), "tiles": _tiles_of_18eu(source)}


def _map_of_18eu(source: Source) -> Facts:
    hexes = {name: picked(place, *HEX) for name, place in source.facts["hexes"].items()}
    return {
        "layout": source.take("layout"),
        "hexes": hexes,
        "consent": source.take("grey_hexes", "hexes"),
        "ports": source.take("ports"),
        "outside": picked(source.facts["prohibited_hexes"], "impassable", "ocean"),
    }


def _tiles_of_18eu(source: Source) -> Facts:
    tiles = source.facts["tiles"]
    return {"tiles": {n: picked(t, "color", "count", "label", "stops", "track", "for") for n, t in tiles.items()}}


# -- 1862 -------------------------------------------------------------------------------------------------------------

LEVELS = ("low", "middle", "high")


def files_of_1862(source: Source) -> Mapping[str, Facts]:
    facts = {name: source.take(name) for name in ("title", "subtitle", "currency", "bank", "players")}
    facts |= {
        "shares": {
            "director_percent": source.take("shares", "director_percent"),
            "share_percent": source.take("shares", "ordinary_percent"),
            "float_percent": source.take("shares", "float_percent"),
        },
        "parliament": {
            "reserve": source.take("parliament", "reserve"),
            "most_extra_shares": source.take("parliament", "max_extra_shares"),
            "fine_multiple": source.take("parliament", "obligation_fine_multiple"),
        },
        "stations": _stations_of_1862(source),
        "warranties": {
            "price": source.take("warranties", "price"),
            "most": source.take("warranties", "max_per_train"),
        },
        "freight": {
            "bonus": source.take("freight", "bonus_per_hex"),
            "port_bonus": source.take("freight", "bonus_per_hex_port"),
        },
        "local": {"subsidy": source.take("local", "subsidy_per_hex")},
        "hudson": {
            "step": source.take("hudson", "step"),
            "least_local_income": source.take("hudson", "min_local_income"),
        },
        "refinancing": {"multiple": source.take("forced_train", "refinance_multiple_of_ipo")},
        "london": {"location": "London", "slots": source.take("london", "slots")},
        "setup": {n: _batches_of_1862(source, n) for n in ("2-6", "7", "8")},
        "permits": {n: source.take("permits", n) for n in ("2-6", "7-8", "advanced_freight", "advanced_express")},
        "market": _market_of_1862(source),
        "phases": [_phase_of_1862(phase) for phase in source.facts["phases"]],
        "trains": [_train_of_1862(train) for train in source.facts["trains"]],
        "companies": [_company_of_1862(company) for company in source.facts["companies"]],
    }
    return {"facts": facts, "map": _map_of_1862(source), "tiles": _tiles_of_1862(source)}


def _stations_of_1862(source: Source) -> Facts:
    return {
        "most": source.take("station_markers", "max"),
        "most_with_eight": source.take("station_markers", "max_variant_11_4"),
        "chartered": {
            "count": source.take("station_markers", "chartered", "count"),
            "each": source.take("station_markers", "chartered", "price_each"),
        },
        "free_choice": {
            "least": source.take("station_markers", "non_chartered", "min"),
            "each": source.take("station_markers", "non_chartered", "price_each"),
        },
    }


def _batches_of_1862(source: Source, players: str) -> Facts:
    return {
        "first": source.take("setup", players, "first"),
        "B": source.take("setup", players, "phase_B"),
        "C": source.take("setup", players, "phase_C"),
    }


def _market_of_1862(source: Source) -> Facts:
    """The zones of the cells become lists of prices; a start is allowed on yellow and on pink."""
    cells = source.whole["market"]["rows"][0]
    rows = price_rows(source.take("market", "rows"))
    spaces = source.take("market", "dividend_spaces")
    return {
        "rows": rows,
        "par": {str(c["price"]): [0, n] for n, c in enumerate(cells) if c["zone"] in ("yellow", "pink")},
        "chart": source.take("ipo_chart", "prices"),
        "ignore_one": [cell["price"] for cell in cells if cell["zone"] == "ignore_one"],
        "ignore_two": [cell["price"] for cell in cells if cell["zone"] == "ignore_two"],
        "spaces": source.take("market", "movement", "dividend_per_space"),
        "most_spaces": max(step["spaces"] for step in spaces),
    }


def _phase_of_1862(phase: Facts) -> Facts:
    names = ("name", "trigger", "train_limit", "train_limit_simple", "tiles", "operating_rounds")
    return {**picked(phase, *names), "offboard": phase.pop("offboard_value")}


def _train_of_1862(train: Facts) -> Facts:
    """A local's visits and pay count large stations, which its service says too; H cards never end."""
    names = ("name", "count", "price", "rusts_on", "permanent", "free_warranties", "forms")
    found = {**picked(train, *names), "by_length": train.pop("count_by_length")}
    if train.pop("unlimited"):
        found["count"] = "unlimited"
    freight, local, express = (train["distance"][form] for form in ("freight", "local", "express"))
    found["distance"] = {
        "freight": picked(freight, "hexes"),
        "local": {"visit": local.pop("visit_large"), "pay": local.pop("pay_large")},
        "express": picked(express, "visit", "pay"),
    }
    return found


def _company_of_1862(company: Facts) -> Facts:
    """Shared modules know majors and minors; the eighth station of 11.4 is there from the start, in the box."""
    shares = company.pop("shares")
    company.pop("kind")
    tokens = company.pop("tokens")
    return {
        **picked(company, "id", "name", "color", "text_color", "home"),
        "kind": "major",
        "tokens": [*tokens, 0],
        "certificates": [shares["director"], *shares["ordinary"]],
    }


def _map_of_1862(source: Source) -> Facts:
    levels = {phase["name"]: phase["offboard_value"] for phase in source.whole["phases"]}
    own = {tile["only_hex"]: tile["label"] for tile in source.whole["tiles"].values() if "only_hex" in tile}
    hexes = {}
    for name, place in source.facts["hexes"].items():
        found = picked(place, "color", "name", "label", "stops", "track", "terrain", "borders")
        for stop in found["stops"]:
            stop["revenue"] = by_level(stop["revenue"], levels)
        hexes[name] = {**found, "class": _class_of_1862(name, found, own)}
    places = source.facts["locations"]
    locations = {key: {**picked(place, "kind", "name", "revenue")} for key, place in places.items()}
    for place in locations.values():
        place["revenue"] = by_level(place["revenue"], levels)
    return {"layout": source.take("layout"), "hexes": hexes, "locations": locations}


def by_level(revenue: Any, levels: Mapping[str, str]) -> Any:
    """A value for each phase as one for each of the three levels that phases have."""
    if not isinstance(revenue, dict):
        return revenue
    found = {level: {revenue[phase] for phase in revenue if levels[phase] == level} for level in LEVELS}
    assert all(len(values) == 1 for values in found.values()), revenue
    return {level: values.pop() for level, values in found.items()}


def _class_of_1862(name: str, place: Facts, own: Mapping[str, str]) -> str:
    """Which tiles fit there, in one word: by colour, station and letter; two cities have a brown tile of their own."""
    if not place["stops"]:
        return "sea"
    kind = place["stops"][0]["kind"]
    if name in own:
        return str(place["name"]).lower()
    return f"{place['label'].lower()}_city" if kind == "city" and place["label"] else str(kind)


def _tiles_of_1862(source: Source) -> Facts:
    """Without those that carry markers; a tile for one hex only needs no letter, as the hex prints another."""
    own = {tile["only_hex"] for tile in source.whole["tiles"].values() if "only_hex" in tile}
    names = {hex_: str(source.whole["hexes"][hex_]["name"]).lower() for hex_ in own}
    lettered = {source.whole["hexes"][hex_]["label"]: name for hex_, name in names.items()}
    found = {}
    for name, tile in source.facts["tiles"].items():
        found[name] = {**picked(tile, "color", "count", "label", "stops", "track")}
        only = tile.pop("only_hex", None)
        found[name]["for"] = _fits_of_1862(found[name], only, names, lettered)
        found[name]["label"] = None if only else found[name]["label"]
    return {"tiles": found}


def _fits_of_1862(tile: Facts, only: str | None, names: Mapping[str, str], lettered: Mapping[str, str]) -> list[str]:
    """A tile without a city is for towns; of lettered cities one each has no other brown tile than its own."""
    if only:
        return [names[only]]
    if not any(stop["kind"] == "city" for stop in tile["stops"]):
        return ["town"]
    label = tile["label"]
    if label is None:
        return ["city"]
    return [f"{label.lower()}_city", *([lettered[label]] if tile["color"] != "brown" else [])]


FILES: Mapping[str, Callable[[Source], Mapping[str, Facts]]] = {"18EU": files_of_18eu, "1862": files_of_1862}
