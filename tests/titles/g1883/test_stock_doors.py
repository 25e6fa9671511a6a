"""What a stock turn lists, what it accepts and what it says about itself agree, wherever chance leads the game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.state import BANK, IPO, POOL
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession, BuySupport
from stockrail.titles.g1883.stock import StockTurn

from .lying import TITLE

ACTIONS = 260


def thinkable(player: int) -> Iterator[Action]:
    """Everything that somebody might try in a stock turn."""
    yield from (Pass(player), BuySupport(player))
    for company in (*TITLE.companies, "XYZ"):
        yield from (SellShares(player, company, count) for count in range(8))
        yield from (BuyShare(player, company, source) for source in (IPO, POOL, BANK, company))
        yield from (StartCompany(player, company, value) for value in (60, 65, 85, 100, 110, 150))
        yield from (BuyConcession(player, company, str(number)) for number in range(10))


def expanded(menu: Any) -> Iterator[Action]:
    for entry in menu:
        yield from entry if isinstance(entry, ActionRange) else (entry,)


def check_doors(game: Any) -> None:
    turn = game.decision
    listed = list(expanded(game.legal_actions()))
    accepted = [action for action in thinkable(game.actor) if game.is_legal(action)]
    assert sorted(map(repr, listed)) == sorted(map(repr, accepted))
    assert {type(action) for action in listed} <= set(turn.kinds(game))
    assert turn.any(game) and any(not isinstance(action, Pass) for action in listed)


def play(seed: int, players: int, options: tuple[str, ...] = (), **rulings: str) -> Iterator[Any]:
    """A game by chance, in which passing is rare."""
    game: Any = RailGame(
        TITLE, ["Ada", "Ben", "Cy", "Dee"][:players], options, TITLE.resolve_rulings(None, rulings), seed
    )
    dice = Random(seed)
    for _ in range(ACTIONS):
        if game.is_over:
            return
        yield game
        menu = list(game.legal_actions())
        acting = [entry for entry in menu if not isinstance(entry, Pass)]
        entry = dice.choice(acting if acting and dice.random() < 0.6 else menu)
        game.push(dice.choice(list(entry)[:4]) if isinstance(entry, ActionRange) else entry)


@pytest.mark.rule("1883:5.1-a")
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4)])
def test_the_menu_of_a_stock_turn_is_what_it_accepts(seed: int, players: int) -> None:
    turns = 0
    for game in play(seed, players):
        if isinstance(game.decision, StockTurn):
            turns += 1
            check_doors(game)
    assert turns > 20


def test_the_menu_is_right_under_the_other_rulings_and_with_all_variants() -> None:
    others = {
        "ccfr_share_counts": "always", "ccfr_concessions": "railways_only",
        "unowned_concession": "by_track_alone", "ccfr_shares_before_5": "pool_shares_for_sale",
    }  # fmt: skip
    for game in play(4, 3, ("mandatory_merging", "strengthen_the_weak", "bombs_away"), **others):
        if isinstance(game.decision, StockTurn):
            check_doors(game)


def test_what_was_done_in_a_stock_round_can_be_taken_back() -> None:
    found = Position(TITLE, 3).phase("2").corporation("SV", {0: 3, 1: 2}, 85, 100).cash(0, 500)
    found.state.flags["ccfr_president"] = 1
    game: Any = found.stock_round(0)
    assert isinstance(current_round(game), StockRound)
    for action in (BuyConcession(0, "SV", "7"), BuySupport(0), SellShares(0, "SV", 3), StartCompany(0, "FBV", 65)):
        before = game.state.picture()
        game.push(action)
        assert game.state.picture() != before
        game.pop()
        assert game.state.picture() == before
