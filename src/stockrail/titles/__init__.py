"""Finds titles by name: folders of this package, and titles from elsewhere.

A title is a package with a `TITLE`. It is found here, by an entry point of the group "stockrail.titles", by the
environment variable STOCKRAIL_TITLES (import names or folders, with commas or the path separator between them), or
after `add(title)`.
"""

from __future__ import annotations

import logging
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from stockrail.core import UnknownChoice
from stockrail.rules.game import RailGame
from stockrail.rules.title import RailTitle

GROUP = "stockrail.titles"
VARIABLE = "STOCKRAIL_TITLES"
HINT = f"To use a title from outside Stockrail, set {VARIABLE} to its folder."


class UnknownTitle(UnknownChoice):
    """There is no title with that name."""


@cache
def all_titles() -> dict[str, RailTitle]:
    """All titles by name: those of this package, lightest first, then the others in the order they were found."""
    own = [title for name, load in _own() if (title := _loaded(name, load, required=False))]
    found = {title.name: title for title in sorted(own, key=lambda title: (title.weight, title.name))}
    for name, load in (*_installed(), *_named()):
        title = _loaded(name, load)
        if title is None or title in found.values():
            continue
        other = next((known for known in found if known.lower() == title.name.lower()), None)
        if other is not None:
            _report(name, f"there is another title called {other}")
        elif _can_begin(name, title):
            found[title.name] = title
    return found


def add(title: RailTitle) -> None:
    """Register a title, for this process and the processes it starts for simulations."""
    all_titles()[title.name] = title


def remove(name: str) -> None:
    """Remove a title that was added."""
    del all_titles()[name]


def title(name: str) -> RailTitle:
    """The title with that name, ignoring case."""
    alone = None if all_titles.cache_info().currsize else _by_folder(name.lower())
    if alone is not None:
        return alone
    for known, found in all_titles().items():
        if known.lower() == name.lower():
            return found
    raise UnknownTitle(f"there is no title {name!r}; the titles are {', '.join(all_titles())}")


def _by_folder(name: str) -> RailTitle | None:
    """A title of this package by its folder, if that is named after it: whoever wants one title need not read all."""
    folder = f"{__name__}.g{name}"
    load = dict(_own()).get(folder)
    found = _loaded(folder, load, required=False) if load else None
    return found if found and found.name.lower() == name else None


_faults: dict[str, str] = {}


def faults() -> list[str]:
    """Titles that were found but cannot be used, with the reason."""
    return [f"{name} cannot be loaded: {why}" for name, why in _faults.items()]


# -- where titles are looked for ------------------------------------------------------------------------------------

Loader = Callable[[], Any]
"""Brings a title, or the package that has it."""


def _own() -> Iterator[tuple[str, Loader]]:
    for module in pkgutil.iter_modules(__path__):
        name = f"{__name__}.{module.name}"
        yield name, partial(import_module, name)


def _installed() -> Iterator[tuple[str, Loader]]:
    for entry in entry_points(group=GROUP):
        yield entry.value, entry.load


def _named() -> Iterator[tuple[str, Loader]]:
    for name in re.split(f"[,{re.escape(os.pathsep)}]", os.environ.get(VARIABLE, "")):
        if name.strip():
            yield name.strip(), partial(_import, name.strip())


def _import(name: str) -> Any:
    """Import a package by its folder or its import name."""
    folder = Path(name).expanduser().resolve()
    if not (folder / "__init__.py").is_file():
        if os.sep in name:
            raise FileNotFoundError(f"there is no __init__.py in {folder}")
        return import_module(name)
    sys.path.append(str(folder.parent))  # for the processes of a simulation, too
    found = import_module(folder.name)
    if Path(found.__file__ or "").resolve().parent != folder:
        raise ImportError(f"another module is called {folder.name}; rename the folder")
    return found


def _loaded(name: str, load: Loader, required: bool = True) -> RailTitle | None:
    """A title, or why it cannot be used: one broken folder must not stop the others."""
    try:
        found = load()
    except (Exception, SystemExit) as error:  # whatever somebody's module raises
        _report(name, f"{type(error).__name__}: {error}")
        return None
    title = found if isinstance(found, RailTitle) else getattr(found, "TITLE", None)
    if isinstance(title, RailTitle):
        return title
    if required:
        _report(name, "it has no TITLE" if title is None else "its TITLE is not a RailTitle")
    return None


def _can_begin(name: str, title: RailTitle) -> bool:
    """Check that a title from elsewhere can be played: its facts are read on first use."""
    try:
        RailGame(title, [str(seat) for seat in range(title.players[0])])
    except Exception as error:
        _report(name, f"no game of it can begin ({type(error).__name__}: {error})")
        return False
    return True


def _report(name: str, why: str) -> None:
    _faults[name] = why
    logging.getLogger("stockrail").warning("%s cannot be loaded: %s", name, why)
