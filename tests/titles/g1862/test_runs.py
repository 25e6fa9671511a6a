"""7.4, 7.8 Runs: what a route is, how routes hang together, and what they earn."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.routes import best_run
from stockrail.rules.actions import PayOut, RunTrains, TrainRun
from stockrail.titles.g1862.state import Game1862

from .conftest import Scene, menu, refusal, run


def fault(game: Game1862, company: str, **routes: str) -> tuple[str, str | None]:
    runs = tuple(TrainRun(train.replace("_", "-"), tuple(hexes.split())) for train, hexes in routes.items())
    return refusal(game, RunTrains(game.actor or 0, company, runs))


def table(*trains: str, phase: str = "B", **options: Any) -> Game1862:
    """The back page: ENR in Cromer, its only own station; lines port–Cromer–Norwich–Acle–Beccles–Lowestoft, Ipswich."""
    scene = Scene(**options).phase(phase).company("ENR", {0: 5}, price=200).city("F3", "yellow", 0, 3).home("ENR")
    scene.city("F5", "yellow", 3, 5).lines("G6", "yellow", (2, 0)).city("G8", "green", 0, 3, 4)
    scene.city("H7", "yellow", 1, 3).lines("G10", "yellow", (3, 1)).city("F11", "green", 1, 2, 3, 4, 5)
    return scene.trains("ENR", *trains).turn_of("ENR", "RunStep")


RED, BLUE = "F1 F3", "F3 F5"
PINK, ORANGE, VIOLET = "F5 G6 G8", "G8 H7", "G8 G10 F11"


class TestBackPage:
    """T The table of the back page, exactly."""

    @pytest.mark.rule("1862:T-a", "1862:7.8-g", "1862:7.8-b")
    def test_a_1f_to_the_port(self) -> None:
        assert run(table("1F"), "ENR", A_0=RED) == (100, 0)

    @pytest.mark.rule("1862:T-b", "1862:7.8.1-h")
    def test_b_two_1f_joined(self) -> None:
        assert run(table("1F", "1F"), "ENR", A_0=RED, A_1=BLUE) == (150, 0)

    @pytest.mark.rule("1862:T-c", "1862:7.8.1-b")
    def test_c_a_2f(self) -> None:
        assert run(table("2F"), "ENR", B_0="F1 F3 F5") == (150, 0)

    @pytest.mark.rule("1862:T-d", "1862:7.8-a")
    def test_d_a_3f_gains_nothing(self) -> None:
        game = table("3F", phase="B")
        assert fault(game, "ENR", C_0="F1 F3 F5 G6") == ("route_wrong_end", "7.8-a")
        assert run(table("3F"), "ENR", C_0="F3 F5 G6 G8") == (90, 0)
        assert run(table("3F"), "ENR", C_0="F1 F3 F5") == (150, 0)

    @pytest.mark.rule("1862:T-e")
    def test_e_a_2e(self) -> None:
        assert run(table("2E"), "ENR", A_0=RED) == (100, 0)

    @pytest.mark.rule("1862:T-f", "1862:7.8.3-a")
    def test_f_a_2e_and_a_2_3e(self) -> None:
        assert run(table("2E", "2/3E"), "ENR", A_0=RED, B_0="F3 F5 G6 G8") == (170, 0)

    @pytest.mark.rule("1862:T-g", "1862:7.8.2-a", "1862:7.8.2-c")
    def test_g_a_2_3l(self) -> None:
        assert run(table("2/3L"), "ENR", B_0="F3 F5 G6 G8") == (90, 40)

    @pytest.mark.rule("1862:T-h", "1862:7.8-j")
    def test_h_a_2f_and_a_2l(self) -> None:
        assert run(table("2F", "2L"), "ENR", B_0="F1 F3 F5", A_0=BLUE) == (170, 20)

    @pytest.mark.rule("1862:T-i")
    def test_i_a_6f(self) -> None:
        assert run(table("6F"), "ENR", E_0="F1 F3 F5 G6 G8 G10 F11") == (260, 0)

    @pytest.mark.rule("1862:T-k")
    @pytest.mark.parametrize(("trains", "best"), [(("2E", "2/3E"), (170, 0)), (("2F", "2L"), (170, 20))])
    def test_k_more_cannot_be_had(self, trains: tuple[str, ...], best: tuple[int, int]) -> None:
        found = best_run(table(*trains), "ENR")
        assert found.complete
        assert (found.total, found.subsidy) == best

    @pytest.mark.rule("1862:T-j", "1862:7.8-j")
    def test_j_a_5e_with_it(self) -> None:
        game = table("6F", "5E")
        assert run(game, "ENR", E_0="F1 F3 F5 G6 G8 G10 F11", F_0="F1 F3 F5 G6 G8 H7") == (370, 0)


# -- one route ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.4-a", "1862:7.8-k")
def test_a_run_needs_track_and_an_own_station() -> None:
    assert fault(table("3E"), "ENR", C_0="F5 G6 G8") == ("route_no_token", "7.8-k")
    assert fault(table("3E"), "ENR", C_0="F3 E4") == ("route_no_such_track", "7.4-a")


@pytest.mark.rule("1862:7.8-a", "1862:7.8-b")
def test_a_run_needs_two_large_stations_or_one_and_an_off_board_place() -> None:
    assert fault(table("3E"), "ENR", C_0="F3") == ("route_needs_stops", "7.8-b")
    assert fault(table("3L"), "ENR", C_0="F3 F5 G6") == ("route_wrong_end", "7.8-a")
    assert run(table("3E"), "ENR", C_0="F3 F5")[0] == 60


@pytest.mark.rule("1862:7.4-b", "1862:7.8-i")
def test_no_station_and_no_track_twice_in_one_run_but_trains_may_share() -> None:
    scene = Scene().phase("B").company("SVR", {0: 5}).city("D11", "green", 2, 3).home("SVR")
    scene.city("D9", "green", 0, 1).city("C10", "green", 4, 5).trains("SVR", "5E", "3E")
    game = scene.turn_of("SVR", "RunStep")
    assert fault(game, "SVR", F_0="D11 D9 C10 D11") == ("route_repeats_stop", "7.4-b")
    assert fault(game, "SVR", F_0="D11 D9 C10 D11 D9") == ("route_repeats_track", "7.8-i")
    assert run(game, "SVR", F_0="D11 D9", C_0="D11 D9") == (80, 0)


@pytest.mark.rule("1862:7.4-c")
@pytest.mark.parametrize("full", [True, False])
def test_a_full_foreign_city_can_be_an_end_but_is_not_passed(full: bool) -> None:
    scene = Scene().phase("B").company("ENR", {0: 5}).company("EUR", {1: 5}).city("F3", "yellow", 0, 3).home("ENR")
    scene.city("F5", "yellow", 3, 0).city("F7", "yellow", 3, 0).trains("ENR", "3E").company("FDR", {1: 5})
    scene.station("EUR", "F5")
    if full:
        scene.station("FDR", "F5")
    game = scene.turn_of("ENR", "RunStep")
    if full:
        assert fault(game, "ENR", C_0="F3 F5 F7") == ("route_passes_blocked", "7.4-c")
        assert run(game, "ENR", C_0="F1 F3 F5")[0] == 140
    else:
        assert run(game, "ENR", C_0="F3 F5 F7")[0] == 80


def norfolk(*trains: str, phase: str = "C", **options: Any) -> Scene:
    """Cromer – Fakenham – King's Lynn …: ports at both ends, and the Midlands beyond Wisbech."""
    scene = Scene(**options).phase(phase).company("ENR", {0: 5}, price=200).city("F3", "green", 0, 1, 3).home("ENR")
    scene.city("E4", "green", 2, 4).lines("D3", "yellow", (5, 1)).city("C4", "green", 1, 3, 4)
    return scene.city("B5", "green", 1, 2, 4).trains("ENR", *trains)


@pytest.mark.rule("1862:7.4-d", "1862:7.8-f")
def test_a_run_goes_from_port_to_red_but_not_from_port_to_port() -> None:
    game = norfolk("5E").turn_of("ENR", "RunStep")
    assert fault(game, "ENR", F_0="F1 F3 E4 D3 C4 C2") == ("route_two_ports", "7.8-f")
    assert run(game, "ENR", F_0="F1 F3 E4 D3 C4 B5") == (90 + 30 + 30 + 50 + 30, 0)
    west = norfolk("6E").turn_of("ENR", "RunStep")
    assert run(west, "ENR", H_0="F1 F3 E4 D3 C4 B5 A4") == (90 + 30 + 30 + 50 + 30 + 90, 0)


@pytest.mark.rule("1862:7.4-d")
def test_red_areas_and_ports_are_never_passed() -> None:
    scene = Scene().phase("B").company("WNR", {0: 5}).city("E2", "green", 0, 2, 4, 5).home("WNR").trains("WNR", "5E")
    game = scene.turn_of("WNR", "RunStep")
    assert fault(game, "WNR", F_0="D1 E2 F1") == ("route_repeats_stop", "7.4-b")  # one port, two edges


@pytest.mark.rule("1862:7.4-e", "1862:7.6.5-c")
def test_london_only_with_a_terminal_and_always_at_the_end() -> None:
    scene = Scene().phase("B").company("N&E", {0: 5}).city("B13", "yellow", 0, 3).home("N&E").trains("N&E", "2E")
    scene.lines("B11", "yellow", (0, 3)).city("B9", "yellow", 0, 3)
    assert fault(scene.turn_of("N&E", "RunStep"), "N&E", A_0="B13 B15") == ("route_barred", "7.6.5-c")
    scene.london("N&E")
    assert run(scene.turn_of("N&E", "RunStep"), "N&E", A_0="B13 B15") == (20 + 100, 0)


@pytest.mark.rule("1862:7.8-k", "1862:7.4-a")
def test_a_terminal_is_no_own_station() -> None:
    scene = Scene().phase("B").company("ECR", {0: 5}).city("B13", "yellow", 0, 3).home("ECR").london("ECR")
    scene.city("D13", "yellow", 0, 3).trains("ECR", "2E", "2E")
    game = scene.turn_of("ECR", "RunStep")
    assert fault(game, "ECR", A_0="D13 D15", A_1="B13 B15") == ("route_no_token", "7.8-k")


@pytest.mark.rule("1862:7.8-h", "1862:6.5.4.3-a", "1862:2.1-d")
def test_trains_without_a_permit_do_not_run() -> None:
    scene = Scene().phase("B").company("ENR", {0: 5}).city("F3", "yellow", 0, 3).home("ENR").trains("ENR", "2E", "2L")
    scene.city("F5", "yellow", 3, 0).permits("ENR", "local")
    game = scene.turn_of("ENR", "RunStep")
    assert fault(game, "ENR", A_0="F3 F5") == ("route_unknown_train", "7.8-h")
    assert run(game, "ENR", A_1="F3 F5") == (60, 20)


# -- routes together ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.8-c")
def test_one_run_must_visit_the_home() -> None:
    scene = Scene().phase("B").company("ENR", {0: 5}).city("F3", "yellow", 0, 3).home("ENR").trains("ENR", "2E")
    scene.city("F5", "yellow", 3, 0).station("ENR", "F5").city("F7", "yellow", 3, 0)
    game = scene.turn_of("ENR", "RunStep")
    assert fault(game, "ENR", A_0="F5 F7") == ("route_no_home", "7.8-c")


def far_apart(**options: Any) -> Game1862:
    """Two runs of ENR: Cromer–Norwich, and Fakenham–Wells, which meet nowhere; a third could join them."""
    scene = Scene(**options).phase("B").company("ENR", {0: 5}).city("F3", "green", 0, 1, 3).home("ENR")
    scene.city("F5", "yellow", 3, 0).city("E4", "green", 3, 4, 5, 1).station("ENR", "E4").city("E2", "yellow", 0, 5)
    return scene.trains("ENR", "2E", "2E", "2E").turn_of("ENR", "RunStep")


@pytest.mark.rule("1862:7.8-d", "1862:7.8-e")
def test_every_run_meets_another_in_a_large_station() -> None:
    assert fault(far_apart(), "ENR", A_0="F3 F5", A_1="E4 E2") == ("route_hangs_apart", "7.8-d")
    assert run(far_apart(), "ENR", A_0="F3 F5", A_1="E4 E2", A_2="F3 E4")[0] == 30 + 40 + 30 + 20


@pytest.mark.rule("1862:7.8-d")
@pytest.mark.parametrize(("ruling", "legal"), [("large_stations", False), ("any_stop", True)])
def test_red_areas_do_not_connect_runs_but_on_the_site(ruling: str, legal: bool) -> None:
    """Wisbech and March both lead to the same red hex."""
    scene = (
        Scene(rulings={"meeting": ruling}).phase("B").company("WStI", {0: 5}).city("B5", "yellow", 1, 4).home("WStI")
    )
    scene.city("B7", "yellow", 2, 5).station("WStI", "B7").trains("WStI", "2E", "2E")
    game = scene.turn_of("WStI", "RunStep")
    if legal:
        assert run(game, "WStI", A_0="B5 A6", A_1="B7 A6") == (20 + 20 + 40, 0)
    else:
        assert fault(game, "WStI", A_0="B5 A6", A_1="B7 A6") == ("route_hangs_apart", "7.8-d")


@pytest.mark.rule("1862:7.8-e")
def test_a_full_foreign_city_connects_runs_that_both_end_in_it() -> None:
    scene = Scene().phase("B").company("ENR", {0: 5}).city("F3", "yellow", 0, 3).home("ENR").trains("ENR", "2E", "2E")
    scene.city("F5", "yellow", 3, 0).city("F7", "yellow", 3, 0).station("ENR", "F7")
    scene.company("EUR", {1: 5}).company("FDR", {1: 5}).station("EUR", "F5").station("FDR", "F5")
    game = scene.turn_of("ENR", "RunStep")
    assert run(game, "ENR", A_0="F3 F5", A_1="F5 F7")[0] == 20 + 40 + 20


@pytest.mark.rule("1862:7.8-l")
def test_a_director_may_run_for_less_or_not_at_all() -> None:
    assert run(table("3E"), "ENR", C_0="F3 F5") == (60, 0)
    game = table("3E")
    game.push(RunTrains(0, "ENR", ()))
    assert any(event.kind == "dividend" and event["revenue"] == 0 for event in game.log)


@pytest.mark.rule("1862:7.8-j", "1862:7.8.2-e")
def test_a_place_pays_once_and_a_hex_brings_one_subsidy() -> None:
    game = table("2L", "3L", phase="B")
    assert run(game, "ENR", A_0="F3 F5", C_0="F3 F5 G6 G8") == (20 + 40 + 20 + 30, 40)


# -- local and express --------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.8.2-a")
def test_a_local_visits_no_off_board_place() -> None:
    assert fault(table("3L"), "ENR", C_0="F1 F3 F5") == ("route_shuns", "7.8.2-a")
    assert fault(table("2L"), "ENR", A_0="F3 F5 G6 G8") == ("route_too_long", "7.8.2-c")


def west_norfolk(*trains: str, phase: str = "C") -> Game1862:
    """WNR in Wells: Fakenham and Swaffham south of it (30 each), a small station, King's Lynn (Y, 50) and its port."""
    scene = Scene().phase(phase).company("WNR", {0: 5}, price=300).city("E2", "green", 0, 1, 4, 5).home("WNR")
    scene.city("E4", "green", 3, 1, 0, 2).lines("D3", "yellow", (4, 1)).city("C4", "green", 4, 3, 1)
    scene.city("D5", "green", 5, 2).lines("E6", "yellow", (2, 3))
    return scene.trains("WNR", *trains).turn_of("WNR", "RunStep")


@pytest.mark.rule("1862:7.8.2-b", "1862:7.8.2-d")
def test_a_3l_over_three_stations_and_a_small_one() -> None:
    """30 + 30 + 30 and 20; four hexes."""
    game = west_norfolk("3L")
    assert run(game, "WNR", C_0="E2 E4 E6 D5") == (110, 40)


@pytest.mark.rule("1862:7.8.3-a", "1862:7.8.3-c")
def test_a_3e_to_a_port_ignores_the_small_station() -> None:
    """Port of King's Lynn 90, King's Lynn 50, Wells 30; Hunstanton on the way pays nothing."""
    game = west_norfolk("3E")
    assert run(game, "WNR", C_0="C2 C4 D3 E2") == (170, 0)


@pytest.mark.rule("1862:7.8.3-b")
def test_a_2_3e_leaves_one_place_out() -> None:
    game = west_norfolk("2/3E")
    assert run(game, "WNR", B_0="C2 C4 D3 E2") == (140, 0)  # 90 + 50, the home is left out


# -- freight ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.8.1-a")
def test_a_freight_goes_so_many_hexes_and_off_board_hexes_count() -> None:
    assert fault(table("1F"), "ENR", A_0="F1 F3 F5") == ("route_too_far", "7.8.1-a")
    assert fault(table("2F"), "ENR", B_0="F3 F5 G6 G8") == ("route_too_far", "7.8.1-a")


def norwich(*trains: str) -> Game1862:
    """Norwich – Fakenham – Wells – its port."""
    scene = Scene().phase("B").company("WNR", {0: 5}, price=300).city("E2", "green", 0, 1, 4, 5).home("WNR")
    scene.city("E4", "green", 3, 5, 0, 2).city("F5", "yellow", 2, 5)
    return scene.trains("WNR", *trains).turn_of("WNR", "RunStep")


@pytest.mark.rule("1862:7.8.1-b", "1862:7.8.1-c", "1862:7.8.1-d", "1862:7.8.1-f")
def test_the_bonus_for_the_hexes_between() -> None:
    assert run(norwich("2F"), "WNR", B_0="F5 E4 E2") == (40 + 30 + 20, 0)
    assert run(norwich("3F"), "WNR", C_0="F5 E4 E2 F1") == (40 + 80 + 60, 0)


@pytest.mark.rule("1862:7.8.1-e")
def test_barriers_do_not_matter_for_the_straight_line() -> None:
    """Harwich and Ipswich are neighbours behind a barrier; the way round by Colchester is longer than the line."""
    scene = Scene().phase("B").company("ESR", {0: 5}, price=300).city("F11", "green", 1, 2, 3, 4, 5).home("ESR")
    scene.city("E12", "green", 4, 5, 0, 1, 2).city("F13", "yellow", 2, 5).trains("ESR", "2F")
    assert run(scene.turn_of("ESR", "RunStep"), "ESR", B_0="F11 E12 F13") == (60 + 30, 0)


def to_london(*trains: str) -> Game1862:
    """Colchester to London, through Witham or through Bishop's Stortford."""
    scene = Scene().phase("B").company("EUR", {0: 5}, price=300).city("E12", "green", 1, 2, 3, 4, 5).home("EUR")
    scene.london("EUR").city("D13", "yellow", 4, 1).city("D11", "yellow", 5, 1).lines("C12", "yellow", (4, 1))
    return scene.city("B13", "yellow", 4, 0).trains("EUR", *trains).turn_of("EUR", "RunStep")


@pytest.mark.rule("1862:7.8.1-f", "1862:7.8.1-g")
def test_the_way_into_london_decides() -> None:
    assert run(to_london("5F"), "EUR", D_0="E12 D11 C12 B13 B15") == (60 + 100 + 60, 0)
    assert run(to_london("5F"), "EUR", D_0="E12 D13 C14") == (60 + 100 + 20, 0)


@pytest.mark.rule("1862:7.8.1-g")
def test_until_july_2021_the_site_measured_to_the_red_hex_itself() -> None:
    scene_rulings = {"freight_distance": "end_hex"}
    game = table("2F", rulings=scene_rulings)
    assert run(game, "ENR", B_0="F1 F3 F5") == (80 + 40 + 30, 0)  # F1 to F5: one hex between, as by the rule
    scene = (
        Scene(rulings=scene_rulings).phase("B").company("EUR", {0: 5}, price=300).city("E12", "green", 1, 2, 3, 4, 5)
    )
    scene.home("EUR").london("EUR").city("D13", "yellow", 4, 1).trains("EUR", "5F")
    assert run(scene.turn_of("EUR", "RunStep"), "EUR", D_0="E12 D13 C14") == (60 + 100 + 20, 0)


@pytest.mark.rule("1862:7.8.1-h", "1862:7.8.1-i")
def test_a_2f_and_a_3f_joined_from_port_to_red() -> None:
    """Port of Wells – Wells – Hunstanton – King's Lynn | King's Lynn – Wisbech – Midlands: four hexes between."""
    scene = Scene().phase("C").company("WNR", {0: 5}, price=300).city("E2", "green", 0, 1, 4).home("WNR")
    scene.lines("D3", "yellow", (4, 1)).city("C4", "green", 1, 3, 4).station("WNR", "C4").city("B5", "green", 2, 4)
    game = scene.trains("WNR", "3F", "2F").turn_of("WNR", "RunStep")
    assert run(game, "WNR", C_0="F1 E2 D3 C4", B_0="C4 B5 A4") == (90 + 90 + 4 * 30, 0)


@pytest.mark.rule("1862:7.8.1-j", "1862:7.8.1-k")
def test_three_freights_reach_as_far_as_one_if_each_link_is_a_run() -> None:
    scene = Scene().phase("B").company("ENR", {0: 5}, price=300).city("F3", "yellow", 0, 3).home("ENR")
    scene.city("F5", "yellow", 3, 5).lines("G6", "yellow", (2, 0)).city("G8", "green", 0, 3, 4)
    scene.station("ENR", "F5").trains("ENR", "1F", "1F", "3F")
    game = scene.turn_of("ENR", "RunStep")
    assert fault(game, "ENR", A_0="F1 F3", A_1="F3 F5", C_0="F5 G6") == ("route_wrong_end", "7.8-a")
    whole = run(game, "ENR", A_0="F1 F3", A_1="F3 F5", C_0="F5 G6 G8")[0]
    assert whole == run(table("6F"), "ENR", E_0="F1 F3 F5 G6 G8")[0] == 80 + 30 + 3 * 30


@pytest.mark.rule("1862:7.8.1-n")
def test_freights_that_are_not_permanent_must_be_joined() -> None:
    scene = Scene().phase("B").company("ENR", {0: 5}, price=300).city("F3", "green", 0, 1, 3).home("ENR")
    scene.city("F5", "yellow", 3, 0).city("E4", "green", 4, 2).city("F7", "yellow", 3, 0).station("ENR", "F5")
    scene.trains("ENR", "2F", "2F")
    game = scene.turn_of("ENR", "RunStep")
    assert fault(game, "ENR", B_0="F1 F3 E4", B_1="F3 F5") == ("route_not_joined", "7.8.1-n")
    assert run(game, "ENR", B_0="F1 F3", B_1="F3 F5")[0] == 80 + 40 + 30


def anglia(ruling: str = "choice", **rulings: str) -> Scene:
    """London – Bishop's Stortford – … – Ipswich – Felixstowe – its port, in phase E."""
    scene = Scene(rulings={"permanent_freights": ruling, **rulings}).phase("E").company("EUR", {0: 5}, price=900)
    scene.city("E12", "green", 1, 2, 3, 4, 5).home("EUR").london("EUR").city("D11", "yellow", 5, 1)
    scene.lines("C12", "yellow", (4, 1)).city("B13", "green", 0, 1, 3, 4).city("F11", "green", 1, 2, 3, 4, 5)
    return scene.city("G12", "yellow", 2, 5).trains("EUR", "7F", "6F")


WHOLE = "B15 B13 C12 D11 E12 F11 G12 H13"


@pytest.mark.rule("1862:7.8.1-l", "1862:7.8.1-m", "1862:7.8.1-o")
def test_permanent_freights_may_run_separately_each_with_its_own_bonus() -> None:
    game = anglia().turn_of("EUR", "RunStep")
    assert run(game, "EUR", F_0=WHOLE, E_0="B13 C12 D11 E12 F11 G12 H13") == (510 + 180, 0)


@pytest.mark.rule("1862:7.8.1-n")
def test_a_freight_that_is_not_permanent_joins_a_permanent_one() -> None:
    scene = anglia().trains("EUR", "2F")
    game = scene.turn_of("EUR", "RunStep")
    short = {"B_0": "E12 D11 C12"}
    assert fault(game, "EUR", F_0=WHOLE, B_0="E12 F11 G12")[0] == "route_not_joined"
    assert fault(game, "EUR", **short)[0] == "route_wrong_end"
    assert run(game, "EUR", E_0="E12 F11 G12 H13", B_0="E12 D11")[0] > 0


@pytest.mark.rule("1862:7.8.4-a")
def test_three_kinds_of_train_together() -> None:
    """L&H in King's Lynn with all permits, phase C: 3L to Fakenham, 5F Midlands – port of Wells, 4E from The West."""
    scene = Scene().phase("C").company("L&H", {0: 5}, price=900).city("C4", "green", 1, 3, 4).home("L&H")
    scene.lines("D3", "yellow", (1, 4)).city("E2", "green", 0, 1, 4).city("E4", "green", 3, 1)
    scene.city("B5", "green", 0, 2, 4).station("L&H", "B5").city("B7", "yellow", 0, 3).city("B9", "green", 1, 2, 3)
    game = scene.trains("L&H", "3L", "5F", "4E").turn_of("L&H", "RunStep")
    parts = {"C_0": "C4 D3 E2 E4", "D_0": "A4 B5 C4 D3 E2 F1", "D_1": "A8 B9 B7 B5"}
    assert run(game, "L&H", **parts) == (130 + 300 + 210, 40)
    paid = {event["train"]: event["revenue"] for event in game.log if event.kind == "runs"}
    assert paid == {"C-0": 130, "D-0": 300, "D-1": 210}


@pytest.mark.rule("1862:7.8.6-a", "1862:7.8-j")
def test_what_a_local_and_an_express_both_visit_counts_for_the_local() -> None:
    """The express is written first; the local's income is what makes the manoeuvre possible."""
    scene = Scene(rulings={"hudson": "local_income"}).company("ENR", {0: 5}, price=90, cash=100)
    scene.city("F3", "yellow", 0, 3).home("ENR").city("F5", "yellow", 3, 0).trains("ENR", "2E", "2L")
    game = scene.turn_of("ENR", "RunStep")
    assert run(game, "ENR", A_0="F3 F5", A_1="F3 F5") == (60, 20)
    assert PayOut(0, "ENR", "hudson") in menu(game, PayOut)


@pytest.mark.rule("1862:7.8.3-a", "1862:7.6.3-a")
@pytest.mark.parametrize(("tile", "value"), [("61y", 60), ("796", 60), ("891y", 60)])
def test_a_brown_y_city_pays_60(tile: str, value: int) -> None:
    """King's Lynn and its port, phase D."""
    scene = Scene().phase("D").company("L&H", {0: 5}, price=300)
    board = scene.game.title.board
    turn = next(turn for turn in range(6) if {0, 3} <= board.face(tile, turn).exits <= board.hexes["C4"].open_sides)
    scene.state.laid["C4"] = (tile, turn)
    game = scene.home("L&H").trains("L&H", "4E").turn_of("L&H", "RunStep")
    assert run(game, "L&H", D_0="C2 C4") == (90 + value, 0)
