"""Every title is a folder; this finds them by name."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from stockrail.core import UnknownChoice
from stockrail.rules.title import RailTitle


@cache
def all_titles() -> dict[str, RailTitle]:
    """The titles by name, the lightest first. A folder of this package is a title if it has a TITLE."""
    found: dict[str, RailTitle] = {}
    for module in pkgutil.iter_modules(__path__):
        title = getattr(import_module(f"{__name__}.{module.name}"), "TITLE", None)
        if title is not None:
            found[title.name] = title
    return dict(sorted(found.items(), key=lambda item: (item[1].weight, item[0])))


def title(name: str) -> RailTitle:
    """The title of that name, whatever its case."""
    for known, found in all_titles().items():
        if known.lower() == name.lower():
            return found
    raise UnknownChoice(f"there is no title {name!r}, only {', '.join(all_titles())}")
