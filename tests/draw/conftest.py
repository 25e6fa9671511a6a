"""Facts and positions that the drawing tests share."""

import gzip
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import stockrail.draw
from stockrail.board import Board, Face
from stockrail.draw import BoardView, CompanyStyle

FACTS = Path(stockrail.draw.__file__).parents[1] / "titles" / "g18eu"


@dataclass
class Box:
    """The board and facts of a title, and how its companies look."""

    board: Board
    tiles: Mapping[str, Any]
    consent: Mapping[str, str]
    facts: Mapping[str, Any]
    styles: dict[str, CompanyStyle] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    def view(self, **more: Any) -> BoardView:
        return BoardView(board=self.board, styles=self.styles, **more)

    def drawn_over(self, map_facts: Mapping[str, Any], **more: Any) -> BoardView:
        """A map of a test's own, with the tiles of this box."""
        return BoardView(board=Board.from_facts(map_facts, self.tiles), **more)

    def faces(self) -> list[Face]:
        """Every printed hex, and every tile as it lies before it is turned."""
        tiles = [self.board.face(name, 0) for name in self.board.tiles]
        return [*(place.printed for place in self.board.hexes.values()), *tiles]

    def homes(self) -> dict[tuple[str, int], str]:
        return {(h["hex"], h["stop"]): c["id"] for c in self.facts["companies"] for h in c.get("home", ())}


@pytest.fixture(scope="session")
def box() -> Box:
    texts = [(FACTS / name).read_text(encoding="utf-8") for name in ("map.toml", "tiles.toml", "facts.toml")]
    map_facts, tiles, facts = (tomllib.loads(text) for text in texts)
    box = Box(Board.from_facts(map_facts, tiles), tiles, map_facts["consent"], facts)
    majors = [company["id"] for company in box.facts["companies"] if company["kind"] == "major"]
    for company in box.facts["companies"]:
        name = company["id"]
        ring = majors.index(name) if name in majors else None
        box.styles[name] = CompanyStyle(name, company["color"], company["text_color"], ring)
        box.aliases[company.get("aliases", {}).get("18xx.games", name)] = name
    return box


RUN = (
    ("4-train", ["N5", "M6", "L5", "K4", "J5", "I4", "H3", "G2", "F3", "E4", "D3"]),
    ("5-train", ["K14", "K12", "J11", "I10", "I8", "J7", "J5", "I6", "H7", "G6", "G4", "G2"]),
)


@pytest.fixture(scope="session")
def end_view(box: Box, shared: Path) -> BoardView:
    """The last position of a recorded game, with a run of two trains laid over it."""
    laid: dict[str, tuple[str, int]] = {}
    companies: dict[str, list[str]] = {}
    with gzip.open(shared / "fixtures" / "18EU" / "74045.trace.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            laid |= {name: tuple(tile) for name, tile in record.get("map", {}).items()}
            for company, change in record.get("companies", {}).items():
                if change is None:
                    companies.pop(company, None)
                elif "tokens_on_map" in change:
                    companies[company] = change["tokens_on_map"]
    tokens: dict[tuple[str, int], list[str]] = {}
    for company, places in companies.items():
        for place in places:
            name, stop = place.split(".")
            tokens.setdefault((name, int(stop)), []).append(box.aliases[company])
    return box.view(
        laid=laid, tokens=tokens, phase_colour="brown", routes=RUN, routes_title="Runs", title="Board",
        routes_company="KPEV", subtitle="OR 6.2", description="The last position.",
    )  # fmt: skip


@pytest.fixture(scope="session")
def start_view(box: Box) -> BoardView:
    """The board before the first move."""
    hatched = frozenset(box.consent)
    return box.view(reserved=box.homes(), hatched=hatched, title="Board", subtitle="SR 1")


@pytest.fixture(scope="session")
def full_view(box: Box) -> BoardView:
    """A position of our own, without a recorded game: some of each colour, tokens, a run, all states."""
    laid = {"D7": ("14", 1), "E8": ("82", 2), "F9": ("513", 0), "A10": ("583", 3), "C8": ("582", 0)}
    laid |= {"B9": ("8", 1), "E6": ("57", 4), "B7": ("147", 2), "C18": ("9", 1), "J5": ("581", 0)}
    tokens = {("D7", 0): ("NS", "FS"), ("F9", 0): ("DR", "", "KBS"), ("A10", 1): ("SNCF",), ("J5", 2): ("7",)}
    run = (("8-train", ("D7", "E8", "F9")),)
    costs = {"C18": 60}
    return box.view(laid=laid, tokens=tokens, routes=run, routes_title="Runs", costs=costs, title="Board")
