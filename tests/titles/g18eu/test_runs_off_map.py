"""4.4.3-f to i Off-map places, Hamburg, and the bonus for routes from red to red."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.rules.actions import RunTrains, TrainRun
from stockrail.testing import Position


def run(company: str, train: str, hexes: str) -> RunTrains:
    return RunTrains(0, company, (TrainRun(train, tuple(hexes.split())),))


def earned(game: RailGame, action: RunTrains) -> int:
    game.push(action)
    revenue: int = game.state.flags["revenue"]
    game.pop()
    return revenue


def most(game: RailGame) -> int:
    """What the run on the menu earns."""
    (best,) = game.legal_actions()
    assert isinstance(best, RunTrains)
    return earned(game, best)


def refused(game: RailGame, action: RunTrains) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


EAST = "N5 M6 L7 K8 J9 I10 H11 G12"  # Warsaw to Munich
NORTH = "G10 G8 G6 G4 G2"  # Nuremberg and Hannover to Hamburg
WEST = "F3 E4 D5 C6 B7 A6"  # Bremen, Utrecht, Antwerp and Lille to London


def europe(train: str, phase: str, runs: str = "free", token: str = "G12") -> Position:
    """Warsaw - Munich 30 - two towns - Hamburg - four towns - London. NS sits in Munich."""
    position = Position("18EU", rulings={"runs": runs}).phase(phase).corporation("NS", {0: 5}).train(train, "NS")
    position.tiles(M6=("9", 1), L7=("9", 1), K8=("9", 1), J9=("9", 1), I10=("9", 1), H11=("9", 1), G12=("201", 3))
    position.tiles(G10=("4", 0), G8=("9", 0), G6=("4", 0), G4=("9", 0))
    position.tiles(F3=("4", 1), E4=("9", 1), D5=("4", 1), C6=("4", 1), B7=("58", 2))
    return position.token("NS", token)


def running(position: Position, company: str = "NS") -> RailGame:
    return position.operating(company, "RunStep")


# -- ends of routes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.3-f")
def test_london_is_not_passed() -> None:
    position = Position("18EU", rulings={"runs": "free"}).phase("3").corporation("NS", {0: 5}).train("3", "NS")
    game = running(position.tiles(A8=("9", 0), A10=("580", 3), B7=("58", 2)).token("NS", "A10", 0))
    assert earned(game, run("NS", "3-0", "A10 A8 A6")) == 60 + 40
    assert refused(game, run("NS", "3-0", "A10 A8 A6 B7")) == ("route_passes_end", "4.4.3-f")
    assert most(game) == 100


@pytest.mark.rule("18EU:4.4.3-f")
def test_rome_is_not_passed() -> None:
    position = Position("18EU", rulings={"runs": "free"}).phase("3").corporation("NS", {0: 5}).train("3", "NS")
    game = running(position.tiles(H19=("201", 0), G20=("58", 4), F21=("4", 2)).token("NS", "H19"))
    assert refused(game, run("NS", "3-0", "H19 G20 G22 F21")) == ("route_passes_end", "4.4.3-f")
    assert most(game) == 30 + 10 + 30


@pytest.mark.rule("18EU:4.4.3-f")
def test_hamburg_may_be_passed_and_counts_against_the_train_number() -> None:
    game = running(europe("2-0", "3"))
    assert earned(game, run("NS", "2-0", f"G12 {NORTH} F3 E4 D5")) == 30 + 10 + 10 + 30 + 10 + 10
    assert refused(game, run("NS", "2-0", f"G12 {NORTH} {WEST}")) == ("route_too_long", "4.4.3-d")
    assert most(game) == 30 + 10 + 10 + 30 + 4 * 10


@pytest.mark.rule("18EU:4.4.3-d", "18EU:4.4.3-f")
def test_off_map_places_count_against_the_train_number() -> None:
    too_long = ("route_too_long", "4.4.3-d")
    assert refused(running(europe("2-0", "3")), run("NS", "2-0", f"{EAST} {NORTH}")) == too_long
    assert refused(running(europe("3", "3")), run("NS", "3-0", f"{EAST} {NORTH} {WEST}")) == too_long
    assert running(europe("4", "4")).is_legal(run("NS", "4-0", f"{EAST} {NORTH} {WEST}"))


@pytest.mark.rule("18EU:4.4.3-g")
def test_a_route_may_join_two_off_map_places() -> None:
    position = europe("3-0", "2")
    del position.state.laid["F3"]
    game = running(position)
    assert earned(game, run("NS", "3-0", f"{EAST} {NORTH}")) == 20 + 30 + 10 + 10 + 30
    assert most(game) == 100


@pytest.mark.rule("18EU:4.4.3-g")
def test_a_route_may_not_begin_and_end_at_the_same_off_map_place() -> None:
    """London - A8 - north Paris - B9 - Lille - London."""
    position = Position("18EU", rulings={"runs": "free"}).phase("3").corporation("NS", {0: 5}).train("3", "NS")
    position.tiles(A8=("9", 0), A10=("580", 3), B9=("8", 1), B7=("58", 0)).token("NS", "A10", 0)
    game = running(position)
    assert refused(game, run("NS", "3-0", "A6 A8 A10 B9 B7 A6")) == ("route_repeats_stop", "4.4.3-k")
    assert most(game) == 40 + 60 + 10


# -- red to red ---------------------------------------------------------------------------------------------------

GRAND_TOUR = "A6 B7 C8 D7 E6 E8 F9 G10 G12 H11 I10 J9 K8 L7 M6 N5"
CITIES = ("C8", "D7", "E6", "F9", "G12")


def grand_tour(phase: str, stations: int) -> RailGame:
    """London - Lille - Brussels - Cologne - Dortmund - Frankfurt - Nuremberg - Munich - Warsaw with an 8 train.

    The stops pay 210 in the phases of the first off-map values (40 and 20), 250 in the others (70 and 30).
    """
    position = Position("18EU").phase(phase).corporation("NS", {0: 5}).corporation("KBS", {1: 5})
    position.tiles(B7=("4", 2), C8=("202", 2), D7=("57", 1), E6=("15", 0), E8=("8", 3), F9=("57", 2))
    position.tiles(G10=("58", 0), G12=("201", 3), H11=("9", 1), I10=("9", 1), J9=("9", 1), K8=("9", 1))
    position.tiles(L7=("9", 1), M6=("9", 1)).train("8", "NS").token("KBS", "E6")
    for city in CITIES[:stations]:
        position.token("NS", city)
    return running(position)


BONUS = {
    "2": [0, 0, 0, 0, 0],
    "3": [10, 10, 10, 10, 10],
    "4": [10, 10, 10, 10, 10],
    "5": [20, 40, 60, 80, 80],
    "6": [20, 40, 60, 80, 80],
    "8": [30, 60, 90, 120, 150],
}


@pytest.mark.rule("18EU:4.4.3-h")
@pytest.mark.parametrize("phase", BONUS)
@pytest.mark.parametrize("stations", [1, 2, 3, 4, 5])
def test_a_red_to_red_route_earns_a_bonus_by_own_stations_and_phase(phase: str, stations: int) -> None:
    game = grand_tour(phase, stations)
    stops = 210 if phase in "234" else 250
    assert earned(game, run("NS", "8-0", GRAND_TOUR)) == stops + BONUS[phase][stations - 1]
    assert most(game) == stops + BONUS[phase][stations - 1]


@pytest.mark.rule("18EU:4.4.3-b")
def test_a_route_does_not_jump_between_two_stretches() -> None:
    """Frankfurt to Dortmund and Brussels to Cologne are track, Dortmund to Brussels is not."""
    game = grand_tour("3", 5)
    assert refused(game, run("NS", "8-0", "F9 E8 E6 C8 D7")) == ("route_no_such_track", "4.4.3-b")


@pytest.mark.rule("18EU:4.4.3-h")
def test_only_stations_on_the_route_count() -> None:
    """A second token, in Prague, adds nothing to Warsaw - Munich - Hamburg."""
    game = running(europe("3-0", "5").token("NS", "J11"))
    assert earned(game, run("NS", "3-0", f"{EAST} {NORTH}")) == 30 + 30 + 10 + 10 + 50 + 20


@pytest.mark.rule("18EU:4.4.3-h")
def test_a_minors_own_token_earns_the_bonus() -> None:
    """Minor 13 in Munich: 100 for the stops and 10."""
    position = europe("3-1", "3", token="D3").owned("13", 0).no_trains("13").train("3-0", "13")
    game = running(position, "13")
    assert earned(game, run("13", "3-0", f"{EAST} {NORTH}")) == 110


@pytest.mark.rule("18EU:4.4.3-h")
def test_a_route_with_one_red_end_has_no_bonus() -> None:
    game = running(europe("4-0", "5"))
    assert earned(game, run("NS", "4-0", EAST)) == 30 + 30
    assert earned(game, run("NS", "4-0", f"{EAST} G10 G8 G6")) == 30 + 30 + 10 + 10


@pytest.mark.rule("18EU:4.4.3-i")
def test_merely_passing_hamburg_is_not_red_to_red() -> None:
    """Warsaw to Hamburg 130 and 20; going on to the town of Bremen adds 10 and loses the bonus."""
    game = running(europe("3-0", "5"))
    assert earned(game, run("NS", "3-0", f"{EAST} {NORTH}")) == 150
    assert earned(game, run("NS", "3-0", f"{EAST} {NORTH} F3")) == 140


@pytest.mark.rule("18EU:4.4.3-i")
def test_the_search_gives_no_bonus_for_passing_hamburg() -> None:
    """Without the way beyond Antwerp: Warsaw to Antwerp 160 beats Warsaw to Hamburg with its bonus, 150."""
    position = europe("3-0", "5", "maximum")
    del position.state.laid["B7"]
    assert most(running(position)) == 30 + 30 + 10 + 10 + 50 + 30


@pytest.mark.rule("18EU:4.4.3-h", "18EU:4.4.3-i")
def test_a_route_from_red_to_red_over_hamburg_has_the_bonus() -> None:
    """Warsaw 20, Munich 30, Hamburg 30, London 40, six towns; and 10."""
    game = running(europe("4", "4", "maximum"))
    assert earned(game, run("NS", "4-0", f"{EAST} {NORTH} {WEST}")) == 180 + 10
    assert most(game) == 190
