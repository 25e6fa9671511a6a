"""The facts of every title are those of the shared folder: each number and place, and nothing else."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles

from .second_facts import NOT_KEPT, SECOND
from .shared_facts import FILES, Source, clean, differences


@pytest.fixture(params=sorted(all_titles()))
def title(request: pytest.FixtureRequest) -> RailTitle:
    return all_titles()[request.param]


@pytest.fixture
def source(title: RailTitle, shared: Path) -> Source:
    path = shared / "titles" / title.name / "facts.json"
    if not path.is_file():
        pytest.skip(f"the shared folder knows nothing of {title.name}")
    assert title.name in FILES, f"say in shared_facts.py how the facts of {title.name} are written here"
    return Source(path)


def without_marked(tiles: Any) -> Any:
    """Tiles with small stations on them have no line in the source; they are compared by what they are made of."""
    return {**tiles, "tiles": {name: tile for name, tile in tiles["tiles"].items() if "of" not in tile}}


def test_the_files_hold_exactly_what_the_source_says(title: RailTitle, source: Source) -> None:
    made = FILES[title.name](source)
    found = {"facts": title.facts, "map": title.map_facts, "tiles": without_marked(title.tile_facts)}
    assert differences(clean(made), clean(found)) == []


def test_what_the_source_says_a_second_time_is_so(title: RailTitle, source: Source) -> None:
    for what, told, found in SECOND[title.name](source, title):
        assert told == found, what


def test_nothing_of_the_source_is_left_out_without_a_reason(title: RailTitle, source: Source) -> None:
    FILES[title.name](source)
    list(SECOND[title.name](source, title))
    left, reasons = source.left(), NOT_KEPT[title.name]
    assert [path for path in sorted(left) if not any(fnmatchcase(path, pattern) for pattern in reasons)] == []
    assert [pattern for pattern in reasons if not any(fnmatchcase(path, pattern) for path in left)] == []
