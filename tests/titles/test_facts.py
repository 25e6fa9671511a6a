"""The facts of every title are those of the shared folder: each number and place, and nothing else."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles

from . import second_facts, shared_facts
from .facts_of_18fb import files_of_18fb
from .facts_of_1883 import NOT_KEPT_OF_1883, files_of_1883, second_of_1883
from .second_of_18fb import NOT_KEPT_OF_18FB, second_of_18fb
from .shared_facts import Source, clean, differences

FILES = {**shared_facts.FILES, "1883": files_of_1883, "18FB": files_of_18fb}
SECOND = {**second_facts.SECOND, "1883": second_of_1883, "18FB": second_of_18fb}
NOT_KEPT = {**second_facts.NOT_KEPT, "1883": NOT_KEPT_OF_1883, "18FB": NOT_KEPT_OF_18FB}
TITLES = all_titles()


@pytest.fixture(params=sorted(TITLES))
def title(request: pytest.FixtureRequest) -> RailTitle[Any]:
    return TITLES[request.param]


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
