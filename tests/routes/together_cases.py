"""Rules and small invented maps for the tests of trains that run together."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from stockrail.board import Board, Place, Track
from stockrail.routes import AtMostOne, LineBonus, RunRules, Service, Together, TrainUse

CITY, TOWN, RED, PORT = "city", "town", "offboard", "port"

EXPRESS = Service(
    ((CITY, 1), (RED, 1), (PORT, 1)),
    "express",
    paid=frozenset({CITY, RED, PORT}),
)
LOCAL = Service(((CITY, 1),), "local", shuns=frozenset({RED, PORT}), subsidy=10)
FREIGHT = Service(
    (),
    "freight",
    by_hexes=True,
    ends_pay=True,
    joined=True,
    line=LineBonus("straight_line", 20, ((PORT, 30),)),
)


def rules_with(
    home: Sequence[Place],
    colour: str = "A",
    barred: Sequence[str] = (),
    meet_at: Sequence[str] = (CITY,),
    with_subsidy: bool = False,
    freight: Service = FREIGHT,
) -> RunRules:
    return RunRules(
        colour,
        (EXPRESS, LOCAL, freight),
        within=(AtMostOne("red_to_red", frozenset({RED})), AtMostOne("port_to_port", frozenset({PORT}))),
        between=Together(frozenset(meet_at), frozenset(home), with_subsidy=with_subsidy),
        ends=frozenset({CITY, RED, PORT}),
        tokens=frozenset({CITY}),
        barred=frozenset(barred),
    )


def train(name: str, text: str, permanent: int = 6) -> TrainUse:
    """A train as it is written: 3L, 2/3E, 5F."""
    kind, numbers = text[-1], text[:-1].split("/")
    if kind == "F":
        return TrainUse(name, int(numbers[0]), service="freight", alone=int(numbers[0]) >= permanent)
    pays = int(numbers[0]) if len(numbers) > 1 else None
    return TrainUse(name, int(numbers[-1]), service="express" if kind == "E" else "local", pays=pays)


def trains(*texts: str, permanent: int = 6) -> list[TrainUse]:
    return [train(f"{text}-{n}", text, permanent) for n, text in enumerate(texts)]


class Case(NamedTuple):
    """A position, made at random."""

    track: Track
    company: str
    trains: list[TrainUse]
    rules: RunRules


def random_case(seed: int) -> Case:
    """A map of some hexes with random track on it, tokens, trains and rules."""
    rng = random.Random(seed)
    columns, rows = rng.choice([(2, 3), (3, 2), (3, 3), (2, 4), (4, 2)])
    names = [f"{chr(65 + x)}{2 * y + 1 + x % 2}" for x in range(columns) for y in range(rows)]
    hexes: dict[str, dict[str, Any]] = {name: _random_hex(rng) for name in names}
    board = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    cities = [name for name in names if any(stop["kind"] == CITY for stop in hexes[name]["stops"])]
    if not cities:
        return random_case(seed + 1_000_003)
    tokens: dict[Place, tuple[str, ...]] = {}
    own = rng.sample(cities, min(len(cities), rng.choice([1, 1, 2, 3])))
    for name in cities:
        foreign = ("y",) if rng.random() < 0.3 else ()
        owners = (("x",) if name in own else ()) + foreign
        slots = hexes[name]["stops"][0]["slots"]
        if owners[:slots]:
            tokens[name, 0] = owners[:slots]
    home = [(own[0], 0)] if rng.random() < 0.9 else [(rng.choice(cities), 0)]
    texts = rng.choices(["1F", "2F", "3F", "6F", "7F", "2E", "2/3E", "1/3E", "3E", "2L", "1/2L", "2/3L", "3L"], k=3)
    texts = texts[: rng.choice([1, 2, 2, 3, 3])]
    freight = rng.choice([FREIGHT, FREIGHT, replace(FREIGHT, as_one=True)])
    meet_at = (CITY,) if rng.random() < 0.8 else (CITY, TOWN, RED, PORT)
    barred = ("London",) if rng.random() < 0.5 else ()
    rules = rules_with(home, "A", barred, meet_at, rng.random() < 0.3, freight)
    return Case(board.track({}, tokens), "x", trains(*texts), rules)


def random_joined_case(seed: int) -> Case:
    """Freights that may stay alone, but only where they cannot be joined."""
    rng = random.Random(seed)
    case = random_case(seed)
    freight = replace(FREIGHT, always=True, as_one=rng.random() < 0.5)
    rules = replace(case.rules, services=(*case.rules.services[:2], freight))
    return case._replace(trains=trains(*rng.choices(["6F", "7F", "6F", "3F", "2E", "3L"], k=3)), rules=rules)


def random_sets_case(seed: int) -> Case:
    """Trains that are joined wherever they end at the same stop; often each stop of a location is one by itself."""
    rng = random.Random(seed)
    case = random_case(seed)
    freight = replace(FREIGHT, sets=True, as_one=rng.random() < 0.1)
    between = case.rules.between
    assert isinstance(between, Together)
    meet_at = frozenset((CITY, TOWN, RED, PORT) if rng.random() < 0.8 else (CITY,))
    between = replace(between, by_stop=rng.random() < 0.8, meet_at=meet_at)
    rules = replace(case.rules, services=(*case.rules.services[:2], freight), between=between, barred=frozenset())
    few = ["6F", "7F", "6F", "3F"], ["6F", "7F", "8F", "2F", "1/2E", "2/3E"], ["6F", "1/2E", "1/3E", "2/3E", "1/2L"]
    texts = rng.choices(rng.choice(few), k=rng.choice([2, 3, 3, 4]))
    return case._replace(trains=trains(*texts), rules=rules)


def _random_hex(rng: random.Random) -> dict[str, Any]:
    edges = rng.sample(range(6), 6)
    what = rng.choices(["city", "town", "plain", "red", "port"], [9, 3, 2, 2, 2])[0]
    if what == "city":
        stop = {"kind": CITY, "revenue": rng.choice([20, 30, 40, 60]), "slots": rng.choice([1, 1, 2])}
        return _hex([stop], [[f"e{edge}", "s0"] for edge in edges[: rng.choice([2, 3, 4, 6])]])
    if what == "town":
        stop = {"kind": TOWN, "revenue": 20}
        return _hex([stop], [[f"e{edges[0]}", "s0"], ["s0", f"e{edges[1]}"], [f"e{edges[2]}", f"e{edges[3]}"]])
    if what == "plain":
        return _hex([], [[f"e{edges[0]}", f"e{edges[1]}"], [f"e{edges[2]}", f"e{edges[3]}"]])
    location = rng.choice(["London", "West"]) if what == "red" else rng.choice(["Wells", "Lynn", "Yarmouth"])
    kind = RED if what == "red" else PORT
    value = {"London": 90, "West": 40, "Wells": 50, "Lynn": 30, "Yarmouth": 50}[location]
    return _hex([{"kind": kind, "location": location, "revenue": {"A": value}}], [[f"e{e}", "s0"] for e in edges[:4]])


def _hex(stops: list[dict[str, Any]], track: list[list[str]]) -> dict[str, Any]:
    return {"color": "white", "stops": stops, "track": track}


def random_crowd(seed: int) -> Case:
    """Many short trains of two kinds on a small map, now and then with a freight among them."""
    rng = random.Random(seed)
    case = random_case(seed)
    kinds = rng.sample(["2E", "2/3E", "3E", "1/3E", "2L", "1/2L", "2/3L"], 2)
    texts = kinds + rng.choices(kinds, k=rng.choice([4, 5, 6, 7, 8]))
    texts += rng.choice([[], [], ["2F"], ["6F"]])
    return case._replace(trains=trains(*sorted(texts)))


def random_freights(seed: int) -> Case:
    """Freights that may be joined or not, as it pays more."""
    rng = random.Random(seed)
    return random_case(seed)._replace(trains=trains(*rng.choices(["6F", "7F", "8F"], k=rng.choice([2, 2, 3]))))
