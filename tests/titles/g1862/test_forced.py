"""5.1.3, 7.11 to 7.13 A company that must have a train: raising money, bankruptcy; and buying shares back."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import GoBankrupt, IssueShares, Pass, RedeemShares, SettleOption
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import DEPOT, POOL, trains_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.actions import BuyTrain, Refinance
from stockrail.titles.g1862.companies import startable
from stockrail.titles.g1862.exchange import OptionChoice
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, holdings, menu, refusal, waits_for


def needy(cash: int, shares: dict[Any, int] | None = None, value: int = 90, phase: str = "A", **options: Any) -> Scene:
    """ENR has no train; player 0 directs it."""
    scene = Scene(**options).phase(phase).company("ENR", shares or {0: 6, 1: 4}, price=value, cash=cash).home("ENR")
    return scene.cash(0, 1000).cash(1, 1000)


@pytest.mark.rule("1862:7.11-a", "1862:7.11-b")
def test_a_company_that_can_pay_must_buy() -> None:
    game = needy(100).turn_of("ENR", "BuyTrains")
    assert refusal(game, Pass(0)) == ("must_own_train", "7.11-a")
    assert refusal(game, Refinance(0, "ENR")) == ("no_forced_purchase", "7.11-c")
    game.push(BuyTrain(0, "ENR", "A-0", 100, form="local"))
    assert not waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.11-d")
def test_the_directors_money_is_never_used() -> None:
    game = needy(60).turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "A-0", 100, form="local")) == ("treasury_short", "7.11-d")
    assert not menu(game, BuyTrain)


@pytest.mark.rule("1862:7.11-c", "1862:7.11.1-a", "1862:7.11.1-c", "1862:7.11-e")
def test_one_treasury_share_at_90_for_a_shortage_of_60() -> None:
    scene = needy(40, {0: 6, 1: 3, "ENR": 1}).company("EUR", {0: 5}).trains("EUR", "2E")
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, IssueShares(0, "ENR", 2)) == ("only_as_needed", "7.11.1-a")
    game.push(IssueShares(0, "ENR", 1))
    assert game.state.cash["ENR"] == 130 and price(game, "ENR") == 86
    assert holdings(game, "ENR") == {0: 6, 1: 3, POOL: 1}
    assert refusal(game, BuyTrain(0, "ENR", "A-0", 100)) == ("raised_for_bank_train", "7.11-c")
    assert refusal(game, Pass(0)) == ("must_own_train", "7.11-a")
    game.push(BuyTrain(0, "ENR", "A-1", 100, form="express"))


@pytest.mark.rule("1862:7.11.1-a")
def test_in_the_green_areas_it_counts_as_the_directors_sale() -> None:
    game = needy(0, {0: 5, 1: 3, "ENR": 2}, value=36, phase="A").cash("ENR", 40).turn_of("ENR", "BuyTrains")
    game.push(IssueShares(0, "ENR", 2))
    assert price(game, "ENR") == 26  # two steps, none of them free


@pytest.mark.rule("1862:7.11.1-b", "1862:7.11-c")
def test_shares_that_do_not_bring_enough_are_not_sold() -> None:
    game = needy(0, {0: 6, 1: 3, "ENR": 1}).turn_of("ENR", "BuyTrains")
    assert refusal(game, IssueShares(0, "ENR", 1)) == ("shares_do_not_help", "7.11.1-b")
    assert menu(game, Refinance) and not menu(game, IssueShares) and not menu(game, GoBankrupt)


def refinanced(game: Game1862, redeem: bool = True) -> Game1862:
    game.push(Refinance(game.actor or 0, "ENR"))
    while isinstance(game.decision, OptionChoice):
        game.push(SettleOption(game.decision.actor(game), "ENR", redeem))
    return game


@pytest.mark.rule("1862:5.1.3-a", "1862:5.1.3-b", "1862:7.11.2-a", "1862:7.11.2-b")
@pytest.mark.parametrize(("value", "par"), [(90, 90), (292, 100), (36, 54)])
def test_refinancing_halves_all_holdings_and_brings_ten_times_the_ipo_price(value: int, par: int) -> None:
    game = refinanced(needy(10, {0: 6, 1: 2}, value).turn_of("ENR", "BuyTrains"))
    assert holdings(game, "ENR") == {0: 3, 1: 1, POOL: 6}  # two from the IPO, four returned
    assert game.state.cash["ENR"] == 10 + 10 * par
    assert price(game, "ENR") == value
    assert waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.11-c")
def test_either_shares_or_refinancing_never_both() -> None:
    scene = needy(40, {0: 6, 1: 3, "ENR": 1})
    game = scene.turn_of("ENR", "BuyTrains")
    assert menu(game, IssueShares) and menu(game, Refinance)
    game.push(IssueShares(0, "ENR", 1))
    assert refusal(game, Refinance(0, "ENR")) == ("no_forced_purchase", "7.11-c")


@pytest.mark.rule("1862:7.11-e")
def test_after_refinancing_the_new_director_chooses_the_train() -> None:
    """0 had five shares and gives his option up; 1 had four and keeps two; 2 had none."""
    game = needy(10, {0: 5, 1: 5}).turn_of("ENR", "BuyTrains")
    game.push(Refinance(0, "ENR"))
    game.push(SettleOption(0, "ENR", False))  # 0 sells his director's certificate
    game.push(SettleOption(1, "ENR", True))
    assert owner_of(game, "ENR") == 1 and game.actor == 1 and waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.11-e")
def test_without_a_director_the_rule_of_receivership_chooses() -> None:
    game = needy(10, {0: 4, 1: 4, "ENR": 2}, value=36).permits("ENR", "local", "express").turn_of("ENR", "BuyTrains")
    refinanced(game, redeem=False)
    assert owner_of(game, "ENR") is None
    assert [game.title.train_name(game, train) for train in trains_of(game, "ENR")] == ["2E*"]


@pytest.mark.rule("1862:7.11.2-c", "1862:7.12-a", "1862:7.12-b")
def test_still_too_poor_after_refinancing_is_bankrupt() -> None:
    """540 for an H train of 800; halved holdings are paid at half of 36."""
    game = needy(0, {0: 6, 1: 4}, value=36, phase="H").turn_of("ENR", "BuyTrains")
    cash = [game.state.cash[seat] for seat in (0, 1)]
    refinanced(game)
    assert "ENR" not in game.state.par
    assert [game.state.cash[seat] - before for seat, before in zip((0, 1), cash, strict=True)] == [3 * 18, 2 * 18]


@pytest.mark.rule("1862:7.11.2-c")
def test_on_the_site_a_hopeless_company_fails_without_an_exchange() -> None:
    scene = needy(0, {0: 6, 1: 4}, value=36, phase="H", rulings={"refinance_short": "bankrupt_at_once"})
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, Refinance(0, "ENR")) == ("cannot_refinance", "7.11.2-c")
    cash = game.state.cash[0]
    game.push(GoBankrupt(0, "ENR"))
    assert game.state.cash[0] == cash + 6 * 18
    helped = needy(0, rulings={"refinance_short": "bankrupt_at_once"}).turn_of("ENR", "BuyTrains")
    assert refusal(helped, GoBankrupt(0, "ENR")) == ("can_still_raise", "7.12-a")


@pytest.mark.rule("1862:7.12-b", "1862:7.12-c", "1862:7.12-d", "1862:7.7-c")
def test_a_bankrupt_company_loses_everything_and_can_be_started_again() -> None:
    scene = Scene().company("ENR", {0: 5, 1: 2, POOL: 1, "ENR": 2}, price=14, cash=77).home("ENR").station("ENR", "F5")
    scene.trains("ENR", "2/3E").permits("ENR", "freight", "local")
    cash = [scene.state.cash[seat] for seat in (0, 1)]
    game = scene.turn_of("ENR", "RunStep")  # no route: nothing is paid, the price falls to 0
    assert [game.state.cash[seat] for seat in (0, 1)] == cash
    assert holdings(game, "ENR") == {IPO: 10}
    assert game.state.cash["ENR"] == 0 and not cities_of(game, "ENR") and not spare_of(game, "ENR")
    assert game.state.shelves.place_of["B-0"] == trains_at(DEPOT)
    assert game.state.permits["ENR"] == (game.state.permit["ENR"],)
    assert "ENR" in startable(game)


# -- buying shares back -------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.13-a", "1862:7.13-b")
def test_one_share_of_the_pool_at_the_market_price() -> None:
    scene = Scene().company("ENR", {0: 5, POOL: 2}, price=90, cash=200).company("EUR", {1: 5, POOL: 2}).home("ENR")
    game = scene.trains("ENR", "2E").turn_of("ENR", "RedeemShare")
    assert refusal(game, RedeemShares(0, "ENR", 2)) == ("one_share_a_turn", "7.13-a")
    assert refusal(game, RedeemShares(0, "ENR", 1, ("EUR_3",))) == ("one_share_a_turn", "7.13-a")
    game.push(RedeemShares(0, "ENR", 1))
    assert game.state.cash["ENR"] == 110
    assert holdings(game, "ENR") == {0: 5, "ENR": 1, POOL: 1, IPO: 3}
    assert not waits_for(game, RedeemShare)


@pytest.mark.rule("1862:7.13-a")
def test_without_the_money_or_a_share_in_the_pool_nothing_is_asked() -> None:
    for pool, cash in ((2, 89), (0, 500)):
        scene = Scene().company("ENR", {0: 5, POOL: pool}, price=90, cash=cash).home("ENR").trains("ENR", "2E")
        assert not waits_for(scene.turn_of("ENR", "RedeemShare"), RedeemShare)
    enough = Scene().company("ENR", {0: 5, POOL: 1}, price=90, cash=90).home("ENR").trains("ENR", "2E")
    assert waits_for(enough.turn_of("ENR", "RedeemShare"), RedeemShare)


def test_after_the_lner_the_site_lets_the_price_fall_with_a_treasury_sale() -> None:
    for ruling, after in (("stays", 90), ("moves", 86)):
        scene = needy(0, {0: 6, "ENR": 4}, rulings={"lner_treasury_sale": ruling})
        scene.cash("ENR", 40).state.flags["lner"] = "formed"
        game = scene.turn_of("ENR", "BuyTrains")
        game.push(IssueShares(0, "ENR", 1))
        assert price(game, "ENR") == after


@pytest.mark.rule("1862:7.11-c")
def test_who_can_sell_shares_does_not_fail_although_refinancing_is_hopeless() -> None:
    scene = needy(0, {0: 4, "ENR": 6}, value=142, phase="H", rulings={"refinance_short": "bankrupt_at_once"})
    scene.state.par["ENR"] = 54
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, Refinance(0, "ENR"))[0] == "cannot_refinance"
    assert refusal(game, GoBankrupt(0, "ENR"))[0] == "can_still_raise"
    assert menu(game, IssueShares) and not menu(game, GoBankrupt)


@pytest.mark.rule("1862:7.11-c", "1862:7.9-l")
@pytest.mark.parametrize(("ruling", "free"), [("bank_only", False), ("free", True)])
def test_after_the_forced_purchase_only_the_bank_sells_more_trains(ruling: str, free: bool) -> None:
    scene = needy(40, {0: 6, 1: 2, "ENR": 2}, value=200, rulings={"after_raising": ruling})
    game = scene.company("EUR", {0: 5}).trains("EUR", "2E").turn_of("ENR", "BuyTrains")
    game.push(IssueShares(0, "ENR", 1))
    game.push(BuyTrain(0, "ENR", "A-1", 100, form="express"))
    assert ("A-0" in {buy.train for buy in menu(game, BuyTrain)}) is free
    if free:
        game.push(BuyTrain(0, "ENR", "A-0", 100))
        assert trains_of(game, "ENR") == ["A-1", "A-0"]
    else:
        assert refusal(game, BuyTrain(0, "ENR", "A-0", 100)) == ("raised_for_bank_train", "7.11-c")
        game.push(BuyTrain(0, "ENR", "A-2", 100, form="local"))
        assert trains_of(game, "ENR") == ["A-1", "A-2"]


@pytest.mark.rule("1862:7.11-c")
def test_who_has_raised_nothing_buys_from_anybody_and_so_does_everybody_in_the_next_turn() -> None:
    scene = needy(500).company("EUR", {0: 5}).trains("EUR", "2E", "2E")
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "A-2", 100, form="express"))
    game.push(BuyTrain(0, "ENR", "A-0", 100))
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "A-1", 100))


def beside(cash: int, director: int = 0, seller: dict[Any, int] | None = None, phase: str = "C", **more: str) -> Scene:
    """ENR can pay £100 for a B train of EUR, not £280 for the bank's; its treasury has shares to sell."""
    scene = needy(cash, {0: 6, 1: 2, "ENR": 2}, value=200, phase=phase, rulings=more)
    return scene.company("EUR", seller or {director: 5}).trains("EUR", "2/3E")


@pytest.mark.rule("1862:7.11-b", "1862:7.11-c")
@pytest.mark.parametrize(("ruling", "free"), [("no_train_at_hand", False), ("bank_train", True)])
def test_no_money_is_raised_while_a_sister_company_sells_a_train_that_can_be_paid(ruling: str, free: bool) -> None:
    game = beside(100, raising=ruling).turn_of("ENR", "BuyTrains")
    assert bool(menu(game, Refinance)) is bool(menu(game, IssueShares)) is free
    assert menu(game, BuyTrain) and not menu(game, Pass)
    if not free:
        for raising in (Refinance(0, "ENR"), IssueShares(0, "ENR", 1), GoBankrupt(0, "ENR")):
            assert refusal(game, raising) == ("train_at_hand", "7.11-c")
        assert game.title.forced_purchase(game) is None  # nothing to raise
        game.push(BuyTrain(0, "ENR", "B-0", 100))
        assert trains_of(game, "ENR") == ["B-0"]


@pytest.mark.rule("1862:7.11-c", "1862:7.9-a")
@pytest.mark.parametrize(
    ("cash", "seller", "why"),
    [
        (99, {0: 5}, "it cannot be paid"),
        (100, {1: 5}, "another director need not sell"),
        (100, {POOL: 5}, "a company in receivership sells nothing"),
    ],
)
def test_a_train_that_is_not_at_hand_stands_in_nobodys_way(cash: int, seller: dict[Any, int], why: str) -> None:
    game = beside(cash, seller=seller).turn_of("ENR", "BuyTrains")
    assert menu(game, Refinance) and menu(game, IssueShares), why
    forced = game.title.forced_purchase(game)
    assert forced is not None and forced.missing == 280 - cash


@pytest.mark.rule("1862:7.11-c", "1862:10.3-d")
def test_after_the_lner_a_sister_company_sells_nothing() -> None:
    scene = beside(100)
    scene.state.flags["lner"] = "formed"
    assert menu(scene.turn_of("ENR", "BuyTrains"), Refinance)


@pytest.mark.rule("1862:7.11-c", "1862:7.12-a")
def test_a_hopeless_company_that_can_buy_from_its_sister_does_not_fail() -> None:
    """By the site's rule it fails at once where refinancing does not help; the train of EUR comes first."""
    scene = needy(300, {0: 6, 1: 4}, value=36, phase="H", rulings={"refinance_short": "bankrupt_at_once"})
    scene.company("EUR", {0: 5}).trains("EUR", "5E").cash("ENR", 200)
    assert menu(scene.turn_of("ENR", "BuyTrains"), GoBankrupt)  # half of 600 is too much
    game = scene.cash("ENR", 300).turn_of("ENR", "BuyTrains")  # 300 + 540 would pay the bank's train as well
    assert refusal(game, GoBankrupt(0, "ENR")) == ("train_at_hand", "7.11-c")
    game.push(BuyTrain(0, "ENR", "F-0", 300))


@pytest.mark.rule("1862:6.4.2-g", "1862:10.3-f", "1862:9.0-d", "1862:7.11.1-a")
@pytest.mark.parametrize(
    ("stop", "lner", "treasury", "after"),
    [
        ("lner_forms", "triggered", "stays", 86),
        ("phase_h", "triggered", "stays", 90),
        ("phase_h", "triggered", "moves", 90),
        ("phase_h", "formed", "moves", 86),
        ("lner_forms", "formed", "stays", 90),
        ("phase_h", None, "stays", 86),
    ],
)
def test_from_when_on_a_sale_of_own_shares_moves_no_price(
    stop: str, lner: str | None, treasury: str, after: int
) -> None:
    scene = needy(40, {0: 6, "ENR": 4}, rulings={"sales_stop": stop, "lner_treasury_sale": treasury})
    if lner:
        scene.state.flags["lner"] = lner
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(IssueShares(0, "ENR", 1))
    assert price(game, "ENR") == after


@pytest.mark.rule("1862:10.3-f")
@pytest.mark.parametrize(("stop", "after"), [("lner_forms", 86), ("phase_h", 90)])
def test_the_first_h_train_itself_stops_prices_from_falling_by_the_letter(stop: str, after: int) -> None:
    """EUR buys it; ENR is next and has to sell a share."""
    scene = needy(750, {0: 6, "ENR": 4}, phase="G", rulings={"sales_stop": stop}).company("EUR", {1: 5}, cash=1500)
    game = scene.home("EUR").turn_of("EUR", "BuyTrains")
    game.push(BuyTrain(1, "EUR", "G-0", 700, form="express"))
    game.push(BuyTrain(1, "EUR", "H-0", 800, form="express"))
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(IssueShares(0, "ENR", 1))
    assert price(game, "ENR") == after


@pytest.mark.rule("1862:7.11.1-a")
def test_a_shortage_of_exactly_one_price_takes_one_share() -> None:
    game = needy(10, {0: 6, 1: 2, "ENR": 2}).turn_of("ENR", "BuyTrains")
    assert [issue.count for issue in menu(game, IssueShares)] == [1]
    game.push(IssueShares(0, "ENR", 1))
    assert game.state.cash["ENR"] == 100


@pytest.mark.rule("1862:7.12-a", "1862:7.12-b", "1862:7.11.1-a")
def test_a_sale_of_own_shares_that_ends_on_the_grey_cell_is_a_bankruptcy() -> None:
    """At 14 two shares bring the missing 25, and the marker goes over 7 to 0."""
    scene = needy(75, {0: 6, 1: 2, "ENR": 2}, value=14)
    before = scene.state.cash[0]
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(IssueShares(0, "ENR", 2))
    assert "ENR" not in game.state.par and "ENR" in startable(game)
    assert game.state.cash[0] == before and not waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.13-a")
def test_the_last_money_may_go_for_a_share() -> None:
    scene = Scene().company("ENR", {0: 5, POOL: 2}, price=90, cash=90).home("ENR").trains("ENR", "2E")
    game = scene.turn_of("ENR", "RedeemShare")
    game.push(RedeemShares(0, "ENR", 1))
    assert game.state.cash["ENR"] == 0
    poor = Scene().company("ENR", {0: 5, POOL: 2}, price=90, cash=89).home("ENR").trains("ENR", "2E")
    assert not waits_for(poor.turn_of("ENR", "RedeemShare"), RedeemShare)


@pytest.mark.rule("1862:7.13-a", "1862:8.0-c")
def test_a_company_in_receivership_redeems_nothing() -> None:
    scene = Scene().company("ENR", {POOL: 5, 0: 2}, price=90, cash=500).home("ENR").trains("ENR", "2E")
    assert not waits_for(scene.turn_of("ENR", "RedeemShare"), RedeemShare)


@pytest.mark.rule("1862:7.11.2-c")
@pytest.mark.parametrize(("cash", "helps"), [(60, True), (59, False)])
def test_refinancing_helps_if_it_brings_exactly_the_price(cash: int, helps: bool) -> None:
    """540 for an F train of 600."""
    scene = needy(cash, {0: 6, 1: 4}, value=36, phase="F", rulings={"refinance_short": "bankrupt_at_once"})
    game = scene.turn_of("ENR", "BuyTrains")
    assert bool(menu(game, Refinance)) is helps and bool(menu(game, GoBankrupt)) is not helps
