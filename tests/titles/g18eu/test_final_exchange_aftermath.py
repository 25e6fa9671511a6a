"""4.2.2-l to p What mergers lead to: floating, too many trains, several tokens in one city."""

import pytest

from stockrail import Action, IllegalAction, RailGame
from stockrail.rules.actions import DiscardTrain, LayTile, Pass, PlaceToken
from stockrail.rules.prices import price
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BANK, BOX, POOL, city_at
from stockrail.rules.tokens import cities_of, spare_of, tokens_in
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, ReplaceToken
from stockrail.titles.g18eu.exchange import Dispose, FinalExchange

ADA, BEN, CY = range(3)

# Amsterdam (minor 12) - Utrecht - Cologne with two circles - two plain hexes - Strasbourg (minor 14).
LINE = {"D3": ("201", 0), "D5": ("4", 0), "D7": ("14", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("201", 3)}


def with_minor(position: Position, minor: str, owner: int, cash: int = 0, train: str = "4") -> Position:
    return position.owned(minor, owner, cash).no_trains(minor).train(train, minor)


def exchange(position: Position, starter: int = ADA, priority: int = ADA) -> RailGame:
    position.state.flags["exchange"] = "due"
    position.state.flags["priority"] = priority
    return position.round(FinalExchange(3, starter), coming="stock")


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


# -- 4.2.2-l: floating --------------------


def merged_into_unfloated(president: int) -> RailGame:
    """Ada has so many shares of the KPEV, started at 82 and not floated; Ben's minor 12 brings £30."""
    position = with_minor(Position("18EU").phase("5").tiles(**LINE), "12", BEN, 30)
    position.corporation("KPEV", {ADA: president}, value=82, cash=150, floated=False, turns=0)
    position.price("KPEV", 3, 4).token("KPEV", "D7")  # 90, so that price and starting value differ
    game = exchange(position)
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    game.push(Pass(ADA))
    return game


@pytest.mark.rule("18EU:4.2.2-l")
def test_a_merger_that_brings_the_fifth_share_floats_the_corporation_and_the_bank_buys_the_rest() -> None:
    game = merged_into_unfloated(4)
    assert game.state.floated.get("KPEV")
    assert percent_of(game, BEN, "KPEV") == 10
    assert percent_of(game, "KPEV", "KPEV") == 0
    assert percent_of(game, POOL, "KPEV") == 50
    assert game.state.cash["KPEV"] == 150 + 30 + 5 * 82
    assert game.state.cash[BANK] == 12000 - 3 * 450 - 150 - 30 - 5 * 82
    assert price(game, "KPEV") == 90  # the price does not move
    assert trains_of(game, "KPEV") == ["4-0"]


@pytest.mark.rule("18EU:4.2.2-l")
def test_a_merger_that_brings_the_fourth_share_floats_nothing() -> None:
    game = merged_into_unfloated(3)
    assert not game.state.floated.get("KPEV")
    assert percent_of(game, "KPEV", "KPEV") == 60
    assert percent_of(game, POOL, "KPEV") == 0
    assert game.state.cash["KPEV"] == 180


@pytest.mark.rule("18EU:4.2.2-l")
def test_a_corporation_that_floats_in_the_exchange_decides_about_the_token_as_any_other() -> None:
    position = with_minor(Position("18EU").phase("5").tiles(**LINE), "12", BEN)
    position.corporation("KPEV", {ADA: 4}, floated=False, turns=0).token("KPEV", "D7")
    game = exchange(position)
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    game.push(ReplaceToken(ADA, "KPEV", "12"))
    assert cities_of(game, "KPEV") == [("D7", 0), ("D3", 0)]


# -- 4.2.2-m: too many trains --------------------


def two_mergers() -> RailGame:
    """Cy merges minor 12 (a 3) into Ada's DR (two 3s), then minor 14 (a 4) into Ben's SNCB (a 4 and a Pullman)."""
    position = Position("18EU").phase("5").tiles(**LINE)
    with_minor(position, "12", CY, train="3-2")
    with_minor(position, "14", CY, train="4-0")
    position.corporation("SNCB", {BEN: 5}, value=70).token("SNCB", "D7").train("4-1", "SNCB").train("P-0", "SNCB")
    position.corporation("DR", {ADA: 5}, value=100).token("DR", "D7").train("3-0", "DR").train("3-1", "DR")
    game = exchange(position, CY)
    game.push(Exchange(CY, "12", "DR", "DR"))
    game.push(Pass(ADA))
    return game


@pytest.mark.rule("18EU:4.2.2-m")
def test_a_corporation_may_be_above_its_train_limit_until_the_exchange_is_over() -> None:
    game = two_mergers()
    assert trains_of(game, "DR") == ["3-0", "3-1", "3-2"]
    assert isinstance(game.decision, Dispose)
    assert game.actor == CY


@pytest.mark.rule("18EU:4.2.2-m")
def test_at_its_end_corporations_discard_in_operating_order_a_pullman_first_else_as_the_president_likes() -> None:
    game = two_mergers()
    game.push(Exchange(CY, "14", "SNCB", "SNCB"))
    game.push(Pass(BEN))
    assert isinstance(current_round(game), FinalExchange)
    assert game.legal_actions() == [DiscardTrain(ADA, "DR", train) for train in ("3-0", "3-1", "3-2")]
    assert refusal(game, Pass(ADA)) == ("discard_first", "4.4.3-o")
    assert refusal(game, DiscardTrain(ADA, "SNCB", "3-0")) == ("discard_first", "4.4.3-o")
    assert refusal(game, DiscardTrain(ADA, "DR", "4-1")) == ("not_its_train", "4.4.3-o")
    game.push(DiscardTrain(ADA, "DR", "3-1"))
    assert [(event.kind, event.params) for event in game.last_events()] == [
        ("discards", {"company": "DR", "train": "3-1"})
    ]
    assert trains_of(game, "DR") == ["3-0", "3-2"]
    assert game.legal_actions() == [DiscardTrain(BEN, "SNCB", "P-0")]
    assert refusal(game, DiscardTrain(BEN, "SNCB", "4-1")) == ("pullman_first", "4.4.9-h")
    game.push(DiscardTrain(BEN, "SNCB", "P-0"))
    assert trains_of(game, "SNCB") == ["4-1", "4-0"]
    assert trains_of(game, POOL)[-2:] == ["3-1", "P-0"]
    assert isinstance(current_round(game), StockRound)


@pytest.mark.rule("18EU:4.2.2-m")
def test_two_trains_are_within_the_limit_of_phase_5() -> None:
    position = with_minor(Position("18EU").phase("5").tiles(**LINE), "12", BEN)
    position.corporation("DR", {ADA: 5}).token("DR", "D7").train("5", "DR")
    game = exchange(position)
    game.push(Exchange(BEN, "12", "DR", "DR"))
    game.push(Pass(ADA))
    assert isinstance(current_round(game), StockRound)
    assert trains_of(game, "DR") == ["5-0", "4-0"]


# -- 4.2.2-n, o, p: several tokens in one city --------------------


@pytest.mark.rule("18EU:4.2.2-n")
@pytest.mark.parametrize(
    ("minor", "hex_", "own", "minors"), [("3", "A10", 0, 1), ("7", "J5", 0, 1), ("6", "K14", 0, 1)]
)
def test_a_second_token_in_paris_berlin_or_vienna_may_stand_in_the_other_circle(
    minor: str, hex_: str, own: int, minors: int
) -> None:
    position = with_minor(Position("18EU").phase("5"), minor, BEN)
    position.corporation("KPEV", {ADA: 5}).token("KPEV", hex_, own)
    game = exchange(position)
    game.push(Exchange(BEN, minor, "KPEV", "KPEV"))
    game.push(ReplaceToken(ADA, "KPEV", minor))
    assert cities_of(game, "KPEV") == [(hex_, own), (hex_, minors)]
    assert len(spare_of(game, "KPEV")) == 3


@pytest.mark.rule("18EU:4.2.2-n")
def test_a_second_token_in_the_same_circle_is_not_allowed_and_not_asked_for() -> None:
    position = with_minor(Position("18EU").phase("5").tiles(J5=("584", 0)), "7", BEN)
    position.state.shelves.move("7.0", city_at("J5", 0))
    position.corporation("KPEV", {ADA: 5}).token("KPEV", "J5")
    game = exchange(position)
    game.push(Exchange(BEN, "7", "KPEV", "KPEV"))
    assert isinstance(current_round(game), StockRound)
    assert cities_of(game, "KPEV") == [("J5", 0)]
    assert len(spare_of(game, "KPEV")) == 4
    assert game.state.shelves.place_of["7.0"] == ("tokens", BOX)


def upgrading(hex_: str, tile: tuple[str, int] | None, own: tuple[int, ...], foreign: tuple[int, ...]) -> RailGame:
    """Ada's KPEV is about to lay track in phase 5 where it and the SNCB have tokens."""
    position = Position("18EU").phase("5").tiles(**({hex_: tile} if tile else {}))
    position.corporation("KPEV", {ADA: 5}, cash=500).train("5", "KPEV")
    position.corporation("SNCB", {BEN: 5})
    for circle in own:
        position.token("KPEV", hex_, circle)
    for circle in foreign:
        position.token("SNCB", hex_, circle)
    return position.operating("KPEV", alone=True)


@pytest.mark.rule("18EU:4.2.2-n")
@pytest.mark.parametrize(("hex_", "circles"), [("J5", {0, 2}), ("K14", {0, 1})])
def test_the_green_tile_keeps_both_tokens(hex_: str, circles: set[int]) -> None:
    game = upgrading(hex_, None, (0, 1), ())
    game.push(LayTile(ADA, "KPEV", hex_, "581", 0))
    assert set(cities_of(game, "KPEV")) == {(hex_, circle) for circle in circles}
    assert len(spare_of(game, "KPEV")) == 3


@pytest.mark.rule("18EU:4.2.2-n")
def test_the_green_tile_of_paris_keeps_both_tokens() -> None:
    game = upgrading("A10", None, (0, 1), ())
    game.push(LayTile(ADA, "KPEV", "A10", "580", 3))
    assert cities_of(game, "KPEV") == [("A10", 0), ("A10", 1)]
    assert len(spare_of(game, "KPEV")) == 3


@pytest.mark.rule("18EU:4.2.2-o")
@pytest.mark.parametrize("hex_", ["J5", "K14"])
@pytest.mark.parametrize(("own", "foreign"), [((0, 1), (2,)), ((0, 2), (1,)), ((0, 1, 2), ()), ((1, 2), (0,))])
def test_the_brown_tile_sends_all_but_one_token_of_a_corporation_back_to_it(
    hex_: str, own: tuple[int, ...], foreign: tuple[int, ...]
) -> None:
    game = upgrading(hex_, ("581", 0), own, foreign)
    game.push(LayTile(ADA, "KPEV", hex_, "584", 0))
    assert cities_of(game, "KPEV") == [(hex_, 0)]
    assert len(spare_of(game, "KPEV")) == 4
    assert len(tokens_in(game, hex_, 0)) == 1 + len(foreign)
    assert len(spare_of(game, "SNCB")) == 5 - len(foreign)


@pytest.mark.rule("18EU:4.2.2-o")
def test_a_token_that_came_back_may_be_placed_again() -> None:
    position = Position("18EU").phase("5").tiles(J5=("581", 0), J7=("202", 3))
    position.corporation("KPEV", {ADA: 5}).train("5", "KPEV").token("KPEV", "J5", 0).token("KPEV", "J5", 2)
    for hex_ in ("B17", "B19", "C8"):
        position.token("KPEV", hex_)
    game = position.operating("KPEV", alone=True)
    game.push(LayTile(ADA, "KPEV", "J5", "584", 0))
    game.push(PlaceToken(ADA, "KPEV", "J7", 0))
    assert ("J7", 0) in cities_of(game, "KPEV")
    assert spare_of(game, "KPEV") == []


@pytest.mark.rule("18EU:4.2.2-p")
def test_the_brown_tile_of_paris_lets_one_stay_in_the_north_and_one_in_the_south() -> None:
    game = upgrading("A10", ("580", 3), (0, 1), ())
    game.push(LayTile(ADA, "KPEV", "A10", "583", 3))
    assert cities_of(game, "KPEV") == [("A10", 0), ("A10", 1)]
    assert len(spare_of(game, "KPEV")) == 3
    face = game.title.board.face("583", 3)
    assert (face.edges_of(("s", 0)), face.edges_of(("s", 1))) == ((3, 4), (0, 5))
