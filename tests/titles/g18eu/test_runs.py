"""4.4.3 What a route is, what it earns, and that the best run is compulsory. Off-map places: test_runs_off_map.py."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.rules.actions import RunTrains, TrainRun
from stockrail.rules.prices import price
from stockrail.testing import Position


def run(company: str, **routes: str) -> RunTrains:
    """`run("NS", t3_0="D3 D5 D7")`: train 3-0 runs from Amsterdam to Cologne."""
    trains = {name[1:].replace("_", "-"): tuple(hexes.split()) for name, hexes in routes.items()}
    return RunTrains(0, company, tuple(TrainRun(train, hexes) for train, hexes in trains.items()))


def earned(game: RailGame, action: RunTrains) -> int:
    game.push(action)
    revenue: int = game.state.flags["revenue"]
    game.pop()
    return revenue


def refused(game: RailGame, action: RunTrains) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def most(game: RailGame) -> int:
    """What the run on the menu earns."""
    (best,) = game.legal_actions()
    assert isinstance(best, RunTrains)
    return earned(game, best)


def line(*trains: str, tokens: str = "D7", runs: str = "maximum", cologne: str = "57", players: int = 3) -> Position:
    """Port 10 - Amsterdam 40 - Utrecht 10 - Cologne 20 - Strasbourg 40 - Basel 10 - Turin 20, straight south."""
    position = Position("18EU", players, {"runs": runs}).phase("3")
    position.tiles(D3=("576", 0), D5=("4", 0), D7=(cologne, 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
    position.tiles(D15=("4", 0), D17=("9", 0), D19=("57", 0))
    position.corporation("NS", {0: 5}).corporation("KBS", {1: 5}).corporation("DR", {2: 5})
    for hex_ in tokens.split():
        position.token("NS", hex_)
    for train in trains:
        position.train(train, "NS")
    return position


def running(position: Position, company: str = "NS") -> RailGame:
    return position.operating(company, "RunStep")


# -- the greatest total -------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.3-a")
def test_a_run_must_earn_the_most_possible_and_may_be_any_that_does() -> None:
    game = running(line("2-0"))
    assert most(game) == 80
    assert earned(game, run("NS", t2_0="D1 D3 D5 D7")) == 80
    assert earned(game, run("NS", t2_0="D15 D13 D11 D9 D7 D5")) == 80
    with pytest.raises(IllegalAction) as error:
        game.push(run("NS", t2_0="D5 D7 D9 D11 D13"))
    assert (error.value.kind, error.value.rule) == ("not_the_most", "4.4.3-a")
    assert (error.value.params["total"], error.value.params["best"]) == (70, 80)


@pytest.mark.rule("18EU:4.4.3-a")
def test_all_trains_must_run() -> None:
    game = running(line("2-0", "2-1"))
    assert most(game) == 150
    assert refused(game, run("NS", t2_0="D1 D3 D5 D7")) == ("not_the_most", "4.4.3-a")
    assert refused(game, RunTrains(0, "NS", ())) == ("not_the_most", "4.4.3-a")
    assert earned(game, run("NS", t2_0="D1 D3 D5 D7", t2_1="D7 D9 D11 D13 D15")) == 150


@pytest.mark.rule("18EU:4.4.3-a")
def test_the_total_counts_not_the_best_of_each_train() -> None:
    """Alone the 3 train would earn 130, and leave the 2 train nothing; together they can earn 90 + 80."""
    game = running(line("3-0", "2-0"))
    assert most(game) == 170
    assert refused(game, run("NS", t3_0="D1 D3 D5 D7 D9 D11 D13 D15")) == ("not_the_most", "4.4.3-a")
    assert earned(game, run("NS", t3_0="D7 D9 D11 D13 D15 D17 D19", t2_0="D1 D3 D5 D7")) == 170


@pytest.mark.rule("18EU:4.4.3-a")
def test_only_its_own_trains_run_and_each_once() -> None:
    game = running(line("2-0", runs="free"))
    assert refused(game, run("NS", t2_1="D5 D7")) == ("route_unknown_train", "4.4.3-a")
    north, south = TrainRun("2-0", ("D5", "D7")), TrainRun("2-0", ("D7", "D9", "D11", "D13"))
    assert refused(game, RunTrains(0, "NS", (north, south))) == ("route_train_twice", "4.4.3-a")


# -- what a route is ----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.3-b")
def test_the_token_may_be_anywhere_on_the_route() -> None:
    route = run("NS", t3_0="D3 D5 D7 D9 D11 D13")
    for city in ("D3", "D7", "D13"):
        assert earned(running(line("3-0", tokens=city, runs="free")), route) == 110


@pytest.mark.rule("18EU:4.4.3-b")
def test_a_route_needs_an_own_token_on_it() -> None:
    game = running(line("3-0", runs="free").token("KBS", "D19"))
    assert refused(game, run("NS", t3_0="D13 D15 D17 D19")) == ("route_no_token", "4.4.3-b")
    assert refused(game, run("NS", t3_0="D3 D5")) == ("route_no_token", "4.4.3-b")


@pytest.mark.rule("18EU:4.4.3-b")
def test_a_route_is_continuous_track_between_stops() -> None:
    game = running(line("3-0", runs="free"))
    no_track, off_stop = ("route_no_such_track", "4.4.3-b"), ("route_ends_off_stop", "4.4.3-b")
    assert refused(game, run("NS", t3_0="D7 D13")) == no_track
    assert refused(game, run("NS", t3_0="D7 E8")) == no_track
    assert refused(game, run("NS", t3_0="D7 D5 C6")) == no_track
    assert refused(game, run("NS", t3_0="D5 D7 D9 D11")) == off_stop
    assert refused(game, run("NS", t3_0="D9 D7 D5")) == off_stop


@pytest.mark.rule("18EU:4.4.3-b")
def test_a_route_does_not_branch_from_one_circle_to_another() -> None:
    """North Paris has track to B9 only, south Paris to B11 only."""
    position = Position("18EU", rulings={"runs": "free"}).phase("3").corporation("NS", {0: 5}).train("3", "NS")
    position.tiles(A10=("580", 3), B9=("9", 1), C8=("202", 1), B11=("9", 2), C12=("9", 2), D13=("576", 2))
    game = running(position.token("NS", "A10", 0))
    assert refused(game, run("NS", t3_0="C8 B9 A10 B11 C12 D13")) == ("route_no_such_track", "4.4.3-b")
    assert earned(game, run("NS", t3_0="C8 B9 A10")) == 90


@pytest.mark.rule("18EU:4.4.3-b")
def test_a_route_may_not_fork_at_a_junction() -> None:
    """E8 joins Cologne, Dortmund and Frankfurt in a Y: a train takes two of its arms."""
    position = Position("18EU", rulings={"runs": "free"}).phase("3").corporation("NS", {0: 5}).train("3", "NS")
    position.tiles(E8=("82", 2), D7=("57", 2), E6=("57", 0), F9=("57", 2)).token("NS", "D7")
    game = running(position)
    assert earned(game, run("NS", t3_0="D7 E8 E6")) == 40
    assert refused(game, run("NS", t3_0="D7 E8 E6 E8 F9"))[1] == "4.4.3-b"
    assert most(game) == 40


@pytest.mark.rule("18EU:4.4.3-c")
def test_the_own_city_alone_is_no_route() -> None:
    game = running(line("3-0", runs="free"))
    assert refused(game, run("NS", t3_0="D7")) == ("route_needs_stops", "4.4.3-c")
    assert refused(game, run("NS", t3_0="")) == ("route_needs_stops", "4.4.3-c")


@pytest.mark.rule("18EU:4.4.3-c")
@pytest.mark.parametrize(
    ("token", "route", "revenue"),
    [
        ("D7", "D7 D9 D11 D13", 60),  # another city
        ("D7", "D7 D5", 30),  # a town
        ("D3", "D3 D1", 50),  # a port
    ],
)
def test_one_more_stop_of_any_kind_makes_a_route(token: str, route: str, revenue: int) -> None:
    game = running(line("3-0", tokens=token, runs="free"))
    assert earned(game, run("NS", t3_0=route)) == revenue


@pytest.mark.rule("18EU:4.4.3-c")
def test_one_off_map_place_beside_the_own_city_makes_a_route() -> None:
    position = Position("18EU").phase("3").corporation("NS", {0: 5}).train("3", "NS")
    game = running(position.tiles(A8=("9", 0), A10=("580", 3)).token("NS", "A10", 0))
    assert most(game) == 100


@pytest.mark.rule("18EU:4.4.3-c")
def test_a_train_without_a_second_stop_earns_nothing() -> None:
    """The step is left out and the price falls as for no earnings."""
    position = Position("18EU").phase("3").corporation("NS", {0: 5}, cash=200).train("3", "NS")
    game = running(position.tiles(D7=("57", 0), D9=("9", 0)).token("NS", "D7"))
    assert type(game.decision).__name__ == "BuyTrains"
    assert (game.state.cash["NS"], price(game, "NS")) == (200, 90)


@pytest.mark.rule("18EU:4.4.3-a", "18EU:4.4.3-c")
def test_a_company_without_a_train_earns_nothing_whatever_its_track() -> None:
    """Nobody is asked to run; NS must buy a train, minor 14 goes on without."""
    game = running(line())
    assert type(game.decision).__name__ == "BuyTrains"
    assert (game.state.last_run["NS"], price(game, "NS")) == (0, 90)
    position = line("3-0").owned("14", 1).no_trains("14").owned("15", 1, 100)
    game = running(position, "14")
    assert game.decision is not None
    assert game.decision.subject(game) == "15"
    assert (game.state.cash["14"], game.state.last_run["14"]) == (0, 0)


@pytest.mark.rule("18EU:4.4.3-d")
def test_cities_count_against_the_train_number_towns_and_ports_do_not() -> None:
    game = running(line("2-0", "3-0", "4-0", runs="free"))
    two_cities = "D1 D3 D5 D7"
    three_cities = "D1 D3 D5 D7 D9 D11 D13 D15"
    four_cities = "D1 D3 D5 D7 D9 D11 D13 D15 D17 D19"
    too_long = ("route_too_long", "4.4.3-d")
    assert earned(game, run("NS", t2_0=two_cities)) == 80
    assert refused(game, run("NS", t2_0=three_cities)) == too_long
    assert earned(game, run("NS", t3_0=three_cities)) == 130
    assert refused(game, run("NS", t3_0=four_cities)) == too_long
    assert earned(game, run("NS", t4_0=four_cities)) == 150


@pytest.mark.rule("18EU:4.4.3-d")
def test_the_search_keeps_to_the_train_number() -> None:
    """One 2 train: 80. One 3 train: 130. One 4 train: the whole line."""
    assert [most(running(line(train))) for train in ("2-0", "3-0", "4-0")] == [80, 130, 150]


@pytest.mark.rule("18EU:4.4.3-e")
def test_every_stop_on_the_route_pays() -> None:
    game = running(line("4-0", runs="free"))
    assert earned(game, run("NS", t4_0="D1 D3 D5 D7 D9 D11 D13 D15 D17 D19")) == 10 + 40 + 10 + 20 + 40 + 10 + 20
    assert earned(game, run("NS", t4_0="D5 D7 D9 D11 D13 D15")) == 10 + 20 + 40 + 10


# -- nothing twice ------------------------------------------------------------------------------------------------


def crossing(centre: tuple[str, int], train: str = "3-0", runs: str = "maximum") -> Position:
    """Cologne 20, Dortmund 30, Frankfurt 30 and, over E10, Stuttgart 10 round E8; F7 joins Dortmund and Frankfurt."""
    position = Position("18EU", rulings={"runs": runs}).phase("5").corporation("NS", {0: 5}).train(train, "NS")
    position.tiles(D7=("57", 2), E6=("15", 5), F9=("15", 0), E10=("9", 0), E12=("4", 0), F7=("8", 0), E8=centre)
    return position.token("NS", "D7")


@pytest.mark.rule("18EU:4.4.3-j")
def test_the_centre_of_a_brown_plain_tile_may_be_crossed_twice() -> None:
    game = running(crossing(("544", 2)))
    assert earned(game, run("NS", t3_0="D7 E8 E6 F7 F9 E8 E10 E12")) == 90
    assert most(game) == 90


@pytest.mark.rule("18EU:4.4.3-j")
def test_no_track_is_used_twice_in_one_route() -> None:
    """Brussels - D9 - E8 - Dortmund - Frankfurt and back over E8 and D9 to Strasbourg would need their stem twice."""
    position = Position("18EU", rulings={"runs": "free"}).phase("4").corporation("NS", {0: 5}).train("4", "NS")
    position.tiles(C8=("202", 5), D9=("81", 0), E8=("81", 1), E6=("15", 5), F7=("8", 0), F9=("15", 0))
    position.tiles(D11=("9", 0), D13=("202", 3)).token("NS", "C8")
    game = running(position)
    there_and_back = run("NS", t4_0="C8 D9 E8 E6 F7 F9 E8 D9 D11 D13")
    assert refused(game, there_and_back) == ("route_repeats_track", "4.4.3-j")
    assert most(game) == 90


@pytest.mark.rule("18EU:4.4.3-k")
def test_no_stop_is_visited_twice_in_one_route() -> None:
    """Amsterdam, E4 and Utrecht lie in a ring."""
    position = Position("18EU", rulings={"runs": "free"}).phase("3").corporation("NS", {0: 5}).train("3", "NS")
    game = running(position.tiles(D3=("201", 5), E4=("7", 1), D5=("3", 3)).token("NS", "D3"))
    assert refused(game, run("NS", t3_0="D3 E4 D5 D3")) == ("route_repeats_stop", "4.4.3-k")
    assert earned(game, run("NS", t3_0="D3 E4 D5")) == 40
    assert most(game) == 40


def ring_of_paris(*tokens: int, train: str = "3-0", runs: str = "maximum") -> RailGame:
    """London 40 - north Paris 60 - B9 - C10 - B11 - south Paris 60."""
    position = Position("18EU", rulings={"runs": runs}).phase("3").corporation("NS", {0: 5}).train(train, "NS")
    position.tiles(A8=("9", 0), A10=("580", 3), B9=("8", 5), C10=("7", 1), B11=("8", 2))
    for circle in tokens:
        position.token("NS", "A10", circle)
    return running(position)


@pytest.mark.rule("18EU:4.4.3-k")
def test_the_circles_of_paris_are_one_stop() -> None:
    game = ring_of_paris(0, runs="free")
    both = run("NS", t3_0="A6 A8 A10 B9 C10 B11 A10")
    assert refused(game, both) == ("route_repeats_stop", "4.4.3-k")
    assert most(game) == 100


@pytest.mark.rule("18EU:4.4.3-k")
def test_south_paris_alone_has_no_route_over_north_paris() -> None:
    """The two circles are not even two stops of a route: without the way to London there is nothing to run to."""
    game = ring_of_paris(1)
    assert type(game.decision).__name__ != "RunStep"
    assert game.state.last_run["NS"] == 0


# -- foreign tokens -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.3-l")
def test_a_city_full_of_foreign_tokens_is_reached_but_not_passed() -> None:
    game = running(line("3-0", tokens="D3", runs="free").token("KBS", "D7"))
    assert earned(game, run("NS", t3_0="D3 D5 D7")) == 70
    through = run("NS", t3_0="D3 D5 D7 D9 D11 D13")
    assert refused(game, through) == ("route_passes_blocked", "4.4.3-l")
    assert most(game) == 80


@pytest.mark.rule("18EU:4.4.3-l")
@pytest.mark.parametrize(("owners", "best"), [(("KBS",), 140), (("KBS", "NS"), 140), (("KBS", "DR"), 90)])
def test_a_free_circle_or_an_own_token_keeps_a_city_open(owners: tuple[str, ...], best: int) -> None:
    """Green Cologne pays 30 and has two circles; what lies beyond brings 40 + 10 more."""
    position = line("3-0", tokens="D3", cologne="14")
    for owner in owners:
        position.token(owner, "D7")
    assert most(running(position)) == best


@pytest.mark.rule("18EU:4.4.3-l")
def test_a_minor_is_foreign_to_its_owners_other_companies() -> None:
    """Player 0 owns all: minor 14 in Strasbourg stops NS, and minor 12 as well."""
    position = line("4-0", tokens="D7", runs="free").owned("14", 0)
    game = running(position)
    assert refused(game, run("NS", t4_0="D7 D9 D11 D13 D15")) == ("route_passes_blocked", "4.4.3-l")
    assert earned(game, run("NS", t4_0="D7 D9 D11 D13")) == 60
    minors = line(tokens="", runs="free").owned("14", 0).owned("12", 0).no_trains("12").train("4-0", "12")
    game = running(minors, "12")
    assert refused(game, run("12", t4_0="D3 D5 D7 D9 D11 D13 D15")) == ("route_passes_blocked", "4.4.3-l")
    assert most(game) == 10 + 40 + 10 + 20 + 40


# -- several trains -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.3-m")
def test_two_trains_share_stops_but_no_track() -> None:
    game = running(line("2-0", "3-0", tokens="D3 D7", runs="free"))
    shared = ("route_shares_track", "4.4.3-m")
    assert refused(game, run("NS", t2_0="D3 D5 D7", t3_0="D5 D7 D9 D11 D13")) == shared
    assert refused(game, run("NS", t2_0="D3 D5", t3_0="D3 D5")) == shared
    assert earned(game, run("NS", t2_0="D3 D5", t3_0="D5 D7 D9 D11 D13")) == 50 + 70
    assert earned(game, run("NS", t2_0="D3 D5 D7", t3_0="D7 D9 D11 D13")) == 70 + 60


@pytest.mark.rule("18EU:4.4.3-m")
def test_two_trains_may_use_two_circles_of_paris() -> None:
    """London - north Paris, and south Paris - Strasbourg."""
    position = Position("18EU").phase("3").corporation("NS", {0: 5}).train("3", "NS").train("3", "NS")
    position.tiles(A8=("9", 0), A10=("580", 3), B11=("9", 2), C12=("9", 2), D13=("576", 2))
    game = running(position.token("NS", "A10", 0).token("NS", "A10", 1))
    assert most(game) == 100 + 100


@pytest.mark.rule("18EU:4.4.3-m")
def test_two_trains_may_share_a_junction() -> None:
    """Cologne - Frankfurt and Dortmund - Stuttgart cross on E8."""
    position = crossing(("544", 2), runs="free").train("3-1", "NS").token("NS", "E6")
    game = running(position)
    assert earned(game, run("NS", t3_0="D7 E8 F9", t3_1="E6 E8 E10 E12")) == 50 + 40
    assert refused(game, run("NS", t3_0="D7 E8 F9", t3_1="E6 E8 F9")) == ("route_shares_track", "4.4.3-m")


@pytest.mark.rule("18EU:4.4.3-n")
def test_earnings_are_all_stops_and_the_bonus_and_the_pullman() -> None:
    """Hamburg, two towns, Munich and Warsaw: 100 and a bonus of 10. Amsterdam's line: 80, and Amsterdam's 40 again."""
    position = line("3-0", "2-0", "P-0", tokens="D3 G12").token("KBS", "D7")
    position.tiles(G4=("9", 0), G6=("4", 0), G8=("9", 0), G10=("4", 0), G12=("201", 3), H11=("9", 1))
    position.tiles(I10=("9", 1), J9=("9", 1), K8=("9", 1), L7=("9", 1), M6=("9", 1))
    east = "G2 G4 G6 G8 G10 G12 H11 I10 J9 K8 L7 M6 N5"
    game = running(position)
    assert earned(game, run("NS", t3_0=east, t2_0="D1 D3 D5 D7", tP_0="D3")) == 100 + 10 + 80 + 40
    assert most(game) == 230
