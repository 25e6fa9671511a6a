"""The 18EU map for the tests of the board, and the recorded games as a source of positions."""

import gzip
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stockrail.board import Board, Track

FACTS = Path(__file__).parents[2] / "src" / "stockrail" / "titles" / "g18eu"


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((FACTS / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def board() -> Board:
    return Board.from_facts(load("map.toml"), load("tiles.toml"))


class Moment(NamedTuple):
    """A recorded action and the map before it."""

    action: dict[str, Any]
    track: Track


@pytest.fixture(scope="session")
def moments(board: Board, shared: Path) -> list[Moment]:
    """All recorded tile lays with the map before each."""
    files = sorted((shared / "fixtures" / "18EU").glob("*.trace.jsonl.gz"))
    return [moment for path in files for moment in _replay(board, path)]


def _replay(board: Board, path: Path) -> Iterator[Moment]:
    laid: dict[str, tuple[str, int]] = {}
    places: dict[str, list[str]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["type"] == "lay_tile":
                yield Moment(record, board.track(laid, _tokens(places)))
            laid |= {name: (tile, turn) for name, (tile, turn) in record.get("map", {}).items()}
            for company, facts in record.get("companies", {}).items():
                if facts is None:
                    places.pop(company)
                elif "tokens_on_map" in facts:
                    places[company] = facts["tokens_on_map"]


def _tokens(places: dict[str, list[str]]) -> dict[tuple[str, int], tuple[str, ...]]:
    tokens: dict[tuple[str, int], tuple[str, ...]] = {}
    for company, stops in places.items():
        for text in stops:
            name, stop = text.split(".")
            tokens[name, int(stop)] = (*tokens.get((name, int(stop)), ()), company)
    return tokens
