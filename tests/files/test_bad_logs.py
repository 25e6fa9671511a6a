"""Damaged logs of the public site: what is wrong is said in words, and at which action."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stockrail.files import FileError
from stockrail.files.public_log import LogReplay, effective

PLAYER = {"entity": 7, "entity_type": "player"}
COMPANY = {"entity": "WVR", "entity_type": "corporation"}


def log(*actions: dict[str, Any]) -> dict[str, Any]:
    """A game of 1862 with three players; the first action opens an auction of WVR, the next ones follow."""
    players = [{"id": 7, "name": "Ada"}, {"id": 8, "name": "Ben"}, {"id": 9, "name": "Cy"}]
    return {"title": "1862", "players": players, "settings": {"seed": 46925}, "actions": list(actions)}


def bid(player: Any = 7, **fields: Any) -> dict[str, Any]:
    return {"type": "bid", "entity": player, "entity_type": "player", "corporation": "WVR", "price": 0, **fields}


def passes(player: Any) -> dict[str, Any]:
    return {"type": "pass", "entity": player, "entity_type": "player"}


STARTED = (
    bid(),
    passes(8),
    passes(9),
    {"type": "par", **PLAYER, "corporation": "WVR", "share_price": "54,0,12"},
)


@pytest.mark.parametrize(
    ("damaged", "why"),
    [
        (bid(99), "unknown player '99'"),
        (bid(None), "the field 'entity' must be a name, not None"),
        ({"type": "bid", "entity": 7, "corporation": "WVR", "price": 0}, "the field 'entity_type' is missing"),
        (bid(corporation="XYZ"), "unknown company 'XYZ'"),
        (bid(corporation=["WVR"]), "the field 'corporation' must be a name, not ['WVR']"),
        (bid(price="5"), "the field 'price' must be a whole number, not '5'"),
        (bid(price=True), "the field 'price' must be a whole number, not True"),
        ({"type": "bid", **PLAYER, "corporation": "WVR"}, "the field 'price' is missing"),
        ({"type": "fly", **PLAYER}, "unknown type 'fly'"),
        ({"type": "pass", **PLAYER, "entity_type": "corporation"}, "unknown company '7'"),
        ({"type": "lay_tile", **COMPANY}, "lay_tile does not fit here: the game is waiting for Ada (OpenAuction)"),
        (
            {"type": "choose", **PLAYER, "choice": 3},
            "there is nothing to choose: the game is waiting for Ada (OpenAuction)",
        ),
        ({"type": "choose", **PLAYER}, "the field 'choice' is missing"),
        ({"type": "end_game", "entity": 99, "entity_type": "player"}, "unknown player '99'"),
        ({"type": "run_routes", **COMPANY}, "the field 'routes' is missing"),
        ({"type": "run_routes", **COMPANY, "routes": [5]}, "the field 'routes' must be a list of objects"),
        ({"type": "run_routes", **COMPANY, "routes": [{"train": "A-0"}]}, "the field 'connections' is missing"),
    ],
)
def test_the_first_action_is_damaged(damaged: dict[str, Any], why: str) -> None:
    with pytest.raises(FileError) as error:
        list(LogReplay(log(damaged)).play())
    assert str(error.value) == f"action 1 (entry 1, id -, {damaged['type']}): cannot be read: {why}"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "the field 'shares' is missing"),
        ({"shares": []}, "the field 'shares' must be a list of names, not []"),
        ({"shares": [3]}, "the field 'shares' must be a list of names, not [3]"),
        ({"shares": ["WVR"]}, "unknown company ''"),
        ({"shares": ["WVR_12"]}, "unknown certificate 'WVR_12'"),
        ({"shares": ["WVR_1", "ECR_1"]}, "the shares must be of one company, not WVR_1, ECR_1"),
    ],
)
def test_a_purchase_of_shares_is_damaged(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FileError) as error:
        list(LogReplay(log(*STARTED, {"type": "buy_shares", **PLAYER, **fields})).play())
    assert str(error.value).endswith(f" (entry 5, id -, buy_shares): cannot be read: {why}")


def test_a_starting_value_that_is_none() -> None:
    damaged = {**STARTED[3], "share_price": "p54"}
    with pytest.raises(FileError, match=r"entry 4, .*: 'p54' is not a par price"):
        list(LogReplay(log(*STARTED[:3], damaged)).play())


# -- the recorded game, with one field of one action damaged --------------------------------------------------------

JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 99999, 1.5, "", "x", "-", "_", "a-b", "ECR", "ECR_9", [], [[]], [None], ["local"], {}),
    *("pass", "player", "57-0", "57-0-0", "2L*", "100,0,3", "first"),
)


def recorded(shared: Path) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.json.decode((shared / "fixtures" / "1862" / "46925.json").read_bytes())
    return raw


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all fields in an entry."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*before, key)
        yield from places(each, (*before, key))


def damage(rng: random.Random, entry: dict[str, Any]) -> dict[str, Any]:
    """A copy with one field missing, or with something else in it."""
    hurt = copy.deepcopy(entry)
    *way, last = rng.choice([way for way in places(hurt) if way[0] not in ("created_at", "user")])
    holder: Any = hurt
    for key in way:
        holder = holder[key]
    if rng.random() < 0.25:
        del holder[last]
    else:
        holder[last] = rng.choice(JUNK)
    return hurt


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_field_anywhere_replays_or_is_named_with_its_action(shared: Path, seed: int) -> None:
    raw, rng = recorded(shared), random.Random(seed)
    actions = raw["actions"]
    for _ in range(25):
        at = rng.randrange(160)
        hurt = [*actions[:at], damage(rng, actions[at]), *actions[at + 1 : at + 8]]
        try:
            list(LogReplay({**raw, "actions": hurt}).play())
        except FileError as error:
            assert re.match(r"(action \d+ \()?entry \d+", error.place)
            assert "Error" not in error.message


@pytest.mark.parametrize(
    ("kind", "field", "value", "why"),
    [
        ("place_token", "city", "here", "there is no city 'here'"),
        ("place_token", "city", "Z9-0-0", "there is no city 'Z9-0-0'"),
        ("place_token", "city", "57-0-x", "there is no city '57-0-x'"),
        ("lay_tile", "rotation", "2", "the field 'rotation' must be a whole number, not '2'"),
        ("buy_train", "variant", "2X", "unknown kind of train '2X'"),
        ("dividend", "kind", "half", "the field 'kind' must be one of payout, withhold, hudson, not 'half'"),
        ("choose", "choice", "many", "'many' is not a number of stations"),
    ],
)
def test_the_first_action_of_a_kind_is_damaged(shared: Path, kind: str, field: str, value: object, why: str) -> None:
    raw = recorded(shared)
    at = next(n for n in effective(raw["actions"]) if raw["actions"][n]["type"] == kind)
    raw["actions"][at][field] = value
    with pytest.raises(FileError) as error:
        list(LogReplay(raw).play())
    assert f"(entry {at + 1}, " in error.value.place
    assert error.value.message == f"cannot be read: {why}"


@pytest.mark.parametrize("connections", [[[]], [["H5", 5]], "H5", [["H5"], None]])
def test_a_route_of_broken_connections(shared: Path, connections: object) -> None:
    raw = recorded(shared)
    at = next(n for n, entry in enumerate(raw["actions"]) if entry["type"] == "run_routes" and entry["routes"])
    raw["actions"][at]["routes"][0]["connections"] = connections
    with pytest.raises(
        FileError, match=rf"entry {at + 1}, .*: cannot be read: a route's connections must be lists of hexes"
    ):
        list(LogReplay(raw).play())
