"""11-13 What is left of a bombed hex, and where its tokens are."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.laying import tiles_left
from stockrail.rules.tokens import cities_of, tokens_in
from stockrail.rules.track import track
from stockrail.titles.g1883.raids import lower_faces, lower_tile

from .lying import TITLE, most
from .operating import launched, standing


def bombed(game: Any, hex_: str, choice: int = 0) -> Any:
    faces = lower_faces(game, hex_)
    if faces:
        lower_tile(game, hex_, *faces[choice])
    return game


def tokens_at(game: Any, hex_: str) -> int:
    return sum(len(tokens_in(game, hex_, stop)) for stop in range(3))


@pytest.mark.rule("1883:T-x", "1883:11-13b")
def test_three_tokens_stay_on_modenas_printed_two_circles_and_all_work() -> None:
    found = standing("FMMSF", "5", {"55": ("Mo2", 0), "54": ("8", 1), "66": ("8", 1)})
    for company in ("SV", "FBV"):
        launched(found, company).token(company, "55")
    game = bombed(found.game, "55")
    assert "55" not in game.state.laid and tokens_at(game, "55") == 3 and tiles_left(game, "Mo2") == 1
    now = track(game)
    assert now.face("55").stops[0].slots == 2
    for company in ("FMMSF", "SV", "FBV"):
        assert ("41", 1) in now.reach(company, False).stops, "they all go on to Sassuolo"
    assert now.blocks("55", 0, "SAFRE")
    assert lower_faces(game, "55") == [], "a second bomb does nothing"


@pytest.mark.rule("1883:T-x", "1883:11-13")
def test_a_yellow_tile_is_gone_and_back_in_stock() -> None:
    game = standing("FMMSF", "3", {"54": ("8", 1)}).game
    left = tiles_left(game, "8")
    assert ("41", 1) in track(game).reach("FMMSF", False).stops
    assert lower_faces(game, "54") == [("", 0)]
    bombed(game, "54")
    assert "54" not in game.state.laid and tiles_left(game, "8") == left + 1
    assert ("41", 1) not in track(game).reach("FMMSF", False).stops


@pytest.mark.rule("1883:11-13")
def test_a_green_tile_becomes_any_yellow_one_that_it_could_have_replaced() -> None:
    game = standing(phase="3", laid={"20": ("23", 0)}).game
    faces = lower_faces(game, "20")
    joined = TITLE.board.face("23", 0).joined()
    assert faces == sorted(faces) and len(faces) == len(joined) == 2
    for tile, rotation in faces:
        assert TITLE.board.tiles[tile].color == "yellow" and TITLE.board.face(tile, rotation).joined() <= joined
    bombed(game, "20", 1)
    assert game.state.laid["20"] == faces[1]


@pytest.mark.rule("1883:11-13")
def test_bombs_on_the_same_hex_add_up() -> None:
    game = standing("SV", "5", {"21": ("63", 0)}).game
    colours = []
    while "21" in game.state.laid:
        bombed(game, "21")
        colours.append(track(game).face("21").color)
    assert colours == ["green", "yellow", "white"] and cities_of(game, "SV") == [("21", 0)]
    assert lower_faces(game, "21") == []


@pytest.mark.rule("1883:11-13")
def test_without_a_fitting_tile_in_stock_the_hex_keeps_its_tile() -> None:
    found = standing(phase="3", laid={"20": ("23", 0)})
    for tile in ("7", "8", "9"):
        found.state.spent[tile] = tiles_left(found.game, tile)
    assert lower_faces(found.game, "20") == []
    found.state.spent["9"] = 17
    assert [tile for tile, _ in lower_faces(found.game, "20")] == ["9"]


@pytest.mark.rule("1883:11-13")
def test_vignola_keeps_its_printed_track() -> None:
    game = standing("FMV", "3", {"64": ("14", 1)}).game
    faces = lower_faces(game, "64")
    assert faces and all(5 in TITLE.board.face(tile, rotation).exits for tile, rotation in faces)
    bombed(bombed(game, "64"), "64")
    assert track(game).face("64").exits == {5} and cities_of(game, "FMV") == [("64", 0)]


@pytest.mark.rule("1883:11-13b")
def test_the_cities_of_sassuolo_part_again_with_a_token_each() -> None:
    found = launched(launched(standing("SV", "5", {"41": ("Sa3", 0)}), "FBV"), "FMMSF")
    for company in ("SV", "FBV", "FMMSF"):
        found.token(company, "41")
    game = bombed(found.game, "41")
    assert game.state.laid["41"] == ("Sa2", 0)
    assert [len(tokens_in(game, "41", stop)) for stop in (0, 1)] == [2, 1]
    assert tiles_left(game, "Sa3") == 1, "6.4.2-d is about upgrades"
    bombed(game, "41")
    assert "41" not in game.state.laid and [len(tokens_in(game, "41", stop)) for stop in (0, 1)] == [2, 1]


@pytest.mark.rule("1883:11-13b")
def test_a_token_stays_with_its_own_city_of_sassuolo() -> None:
    found = launched(standing("SV", "3", {"41": ("Sa2", 0)}), "FBV").token("SV", "41", 1).token("FBV", "41", 0)
    game = bombed(found.game, "41")
    assert cities_of(game, "SV")[-1] == ("41", 1) and cities_of(game, "FBV")[-1] == ("41", 0)


@pytest.mark.rule("1883:11-13")
def test_nothing_happens_to_hexes_without_a_tile_and_to_grey_tiles() -> None:
    game = standing(phase="7", laid={"55": ("Mo4", 0)}).game
    for hex_ in ("55", "54", "42", "31", "1"):
        assert lower_faces(game, hex_) == []


@pytest.mark.rule("1883:11-13", "1883:5.6.1-h")
def test_a_raid_takes_no_bonus_back_and_cuts_the_run() -> None:
    """Concession 1 is paid when the last tile lies there; the bomb on Bazzano comes later."""
    found = standing("FBV", "3", {"86": ("5", 0)}, cash=100).train("3-0", "FBV")
    found.state.concession["1"] = "FBV"
    found.state.support[0] = 0
    game = found.operating("FBV", "LayTrack")
    game.push(next(a for a in game.legal_actions() if (a.hex, a.tile, a.rotation) == ("75", "6", 2)))
    assert game.state.cash["FBV"] == 100 - 20 + 150 and most(game, "FBV") == 60
    bombed(game, "75")
    assert game.state.cash["FBV"] == 230 and game.state.concession["1"] == "gone" and most(game, "FBV") == 0
