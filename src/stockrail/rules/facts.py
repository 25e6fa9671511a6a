"""Facts as data: a fingerprint of what they mean, for save files, and the facts of earlier versions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import msgspec

from stockrail.board import Board, Face

if TYPE_CHECKING:
    from stockrail.rules.title import RailTitle

WORDS = ("title", "subtitle", "currency")  # of a title: said to people, read by no rule
LOOKS = ("name", "english", "color", "text_color", "aliases")  # of a company
KEYS = ("name", "id")  # by which an entry of a list is called
PARTS_OF_HEX: Mapping[str, Any] = {"class": "", "stops": [], "terrain": [], "track": []}  # what it means to have none


class Earlier(msgspec.Struct, frozen=True):
    """Facts of an earlier version: those of the next one, but for some values."""

    fingerprint: str
    until: str
    why: str
    changes: Mapping[str, Any] = {}  # by path, such as "facts.trains.C.price"


def fingerprint(title: RailTitle[Any]) -> str:
    """The same for equal facts, wherever and however they are written down; names and colours do not count."""
    text = msgspec.json.encode(meaning(title), order="deterministic")
    return hashlib.sha256(text).hexdigest()[:16]


def meaning(title: RailTitle[Any]) -> dict[str, Any]:
    """All facts that rules read: the board as it was built, the market, and every figure."""
    return {
        "board": _board(title.board),
        "market": {f"{row},{column}": price for (row, column), price in title.grid.prices.items()},
        "par": {str(price): cell for price, cell in title.grid.par.items()},
        "figures": _figures(title.facts),
        "map": _meant({key: value for key, value in title.map_facts.items() if key not in ("hexes", "layout")}),
    }


def _board(board: Board) -> dict[str, Any]:
    hexes = {
        name: [place.kind, place.label, place.terrain, place.neighbors, sorted(place.open_sides), _face(place.printed)]
        for name, place in board.hexes.items()
    }
    tiles = {
        name: [tile.color, tile.count, tile.label, sorted(tile.fits), tile.base, _face(board.face(name, 0))]
        for name, tile in board.tiles.items()
    }
    return {"hexes": hexes, "tiles": tiles}


def _face(face: Face) -> list[Any]:
    """Stops in their order, as actions name them by number; track in any order and either way round."""
    track = sorted(sorted(f"{kind}{number}" for kind, number in piece) for piece in face.pieces)
    return [face.color, face.label, [stop.looks() for stop in face.stops], track]


def _figures(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Everything else; what is empty or absent means the same."""
    market = {key: value for key, value in facts["market"].items() if key not in ("rows", "par")}
    companies = [{key: value for key, value in each.items() if key not in LOOKS} for each in facts["companies"]]
    plain = {key: value for key, value in facts.items() if key not in WORDS}
    found: dict[str, Any] = _meant({**plain, "market": market, "companies": companies})
    return found


def _meant(value: Any) -> Any:
    """A value without entries that say nothing."""
    if isinstance(value, Mapping):
        meant = {key: _meant(entry) for key, entry in value.items()}
        return {key: entry for key, entry in meant.items() if entry not in (None, {}, [])}
    if isinstance(value, list | tuple):
        return [_meant(entry) for entry in value]
    return value


# -- other values ---------------------------------------------------------------------------------------------------


def changed(facts: Mapping[str, Any], changes: Iterable[tuple[Sequence[str], Any]]) -> dict[str, Any]:
    """A copy of facts with other values in some places; raises KeyError where there is no such place."""
    copy = deepcopy(dict(facts))
    for path, value in changes:
        _put(copy, path, value)
    return copy


def value_at(facts: Any, path: Sequence[str]) -> Any:
    """The value in a place; raises KeyError where there is no such place."""
    for step in path:
        facts = facts[key_in(facts, step)]
    return facts


def _put(facts: Any, path: Sequence[str], value: Any) -> None:
    *way, last = path
    for step in way:
        facts = facts[key_in(facts, step)]
    facts[last if last in PARTS_OF_HEX and isinstance(facts, dict) else key_in(facts, last)] = value


def key_in(facts: Any, step: str) -> Any:
    """A key of a table that exists; in a list the entry with that name, else the one with that number."""
    if isinstance(facts, dict):
        if step not in facts:
            raise KeyError(step)
        return step
    if not isinstance(facts, list):
        raise KeyError(step)
    for number, entry in enumerate(facts):
        if isinstance(entry, dict) and step in [entry.get(key) for key in KEYS]:
            return number
    if not step.isdecimal() or int(step) >= len(facts):
        raise KeyError(step)
    return int(step)
