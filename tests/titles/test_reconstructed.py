"""Values that no source gives are marked with their reason, and players can correct them."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.cli.facts import show_facts
from stockrail.core import UnknownChoice
from stockrail.rules.overlay import overlaid, values
from stockrail.rules.reconstructed import Reconstruction
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.titles.g1883 import Title1883

TITLE: RailTitle[Any] = Title1883()


def test_a_path_covers_what_is_below_it_and_a_star_any_name() -> None:
    chosen = Reconstruction("Nobody knows.", ("facts.trains.*.price", "map.hexes"))
    assert chosen.covers("facts.trains.3bis.price") and chosen.covers("map.hexes.7.terrain.0.cost")
    assert not chosen.covers("facts.trains.3bis") and not chosen.covers("map.layout")
    assert not chosen.covers("facts.trains.3bis.count")


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_titles_with_sources_for_everything_have_none(name: str) -> None:
    assert all_titles()[name].reconstructed == ()


def test_every_marked_path_leads_to_a_value() -> None:
    known = [path for path, _ in values(TITLE)]
    named = [path for path, _ in values(TITLE) if TITLE.reconstruction_of(path)]
    for each in TITLE.reconstructed:
        for pattern in each.paths:
            looks = pattern.split(".")[-1] in ("color", "name")
            assert looks or any(Reconstruction(each.why, (pattern,)).covers(path) for path in known), pattern
    assert 300 < len(named) < len(known)


def test_a_value_of_the_rulebook_is_not_marked() -> None:
    for path in ("facts.bank", "facts.trains.2G.price", "facts.players.2.cash", "tiles.tiles.57.stops.0.revenue"):
        assert TITLE.reconstruction_of(path) is None, path
    assert "train prices" in str(TITLE.reconstruction_of("facts.trains.4.price"))


def test_a_corrected_value_is_no_longer_a_reconstruction() -> None:
    corrected = overlaid(TITLE, {"facts.trains.4.price": 320, "map.hexes.53.terrain.0.cost": 40})
    assert corrected.train_types["4"].price == 320
    assert corrected.reconstruction_of("facts.trains.4.price") is None
    assert corrected.reconstruction_of("facts.trains.5.price") is not None
    assert corrected.board.hexes["53"].terrain[0]["cost"] == 40
    with pytest.raises(UnknownChoice, match="did you mean"):
        overlaid(TITLE, {"facts.trains.4.prize": 320})


def test_the_command_tells_why_a_value_was_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    show_facts("1883", ("trains", "price"), as_json=False)
    out = capsys.readouterr().out
    lines = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.startswith("facts.trains")}
    assert lines["facts.trains.4.price"] == ["300", "[1]"]
    assert lines["facts.trains.2G.price"] == ["20"]
    assert "[1] No source gives train prices" in " ".join(out.split())
