"""1883's trains: red lines to external boxes, one box on such a route, downhill trains, anchors, Sassuolo."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.routes import best_run
from stockrail.titles.g1883.state import anchor_at

from .lying import FERRARA_TO_PARMA, earns, lying, most

MODENA = {"FMMSF": ["55"]}
FSF = {"FSF": ["34", "59"]}
TO_SASSUOLO = {"54": ("8", 1)}
RED_WEEK = {"fs_closed": True}


def refused(kind: str) -> AbstractContextManager[Any]:
    return pytest.raises(IllegalAction, match=kind)


# -- the state railway's lines ----------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-i", "1883:6.6-a", "1883:6.6-b", "1883:6.6-i")
def test_a_t_city_and_its_box_need_a_3() -> None:
    assert most(lying(tokens=MODENA, trains={"FMMSF": ["3-0"]}), "FMMSF") == 30 + 40
    assert most(lying(tokens=MODENA, trains={"FMMSF": ["2-3"]}), "FMMSF") == 0
    with refused("route_too_long"):
        earns(lying(tokens=MODENA, trains={"FMMSF": ["2-3"]}), "FMMSF", ("2-3", "55 BOLOGNA"))


@pytest.mark.rule("1883:T-i", "1883:6.6-j")
def test_two_trains_take_two_lines_from_modena_but_not_the_same_one() -> None:
    game = lying(tokens=MODENA, trains={"FMMSF": ["3-0", "3-1"]})
    assert most(game, "FMMSF") == 70 + 60
    assert earns(game, "FMMSF", ("3-0", "55 BOLOGNA"), ("3-1", "MANTOVA 55")) == 130
    with refused("route_shares_track"):
        earns(game, "FMMSF", ("3-0", "55 BOLOGNA"), ("3-1", "BOLOGNA 55"))


@pytest.mark.rule("1883:6.6-f")
def test_two_trains_reach_the_same_box_from_different_t_places() -> None:
    laid = {"65": ("57", 2)}
    game = lying(laid=laid, tokens={"FMMSF": ["55", "65"]}, trains={"FMMSF": ["3-0", "3-1"]})
    assert earns(game, "FMMSF", ("3-0", "55 BOLOGNA"), ("3-1", "65 BOLOGNA")) == 70 + 60


@pytest.mark.rule("1883:T-i2", "1883:6.6-i")
def test_a_base_one_stop_before_the_t_city_needs_a_4() -> None:
    for phase, train, revenue in (("4", "4-0", 20 + 30 + 60), ("4", "3-0", 30 + 60)):
        assert most(lying(phase, TO_SASSUOLO, MODENA, {"FMMSF": [train]}), "FMMSF") == revenue
    with refused("route_too_long"):
        earns(lying("4", TO_SASSUOLO, MODENA, {"FMMSF": ["3-0"]}), "FMMSF", ("3-0", "41 54 55 BOLOGNA"))


@pytest.mark.rule("1883:T-i2")
def test_the_kings_visit_makes_bologna_pay_less() -> None:
    game = lying(tokens=MODENA, trains={"FMMSF": ["3-0"]}, effects={"boxes": (("BOLOGNA", -10),)})
    assert earns(game, "FMMSF", ("3-0", "55 BOLOGNA")) == 60
    assert most(game, "FMMSF") == 60


def test_events_make_other_boxes_pay_more() -> None:
    effects = {"boxes": (("MANTOVA", 30), ("VERONA", 20))}
    game = lying("6", tokens={**MODENA, **FSF}, trains={"FMMSF": ["4-0"], "FSF": ["4-1"]}, effects=effects)
    assert earns(game, "FMMSF", ("4-0", "55 MANTOVA")) == 30 + 70 + 30
    assert earns(game, "FSF", ("4-1", "59 VERONA")) == 20 + 70 + 20


@pytest.mark.rule("1883:T-i2")
def test_in_the_red_week_no_line_can_be_used() -> None:
    game = lying(tokens=MODENA, trains={"FMMSF": ["3-0"]}, effects=RED_WEEK)
    assert most(game, "FMMSF") == 0
    with refused("route_no_such_track"):
        earns(game, "FMMSF", ("3-0", "55 BOLOGNA"))


@pytest.mark.rule("1883:6.6-d")
def test_a_t_city_full_of_tokens_serves_their_owners_only() -> None:
    tokens = {"SV": ["55"], "FBV": ["55"], "FMMSF": ["41/1"]}
    game = lying("4", TO_SASSUOLO, tokens, {"FMMSF": ["4-0"], "SV": ["4-1"]})
    assert most(game, "FMMSF") == 20 + 30
    with refused("route_passes_blocked"):
        earns(game, "FMMSF", ("4-0", "41 54 55 BOLOGNA"))
    assert earns(game, "SV", ("4-1", "41 54 55 BOLOGNA")) == 110


@pytest.mark.rule("1883:6.6-c")
def test_tokens_along_the_line_do_not_matter() -> None:
    tokens = {"SAFRE": ["31"], "SV": ["55"], "FBV": ["55"], "FMV": ["65"]}
    game = lying(laid={"65": ("57", 2)}, tokens=tokens, trains={"SAFRE": ["3-0"]})
    assert earns(game, "SAFRE", ("3-0", "31 BOLOGNA")) == 70


@pytest.mark.rule("1883:6.6-g", "1883:6.6-h")
def test_the_line_joins_no_two_places_on_the_map_and_no_other_box() -> None:
    game = lying(tokens={"FMMSF": ["55", "31"]}, trains={"FMMSF": ["8-0"]})
    for hexes in ("31 55", "55 VERONA", "31 MANTOVA", "55 BOLOGNA 31"):
        with refused("route_no_such_track" if "BOLOGNA" not in hexes else "route_passes_end"):
            earns(game, "FMMSF", ("8-0", hexes))


@pytest.mark.rule("1883:6.6-e")
def test_a_route_from_box_to_box_over_modena_is_refused() -> None:
    with refused("route_one_box"):
        earns(lying("8", tokens=MODENA, trains={"FMMSF": ["8-0"]}), "FMMSF", ("8-0", "MANTOVA 55 BOLOGNA"))


@pytest.mark.rule("1883:T-j", "1883:6.7.3-b")
@pytest.mark.parametrize(("phase", "revenue"), [("2", 160), ("4", 180), ("7", 220)])
def test_without_the_state_railway_a_route_joins_two_boxes(phase: str, revenue: int) -> None:
    game = lying(phase, FERRARA_TO_PARMA, FSF, {"FSF": ["7-0"]})
    way = "FERRARA 100 92 81 70 59 46 34 21 20 8 PARMA"
    assert earns(game, "FSF", ("7-0", way)) == revenue
    assert phase != "7" or most(game, "FSF") == 220


@pytest.mark.rule("1883:T-j", "1883:6.7.1-b")
def test_boxes_count_against_the_number_of_a_train_by_track_too() -> None:
    """Five places on the map and two boxes need a 7, without one of the boxes a 6."""
    game = lying("7", FERRARA_TO_PARMA, FSF, {"FSF": ["6-0"]})
    way = "FERRARA 100 92 81 70 59 46 34 21 20 8 PARMA"
    with refused("route_too_long"):
        earns(game, "FSF", ("6-0", way))
    assert most(game, "FSF") < 220
    assert earns(game, "FSF", ("6-0", way.removesuffix(" 20 8 PARMA"))) == 220 - 60


@pytest.mark.rule("1883:T-j2", "1883:6.6-e")
@pytest.mark.parametrize(("train", "long_enough"), [("3bis-0", False), ("4-0", True)])
def test_a_stop_before_the_t_city_makes_four(train: str, long_enough: bool) -> None:
    game = lying("4", FERRARA_TO_PARMA, FSF, {"FSF": [train]})
    if long_enough:
        assert earns(game, "FSF", (train, "21 34 MANTOVA")) == 90
        return
    with refused("route_too_long"):
        earns(game, "FSF", (train, "21 34 MANTOVA"))


@pytest.mark.rule("1883:T-j2", "1883:6.6-e")
def test_a_route_over_the_state_railway_holds_one_box() -> None:
    game = lying("4", FERRARA_TO_PARMA, FSF, {"FSF": ["8-0", "4-0"]})
    for train in ("4-0", "8-0"):
        with refused("route_one_box"):
            earns(game, "FSF", (train, "PARMA 8 20 21 34 MANTOVA"))
    assert earns(game, "FSF", ("4-0", "21 34 MANTOVA")) == 20 + 20 + 50


@pytest.mark.rule("1883:6.7.1-a")
def test_a_box_alone_is_no_token() -> None:
    game = lying(laid={"65": ("57", 2)}, tokens=MODENA, trains={"FMMSF": ["3-0"]})
    with refused("route_no_token"):
        earns(game, "FMMSF", ("3-0", "65 BOLOGNA"))


@pytest.mark.rule("1883:6.6-b")
def test_a_ruling_lets_the_t_place_pay_twice() -> None:
    game = lying(tokens=MODENA, trains={"FMMSF": ["3-0"]}, t_place_value="twice")
    assert most(game, "FMMSF") == earns(game, "FMMSF", ("3-0", "55 BOLOGNA")) == 30 + 30 + 40


# -- routes of several trains -----------------------------------------------------------------------------------------

# From Persiceto to Modena over a town, and on the other side over two empty hexes; from Modena on to Sassuolo.
TWO_WAYS = {"78": ("5", 1), "66": ("4", 1), "67": ("8", 5), "56": ("8", 4), **TO_SASSUOLO}
# Two ways from Persiceto that cross on hex 56 without touching.
CROSSING = {"78": ("5", 1), "66": ("58", 2), "67": ("9", 2), "57": ("7", 5), "56": ("20", 2), "44": ("57", 2)}


@pytest.mark.rule("1883:6.7.1-T1", "1883:6.7.1-e", "1883:6.7.2-T1", "1883:6.7.2-a")
def test_two_trains_meet_in_cities_and_their_routes_add_up() -> None:
    game = lying("2", TWO_WAYS, MODENA, {"FMMSF": ["3-0", "3-1"]})
    short, long = ("3-0", "78 66 55"), ("3-1", "78 67 56 55 54 41")
    assert (earns(game, "FMMSF", short), earns(game, "FMMSF", long)) == (60, 70)
    assert earns(game, "FMMSF", short, long) == 130


@pytest.mark.rule("1883:6.7.1-b")
def test_towns_count_against_the_number_of_a_train() -> None:
    game = lying("2", TWO_WAYS, MODENA, {"FMMSF": ["2-3"]})
    with refused("route_too_long"):
        earns(game, "FMMSF", ("2-3", "78 66 55"))
    assert most(game, "FMMSF") == 20 + 30 == earns(game, "FMMSF", ("2-3", "78 67 56 55"))


@pytest.mark.rule("1883:6.7.1-T1", "1883:6.7.1-e")
def test_two_trains_share_no_track() -> None:
    game = lying("2", TWO_WAYS, MODENA, {"FMMSF": ["3-0", "3-1"]})
    with refused("route_shares_track"):
        earns(game, "FMMSF", ("3-0", "66 55 54 41"), ("3-1", "78 67 56 55 54 41"))


@pytest.mark.rule("1883:6.7.1-T2", "1883:6.7.1-e")
def test_two_trains_cross_on_separate_tracks_of_a_tile() -> None:
    game = lying("2", CROSSING, {"FMMSF": ["78"]}, {"FMMSF": ["3-0", "3-1"]})
    assert earns(game, "FMMSF", ("3-0", "78 66 56 44"), ("3-1", "78 67 57 56 55")) == 50 + 50


@pytest.mark.rule("1883:6.7.1-c")
def test_a_route_ends_in_a_box_on_the_map_too() -> None:
    laid = {"92": ("6", 5), "100": ("9", 2), "99": ("9", 1), "90": ("9", 1), "79": ("4", 1)}
    game = lying("4", laid, {"FSF": ["92"]}, {"FSF": ["4-0"]})
    assert earns(game, "FSF", ("4-0", "92 100 FERRARA")) == 20 + 40
    with refused("route_passes_end"):
        earns(game, "FSF", ("4-0", "92 100 FERRARA 99 90 79"))


# -- Sassuolo and anchors ---------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.7.3-a")
def test_sassuolo_pays_more_at_the_end_of_a_route() -> None:
    laid = {"41": ("Sa3", 0), "54": ("8", 1), "30": ("8", 3)}
    game = lying("5", laid, {"FMMSF": ["55"]}, {"FMMSF": ["5-0", "4-0"]})
    assert earns(game, "FMMSF", ("5-0", "55 54 41")) == 30 + 60
    assert earns(game, "FMMSF", ("5-0", "55 54 41 30 31")) == 30 + 40 + 30


@pytest.mark.rule("1883:3.2-o", "1883:3.2-s", "1883:4.0-i")
def test_an_anchor_adds_to_each_train_of_its_owner() -> None:
    for phase, bonus in (("3", 20), ("4", 10)):
        game = lying(phase, FERRARA_TO_PARMA, FSF, {"FSF": ["4-0"]})
        plain = earns(game, "FSF", ("4-0", "92 81 70 59"))
        game.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
        assert earns(game, "FSF", ("4-0", "92 81 70 59")) == plain + bonus
        game.state.shelves.move("anchor.FSF-P.1", anchor_at("FSF", "92"))
        assert earns(game, "FSF", ("4-0", "92 81 70 59")) == plain + 2 * bonus, "several anchors add up"
        game.state.shelves.move("anchor.FSF-P.1", anchor_at("SV", "92"))
        assert earns(game, "FSF", ("4-0", "92 81 70 59")) == plain + bonus, "only its own"


# -- gravity trains ---------------------------------------------------------------------------------------------------

CIANO_TO_REGGIO = {"18": ("8", 4), "17": ("8", 1), "16": ("8", 0)}
CCFR = {"CCFR": ["31", "5"]}


@pytest.mark.rule("1883:6.8.5-c", "1883:6.8.5-d", "1883:6.8.5-e")
def test_a_2g_repeats_the_way_down_from_ciano_for_half() -> None:
    game = lying("1", CIANO_TO_REGGIO, CCFR)
    run = best_run(game, "CCFR")
    assert [(route.train, route.revenue) for route in run.routes] == [("2-0", 50), ("2G-0", 30)]
    assert run.routes[1].hexes == ("5", "17", "18", "31"), "the other 2 and the other 2G have no track of their own"


@pytest.mark.rule("1883:6.8.5-c", "1883:6.8.5-i")
def test_a_2g_does_not_run_uphill_nor_over_a_stop() -> None:
    game = lying("1", CIANO_TO_REGGIO, CCFR)
    with refused("route_no_hop"):
        earns(game, "CCFR", ("2G-0", "31 18 17 5"))
    laid = {**CIANO_TO_REGGIO, "30": ("8", 3)}
    with refused("route_too_long"):
        earns(lying("1", laid, CCFR), "CCFR", ("2G-0", "5 17 18 31 30 41"))


@pytest.mark.rule("1883:6.6-k")
def test_a_2g_does_not_use_the_state_railway() -> None:
    game = lying("2", tokens=MODENA, trains={"FMMSF": ["2-3", "2G-2"]})
    with refused("route_too_long"):
        earns(game, "FMMSF", ("2G-2", "55 BOLOGNA"))
    assert most(game, "FMMSF") == 0


@pytest.mark.rule("1883:6.8.5-i")
def test_a_box_with_a_mountain_is_high_up() -> None:
    laid = {"2": ("8", 1), "3": ("9", 0), "4": ("9", 0), "5": ("Ci2", 0)}
    assert earns(lying("2", laid, CCFR), "CCFR", ("2G-0", "AULLA 2 3 4 5")) == (30 + 30) // 2
    laid = {"60": ("9", 0), "61": ("9", 0), "62": ("57", 0)}
    game = lying("2", laid, {"FMV": ["62"]}, {"FMV": ["2-3", "2G-2"]})
    with refused("route_no_hop"):  # Lucca and Pavullo lie in the mountains both
        earns(game, "FMV", ("2G-2", "LUCCA 60 61 62"))


@pytest.mark.rule("1883:6.8.5-d", "1883:6.7.2-a")
@pytest.mark.parametrize(("change", "pays", "best"), [(-20, 20, 40 + 20), (20, 40, 80 + 40), (-50, 10, 10 + 10)])
def test_what_a_card_takes_from_a_box_is_halved_for_a_2g(change: int, pays: int, best: int) -> None:
    """From Aulla in the mountains to Ciano 30 + 30 and the change; a half is paid up to the next ten."""
    laid = {"2": ("8", 1), "3": ("9", 0), "4": ("9", 0), "5": ("Ci2", 0)}
    game = lying("2", laid, CCFR, {"CCFR": ["2-0", "2G-0"]}, {"boxes": (("AULLA", change),)})
    assert earns(game, "CCFR", ("2G-0", "AULLA 2 3 4 5")) == pays
    assert most(game, "CCFR") == best


@pytest.mark.rule("1883:6.8.5-d", "1883:6.7.2-c")
def test_a_2g_stays_away_from_a_box_that_takes_more_than_the_way_earns() -> None:
    laid = {"2": ("8", 1), "3": ("9", 0), "4": ("9", 0), "5": ("Ci2", 0)}
    game = lying("2", laid, CCFR, {"CCFR": ["2-0", "2G-0"]}, {"boxes": (("AULLA", -90),)})
    assert best_run(game, "CCFR").routes == () and most(game, "CCFR") == 0


@pytest.mark.rule("1883:6.8.5-c")
def test_a_ruling_keeps_2gs_from_skipping_the_hills() -> None:
    laid = {"15": ("57", 3), "16": ("9", 0), "17": ("9", 0), "18": ("8", 4)}
    way = ("2G-0", "15 16 17 18 31")
    assert earns(lying("2", laid, CCFR), "CCFR", way) == 30
    with refused("route_no_hop"):
        earns(lying("2", laid, CCFR, gravity_mountain_to_plain="neighbouring_zones_only"), "CCFR", way)


@pytest.mark.rule("1883:6.8.5-c", "1883:6.8.5-i")
@pytest.mark.parametrize("ruling", ["allowed", "neighbouring_zones_only"])
def test_from_zone_to_zone_a_2g_runs_down_whatever_the_ruling(ruling: str) -> None:
    """From Ciano in the hills to Reggio in the plain, and from Aulla in the mountains to Ciano."""
    down = {**CIANO_TO_REGGIO, "2": ("8", 1), "3": ("9", 0), "4": ("9", 0), "5": ("Ci2", 0)}
    for laid, way in ((CIANO_TO_REGGIO, "5 17 18 31"), (down, "AULLA 2 3 4 5")):
        game = lying("2", laid, CCFR, gravity_mountain_to_plain=ruling)
        assert earns(game, "CCFR", ("2G-0", way)) == 30
        with refused("route_no_hop"):
            earns(game, "CCFR", ("2G-0", " ".join(reversed(way.split()))))


@pytest.mark.rule("1883:6.8.5-e")
def test_a_ruling_lets_two_2gs_use_the_same_track() -> None:
    game = lying("1", CIANO_TO_REGGIO, CCFR, two_gravity_trains="may_share_track")
    assert most(game, "CCFR") == 50 + 30 + 30


@pytest.mark.rule("1883:3.2-o")
def test_an_anchor_counts_before_halving_or_after_it() -> None:
    """A72 No port lies below a hill on this board, so one is put where Reggio is."""
    for ruling, revenue in (("before_halving", 40), ("after_halving", 50)):
        game = lying("1", CIANO_TO_REGGIO, CCFR, anchor_on_gravity=ruling)
        ports = game.title.map_facts["marks"]["port"]
        ports.append("31")
        game.state.shelves.move("anchor.CNP.0", anchor_at("CCFR", "31"))
        found = earns(game, "CCFR", ("2G-0", "5 17 18 31"))
        ports.remove("31")
        assert found == revenue
