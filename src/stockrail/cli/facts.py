"""The command `facts`: a title's values by path; and reading a file of values that a table wants to change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stockrail.cli.problems import Failure, usage
from stockrail.cli.screen import Column, Screen
from stockrail.files.changed_facts import read_changes
from stockrail.rules.overlay import shown, values
from stockrail.titles import title as find_title


def show_facts(name: str, words: tuple[str, ...], as_json: bool) -> int:
    """All values, or those whose path has every word in it."""
    title = find_title(name)
    found = {path: value for path, value in values(title) if all(word.lower() in path.lower() for word in words)}
    if not found:
        raise usage(f"{title.name} has no fact with {' and '.join(words)} in its path")
    screen = Screen()
    if as_json:
        screen.json(found)
    else:
        reasons = list(dict.fromkeys(why for path in found if (why := title.reconstruction_of(path))))
        rows = [[path, shown(value), _note(title.reconstruction_of(path), reasons)] for path, value in found.items()]
        columns = [Column("Path"), Column("Value"), Column("")]
        screen.table(columns if reasons else columns[:2], rows if reasons else [row[:2] for row in rows])
        screen.line()
        for number, why in enumerate(reasons, 1):
            screen.line(f"[{number}] {why}")
        screen.line(
            "To change some: write them to a file, one PATH = VALUE per line, and play with --facts FILE", "dim"
        )
    return 0


def _note(why: str | None, reasons: list[str]) -> str:
    """Refers to the reason for which a value was chosen; nothing for one that a source gives."""
    return f"[{reasons.index(why) + 1}]" if why else ""


def read_facts(path: Path) -> dict[str, Any]:
    """A file of changed facts, as TOML or JSON."""
    try:
        return read_changes(path.read_bytes())
    except OSError as error:
        raise usage(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise Failure(f"{path}: {error}") from error
