"""4.4.2 Placing one more token."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.rules.actions import Pass, PlaceToken
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.testing import Position, check_doors


def refused(game: RailGame, hex_: str, stop: int = 0) -> tuple[str, str | None]:
    action = PlaceToken(0, "NS", hex_, stop)
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert action not in game.legal_actions()
    return error.value.kind, error.value.rule


def places(game: RailGame) -> list[tuple[str, int]]:
    return [(a.hex, a.stop) for a in game.legal_actions() if isinstance(a, PlaceToken)]


def line(cologne: str = "57") -> Position:
    """NS in Amsterdam; straight south of it Utrecht, Cologne, Strasbourg, Basel and Turin. It has no train."""
    position = (
        Position("18EU").phase("3").corporation("NS", {0: 5}).corporation("KBS", {1: 5}).corporation("DR", {2: 5})
    )
    position.tiles(D3=("576", 0), D5=("4", 0), D7=(cologne, 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
    position.tiles(D15=("4", 0), D17=("9", 0), D19=("57", 0), J7=("202", 0))
    return position.token("NS", "D3")


@pytest.mark.rule("18EU:4.4.2-a")
def test_a_token_goes_to_any_open_city_that_a_route_of_any_length_reaches() -> None:
    game = line().operating("NS", "PlaceStation")
    assert places(game) == [("D13", 0), ("D19", 0), ("D7", 0)]
    game.push(PlaceToken(0, "NS", "D19", 0))
    assert cities_of(game, "NS") == [("D3", 0), ("D19", 0)]
    assert len(spare_of(game, "NS")) == 3


@pytest.mark.rule("18EU:4.4.2-a")
def test_one_token_a_turn_and_none_is_no_duty() -> None:
    game = line().operating("NS", "PlaceStation")
    assert Pass(0) in game.legal_actions()
    check_doors(game)
    game.push(PlaceToken(0, "NS", "D7", 0))
    with pytest.raises(IllegalAction) as error:
        game.push(PlaceToken(0, "NS", "D13", 0))
    assert error.value.rule == "4.4-d"
    assert cities_of(game, "NS") == [("D3", 0), ("D7", 0)]


@pytest.mark.rule("18EU:4.4.2-a")
def test_a_full_city_takes_no_token_and_bars_the_way() -> None:
    game = line().token("KBS", "D7").operating("NS", alone=True)
    game.push(Pass(0))
    # nothing is open in front of Cologne: the step is left out
    assert type(game.decision).__name__ == "BuyTrains"


@pytest.mark.rule("18EU:4.4.2-a")
def test_cities_behind_a_full_one_are_out_of_reach() -> None:
    position = line().token("KBS", "D13")
    game = position.operating("NS", "PlaceStation")
    assert places(game) == [("D7", 0)]
    assert refused(game, "D13") == ("no_open_circle", "4.4.2-a")
    assert refused(game, "D19") == ("out_of_reach", "4.4.2-a")


@pytest.mark.rule("18EU:4.4.2-a")
def test_a_second_circle_lets_a_token_in_and_the_route_pass() -> None:
    half_full = line("14").token("KBS", "D7").operating("NS", "PlaceStation")
    assert places(half_full) == [("D13", 0), ("D19", 0), ("D7", 0)]
    full = line("14").token("KBS", "D7").token("DR", "D7").operating("NS", "LayTrack")
    full.push(Pass(0))
    assert type(full.decision).__name__ == "BuyTrains"


@pytest.mark.rule("18EU:4.4.2-a")
def test_a_city_without_a_route_to_it_is_out_of_reach() -> None:
    game = line().operating("NS", "PlaceStation")
    assert refused(game, "J7") == ("out_of_reach", "4.4.2-a")


@pytest.mark.rule("18EU:4.4.2-a")
@pytest.mark.parametrize(("hex_", "stop"), [("D5", 0), ("D1", 0), ("D9", 0), ("D7", 1), ("D7", -1), ("Z99", 0)])
def test_only_city_circles_take_tokens(hex_: str, stop: int) -> None:
    game = line().operating("NS", "PlaceStation")
    assert refused(game, hex_, stop) == ("no_open_circle", "4.4.2-a")


@pytest.mark.rule("18EU:4.4.2-a")
def test_the_route_to_the_circle_may_not_use_two_circles_of_paris() -> None:
    """From north Paris the only way to Lyon leads round by B9, C10, B11 through south Paris."""
    for circle in (0, 1):
        position = Position("18EU").phase("3").corporation("NS", {0: 5})
        position.tiles(A10=("580", 3), B9=("8", 5), C10=("7", 1), B11=("8", 2), A12=("9", 0), A14=("9", 0))
        position.tiles(A16=("8", 3), B17=("202", 2), D7=("57", 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
        game = position.token("NS", "A10", circle).token("NS", "D13").operating("NS", "PlaceStation")
        if circle == 0:
            assert refused(game, "B17") == ("out_of_reach", "4.4.2-a")
        else:
            game.check(PlaceToken(0, "NS", "B17", 0))


@pytest.mark.rule("18EU:4.4.2-a")
def test_the_route_to_the_circle_may_pass_hamburg_but_not_london() -> None:
    """From Munich over Hamburg to Dortmund; from north Paris over London to Brussels."""
    position = Position("18EU").phase("3").corporation("NS", {0: 5}).corporation("KBS", {1: 5})
    position.tiles(G4=("9", 0), G6=("4", 0), G8=("9", 0), G10=("4", 0), G12=("201", 3))
    position.tiles(F3=("58", 4), F5=("8", 1), E6=("57", 1), A8=("9", 0), A10=("580", 3), B7=("4", 2), C8=("202", 2))
    game = position.token("NS", "G12").token("NS", "A10", 0).operating("NS", "PlaceStation")
    assert places(game) == [("E6", 0)]
    assert refused(game, "C8") == ("out_of_reach", "4.4.2-a")


@pytest.mark.rule("18EU:4.4.2-a")
def test_without_a_spare_token_the_step_is_left_out() -> None:
    position = line()
    for city in ("J7", "I18", "E20", "B19"):
        position.token("NS", city)
    game = position.operating("NS", alone=True)
    game.push(Pass(0))
    assert type(game.decision).__name__ == "BuyTrains"


@pytest.mark.rule("18EU:4.4.2-a")
def test_a_minor_places_no_token() -> None:
    position = Position("18EU").owned("12", 0).tiles(D3=("576", 0), D5=("4", 0), D7=("57", 0))
    game = position.operating("12")
    game.push(Pass(0))
    assert type(game.decision).__name__ == "RunStep"
    with pytest.raises(IllegalAction) as error:
        game.push(PlaceToken(0, "12", "D7", 0))
    assert error.value.rule == "4.4-d"


def paris(north: bool) -> RailGame:
    """NS in Strasbourg, with track to south Paris; `north`: it also sits in north Paris."""
    position = Position("18EU").phase("3").corporation("NS", {0: 5}).train("3", "NS")
    position.tiles(A10=("580", 3), B11=("9", 2), C12=("9", 2), D13=("576", 2), D15=("4", 0), D11=("9", 0))
    position.tiles(D7=("57", 0), D9=("9", 0)).token("NS", "D13")
    if north:
        position.token("NS", "A10", 0)
    return position.operating("NS", "PlaceStation")


@pytest.mark.rule("18EU:4.4.2-b")
def test_no_second_token_in_a_hex() -> None:
    assert ("A10", 1) in places(paris(north=False))
    assert ("A10", 1) not in places(paris(north=True))
    assert refused(paris(north=True), "A10", 1) == ("token_in_hex", "4.4.2-b")
    paris(north=False).push(PlaceToken(0, "NS", "A10", 1))


@pytest.mark.rule("18EU:4.4.2-b")
def test_no_second_token_in_one_city() -> None:
    game = line("14").token("NS", "D7").operating("NS", "PlaceStation")
    assert refused(game, "D7") == ("token_in_hex", "4.4.2-b")


@pytest.mark.rule("18EU:4.4.2-c")
@pytest.mark.parametrize("cash", [0, 250])
def test_placing_is_free(cash: int) -> None:
    game = line().cash("NS", cash).operating("NS", "PlaceStation")
    purses = {who: sum_ for who, sum_ in game.state.cash.amounts.items() if sum_}
    game.push(PlaceToken(0, "NS", "D7", 0))
    assert {who: sum_ for who, sum_ in game.state.cash.amounts.items() if sum_} == purses
    assert game.state.cash["NS"] == cash
