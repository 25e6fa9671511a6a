"""6.3, 6.4 Directors, and selling shares."""

from __future__ import annotations

import pytest

from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, president_certificate
from stockrail.rules.state import POOL, certs_at
from stockrail.titles.g1862.companies import in_receivership
from stockrail.titles.g1862.state import IPO, Game1862

from .conftest import Scene, Shares, holdings, menu, refusal


def scene(shares: Shares, price_: int = 100, train: bool = True, par: int = 0) -> Scene:
    made = Scene().company("ENR", shares, price=price_, par=par)
    return made.trains("ENR", "2E") if train else made


def sizes(game: Game1862) -> list[int]:
    return [sale.count for sale in menu(game, SellShares)]


@pytest.mark.rule("1862:6.3-a", "1862:6.3-b")
def test_a_larger_holder_takes_over_for_three_ordinary_shares() -> None:
    game = scene({0: 5, 1: 3}).in_stock_round()
    game.push(SellShares(0, "ENR", 3))
    assert owner_of(game, "ENR") == 1
    assert holdings(game, "ENR") == {0: 2, 1: 3, POOL: 3, IPO: 2}
    assert game.state.shelves.on(certs_at(1, "ENR")) == [president_certificate("ENR")]


@pytest.mark.rule("1862:6.3-a", "1862:6.3-g")
def test_a_purchase_can_change_the_director_and_the_swap_is_no_purchase() -> None:
    game = scene({0: 4, 1: 4}).in_stock_round(1)
    game.push(BuyShare(1, "ENR", IPO))
    assert owner_of(game, "ENR") == 1
    assert holdings(game, "ENR") == {0: 4, 1: 5, IPO: 1}
    assert game.state.bought[1, "ENR"] == 1  # the three that he swapped are not bought
    assert (0, "ENR") not in game.state.sold


@pytest.mark.rule("1862:6.3-c", "1862:8.0-a")
def test_the_directors_certificate_can_go_to_the_pool() -> None:
    game = scene({0: 5, 1: 2}).in_stock_round()
    game.push(SellShares(0, "ENR", 4))
    assert owner_of(game, "ENR") is None and in_receivership(game, "ENR")
    assert holdings(game, "ENR") == {0: 1, 1: 2, POOL: 4, IPO: 3}


@pytest.mark.rule("1862:6.3-c")
def test_ordinary_shares_of_the_pool_make_up_for_a_part_of_it() -> None:
    game = scene({0: 3, POOL: 2}).in_stock_round()
    assert sizes(game) == [1, 2, 3]
    game.push(SellShares(0, "ENR", 1))
    assert holdings(game, "ENR") == {0: 2, POOL: 3, IPO: 5}
    assert president_certificate("ENR") in game.state.shelves.on(certs_at(POOL, "ENR"))


@pytest.mark.rule("1862:6.3-d")
def test_with_four_shares_and_an_empty_pool_two_cannot_be_sold() -> None:
    game = scene({0: 4}).in_stock_round()
    assert sizes(game) == [1, 3, 4]
    assert refusal(game, SellShares(0, "ENR", 2)) == ("no_change_in_pool", "6.3-c")


@pytest.mark.rule("1862:6.3-e")
def test_the_directors_certificate_is_not_for_sale() -> None:
    game = scene({POOL: 5, 1: 2}).in_stock_round()
    certs = {buy.certificate for buy in menu(game, BuyShare)}
    assert president_certificate("ENR") not in certs
    assert refusal(game, BuyShare(0, "ENR", POOL, president_certificate("ENR"))) == ("none_there", "6.5.1-a")


@pytest.mark.rule("1862:6.3-f", "1862:8.0-a")
def test_the_first_with_three_shares_and_the_most_becomes_director() -> None:
    game = scene({POOL: 5, 1: 2, 0: 2}).in_stock_round(1)
    game.push(BuyShare(1, "ENR", POOL))
    assert owner_of(game, "ENR") == 1 and not in_receivership(game, "ENR")
    assert holdings(game, "ENR") == {0: 2, 1: 3, POOL: 4, IPO: 1}


@pytest.mark.rule("1862:6.3-f")
def test_ties_go_clockwise_from_the_old_director() -> None:
    """Both 0 and 3 hold three once the old director (2) has sold; 3 sits next to him, though 0 has the priority."""
    game = Scene(players=4).company("ENR", {2: 4, 0: 3, 3: 3}).in_stock_round(0)
    game.push(Pass(0))
    game.push(Pass(1))
    game.push(SellShares(2, "ENR", 4))
    assert owner_of(game, "ENR") == 3


@pytest.mark.rule("1862:6.4-a", "1862:6.2-a")
def test_any_number_in_one_block_a_turn_without_limit_of_the_pool() -> None:
    made = (
        Scene().company("ENR", {1: 3, 0: 7}, price=100).trains("ENR", "2E").company("EUR", {0: 5}).trains("EUR", "2E")
    )
    game = made.in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert refusal(game, SellShares(0, "ENR", 1)) == ("sold_in_block", "6.4-a")
    game.push(SellShares(0, "EUR", 2))
    assert game.actor == 0
    game = made.in_stock_round()
    game.push(SellShares(0, "ENR", 6))
    assert holdings(game, "ENR") == {1: 3, POOL: 7}


@pytest.mark.rule("1862:6.4-b")
def test_shares_bought_in_this_round_stay() -> None:
    game = Scene().company("ENR", {1: 5}, price=100).trains("ENR", "2E").in_stock_round()
    game.push(BuyShare(0, "ENR", IPO))
    game.push(Pass(1))
    game.push(Pass(2))
    assert refusal(game, SellShares(0, "ENR", 1)) == ("bought_this_round", "6.4-c")


@pytest.mark.rule("1862:6.4-c", "1862:6.4-d")
def test_as_many_must_be_kept_as_were_bought() -> None:
    game = scene({0: 3}).in_stock_round()
    game.push(BuyShare(0, "ENR", IPO))
    game.push(Pass(1))
    game.push(Pass(2))
    assert refusal(game, SellShares(0, "ENR", 4)) == ("bought_this_round", "6.4-c")
    assert sizes(game) == [1, 3]  # one stays in any case; two would need change from the pool
    game.push(SellShares(0, "ENR", 1))
    assert holdings(game, "ENR")[0] == 3


@pytest.mark.rule("1862:6.4.1-a")
@pytest.mark.parametrize(("train", "paid"), [(True, 95), (False, 47)])
def test_without_a_train_a_share_brings_half(train: bool, paid: int) -> None:
    game = scene({1: 5, 0: 2}, 95, train).cash(0, 0).in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert game.state.cash[0] == paid


@pytest.mark.rule("1862:6.4.2-a", "1862:6.4.2-b", "1862:7.1-b")
def test_three_shares_from_74_lead_to_65_under_what_lies_there() -> None:
    made = scene({1: 5, 0: 3}, 74).company("EUR", {2: 5}, price=65)
    game = made.in_stock_round()
    game.push(SellShares(0, "ENR", 3))
    assert price(game, "ENR") == 65
    assert game.state.pile[game.state.cell["ENR"]] == ("EUR", "ENR")


@pytest.mark.rule("1862:6.4.2-c", "1862:6.4.2-d", "1862:6.4.2-e", "1862:6.4.2-f")
@pytest.mark.parametrize(
    ("before", "seller", "count", "after"),
    [
        (210, 0, 2, 200),
        (210, 1, 2, 191),
        (400, 0, 3, 375),
        (400, 1, 3, 330),
        (200, 0, 1, 191),
        (36, 0, 1, 36),
        (40, 0, 1, 36),
    ],
)
def test_green_areas_spare_the_first_shares_of_others_than_the_director(
    before: int, seller: int, count: int, after: int
) -> None:
    game = scene({1: 6, 0: 3}, before, par=54).in_stock_round(seller)
    game.push(SellShares(seller, "ENR", count))
    assert price(game, "ENR") == after


@pytest.mark.rule("1862:6.4.2-g")
def test_no_price_moves_before_floating_or_after_the_lner() -> None:
    game = Scene().company("ENR", {1: 3, 0: 1}, price=74, chartered=False, floated=False).in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert price(game, "ENR") == 74 and game.state.cash[0] == 800 + 37
    late = scene({1: 5, 0: 3}, 74)
    late.state.flags["lner"] = "formed"
    game = late.in_stock_round()
    game.push(SellShares(0, "ENR", 3))
    assert price(game, "ENR") == 74


def test_an_unfloated_charter_is_sold_at_half_of_its_ipo_price() -> None:
    """Q2"""
    game = Scene().company("ENR", {1: 3, 0: 1}, price=74, floated=False).in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert game.state.cash[0] == 800 + 37


@pytest.mark.rule("1862:6.3-b", "1862:6.3-d")
def test_an_heir_with_three_shares_gives_the_change_that_the_pool_lacks() -> None:
    game = scene({0: 4, 1: 3}).in_stock_round()
    assert sizes(game) == [1, 2, 3, 4]
    game.push(SellShares(0, "ENR", 2))
    assert owner_of(game, "ENR") == 1
    assert holdings(game, "ENR") == {0: 2, 1: 3, POOL: 2, IPO: 3}


@pytest.mark.rule("1862:6.3-f")
def test_two_shares_do_not_make_a_director() -> None:
    game = scene({POOL: 6, 1: 2, 0: 1}).in_stock_round()
    game.push(BuyShare(0, "ENR", POOL))
    assert owner_of(game, "ENR") is None and holdings(game, "ENR")[0] == 2


@pytest.mark.rule("1862:6.4-b", "1862:6.4-c")
def test_of_shares_bought_in_two_turns_none_is_sold() -> None:
    game = scene({1: 5}).cash(0, 500).in_stock_round()
    for _ in range(2):
        game.push(BuyShare(0, "ENR", IPO))
        game.push(Pass(1))
        game.push(Pass(2))
    assert refusal(game, SellShares(0, "ENR", 1)) == ("bought_this_round", "6.4-c")


@pytest.mark.rule("1862:6.4-b")
def test_a_founder_keeps_his_certificate_for_this_round() -> None:
    game = Scene().in_stock_round()
    game.push(StartCompany(0, "ENR", 65))
    game.push(Pass(1))
    game.push(Pass(2))
    assert refusal(game, SellShares(0, "ENR", 3)) == ("bought_this_round", "6.4-c")


@pytest.mark.rule("1862:7.12-a", "1862:7.12-b", "1862:6.5.1-d")
def test_a_sale_to_price_nought_is_a_bankruptcy_and_the_seller_cannot_start_the_company_again() -> None:
    """7 is the last price above nought; nobody is paid but the seller."""
    game = scene({0: 5, 1: 3}, 7, par=54).company("EUR", {1: 5}).in_stock_round()
    cash = [game.state.cash[seat] for seat in (0, 1)]
    game.push(SellShares(0, "ENR", 1))
    assert "ENR" not in game.state.par and holdings(game, "ENR") == {IPO: 10}
    assert [game.state.cash[seat] for seat in (0, 1)] == [cash[0] + 7, cash[1]]
    assert "ENR" not in {start.company for start in menu(game, StartCompany)}
    assert refusal(game, StartCompany(0, "ENR", 65)) == ("sold_this_round", "6.5.1-d")
    game.push(Pass(0))
    game.push(StartCompany(1, "ENR", 65))


@pytest.mark.rule("1862:6.4-a")
def test_named_certificates_make_up_the_block_and_are_the_sellers() -> None:
    game = scene({0: 5, 1: 2}).in_stock_round()
    top = president_certificate("ENR")
    one, two = [cert for cert in game.state.shelves.on(certs_at(0, "ENR")) if cert != top]
    foreign = game.state.shelves.on(certs_at(1, "ENR"))[0]
    for count, named in [(2, (one, one)), (2, (one,)), (1, (one, two)), (1, (foreign,)), (2, (top,))]:
        assert refusal(game, SellShares(0, "ENR", count, named)) == ("not_enough_shares", "6.4-a")
    assert refusal(game, SellShares(0, "ENR", 0)) == ("not_enough_shares", "6.4-a")
    assert refusal(game, SellShares(0, "EUR", 1)) == ("not_started", "6.5.1-a")
    game.push(SellShares(0, "ENR", 1, (two,)))
    assert game.state.shelves.on(certs_at(POOL, "ENR")) == [two]


@pytest.mark.rule("1862:6.4.2-c", "1862:6.4.2-e")
def test_a_director_who_loses_his_office_by_a_sale_has_sold_as_director() -> None:
    game = scene({1: 4, 0: 3}, 210, par=54).in_stock_round(1)
    game.push(SellShares(1, "ENR", 2))
    assert owner_of(game, "ENR") == 0 and price(game, "ENR") == 191


@pytest.mark.rule("1862:7.12-a")
def test_at_the_last_price_above_nought_a_company_lives() -> None:
    game = scene({0: 5, 1: 3}, 14, par=54).in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert price(game, "ENR") == 7


@pytest.mark.rule("1862:6.4-b", "1862:6.4-c", "1862:6.5.3-c")
def test_a_founders_certificate_counts_as_three_shares_bought_in_the_round() -> None:
    """With a fourth share from the company all four were bought in this round, and none may go."""
    game = Scene().in_stock_round()
    game.push(StartCompany(0, "ENR", 65))
    for player in (1, 2):
        game.push(Pass(player))
    game.push(BuyShare(0, "ENR", "ENR"))
    for player in (1, 2):
        game.push(Pass(player))
    assert game.actor == 0 and not menu(game, SellShares)
    for count in (1, 2, 3, 4):
        assert refusal(game, SellShares(0, "ENR", count)) == ("bought_this_round", "6.4-c")
