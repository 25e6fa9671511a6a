"""The marks of the map: zones, the side of the state railway's line, F hexes, T places and ports."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stockrail.routes import Line
from stockrail.rules.title import RailTitle

PLAIN, HILL, MOUNTAIN = "plain", "hill", "mountain"
ZONES = (PLAIN, HILL, MOUNTAIN)  # from the lowest


def zone_of(title: RailTitle[Any], hex_: str) -> str:
    """6.8.5-i By the terrain of a hex; of a box by its symbol."""
    kinds = {part["kind"] for part in title.board.hexes[hex_].terrain}
    return next((zone for zone in (MOUNTAIN, HILL) if zone in kinds), PLAIN)


@lru_cache(8)  # asked for every run; titles with their maps: the usual one, and tables with changed facts
def levels(title: RailTitle[Any]) -> tuple[tuple[str, int], ...]:
    """How high every hex lies that is not in the plain."""
    found = ((name, ZONES.index(zone_of(title, name))) for name in title.board.hexes)
    return tuple((name, level) for name, level in found if level)


def is_north(title: RailTitle[Any], hex_: str) -> bool:
    """6.4.5-a, 8.2-f North of the line from Parma to Bologna, where CCFR and SARSA may not go."""
    return hex_ in title.map_facts["fs"]["north"]


def has_letter_f(title: RailTitle[Any], hex_: str) -> bool:
    """6.4.4-a"""
    return hex_ in title.map_facts["marks"]["F"]


def red_lines(title: RailTitle[Any]) -> tuple[Line, ...]:
    """6.6-h From each T place to each of its boxes."""
    pairs = title.map_facts["fs"]["boxes"].items()
    return tuple(Line((place, 0), (box, 0)) for place, boxes in pairs for box in boxes)


def printed_marks(title: RailTitle[Any]) -> dict[str, tuple[str, ...]]:
    """T, F, ports, and the symbols of boxes in hills or mountains: for display."""
    fs, marks = title.map_facts["fs"], title.map_facts["marks"]
    kinds = {"line:T": fs["boxes"], "anchor": marks["port"], "F": marks["F"]}
    boxes = [name for name in title.board.hexes if not name.isdecimal()]
    kinds |= {zone: [box for box in boxes if zone_of(title, box) == zone] for zone in (HILL, MOUNTAIN)}
    found = {name: tuple(kind for kind, some in kinds.items() if name in some) for name in title.board.hexes}
    return {name: some for name, some in found.items() if some}
