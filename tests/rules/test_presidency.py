"""Who takes over a company, and which blocks a president may sell, where an heir must be further ahead than usual."""

from collections.abc import Iterator

import pytest
from tests import mini

from stockrail import IllegalAction, RailGame
from stockrail.core import ActionRange
from stockrail.rules.actions import SellShares
from stockrail.rules.closing import give_up_shares
from stockrail.rules.shares import block_sizes, most_to_sell, owner_of, settle_presidency, shares_of, successor
from stockrail.rules.state import POOL, certs_at
from stockrail.testing import Position
from stockrail.titles import add, remove


class Loyal(mini.Mini):
    """Mini, where who takes over must be two shares ahead; from phase 3 one will do."""

    name = "Loyal"

    def presidency_margin(self, game: RailGame) -> int:
        return 2 if game.phase.name == "2" else 1


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(Loyal())
    yield
    remove("Loyal")


def red(*shares: int, phase: str = "2", title: str = "Loyal") -> Position:
    held: dict[int | str, int] = {seat: count for seat, count in enumerate(shares) if count}
    return Position(title, players=3).phase(phase).corporation("Red", held, value=60)


def move(game: RailGame, count: int, seat: int) -> None:
    for cert in list(game.state.shelves.on(certs_at(POOL, "Red")))[:count]:
        game.state.shelves.move(cert, certs_at(seat, "Red"))


def test_the_heir_must_be_two_shares_ahead() -> None:
    game = red(3, 2).game
    assert successor(game, 0, "Red", 1) is None
    assert successor(game, 0, "Red", 0) == 1
    assert successor(red(3, 2, phase="3").game, 0, "Red", 1) == 1


@pytest.mark.parametrize(("shares", "president"), [((2, 3), 0), ((2, 4), 1), ((3, 4), 0), ((2, 3, 4), 2)])
def test_whoever_is_far_enough_ahead_takes_over(shares: tuple[int, ...], president: int) -> None:
    position = red(5, 0)
    game = position.game
    for cert in game.state.shelves.on(certs_at(0, "Red"))[shares[0] - 1 :]:
        game.state.shelves.move(cert, certs_at(POOL, "Red"))
    for cert in list(game.state.shelves.on(certs_at("Red", "Red"))):
        game.state.shelves.move(cert, certs_at(POOL, "Red"))
    for seat, count in enumerate(shares[1:], 1):
        move(game, count, seat)
    settle_presidency(game, "Red")
    assert owner_of(game, "Red") == president
    assert [shares_of(game, seat, "Red") for seat in range(len(shares))] == list(shares)


@pytest.mark.parametrize(
    ("shares", "phase", "sizes"),
    [
        ((3, 2), "2", [1, 3]),  # two would leave one share against two
        ((3, 2), "3", [1, 2, 3]),
        ((3, 1), "2", [1]),
        ((4, 3), "2", [1, 2, 3, 4]),
        ((5, 2, 2), "2", [1, 2, 3, 5]),
        ((4,), "2", [1, 2]),
    ],
)
def test_the_blocks_of_a_president_may_have_gaps(shares: tuple[int, ...], phase: str, sizes: list[int]) -> None:
    game = red(*shares, phase=phase).game
    assert list(block_sizes(game, 0, "Red")) == sizes
    assert most_to_sell(game, 0, "Red") == max(sizes)
    assert list(block_sizes(game, 1, "Red")) == list(range(1, shares_of(game, 1, "Red") + 1))


def test_to_keep_the_presidency_one_may_fall_behind_by_less_than_the_lead() -> None:
    assert most_to_sell(red(5, 3).game, 0, "Red", keep_presidency=True) == 3
    assert most_to_sell(red(5, 4).game, 0, "Red", keep_presidency=True) == 2
    assert most_to_sell(red(5, 3, phase="3").game, 0, "Red", keep_presidency=True) == 2


def test_a_menu_lists_blocks_around_a_gap_apart() -> None:
    game = red(5, 2, 2).stock_round(0)
    menu = [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]
    assert [(entry.low, entry.high) for entry in menu if isinstance(entry.action, SellShares)] == [(1, 3), (5, 5)]
    with pytest.raises(IllegalAction):
        game.check(SellShares(0, "Red", 4))
    game.push(SellShares(0, "Red", 5))
    assert owner_of(game, "Red") == 1


def test_of_a_bankrupt_whoever_has_the_presidents_shares_inherits() -> None:
    game = red(3, 2).game
    assert give_up_shares(game, 0, ["Red"]) == []
    assert owner_of(game, "Red") == 1
    game = red(3, 1).game
    assert give_up_shares(game, 0, ["Red"]) == ["Red"]
