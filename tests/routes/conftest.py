"""The 18EU map for the tests of routes, and the recorded games as a source of positions."""

import gzip
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stockrail.board import Board, Track
from stockrail.routes import EndToEndBonus, OneStopAHex, RunRules, Service, TrainUse

FACTS = Path(__file__).parents[2] / "src" / "stockrail" / "titles" / "g18eu"
BONUS = {"2": (), "3": (10,), "4": (10,), "5": (20, 40, 60, 80), "6": (20, 40, 60, 80), "8": (30, 60, 90, 120, 150)}
DOUBLER = "P"


def rules_of(phase: str) -> RunRules:
    table = BONUS[phase]
    return plain_rules("yellow" if phase in "234" else "brown", table)


def plain_rules(colour: str, table: tuple[int, ...] = (), one_stop_a_hex: bool = True) -> RunRules:
    """Cities and off-map places count; `table` pays from one off-map place to another."""
    return RunRules(
        colour,
        (Service.counting("city", "offboard"),),
        within=(OneStopAHex(),) if one_stop_a_hex else (),
        bonuses=(EndToEndBonus("red_to_red", "offboard", table),) if table else (),
    )


def train_use(train: str) -> TrainUse:
    name = train.split("-", maxsplit=1)[0]
    return TrainUse(train, 0, True) if name == DOUBLER else TrainUse(train, int(name))


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((FACTS / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def board() -> Board:
    return Board.from_facts(load("map.toml"), load("tiles.toml"))


class Moment(NamedTuple):
    """A recorded run with the map before it, the company's trains, and the phase."""

    game: str
    action: dict[str, Any]
    track: Track
    company: str
    trains: list[TrainUse]
    rules: RunRules

    def routes(self) -> list[tuple[str, list[str]]]:
        return [(route["train"], written(route)) for route in self.action["routes"]]


@pytest.fixture(scope="session")
def moments(board: Board, shared: Path) -> list[Moment]:
    """All recorded runs."""
    files = sorted((shared / "fixtures" / "18EU").glob("*.trace.jsonl.gz"))
    return [moment for path in files for moment in replay(board, path)]


def replay(board: Board, path: Path) -> Iterator[Moment]:
    laid: dict[str, tuple[str, int]] = {}
    companies: dict[str, dict[str, Any]] = {}
    phase = ""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["type"] == "run_routes":
                company = record["entity"]
                trains = [train_use(train) for train in companies[company]["train_ids"]]
                track = board.track(laid, tokens_of(companies))
                yield Moment(path.name, record, track, company, trains, rules_of(phase))
            phase = record.get("phase", phase)
            laid |= {name: (tile, turn) for name, (tile, turn) in record.get("map", {}).items()}
            for company, facts in record.get("companies", {}).items():
                companies[company] = {**companies.get(company, {}), **(facts or {"tokens_on_map": []})}


def tokens_of(companies: dict[str, dict[str, Any]]) -> dict[tuple[str, int], tuple[str, ...]]:
    tokens: dict[tuple[str, int], tuple[str, ...]] = {}
    for company, facts in companies.items():
        for text in facts["tokens_on_map"]:
            name, stop = text.split(".")
            tokens[name, int(stop)] = (*tokens.get((name, int(stop)), ()), company)
    return tokens


def written(route: dict[str, Any]) -> list[str]:
    """The hexes of a recorded route in order; its stretches may be written in either direction."""
    if route["connections"][0][0] == "local":
        return [route["connections"][0][1]]
    hexes = [route["stops"][0]]
    for stretch in route["connections"]:
        way = stretch if stretch[0] == hexes[-1] else stretch[::-1]
        hexes += way[1:]
    return hexes
