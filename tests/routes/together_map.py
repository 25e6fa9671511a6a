"""The map of the eastern counties as far as `shared` has it, and the recorded runs on it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from stockrail.board import Board, Track
from stockrail.routes import RunRules, TrainUse

from .conftest import tokens_of, written
from .together_cases import CITY, PORT, RED, TOWN, rules_with, train

LONDON = "London"


@cache
def facts(shared: Path) -> dict[str, Any]:
    text = (shared / "titles" / "1862" / "facts.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def eastern_counties(shared: Path) -> Board:
    tiles = dict(facts(shared)["tiles"])
    for name, tile in list(tiles.items()):
        tiles |= _with_stations(name, tile)
    return Board.from_facts({"hexes": facts(shared)["hexes"]}, {"tiles": tiles})


def _with_stations(name: str, tile: Mapping[str, Any]) -> dict[str, Any]:
    """The faces that a tile has with small stations on its segments, as the public site names them."""
    segments = tile.get("small_station_segments", ())
    faces = {}
    for count in range(1, len(segments) + 1):
        for n, some in enumerate(combinations(segments, count)):
            track = [list(piece) for k, piece in enumerate(tile["track"]) if k not in some]
            for stop, k in enumerate(some):
                first, last = tile["track"][k]
                track += [[first, f"s{stop}"], [f"s{stop}", last]]
            suffix = f"{count}{'abc'[n] if count < len(segments) else ''}"
            faces[f"{name}_{suffix}"] = {**tile, "track": track, "stops": [{"kind": TOWN, "revenue": 20}] * count}
    return faces


def home_of(shared: Path, company: str) -> list[tuple[str, int]]:
    found = next(entry for entry in facts(shared)["companies"] if entry["id"] == company)
    return [(home["hex"], home["stop"]) for home in found["home"]]


class Moment(NamedTuple):
    """A recorded run with the map before it, the company's trains, and the rules."""

    action: dict[str, Any]
    track: Track
    company: str
    trains: list[TrainUse]
    rules: RunRules  # of the book
    on_site: RunRules  # of the public site

    def routes(self) -> list[tuple[str, list[str]]]:
        return [(route["train"], written(route)) for route in self.action["routes"]]

    def joined_trains(self) -> list[TrainUse]:
        """On the site freight trains never run alone."""
        return [train._replace(alone=False) for train in self.trains]


def moments(shared: Path) -> Iterator[Moment]:
    board = eastern_counties(shared)
    laid: dict[str, tuple[str, int]] = {}
    companies: dict[str, dict[str, Any]] = {}
    phase = ""
    with gzip.open(shared / "fixtures" / "1862" / "46925.trace.jsonl.gz", "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["type"] == "run_routes":
                company = record["entity"]
                own = companies[company]
                trains = [
                    train(name, re.sub(r"\*", "", text))
                    for name, text in zip(own["train_ids"], own["trains"], strict=True)
                ]
                track = board.track(laid, tokens_of(companies))
                yield Moment(record, track, company, trains, *_both_rules(shared, track, company, phase))
            phase = record.get("phase", phase)
            laid |= {name: (tile, turn) for name, (tile, turn) in record.get("map", {}).items()}
            for company, changed in record.get("companies", {}).items():
                companies[company] = {**companies.get(company, {}), **(changed or {"tokens_on_map": []})}


def _both_rules(shared: Path, track: Track, company: str, phase: str) -> tuple[RunRules, RunRules]:
    home = home_of(shared, company)
    in_london = any(track.face(name).stops[stop].location == LONDON for name, stop in track.tokens_of(company))
    barred = () if in_london else (LONDON,)
    book = rules_with(home, phase, barred)
    return book, rules_with(home, phase, barred, meet_at=(CITY, TOWN, RED, PORT))
