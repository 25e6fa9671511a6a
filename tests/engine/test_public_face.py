"""What one gets by `import stockrail`: games that show, count and copy themselves, menus one can ask, parts at hand."""

from __future__ import annotations

import copy
import subprocess
import sys

import pytest

import stockrail
from stockrail.core import ActionRange
from stockrail.rules.actions import Bid, Select


def game() -> stockrail.RailGame:
    return stockrail.new("18EU", ["Ada", "Ben"], seed=3, seats="given")


def test_a_game_shows_where_it_stands() -> None:
    shown = game()
    shown.push(Select(0, "14"))
    assert repr(shown) == (
        "<RailGame of 18EU: Ada, Ben; 1 action, Offer(item='14', auctioneer=0, player=0, price=100)>"
    )


def test_a_copy_is_a_fork_of_its_own_type() -> None:
    first = game()
    twin = copy.copy(first)
    twin.push(twin.legal_actions()[0])
    assert (type(twin), twin.ply, first.ply) == (stockrail.RailGame, 1, 0)


def test_a_menu_knows_what_is_in_its_ranges() -> None:
    one = game()
    one.push(one.legal_actions()[0])
    menu = one.legal_actions()
    assert Bid(0, "1", 105) in menu and Bid(0, "1", 104) not in menu and Bid(1, "1", 105) not in menu
    assert isinstance(menu[0], ActionRange)
    assert len(list(menu.all())) == sum(len(entry) if isinstance(entry, ActionRange) else 1 for entry in menu)


def test_an_entry_of_the_menu_is_pushed_as_it_is_a_range_by_its_lowest_number() -> None:
    one = game()
    one.push(one.legal_actions()[0])
    one.push(one.legal_actions()[0])
    assert one.actions[-1] == Bid(0, "1", 100)


@pytest.mark.parametrize("name", stockrail.PARTS)
def test_one_import_is_enough_for_the_parts(name: str) -> None:
    code = f"import stockrail; print(stockrail.{name}.__name__)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == f"stockrail.{name}"


def test_what_is_not_there_is_not_there() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = stockrail.nothing
