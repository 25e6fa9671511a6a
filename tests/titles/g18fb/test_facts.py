"""The numbers of 18FB: phases, prices, trains, concessions, and which values nobody knows."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import stockrail
from stockrail.core import UnknownChoice
from stockrail.core.saving import dump
from stockrail.files import load_bytes
from stockrail.rules.overlay import flat, overlaid, values
from stockrail.rules.reconstructed import Reconstruction
from stockrail.rules.title import RailTitle
from stockrail.titles.g18fb.title import Title18FB

TITLE: RailTitle[Any] = Title18FB()
PHASES = TITLE.facts["phases"]


@pytest.mark.rule("18FB:2.1-b", "18FB:2.1-c", "18FB:2.1-g", "18FB:2.2.2-a")
def test_starting_prices_come_with_the_phases() -> None:
    first = [60, 70, 80, 90, 100]
    assert [phase["par"] for phase in PHASES[:3]] == [first, [*first, 110, 120, 130], [*first, 110, 120, 130]]
    assert PHASES[4]["par"] == PHASES[5]["par"] == sorted(TITLE.grid.par)
    assert {TITLE.grid.zone(cell) for cell in TITLE.grid.par.values()} == {""}


@pytest.mark.rule("18FB:2.1-k", "18FB:2.1-l", "18FB:2.1-m")
def test_tile_steps_rounds_and_levels_by_phase() -> None:
    assert [phase["tile_steps"] for phase in PHASES] == [2, 2, 3, 3, 4, 4]
    assert {phase.operating_rounds for phase in TITLE.phases.values()} == {2}
    levels = [phase.offboard for phase in TITLE.phases.values()]
    assert levels == ["first", "first", "second", "second", "third", "third"]


@pytest.mark.rule("18FB:2.1-d", "18FB:2.1-f", "18FB:2.1-g", "18FB:2.1-i", "18FB:2.1-j")
def test_trains_of_three_phases_are_scrapped() -> None:
    starts = {phase.begins_with: phase.name for phase in TITLE.phases.values()}
    ends = {kind.name: starts[kind.rusts_on] for kind in TITLE.train_types.values() if kind.rusts_on}
    assert ends == {"2+2": "3", "3+4": "5", "4+6": "6"}


@pytest.mark.rule("18FB:2.2.3-c", "18FB:2.2.4-b")
def test_two_zones_begin_below_the_two_ledges() -> None:
    zones = {row: zone for (row, _), zone in TITLE.grid.zones.items()}
    assert zones == {11: "light_blue", 12: "light_blue", 13: "dark_blue", 14: "dark_blue"}
    assert TITLE.grid.ledges == (10, 12)
    assert max(TITLE.grid.prices.values()) == TITLE.facts["market"]["end"] == TITLE.grid.price((0, 19))


@pytest.mark.rule("18FB:3.3.2-f")
def test_concessions_have_deposit_band_and_ways() -> None:
    found = {each["company"]: each for each in TITLE.facts["concessions"]}
    assert {c: (each["deposit"], each["reduced"], each["band"]) for c, each in found.items()} == {
        "NN": (100, 50, "A"), "FSC": (200, 100, "D"), "LdA": (150, 80, "C"), "FC": (200, 100, "D"),
        "FB": (150, 80, "A"), "LTF": (100, 50, "C"), "SFTF": (100, 50, "C"), "FS": (200, 100, "B"),
        "FP": (400, 200, "B"), "FST": (240, 120, "C"),
    }  # fmt: skip
    assert found["FS"]["routes"] == [{"home": "N21", "intermediate": ["P13", "M14"], "final": "O10"}]
    assert [route["intermediate"] for route in found["FP"]["routes"]] == [["L27"], ["H27"]]


def test_no_name_is_that_of_two_things() -> None:
    """Companies, cards, places of tokens: each would be shown as the other."""
    cards, companies = set(TITLE.cards), set(TITLE.companies)
    assert not cards & companies and not (cards | companies) & set(TITLE.board.names)


def test_every_marked_path_leads_to_a_value() -> None:
    known = [path for path, _ in values(TITLE)]
    for each in TITLE.reconstructed:
        for pattern in each.paths:
            looks = pattern.split(".")[-1] in ("color", "name")
            assert looks or any(Reconstruction(each.why, (pattern,)).covers(path) for path in known), pattern


@pytest.mark.parametrize(
    "path",
    [
        "facts.bank",
        "facts.players.4.cash",
        "facts.trains.6+10.count",
        "facts.concessions.0.deposit",
        "facts.sides.river",
    ],
)
def test_a_value_of_the_rulebook_is_not_marked(path: str) -> None:
    assert TITLE.reconstruction_of(path) is None


def test_an_owner_of_the_board_can_correct_it() -> None:
    corrected = overlaid(TITLE, {"facts.trains.3+4.price": 170, "map.ports.P13.third": 60})
    assert corrected.train_types["3+4"].price == 170
    assert corrected.reconstruction_of("facts.trains.3+4.price") is None
    with pytest.raises(UnknownChoice):
        overlaid(TITLE, {"facts.trains.3+4.prize": 170})


def test_the_example_of_the_readme_is_accepted_and_stays_in_the_save() -> None:
    text = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    facts = flat(tomllib.loads(text.split("# for 18FB\n")[1].split("```")[0]))
    again = load_bytes(dump(stockrail.new("18FB", ["Ada", "Ben", "Cy"], facts=facts)))
    assert again.title.overlay == facts
    assert again.title.train_types["2+2"].price == 100
