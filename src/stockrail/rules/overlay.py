"""Facts that players change for their game: an owner of the printed game corrects a value that was reconstructed.

What comes here may be anything that somebody has uploaded, so it is bounded and checked before a title is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import msgspec

from stockrail.core import UnknownChoice
from stockrail.rules.facts import KEYS, LOOKS, WORDS, value_at
from stockrail.rules.game import RailGame
from stockrail.rules.title import RailTitle

FILES = ("facts", "map", "tiles")
MOST = 200  # values of one game
LONGEST = 100  # letters of a path
SIZE = 20_000  # bytes of all together
GROWTH, SMALL = 10, 1000  # a number may be ten times what it was, or a thousand: enough for any misprint
TITLES = 16  # with changed facts, kept for the games that share them


def overlaid(title: RailTitle, overlay: Mapping[str, Any]) -> RailTitle:
    """The title with other values in some places; raises UnknownChoice, in a sentence, if they do not fit.

    Games with equal changes share one title: its board takes time to build.
    """
    if not overlay:
        return title
    base = title.base
    _check_size(base, overlay)
    return _shared(base, msgspec.json.encode(dict(sorted(overlay.items()))))


@lru_cache(TITLES)
def _shared(title: RailTitle, text: bytes) -> RailTitle:
    overlay: dict[str, Any] = msgspec.json.decode(text)
    known = frozenset(_words(title))  # under which key, and the word
    for path, value in overlay.items():
        _check(title, path, value, known)
    made = title.with_overlay(overlay)
    _check_playable(made)
    return made


def _check_size(title: RailTitle, overlay: Mapping[str, Any]) -> None:
    if len(overlay) > MOST:
        raise UnknownChoice(f"{title.name}: more than {MOST} changed facts")
    try:
        size = len(msgspec.json.encode(dict(overlay)))
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise UnknownChoice(f"{title.name}: changed facts must be numbers, words or lists ({error})") from error
    if size > SIZE:
        raise UnknownChoice(f"{title.name}: the changed facts are too long, {size} bytes; {SIZE} are allowed")
    long = next((path for path in overlay if not isinstance(path, str) or len(path) > LONGEST), None)
    if long is not None:
        raise UnknownChoice(f"{title.name}: the path of a fact is too long: {str(long)[:LONGEST]}…")


# -- one value ------------------------------------------------------------------------------------------------------


def _check(title: RailTitle, path: str, value: Any, known: frozenset[tuple[str, str]]) -> None:
    old = fact(title, path)
    if _is_name(path):
        raise UnknownChoice(f"{title.name}: {path} is a name or a colour; only what rules read can be changed")
    if isinstance(old, Mapping):
        raise UnknownChoice(
            f"{title.name}: {path} is a table; name one of its values, such as {path}.{next(iter(old))}"
        )
    if not _is_like(old, value):
        raise UnknownChoice(f"{title.name}: {path} is {shown(old)}; {shown(value)} is not of that kind")
    strange = next((word for key, word in _strings(value, _key_of(path)) if (key, word) not in known), None)
    if strange is not None:
        raise UnknownChoice(f"{title.name}: {path}: {strange[:LONGEST]!r} is not a word that the facts use there")


def fact(title: RailTitle, path: str) -> Any:
    """The value of a title at a path; raises UnknownChoice where there is none."""
    name, *way = path.split(".")
    files = _files(title)
    try:
        if name in files and way:
            return value_at(files[name], way)
    except KeyError:
        pass
    near = get_close_matches(path, [known for known, _ in values(title)], 1, cutoff=0.8)
    raise UnknownChoice(f"{title.name} has no fact {path!r}" + (f"; did you mean {near[0]}?" if near else ""))


def _files(title: RailTitle) -> dict[str, Mapping[str, Any]]:
    return dict(zip(FILES, (title.facts, title.map_facts, title.tile_facts), strict=True))


def _is_name(path: str) -> bool:
    """Whether it is what people call something, or by which other facts name it."""
    way = path.split(".")
    of_company = way[:2] == ["facts", "companies"] and any(step in LOOKS for step in way[3:])
    return way[-1] in KEYS or (way[-1] in WORDS and len(way) == 2) or of_company


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


def _is_near(old: float, new: float) -> bool:
    """A number of a size that could be a correction; nobody's server lays out a million trains."""
    most = max(SMALL, GROWTH * abs(old))
    return (0 if old >= 0 else -most) <= new <= most


def _strings(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """The words in a value, each with the key under which it stands."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for entry in value:
            yield from _strings(entry, key)
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _strings(entry, name)


def _key_of(path: str) -> str:
    """The key under which a value stands; an entry of a list stands under that of the list."""
    return next(step for step in reversed(path.split(".")) if not step.isdecimal())


def _words(title: RailTitle) -> Iterator[tuple[str, str]]:
    """A changed word is one that stands under the same key elsewhere: it means something there and harms nobody."""
    for name, facts in _files(title).items():
        yield from _strings(facts, name)
    for hex_ in title.map_facts["hexes"]:
        yield "hex", hex_


# -- the whole ------------------------------------------------------------------------------------------------------


def _check_playable(title: RailTitle) -> None:
    """Whether a game can begin: the board is built, everything is laid out for any number of players."""
    try:
        _ = title.facts_hash, [title.grid.price(cell) for cell in title.grid.par.values()]
        faults = [fault for count in title.players for fault in _faults(title, count)]
    except Exception as error:  # whatever a wrong value leads to
        why = str(error) if isinstance(error, UnknownChoice) else f"{type(error).__name__}: {error}"
        raise UnknownChoice(f"{title.name}: no game can begin with these facts ({why[:200]})") from error
    if faults:
        raise UnknownChoice(f"{title.name}: no game can begin with these facts ({faults[0][:200]})")


def _faults(title: RailTitle, players: int) -> list[str]:
    game = RailGame(title, [str(number) for number in range(players)])
    return title.audit(game)


# -- showing --------------------------------------------------------------------------------------------------------


def values(title: RailTitle) -> Iterator[tuple[str, Any]]:
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
        for number, value in enumerate(facts):
            yield from _leaves(value, f"{path}.{_called(value, number)}")
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


def differing(title: RailTitle) -> list[tuple[str, str, str]]:
    """What the players have changed: path, the program's value, theirs."""
    return [(path, shown(fact(title.base, path)), shown(value)) for path, value in title.overlay.items()]
