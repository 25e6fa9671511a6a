"""5.2 Two shares become one: both worked examples of the rulebook, directors, options and receivership."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Merge, Pass, SettleOption
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import POOL, Holder, certs_at
from stockrail.titles.g1862.companies import in_receivership
from stockrail.titles.g1862.exchange import OptionChoice
from stockrail.titles.g1862.state import IPO, Game1862

from .conftest import Scene, Shares, agree, holdings, menu, refusal


def joined(scene: Scene, one: str, other: str) -> Scene:
    """Both have their home station, and a station in March."""
    return scene.home(one, other).city("B7", "green", 0, 3).station(one, "B7").station(other, "B7")


def option(game: Game1862) -> Any:
    assert isinstance(game.decision, OptionChoice)
    return game.decision


def settle(game: Game1862, redeem: bool = True) -> None:
    choice = option(game)
    game.push(SettleOption(choice.actor(game), choice.exchange.survivor, redeem))


RICHARD, EMMA, PETER, LINDA = range(4)


def example_1(linda: int = 60, value: int = 90, rulings: dict[str, str] | None = None) -> Game1862:
    scene = Scene(players=4, rulings=rulings)
    scene.company("N&E", {RICHARD: 4, EMMA: 3, PETER: 1, "N&E": 2}, price=value, cash=500)
    shares: Shares = {RICHARD: 5, PETER: 1, LINDA: 1, "WStI": 1, POOL: 1}
    scene.company("WStI", shares, price=value, cash=300)
    scene.trains("N&E", "2F").trains("WStI", "2F").cash(LINDA, linda)
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(RICHARD, "N&E", "WStI", "N&E"))
    return game


class TestExample1:
    """5.2.6 Richard merges WStI into N&E."""

    @pytest.mark.rule("1862:5.2.6-a", "1862:5.2.2-a", "1862:5.2.3-a", "1862:5.2.3-b")
    def test_the_ipo_goes_to_the_pool_and_the_price_is_134(self) -> None:
        game = example_1()
        assert price(game, "N&E") == 134 and game.state.par["N&E"] == 100
        assert not game.state.shelves.on(certs_at(IPO, "WStI"))
        assert (option(game).option.redeem, option(game).option.sell) == (67, 67)

    @pytest.mark.rule("1862:5.2.6-b", "1862:5.2.4-a", "1862:5.2.4-b", "1862:5.2.4-c", "1862:5.2.4-d", "1862:5.2.4-e")
    def test_richard_returns_four_takes_one_from_emma_and_pays(self) -> None:
        game = example_1()
        assert option(game).holder == RICHARD
        assert holdings(game, "WStI")[POOL] == 6  # one from the IPO, one that lay there, four of his
        assert holdings(game, "WStI")[EMMA] == 1 and holdings(game, "N&E")[EMMA] == 2
        cash = game.state.cash[RICHARD]
        settle(game)
        assert game.state.cash[RICHARD] == cash - 67
        assert holdings(game, "N&E")[RICHARD] == 5

    @pytest.mark.rule("1862:5.2.6-c", "1862:5.2.6-d", "1862:5.2.4-g")
    def test_emma_keeps_two_and_peter_one(self) -> None:
        game = example_1()
        settle(game)
        assert option(game).holder == EMMA
        settle(game)
        assert holdings(game, "N&E")[EMMA] == 2
        assert holdings(game, "N&E")[PETER] == 1  # he was not asked: no option

    @pytest.mark.rule("1862:5.2.6-e", "1862:5.2.4-h")
    def test_linda_cannot_pay_and_is_paid_instead(self) -> None:
        game = example_1()
        settle(game)
        settle(game)
        assert game.state.cash[LINDA] == 60 + 67
        assert option(game).holder == "N&E"

    @pytest.mark.rule("1862:5.2.6-f", "1862:5.2.6-g", "1862:5.2.6-i", "1862:5.2.4-a", "1862:5.2.1-a")
    def test_the_treasury_ends_with_two_and_wsti_is_free_again(self) -> None:
        game = example_1()
        settle(game)
        settle(game)
        assert option(game).actor(game) == RICHARD  # the initiator decides for the treasuries
        settle(game)
        assert holdings(game, "N&E") == {RICHARD: 5, EMMA: 2, PETER: 1, "N&E": 2}
        assert holdings(game, "WStI") == {IPO: 10}
        assert owner_of(game, "N&E") == RICHARD
        assert not any(event.kind == "president_changes" for event in game.log)
        assert game.state.cash["N&E"] == 500 + 300 - 67
        assert game.state.permits["WStI"] == (game.state.permit["WStI"],)
        assert "WStI" not in game.state.par

    @pytest.mark.rule("1862:5.2.6-h", "1862:5.2.4-f")
    def test_had_linda_redeemed_the_treasurys_option_would_be_sold(self) -> None:
        game = example_1(linda=67)
        for holder in (RICHARD, EMMA, LINDA):
            assert option(game).holder == holder
            settle(game)
        assert holdings(game, "N&E") == {RICHARD: 5, EMMA: 2, PETER: 1, LINDA: 1, "N&E": 1}
        assert game.state.cash["N&E"] == 500 + 300 + 67


HELEN, MARTIN, RACHEL, CHARLES = range(4)


def example_2() -> Game1862:
    scene = Scene(players=4)
    scene.company("N&E", {MARTIN: 4, HELEN: 1, CHARLES: 3}, price=100, cash=100)
    scene.company("I&B", {MARTIN: 5, RACHEL: 3, "I&B": 2}, price=74, cash=50)
    scene.trains("I&B", "2F")
    game = joined(scene, "N&E", "I&B").turn_of("N&E", "MergeStep")
    game.push(Merge(MARTIN, "N&E", "I&B", "N&E"))
    return game


class TestExample2:
    """5.2.7 Martin merges I&B into N&E, which has no train."""

    @pytest.mark.rule("1862:5.2.7-a", "1862:5.2.7-b", "1862:5.2.7-c")
    def test_price_and_what_martin_returns(self) -> None:
        game = example_2()
        assert price(game, "N&E") == 86 and game.state.par["N&E"] == 82
        assert option(game).option.redeem == 43
        assert option(game).holder == MARTIN
        assert holdings(game, "N&E") == {HELEN: 1, MARTIN: 5, CHARLES: 3, POOL: 1}

    @pytest.mark.rule("1862:5.2.7-d", "1862:5.2.7-e", "1862:5.2.7-f", "1862:5.2.7-g", "1862:5.2.7-h")
    def test_everybody_redeems_and_the_treasury_finds_no_share(self) -> None:
        game = example_2()
        cash = [game.state.cash[seat] for seat in range(4)]
        for holder in (MARTIN, RACHEL, CHARLES, HELEN):
            assert option(game).holder == holder
            settle(game)
        assert [game.state.cash[seat] for seat in range(4)] == [amount - 43 for amount in cash]
        assert holdings(game, "N&E") == {HELEN: 1, MARTIN: 5, RACHEL: 2, CHARLES: 2}
        assert game.state.cash["N&E"] == 100 + 50 + 86


# -- directors ----------------------------------------------------------------------------------------------------


def small_director(held: int, pool: int = 0, others: dict[Holder, int] | None = None, cash: int = 500) -> Game1862:
    """Player 0 directs N&E with few shares, player 1 WStI with six; 0 proposes, N&E survives at 134."""
    scene = Scene(players=3).cash(0, cash)
    rest: dict[Holder, int] = others or {}
    scene.company("N&E", {0: held, POOL: pool, **rest, "N&E": 10 - held - pool - sum(rest.values())}, price=90)
    scene.company("WStI", {1: 6, "WStI": 4}, price=90).trains("N&E", "2F").trains("WStI", "2F")
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    agree(game)
    return game


@pytest.mark.rule("1862:5.2.4-i")
def test_a_director_below_60_percent_swaps_his_certificate_for_three_of_the_pool() -> None:
    game = small_director(5, pool=3)
    assert "N&E_0" in game.state.shelves.on(certs_at(POOL, "N&E"))
    assert option(game).holder == 0  # five ordinary shares: two returned, one an option
    assert holdings(game, "N&E")[0] == 3


@pytest.mark.rule("1862:5.2.4-i")
@pytest.mark.parametrize(("own", "absorbed", "swaps"), [(1, 2, True), (0, 3, True), (1, 1, False), (2, 0, False)])
def test_the_three_shares_of_the_pool_may_be_of_either_company(own: int, absorbed: int, swaps: bool) -> None:
    """Q19 He has five shares then, whatever they are of, and keeps two and an option."""
    scene = Scene(players=3).company("N&E", {0: 5, POOL: own, "N&E": 5 - own}, price=90)
    scene.company("WStI", {1: 6, POOL: absorbed, "WStI": 4 - absorbed}, price=90)
    scene.trains("N&E", "2F").trains("WStI", "2F").cash(0, 500)
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    agree(game)
    assert option(game).holder == 0
    assert ("N&E_0" in game.state.shelves.on(certs_at(POOL, "N&E"))) is swaps
    assert (option(game).option.certificate == "N&E_0") is not swaps
    assert option(game).option.sell == (67 if swaps else 335)
    assert holdings(game, "N&E")[0] == 3


@pytest.mark.rule("1862:5.2.4-j", "1862:5.2.4-k", "1862:5.2.4-l", "1862:5.2.4-m")
@pytest.mark.parametrize(("held", "redeem", "sell"), [(5, 67, 335), (4, 134, 268), (3, 201, 201)])
def test_without_three_in_the_pool_the_certificate_is_his_option(held: int, redeem: int, sell: int) -> None:
    game = small_director(held)
    choice = option(game)
    assert choice.option.certificate == "N&E_0"
    assert (choice.option.redeem, choice.option.sell) == (redeem, sell)
    assert holdings(game, "N&E")[0] == 3  # all ordinary shares have gone to the pool
    cash = game.state.cash[0]
    settle(game, redeem=False)
    assert game.state.cash[0] == cash + sell
    assert owner_of(game, "N&E") != 0


@pytest.mark.rule("1862:5.2.4-n")
def test_rounding_of_a_directors_option_at_71() -> None:
    scene = (
        Scene(players=2).company("N&E", {0: 5, "N&E": 5}, price=54).company("WStI", {1: 6, "WStI": 4}, price=36, par=54)
    )
    scene.trains("N&E", "2F").trains("WStI", "2F")  # 36 + 27 = 63 → 62; set to 71 below
    scene.price("N&E", 0, 14).price("WStI", 0, 8)  # 58 and 44: 44 + 29 = 73 → 71
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    agree(game)
    assert price(game, "N&E") == 71
    assert (option(game).option.redeem, option(game).option.sell) == (35, 177)


@pytest.mark.rule("1862:5.2-a", "1862:5.2.5-a", "1862:5.2.5-b")
def test_the_director_is_worked_out_at_the_end_and_may_change() -> None:
    """0 gives his option up; 1, who had six of the absorbed company, ends with three and is director."""
    game = small_director(5)
    assert owner_of(game, "N&E") == 0
    settle(game, redeem=False)
    while isinstance(game.decision, OptionChoice):
        settle(game)
    assert owner_of(game, "N&E") == 1
    assert "N&E_0" in game.state.shelves.on(certs_at(1, "N&E"))
    assert holdings(game, "N&E")[1] == 3


@pytest.mark.rule("1862:5.2.5-a")
@pytest.mark.parametrize("survivor", ["N&E", "WStI"])
@pytest.mark.parametrize(("initiator", "other"), [(0, 1), (1, 0), (2, 0)])
def test_ties_go_to_the_initiator(initiator: int, other: int, survivor: str) -> None:
    scene = Scene(players=3).company("N&E", {initiator: 6, "N&E": 4}).company("WStI", {other: 6, "WStI": 4})
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(initiator, "N&E", "WStI", survivor))
    agree(game)
    assert holdings(game, survivor)[initiator] == holdings(game, survivor)[other] == 3
    assert owner_of(game, survivor) == initiator


@pytest.mark.rule("1862:5.2.5-a")
@pytest.mark.parametrize(("initiator", "one", "director"), [(1, 0, 2), (0, 2, 1), (2, 1, 0)])
def test_other_ties_go_clockwise_from_the_initiator(initiator: int, one: int, director: int) -> None:
    """The initiator sells his certificate; the two others end with three shares each."""
    two = 3 - initiator - one
    scene = Scene(players=3).company("N&E", {initiator: 4, two: 3, "N&E": 3})
    scene.company("WStI", {one: 6, two: 3, "WStI": 1})
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(initiator, "N&E", "WStI", "N&E"))
    agree(game)
    settle(game, redeem=False)
    assert holdings(game, "N&E")[one] == holdings(game, "N&E")[two] == 3
    assert owner_of(game, "N&E") == director


@pytest.mark.rule("1862:5.2.5-c", "1862:8.0-a")
def test_nobody_with_three_shares_means_receivership() -> None:
    scene = (
        Scene(players=3).company("N&E", {0: 4, 2: 2, "N&E": 4}, price=90).company("WStI", {1: 4, "WStI": 6}, price=90)
    )
    scene.trains("N&E", "2F").trains("WStI", "2F")
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    agree(game)
    while isinstance(game.decision, OptionChoice):
        settle(game, redeem=False)
    assert owner_of(game, "N&E") is None and in_receivership(game, "N&E")


@pytest.mark.rule("1862:5.2.5-d")
def test_redeeming_ignores_the_certificate_limit() -> None:
    scene = Scene(players=8).company("ENR", {1: 6, 0: 4}).company("EUR", {1: 6, 0: 4})
    scene.company("N&E", {0: 7, "N&E": 3}, price=90, cash=100).company("WStI", {0: 6, "WStI": 4}, price=90)
    scene.trains("N&E", "2F").trains("WStI", "2F").cash(0, 500)
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    assert option(game).holder == 0  # thirteen certificates are far above the limit of eight
    settle(game)
    assert holdings(game, "N&E")[0] == 7


@pytest.mark.rule("1862:5.2.4-f")
@pytest.mark.parametrize(("ruling", "paid"), [("half_up", 48), ("half_down", 47)])
def test_an_absorbed_option_that_finds_no_share_brings_half(ruling: str, paid: int) -> None:
    """Both at 65: the new price is 95, and the treasury's option is the last one."""
    game = example_1(linda=100, value=65, rulings={"option_sale": ruling})
    assert price(game, "N&E") == 95
    for _ in (RICHARD, EMMA, LINDA):
        assert option(game).option.redeem == 47
        settle(game)
    assert game.state.cash["N&E"] == 500 + 300 + paid


@pytest.mark.rule("1862:5.2.4-g")
def test_the_option_must_be_settled_first() -> None:
    game = example_1()
    assert refusal(game, Pass(RICHARD)) == ("option_first", "5.2.4-g")
    assert refusal(game, SettleOption(RICHARD, "WStI", True)) == ("option_first", "5.2.4-g")
    assert [choice.redeem for choice in menu(game, SettleOption)] == [True, False]


# -- what becomes of the absorbed director's certificate ----------------------------------------------------------


def two_directors(survivors: int, others: int, initiator: str = "N&E", cash: int = 900) -> Game1862:
    """Player 0 directs the survivor N&E, player 1 the absorbed WStI; nothing lies in the pool. The price is 134."""
    scene = Scene(players=2).cash(0, cash).cash(1, cash)
    scene.company("N&E", {0: survivors, "N&E": 10 - survivors}, price=90)
    scene.company("WStI", {1: others, "WStI": 10 - others}, price=90).trains("N&E", "2F").trains("WStI", "2F")
    game = joined(scene, "N&E", "WStI").turn_of(initiator, "MergeStep")
    game.push(Merge(game.actor or 0, initiator, "WStI" if initiator == "N&E" else "N&E", "N&E"))
    agree(game)
    return game


@pytest.mark.rule("1862:5.2.4-j", "1862:5.2.4-l")
def test_an_absorbed_directors_option_is_exchanged_with_a_director_still_to_come() -> None:
    """Q20 Player 0 gets the certificate of WStI instead, and returns it in his turn."""
    game = two_directors(6, 4, initiator="WStI")
    assert option(game).holder == 1 and option(game).option.certificate == "N&E_0"
    assert (option(game).option.redeem, option(game).option.sell) == (134, 268)
    assert "WStI_0" in game.state.shelves.on(certs_at(0, "WStI"))
    settle(game)
    assert owner_of(game, "N&E") == 1 and holdings(game, "N&E")[0] == 3


@pytest.mark.rule("1862:5.2.4-j", "1862:5.2.4-l")
def test_an_absorbed_directors_option_is_exchanged_in_the_pool() -> None:
    """Q20 The survivor's director has given his certificate up before."""
    game = two_directors(4, 4)
    settle(game, redeem=False)
    assert option(game).holder == 1 and option(game).option.certificate == "N&E_0"
    settle(game)
    assert owner_of(game, "N&E") == 1 and holdings(game, "N&E")[1] == 3


@pytest.mark.rule("1862:5.2.4-j", "1862:5.2.4-f")
def test_an_absorbed_directors_option_that_finds_no_certificate_is_sold() -> None:
    """Q20 The survivor's director has kept his."""
    game = two_directors(4, 4)
    cash = game.state.cash[1]
    settle(game)
    assert game.state.cash[1] == cash + 2 * 134
    assert owner_of(game, "N&E") == 0 and 1 not in holdings(game, "N&E")


@pytest.mark.rule("1862:5.2.4-b", "1862:5.2.4-i")
def test_a_director_with_enough_returns_ordinary_shares_which_others_swap_for() -> None:
    game = two_directors(6, 4)
    assert "N&E_0" in game.state.shelves.on(certs_at(0, "N&E"))
    assert holdings(game, "N&E")[1] == 2  # three for his certificate, two of four returned; no option


@pytest.mark.rule("1862:5.2.4-a", "1862:5.2.4-g")
@pytest.mark.parametrize(("own", "absorbed"), [(0, 67), (40, 27)])
def test_treasuries_redeem_with_the_money_of_both_companies(own: int, absorbed: int) -> None:
    """Q22"""
    scene = Scene(players=2).company("N&E", {1: 6, "N&E": 3, 0: 1}, price=90, cash=own)
    scene.company("WStI", {1: 6, "WStI": 4}, price=90, cash=absorbed).trains("N&E", "2F").trains("WStI", "2F")
    game = joined(scene.cash(0, 0), "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(1, "N&E", "WStI", "N&E"))
    assert option(game).holder == "N&E" and game.actor == 1
    settle(game)
    assert game.state.cash["N&E"] == 0 and holdings(game, "N&E")["N&E"] == 4


@pytest.mark.rule("1862:5.2.4-i", "1862:5.2.4-b")
def test_of_the_three_shares_for_a_certificate_those_of_the_survivor_come_first() -> None:
    """Q19 Three N&E and three WStI lie in the pool; the director takes all N&E, the last first, and returns one.

    With WStI he would hold as many shares in the end, but other certificates, and files name single ones.
    """
    scene = Scene(players=3).company("N&E", {0: 3, POOL: 3, "N&E": 4}, price=90)
    scene.company("WStI", {1: 6, POOL: 3, "WStI": 1}, price=90).trains("N&E", "2F").trains("WStI", "2F").cash(0, 500)
    pool = list(scene.state.shelves.on(certs_at(POOL, "N&E")))
    game = joined(scene, "N&E", "WStI").turn_of("N&E", "MergeStep")
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    agree(game)
    assert option(game).holder == 0
    assert set(game.state.shelves.on(certs_at(0, "N&E"))) == set(pool[1:])
    assert len(game.state.shelves.on(certs_at(POOL, "WStI"))) == 3
