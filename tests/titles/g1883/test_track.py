"""6.4 Laying tiles: what is legal for everybody, and who has more than one lay in a turn."""

from __future__ import annotations

from contextlib import AbstractContextManager
from itertools import product
from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import LayTile
from stockrail.rules.cards import give_card
from stockrail.rules.laying import tiles_left
from stockrail.rules.state import certs_at
from stockrail.testing import Position
from stockrail.titles.g1883.privates import lay_link
from stockrail.titles.g1883.state import CAPITALISED
from stockrail.titles.g1883.track import tile_cost

from .lying import TITLE
from .operating import A, B, go_on, hexes, launched, lay, standing, step

GUASTALLA = {"21": ("6", 4)}  # track from Suzzara's side to hex 20
CIANO_TO_REGGIO = {"18": ("8", 4), "17": ("8", 1)}
OVER_SASSUOLO = {"30": ("8", 3), "41": ("Sa2", 0), "40": ("7", 3), "53": ("3", 1), "54": ("8", 1)}
FLOOD, LANDSLIDE = "flooding", "landslide_in_the_apennine"


def refused(kind: str) -> AbstractContextManager[Any]:
    return pytest.raises(IllegalAction, match=kind)


def laying(company: str, phase: str = "1", laid: Any = None, cash: int = 200, **rulings: Any) -> Any:
    return standing(company, phase, laid, cash, **rulings).operating(company, "LayTrack")


def cooperative(phase: str = "1", laid: Any = None, event: str = "", **rulings: Any) -> Any:
    found = standing("", phase, laid, **rulings)
    if event:
        found.state.effect["no_lay"] = event
    return found.operating("CCFR", "LayTrack")


def capitalised(laid: Any = None, cash: int = 100) -> Any:
    found = standing("", "5", laid).cash("CCFR", cash)
    found.state.flags["ccfr"] = CAPITALISED
    found.state.shelves.move("CCFR_0", certs_at(A, "CCFR"))
    return found.operating("CCFR", "LayTrack")


def owning(card: str, company: str, phase: str = "1", laid: Any = None, cash: int = 200, **rulings: Any) -> Any:
    found = standing(company, phase, laid, cash, **rulings)
    give_card(found.game, card, company)
    return found.operating(company, "LayTrack")


def tiles_in(game: Any, hex_: str) -> set[tuple[str, int]]:
    lays = [action for action in game.legal_actions() if isinstance(action, LayTile)]
    return {(action.tile, action.rotation) for action in lays if action.hex == hex_}


# -- what holds for everybody -----------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.4-a", "1883:6.3-a")
def test_a_railway_lays_one_tile() -> None:
    game = lay(laying("SV"), "SV", "21", "6", 4)
    assert step(game) != "LayTrack"
    assert game.state.laid["21"] == ("6", 4)


@pytest.mark.rule("1883:6.4-a")
def test_a_company_may_decline_to_lay() -> None:
    game = go_on(laying("SV"))
    assert step(game) != "LayTrack" and not game.state.laid


@pytest.mark.rule("1883:6.4-b")
def test_a_grey_hex_takes_no_tile() -> None:
    for hex_ in ("42", "25", "10"):
        with refused("closed_hex"):
            lay(laying("SAFRE"), "SAFRE", hex_, "9", 0)


@pytest.mark.rule("1883:6.4-c", "1883:4.0-d")
def test_a_yellow_hex_waits_for_green_tiles() -> None:
    with refused("colour_not_yet"):
        lay(laying("FMMSF"), "FMMSF", "55", "Mo2", 0)
    assert "55" not in hexes(laying("FMMSF"))
    assert lay(laying("FMMSF", "2"), "FMMSF", "55", "Mo2", 0).state.laid["55"] == ("Mo2", 0)


@pytest.mark.rule("1883:6.4-d", "1883:6.4.1-T1")
def test_a_new_tile_must_lengthen_track_of_the_company() -> None:
    assert lay(laying("SV", laid=GUASTALLA), "SV", "20", "9", 0).state.laid["20"] == ("9", 0)
    with refused("not_reached"):
        lay(laying("SV", laid=GUASTALLA), "SV", "20", "9", 1)


@pytest.mark.rule("1883:6.4.1-a")
def test_no_track_leaves_the_grid_or_faces_a_closed_hex() -> None:
    for hex_, tile, rotation in (("86", "57", 1), ("21", "5", 1), ("21", "6", 2)):  # 86 edge 4, 21 edge 2 are closed
        company = "FBV" if hex_ == "86" else "SV"
        with refused("blank_side"):
            lay(laying(company), company, hex_, tile, rotation)


@pytest.mark.rule("1883:6.4.1-b")
def test_terrain_is_paid_for_the_first_tile_only() -> None:
    game = lay(laying("FMV", cash=20), "FMV", "64", "6", 5)
    assert game.state.cash["FMV"] == 0
    game = laying("FMV", "2", {"64": ("6", 5)}, cash=0)
    assert any(tile in ("14", "15", "619") for tile, _ in tiles_in(game, "64"))
    assert all(tile_cost(game, action) == 0 for action in game.legal_actions() if getattr(action, "hex", "") == "64")


@pytest.mark.rule("1883:6.4.1-b", "1883:6.3-b")
def test_who_cannot_pay_for_terrain_does_not_build() -> None:
    with refused("cannot_pay_terrain"):
        lay(laying("SAFRE", cash=19), "SAFRE", "30", "9", 0)
    assert hexes(laying("SAFRE", cash=19)) == hexes(laying("SAFRE", cash=20)) - {"30"}
    assert step(laying("FMV", cash=19)) != "LayTrack", "Vignola lies in the hills: there is nothing to lay"


@pytest.mark.rule("1883:6.4.1-c")
def test_tiles_fit_the_kind_of_their_hex() -> None:
    for hex_, tile in (("21", "9"), ("21", "58"), ("20", "6")):
        with refused("wrong_tile"):
            lay(laying("SV", laid=GUASTALLA if hex_ == "20" else None), "SV", hex_, tile, 0)


@pytest.mark.rule("1883:6.4.2-a")
def test_colours_follow_each_other() -> None:
    with refused("wrong_colour"):
        lay(laying("SV", "5", GUASTALLA), "SV", "21", "63", 0)
    with refused("wrong_colour"):
        lay(laying("SV", "5"), "SV", "21", "14", 0)


@pytest.mark.rule("1883:6.4.2-b", "1883:6.7.3-c")
def test_an_upgrade_keeps_all_track_and_so_does_the_tile_on_vignola() -> None:
    game = laying("SV", "2", GUASTALLA)
    for tile, rotation in tiles_in(game, "21"):
        assert {0, 4} <= TITLE.board.face(tile, rotation).exits
    with refused("drops_track"):
        lay(game, "SV", "21", "15", 1)
    with refused("drops_track"):
        lay(laying("FMV"), "FMV", "64", "57", 0)
    assert all(5 in TITLE.board.face(tile, rotation).exits for tile, rotation in tiles_in(laying("FMV"), "64"))


@pytest.mark.rule("1883:6.4.2-c", "1883:6.4.2-T1")
def test_an_upgrade_gives_track_that_a_token_can_reach() -> None:
    """SV comes to hex 20 from the north (edge 3): a branch off that end is new track for it, the other one is not."""
    game = laying("SV", "2", {**GUASTALLA, "20": ("9", 0)})
    found = tiles_in(game, "20")
    assert found
    for tile, rotation in found:
        new = TITLE.board.face(tile, rotation).joined() - {(0, 3)}
        assert any(3 in pair for pair in new)
    beyond = [rotation for rotation in range(6) if TITLE.board.face("23", rotation).joined() >= {(0, 3)}]
    wrong = [r for r in beyond if not any(3 in pair for pair in TITLE.board.face("23", r).joined() - {(0, 3)})]
    assert wrong
    for rotation in wrong:
        with refused("adds_nothing"):
            lay(game, "SV", "20", "23", rotation)


@pytest.mark.rule("1883:6.4.2-c")
def test_a_city_that_is_worth_more_is_gain_enough() -> None:
    """Modena's brown tile has the track of the green one, and pays more."""
    assert lay(laying("FMMSF", "5", {"55": ("Mo2", 0)}), "FMMSF", "55", "Mo3", 0).state.laid["55"] == ("Mo3", 0)


@pytest.mark.rule("1883:6.4.2-d")
@pytest.mark.parametrize(("ruling", "left"), [("leaves_the_game", 0), ("returns", 1)])
def test_a_replaced_brown_tile_does_not_come_back(ruling: str, left: int) -> None:
    game = laying("FMMSF", "7", {"55": ("Mo3", 0)}, replaced_brown=ruling)
    lay(game, "FMMSF", "55", "Mo4", 0)
    assert tiles_left(game, "Mo3") == left
    game.pop()
    assert tiles_left(game, "Mo3") == 0 and not game.state.spent, "it lies on the map again"


@pytest.mark.rule("1883:6.4.2-d")
def test_replaced_yellow_and_green_tiles_can_be_used_again() -> None:
    game = laying("SV", "2", GUASTALLA)
    before = tiles_left(game, "6")
    lay(game, "SV", "21", *min(tiles_in(game, "21")))
    assert tiles_left(game, "6") == before + 1
    game = lay(laying("FMMSF", "5", {"55": ("Mo2", 0)}), "FMMSF", "55", "Mo3", 0)
    assert tiles_left(game, "Mo2") == 1


@pytest.mark.rule("1883:6.4.2-d")
def test_a_tile_of_which_none_is_left_cannot_be_laid() -> None:
    laid = dict.fromkeys(("32", "58", "65", "75", "80", "92", "81", "78"), ("6", 0))
    game = laying("SV", laid=laid)
    assert {tile for tile, _ in tiles_in(game, "21")} == {"5", "57"}
    with refused("no_tile_left"):
        lay(game, "SV", "21", "6", 4)


@pytest.mark.rule("1883:6.4.3-a", "1883:6.4.3-b")
def test_six_cities_take_only_their_own_tiles_turned_as_they_like() -> None:
    with refused("wrong_tile"):
        lay(laying("FMMSF", "2"), "FMMSF", "55", "14", 0)
    with refused("wrong_tile"):
        lay(laying("SV", "2", GUASTALLA), "SV", "21", "Mo2", 0)
    faces = [TITLE.board.face("Su2", rotation) for _, rotation in tiles_in(laying("FSF", "2"), "34")]
    assert len(faces) > 1 and all({1, 4} <= face.exits for face in faces)


@pytest.mark.rule("1883:6.7.1-d", "1883:6.4-d")
def test_track_leads_on_over_both_cities_of_sassuolo() -> None:
    """A98 From Reggio over the one city and Maranello to the other one, and on to Modena."""
    game = laying("SAFRE", "2", OVER_SASSUOLO)
    assert lay(game, "SAFRE", "55", "Mo2", 0).state.laid["55"] == ("Mo2", 0)


# -- FSF --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-h", "1883:6.4.4-a")
def test_fsf_lays_from_both_homes_and_pays_for_the_river() -> None:
    game = laying("FSF")
    lay(game, "FSF", "46", "9", 1)
    assert game.state.cash["FSF"] == 180 and step(game) == "LayTrack"
    lay(game, "FSF", "70", "8", 5)
    assert game.state.cash["FSF"] == 180 and step(game) != "LayTrack"


@pytest.mark.rule("1883:6.4.4-a", "1883:6.4.4-d")
def test_fsf_does_not_lay_twice_from_the_same_home() -> None:
    beyond = min(tiles_in(laying("FSF", laid={"21": ("57", 1)}), "9"))
    game = lay(laying("FSF"), "FSF", "21", "57", 1)  # reached from Suzzara alone
    assert hexes(game) == {"46", "70"}
    with refused("not_reached"):
        lay(game, "FSF", "9", *beyond)


@pytest.mark.rule("1883:6.4.4-d")
def test_a_lay_that_both_homes_reach_leaves_either_to_the_next() -> None:
    for second in ("21", "70"):
        game = lay(laying("FSF"), "FSF", "46", "9", 1)
        assert hexes(game) == {"21", "70"}
        lay(game, "FSF", second, *min(tiles_in(game, second)))
        assert step(game) != "LayTrack"


@pytest.mark.rule("1883:6.4.4-c")
def test_off_the_f_hexes_fsf_lays_once() -> None:
    assert "20" in hexes(laying("FSF", laid=GUASTALLA))
    assert step(lay(laying("FSF", laid=GUASTALLA), "FSF", "20", "9", 0)) != "LayTrack"
    game = lay(laying("FSF", laid=GUASTALLA), "FSF", "70", "8", 5)
    with refused("f_hexes_only"):
        lay(game, "FSF", "20", "9", 0)


@pytest.mark.rule("1883:6.4.4-c", "1883:6.4-d")
def test_far_from_its_track_fsf_is_told_so_rather_than_of_the_f_hexes() -> None:
    with refused("not_reached"):
        lay(laying("FSF"), "FSF", "67", "9", 0)


@pytest.mark.rule("1883:6.4.4-c")
def test_a_ruling_gives_fsf_one_lay_anywhere_and_one_on_f() -> None:
    ruling = "one_anywhere_and_one_on_F"
    game = lay(laying("FSF", laid=GUASTALLA, fsf_lays=ruling), "FSF", "20", "9", 0)
    assert hexes(game) == {"46", "70"}, "19 and 21's neighbours have no F"
    assert step(lay(game, "FSF", "70", "8", 5)) != "LayTrack"
    game = lay(laying("FSF", laid=GUASTALLA, fsf_lays=ruling), "FSF", "70", "8", 5)
    assert step(lay(game, "FSF", "20", "9", 0)) != "LayTrack"


@pytest.mark.rule("1883:6.4.4-c", "1883:6.4.4-d")
def test_by_that_ruling_too_the_lay_on_f_begins_at_a_home() -> None:
    found = standing("FSF", "2", {**GUASTALLA, "92": ("6", 5)}, fsf_lays="one_anywhere_and_one_on_F").token("FSF", "92")
    game = lay(found.operating("FSF", "LayTrack"), "FSF", "20", "9", 0)
    assert "70" in hexes(game) and "100" not in hexes(game)
    with refused("not_reached"):
        lay(game, "FSF", "100", "9", 2)


@pytest.mark.rule("1883:6.4.4-d")
def test_track_of_a_third_token_gives_no_second_lay() -> None:
    found = standing("FSF", "2", {"92": ("6", 5)}).token("FSF", "92")
    game = found.operating("FSF", "LayTrack")
    assert "100" in hexes(game), "one lay goes anywhere"
    lay(game, "FSF", "46", "9", 1)
    assert "100" not in hexes(game)
    with refused("not_reached"):
        lay(game, "FSF", "100", "9", 2)


@pytest.mark.rule("1883:6.4.4-b")
def test_with_its_homes_connected_fsf_lays_and_upgrades_one_hex() -> None:
    game = lay(laying("FSF", "2"), "FSF", "46", "9", 1)
    upgrades = tiles_in(game, "46")
    assert upgrades
    lay(game, "FSF", "46", *min(upgrades))
    assert step(game) != "LayTrack"


@pytest.mark.rule("1883:6.4.4-b")
def test_with_its_homes_apart_fsf_does_not_lay_twice_in_one_hex() -> None:
    apart = {"46": ("8", 1)}  # from Suzzara, away from Poggio Rusco
    upgrades = [(tile, turned) for tile, turned in tiles_in(laying("FSF", "2", apart), "46")]
    joining = next(each for each in upgrades if 4 in TITLE.board.face(*each).exits)
    game = lay(laying("FSF", "2"), "FSF", "46", "8", 1)
    assert "46" not in hexes(game)
    with refused("lay_used"):
        lay(game, "FSF", "46", *joining)


@pytest.mark.rule("1883:6.4.4-a", "1883:4.0-a")
def test_the_first_4_ends_the_double_lay_also_if_fsf_buys_it() -> None:
    assert step(lay(laying("FSF", "4"), "FSF", "46", "9", 1)) != "LayTrack"
    found = standing("FSF", "3", cash=800)
    for train in ("3bis-0", "3bis-1"):
        found.state.shelves.move(train, ("trains", "box"))
    game = lay(lay(found.operating("FSF", "LayTrack"), "FSF", "46", "9", 1), "FSF", "70", "8", 5)
    assert step(game) == "BuyTrains"
    game.push(next(action for action in game.legal_actions() if getattr(action, "train", "") == "4-0"))
    again = Position.of(game).operating("FSF", "LayTrack")
    assert step(lay(again, "FSF", "21", "6", 4)) != "LayTrack"


@pytest.mark.rule("1883:11-2", "1883:6.4.4-c")
def test_a_flood_leaves_fsf_its_lay_off_the_river() -> None:
    found = standing("FSF", laid=GUASTALLA)
    found.state.effect["no_lay"] = FLOOD
    game = found.operating("FSF", "LayTrack")
    assert hexes(game) == {"20"}
    with refused("flooded"):
        lay(game, "FSF", "46", "9", 1)
    assert step(lay(game, "FSF", "20", "9", 0)) != "LayTrack"


# -- CCFR -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.4.5-e", "1883:6.4.1-b")
def test_what_is_free_for_ccfr_costs_others_the_terrain_also_in_its_turn() -> None:
    game = cooperative()
    assert tile_cost(game, LayTile(A, "CCFR", "30", "9", 0)) == 0
    assert tile_cost(game, LayTile(A, "SAFRE", "30", "9", 0)) == 20


@pytest.mark.rule("1883:6.4.5-b", "1883:6.4.5-d")
def test_ccfr_lays_one_tile_from_each_home_and_one_on_a_slope_not_all_from_one_home() -> None:
    game = cooperative()
    lay(game, "CCFR", "18", "8", 4)  # in the plain: the lay of Reggio
    lay(game, "CCFR", "30", "9", 0)  # the one on a slope, from Reggio too
    assert hexes(game) == {"16", "17"}, "what is left is the lay of Ciano"


@pytest.mark.rule("1883:T-e", "1883:6.4.5-b", "1883:6.4.5-d", "1883:6.4.5-e")
def test_ccfr_lays_three_tiles_for_nothing() -> None:
    game = cooperative()
    for hex_, tile, rotation in (("18", "8", 4), ("17", "8", 1), ("16", "8", 0)):
        assert step(game) == "LayTrack"
        lay(game, "CCFR", hex_, tile, rotation)
    assert step(game) == "RunStep" and game.state.cash["CCFR"] == 0


@pytest.mark.rule("1883:6.4.5-d")
def test_ccfrs_third_lay_is_a_yellow_tile_in_the_hills() -> None:
    game = lay(lay(cooperative("2"), "CCFR", "18", "8", 4), "CCFR", "5", "Ci2", 0)
    assert hexes(game) == {"4", "16", "17", "30"}
    with refused("hills_only"):
        lay(game, "CCFR", "31", "Re2", 0)
    assert step(lay(game, "CCFR", "30", "8", 3)) != "LayTrack"


@pytest.mark.rule("1883:6.4.5-b")
def test_a_ruling_leaves_ccfr_one_lay_besides_the_hills() -> None:
    game = lay(cooperative(ccfr_lays="one_in_all"), "CCFR", "18", "8", 4)
    assert hexes(game) == {"16", "17", "30"}
    assert step(lay(game, "CCFR", "17", "8", 1)) != "LayTrack"


@pytest.mark.rule("1883:6.4.5-e", "1883:6.4.5-d")
@pytest.mark.parametrize("first", ["18", "15"])
def test_ccfr_lays_in_the_mountains_for_nothing_from_a_home_and_as_its_extra_tile(first: str) -> None:
    """Castelnovo, 40 for others, is the extra tile or the lay of Ciano: its treasury is empty either way."""
    game = cooperative(laid={"16": ("8", 0)})
    for hex_ in (first, "18" if first == "15" else "15"):
        lay(game, "CCFR", hex_, *min(tiles_in(game, hex_)))
    assert game.state.cash["CCFR"] == 0 and step(game) == "LayTrack"
    assert tile_cost(game, LayTile(A, "SAFRE", "15", "5", 0)) == 40


@pytest.mark.rule("1883:6.4.5-e")
def test_ccfr_pays_for_rivers() -> None:
    laid = {"18": ("8", 2)}  # from Reggio to hex 7
    assert "7" not in hexes(cooperative(laid=laid))
    found = standing("", "1", laid).cash("CCFR", 25)
    game = found.operating("CCFR", "LayTrack")
    lay(game, "CCFR", "7", *min(tiles_in(game, "7")))
    assert game.state.cash["CCFR"] == 5


@pytest.mark.rule("1883:6.4.5-a", "1883:6.4.5-f", "1883:6.4.5-C1")
def test_ccfr_builds_on_the_line_or_south_of_it() -> None:
    game = cooperative("2")
    for hex_ in ("7", "16", "19", "31", "52", "55", "65", "76", "77", "87", "96"):
        assert game.decision.place_fault(game, LayTile(A, "CCFR", hex_, "9", 0)) is None
    for hex_ in ("8", "20", "32", "43", "56", "66", "78", "88", "97"):
        with refused("north_of_the_line"):
            lay(game, "CCFR", hex_, TITLE_TILE.get(hex_, "9"), 0)
    assert "32" not in hexes(game), "although Reggio's track leads there"


TITLE_TILE = {"32": "6", "56": "6", "78": "6"}


@pytest.mark.rule("1883:6.4.5-f")
def test_ccfr_upgrades_reggio_modena_and_castelfranco() -> None:
    assert lay(cooperative("2"), "CCFR", "31", "Re2", 0).state.laid["31"] == ("Re2", 0)
    to_modena = {"31": ("Re2", 0), "43": ("8", 5)}
    assert lay(cooperative("2", to_modena), "CCFR", "55", "Mo2", 0).state.laid["55"] == ("Mo2", 0)
    onwards = {**to_modena, "55": ("Mo2", 0), "65": ("57", 2)}
    assert {tile for tile, _ in tiles_in(cooperative("2", onwards), "65")} >= {"14"}


@pytest.mark.rule("1883:6.4.5-c")
def test_with_its_homes_connected_ccfr_lays_and_upgrades_one_hex() -> None:
    game = lay(cooperative("2", CIANO_TO_REGGIO), "CCFR", "16", "8", 0)
    lay(game, "CCFR", "30", "8", 3)
    assert tiles_in(game, "30"), "one of the three lays is left, and one of the two was the extra one"
    lay(game, "CCFR", "30", *min(tiles_in(game, "30")))
    assert step(game) != "LayTrack"


@pytest.mark.rule("1883:6.4.5-c", "1883:6.4.5-d")
def test_with_its_homes_apart_only_ccfrs_extra_tile_is_upgraded_at_once() -> None:
    """17 is reached from Ciano, and over 18 from Reggio; the first tile there does not join them."""
    laid = {"18": ("8", 4)}
    game = lay(cooperative("2", laid), "CCFR", "17", "9", 1)
    upgrades = tiles_in(game, "17")
    assert upgrades, "the first one can be the extra tile"
    lay(game, "CCFR", "17", *min(upgrades))
    found = standing("", "2", laid).token("CCFR", "64")
    game = lay(found.operating("CCFR", "LayTrack"), "CCFR", "17", "9", 1)
    lay(game, "CCFR", "75", *min(tiles_in(game, "75")))  # neither home leads there: this is the extra one
    with refused("lay_used"):
        lay(game, "CCFR", "17", *min(upgrades))


@pytest.mark.rule("1883:11-5")
def test_a_landslide_keeps_ccfr_in_the_plain() -> None:
    game = cooperative(event=LANDSLIDE)
    assert hexes(game) == {"18"}
    with refused("landslide"):
        lay(game, "CCFR", "17", "8", 1)


@pytest.mark.rule("1883:8.1.3-a")
def test_the_capitalised_ccfr_lays_as_others_and_one_more_in_the_hills_for_free() -> None:
    game = lay(capitalised(), "CCFR", "18", "8", 4)
    assert {"16", "17", "30"} <= hexes(game) and "31" not in hexes(game)
    lay(game, "CCFR", "17", "8", 1)
    assert game.state.cash["CCFR"] == 100 and step(game) != "LayTrack"
    assert "32" in hexes(capitalised()), "the north is open"


@pytest.mark.rule("1883:8.1.3-a")
def test_only_one_of_two_hills_is_free_for_the_capitalised_ccfr() -> None:
    game = lay(capitalised(), "CCFR", "17", "8", 1)
    assert game.state.cash["CCFR"] == 100
    lay(game, "CCFR", "16", "8", 0)
    assert game.state.cash["CCFR"] == 80 and step(game) != "LayTrack"


@pytest.mark.rule("1883:8.1.3-a", "1883:6.3-b")
def test_the_dearer_of_two_hexes_is_the_free_one() -> None:
    """16 costs 20 and 15 behind it 40: 20 in the treasury suffice, in the only order in which they can be laid."""
    game = lay(capitalised(cash=20), "CCFR", "16", "8", 0)  # from Ciano to Castelnovo
    assert game.state.cash["CCFR"] == 20
    lay(game, "CCFR", "15", *min(tiles_in(game, "15")))
    assert game.state.cash["CCFR"] == 0
    assert "15" not in hexes(lay(capitalised(cash=19), "CCFR", "16", "8", 0))


# -- FRV and TMM ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.2-c", "1883:3.2-d")
def test_frvs_company_lays_the_link_for_free_and_another_tile() -> None:
    for first, second in ((("30", "8", 3), ("18", "8", 4)), (("18", "8", 4), ("30", "8", 3))):
        game = owning("FRV", "SAFRE", cash=0)
        lay(lay(game, "SAFRE", *first), "SAFRE", *second)
        assert game.state.cash["SAFRE"] == 0 and step(game) != "LayTrack"
        assert game.state.shelves.place_of["FRV"] == ("cards", "SAFRE"), "it stays open"


@pytest.mark.rule("1883:3.2-c")
def test_another_tile_in_the_links_hex_is_an_ordinary_lay() -> None:
    game = owning("FRV", "SAFRE", cash=20)
    assert step(lay(game, "SAFRE", "30", "9", 0)) != "LayTrack"
    assert game.state.cash["SAFRE"] == 0
    with refused("cannot_pay_terrain"):
        lay(owning("FRV", "SAFRE", cash=0), "SAFRE", "30", "9", 0)
    with refused("link_only"):
        lay(lay(owning("FRV", "SAFRE"), "SAFRE", "18", "8", 4), "SAFRE", "30", "9", 0)


@pytest.mark.rule("1883:3.2-c")
def test_frv_helps_neither_its_player_nor_another_company() -> None:
    found = launched(standing("SAFRE", cash=0), "SV", 0)
    give_card(found.game, "FRV", A)
    assert tiles_in(found.operating("SAFRE", "LayTrack"), "30") == set()
    found = launched(standing("SAFRE", cash=0), "SV", 0)
    give_card(found.game, "FRV", "SV")
    assert tiles_in(found.operating("SAFRE", "LayTrack"), "30") == set()
    assert "30" not in hexes(Position.of(found.game).operating("SV", "LayTrack")), "no track of SV leads there"


@pytest.mark.rule("1883:3.2-c", "1883:11-5")
def test_a_landslide_stops_the_link() -> None:
    found = standing("SAFRE")
    give_card(found.game, "FRV", "SAFRE")
    found.state.effect["no_lay"] = LANDSLIDE
    assert "30" not in hexes(found.operating("SAFRE", "LayTrack"))


@pytest.mark.rule("1883:3.2-c")
@pytest.mark.parametrize(("ruling", "more"), [("first_tile_only", False), ("also_upgrades", True)])
def test_frv_is_for_the_first_tile_unless_a_ruling_adds_upgrades(ruling: str, more: bool) -> None:
    game = owning("FRV", "SAFRE", "2", {"30": ("8", 3)}, private_extra_tile=ruling)
    lay(game, "SAFRE", "18", "8", 4)
    assert (step(game) == "LayTrack" and hexes(game) == {"30"}) == more


@pytest.mark.rule("1883:3.2-j")
def test_tmms_company_lays_in_maranello_besides_and_pays() -> None:
    game = lay(owning("TMM", "FMV", cash=40), "FMV", "64", "6", 5)
    assert hexes(game) == {"53"} and game.state.cash["FMV"] == 20
    lay(game, "FMV", "53", *min(tiles_in(game, "53")))
    assert game.state.cash["FMV"] == 0 and step(game) != "LayTrack"
    assert game.state.shelves.place_of["TMM"] == ("cards", "FMV")


@pytest.mark.rule("1883:3.2-j", "1883:6.3-b")
def test_tmms_tile_needs_money_and_track() -> None:
    assert step(lay(owning("TMM", "FMV", cash=39), "FMV", "64", "6", 5)) != "LayTrack"
    assert "53" not in hexes(owning("TMM", "FMV", cash=40))


@pytest.mark.rule("1883:3.2-j", "1883:6.4.4-a")
def test_cards_add_to_the_two_lays_of_fsf() -> None:
    laid = {"30": ("8", 0), "31": ("Re2", 0)}
    found = standing("FSF", "2", cash=60).token("FSF", "31")
    give_card(found.game, "FRV", "FSF")
    game = found.operating("FSF", "LayTrack")
    assert laid and "30" in hexes(game)
    for hex_, tile, rotation in (("46", "9", 1), ("30", "8", 3), ("70", "8", 5)):
        lay(game, "FSF", hex_, tile, rotation)
    assert game.state.cash["FSF"] == 40 and step(game) != "LayTrack"


# -- the link that lays itself ----------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.2-e", "1883:T-v")
def test_the_missing_link_lays_itself_for_nobodys_money() -> None:
    game = standing("SAFRE").game
    lay_link(game, "FRV")
    assert game.state.laid["30"] == ("8", 3) and game.state.cash["SAFRE"] == 200


@pytest.mark.rule("1883:3.2-e")
def test_a_link_that_is_there_stays_as_it_is() -> None:
    game = standing(phase="5", laid={"30": ("8", 3)}).game
    lay_link(game, "FRV")
    assert game.state.laid["30"] == ("8", 3)


@pytest.mark.rule("1883:3.2-e")
def test_a_tile_without_the_link_is_upgraded_to_the_lowest_that_has_it() -> None:
    game = standing(phase="5", laid={"30": ("9", 2)}).game  # straight from 18 to 41
    lay_link(game, "FRV")
    tile, rotation = game.state.laid["30"]
    face = TITLE.board.face(tile, rotation)
    assert TITLE.board.tiles[tile].color == "green" and {(2, 5), (3, 5)} <= face.joined()
    assert tile == "23" and tiles_left(game, "9") == 18
    game = standing(phase="1", laid={"30": ("9", 2)}).game
    lay_link(game, "FRV")
    assert game.state.laid["30"] == ("9", 2), "no green tile is in use"


@pytest.mark.rule("1883:3.2-e", "1883:5.6.1-d")
def test_the_link_can_complete_a_concession(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the printed ones leads over it by the shortest way, so one is changed."""
    monkeypatch.setitem(TITLE.facts["concessions"][0], "sequence", ["31", "41"])
    found = standing("SAFRE")
    found.state.concession["1"] = "SAFRE"
    found.state.support[A] = 0
    lay_link(found.game, "FRV")
    assert found.state.cash["SAFRE"] == 300 and found.state.concession["1"] == "gone"


@pytest.mark.rule("1883:3.2-e")
def test_without_a_fitting_tile_there_is_no_link() -> None:
    found = standing()
    found.state.spent["8"] = 18
    lay_link(found.game, "FRV")
    assert "30" not in found.state.laid


# -- crossings --------------------------------------------------------------------------------------------------------


def test_lays_of_a_turn_can_be_taken_back_one_by_one() -> None:
    game = cooperative()
    keys = [game.key()]
    for hex_, tile, rotation in (("18", "8", 4), ("17", "8", 1), ("16", "8", 0)):
        lay(game, "CCFR", hex_, tile, rotation)
        keys.append(game.key())
    for key in reversed(keys[:-1]):
        game.pop()
        assert game.key() == key
    assert len({*keys}) == 4


@pytest.mark.rule("1883:5.6.1-d")
def test_a_concession_is_paid_between_two_lays_of_a_turn() -> None:
    laid = {
        "100": ("9", 2),
        "92": ("6", 5),
        "81": ("6", 2),
        "46": ("9", 1),
        "21": ("6", 4),
        "20": ("8", 1),
        "8": ("9", 1),
    }
    found = standing("FSF", "2", laid)
    found.state.concession["2"] = "FSF"
    found.state.support[A] = 0
    game = lay(found.operating("FSF", "LayTrack"), "FSF", "70", "8", 5)
    assert game.state.cash["FSF"] == 400 and game.state.concession["2"] == "gone"
    assert step(game) == "LayTrack" and hexes(game), "the other lay is still to come"


def test_menu_and_check_agree_on_every_tile_in_every_hex() -> None:
    """All tiles and rotations wherever track leads, and beside, before the first lay of a turn and after it."""
    games = [cooperative("2", CIANO_TO_REGGIO), laying("FSF", "2", GUASTALLA), owning("FRV", "SAFRE", "2", cash=10)]
    games += [lay(cooperative("2"), "CCFR", "18", "8", 4), lay(laying("FSF"), "FSF", "46", "9", 1)]
    for game in [*games, capitalised(cash=20)]:
        listed = {_look(action) for action in game.legal_actions() if isinstance(action, LayTile)}
        near = {other for hex_, *_ in listed for other in (hex_, *TITLE.board.hexes[hex_].neighbors) if other}
        for tile, hex_, rotation in product(TITLE.board.tiles, near, range(6)):
            action = LayTile(game.actor, game.decision.company, hex_, tile, rotation)
            assert game.is_legal(action) == (_look(action) in listed)


def _look(action: LayTile) -> tuple[str, str, object]:
    """Rotations that look alike are listed once."""
    return action.hex, action.tile, TITLE.board.face(action.tile, action.rotation).layout()


def test_another_player_does_not_lay_for_the_company() -> None:
    game = laying("SV")
    with refused("not_your_turn"):
        game.push(LayTile(B, "SV", "21", "6", 4))
    with refused("lay_or_pass"):
        game.push(LayTile(A, "FSF", "46", "9", 1))
