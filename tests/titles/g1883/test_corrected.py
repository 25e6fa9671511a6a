"""What owners of the printed game may correct: the save holds it, and values that do not fit are refused at once."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stockrail
from stockrail.core import UnknownChoice
from stockrail.core.saving import dump
from stockrail.files import load_bytes
from stockrail.rules.actions import LayTile
from stockrail.rules.overlay import flat, overlaid
from stockrail.rules.tokens import REMOVED_TOKENS, spare_of, token_owner
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g1883.coaches import ground
from stockrail.titles.g1883.cooperative import receive_gifts
from stockrail.titles.g1883.track import cost_of, plans_of

from .lying import TITLE

A, B, C = range(3)
README = Path(__file__).parents[3] / "README.md"


def corrected(facts: dict[str, Any], options: Sequence[str] = ()) -> Any:
    return Position(overlaid(TITLE, facts), 3, options=options)


def example() -> dict[str, Any]:
    """The file that the README shows."""
    blocks = [block.split("```")[0] for block in README.read_text(encoding="utf-8").split("```toml\n")[1:]]
    return next(flat(tomllib.loads(block)) for block in blocks if "for 1883" in block)


def test_the_example_of_the_readme_is_accepted_and_stays_in_the_save() -> None:
    facts = example()
    game = stockrail.new("1883", ["Ada", "Ben"], facts=facts)
    again = load_bytes(dump(game))
    assert msgspec.json.decode(dump(game))["changes"] == facts == again.title.overlay
    assert again.title.train_types["3"].price == 160
    assert again.title.board.hexes["53"].terrain == ({"kind": "hill", "cost": 30},)


def test_a_hex_may_be_given_ground_or_a_town_that_it_lacks() -> None:
    facts = {
        "map.hexes.20.terrain": [{"kind": "hill", "cost": 20}],
        "map.hexes.28.terrain": [],
        "map.hexes.22.class": "town",
        "map.hexes.22.stops": [{"kind": "town", "revenue": 0}],
    }
    game: Any = corrected(facts).corporation("SV", {A: 2}).game
    [[way]] = plans_of(game, "SV")
    assert cost_of(game, way, LayTile(A, "SV", "20", "9", 0)) == 20
    assert ground(game)["28"].is_plain and ground(game)["28"].cost == 0
    assert game.title.board.hexes["22"].kind == "town"
    printed: Any = Position(TITLE, 3).game
    assert not ground(printed)["28"].is_plain, "the title itself is as it was"


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"map.hexes.20.terrain": [{"kind": "swamp", "cost": 20}]}, "'swamp' is not a word"),
        ({"map.hexes.20.terrain": [{"kind": "hill"}, 20]}, "cannot be changed to"),
        ({"map.hexes.20.terrain": [{"kind": "hill", "cost": 10**6}]}, "cannot be changed to"),
        ({"map.hexes.20.terrain": "hill"}, "cannot be changed to"),
        ({"map.hexes.20.class": "swamp"}, "'swamp' is not a word"),
        ({"map.hexes.20.stops": [{"kind": "town"}]}, "cannot be changed to"),
        ({"map.hexes.53.stops": []}, "cannot be changed to"),
        ({"map.hexes.20.depth": 3}, "has no fact"),
        ({"map.hexes.101.terrain": []}, "has no fact"),
        ({"map.hexes.20.terrain.0.cost": 20}, "has no fact"),
    ],
)
def test_a_part_of_a_hex_must_be_like_those_of_others(facts: dict[str, Any], why: str) -> None:
    with pytest.raises(UnknownChoice, match=why):
        overlaid(TITLE, facts)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"facts.coaches.tokens": 1}, "fewer coaches than bases"),
        ({"facts.cards.FRV.powers.lays.hex": "29"}, "a link joins hexes that do not lie beside it"),
        ({"map.marks.port": ["20"]}, "a route is to call where no stop is"),
        ({"map.fs.boxes.55": ["17"]}, "a route is to call where no stop is"),
        ({"facts.concessions.1.sequence": ["86", "87", "64"]}, "a route is to call where no stop is"),
        ({"facts.gravity.rounded_to": 0}, "a divisor is 0"),
        ({"facts.coaches.shares_for_one": 0}, "a divisor is 0"),
        ({"facts.support.costs": [5, 10]}, "fewer costs than support cards"),
        ({"facts.privates.bid_step": 7}, "prices are no multiples of the step of bids"),
        ({"facts.market.par.65": [99, 99]}, "no game can start"),
        ({"facts.companies.SV.home.0.hex": "42"}, "SV: its home has no place for a station"),
    ],
)
def test_what_would_stop_a_game_when_it_comes_to_be_used_is_refused_at_the_start(
    facts: dict[str, Any], why: str
) -> None:
    with pytest.raises(UnknownChoice, match=why):
        overlaid(TITLE, facts)


@pytest.mark.parametrize(
    "facts",
    [
        {"facts.cards.FRV.powers.lays.hex": "18", "facts.cards.FRV.powers.lays.joins": ["31", "17"]},
        {"map.marks.port": ["21", "47", "81", "34"]},
        {"map.marks.F": ["8", "20", "33"]},
        {"map.fs.north": ["8", "20", "42"]},
        {"map.fs.boxes.55": ["VERONA"]},
        {"facts.concessions.4.sequence": ["44", "58", "80"]},
        {"facts.companies.SAFRE.home.0.hex": "32"},
    ],
    ids=str,
)
def test_what_the_board_decides_may_be_anywhere_on_it(facts: dict[str, Any]) -> None:
    title = corrected(facts).game.title
    assert dict(title.overlay) == facts


@pytest.mark.parametrize("path", ["facts.trains.2.rusts_on", "facts.cooperative.gifts.0.gets"])
def test_a_train_is_no_hex_though_some_have_the_same_number(path: str) -> None:
    value: Any = ["17"] if path.endswith("gets") else "17"
    with pytest.raises(UnknownChoice, match="'17' is not a word that can be used there"):
        overlaid(TITLE, {path: value})


@pytest.mark.rule("1883:12.2-a")
@pytest.mark.parametrize(("tokens", "usual"), [([0, 40, 100], 2), ([0, 40], 1), ([0, 40, 40, 100], 3)])
def test_of_fmvs_tokens_the_last_is_that_of_the_variant(tokens: list[int], usual: int) -> None:
    for options, count in (((), usual), (("strengthen_the_weak",), usual + 1)):
        game = corrected({"facts.companies.FMV.tokens": tokens}, options).game
        assert len(spare_of(game, "FMV")) == count
        out = [token for token in game.state.shelves.on(REMOVED_TOKENS) if token_owner(token) == "FMV"]
        assert len(out) == len(tokens) - count
        assert game.title.token_cost(game, "FMV", ("64", 0)) == 0
        assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.1.4-b", "1883:6.8.5-a")
def test_a_2g_goes_back_where_no_3_is_left_for_the_2_that_ccfr_gives_up() -> None:
    """A42 The only 3 is the one that was bought."""
    game = corrected({"facts.trains.3.count": 1}).phase("2").train("3-0", "FBV").game
    receive_gifts(game, "3")
    assert trains_of(game, "CCFR") == ["2-1", "2G-1"]
    assert TITLE.audit(game) == []
