"""Facts that players change for their game: an owner of the printed game corrects a value that was reconstructed.

What comes here may be anything that somebody has uploaded, so it is bounded and checked before a title is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec

from stockrail.board import Board, Face, Stop
from stockrail.board.faces import STOP
from stockrail.core import StockrailError, UnknownChoice
from stockrail.rules.facts import KEYS, LOOKS, PARTS_OF_HEX, WORDS, key_in, value_at
from stockrail.rules.game import RailGame
from stockrail.rules.state import CityAt
from stockrail.rules.title import RailTitle

FILES = ("facts", "map", "tiles")
MOST = 200  # values of one game
LONGEST = 100  # letters of a path
SIZE = 20_000  # bytes of all together
GROWTH, SMALL = 10, 1000  # a number may be ten times what it was, or a thousand: enough for any misprint
TITLES = 16  # with changed facts, kept for the games that share them
SIDES = 6
MORE_TRACK = 1  # pieces on a hex or a tile
GROUND = "terrain"
Way: TypeAlias = tuple[str, ...]
"""Where a word stands: its keys, with one name for all entries of a list or of a table of tables."""


class Unplayable(StockrailError):
    """A game whose facts were changed cannot go on: the values passed every check and do not go together."""


def overlaid(title: RailTitle[Any], overlay: Mapping[str, Any]) -> RailTitle[Any]:
    """The title with other values in some places; raises UnknownChoice, in a sentence, if they do not fit.

    Games with equal changes share one title: its board takes time to build.
    """
    if not overlay:
        return title
    base = title.base
    _check_size(base, overlay)
    return _shared(base, msgspec.json.encode(dict(sorted(overlay.items()))))


@lru_cache(TITLES)
def _shared(title: RailTitle[Any], text: bytes) -> RailTitle[Any]:
    overlay: dict[str, Any] = msgspec.json.decode(text)
    known = frozenset(_words(title))
    for path, value in overlay.items():
        _check(title, path, value, known)
    made = title.with_overlay(overlay)
    _check_playable(made)
    return made


def _check_size(title: RailTitle[Any], overlay: Mapping[str, Any]) -> None:
    if len(overlay) > MOST:
        raise UnknownChoice(f"{title.name}: at most {MOST} facts can be changed")
    try:
        size = len(msgspec.json.encode(dict(overlay)))
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise UnknownChoice(f"{title.name}: changed facts must be numbers, words or lists ({error})") from error
    if size > SIZE:
        raise UnknownChoice(f"{title.name}: the changed facts may have {SIZE} bytes, not {size}")
    long = next((path for path in overlay if not isinstance(path, str) or len(path) > LONGEST), None)
    if long is not None:
        raise UnknownChoice(f"{title.name}: the path of a fact is too long: {str(long)[:LONGEST]}…")


# -- one value ------------------------------------------------------------------------------------------------------


def _check(title: RailTitle[Any], path: str, value: Any, known: frozenset[tuple[Way, str]]) -> None:
    old = fact(title, path)
    if _is_name(path):
        raise UnknownChoice(f"{title.name}: {path} is a name or a colour; only values used by the rules can be changed")
    if _is_kind_of_company(path):
        raise UnknownChoice(f"{title.name}: {path} is a kind of company; rules depend on it, so it cannot be changed")
    if isinstance(old, Mapping):
        raise UnknownChoice(
            f"{title.name}: {path} is a table; name one of its values, such as {path}.{next(iter(old))}"
        )
    if not (_is_like(old, value) or _is_part_of_hex(title, path, value)):
        raise UnknownChoice(f"{title.name}: {path} is {shown(old)} and cannot be changed to {shown(value)}")
    said = _strings(value, _way(title, path))
    strange = next((word for way, word in said if (way, word) not in known), None)
    if strange is not None:
        raise UnknownChoice(f"{title.name}: {path}: {strange[:LONGEST]!r} is not a word that can be used there")


def fact(title: RailTitle[Any], path: str) -> Any:
    """The value of a title at a path; raises UnknownChoice where there is none."""
    name, *way = path.split(".")
    files = _files(title)
    try:
        if name in files and way:
            return value_at(files[name], way)
    except KeyError:
        if _may_be_absent(title, path):
            return PARTS_OF_HEX[way[-1]]
    near = get_close_matches(path, [known for known, _ in values(title)], 1, cutoff=0.8)
    raise UnknownChoice(f"{title.name} has no fact {path!r}" + (f"; did you mean {near[0]}?" if near else ""))


def _files(title: RailTitle[Any]) -> dict[str, Mapping[str, Any]]:
    return dict(zip(FILES, (title.facts, title.map_facts, title.tile_facts), strict=True))


def _is_name(path: str) -> bool:
    """Whether it is what people call something, or by which other facts name it."""
    way = path.split(".")
    of_company = way[:2] == ["facts", "companies"] and any(step in LOOKS for step in way[3:])
    return way[-1] in KEYS or (way[-1] in WORDS and len(way) == 2) or of_company


def _is_kind_of_company(path: str) -> bool:
    way = path.split(".")
    return way[:2] == ["facts", "companies"] and way[-1] == "kind"


def _is_like(old: Any, new: Any) -> bool:
    """Whether a value is of the kind of another: a number of its size, a word, a list of entries like its own."""
    if isinstance(old, list):
        return (
            isinstance(new, list)
            and bool(new) == bool(old)
            and all(any(_is_like(entry, each) for entry in old) for each in new)
        )
    if isinstance(old, dict):
        return isinstance(new, dict) and new.keys() == old.keys() and all(_is_like(old[key], new[key]) for key in new)
    if type(old) is not type(new):
        return False
    return isinstance(old, bool | str) or _is_near(old, new)


def _may_be_absent(title: RailTitle[Any], path: str) -> bool:
    """Whether it is a part that a hex may lack: the printed board may have ground or a town where ours is plain."""
    file, *way = path.split(".")
    of_hex = file == "map" and len(way) == 3 and way[0] == "hexes" and way[1] in title.map_facts["hexes"]
    return of_hex and way[2] in PARTS_OF_HEX


def _is_part_of_hex(title: RailTitle[Any], path: str, value: Any) -> bool:
    """Whether a hex may have this: each entry is like one that some hex has; ground may also be missing."""
    part = path.rsplit(".", 1)[-1]
    if not _may_be_absent(title, path) or not isinstance(value, list):
        return False
    known = [entry for hex_ in title.map_facts["hexes"].values() for entry in hex_.get(part, ())]
    return _is_like(known, value) if value else part == GROUND


def _is_near(old: float, new: float) -> bool:
    """A number of a size that could be a correction; nobody's server lays out a million trains."""
    most = max(SMALL, GROWTH * abs(old))
    return (0 if old >= 0 else -most) <= new <= most


def _strings(value: Any, way: Way) -> Iterator[tuple[Way, str]]:
    """The words in a value, each with the way to it."""
    if isinstance(value, str):
        yield way, value
    elif isinstance(value, list):
        for entry in value:
            yield from _strings(entry, way)
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _strings(entry, _further(way, value, name))


def _further(way: Way, table: Mapping[str, Any], name: str) -> Way:
    """Where all entries are tables, they are alike, and their names say nothing of what stands in them."""
    alike = all(isinstance(entry, Mapping) for entry in table.values())
    return (*way, "*" if alike else name)


def _way(title: RailTitle[Any], path: str) -> Way:
    name, *steps = path.split(".")
    facts: Any = _files(title)[name]
    way: Way = (name,)
    for number, step in enumerate(steps, 1):
        way = _further(way, facts, step) if isinstance(facts, Mapping) else way
        facts = facts[key_in(facts, step)] if number < len(steps) else None  # the last may be absent
    return way


def _words(title: RailTitle[Any]) -> Iterator[tuple[Way, str]]:
    """A changed word is one that stands in such a place elsewhere: it means something there and harms nobody.

    Where hexes are named, any hex may be; a 4 can also be a train, so some of the words must be hexes and nothing else.
    """
    there: dict[Way, set[str]] = {}
    for name, facts in _files(title).items():
        for way, word in _strings(facts, (name,)):
            there.setdefault(way, set()).add(word)
    hexes = set(title.map_facts["hexes"])
    names = {word for way, words in there.items() if way[-1] in KEYS for word in words}
    for way, words in there.items():
        are_hexes = way[-1] == "hex" or (words <= hexes and not words <= names)
        yield from ((way, word) for word in (words | hexes if are_hexes else words))


# -- the whole ------------------------------------------------------------------------------------------------------


def _check_playable(title: RailTitle[Any]) -> None:
    """Whether a game can begin: the board is built, everything is laid out for any number of players."""
    try:
        _ = title.facts_hash, [title.grid.price(cell) for cell in title.grid.par.values()]
        faults = [*_board_faults(title), *(fault for count in title.players for fault in _faults(title, count))]
    except Exception as error:  # whatever a wrong value leads to
        why = str(error) if isinstance(error, StockrailError) else f"{type(error).__name__}: {error}"
        raise UnknownChoice(f"{title.name}: no game can start with these facts ({why[:200]})") from error
    if faults:
        raise UnknownChoice(f"{title.name}: no game can start with these facts ({faults[0][:200]})")


def _faults(title: RailTitle[Any], players: int) -> list[str]:
    game = RailGame(title, [str(number) for number in range(players)])
    check_goes_on(game)
    return title.audit(game)


def _board_faults(title: RailTitle[Any]) -> Iterator[str]:
    """What no board can have: a city without a circle, a seventh side, a home where there is no such stop."""
    printed = _faces(title.base)
    for name, face in _faces(title).items():
        yield from (f"{name}: {fault}" for fault in _face_faults(face, printed[name]))
    for place in title.board.hexes.values():
        if any(border["edge"] >= SIDES for border in place.borders):
            yield f"{place.name}: sides are numbered 0 to {SIDES - 1}"
    yield from _tile_faults(title.board)
    yield from _location_faults(title.board)
    yield from _line_faults(title.board)
    yield from _text_faults(title.board)
    usual = {stop.kind for company in title.base.companies.values() for stop in _homes(title.base, company.homes)}
    for company in title.companies.values():
        homes = _homes(title, company.homes)
        if len(homes) < len(company.homes) or any(stop.kind not in usual for stop in homes):
            yield f"{company.id}: its home has no place for a station"


def _faces(title: RailTitle[Any]) -> dict[str, Face]:
    """What is printed on hexes and tiles."""
    board = title.board
    hexes = {place.name: place.printed for place in board.hexes.values()}
    return hexes | {f"tile {name}": board.face(name, 0) for name in board.tiles}


def _face_faults(face: Face, was: Face) -> Iterator[str]:
    """Every piece of track more makes many ways more, and all are looked at: there may be one that was forgotten."""
    pieces = {frozenset(piece) for piece in face.pieces}
    if len(pieces) < len(face.pieces) or any(len(piece) == 1 for piece in pieces):
        yield "each piece of track must join two different ends and appear only once"
    if len(pieces) > len(was.pieces) + MORE_TRACK:
        yield f"{len(pieces)} pieces of track instead of {len(was.pieces)}; at most one may be added"
    if any(kind == STOP and number >= len(face.stops) for piece in pieces for kind, number in piece):
        yield "its track leads to a stop that it does not have"
    if any(stop.kind == "city" and not stop.slots for stop in face.stops):
        yield "a city needs at least one circle"


def _tile_faults(board: Board) -> Iterator[str]:
    """A station that stands in a city must find a city on every tile that may come to lie there."""
    cities = {place.kind for place in board.hexes.values() if _has_city(place.printed)}
    for tile in board.tiles.values():
        if cities & set(tile.fits) and not _has_city(board.face(tile.name, 0)):
            yield f"tile {tile.name}: it may be laid on a city but shows none"


def _has_city(face: Face) -> bool:
    return any(stop.kind == "city" for stop in face.stops)


def _location_faults(board: Board) -> Iterator[str]:
    """Stops of one location are one place, whichever of them a train comes to."""
    seen: dict[str, Stop] = {}
    for stop in (stop for place in board.hexes.values() for stop in place.printed.stops if stop.location):
        first = seen.setdefault(stop.location or "", stop)
        if (first.kind, first.revenue) != (stop.kind, stop.revenue):
            yield f"{stop.location}: all its stops must be alike and pay the same"


def _line_faults(board: Board) -> Iterator[str]:
    """Printed lines are drawn from hex to hex, so every hex on one must lie beside the one before."""
    for line in board.chart.lines:
        for first, second in pairwise(line):
            if not any(board.chart.beside(first, edge) == second for edge in range(SIDES)):
                yield f"a line is printed from {first} to {second}, which must lie beside each other"


def _text_faults(board: Board) -> Iterator[str]:
    for name, text in board.chart.texts.items():
        if name not in board.chart.places:
            yield f"the text {text!r} must stand on a hex of the map, not on {name!r}"


def _homes(title: RailTitle[Any], homes: tuple[CityAt, ...]) -> list[Stop]:
    """The stops that are printed there, as far as there are any."""
    stops = [(title.board.hexes[name].printed.stops, number) for name, number in homes]
    return [printed[number] for printed, number in stops if number < len(printed)]


def check_goes_on(game: RailGame) -> None:
    """Whether somebody can do something here, as always with a title's own facts; raises Unplayable if not."""
    if not game.title.overlay or game.is_over:
        return
    try:
        menu = game.legal_actions()
    except Exception as error:  # whatever a wrong value leads to
        raise Unplayable(f"{type(error).__name__}: {error}") from error
    if not menu:
        raise Unplayable("no action is possible here")


# -- showing --------------------------------------------------------------------------------------------------------


def values(title: RailTitle[Any]) -> Iterator[tuple[str, Any]]:
    """Every value that can be changed, by its path; a list of plain values is one."""
    for name, facts in _files(title).items():
        for path, value in _leaves(facts, name):
            if not _is_name(path):
                yield path, value


def _leaves(facts: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(facts, Mapping):
        for key, value in facts.items():
            if "." not in key:
                yield from _leaves(value, f"{path}.{key}")
    elif isinstance(facts, list) and any(isinstance(entry, list | dict) for entry in facts):
        names = [_called(entry, number) for number, entry in enumerate(facts)]
        for number, value in enumerate(facts):
            name = names[number] if names.count(names[number]) == 1 else number  # one river may pass a hex twice
            yield from _leaves(value, f"{path}.{name}")
    else:
        yield path, facts


def _called(entry: Any, number: int) -> str:
    """An entry of a list goes by its name, else by its number."""
    names = [entry.get(key) for key in reversed(KEYS)] if isinstance(entry, dict) else []
    return next((name for name in names if isinstance(name, str) and "." not in name), str(number))


def shown(value: Any) -> str:
    """A value as it is written in a file."""
    return msgspec.json.encode(value).decode()[:LONGEST]


def flat(raw: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """A file of changed facts: values by path, be the path one key or tables within tables."""
    found: dict[str, Any] = {}
    for key, value in raw.items():
        way = f"{path}.{key}" if path else str(key)
        found |= flat(value, way) if isinstance(value, Mapping) else {way: value}
    return found


def differing(title: RailTitle[Any]) -> list[tuple[str, str, str]]:
    """What the players have changed: path, the program's value, theirs."""
    return [(path, shown(fact(title.base, path)), shown(value)) for path, value in title.overlay.items()]
