"""Bots by name: those of this package, installed ones, and those of a Python file.

A *spec* names a bot and its arguments: "greedy", or "search:work=4000:draws=4". A bot comes from this package, from an
entry point of the group "stockrail.bots", from a file (`load_code`), or from `@register("name")`. An entry point or a
registered thing is whatever makes a bot when it is called with `seed=…` and the spec's arguments, usually a class.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

import msgspec

from stockrail.bots.bot import Bot
from stockrail.core import StockrailError, UnknownChoice

GROUP = "stockrail.bots"

Maker = Callable[..., Any]
M = TypeVar("M", bound=Maker)


class UnknownBot(UnknownChoice):
    """There is no bot with that name, or it takes no such argument."""


class BrokenBot(StockrailError):
    """A bot that was found but cannot be made."""


class Level(msgspec.Struct, frozen=True):
    """A bot that can be asked for: its name, a sentence for people, and where it comes from."""

    name: str
    text: str
    load: Callable[[], Maker]
    cheap: bool = False  # whether its whole games are fast enough for tests that play many
    version: str = ""  # of where it comes from, besides the bot's own

    def make(self, seed: int, arguments: Mapping[str, str]) -> Bot:
        """A bot of this level."""
        maker = self._maker()
        given = {name: _argument(self.name, maker, name, text) for name, text in arguments.items()}
        try:
            made = maker(seed=seed, **given)
        except Exception as error:  # whatever somebody's code raises
            raise BrokenBot(f"the bot {self.name!r} cannot be made: {type(error).__name__}: {error}") from error
        if not isinstance(made, Bot):
            raise BrokenBot(f"the bot {self.name!r} lacks a name, choose(game) or explain()")
        return made

    def _maker(self) -> Maker:
        try:
            return self.load()
        except Exception as error:
            raise BrokenBot(f"the bot {self.name!r} cannot be loaded: {type(error).__name__}: {error}") from error


def _ours(name: str, where: str, text: str, cheap: bool = False) -> Level:
    """A bot of this package, imported on first use."""
    module, _, maker = where.partition(":")
    load = lambda: getattr(import_module(f"stockrail.bots.{module}"), maker)  # noqa: E731
    return Level(name, text, load, cheap)


# In order of strength, weakest first.
OURS = (
    _ours("random", "random_bot:RandomBot", "plays at random, by the kind of action", cheap=True),
    _ours("greedy", "greedy:GreedyBot", "takes the action that leads to the best position for it", cheap=True),
)

_registered: dict[str, Level] = {}


def levels() -> list[Level]:
    """All bots: those of this package from weakest to strongest, then installed ones, then registered ones."""
    found: dict[str, Level] = {}
    for level in (*OURS, *_installed(), *_registered.values()):
        found.setdefault(level.name, level)
    return list(found.values())


def strongest_cheap() -> Level:
    """The strongest bot of this package whose games are fast enough for tests."""
    return [level for level in OURS if level.cheap][-1]


def bot(spec: str, seed: int = 0) -> Bot:
    """The bot that a spec names, such as "greedy" or "search:work=4000"."""
    name, arguments = read_spec(spec)
    return level(name).make(seed, arguments)


def level(name: str) -> Level:
    """The level with that name."""
    known = {level.name: level for level in levels()}
    if name not in known:
        near = get_close_matches(name.lower(), known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(known)}{hint}")
    return known[name]


def read_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the arguments of a spec."""
    name, *pairs = (part.strip() for part in spec.split(":"))
    arguments: dict[str, str] = {}
    for pair in pairs:
        key, equals, text = (part.strip() for part in pair.partition("="))
        if not (key and equals and text):
            raise UnknownBot(f"in {spec!r}, arguments must be NAME=VALUE with ':' between them, not {pair!r}")
        if key in arguments:
            raise UnknownBot(f"in {spec!r}, {key} is given twice")
        arguments[key] = text
    return name, arguments


def register(name: str, text: str = "") -> Callable[[M], M]:
    """Mark a class or function that makes bots: `bot(name)` finds it from now on."""

    def mark(maker: M) -> M:
        add_level(name, maker, text)
        return maker

    return mark


def add_level(name: str, maker: Maker, text: str = "", version: str = "") -> None:
    """Register what makes bots, under a name that nothing else has; its own module may do so again."""
    if not name or set(name) & set(":=,") or name != name.strip():
        raise BrokenBot(f"{name!r} cannot name a bot: a name has no ':', '=' or ',' and no blanks around it")
    if any(level.name == name for level in OURS):
        raise BrokenBot(f"{name!r} is the name of one of Stockrail's own bots; choose another")
    if name in _registered and _registered[name].load().__module__ != maker.__module__:
        raise BrokenBot(f"there is already a bot called {name!r}")
    first_line = (inspect.getdoc(maker) or "").partition("\n")[0].rstrip(".")
    _registered[name] = Level(name, text or first_line, lambda: maker, version=version)


def registered(module: str) -> list[Level]:
    """The bots that a module has registered."""
    return [level for level in _registered.values() if level.load().__module__ == module]


def forget(module: str) -> None:
    """Drop the bots that a module has registered."""
    for level in registered(module):
        del _registered[level.name]


# -- installed bots -----------------------------------------------------------------------------------------------


@cache
def _installed() -> tuple[Level, ...]:
    return tuple(_of_entry(entry) for entry in entry_points(group=GROUP))


def _of_entry(entry: EntryPoint) -> Level:
    package = entry.dist
    text = f"from {package.name}" if package else "an installed bot"
    return Level(entry.name, text, entry.load, version=package.version if package else "")


# -- arguments ----------------------------------------------------------------------------------------------------

PLAIN: Mapping[str, type] = {"int": int, "float": float, "str": str, "bool": bool}


def _argument(bot_name: str, maker: Maker, name: str, text: str) -> Any:
    """The value of an argument, of the type that the maker declares or that its default has."""
    known = _arguments(maker)
    if name not in known:
        takes = f"it takes {', '.join(known)}" if known else "it takes none"
        raise UnknownBot(f"the bot {bot_name!r} has no argument {name!r}; {takes}")
    try:
        return msgspec.convert(text, known[name], strict=False)
    except msgspec.ValidationError as error:
        kind = {int: "a whole number", float: "a number", bool: "true or false"}[known[name]]
        raise UnknownBot(f"the argument {name} of the bot {bot_name!r} must be {kind}, not {text!r}") from error


def _arguments(maker: Maker) -> dict[str, type]:
    """The arguments that a spec can give, with their types."""
    parameters = [p for p in inspect.signature(maker).parameters.values() if p.name != "seed"]
    return {parameter.name: kind for parameter in parameters if (kind := _type_of(parameter))}


def _type_of(parameter: inspect.Parameter) -> type | None:
    """By its annotation, also as text and "… | None", or else by its default."""
    said = parameter.annotation
    if said is not parameter.empty:
        return PLAIN.get(getattr(said, "__name__", str(said)).partition("|")[0].strip())
    if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
        return None
    return PLAIN.get(type(parameter.default).__name__, str)
