"""Where a stop has circles, a token can be put there, whatever kind of stop it is."""

from stockrail.rules.game import RailGame
from stockrail.rules.state import city_at
from stockrail.rules.tokens import cities_to_token, token_fault
from stockrail.titles import title as find_title

LILLE_TO_BRUSSELS = {"B7": ("4", 2), "C8": ("202", 0)}


def beside_london(circles: int) -> RailGame:
    """SNCB stands in Brussels, with track to an off-map area that has so many circles."""
    london = {"kind": "offboard", "revenue": {"yellow": 40, "brown": 70}, "slots": circles}
    game = RailGame(find_title("18EU").changed({"map.hexes.A6.stops": [london]}), ["Ada", "Ben", "Cy"])
    for hex_, tile in LILLE_TO_BRUSSELS.items():
        game.state.laid[hex_] = tile
    game.state.shelves.move("SNCB.0", city_at("C8", 0))
    return game


def test_an_off_map_area_with_a_circle_takes_a_token() -> None:
    game = beside_london(1)
    assert cities_to_token(game, "SNCB") == [("A6", 0)]
    assert token_fault(game, "SNCB", "A6", 0) is None


def test_an_off_map_area_without_circles_takes_none() -> None:
    game = beside_london(0)
    assert cities_to_token(game, "SNCB") == []
    assert token_fault(game, "SNCB", "A6", 0) == "no_open_circle"
    assert token_fault(game, "SNCB", "B7", 0) == "no_open_circle", "nor does a town"
