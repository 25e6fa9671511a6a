"""Companies and cards with one owner share a row of the ledger, by kind and by owner."""

from __future__ import annotations

from typing import Any

from tests.engine.extras import a_game

from stockrail.rules.cards import give_card
from stockrail.rules.game import RailGame
from stockrail.testing import Position
from stockrail.web.views.depot import ENDLESS, depot_of
from stockrail.web.views.ledger import Fold, ledger_of
from stockrail.web.views.table import head_of
from stockrail.web.views.voice import Voice
from stockrail.words import Speaker


def folds_in(game: RailGame, language: str = "en") -> list[Fold]:
    return ledger_of(game, Voice(game, language), frozenset({0}), frozenset()).folds


def three_minors(**cash: int) -> Position:
    return Position("18EU").owned("3", 0, cash=90).owned("14", 0, cash=10).owned("7", 1, cash=100)


def test_minors_share_a_row_by_owner_with_the_sum_of_their_treasuries() -> None:
    (fold,) = folds_in(three_minors().stock_round(0))
    assert (fold.label, fold.cash.striptags()) == ("3 minors", "£200")
    assert [[member.id for member in owner.members] for owner in fold.owners] == [["3", "14"], ["7"], []]
    assert [owner.me for owner in fold.owners] == [True, False, False]


def test_the_acting_minor_is_marked_in_its_row() -> None:
    (fold,) = folds_in(three_minors().operating("14"))
    assert fold.now
    assert [member.id for owner in fold.owners for member in owner.members if member.now] == ["14"]


def test_the_row_is_called_what_the_title_and_the_language_call_its_companies() -> None:
    (fold,) = folds_in(three_minors().stock_round(0), "it")
    assert fold.label == "3 minori"
    assert Speaker(a_game()).several("regional", 2) == "2 companies"


def test_the_row_opens_only_for_a_choice_among_its_companies() -> None:
    laying = three_minors().operating("14")  # tiles have numbers like minors
    assert [fold.asked for fold in folds_in(laying)] == [False]
    choosing = choice_of_minors(three_minors().stock_round(0))
    assert [fold.asked for fold in folds_in(choosing)] == [True]


def choice_of_minors(game: Any) -> RailGame:
    """A stock turn in which nothing is offered but to start a company with one minor or the other."""
    from stockrail.titles.g18eu.actions import FoundWith

    class Asked(type(game)):  # type: ignore[misc]
        def legal_actions(self, player: int | None = None) -> Any:
            return [FoundWith(0, "SNCB", minor) for minor in ("3", "14")]

    game.__class__ = Asked
    return game  # type: ignore[no-any-return]


def test_equal_trains_are_one_chip_and_a_count() -> None:
    position = three_minors().train("3", "7")  # beside the 2 train with which each minor begins
    (fold,) = folds_in(position.stock_round(0))
    assert [(load.train.name, load.count) for load in fold.loads] == [("2", 3), ("3", 1)]


def test_cards_share_a_row_and_companies_can_own_them() -> None:
    game = Position.of(a_game()).corporation("SNCB", {0: 5}, cash=100).game
    give_card(game, "Ferry", 0)
    give_card(game, "Bridge", "SNCB")
    (fold,) = folds_in(game)
    assert fold.label == "2 cards"
    held = [(owner.name, [member.name for member in owner.members]) for owner in fold.owners if owner.members]
    assert held == [("Ada", ["River ferry"]), ("SNCB", ["Toll bridge"])]


def test_the_depot_counts_each_kind_and_the_second_stack_and_the_pool_stand_apart() -> None:
    game = a_game()
    groups = {group.kind: group for group in depot_of(game, Voice(game, "en")).groups}
    assert (groups["8"].count, groups["L"].count) == (ENDLESS, ENDLESS)
    assert groups["3"].count > 0
    assert [kind for kind, group in groups.items() if group.opens] == ["L", "P"]  # Pullmans lie in the pool


def test_the_order_begins_with_whoever_acts() -> None:
    game = three_minors().stock_round(1)
    order = head_of(game, Voice(game, "en"), False).order
    assert [(place.name, place.now) for place in order] == [("Ben", True), ("Cy", False), ("Ada", False)]


def test_a_company_that_acts_is_not_counted_among_those_that_have_acted() -> None:
    game = three_minors().operating("7")
    order = head_of(game, Voice(game, "en"), False).order
    assert [place.now for place in order].count(True) == 1
    assert not any(place.now and place.done for place in order)
