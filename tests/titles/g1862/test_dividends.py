"""7.8.5, 7.8.6 Dividends, the price, and money of the treasury added; 7.10 warranties run down."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import PayOut
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.state import POOL
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.dividends import Dividend
from stockrail.titles.g1862.state import IPO, Game1862

from .conftest import Scene, menu, refusal, run, waits_for


def earned(
    revenue: int,
    value: int = 100,
    cash: int = 0,
    subsidy: int = 0,
    local: int = 0,
    shares: dict[Any, int] | None = None,
    **options: Any,
) -> Game1862:
    """ENR has just run for so much; it has a train."""
    holders = shares or {0: 5, 1: 2, "ENR": 2, POOL: 1}
    scene = Scene(**options).company("ENR", holders, price=value, cash=cash).home("ENR").trains("ENR", "2/3L")
    run_over = Dividend("ENR", revenue, subsidy, local, ran=True)
    return scene.at(OperatingRound(2, 1), OperatingTurn("ENR", 5), run_over)


@pytest.mark.rule("1862:7.8.5-a")
def test_all_is_paid_or_all_is_retained() -> None:
    game = earned(190)
    assert {pay.kind for pay in menu(game, PayOut)} == {"full", "withhold"}
    assert refusal(game, PayOut(0, "ENR", "half")) == ("no_such_dividend", "7.8.5-a")
    game.push(PayOut(0, "ENR", "withhold"))
    assert game.state.cash["ENR"] == 190


@pytest.mark.rule("1862:7.8.5-b", "1862:7.8.5-c", "1862:7.13-b")
def test_each_share_gets_a_tenth_and_pool_and_ipo_nothing() -> None:
    game = earned(190)
    before = [game.state.cash[seat] for seat in (0, 1)]
    game.push(PayOut(0, "ENR", "full"))
    assert [game.state.cash[seat] - cash for seat, cash in zip((0, 1), before, strict=True)] == [95, 38]
    assert game.state.cash["ENR"] == 38
    game = earned(190, shares={0: 5, IPO: 5})
    game.push(PayOut(0, "ENR", "full"))
    assert game.state.cash["ENR"] == 0


@pytest.mark.rule("1862:7.8.5-d", "1862:7.8.5-f")
def test_nothing_paid_is_one_space_left() -> None:
    game = earned(190)
    game.push(PayOut(0, "ENR", "withhold"))
    assert price(game, "ENR") == 90
    nothing = earned(0)
    assert price(nothing, "ENR") == 90  # no revenue at all: nobody is asked


@pytest.mark.rule("1862:7.8.5-e", "1862:7.8.5-f", "1862:7.8.5-h")
@pytest.mark.parametrize(
    ("before", "paid", "after"),
    [
        (100, 90, 100),
        (100, 100, 110),
        (56, 100, 60),
        (60, 210, 78),
        (182, 390, 220),
        (50, 150, 62),
        (50, 200, 68),
        (50, 500, 68),
        (950, 950, 1000),
    ],
)
def test_one_space_right_for_each_full_multiple_of_the_price(before: int, paid: int, after: int) -> None:
    game = earned(paid, before)
    game.push(PayOut(0, "ENR", "full"))
    assert price(game, "ENR") == after


@pytest.mark.rule("1862:7.8.5-h", "1862:7.12-a")
@pytest.mark.parametrize("value", [7, 14])
def test_below_the_lowest_cells_lies_bankruptcy(value: int) -> None:
    game = earned(10, value)
    game.push(PayOut(0, "ENR", "withhold"))
    assert "ENR" not in game.state.par and "ENR" not in game.state.cell


@pytest.mark.rule("1862:7.8.5-i")
@pytest.mark.parametrize(("kind", "kept"), [("full", 40 + 20), ("withhold", 40 + 100)])
def test_the_subsidy_is_kept_in_any_case(kind: str, kept: int) -> None:
    game = earned(100, subsidy=40)
    game.push(PayOut(0, "ENR", kind))
    assert game.state.cash["ENR"] == kept


@pytest.mark.rule("1862:7.8.6-a", "1862:7.8.6-b", "1862:7.8.6-c")
def test_the_treasury_may_lift_the_dividend_to_the_price() -> None:
    game = earned(60, 82, cash=30, local=60, shares={0: 5, 1: 5})
    before = game.state.cash[1]
    assert PayOut(0, "ENR", "hudson") in menu(game, PayOut)
    game.push(PayOut(0, "ENR", "hudson"))
    assert game.state.cash[1] == before + 45  # £9 a share
    assert game.state.cash["ENR"] == 0
    assert price(game, "ENR") == 90


@pytest.mark.rule("1862:7.8.6-a", "1862:7.8.6-d")
def test_the_subsidy_of_the_turn_counts_and_too_little_is_refused() -> None:
    game = earned(60, 82, cash=0, subsidy=30, local=60, shares={0: 10})
    game.push(PayOut(0, "ENR", "hudson"))
    assert game.state.cash["ENR"] == 0
    game = earned(60, 82, cash=0, subsidy=20, local=60)
    assert refusal(game, PayOut(0, "ENR", "hudson")) == ("treasury_too_small", "7.8.6-d")


@pytest.mark.rule("1862:7.8.6-a")
@pytest.mark.parametrize(("ruling", "free"), [("any_revenue", True), ("local_income", False)])
def test_any_train_may_have_earned_it_or_locals_only(ruling: str, free: bool) -> None:
    game = earned(60, 82, cash=100, local=0, rulings={"hudson": ruling})
    assert (PayOut(0, "ENR", "hudson") in menu(game, PayOut)) is free
    if free:
        game.push(PayOut(0, "ENR", "hudson"))
        assert price(game, "ENR") == 90
    else:
        assert refusal(game, PayOut(0, "ENR", "hudson")) == ("no_local_income", "7.8.6-a")


@pytest.mark.rule("1862:7.8.6-a")
def test_any_revenue_is_the_default_and_the_public_sites_answer() -> None:
    for preset in (None, "18xx.games"):
        assert PayOut(0, "ENR", "hudson") in menu(earned(60, 82, cash=100, local=0, preset=preset), PayOut)


@pytest.mark.rule("1862:7.8.6-a")
@pytest.mark.parametrize("ruling", ["any_revenue", "local_income"])
def test_only_below_the_price_and_with_revenue(ruling: str) -> None:
    game = earned(90, 82, cash=100, local=90, rulings={"hudson": ruling})
    assert refusal(game, PayOut(0, "ENR", "hudson")) == ("revenue_suffices", "7.8.6-a")
    nothing = earned(0, 82, cash=100, rulings={"hudson": ruling, "skipping": "as_site"})
    assert refusal(nothing, PayOut(0, "ENR", "hudson")) == ("no_revenue", "7.8.6-a")


@pytest.mark.rule("1862:7.8.6-a")
def test_at_least_ten_and_above_ten_are_one_answer_because_no_stop_pays_ten() -> None:
    """The public site asks for more than £10. Bonuses are multiples of 20 and 30, so that no run earns just £10."""
    board = Scene().game.title.board
    faces = [board.face(name, 0) for name in board.tiles] + [place.printed for place in board.hexes.values()]
    paid = {stop.value(colour) for face in faces for stop in face.stops for colour in ("low", "middle", "high")}
    assert min(paid - {0}) == 20
    assert PayOut(0, "ENR", "hudson") in menu(earned(10, 82, cash=100), PayOut)


def shared(*trains: str) -> Game1862:
    """ENR between Cromer (20) and Norwich (40), which all its trains visit; only locals make the manoeuvre possible."""
    scene = Scene(rulings={"hudson": "local_income"}).phase("B").company("ENR", {0: 5}, price=90, cash=100)
    scene.city("F3", "yellow", 0, 3).home("ENR").city("F5", "yellow", 3, 0)
    return scene.trains("ENR", *trains).turn_of("ENR", "RunStep")


@pytest.mark.rule("1862:7.8.6-a", "1862:7.8-j", "1862:7.8.2-c")
@pytest.mark.parametrize(
    ("trains", "names"),
    [
        (("2/3L", "2E"), "B-0 A-0"),
        (("2E", "2/3L"), "A-0 B-0"),
        (("2L", "2E"), "A-0 A-1"),
        (("2/3L", "2F"), "B-0 B-1"),
        (("2/3L", "2/3E", "2E"), "B-0 B-1 A-0"),
        (("2/3L", "2/3L", "2E"), "B-0 B-1 A-0"),
    ],
)
def test_the_director_says_which_train_counts_a_shared_place(trains: tuple[str, ...], names: str) -> None:
    """Whatever else could count both cities, the local may be the one; the revenue stays."""
    game = shared(*trains)
    revenue, _ = run(game, "ENR", **{name.replace("-", "_"): "F3 F5" for name in names.split()})
    assert revenue == 60
    game.push(PayOut(0, "ENR", "hudson"))
    assert price(game, "ENR") == 100


@pytest.mark.rule("1862:7.8.6-a")
@pytest.mark.parametrize("trains", [("2E",), ("2E", "2/3L"), ("2/3E", "2L")])
def test_a_local_that_stays_at_home_has_earned_nothing(trains: tuple[str, ...]) -> None:
    game = shared(*trains)
    run(game, "ENR", **{("B_0" if "/" in trains[0] else "A_0"): "F3 F5"})
    assert refusal(game, PayOut(0, "ENR", "hudson")) == ("no_local_income", "7.8.6-a")


# -- warranties ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.10-c")
def test_after_the_run_one_warranty_leaves_each_train_that_has_any() -> None:
    game = earned(100)
    for train, count in (("B-0", 2),):
        game.state.warranties[train] = count
    game.push(PayOut(0, "ENR", "full"))
    assert game.state.warranties["B-0"] == 1
    idle = Scene().company("ENR", {0: 5}, cash=900).home("ENR").trains("ENR", "2E", warranties=1)
    game = idle.turn_of("ENR", "RunStep")  # no route: it does not run at all
    assert game.state.warranties["A-0"] == 0


@pytest.mark.rule("1862:7.10-d")
def test_an_obsolete_train_goes_with_its_last_warranty() -> None:
    for left, stays in ((2, True), (1, False)):
        game = earned(100)
        game.state.warranties["B-0"] = left
        game.state.expired["B-0"] = True
        game.push(PayOut(0, "ENR", "full"))
        assert ("B-0" in trains_of(game, "ENR")) is stays


def test_a_company_in_receivership_is_not_asked() -> None:
    game = earned(100, shares={POOL: 5, 0: 2})
    assert not waits_for(game, Dividend)


@pytest.mark.rule("1862:7.8.6-a")
def test_ten_pounds_of_local_income_are_enough_and_the_price_itself_is_too_much() -> None:
    earned(60, 82, cash=100, local=10, rulings={"hudson": "local_income"}).push(PayOut(0, "ENR", "hudson"))
    game = earned(90, 90, cash=100, local=90)
    assert refusal(game, PayOut(0, "ENR", "hudson")) == ("revenue_suffices", "7.8.6-a")
