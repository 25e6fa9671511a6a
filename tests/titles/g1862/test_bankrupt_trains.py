"""7.12-c, Q15 What becomes of the trains of a bankrupt company."""

from __future__ import annotations

from typing import Any

import pytest

import stockrail
from stockrail.cli.screen import Screen
from stockrail.cli.summary import show_bank, show_trains
from stockrail.rules.actions import IssueShares
from stockrail.rules.state import BOX, DEPOT, POOL
from stockrail.rules.trains import top_of_stack, trains_of
from stockrail.titles.g1862.actions import BuyTrain
from stockrail.titles.g1862.bankruptcy import bankrupt_at_zero
from stockrail.titles.g1862.state import Game1862
from stockrail.web.views.depot import depot_of
from stockrail.web.views.panel import Chosen, panel_of
from stockrail.web.views.voice import Voice
from stockrail.words import Speaker

from .conftest import Scene, menu, refusal


def failed(*trains: str, phase: str = "C", warranties: int = 0, buyer: int = 1000, **options: Any) -> Scene:
    """ENR had these trains and is bankrupt; FDR of player 1 may buy."""
    scene = Scene(**options).phase(phase).company("ENR", {0: 5}, price=90).home("ENR")
    scene.trains("ENR", *trains, warranties=warranties).company("FDR", {1: 5}, cash=buyer).home("FDR")
    return scene


def ruined(scene: Scene) -> Scene:
    scene.price("ENR", *scene.game.title.grid.at_or_below(0))
    bankrupt_at_zero(scene.game, "ENR")
    assert "ENR" not in scene.state.par and not trains_of(scene.game, "ENR")
    return scene


def buying(scene: Scene) -> Game1862:
    return ruined(scene).turn_of("FDR", "BuyTrains")


@pytest.mark.rule("1862:7.12-c")
@pytest.mark.parametrize(("ruling", "place"), [("to_bank", DEPOT), ("removed", BOX)])
def test_they_go_back_to_the_bank_or_leave_the_game(ruling: str, place: str) -> None:
    scene = ruined(failed("2/3E", "3L", rulings={"bankrupt_trains": ruling}))
    for train in ("B-0", "C-0"):
        assert train in trains_of(scene.game, place)
    assert scene.game.title.audit(scene.game) == []


@pytest.mark.rule("1862:7.12-c")
def test_on_the_public_site_they_leave_the_game() -> None:
    scene = ruined(failed("2/3E", preset="18xx.games"))
    assert trains_of(scene.game, DEPOT)[0] == "C-0" and "B-0" in trains_of(scene.game, BOX)


@pytest.mark.rule("1862:7.12-c", "1862:2.4.3-d", "1862:7.9-a")
def test_the_bank_sells_them_first_in_the_order_of_their_letters() -> None:
    scene = ruined(failed("3L", "2/3E", "2F"))
    assert trains_of(scene.game, DEPOT)[:5] == ["B-0", "B-1", "C-0", "C-1", "C-2"]
    game = scene.turn_of("FDR", "BuyTrains")
    assert {buy.train for buy in menu(game, BuyTrain)} == {"B-0"}
    assert refusal(game, BuyTrain(1, "FDR", "C-0", 280, form="express")) == ("not_on_top", "2.4.3-d")


@pytest.mark.rule("1862:7.12-c", "1862:7.9-b", "1862:7.9-c")
@pytest.mark.parametrize(
    ("train", "phase", "cost"), [("2/3E", "B", 200), ("2/3E", "C", 100), ("4E", "D", 360), ("4E", "F", 180)]
)
def test_they_cost_half_as_soon_as_a_later_letter_has_been_sold(train: str, phase: str, cost: int) -> None:
    game = buying(failed(train, phase=phase))
    top = top_of_stack(game)
    assert {buy.price for buy in menu(game, BuyTrain)} == {cost}
    assert refusal(game, BuyTrain(1, "FDR", top, cost + 10, form="express")) == ("list_price", "7.9-b")
    game.push(BuyTrain(1, "FDR", top, cost, form="express"))
    assert game.state.cash["FDR"] == 1000 - cost


@pytest.mark.rule("1862:7.12-c", "1862:7.9-b")
def test_the_next_new_train_keeps_its_printed_price() -> None:
    """All C trains are sold, the bank's next one is a D."""
    scene = failed("2/3E")
    for train in [t for t in trains_of(scene.game, DEPOT) if t.startswith("C-")]:
        scene.train(train, BOX)
    game = buying(scene)
    game.push(BuyTrain(1, "FDR", "B-0", 100, form="local"))
    assert {(buy.train, buy.price) for buy in menu(game, BuyTrain)} == {("D-0", 360)}


@pytest.mark.rule("1862:2.2-a", "1862:7.12-c", "1862:7.10-a", "1862:7.10-b")
def test_a_train_that_was_given_back_is_bought_like_a_new_one() -> None:
    """ENR ran it as an express with three warranties; the buyer names the form and pays for warranties anew."""
    game = buying(failed("4E", phase="D", warranties=3))
    assert game.title.train_name(game, "D-0") == "D"
    assert {buy.form for buy in menu(game, BuyTrain)} == {"freight", "local", "express"}
    assert {buy.warranties for buy in menu(game, BuyTrain)} == {0, 1, 2}
    game.push(BuyTrain(1, "FDR", "D-0", 360, form="freight", warranties=1))
    assert game.title.train_name(game, "D-0") == "5F**"  # one of them is free
    assert game.title.audit(game) == []


@pytest.mark.rule("1862:7.10-d", "1862:7.12-c")
def test_an_obsolete_train_that_lived_on_its_warranty_leaves_the_game() -> None:
    scene = failed("2E", "2/3E", phase="C", warranties=2)
    scene.state.expired["A-0"] = True
    ruined(scene)
    assert "A-0" in trains_of(scene.game, BOX) and top_of_stack(scene.game) == "B-0"
    assert "A-0" not in scene.state.expired
    assert scene.game.title.audit(scene.game) == []


@pytest.mark.rule("1862:7.9-d", "1862:7.12-c", "1862:9.0-b")
def test_buying_it_again_begins_no_phase_and_takes_nothing_from_anybody() -> None:
    scene = failed("2/3E", phase="D").trains("FDR", "3E")
    game = buying(scene)
    game.push(BuyTrain(1, "FDR", "B-0", 100, form="express"))
    assert game.phase.name == "D" and trains_of(game, "FDR") == ["C-0", "B-0"]


@pytest.mark.rule("1862:9.0-c", "1862:7.12-c")
def test_a_later_phase_makes_it_obsolete_like_any_other() -> None:
    scene = failed("2/3E", phase="D", buyer=2000)
    for train in [t for t in trains_of(scene.game, DEPOT) if t.startswith("D-")]:
        scene.train(train, BOX)
    game = buying(scene)
    game.push(BuyTrain(1, "FDR", "B-0", 100, form="express"))
    game.push(BuyTrain(1, "FDR", "E-0", 500, form="express"))
    assert trains_of(game, "FDR") == ["E-0"]


@pytest.mark.rule("1862:8.0-d", "1862:7.3-b", "1862:7.12-c")
@pytest.mark.parametrize(("cash", "lives"), [(100, True), (99, False)])
def test_a_company_in_receivership_buys_it_for_half(cash: int, lives: bool) -> None:
    scene = failed("2/3E").company("EUR", {POOL: 4, 2: 2}, cash=cash).home("EUR").permits("EUR", "freight")
    game = ruined(scene).turn_of("EUR", "BuyTrains")
    assert ("EUR" in game.state.par) is lives
    if lives:
        assert [game.title.train_name(game, train) for train in trains_of(game, "EUR")] == ["2F"]
        assert game.state.cash["EUR"] == 0


@pytest.mark.rule("1862:7.11-c", "1862:7.11.1-a", "1862:7.12-c")
def test_money_is_raised_for_the_train_that_was_given_back() -> None:
    """FDR has 40 and is short of 60 for the B train, not of 240 for a C."""
    scene = failed("2/3E").company("EUR", {0: 6, "EUR": 4}, price=90, cash=40).home("EUR")
    game = ruined(scene).turn_of("EUR", "BuyTrains")
    forced = game.title.forced_purchase(game)
    assert forced is not None and (forced.price, forced.missing) == (100, 60)
    assert [issue.count for issue in menu(game, IssueShares)] == [1]
    game.push(IssueShares(0, "EUR", 1))
    game.push(BuyTrain(0, "EUR", "B-0", 100, form="local"))


@pytest.mark.rule("1862:2.4.3-a", "1862:7.12-c")
def test_an_h_train_that_was_given_back_does_not_disturb_the_endless_ones() -> None:
    scene = failed("6E", phase="H", buyer=5000)
    scene.state.shelves.create("H-1", ("trains", DEPOT))
    game = buying(scene)
    assert trains_of(game, DEPOT) == ["H-0", "H-1"]
    for train in ("H-0", "H-1", "H-2"):
        game.push(BuyTrain(1, "FDR", train, 800, form="express"))
    assert trains_of(game, DEPOT) == ["H-3"]


@pytest.mark.rule("1862:7.12-c")
def test_the_action_that_ruins_a_company_can_be_taken_back() -> None:
    """ENR's run earns nothing, its price falls to 0; both its trains are at the bank, and then its own again."""
    scene = failed("3L", "2/3E", warranties=1).company("EUR", {0: 5}, price=20).home("EUR").trains("EUR", "3E")
    game = scene.price("ENR", *scene.game.title.grid.at_or_below(7)).turn_of("FDR", "BuyTrains")
    before = game.state.picture()
    game.push(BuyTrain(1, "FDR", top_of_stack(game), 280, form="local"))
    while "ENR" in game.state.par:
        entry = game.legal_actions()[-1]
        game.push(entry if not isinstance(entry, stockrail.ActionRange) else entry.lowest())
    assert {"B-0", "C-0"} <= set(trains_of(game, DEPOT))
    while game.actions:
        game.pop()
    assert game.state.picture() == before


@pytest.mark.rule("1862:7.12-c", "1862:7.9-b")
def test_the_panel_says_why_it_cannot_be_bought() -> None:
    """FDR has 99 and is short of one pound, not of the printed 200."""
    game = buying(failed("2/3E", buyer=99))
    panel = panel_of(game, Voice(game, "en"), frozenset(range(3)), Chosen())
    assert [(row.name, row.why.rule) for row in panel.trains if row.why] == [("B", "7.11-d")]
    assert panel.need is not None and ("Still to raise", "£1") in panel.need.lines


@pytest.mark.rule("1862:7.12-c", "1862:2.4.3-d")
@pytest.mark.parametrize(
    ("train", "table", "value"), [("B-0", "form", "local"), ("B-0", "warranties", 1), ("B-0", "expired", True)]
)
def test_the_audit_asks_for_trains_of_the_bank_that_are_as_new(train: str, table: str, value: Any) -> None:
    scene = ruined(failed("2/3E"))
    getattr(scene.state, table)[train] = value
    assert scene.game.title.audit(scene.game) == ["B-0 of the bank is not as new"]


@pytest.mark.rule("1862:2.4.3-d")
def test_the_audit_sees_a_stack_out_of_order() -> None:
    scene = ruined(failed("2/3E"))
    scene.state.shelves.move("B-0", ("trains", DEPOT))
    (fault,) = scene.game.title.audit(scene.game)
    assert fault.startswith("the stack is out of order")


@pytest.mark.rule("1862:7.12-c")
def test_log_and_displays_tell_what_they_cost(capsys: pytest.CaptureFixture[str]) -> None:
    scene = ruined(failed("2/3E", "3L"))
    game = scene.game
    told = [Speaker(game).event(event) for event in game.log if event.kind == "train_returns"]
    assert told == [f"ENR returns a {letter} train to the bank" for letter in "BC"]
    depot = depot_of(game, Voice(game, "en"))
    assert [(group.train.name, group.count, group.price) for group in depot.groups][:2] == [
        ("B", 1, "£100"),
        ("C", 4, "£280"),
    ]
    assert "Next: B for £100" in str(depot.following[0])
    show_bank(Screen(), game)
    assert "depot B £100 ×1, C £280 ×4" in capsys.readouterr().out
    show_trains(Screen(), game)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["B", "£100", "1"] in [line[:3] for line in lines] and ["A", "£100", "0"] in [line[:3] for line in lines]
