"""Where the hexes of a map lie: read from their names or given, on one sheet or on several."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

At = tuple[int, int]
"""Column and row. A step to the next hex in the same column (flat) or row (pointy) counts two."""

# From a hex to its neighbour by edge, as (columns, rows). Edges run clockwise from the south or the lower left one.
STEPS: Mapping[str, tuple[At, ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}

_NAME = re.compile(r"([A-Z]+)(-?\d+)")


def coordinates(name: str) -> At:
    """The number of a name's letters and its number: "B12" is 1, 12."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"hex {name}: name it by its coordinate, or give its place with 'at'")
    letters = 0
    for letter in match[1]:
        letters = letters * 26 + ord(letter) - 64
    return letters - 1, int(match[2])


def signs(name: str) -> tuple[str, str]:
    """A name's letters and its number, as they stand around a map."""
    split = len(name.rstrip("-0123456789"))
    return name[:split], name[split:]


class Sheet(NamedTuple):
    """A part of the map that is printed by itself; its hexes have a prefix before their coordinates."""

    prefix: str = ""
    at: At = (0, 0)  # where its A0 lies, as letters and number of the main sheet
    name: str = ""


class Link(NamedTuple):
    """Two sides that meet although they lie apart, with the sign that is printed at both."""

    hex: str
    edge: int
    other: str
    other_edge: int
    sign: str = ""

    @property
    def sides(self) -> tuple[tuple[str, int], tuple[str, int]]:
        return (self.hex, self.edge), (self.other, self.other_edge)


class Chart:
    """Where every hex of a map lies, also those around it that are only drawn."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        hexes: Mapping[str, Mapping[str, Any]] = facts["hexes"]
        self.layout: str = facts.get("layout", "flat")
        self.outside = {str(kind): tuple(names) for kind, names in facts.get("outside", {}).items()}
        self.by_name = not any("at" in place for place in hexes.values())
        """Whether names are coordinates, so that letters and numbers can stand around the map."""
        self.lines = tuple(tuple(line) for line in facts.get("lines", ()))
        """Lines of another railway that are printed on the map, each from hex to neighbouring hex."""
        self.links = _links(facts)
        self.texts = {str(name): str(text) for text, name in facts.get("texts", ())}
        """Words that are printed on hexes in which nothing is built."""
        self._upwards = facts.get("rows", "down") == "up"
        sheets = facts.get("sheets", {}).values()
        self.insets = tuple(Sheet(sheet["prefix"], tuple(sheet["at"]), sheet.get("name", "")) for sheet in sheets)
        around = [name for names in self.outside.values() for name in names]
        places = {name: self._place(name, hexes.get(name, {})) for name in [*hexes, *around]}
        self.places: Mapping[str, At] = MappingProxyType(places)
        self._lying_at = {(self.sheet(name), at): name for name, at in places.items()}
        self._apart: dict[tuple[str, str], int] = {}

    def beside(self, name: str, edge: int) -> str | None:
        """What lies on the other side of an edge, whether or not track may lead there."""
        column, row = self.places[name]
        columns, rows = STEPS[self.layout][edge]
        return self._lying_at.get((self.sheet(name), (column + columns, row + rows)))

    def apart(self, first: str, second: str) -> int:
        """Steps from one hex to another, whatever the track between them."""
        found = self._apart.get((first, second))
        if found is None:
            found = self._apart[first, second] = self._steps_between(self.places[first], self.places[second])
        return found

    def _steps_between(self, first: At, second: At) -> int:
        """A step to another line goes half a hex along it, too."""
        columns, rows = abs(first[0] - second[0]), abs(first[1] - second[1])
        across, along = (columns, rows) if self.layout == "flat" else (rows, columns)
        return across + max(0, (along - across) // 2)

    def sheet(self, name: str) -> Sheet:
        """The part of the map that a hex is on."""
        return next((sheet for sheet in self.insets if name.startswith(sheet.prefix)), Sheet())

    def _place(self, name: str, facts: Mapping[str, Any]) -> At:
        """Letters count columns on a flat layout and rows on a pointy one."""
        if "at" in facts:
            column, row = facts["at"]
            return int(column), int(row)
        sheet = self.sheet(name)
        letters, number = coordinates(name.removeprefix(sheet.prefix))
        place = letters + sheet.at[0], number + sheet.at[1]
        column, row = place if self.layout == "flat" else place[::-1]
        return column, -row if self._upwards else row


def _links(facts: Mapping[str, Any]) -> tuple[Link, ...]:
    links, signs = facts.get("links", ()), facts.get("letters", ())
    return tuple(Link(*link, *signs[number : number + 1]) for number, link in enumerate(links))
