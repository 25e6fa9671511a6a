"""6.9 A company sells shares of the initial offering into the pool."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import pytest

from stockrail.core import ActionRange, IllegalAction
from stockrail.rules.actions import IssueShares, Pass
from stockrail.rules.prices import price
from stockrail.rules.shares import shares_of
from stockrail.rules.state import IPO, POOL

from .operating import A, B, standing, step


def refused(kind: str) -> AbstractContextManager[Any]:
    return pytest.raises(IllegalAction, match=kind)


def issuing(company: str, row: int, column: int, shares: Any = None, **rulings: Any) -> Any:
    found = standing(company, shares=shares, cash=0, **rulings).price(company, row, column)
    return found.operating(company, "IssueStep", alone=True)


def sell(game: Any, company: str, count: int) -> Any:
    game.push(IssueShares(game.actor, company, count))
    return game


@pytest.mark.rule("1883:6.9-T1", "1883:6.9-a", "1883:6.9-b")
def test_the_price_falls_first_and_all_are_paid_at_the_new_one() -> None:
    game = sell(issuing("SAFRE", 3, 6), "SAFRE", 3)
    assert game.state.cell["SAFRE"] == (6, 6) and price(game, "SAFRE") == 70
    assert game.state.cash["SAFRE"] == 210
    assert shares_of(game, POOL, "SAFRE") == 3 and shares_of(game, IPO, "SAFRE") == 5


@pytest.mark.rule("1883:6.9-T2")
def test_one_share_costs_one_row() -> None:
    game = sell(issuing("FMMSF", 3, 7), "FMMSF", 1)
    assert game.state.cell["FMMSF"] == (4, 7) and game.state.cash["FMMSF"] == 85


@pytest.mark.rule("1883:6.9-T3")
def test_at_the_foot_of_its_column_the_price_stays() -> None:
    game = sell(issuing("SV", 4, 8), "SV", 3)
    assert game.state.cell["SV"] == (4, 8) and game.state.cash["SV"] == 270


@pytest.mark.rule("1883:6.9-a", "1883:5.0-c")
def test_the_pool_takes_half_of_a_company() -> None:
    game = issuing("SV", 2, 7, {A: 2, POOL: 3})
    (block, leave) = game.legal_actions()
    assert block == ActionRange(IssueShares(A, "SV", 1), "count", 1, 2) and leave == Pass(A)
    with refused("issue_limit"):
        sell(game, "SV", 3)
    assert step(issuing("SV", 2, 7, {A: 2, POOL: 5})) != "IssueStep"


@pytest.mark.rule("1883:6.9-a")
def test_no_more_is_sold_than_the_offering_holds() -> None:
    game = issuing("SV", 2, 7, {A: 5, B: 4})
    with refused("issue_limit"):
        sell(game, "SV", 2)
    assert shares_of(sell(game, "SV", 1), IPO, "SV") == 0
    assert step(issuing("SV", 2, 7, {A: 6, B: 4})) != "IssueStep"


@pytest.mark.rule("1883:6.9-a")
def test_a_company_sells_one_block_or_none() -> None:
    assert step(sell(issuing("SV", 2, 7), "SV", 1)) != "IssueStep"
    game = issuing("SV", 2, 7)
    game.push(Pass(A))
    assert game.state.cash["SV"] == 0 and game.state.cell["SV"] == (2, 7)


@pytest.mark.rule("1883:6.9-c", "1883:6.3-a")
def test_the_money_comes_after_the_train_step() -> None:
    game = standing("SV").game
    names = [type(frame).__name__ for frame in game.title.operating_steps(game, "SV")]
    assert names.index("BuyTrains") < names.index("IssueStep")


@pytest.mark.rule("1883:5.8-a", "1883:6.9-b", "1883:6.9-a")
def test_a_block_that_brings_the_price_to_a_closed_cell_closes_the_company() -> None:
    """From 50 in the first column five rows down lie 45, 40 and closed cells: five shares are allowed by the pool."""
    game = sell(issuing("SV", 4, 0), "SV", 2)
    assert price(game, "SV") == 40 and game.state.cash["SV"] == 80
    game = sell(issuing("SV", 4, 0), "SV", 3)
    assert "SV" not in game.state.cell and game.state.cash["SV"] == 0
    assert shares_of(game, POOL, "SV") == 0 and shares_of(game, IPO, "SV") == 10


@pytest.mark.rule("1883:6.9-d")
def test_sarsa_may_sell_shares_too() -> None:
    found = standing().corporation("SARSA", {A: 2}, 100)
    game = sell(found.operating("SARSA", "IssueStep"), "SARSA", 2)
    assert game.state.cash["SARSA"] == 2 * 85 and price(game, "SARSA") == 85


@pytest.mark.rule("1883:6.9-d")
def test_the_cooperative_sells_shares_only_by_a_ruling() -> None:
    assert step(standing().operating("CCFR", "IssueStep", alone=True)) != "IssueStep"
    game = standing(ccfr_issues_before_5="yes").operating("CCFR", "IssueStep", alone=True)
    sell(game, "CCFR", 1)
    assert game.state.cash["CCFR"] == 90 and shares_of(game, POOL, "CCFR") == 1
    assert game.state.shelves.place_of["CCFR_0"] == ("certs", IPO, "CCFR"), "not the president's certificate"


@pytest.mark.rule("1883:6.9-b")
def test_the_menu_tells_what_a_block_brings() -> None:
    game = issuing("SAFRE", 3, 6)
    assert [game.title.issue_price(game, "SAFRE", count) for count in (1, 2, 3)] == [80, 75, 70]
