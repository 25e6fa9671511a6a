"""18EU 3, 3.2: prices and how they move."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import (
    BuyShare,
    IssueShares,
    Pass,
    PayOut,
    RedeemShares,
    RunTrains,
    SellShares,
    StartCompany,
)
from stockrail.rules.prices import move_right, price
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, POOL, Holder
from stockrail.testing import Position

Cell = tuple[int, int]


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    picture = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == picture
    return error.value.kind, error.value.rule


def end_stock_round(game: RailGame) -> None:
    """Everybody passes; the first company to operate waits with its track."""
    while isinstance(current_round(game), StockRound):
        assert game.actor is not None
        game.push(Pass(game.actor))


def london(cell: Cell, shares: dict[Holder, int] | None = None) -> Position:
    """SNCF earns 90: Paris 40, Lille 10, London 40."""
    position = Position("18EU").phase("3").corporation("SNCF", shares or {0: 5}).price("SNCF", *cell)
    return position.token("SNCF", "A10").train("3-0", "SNCF").tiles(B9=("8", 1), B7=("58", 0))


def pay_out(position: Position, kind: str) -> RailGame:
    game = position.operating("SNCF", "RunStep")
    run = game.legal_actions()[0]
    assert isinstance(run, RunTrains)
    game.push(run)
    game.push(PayOut(0, "SNCF", kind))
    return game


# -- prices and starting values --------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3-a")
def test_the_price_is_that_of_one_tenth() -> None:
    position = Position("18EU").corporation("FS", {1: 3}, cash=0).price("FS", 1, 6)  # 135
    game = position.cash(0, 500).stock_round(0)
    game.push(BuyShare(0, "FS", "FS"))
    assert (game.state.cash[0], shares_of(game, 0, "FS")) == (500 - 135, 1)
    assert game.result().worth[1] == 450 + 3 * 135


@pytest.mark.rule("18EU:3-a")
def test_the_presidents_certificate_of_two_tenths_costs_two_prices() -> None:
    game = Position("18EU").owned("1", 0).cash(0, 500).stock_round(0)
    game.push(StartCompany(0, "FS", 82))
    assert (game.state.cash[0], shares_of(game, 0, "FS")) == (500 - 164, 2)


@pytest.mark.rule("18EU:3-b")
@pytest.mark.parametrize(("value", "cell"), [(70, (4, 2)), (75, (4, 3)), (82, (3, 3)), (90, (3, 4)), (100, (2, 4))])
def test_each_starting_value_has_its_cell(value: int, cell: Cell) -> None:
    game = Position("18EU").owned("1", 0).cash(0, 500).stock_round(0)
    game.push(StartCompany(0, "FS", value))
    assert (game.state.cell["FS"], price(game, "FS"), game.state.par["FS"]) == (cell, value, value)


@pytest.mark.rule("18EU:3-b")
def test_no_other_price_is_a_starting_value() -> None:
    game = Position("18EU").owned("1", 0).cash(0, 1000).stock_round(0)
    assert {a.value for a in game.legal_actions() if isinstance(a, StartCompany)} == {70, 75, 82, 90, 100}
    for value in (65, 80, 110, 0):
        assert refusal(game, StartCompany(0, "FS", value)) == ("no_par_value", "3-b")


# -- sales -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.2-a")
@pytest.mark.parametrize(("count", "after"), [(1, 122), (2, 110), (3, 100)])
def test_each_share_that_a_player_sells_lowers_the_price_one_row(count: int, after: int) -> None:
    game = Position("18EU").corporation("FS", {1: 3, 0: 3}).price("FS", 0, 5).stock_round(0)  # 135
    game.push(SellShares(0, "FS", count))
    assert (game.state.cell["FS"], price(game, "FS")) == ((count, 5), after)


@pytest.mark.rule("18EU:3.2-a")
@pytest.mark.parametrize(("count", "after"), [(1, 122), (2, 110)])
def test_each_share_that_a_corporation_sells_lowers_its_price_one_row(count: int, after: int) -> None:
    position = Position("18EU").corporation("FS", {0: 5}).price("FS", 0, 5).token("FS", "E18")  # 135
    game = position.operating("FS", "OwnShares", alone=True)
    game.push(IssueShares(0, "FS", count))
    assert game.state.cash["FS"] == count * 135
    assert (game.state.cell["FS"], price(game, "FS")) == ((count, 5), after)


@pytest.mark.rule("18EU:3.2-a")
def test_buying_moves_no_price() -> None:
    position = Position("18EU").corporation("FS", {1: 3, POOL: 2}, cash=300).price("FS", 0, 5).token("FS", "E18")
    game = position.cash(0, 500).cash(1, 500).stock_round(0)
    game.push(BuyShare(0, "FS", POOL))
    game.push(BuyShare(1, "FS", "FS"))
    assert price(game, "FS") == 135
    game = position.operating("FS", "OwnShares", alone=True)
    game.push(RedeemShares(1, "FS", 1))
    assert (shares_of(game, POOL, "FS"), price(game, "FS")) == (0, 135)


# -- sold out --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.2-b")
@pytest.mark.parametrize(
    ("shares", "after"),
    [
        ({0: 5, 1: 5}, 110),
        ({0: 5, 1: 3, 2: 2}, 110),
        ({0: 5, 1: 4, POOL: 1}, 100),
        ({0: 5, 1: 4}, 100),
    ],
    ids=["two players", "three players", "one in the pool", "one in the treasury"],
)
def test_only_a_price_without_shares_in_pool_and_treasury_rises(shares: dict[Holder, int], after: int) -> None:
    game = Position("18EU").corporation("FS", shares).token("FS", "E18").stock_round(0)
    end_stock_round(game)
    assert price(game, "FS") == after


@pytest.mark.rule("18EU:3.2-b")
def test_a_sold_out_price_rises_at_the_end_of_the_round_and_not_before() -> None:
    position = Position("18EU").corporation("FS", {0: 5, 1: 4}).token("FS", "E18")
    game = position.corporation("NS", {0: 2}).stock_round(1)
    game.push(BuyShare(1, "FS", "FS"))
    game.push(Pass(2))
    game.push(Pass(0))
    assert price(game, "FS") == 100
    end_stock_round(game)
    assert price(game, "FS") == 110


@pytest.mark.rule("18EU:3.2-b", "18EU:3.2-h")
def test_sold_out_prices_rise_in_operating_order_each_under_those_already_there() -> None:
    """NS lies above FS; SNCB is in the cell that both enter."""
    position = Position("18EU").corporation("NS", {0: 5, 1: 5}).corporation("FS", {1: 5, 0: 5})
    game = position.corporation("SNCB", {2: 5}).price("SNCB", 1, 4).token("SNCB", "E18").stock_round(2)
    end_stock_round(game)
    assert game.state.pile[1, 4] == ("SNCB", "NS", "FS")


# -- earnings --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.2-c")
def test_a_corporation_without_earnings_falls_one_column_left() -> None:
    game = Position("18EU").corporation("FS", {0: 5}).operating("FS", "RunStep")
    assert (game.state.cell["FS"], price(game, "FS")) == ((2, 3), 90)


@pytest.mark.rule("18EU:3.2-c")
@pytest.mark.parametrize(("column", "after"), [(4, 90), (1, 70)])
def test_a_corporation_that_withholds_falls_one_column_left(column: int, after: int) -> None:
    game = pay_out(london((2, column)), "withhold")
    assert (game.state.cell["SNCF"], price(game, "SNCF")) == ((2, column - 1), after)


@pytest.mark.rule("18EU:3.2-d", "18EU:3.2-i")
@pytest.mark.parametrize(
    ("kind", "cell", "after"),
    [
        ("full", (2, 3), (2, 4)),  # 90 paid, price 90
        ("full", (2, 4), (2, 4)),  # 90 paid, price 100
        ("full", (2, 2), (2, 3)),  # 90 paid, price 82
        ("full", (0, 16), (0, 16)),  # 90 paid, price 400
        ("half", (5, 0), (5, 1)),  # 50 paid, price 50
        ("half", (4, 0), (4, 0)),  # 50 paid, price 60
        ("half", (2, 3), (2, 3)),  # 50 paid of 90, price 90
        ("half", (6, 0), (6, 1)),  # 50 paid, price 40
    ],
)
def test_a_dividend_of_the_price_or_more_moves_one_column_right_and_a_lesser_one_nowhere(
    kind: str, cell: Cell, after: Cell
) -> None:
    assert pay_out(london(cell), kind).state.cell["SNCF"] == after


@pytest.mark.rule("18EU:3.2-d")
def test_the_whole_dividend_counts_whoever_holds_the_shares() -> None:
    """Only 20 % are paid to a player, the pool's 50 % to nobody."""
    assert pay_out(london((2, 3), {0: 2, POOL: 5}), "full").state.cell["SNCF"] == (2, 4)


# -- the market's edges ----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.2-e")
@pytest.mark.parametrize(("end", "above"), [((6, 3), (5, 3)), ((5, 4), (4, 4)), ((4, 5), (3, 5))])
def test_at_the_right_end_of_a_row_a_dividend_moves_the_price_up(end: Cell, above: Cell) -> None:
    assert pay_out(london(end), "full").state.cell["SNCF"] == above


@pytest.mark.rule("18EU:3.2-e")
@pytest.mark.parametrize(
    ("end", "above"), [((3, 7), (2, 7)), ((2, 10), (1, 10)), ((1, 13), (0, 13)), ((0, 16), (0, 16))]
)
def test_so_it_does_at_the_end_of_the_dear_rows(end: Cell, above: Cell) -> None:
    game = Position("18EU").corporation("FS", {0: 5}).price("FS", *end).stock_round(0)
    move_right(game, "FS")
    assert game.state.cell["FS"] == above


@pytest.mark.rule("18EU:3.2-e")
@pytest.mark.parametrize(("row", "after"), [(0, 75), (1, 70), (4, 50), (5, 40), (6, 40)])
def test_at_the_left_end_of_a_row_the_price_falls_down_instead(row: int, after: int) -> None:
    game = pay_out(london((row, 0)), "withhold")
    assert (game.state.cell["SNCF"], price(game, "SNCF")) == ((min(row + 1, 6), 0), after)


@pytest.mark.rule("18EU:3.2-f")
def test_a_sold_out_price_on_the_top_row_stays() -> None:
    position = Position("18EU").corporation("NS", {0: 5, 1: 5}).price("NS", 0, 9)
    position.corporation("FS", {0: 5, 1: 4}).price("FS", 0, 9).token("NS", "E18")
    game = position.stock_round(0)
    end_stock_round(game)
    assert game.state.pile[0, 9] == ("NS", "FS")


@pytest.mark.rule("18EU:3.2-g")
@pytest.mark.parametrize(
    ("cell", "count", "after"),
    [
        ((5, 0), 1, (6, 0)),
        ((5, 0), 2, (6, 0)),
        ((6, 0), 3, (6, 0)),
        ((3, 4), 2, (5, 4)),
        ((3, 4), 3, (5, 4)),
        ((1, 10), 1, (2, 10)),
        ((1, 10), 4, (2, 10)),
        ((0, 16), 4, (0, 16)),
    ],
)
def test_a_fall_stops_on_the_lowest_cell_of_the_column(cell: Cell, count: int, after: Cell) -> None:
    game = Position("18EU").corporation("FS", {1: 5, 0: 4}).price("FS", *cell).stock_round(0)
    game.push(SellShares(0, "FS", count))
    assert game.state.cell["FS"] == after


@pytest.mark.rule("18EU:3.2-g")
def test_on_the_lowest_cell_a_sale_does_not_even_move_the_marker_in_its_stack() -> None:
    position = Position("18EU").corporation("FS", {1: 5, 0: 4}).price("FS", 5, 4)
    game = position.corporation("NS", {1: 5}).price("NS", 5, 4).stock_round(0)
    game.push(SellShares(0, "FS", 2))
    assert game.state.pile[5, 4] == ("FS", "NS")


# -- stacks of markers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.2-h")
def test_a_new_marker_goes_under_those_in_its_cell() -> None:
    game = Position("18EU").corporation("NS", {1: 5}, value=90).owned("1", 0).stock_round(0)
    game.push(StartCompany(0, "FS", 90))
    assert game.state.pile[3, 4] == ("NS", "FS")


@pytest.mark.rule("18EU:3.2-h")
@pytest.mark.parametrize(("first", "second"), [("FS", "NS"), ("NS", "FS")])
def test_a_falling_marker_goes_under_those_in_the_cell(first: str, second: str) -> None:
    """The second one falls from 100 to the 90 of the first."""
    position = Position("18EU").corporation(first, {1: 5, 0: 2}, value=90)
    game = position.corporation(second, {1: 5, 0: 2}, value=100).stock_round(0)
    game.push(SellShares(0, second, 1))
    assert game.state.pile[3, 4] == (first, second)
    assert game.state.pile[2, 4] == ()


@pytest.mark.rule("18EU:3.2-h")
def test_a_marker_moved_by_a_dividend_goes_under_those_in_the_cell() -> None:
    position = london((2, 3)).corporation("FS", {1: 5}, value=100)
    assert pay_out(position, "full").state.pile[2, 4] == ("FS", "SNCF")


@pytest.mark.rule("18EU:3.2-i")
def test_a_dividend_below_the_price_leaves_the_stack_as_it_is() -> None:
    position = london((2, 4)).corporation("FS", {1: 5}, value=100)
    assert pay_out(position, "full").state.pile[2, 4] == ("SNCF", "FS")


@pytest.mark.rule("18EU:3.2-i")
def test_a_corporation_that_does_not_operate_keeps_its_price_and_place() -> None:
    """FS is started, not floated, and lies above NS, which operates twice for nothing."""
    position = Position("18EU").corporation("FS", {0: 3}, floated=False, turns=0)
    game = position.corporation("NS", {1: 5}).train("5-0", "NS").stock_round(0)
    end_stock_round(game)
    while not isinstance(current_round(game), StockRound):
        assert game.actor is not None
        game.push(Pass(game.actor))
    assert game.state.cell["FS"] == (2, 4)
    assert game.state.cell["NS"] == (2, 2)


@pytest.mark.rule("18EU:3.2-a", "18EU:4.1.1-d")
def test_a_block_is_paid_by_the_bank_at_the_price_before_the_fall() -> None:
    game = Position("18EU").corporation("FS", {1: 3, 0: 3}).price("FS", 0, 5).stock_round(0)
    bank, cash = game.state.cash[BANK], game.state.cash[0]
    game.push(SellShares(0, "FS", 3))
    assert game.state.cash[0] == cash + 3 * 135
    assert game.state.cash[BANK] == bank - 3 * 135
