"""4.0 New phases: what they scrap, give, close and limit, in which order, and whoever brings them."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE, Draw
from stockrail.rules.actions import BuyTrain, DiscardTrain, Pass
from stockrail.rules.cards import cards_at, holder_of_card
from stockrail.rules.rounds import OperatingRound, operating_company
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BOX, DEPOT, IPO, POOL, certs_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.events import EventStep
from stockrail.titles.g1883.phases import change_phase, lose_next_train
from stockrail.titles.g1883.state import CAPITALISED, COOPERATIVE
from stockrail.titles.g1883.trains import BuyTrains

from .buying import STEP, A, B, C, next_up, railway, refused, setting, sound


def kinds_of(game: Any, holder: str) -> list[str]:
    return sorted(train.rsplit("-", 1)[0] for train in trains_of(game, holder))


def rich(phase: str, coming: str, options: tuple[str, ...] = (), players: int = 3) -> Any:
    """FBV (Ada) may buy the first train of a kind; SV (Ben) and FSF (Cy) are cheaper."""
    pos = setting(phase, players, options)
    railway(pos, "FBV", {A: 4}, cash=2000, cell=(2, 7))
    railway(pos, "SV", {B: 3, A: 1}, cash=100, cell=(5, 4))
    railway(pos, "FSF", {C: 3}, cash=100, cell=(5, 5))
    return next_up(pos, coming)


def buys(pos: Any, company: str = "FBV") -> Any:
    game = pos.operating(company, STEP)
    train = trains_of(game, DEPOT)[0]
    game.push(BuyTrain(game.actor, company, train, game.title.train_price(game, train)))
    return game


@pytest.mark.rule("1883:4.0-a", "1883:6.8-c")
@pytest.mark.parametrize(
    ("before", "train", "after"),
    [
        ("1", "3", "2"),
        ("2", "3bis", "3"),
        ("3", "4", "4"),
        ("4", "5", "5"),
        ("5", "6", "6"),
        ("6", "7", "7"),
        ("7", "8", "8"),
    ],
)
def test_the_first_of_a_kind_brings_the_next_phase_at_once(before: str, train: str, after: str) -> None:
    game = buys(rich(before, train))
    game.settle()
    assert game.phase.name == after
    assert isinstance(game.decision, BuyTrains) and game.actor == A, "the buyer may go on buying"
    sound(game)


@pytest.mark.rule("1883:4.0-a")
def test_the_second_of_a_kind_changes_nothing() -> None:
    pos = rich("5", "5").train("4-0", POOL)
    game = buys(pos)
    assert game.phase.name == "5" and trains_of(game, POOL) == ["4-0"]


@pytest.mark.rule("1883:4.0-f")
@pytest.mark.parametrize(
    ("before", "train", "scrapped"),
    [("3", "4", {"2", "2G"}), ("4", "5", {"3"}), ("5", "6", {"3bis"}), ("7", "8", {"4"})],
)
def test_old_trains_are_scrapped_with_owners_pool_and_2g_stack(before: str, train: str, scrapped: set[str]) -> None:
    pos = rich(before, train)
    for kind in ("2", "3", "3bis", "4"):
        pos.train(f"{kind}-0", "SV").train(f"{kind}-1", POOL)
    gone = sum(pos.game.title.train_types[kind].count or 0 for kind in scrapped)
    game = buys(pos)
    game.settle()
    assert len([each for each in trains_of(game, BOX) if each.rsplit("-", 1)[0] in scrapped]) == gone
    assert not scrapped & {*kinds_of(game, "SV"), *kinds_of(game, POOL), *kinds_of(game, "gravity")}


@pytest.mark.rule("1883:T-t", "1883:8.1.4-b")
def test_ccfr_swaps_a_2_for_a_3_when_the_first_3_is_bought() -> None:
    game = buys(rich("1", "3"))
    assert kinds_of(game, POOL) == ["2"] and kinds_of(game, "CCFR") == ["2", "2G", "2G", "3"]
    assert kinds_of(game, DEPOT).count("3") == 2
    sound(game)


@pytest.mark.rule("1883:T-t", "1883:8.1.4-c", "1883:8.1.4-d")
def test_ccfr_gets_a_4_and_later_a_5_for_it() -> None:
    pos = rich("3", "4").no_trains("CCFR").train("3-0", "CCFR")
    game = buys(pos)
    assert kinds_of(game, "CCFR") == ["3", "4"] and kinds_of(game, DEPOT).count("4") == 2
    pos = rich("4", "5").train("3-0", "CCFR").train("4-0", "CCFR")
    game = buys(pos)
    game.settle()
    assert kinds_of(game, "CCFR") == ["5"] and kinds_of(game, POOL) == ["4"]
    assert kinds_of(game, DEPOT).count("5") == 2
    sound(game)


@pytest.mark.rule("1883:6.8.4-T1", "1883:6.8.4-a")
def test_a_company_with_two_4s_that_buys_the_first_5_gives_one_up() -> None:
    pos = rich("4", "5").train("4-0", "FBV").train("4-1", "FBV")
    game = buys(pos)
    game.settle()
    assert game.actor == A and [each.train for each in game.legal_actions()] == ["4-0", "4-1", "5-0"]
    assert refused(game, Pass(A)) == ("discard_first", "6.8.4-a")
    assert refused(game, DiscardTrain(A, "FBV", "5-3")) == ("not_its_train", "6.8.4-a")
    cash = game.state.cash["FBV"]
    game.push(DiscardTrain(A, "FBV", "4-1"))
    assert trains_of(game, POOL) == ["4-1"] and game.state.cash["FBV"] == cash, "without a refund"
    sound(game)
    pos = next_up(pos.of(game).phase("7"), "8").cash("FBV", 900).no_trains("FBV")
    game = buys(pos)
    assert trains_of(game, POOL) == []


@pytest.mark.rule("1883:4.0-m", "1883:6.8.4-a", "1883:4.0-e")
def test_the_buyer_discards_first_then_the_others_in_market_order() -> None:
    pos = rich("3", "4").price("FBV", 5, 3)  # the cheapest of the three
    for train in ("3-0", "3-1", "3bis-0"):
        pos.train(train, "FBV")
    for train in ("3-2", "3-3", "3bis-1", "4-1"):
        pos.train(train, "SV")
    for train in ("5-0", "5-1", "5-2", "5-3"):
        pos.train(train, "FSF")
    game = buys(pos)
    asked = []
    while type(game.decision).__name__ == "DiscardStep":
        asked.append((game.actor, game.decision.company))
        game.push(game.legal_actions()[0])
    assert asked == [(A, "FBV"), (C, "FSF"), (B, "SV")]
    sound(game)


@pytest.mark.rule("1883:4.0-m", "1883:3.5-a", "1883:4.0-l", "1883:8.1.8-a")
def test_the_first_5_closes_private_companies_before_ccfr_is_capitalised() -> None:
    pos = rich("4", "5").train("4-0", "CCFR")
    pos.state.shelves.move("TMM", cards_at(B))
    game = buys(pos)
    game.settle()
    kinds = [event.kind for event in game.log]
    order = ["phase_begins", "is_given_train", "card_closes", "is_capitalised"]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    assert holder_of_card(game, "TMM") == BOX
    assert game.state.flags["ccfr"] == CAPITALISED and game.state.cash["CCFR"] == 100


@pytest.mark.rule("1883:4.0-l", "1883:6.8-c", "1883:8.1.8-d")
def test_ccfr_may_buy_the_first_5_itself_and_change_its_president_in_its_own_turn() -> None:
    """Cy presides by turn and buys; all preside one railway without trains, and Ben has the fewest certificates."""
    pos = rich("4", "5").cash("CCFR", 500).train("4-0", "CCFR").train("3-1", "CCFR")
    pos.state.flags["ccfr_president"] = C
    pos.state.shelves.move("FSF_8", certs_at(C, "FSF"))
    game = buys(pos, "CCFR")
    assert owner_of(game, "CCFR") == B == game.title.controller(game, "CCFR")
    assert kinds_of(game, "CCFR") == ["5", "5"] and trains_of(game, POOL) == ["4-0"]
    assert game.state.cash["CCFR"] == 500 - 450 + 100
    assert game.state.acted["CCFR"] and operating_company(game) == "FBV", "its turn is over: it can buy no more"
    sound(game)


@pytest.mark.rule("1883:4.0-m", "1883:8.1.4-e")
def test_ccfr_above_the_new_limit_discards_too() -> None:
    pos = rich("3", "4").no_trains("CCFR")
    for train in ("3-0", "3-1", "3bis-0"):
        pos.train(train, "CCFR")
    game = buys(pos)
    assert game.decision.company == "CCFR" and game.actor == A, "its president of the moment"
    game.push(DiscardTrain(A, "CCFR", "3-0"))
    assert kinds_of(game, "CCFR") == ["3", "3bis", "4"]


def test_a_company_that_nobody_leads_gives_its_oldest_trains_up() -> None:
    pos = rich("4", "5")
    pos.state.flags["ccfr"] = "frozen"
    for seat in (A, B, C):
        pos.state.shelves.move(pos.state.shelves.on(certs_at(seat, "CCFR"))[0], certs_at(POOL, "CCFR"))
    for train in ("4-0", "4-1", "3bis-0"):
        pos.train(train, "CCFR")
    game = buys(pos)
    assert len(trains_of(game, "CCFR")) == 2 and "5-1" in trains_of(game, "CCFR")
    sound(game)


# -- cards ------------------------------------------------------------------------------------------------------------


def occupied(pos: Any) -> Any:
    """Card 16 is drawn at the start of an operating round."""
    pos.state.flags["events_begin"] = True
    game: Any = pos._wait(OperatingRound(2, 2), EventStep(2, 2))
    game.push(next(each for each in game.legal_actions() if isinstance(each, Draw) and str(each.outcome) == "16"))
    return game


@pytest.mark.rule("1883:T-w", "1883:11-16")
def test_card_16_with_the_first_5_on_top_has_all_effects_of_a_purchase() -> None:
    pos = rich("4", "5").train("4-0", "CCFR").train("3-0", "CCFR")
    for train in ("4-1", "4-2", "3bis-0", "3-1"):
        pos.train(train, "SV")
    for train in ("3bis-1", "4-3", "6-0"):
        pos.train(train, "FSF")
    pos.state.shelves.move("TMM", cards_at(B))
    game = occupied(pos)
    game.settle()
    assert game.phase.name == "5" and "5-0" in trains_of(game, BOX)
    assert holder_of_card(game, "TMM") == BOX and game.state.flags["ccfr"] == CAPITALISED
    assert "5-1" in trains_of(game, "CCFR") and trains_of(game, POOL) == ["4-0"]
    assert kinds_of(game, DEPOT).count("5") == 2
    asked = []
    while type(game.decision).__name__ == "DiscardStep":
        asked.append((game.actor, game.decision.company))
        game.push(game.legal_actions()[0])
    assert asked == [(C, "FSF"), (B, "SV")], "in market order"
    assert game.phase.operating_rounds == 3
    sound(game)


@pytest.mark.rule("1883:11-16")
def test_card_16_takes_an_ordinary_train_without_effects() -> None:
    game = occupied(rich("4", "5").train("4-0", DEPOT).train("4-1", DEPOT).phase("5"))
    assert game.phase.name == "5"
    pos = rich("4", "4")
    game = occupied(pos)
    assert game.phase.name == "4" and trains_of(game, BOX)[-1] == "4-0" and trains_of(game, DEPOT)[0] == "4-1"


def test_from_an_empty_stack_no_train_is_lost() -> None:
    pos = rich("8", "8")
    for train in list(trains_of(pos.game, DEPOT)):
        pos.train(train, BOX)
    lose_next_train(pos.game)
    assert not any(event.kind == "train_leaves_game" for event in pos.game.log)


# -- variants ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:12.3-a")
@pytest.mark.parametrize(
    ("options", "drawn", "raided"), [((), False, False), (("bombs_away",), False, True), (("bombs_away",), True, False)]
)
def test_with_the_first_6_bombs_fall_by_a_variant(options: tuple[str, ...], drawn: bool, raided: bool) -> None:
    pos = rich("5", "6", options)
    if drawn:
        pos.state.drawn["13"] = True
    game = buys(pos)
    assert (game.actor == CHANCE) == raided
    game.settle()
    later = next_up(pos.of(game).phase("6").cash("FBV", 900).no_trains("FBV"), "7")
    assert buys(later).actor == A, "once only"


@pytest.mark.rule("1883:12.3-a", "1883:7.1-a")
@pytest.mark.parametrize(("before", "train"), [("1", "3"), ("2", "3bis"), ("3", "4"), ("4", "5")])
def test_no_other_phase_brings_the_bombs_of_the_variant(before: str, train: str) -> None:
    game = buys(rich(before, train, ("bombs_away",)))
    game.settle()
    assert not game.state.drawn.get("13") and not any(event.kind == "raids_begin" for event in game.log)


MERGING = ("mandatory_merging",)


def with_parents(pos: Any) -> Any:
    railway(pos, "FMMSF", {B: 3}, cash=20, cell=(5, 3))
    return railway(pos, "FMV", {C: 3}, cash=20, cell=(5, 2))


def to_the_end_of_the_turn(game: Any, company: str = "FBV") -> Any:
    while operating_company(game) == company:
        game.push(next(each for each in game.legal_actions() if isinstance(each, Pass)))
    return game


@pytest.mark.rule("1883:12.1-a", "1883:12.1-b")
def test_the_merger_by_duty_follows_the_turn_and_ccfr_is_capitalised_after_it() -> None:
    game = buys(with_parents(rich("4", "5", MERGING)))
    assert game.phase.name == "5" and not game.state.flags["sefta"]
    assert game.state.flags["ccfr"] == COOPERATIVE and kinds_of(game, "CCFR") == ["5"]
    assert operating_company(game) == "FBV"
    to_the_end_of_the_turn(game)
    while not game.state.flags["sefta"] or game.state.flags["ccfr"] == COOPERATIVE:
        game.settle()
        if game.state.flags["ccfr"] == COOPERATIVE:
            assert game.state.flags["sefta"]
            game.push(game.legal_actions()[0])
    kinds = [event.kind for event in game.log]
    assert kinds.index("merges") < kinds.index("is_capitalised")


@pytest.mark.rule("1883:12.1-c")
def test_without_both_parents_the_merger_is_off_and_ccfr_is_capitalised_at_once() -> None:
    pos = rich("4", "5", MERGING)
    railway(pos, "FMMSF", {B: 3}, cell=(5, 3))
    game = buys(pos)
    game.settle()
    assert game.state.flags["ccfr"] == CAPITALISED
    assert any(event.kind == "merger_is_off" for event in game.log)
    assert operating_company(game) == "FBV"


@pytest.mark.rule("1883:12.1-a")
def test_after_card_16_the_merger_by_duty_comes_at_once() -> None:
    """A81"""
    game = occupied(with_parents(rich("4", "5", MERGING)))
    assert game.state.flags["sefta"] and operating_company(game) is None
    while game.state.flags["ccfr"] != CAPITALISED:
        assert not game.state.acted.unordered
        game.push(game.draw() if game.actor == CHANCE else game.legal_actions()[0])
    kinds = [event.kind for event in game.log]
    assert kinds.index("merges") < kinds.index("is_capitalised")


@pytest.mark.rule("1883:12.1-c")
@pytest.mark.parametrize("by_card", [False, True])
def test_who_has_merged_before_need_not_merge_again(by_card: bool) -> None:
    pos = rich("4", "5", MERGING)
    pos.state.flags["sefta"] = True
    for company, place in (("FMMSF", BOX), ("FMV", BOX), ("SEFTA", IPO)):
        for number in range(9):
            pos.state.shelves.move(f"{company}_{number}", certs_at(place, company))
    game = occupied(pos) if by_card else buys(pos)
    game.settle()
    assert game.state.flags["ccfr"] == CAPITALISED
    assert not any(event.kind == "merger_is_off" for event in game.log)


@pytest.mark.rule("1883:12.1-a")
def test_without_the_variant_nobody_must_merge() -> None:
    game = buys(with_parents(rich("4", "5")))
    game.settle()
    assert game.state.flags["ccfr"] == CAPITALISED and not game.state.flags["sefta"]
    to_the_end_of_the_turn(game)
    assert not game.state.flags["sefta"] and percent_of(game, B, "FMMSF") == 30


@pytest.mark.rule("1883:5.6.3-a")
def test_the_first_8_removes_unsold_concessions() -> None:
    pos = rich("7", "8")
    pos.state.concession["2"], pos.state.clock["2"] = "FSF", 0
    game = buys(pos)
    assert game.state.concession["1"] == "gone" and game.state.concession["2"] == "FSF"


def test_changes_are_undone_with_the_purchase() -> None:
    pos = rich("4", "5").train("4-0", "CCFR")
    game = pos.operating("FBV", STEP)
    before = game.state.picture()
    game.push(BuyTrain(A, "FBV", "5-0", 450))
    game.pop()
    assert game.state.picture() == before


def test_a_phase_brought_twice_at_once_is_one_frame_after_the_other() -> None:
    pos = rich("4", "5")
    game: Any = pos.operating("FBV", STEP)
    change_phase(game, "5", "FBV")
    game._run()
    game.settle()
    assert game.phase.name == "5" and isinstance(game.decision, BuyTrains)
