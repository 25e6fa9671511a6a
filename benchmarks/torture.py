"""Hard cases for the route search, built from seeds: full brown maps, few blocked cities, long trains.

Every tile of the 18EU maps can be reached by legal upgrades of its hex, and the supply suffices for all of them
together. The tiles are turned so that as much track as possible meets.
"""

from __future__ import annotations

import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from benchmarks.timing import spread
from stockrail.board import Board, Track
from stockrail.board.faces import Face
from stockrail.board.laying import map_fault
from stockrail.routes import EndToEndBonus, OneStopAHex, RunRules, Service, TrainUse, kernel, search
from stockrail.routes.network import Network, contract
from stockrail.routes.problem import Problem
from stockrail.titles import title

TITLE = "Best runs: torture set"
OWN = "own"
RULES = RunRules(
    "brown",
    (Service.counting("city", "offboard"),),
    within=(OneStopAHex(),),
    bonuses=(EndToEndBonus("red", "offboard", (30, 60, 90, 120, 150)),),
)
PULLMAN = 0
"""How a Pullman is written among the trains."""

PATIENCE = 10.0
"""Seconds for each case."""

PYTHON_PATIENCE = 2.0
"""Seconds for the Python search."""


class Instance(NamedTuple):
    """A case by name: which map, which trains."""

    name: str
    seed: int
    trains: tuple[int, ...]
    invented: bool = False

    def network(self) -> Network:
        track = invented_track(self.seed) if self.invented else brown_track(self.seed)
        uses = [TrainUse(f"{reach}-{n}", reach, reach == PULLMAN) for n, reach in enumerate(self.trains)]
        return contract(track, OWN, uses, RULES)


def instances() -> list[Instance]:
    """The torture set: trains by maps, with and without Pullman."""
    brown = [(8,), (8, 8), (8, 6, PULLMAN), (6, 5, 4), (6, 6, 5, 5), (8, 8, 6, 5), (8, 8, 8, 8), (8, 6, 5, 5, PULLMAN)]
    invented = [(8, 8), (6, 6, 5, 5), (8, 8, 6, 5), (8, 6, 5, 4, PULLMAN)]
    found = [Instance(_name("brown map", trains), 1 + n % 3, trains) for n, trains in enumerate(brown)]
    found += [Instance(_name("invented grid", trains), 7, trains, True) for trains in invented]
    return found


def _name(place: str, trains: Sequence[int]) -> str:
    return f"{place}, {'+'.join(str(reach or 'P') for reach in trains)}"


@cache
def brown_track(seed: int) -> Track:
    """A full map of 18EU: within the supply, legal hex by hex, connected as well as a few rounds of trying can."""
    board = title("18EU").board
    dice = random.Random(seed)
    choices = {name: _attainable(board, name) for name in board.hexes}
    faces = {name: place.printed for name, place in board.hexes.items()}
    supply = Counter({name: tile.count for name, tile in board.tiles.items() if tile.count is not None})
    names = sorted(name for name, found in choices.items() if found)
    for _ in range(8):
        dice.shuffle(names)
        for name in names:
            _improve(board, faces, name, choices[name], supply, dice)
    laid = {name: (face.tile, face.rotation) for name, face in faces.items() if face.tile}
    return board.track(laid, _tokens(faces, dice))


def _attainable(board: Board, name: str) -> list[Face]:
    """All faces to which the hex can be upgraded, one step after the other."""
    place, found = board.hexes[name], [board.hexes[name].printed]
    turned = [board.face(tile, rotation) for tile in board.tiles for rotation in range(6)]
    for old in found:
        found += [new for new in turned if new not in found and map_fault(board, place, old, new) is None]
    return found[1:]


def _improve(
    board: Board, faces: dict[str, Face], name: str, choices: list[Face], supply: Counter[str], dice: random.Random
) -> None:
    """Gives a hex the tile of the supply that meets most of the track around it."""
    place, old = board.hexes[name], faces[name]
    if old.tile:
        supply[old.tile] += 1
    meeting = {edge for edge, other in enumerate(place.neighbors) if other and (edge + 3) % 6 in faces[other].exits}

    def merit(face: Face) -> float:
        return len(face.exits & meeting) + len(face.exits) / 4 + dice.random() / 8

    best = max([face for face in choices if supply[face.tile or ""] > 0] or [old], key=merit)
    faces[name] = best
    if best.tile:
        supply[best.tile] -= 1


def _tokens(faces: Mapping[str, Face], dice: random.Random) -> dict[tuple[str, int], tuple[str, ...]]:
    """Four cities with an own token, three that are full of others'."""
    cities = [(name, n) for name, face in sorted(faces.items()) for n, stop in enumerate(face.stops) if stop.slots]
    chosen = dice.sample(cities, 7)
    tokens: dict[tuple[str, int], tuple[str, ...]] = dict.fromkeys(chosen[:4], (OWN,))
    tokens |= {(name, n): tuple(f"x{k}" for k in range(faces[name].stops[n].slots)) for name, n in chosen[4:]}
    return tokens


@cache
def invented_track(seed: int, columns: int = 9, rows: int = 9) -> Track:
    """A board of nobody's making: a field of hexes with cities, towns and junctions, most of them joined."""
    dice = random.Random(seed)
    names = [f"{chr(65 + column)}{2 * row + 1 + column % 2}" for column in range(columns) for row in range(rows)]
    bare = Board.from_facts({"hexes": {name: {"color": "grey"} for name in names}}, {"tiles": {}})
    joined = {pair: dice.random() < 0.6 for pair in bare.edge_between if pair == tuple(sorted(pair))}
    hexes = {}
    for name in names:
        edges = [e for e, other in enumerate(bare.hexes[name].neighbors) if other and joined[_sorted(name, other)]]
        hexes[name] = _invented_hex(dice, edges)
    board = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    return board.track({}, _tokens({name: place.printed for name, place in board.hexes.items()}, dice))


def _sorted(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _invented_hex(dice: random.Random, edges: list[int]) -> dict[str, Any]:
    kind = dice.choices(["city", "town", "junction", "offboard"], [55, 25, 15, 5])[0]
    centre = "j0" if kind == "junction" else "s0"
    used = dice.sample(edges, min(len(edges), 3 if kind == "junction" else 5))
    facts: dict[str, Any] = {"color": "grey", "track": [[f"e{edge}", centre] for edge in used]}
    if kind != "junction":
        facts["stops"] = [{"kind": kind, "revenue": 10 * dice.randint(1, 7), "slots": 2 if kind == "city" else 0}]
    return facts


def figures() -> Iterator[tuple[str, str]]:
    """Each case has ten seconds; the Python search gets two, as it would need hours."""
    seconds, proven, ratios = [], 0, []
    for instance in instances():
        problem = instance.network().problem
        start = time.perf_counter()
        found = kernel.solve_within(problem, PATIENCE)
        seconds.append(time.perf_counter() - start)
        proven += found.complete
        gap = "proven" if found.complete else f"at most {found.bound}, gap {found.bound / found.total - 1:.1%}"
        size = f"{len(problem.values)} stops, {len(problem.links)} links"
        yield f"{instance.name}: {size}", f"{found.total} {gap}, {seconds[-1]:.2f} s, {found.looked_at:,} looked at"
        if found.complete:
            ratios.append(_python_seconds(problem) / seconds[-1])
    yield f"{len(seconds)} cases, {proven} proven within {PATIENCE} s", spread(seconds)
    if ratios:
        middle = sorted(ratios)[len(ratios) // 2]
        yield (
            f"ratio to Python, which is stopped after {PYTHON_PATIENCE} s",
            f"median at least {middle:.1f} (proven cases)",
        )


def _python_seconds(problem: Problem) -> float:
    """How long the Python search takes, or its limit. It runs in a process of its own, which can be ended."""
    process = multiprocessing.get_context("fork").Process(target=search.solve, args=(problem,))
    start = time.perf_counter()
    process.start()
    process.join(PYTHON_PATIENCE)
    taken = time.perf_counter() - start
    process.kill()
    process.join()
    return taken
