"""8.3, 12.1 FMMSF and FMV merge into SEFTA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    GoBankrupt,
    Merge,
    Pass,
    PlaceToken,
    SellShares,
    SettleOption,
)
from stockrail.rules.cards import give_card, owner_of_card
from stockrail.rules.merging import MergerOffer
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn, mark_as_done, operating_company
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BOX, IPO, POOL, certs_at, city_at
from stockrail.rules.tokens import REMOVED_TOKENS, cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession
from stockrail.titles.g1883.coaches import keeps_ratio
from stockrail.titles.g1883.companies import in_game, is_launched, merged
from stockrail.titles.g1883.merger import Merger, MergeStep, OddShare, merge_by_duty
from stockrail.titles.g1883.phases import change_phase
from stockrail.titles.g1883.state import CAPITALISED, COOPERATIVE, anchor_at

from .lying import TITLE

A, B, C, D = range(4)
LINK: Mapping[str, tuple[str, int]] = {"64": ("57", 2), "54": ("8", 3)}  # Vignola to Modena
MERGE = Merge(A, "FMMSF", "FMV", "SEFTA")


def parents(
    phase: str = "4",
    first: Mapping[Any, int] | None = None,
    second: Mapping[Any, int] | None = None,
    players: int = 3,
    link: Mapping[str, tuple[str, int]] = LINK,
    options: Sequence[str] = (),
    **rulings: str,
) -> Any:
    """Case T-p before the merger, or other holdings: FMMSF at 85 with 120, FMV at 65 with 40, joined by track."""
    found = Position(TITLE, players, options=options, rulings=rulings).phase(phase).tiles(**link)
    found.no_trains("CCFR").state.flags["ccfr_president"] = A
    found.corporation("FMMSF", first or {A: 4, B: 1, C: 2, POOL: 1}, 85, 120).token("FMMSF", "55")
    found.corporation("FMV", second or {B: 3, A: 1, C: 1, POOL: 1}, 65, 40).token("FMV", "64")
    return found


def offered(position: Any, company: str = "FMMSF") -> Any:
    """The step in which a parent may propose the merger."""
    return position.operating(company, "MergeStep", alone=True)


def merging(position: Any) -> Any:
    """The merger is agreed."""
    game = offered(position)
    game.push(Merge(game.actor, "FMMSF", "FMV", "SEFTA"))
    if isinstance(game.decision, MergerOffer):
        game.push(Answer(game.actor, True))
    return game


def settle(game: Any, redeem: bool = False) -> Any:
    """Odd shares are settled one after the other, all in the same way."""
    while isinstance(game.decision, OddShare):
        game.push(SettleOption(game.actor, "SEFTA", redeem))
    return game


def refused(game: Any, action: Any) -> str:
    assert action not in game.legal_actions()
    with pytest.raises(IllegalAction) as caught:
        game.push(action)
    return caught.value.kind


def holdings(game: Any) -> dict[Any, int]:
    held = {holder: percent_of(game, holder, "SEFTA") for holder in (*game.order, IPO, POOL)}
    return {holder: percent for holder, percent in held.items() if percent}


# -- when -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.3-a", "1883:4.0-k")
@pytest.mark.parametrize(("phase", "may"), [("3", False), ("4", True), ("8", True)])
def test_the_parents_may_merge_once_the_first_4_is_sold(phase: str, may: bool) -> None:
    game = offered(parents(phase))
    assert (MERGE in game.legal_actions()) is may


@pytest.mark.rule("1883:8.3-a")
def test_without_track_between_their_tokens_they_may_not_merge() -> None:
    game = offered(parents(link={"64": ("57", 2)}))
    assert not isinstance(game.decision, MergeStep)
    game = offered(parents(link={}).token("FMV", "55"))
    assert isinstance(game.decision, MergeStep)  # both have tokens in Modena


@pytest.mark.rule("1883:8.3-a")
def test_a_city_full_of_other_tokens_keeps_them_apart() -> None:
    way = {"64": ("6", 3), "65": ("57", 0), "66": ("7", 0)}  # by way of Castelfranco
    assert isinstance(offered(parents(link=way)).decision, MergeStep)
    assert not isinstance(offered(parents(link=way).token("SV", "65")).decision, MergeStep)
    assert isinstance(offered(parents(link=way).token("FMV", "65")).decision, MergeStep)


@pytest.mark.rule("1883:8.3-a", "1883:6.7.1-d")
def test_a_route_through_both_cities_of_sassuolo_joins_the_parents() -> None:
    """A98 From Reggio to the one city, by way of Maranello to the other one, and on to Modena."""
    over = {"30": ("8", 3), "41": ("Sa2", 0), "40": ("7", 3), "53": ("3", 1), "54": ("8", 1), "55": ("Mo2", 0)}
    assert isinstance(offered(parents(link=over).token("FMV", "31")).decision, MergeStep)


@pytest.mark.rule("1883:8.3-l")
def test_the_active_parent_has_operated_before_and_the_other_may_have_in_this_round() -> None:
    def may(active: int, other: int) -> bool:
        position = parents()
        for company, turns in (("FMMSF", active), ("FMV", other)):
            del position.state.turns[company]
            if turns:
                position.state.turns[company] = turns
        return isinstance(offered(position).decision, MergeStep)

    assert may(1, 1)
    assert not may(0, 1)
    assert not may(1, 0)


@pytest.mark.rule("1883:8.3-b")
def test_the_merger_is_the_last_step_of_a_turn() -> None:
    game = parents().game
    for company in ("FMMSF", "FMV"):
        assert isinstance(TITLE.operating_steps(game, company)[-1], MergeStep)


def test_no_other_company_is_asked() -> None:
    position = parents().corporation("SV", {A: 2}, 100, 100)
    position.token("SV", "55")  # with FMMSF, and with a way to FMV
    position.state.turns["SV"] = 3
    assert not isinstance(offered(position, "SV").decision, MergeStep)


@pytest.mark.rule("1883:8.3-a")
def test_the_other_president_may_decline_and_is_not_asked_again_in_this_turn() -> None:
    game = offered(parents())
    game.push(MERGE)
    assert game.actor == B
    assert refused(game, Pass(B)) == "answer_first"
    game.push(Answer(B, False))
    assert not isinstance(game.decision, MergeStep)
    assert not merged(game)


@pytest.mark.rule("1883:8.3-a")
def test_one_president_of_both_agrees_alone() -> None:
    game = offered(parents(second={A: 3, B: 2}))
    game.push(MERGE)
    assert merged(game)


@pytest.mark.rule("1883:8.3-a")
def test_refusals_say_what_is_missing() -> None:
    position = parents("3")
    position.game.stack = (
        *position.game.stack[:1],
        OperatingRound(2, 1),
        OperatingTurn("FMMSF", 9),
        MergeStep("FMMSF"),
    )
    assert refused(position.game, MERGE) == "merger_too_early"
    assert refused(position.game, Merge(A, "FMMSF", "FMV", "FMV")) == "no_such_survivor"
    assert refused(position.game, SettleOption(A, "SEFTA", True)) == "merge_or_pass"
    position.phase("4")
    del position.state.turns["FMV"]
    assert refused(position.game, MERGE) == "not_operated_yet"
    del position.state.par["FMV"]
    assert refused(position.game, MERGE) == "no_partner"


# -- price and shares -------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.3-C1", "1883:8.3-d")
@pytest.mark.parametrize(
    ("first", "second", "value", "cell"),
    [((3, 6), (2, 7), 150, (2, 12)), ((5, 4), (4, 4), 130, (2, 10)), ((6, 0), (7, 2), 85, (4, 7))],
)
def test_sefta_costs_what_both_cost_up_to_150(first: Any, second: Any, value: int, cell: Any) -> None:
    game = merging(parents().price("FMMSF", *first).price("FMV", *second))
    assert game.state.cell["SEFTA"] == cell
    assert price(game, "SEFTA") == value
    assert "FMMSF" not in game.state.cell
    assert "FMV" not in game.state.cell


@pytest.mark.rule("1883:T-p", "1883:T-p2", "1883:8.3-c", "1883:8.3-e", "1883:8.3-f", "1883:8.3-g", "1883:8.3-m")
def test_the_example_of_a_merger_in_phase_4() -> None:
    game = merging(parents())
    before = game.state.cash[C], game.state.cash[A]
    told = {event["holder"]: event["count"] for event in game.log if event.kind == "exchanges_shares"}
    assert told == {A: 2, B: 2, C: 1, IPO: 3, POOL: 1}
    assert game.actor == A
    assert refused(game, Pass(A)) == refused(game, SettleOption(A, "FMV", True)) == "single_share_first"
    game.push(SettleOption(A, "SEFTA", True))
    assert game.state.cash[C] == before[0] + 75  # the last one is gone
    assert game.state.cash[A] == before[1] - 75
    assert holdings(game) == {A: 30, B: 20, C: 10, IPO: 30, POOL: 10}
    assert game.state.cash["SEFTA"] == 235
    assert game.state.par["SEFTA"] == 150
    assert game.state.cell["SEFTA"] == (2, 12)
    assert owner_of(game, "SEFTA") == A
    assert game.state.cash["FMMSF"] == game.state.cash["FMV"] == 0
    assert TITLE.certificates(game, A)[1] == 19
    for parent in ("FMMSF", "FMV"):
        assert len(game.state.shelves.on(certs_at(BOX, parent))) == 9
        assert not in_game(game, parent)
        assert not is_launched(game, parent)
        assert parent not in TITLE.started(game)
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-m", "1883:5.4-a")
@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 19), (4, 14)])
def test_the_certificate_limit_of_seven_companies_holds(players: int, limit: int) -> None:
    game = settle(merging(parents(first={A: 2}, second={B: 2}, players=players)))
    assert TITLE.certificates(game, A)[1] == limit


@pytest.mark.rule("1883:T-r", "1883:8.3-f")
def test_half_of_85_is_43_to_pay_and_to_get() -> None:
    position = parents().price("FMMSF", 6, 0).price("FMV", 7, 2)
    game = merging(position.cash(A, 100).cash(C, 100))
    game.push(SettleOption(A, "SEFTA", True))
    assert (game.state.cash[A], game.state.cash[C]) == (57, 143)


@pytest.mark.rule("1883:8.3-f")
def test_who_cannot_pay_half_the_price_in_cash_gives_the_odd_share_up() -> None:
    game = merging(parents().cash(A, 74))
    assert game.actor == C  # nobody else has an odd share
    assert game.state.cash[A] == 149
    game.push(SettleOption(C, "SEFTA", True))
    assert holdings(game) == {A: 20, B: 20, C: 20, IPO: 30, POOL: 10}


@pytest.mark.rule("1883:8.3-f", "1883:8.3-g")
def test_shares_that_nobody_wants_form_the_offering() -> None:
    game = settle(merging(parents()))
    assert holdings(game) == {A: 20, B: 20, C: 10, IPO: 40, POOL: 10}
    assert game.state.cash["SEFTA"] == 160


@pytest.mark.rule("1883:8.3-g")
def test_odd_shares_of_offering_and_pool_are_lost() -> None:
    game = settle(merging(parents(first={A: 2, POOL: 3}, second={B: 2, POOL: 2})))
    assert holdings(game) == {A: 20, B: 10, IPO: 50, POOL: 20}  # A had to pay for the presidency
    assert game.state.cash["SEFTA"] == 310


@pytest.mark.rule("1883:8.3-e")
def test_a_pair_may_be_one_share_of_each_parent() -> None:
    game = settle(merging(parents(first={A: 3}, second={B: 3, A: 1, C: 2})))
    assert holdings(game)[A] == 20
    assert holdings(game)[C] == 10


@pytest.mark.rule("1883:8.3-e", "1883:8.3-f")
def test_the_share_that_is_left_over_is_a_single_one_and_never_the_presidents_certificate() -> None:
    position = parents(first={A: 4}, second={B: 3})
    for place in (BOX, B):  # it came to B last
        position.state.shelves.move("FMV_0", certs_at(place, "FMV"))
    game = merging(position)
    assert game.actor == B and percent_of(game, B, "FMV") == 10


# -- the presidency ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.3-h")
def test_the_first_with_two_takes_the_presidency_and_hands_it_to_a_larger_holder_in_the_end() -> None:
    game = settle(merging(parents(first={A: 3, C: 2}, second={B: 3, C: 4, A: 1})))
    assert holdings(game)[A] == 20
    assert holdings(game)[C] == 30
    assert owner_of(game, "SEFTA") == C
    assert "SEFTA_0" in game.state.shelves.on(certs_at(C, "SEFTA"))
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-h")
def test_a_tie_leaves_the_presidency_with_its_first_holder() -> None:
    game = settle(merging(parents(first={A: 2}, second={B: 2, C: 4})))
    assert holdings(game) == {A: 10, B: 10, C: 20, IPO: 60}
    assert owner_of(game, "SEFTA") == C
    game = settle(merging(parents(first={A: 2, B: 2}, second={B: 2, C: 4})))
    assert owner_of(game, "SEFTA") == B


@pytest.mark.rule("1883:8.3-h", "1883:8.3-e")
def test_of_two_with_two_shares_the_opener_presides() -> None:
    game = offered(parents(first={A: 4}, second={B: 4}), "FMV")
    game.push(Merge(B, "FMV", "FMMSF", "SEFTA"))
    game.push(Answer(A, True))
    assert holdings(game) == {A: 20, B: 20, IPO: 60}
    assert owner_of(game, "SEFTA") == B


@pytest.mark.rule("1883:8.3-h", "1883:8.3-f")
def test_an_odd_share_can_decide_the_presidency() -> None:
    position = parents(first={A: 3}, second={B: 3})
    game = merging(position)
    game.push(SettleOption(A, "SEFTA", False))
    game.push(SettleOption(B, "SEFTA", True))
    assert owner_of(game, "SEFTA") == B
    assert holdings(game) == {A: 10, B: 20, IPO: 70}


@pytest.mark.rule("1883:8.3-i")
def test_with_two_shares_in_nobodys_hand_the_opener_pays_for_the_presidency() -> None:
    position = parents(first={A: 2}, second={B: 2}).cash(A, 200).cash(B, 500)
    game = merging(position)
    assert owner_of(game, "SEFTA") == A
    assert game.state.cash[A] == 50
    assert game.state.cash["SEFTA"] == 310
    assert holdings(game) == {A: 20, B: 10, IPO: 70}


@pytest.mark.rule("1883:8.3-i", "1883:8.3-b")
def test_the_president_of_the_active_parent_is_the_first_whoever_that_is() -> None:
    position = parents(first={A: 2}, second={B: 2}).cash(A, 200).cash(B, 500)
    game = offered(position, "FMV")
    game.push(Merge(B, "FMV", "FMMSF", "SEFTA"))
    game.push(Answer(A, True))
    assert owner_of(game, "SEFTA") == B
    assert game.state.cash[A] == 200


@pytest.mark.rule("1883:8.3-i")
def test_the_opener_sells_other_shares_but_not_those_of_sefta_to_pay_for_the_presidency() -> None:
    position = parents(first={A: 2}, second={B: 2}).cash(A, 40)
    position.corporation("SV", {B: 4, A: 3}, 65).token("SV", "21")
    game = merging(position)
    assert game.actor == A
    assert refused(game, SellShares(A, "SEFTA", 1)) == "not_started"
    game.push(SellShares(A, "SV", 2))
    assert game.state.cash[A] == 40 + 130 - 150
    assert owner_of(game, "SEFTA") == A
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-i")
def test_if_the_opener_goes_bankrupt_the_next_holder_must_pay() -> None:
    position = parents(first={A: 2}, second={B: 2}, players=4).cash(A, 149).cash(B, 200)
    game = merging(position)
    assert game.actor == A
    game.push(GoBankrupt(A, ""))
    assert game.state.bankrupt.get(A)
    assert owner_of(game, "SEFTA") == B
    assert game.state.cash[B] == 50
    assert holdings(game) == {B: 20, POOL: 10, IPO: 70}
    assert is_launched(game, "SEFTA")
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-i", "1883:5.8-e")
def test_if_nobody_can_pay_sefta_closes_and_can_be_launched_again_as_sefta() -> None:
    position = parents(first={A: 2}, second={B: 2}, players=4).cash(A, 10).cash(B, 10)
    give_card(position.game, "FCV", C)
    game = merging(position)
    game.push(GoBankrupt(A, ""))
    game.push(GoBankrupt(B, ""))
    assert not is_launched(game, "SEFTA")
    assert in_game(game, "SEFTA")
    assert not in_game(game, "FMMSF")
    assert percent_of(game, IPO, "SEFTA") == 100
    assert cities_of(game, "FMMSF") == cities_of(game, "FMV") == cities_of(game, "SEFTA") == []
    assert owner_of_card(game, "FCV") is None
    assert "SEFTA" in TITLE.expected(game)
    assert game.seats == [C, D]
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-i", "1883:9-d")
def test_a_bankruptcy_in_the_merger_can_end_the_game() -> None:
    position = parents(first={A: 2}, second={B: 2}, players=2).cash(A, 10)
    game = merging(position)
    game.push(GoBankrupt(A, ""))
    assert game.is_over
    assert game.result().winners == (B,)


# -- tokens, trains and what else they have ---------------------------------------------------------------------------


@pytest.mark.rule("1883:8.3-f")
@pytest.mark.parametrize(("cash", "asked"), [(43, True), (42, False)])
def test_only_who_has_half_the_price_is_asked_to_pay_it(cash: int, asked: bool) -> None:
    game = merging(parents().price("FMMSF", 6, 0).price("FMV", 7, 2).cash(A, cash).cash(C, 0))
    if asked:
        game.push(SettleOption(A, "SEFTA", True))
    assert game.state.cash[A] == (0 if asked else cash + 43)


@pytest.mark.rule("1883:T-q", "1883:8.3-j", "1883:8.3-k")
def test_tokens_and_trains_of_the_example() -> None:
    position = parents(first={A: 4}, second={B: 2}).token("FMMSF", "44").token("FMV", "55")
    for train, company in (("4", "FMMSF"), ("3bis", "FMMSF"), ("4", "FMV"), ("3", "FMV")):
        kept = [t for t in position.state.shelves.on(("trains", BOX)) if t.rsplit("-", 1)[0] == train]
        position.train(kept[0] if kept else train, company)
    game = merging(position)
    assert set(cities_of(game, "SEFTA")) == {("55", 0), ("64", 0), ("44", 0)}
    assert {event["hex"] for event in game.log if event.kind == "exchanges_token"} == {"55", "64", "44"}
    assert len(spare_of(game, "SEFTA")) == 1
    assert TITLE.token_cost(game, "SEFTA", ("31", 0)) == 100
    assert cities_of(game, "FMMSF") == cities_of(game, "FMV") == []
    assert len(game.state.shelves.on(("trains", "SEFTA"))) == 4
    oldest = next(train for train in trains_of(game, "SEFTA") if train.startswith("3-"))
    game.push(DiscardTrain(A, "SEFTA", oldest))
    assert oldest in trains_of(game, POOL)
    assert len(trains_of(game, "SEFTA")) == 3
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-j")
def test_the_president_chooses_which_cities_keep_tokens_if_there_are_too_many() -> None:
    position = parents(first={B: 4}, second={A: 2, C: 2}, options=["strengthen_the_weak"])
    for company, cities in (("FMMSF", ("44", "58")), ("FMV", ("65", "75"))):
        for city in cities:
            position.token(company, city)
    game = merging(position)
    assert game.actor == B
    choices = {action.hex for action in game.legal_actions()}
    assert choices == {"44", "58", "65", "75"}
    assert refused(game, PlaceToken(B, "SEFTA", "55", 0)) == "exchange_token_first"
    game.push(PlaceToken(B, "SEFTA", "75", 0))
    game.push(PlaceToken(B, "SEFTA", "44", 0))
    assert set(cities_of(game, "SEFTA")) == {("55", 0), ("64", 0), ("75", 0), ("44", 0)}
    tokens = [token for token in game.state.shelves.on(REMOVED_TOKENS) if token.startswith("FM")]
    assert len(tokens) == 6
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-j")
def test_as_many_cities_as_tokens_are_left_leave_nothing_to_choose() -> None:
    position = parents(first={A: 4}, second={B: 2}).token("FMMSF", "44").token("FMMSF", "58")
    game = merging(position)
    assert set(cities_of(game, "SEFTA")) == {("55", 0), ("64", 0), ("44", 0), ("58", 0)}
    assert spare_of(game, "SEFTA") == []


@pytest.mark.rule("1883:8.3-j")
def test_sefta_has_one_token_in_the_two_cities_of_sassuolo() -> None:
    position = parents(first={A: 4}, second={B: 2}).token("FMMSF", "41", 0).token("FMV", "41", 1)
    game = merging(position)
    assert [(action.hex, action.stop) for action in game.legal_actions()] == [("41", 0), ("41", 1)]
    game.push(PlaceToken(A, "SEFTA", "41", 1))
    assert set(cities_of(game, "SEFTA")) == {("55", 0), ("64", 0), ("41", 1)}
    assert game.state.shelves.on(city_at("41", 0)) == []


@pytest.mark.rule("1883:8.3-c", "1883:3.2-p")
def test_anchors_go_over_placed_or_not() -> None:
    position = parents(first={A: 4}, second={B: 2})
    shelves = position.state.shelves
    shelves.move("anchor.CNP.0", anchor_at("FMMSF", "81"))
    shelves.move("anchor.FSF-P.0", anchor_at("FMV"))
    game = merging(position)
    assert game.state.shelves.on(anchor_at("SEFTA", "81")) == ["anchor.CNP.0"]
    assert game.state.shelves.on(anchor_at("SEFTA")) == ["anchor.FSF-P.0"]


@pytest.mark.rule("1883:8.3-k", "1883:3.5-a", "1883:3.2-h")
def test_private_companies_close_with_the_merger_also_those_of_the_parents() -> None:
    position = parents(first={A: 4}, second={B: 2})
    position.corporation("SV", {C: 2}, 85, 10).token("SV", "21")
    for card, owner in (("CNP", "FMV"), ("TCB", A), ("FRV", "FMMSF"), ("TMM", B)):
        give_card(position.game, card, owner)
    position.state.shelves.move("anchor.CNP.0", anchor_at("FMV"))
    game = merging(position)
    assert [owner_of_card(game, card) for card in ("CNP", "TCB", "FRV", "TMM")] == [None] * 4
    assert game.state.cash["SV"] == 95
    assert percent_of(game, POOL, "SV") == 10
    assert game.state.shelves.on(anchor_at("SEFTA")) == ["anchor.CNP.0"]
    assert game.state.laid["30"] == ("8", 3)


@pytest.mark.rule("1883:8.3-c")
def test_assets_have_gone_over_while_odd_shares_are_settled() -> None:
    position = parents().train("4-0", "FMV")
    give_card(position.game, "FCV", "FMMSF")
    game = merging(position)
    assert isinstance(game.decision, OddShare)
    assert owner_of_card(game, "FCV") == "SEFTA"
    assert trains_of(game, "SEFTA") == ["4-0"]
    assert game.state.cash["SEFTA"] == 160
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:8.3-c")
def test_concessions_go_over_with_their_clocks() -> None:
    position = parents(first={A: 4}, second={B: 2})
    for number, company, clock in (("5", "FMV", 3), ("8", "FMMSF", 1)):
        position.state.concession[number], position.state.clock[number] = company, clock
    game = merging(position)
    assert game.state.concession["5"] == game.state.concession["8"] == "SEFTA"
    assert (game.state.clock["5"], game.state.clock["8"]) == (4, 2)  # the next round has begun


@pytest.mark.rule("1883:8.3-c", "1883:5.6.1-d", "1883:8.3-k")
def test_tokens_of_both_together_can_complete_a_concession_of_one() -> None:
    """FMMSF holds no. 1, but Vignola is full for it; C presides when the bonus comes, then a train is discarded."""
    position = parents(first={A: 3, C: 4}, second={B: 3, C: 2}).tiles(**{"86": ("5", 0), "75": ("6", 2)})
    position.state.concession["1"], position.state.clock["1"] = "FMMSF", 1
    for train in ("4-0", "4-1", "3bis-0", "3bis-1"):
        position.train(train, "FMMSF")
    game = settle(merging(position))
    assert owner_of(game, "SEFTA") == C
    assert game.actor == C
    assert Pass(C) in game.legal_actions()
    game.push(Pass(C))
    assert game.state.cash["SEFTA"] == 160 + 150
    game.push(DiscardTrain(C, "SEFTA", "3bis-0"))
    assert len(trains_of(game, "SEFTA")) == 3


@pytest.mark.rule("1883:8.3-m", "1883:6.5.2-a")
def test_no_circles_are_kept_for_the_parents_any_more() -> None:
    game = merging(parents(first={A: 4}, second={B: 2}))
    assert "FMMSF" not in TITLE.expected(game)
    assert "FMV" not in TITLE.expected(game)
    assert game.title.kept_circles(game, "SV", ("55", 0)) == game.title.kept_circles(game, "SV", ("64", 0)) == 0


# -- the round --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.3-k")
def test_sefta_operates_from_the_next_round_and_the_waiting_parent_no_more() -> None:
    position = parents(first={A: 4}, second={B: 2})
    game = position.operating("FMMSF", "MergeStep")
    assert "FMV" not in game.state.acted
    game.push(MERGE)
    game.push(Answer(B, True))
    assert operating_company(game) == "CCFR"
    assert game.state.acted.get("SEFTA")
    assert "SEFTA" in TITLE.operating_order(game)


# -- by duty ----------------------------------------------------------------------------------------------------------


def bought(position: Any) -> Any:
    """SV buys the first 5, and nothing else happens in its turn."""
    position.corporation("SV", {C: 3}, 100, 500).token("SV", "21")
    position.phase("5")
    position.state.flags["phase"] = "4"
    game = position.operating("SV", "BuyTrains")
    game.push(BuyTrain(C, "SV", "5-0", 450))
    while game.actor == C and not merged(game) and operating_company(game) == "SV":
        game.push(Pass(C))
    return game


@pytest.mark.rule("1883:12.1-a", "1883:12.1-b")
def test_by_duty_they_merge_after_the_turn_that_brought_the_first_5_without_any_track() -> None:
    position = parents("4", link={}, options=["mandatory_merging"], first={A: 4}, second={B: 2})
    del position.state.turns["FMMSF"]
    game = bought(position)
    assert merged(game)
    assert owner_of(game, "SEFTA") == A
    assert operating_company(game) == "SEFTA"  # neither parent has operated
    assert game.state.flags["ccfr"] == CAPITALISED
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:12.1-b")
def test_sefta_waits_if_a_parent_has_operated_in_the_round() -> None:
    position = parents("4", link={}, options=["mandatory_merging"], first={A: 4}, second={B: 2})
    mark_as_done(position.game, "FMV")
    game = bought(position)
    assert merged(game)
    assert game.state.acted.get("SEFTA")
    assert operating_company(game) != "SEFTA"


@pytest.mark.rule("1883:12.1-b")
def test_ccfr_is_a_cooperative_until_the_merger_by_duty_is_over() -> None:
    position = parents("4", link={}, options=["mandatory_merging"], first={A: 3, C: 2}, second={B: 2, C: 1})
    game = bought(position)
    assert isinstance(game.decision, OddShare)
    assert game.state.flags["ccfr"] == COOPERATIVE
    settle(game)
    assert game.state.flags["ccfr"] == CAPITALISED


@pytest.mark.rule("1883:12.1-a")
def test_the_president_of_the_dearer_parent_leads_the_merger_by_duty() -> None:
    position = parents("5", link={}, first={A: 2}, second={B: 2}).price("FMV", 0, 10).cash(B, 200)
    game = position.game
    game.stack = (game.stack[0], OperatingRound(2, 1))
    merge_by_duty(game)
    frame = game.stack[-1]
    assert isinstance(frame, Merger)
    assert frame.opener == B


@pytest.mark.rule("1883:12.1-a")
def test_a_card_brings_the_merger_at_once() -> None:
    position = parents("4", link={}, options=["mandatory_merging"], first={A: 4}, second={B: 2}).phase("5")
    position.state.flags["phase"] = "4"
    game = position.game
    game.stack = (game.stack[0].during(OperatingRound(2, 1)), OperatingRound(2, 1))
    change_phase(game, "5", None)
    game._run()
    assert merged(game)
    assert game.state.flags["ccfr"] == CAPITALISED
    assert not game.state.acted.get("SEFTA")


@pytest.mark.rule("1883:12.1-c")
def test_without_both_parents_sefta_is_gone_for_good() -> None:
    position = Position(TITLE, 3, options=["mandatory_merging"]).phase("4").tiles(**LINK)
    position.no_trains("CCFR").state.flags["ccfr_president"] = A
    position.corporation("FMMSF", {A: 4}, 85, 120).token("FMMSF", "55")
    game = bought(position)
    assert not merged(game)
    assert game.state.flags["ccfr"] == CAPITALISED
    again = Position.of(game).corporation("FMV", {B: 2}, 65).token("FMV", "64")
    again.state.turns["FMMSF"] = 2
    assert not isinstance(offered(again).decision, MergeStep)


@pytest.mark.rule("1883:12.1-a")
def test_without_the_variant_nobody_has_to_merge() -> None:
    game = bought(parents("4", first={A: 4}, second={B: 2}))
    assert not merged(game)
    assert game.state.flags["ccfr"] == CAPITALISED


def test_a_merger_can_be_taken_back_step_by_step() -> None:
    game = offered(parents())
    before = game.state.picture()
    for action in (MERGE, Answer(B, True), SettleOption(A, "SEFTA", False), SettleOption(C, "SEFTA", True)):
        game.push(action)
    for _ in range(4):
        game.pop()
    assert game.state.picture() == before


# -- crossings --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.3-f", "1883:5.4-d", "1883:5.4-f")
def test_a_single_share_is_paid_for_above_the_limit_too_and_sold_down_in_the_next_stock_round() -> None:
    """C has the 16 certificates that four players may have; after the merger 14 is the limit."""
    found = parents(first={A: 4}, second={B: 2, C: 3}, players=4).cash(C, 500)
    for company, count in {"FSF": 4, "SV": 3, "FBV": 3, "SAFRE": 3}.items():
        found.corporation(company, {D: 2, C: count}, 65)
    assert TITLE.certificates(found.game, C) == (16, 16)
    game = merging(found)
    assert TITLE.certificates(game, C) == (15, 14), "a share for the pair, and the single one"
    game.push(SettleOption(C, "SEFTA", True))
    assert percent_of(game, C, "SEFTA") == 20 and TITLE.certificates(game, C) == (15, 14)
    game = Position.of(game).stock_round(C)
    assert refused(game, Pass(C)) == "must_sell_first"
    game.push(SellShares(C, "SEFTA", 1))
    game.push(Pass(C))


@pytest.mark.rule("1883:8.3-e", "1883:8.2-k", "1883:5.1-d")
def test_a_merger_halves_the_shares_that_the_ratio_of_the_coaches_asks_for() -> None:
    found = parents(first={A: 6}, second={B: 2, C: 4}).corporation("SARSA", {A: 3, C: 2}, 65)
    assert keeps_ratio(found.game, C) and keeps_ratio(found.game, A)
    game = settle(merging(found))
    assert [keeps_ratio(game, seat) for seat in (A, B, C)] == [False, True, False]
    game = Position.of(game).stock_round(C)
    assert refused(game, Pass(C)) == "coach_ratio"


@pytest.mark.rule("1883:8.3-h", "1883:5.6.2-a", "1883:6.11-a")
def test_who_presides_after_the_merger_owes_what_a_concession_of_a_parent_costs() -> None:
    """A led FMMSF, which holds no. 5; C has most of SEFTA."""
    found = parents(first={A: 2, C: 4}, second={B: 2, C: 4}).cash("FMMSF", 0).cash("FMV", 0).cash(A, 500).cash(C, 100)
    found.state.concession["5"], found.state.clock["5"] = "FMMSF", 6
    game = settle(merging(found))
    assert owner_of(game, "SEFTA") == C
    assert game.state.concession["5"] == POOL
    assert (game.state.cash["SEFTA"], game.state.cash[C]) == (0, 60), "40 in the check of this very round"


@pytest.mark.rule("1883:8.3-a", "1883:8.3-b")
def test_a_merger_that_was_declined_may_be_proposed_in_the_next_turn() -> None:
    found = parents(second={B: 3, C: 2})
    for number in range(1, 32):
        found.state.drawn[str(number)] = True
    game = offered(found)
    game.push(MERGE)
    game.push(Answer(B, False))
    while not isinstance(game.decision, MergeStep):
        game.push(game.legal_actions()[-1])
    assert game.is_legal(MERGE), "in FMMSF's turn of the next operating round"


@pytest.mark.rule("1883:8.3-k", "1883:5.6-c", "1883:5.6-b")
def test_sefta_may_buy_a_concession_in_the_next_stock_round() -> None:
    game: Any = Position.of(settle(merging(parents(first={A: 4}, second={B: 2})))).stock_round(A)
    game.push(BuyConcession(A, "SEFTA", "8"))
    assert game.state.concession["8"] == "SEFTA"


@pytest.mark.rule("1883:8.3-c", "1883:8.3-g", "1883:5.3.2-a", "1883:5.3.1-a")
def test_shares_of_sefta_are_bought_at_its_new_par_from_the_offering_and_at_its_price_from_the_pool() -> None:
    game = settle(merging(parents(first={A: 4, POOL: 2}, second={B: 2})))
    found = Position.of(game).cash(B, 500).price("SEFTA", 2, 10)
    found.turn = 3
    game = found.stock_round(B)
    treasury = game.state.cash["SEFTA"]
    game.push(BuyShare(B, "SEFTA", IPO))
    assert (game.state.cash[B], game.state.cash["SEFTA"]) == (350, treasury + 150)
    game.pop()
    game.push(BuyShare(B, "SEFTA", POOL))
    assert (game.state.cash[B], game.state.cash["SEFTA"]) == (370, treasury)


@pytest.mark.rule("1883:12.1-b", "1883:5.6.2-a", "1883:8.3-c")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_merger_by_duty_takes_concessions_over_with_any_number_of_players(players: int) -> None:
    found = parents("5", link={}, first={A: 4}, second={B: 2}, players=players, options=["mandatory_merging"])
    found.state.concession["1"], found.state.clock["1"] = "FMV", 1
    game = found.game
    game.stack = (game.stack[0].during(OperatingRound(2, 1)), OperatingRound(2, 1))
    merge_by_duty(game)
    game._run()
    assert merged(game) and game.state.concession["1"] == "SEFTA"
    assert operating_company(game) == "SEFTA"
    assert holdings(game) == {A: 20, B: 10, IPO: 70}
