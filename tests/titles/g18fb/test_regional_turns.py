"""3.6.3 The turns of regional companies: tiles, markers, earnings, trains."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Answer, BuyTrain, LayTile, Pass, SellShares
from stockrail.rules.state import BANK, POOL
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import holder_of, trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.regional import RegionalTrack, RegionalTrain, is_waiting

from .holding import TITLE, A, B, Place, noted, refused
from .regionals import BROWN_FOGGIA, FOGGIA, GIOVANNI, SEVERO, colour_of, decline, lay, lays, settled


def double_joined_to_foggia() -> tuple[str, int]:
    """A yellow double town that meets Foggia and can go green."""
    for tile in ("1", "2", "55", "56", "69"):
        for turn in range(6):
            if 0 in TITLE.board.face(tile, turn).exits:
                return tile, turn
    raise AssertionError


def gargano(cash: int = 145, severo: bool = True, **more: Any) -> Place:
    """FG of player 0 with Foggia brown and, if asked, a yellow tile in San Severo."""
    tiles = {**BROWN_FOGGIA, **({SEVERO: double_joined_to_foggia()} if severo else {})}
    return settled({"FG": A}, tiles, **more).cash("FG", cash)


@pytest.mark.rule("18FB:T-9a", "18FB:3.6.3-c", "18FB:3.6.3-g", "18FB:3.6.3-h", "18FB:3.6.3-n")
def test_a_first_turn() -> None:
    game = gargano().operating("FG")
    bank = game.state.cash[BANK]
    assert isinstance(game.decision, RegionalTrack) and game.actor == A
    lay(game, SEVERO, "green")
    assert game.state.markers["FG"] == 1 and game.state.cash["FG"] == 145
    check_doors(game)
    lay(game, GIOVANNI, "yellow")
    assert game.state.markers["FG"] == 2 and game.state.cash["FG"] == 115
    assert game.state.cash[BANK] == bank + 30
    assert noted(game, "regional_income")[-1]["revenue"] == 0
    assert isinstance(game.decision, RegionalTrain)
    check_doors(game)
    game.push(BuyTrain(A, "FG", "R1+4-0", 100))
    assert game.state.cash["FG"] == 15 and trains_of(game, "FG") == ["R1+4-0"]
    assert game.phase.name == "5" and type(game.decision).__name__ != "RegionalTrain"


@pytest.mark.rule("18FB:T-9b", "18FB:3.6.3-i", "18FB:3.6.3-j", "18FB:3.6.3-k", "18FB:3.6.3-m", "18FB:3.6.3-l")
def test_a_second_turn() -> None:
    place = gargano(cash=15).train("R1+4-0", "FG")
    place.state.markers["FG"] = 2
    place.state.turns["FG"] = 1
    place.tiles(L29=("FBd-g1", 0))
    game = place.operating("FG")
    ada = game.state.cash[A]
    lay(game, SEVERO, "brown")
    assert game.state.markers["FG"] == 3
    assert game.state.cash[A] == ada + 40 + 40 and game.state.cash["FG"] == 55
    assert noted(game, "regional_bonus")[-1] == {"player": A, "company": "FG", "hex": SEVERO, "amount": 40}
    assert noted(game, "regional_income")[-1] == {"company": "FG", "player": A, "revenue": 80, "amount": 40}


@pytest.mark.rule("18FB:T-9b", "18FB:3.6.3-m", "18FB:3.5.6-g")
def test_half_of_70_is_40_for_the_owner() -> None:
    place = gargano(cash=15).train("R1+4-0", "FG")
    place.state.markers["FG"] = 2
    game = place.operating("FG")
    ada = game.state.cash[A]
    decline(game)
    assert game.state.cash[A] == ada + 40 and game.state.cash["FG"] == 45


@pytest.mark.rule("18FB:T-9c", "18FB:3.6.3-o")
def test_the_owner_adds_exactly_what_a_first_train_lacks_in_cash() -> None:
    game = gargano(cash=60).cash(A, 40).operating("FG", "RegionalTrain")
    game.push(BuyTrain(A, "FG", "R1+4-0", 100))
    assert (game.state.cash["FG"], game.state.cash[A]) == (0, 0)


@pytest.mark.rule("18FB:T-9c", "18FB:3.6.3-o", "18FB:3.6.3-p")
def test_no_stock_is_sold_for_it() -> None:
    place = gargano(cash=60).cash(A, 39).major("NN", {A: 5, B: 3}, state="definitive")
    game = place.operating("FG", "RegionalTrain", alone=True)
    assert trains_of(game, "FG") == [] and not isinstance(game.decision, RegionalTrain)  # nothing to decide
    place = gargano(cash=60).cash(A, 39).train("R1+4-4", POOL).major("NN", {A: 5}, state="definitive")
    place.state.shelves.move("R1+4-4", ("trains", "FAS"))
    place.regional("FAS", A)
    game = place.operating("FG", "RegionalTrain", alone=True)
    assert refused(game, BuyTrain(A, "FG", "R1+4-0", 100)) == ("owner_short", "3.6.3-o")
    assert refused(game, SellShares(A, "NN", 1))[0] == "train_or_pass"


@pytest.mark.rule("18FB:3.6.3-o")
def test_the_owner_does_not_help_for_a_second_train_or_a_second_hand_one() -> None:
    place = gargano(cash=60).cash(A, 500).train("R1+4-0", "FG").train("R1+4-1", "FAS").regional("FAS", B)
    game = place.operating("FG", "RegionalTrain")
    assert refused(game, BuyTrain(A, "FG", "R1+4-2", 100)) == ("treasury_short", "3.6.3-o")
    assert refused(game, BuyTrain(A, "FG", "R1+4-1", 61)) == ("treasury_short", "3.6.3-o")
    check_doors(game)
    game.push(BuyTrain(A, "FG", "R1+4-1", 50))
    game.push(Answer(B, False))
    assert refused(game, BuyTrain(A, "FG", "R1+4-1", 50))[0] == "offer_refused"
    game.push(BuyTrain(A, "FG", "R1+4-1", 60))
    game.push(Answer(B, True))
    assert trains_of(game, "FG") == ["R1+4-0", "R1+4-1"] and game.state.cash["FAS"] == 60
    assert not isinstance(game.decision, RegionalTrain)


@pytest.mark.rule("18FB:3.6.3-n", "18FB:2.6-a", "18FB:2.6-h")
def test_only_regional_trains_in_their_order() -> None:
    place = gargano(cash=2000).major("NN", {A: 5}, state="definitive").train("6+10-0", "NN")
    place.train("R1+4-4", "NN")  # taken over
    game = place.operating("FG", "RegionalTrain")
    assert refused(game, BuyTrain(A, "FG", "6+10-1", 600)) == ("ordinary_train", "2.6-a")
    assert refused(game, BuyTrain(A, "FG", "R1+4-4", 1))[0] == "train_not_for_sale"
    assert refused(game, BuyTrain(A, "FG", "R1+4-1", 100))[0] == "not_on_top"
    assert refused(game, BuyTrain(A, "FG", "R1+4-0", 90))[0] == "list_price"


@pytest.mark.rule("18FB:3.6.3-n")
def test_one_train_a_turn_and_none_must_be_bought() -> None:
    game = gargano(cash=2000).operating("FG", "RegionalTrain")
    assert game.is_legal(Pass(A))
    game.push(BuyTrain(A, "FG", "R1+4-0", 100))
    assert not isinstance(game.decision, RegionalTrain)


@pytest.mark.rule("18FB:2.6-h")
@pytest.mark.parametrize(("phase", "sold"), [("5", False), ("6", True)])
def test_the_second_kind_is_sold_from_phase_6_when_the_first_is_gone(phase: str, sold: bool) -> None:
    place = gargano(cash=2000, phase=phase)
    for number in range(5):
        place.train(f"R1+4-{number}", "box")
    game = place.operating("FG", "RegionalTrain")
    buy = BuyTrain(A, "FG", "R1+8-0", 200)
    assert game.is_legal(buy) == sold
    if sold:
        game.push(buy)
        assert holder_of(game, "R1+8-1") == "regional" and game.phase.name == "6"


# -- tiles -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.6.3-c")
def test_a_second_tile_needs_30() -> None:
    game = gargano(cash=29).operating("FG")
    lay(game, SEVERO, "green")
    assert not isinstance(game.decision, RegionalTrack)
    game = gargano(cash=30).operating("FG")
    lay(game, SEVERO, "green")
    assert isinstance(game.decision, RegionalTrack) and lays(game, GIOVANNI)


@pytest.mark.rule("18FB:3.6.3-r", "18FB:3.6.3-h", "18FB:3.6.3-i", "18FB:3.6.3-g")
def test_markers_come_when_a_town_is_worth_more() -> None:
    """Not for a tile of the same colour, nor for a single town that turns green."""
    place = gargano(cash=500)
    town = next(turn for turn in range(6) if 1 in TITLE.board.face("58", turn).exits)
    place.tiles(M28=("58", town))
    game = place.operating("FG")
    lay(game, GIOVANNI, "green")
    assert game.state.markers.get("FG", 0) == 0
    lay(game, GIOVANNI, "brown")
    assert game.state.markers["FG"] == 1
    game = place.operating("FG")
    game.state.markers["FG"] = 0
    game.push(lays(game, SEVERO, "yellow")[0])
    assert game.state.markers["FG"] == 0


@pytest.mark.rule("18FB:3.6.3-d", "18FB:3.6.2-f")
def test_in_its_first_turn_it_makes_room_at_home_until_a_slot_appears() -> None:
    """Foggia yellow: three reserved slots. Green adds one."""
    place = settled({"FG": A}).cash("FG", 500)
    game = place.operating("FG")
    assert is_waiting(game, "FG")
    assert {action.hex for action in game.legal_actions() if isinstance(action, LayTile)} == {FOGGIA}
    assert refused(game, Pass(A)) == ("home_needs_slot", "3.6.3-d")
    check_doors(game)
    lay(game, FOGGIA)
    assert colour_of(game, FOGGIA) == "green" and cities_of(game, "FG") == [(FOGGIA, 0)]
    assert game.is_legal(Pass(A))


@pytest.mark.rule("18FB:3.6.3-d")
def test_other_tiles_wait_and_later_turns_are_free() -> None:
    place = settled({"FG": A}, {SEVERO: double_joined_to_foggia()}).cash("FG", 500)
    other = next(action for action in place.operating("FG").legal_actions() if isinstance(action, LayTile))
    place.state.turns["FG"] = 1
    game = place.operating("FG")
    assert game.is_legal(Pass(A)) and lays(game, SEVERO)
    elsewhere = lays(game, SEVERO)[0]
    place.state.turns["FG"] = 0
    assert refused(place.operating("FG"), elsewhere) == ("home_needs_slot", "3.6.3-d")
    assert other.hex == FOGGIA


@pytest.mark.rule("18FB:3.6.3-d")
def test_a_home_without_a_tile_may_get_its_yellow_one_and_must_go_on_while_it_can_pay() -> None:
    """Capua has room for LdA's home alone until it is green."""
    game = settled({"FA": A}).cash("FA", 30).operating("FA")
    assert {action.hex for action in game.legal_actions() if isinstance(action, LayTile)} == {"F31"}
    lay(game, "F31", "yellow")
    assert is_waiting(game, "FA") and refused(game, Pass(A))[0] == "home_needs_slot"
    assert {TITLE.board.tiles[one.tile].color for one in lays(game, "F31")} == {"green"}
    lay(game, "F31", "green")
    assert cities_of(game, "FA") == [("F31", 0)] and game.state.cash["FA"] == 0


@pytest.mark.rule("18FB:3.5.1-s", "18FB:3.6.3-d")
def test_by_a_ruling_it_uses_no_hex_twice_either_and_its_duty_at_home_is_over() -> None:
    """Capua, as above; by the other ruling its green tile must follow at once."""
    game = settled({"FA": A}, same_hex_twice="no").cash("FA", 500).operating("FA")
    lay(game, "F31", "yellow")
    assert not lays(game, "F31") and is_waiting(game, "FA") and game.is_legal(Pass(A))
    assert refused(game, LayTile(A, "FA", "F31", "14", 0)) == ("hex_was_used", "3.5.1-s")
    check_doors(game)


@pytest.mark.rule("18FB:3.6.3-e", "18FB:3.6.3-f")
def test_while_its_token_waits_its_route_starts_at_home_all_the_same() -> None:
    place = settled({"FG": A}, {SEVERO: double_joined_to_foggia()})
    place.state.turns["FG"] = 1
    game = place.operating("FG")
    assert lays(game, SEVERO, "green") and account(game, "FG").total == 0


@pytest.mark.rule("18FB:3.6.3-l", "18FB:3.6.2-f")
def test_a_waiting_company_runs_without_its_city() -> None:
    place = settled({"FG": A}).train("R1+4-0", "FG")
    place.state.markers["FG"] = 2
    assert account(place.game, "FG").total == 20


@pytest.mark.rule("18FB:3.6.3-l", "18FB:2.5.3-f")
def test_the_port_of_its_home_does_not_count() -> None:
    place = settled({"FAL": A}, {"M14": ("FBW-b6", 0)}).train("R1+4-0", "FAL")
    assert account(place.game, "FAL").total == 50


@pytest.mark.rule("18FB:3.6.3-b", "18FB:3.5-g", "18FB:3.6.3-q", "18FB:3.6.3-a")
def test_owned_ones_operate_before_majors_in_the_printed_order() -> None:
    place = settled({"SFSM": A, "FA": B, "FG": A}).major("NN", {A: 5}, state="definitive", value=150)
    assert TITLE.operating_order(place.game) == ["FA", "FG", "SFSM", "NN"]


@pytest.mark.rule("18FB:3.6.3-e", "18FB:2.5.3-e")
def test_a_full_half_of_napoli_stops_it_although_the_other_half_has_room() -> None:
    """Both halves green and joined; SEPSA starts in the North, the South is full of others."""
    north, south = ("FBNn-g", 4), ("FBNs-g", 3)
    turns = [(n, s) for n in range(6) for s in range(6)]
    faces = TITLE.board
    joined = next(
        (n, s) for n, s in turns if 0 in faces.face(north[0], n).exits and 3 in faces.face(south[0], s).exits
        and 0 in faces.face(south[0], s).exits
    )  # fmt: skip
    place = settled({"SEPSA": A}, {"zC8": (north[0], joined[0]), "zC6": (south[0], joined[1])}, phase="5")
    place.state.turns["SEPSA"] = 1
    assert lays(place.operating("SEPSA"), "zC4")
    for company in ("LdA", "FC"):
        place.token(company, "zC6", 0)
    assert not lays(place.operating("SEPSA"), "zC4")
