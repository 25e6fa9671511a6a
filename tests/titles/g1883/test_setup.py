"""How a game of 1883 is laid out."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.shares import percent_of, president_certificate
from stockrail.rules.state import BANK, BOX, DEPOT, IPO, POOL, certs_at
from stockrail.rules.tokens import REMOVED_TOKENS, cities_of, spare_of
from stockrail.rules.trains import begin_phase, excess, next_train, tops_of_stacks, trains_of
from stockrail.titles.g1883.companies import is_railway, president_of
from stockrail.titles.g1883.state import SPARE_COACHES, anchor_at

from .lying import TITLE, lying


def game_of(players: int, *options: str) -> Any:
    return RailGame(TITLE, ["Ada", "Ben", "Cy", "Dee"][:players], options)


@pytest.mark.rule("1883:2.2-a", "1883:2.2.1-a", "1883:2.2.1-C1")
@pytest.mark.parametrize(("players", "cash", "bank"), [(2, 800, 9400), (3, 550, 9350), (4, 400, 9400)])
def test_the_players_money_comes_out_of_the_bank(players: int, cash: int, bank: int) -> None:
    amounts = game_of(players).state.cash
    assert [amounts[seat] for seat in range(players)] == [cash] * players
    assert amounts[BANK] == bank


@pytest.mark.rule("1883:2.2.1-b", "1883:2.2.1-c", "1883:8.1.1-a", "1883:8.1.1-d")
def test_everybody_begins_with_a_support_card_and_a_share_of_ccfr() -> None:
    game = game_of(3)
    assert [game.state.support[seat] for seat in range(3)] == [1, 1, 1]
    assert [percent_of(game, seat, "CCFR") for seat in range(3)] == [10, 10, 10]
    assert president_certificate("CCFR") in game.state.shelves.on(certs_at(IPO, "CCFR"))
    assert game.title.grid.price(game.state.cell["CCFR"]) == 100
    assert game.state.cash["CCFR"] == 0
    assert cities_of(game, "CCFR") == [("31", 0), ("5", 0)]


@pytest.mark.rule("1883:2.3-b", "1883:2.3-c", "1883:2.5-a", "1883:3.2-a")
def test_concessions_and_private_companies_are_for_sale_and_sefta_waits() -> None:
    game = game_of(3)
    assert {game.state.concession[str(n)] for n in range(1, 9)} == {POOL}
    assert cards_of(game, BANK) == ["TCB", "FRV", "CNP", "TMM", "FCV", "FSF-P"]
    values = [(game.title.cards[card].price, game.title.cards[card].income) for card in cards_of(game, BANK)]
    assert values == [(20, 5), (40, 10), (60, 10), (80, 15), (100, 15), (150, 0)]
    assert len(game.state.shelves.on(certs_at(BOX, "SEFTA"))) == 9
    assert len(game.state.shelves.on(anchor_at("FSF-P"))) == 2
    assert len(game.state.shelves.on(SPARE_COACHES)) == 30


@pytest.mark.rule("1883:2.4-a", "1883:2.4-b", "1883:8.1.4-a")
def test_2gs_lie_apart_and_ccfr_begins_with_four_trains() -> None:
    game = game_of(3)
    assert sorted(trains_of(game, "CCFR")) == ["2-0", "2-1", "2G-0", "2G-1"]
    assert len([train for train in trains_of(game, DEPOT) if train.startswith("2-")]) == 6
    assert len(trains_of(game, "gravity")) == 4
    assert tops_of_stacks(game) == ["2-2", "2G-2"]


def test_2gs_do_not_count_against_the_limit() -> None:
    game = lying("4", trains={"FBV": ["4-0", "4-1", "4-2", "2G-2", "2G-3"]})
    assert excess(game, "FBV") == 0
    assert excess(lying("5", trains={"FBV": ["4-0", "4-1", "4-2", "2G-2"]}), "FBV") == 1


def test_the_first_4_takes_2gs_away_also_those_for_sale() -> None:
    game = lying("3")
    begin_phase(game, "4")
    assert trains_of(game, "gravity") == []
    assert trains_of(game, "CCFR") == []


def test_an_empty_depot_has_no_next_train() -> None:
    game = game_of(2)
    assert next_train(game) == "2-2"
    for train in list(trains_of(game, DEPOT)):
        game.state.shelves.move(train, ("trains", BOX))
    assert next_train(game) is None


@pytest.mark.rule("1883:12.2-a", "1883:6.5-b")
def test_the_variant_gives_fmv_one_more_token() -> None:
    for options, tokens in (((), 2), (("strengthen_the_weak",), 3)):
        game = game_of(3, *options)
        assert len(spare_of(game, "FMV")) == tokens
        assert (game.state.shelves.on(REMOVED_TOKENS) == ["FMV.2"]) == (not options)
        game.state.shelves.move("FMV.0", ("city", "64", 0))
        assert game.title.token_cost(game, "FMV", ("55", 0)) == 40


@pytest.mark.rule("1883:6.5-b")
def test_further_tokens_cost_40_then_100() -> None:
    game = lying("1", tokens={"FSF": ["34", "59"]})
    assert game.title.token_cost(game, "FSF", ("21", 0)) == 40
    game.state.shelves.move("FSF.2", ("city", "21", 0))
    assert game.title.token_cost(game, "FSF", ("81", 0)) == 100


@pytest.mark.rule("1883:6.5.2-a")
def test_circles_are_kept_for_companies_that_are_not_launched() -> None:
    game = game_of(3)
    assert game.title.kept_circles(game, "FSF", ("55", 0)) == 1, "for FMMSF; SEFTA is not in the game"
    assert game.title.kept_circles(game, "FMMSF", ("55", 0)) == 0
    assert game.title.kept_circles(game, "FSF", ("31", 0)) == 1, "for SAFRE; CCFR is there"
    game.state.par["FMMSF"] = 65
    assert game.title.kept_circles(game, "FSF", ("55", 0)) == 0


def test_ccfr_has_the_president_whose_turn_it_is_and_frozen_none() -> None:
    game = game_of(3)
    assert president_of(game, "CCFR") is None, "the first one presides after the first stock round"
    game.state.flags["ccfr_president"] = 2
    assert president_of(game, "CCFR") == 2 and not is_railway(game, "CCFR")
    game.state.flags["ccfr"] = "frozen"
    assert president_of(game, "CCFR") is None and not game.title.operates(game, "CCFR")
    game.state.flags["ccfr"] = "capitalised"
    assert is_railway(game, "CCFR")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_lost_in_the_beginning(players: int) -> None:
    game = game_of(players)
    assert game.title.audit(game) == []
