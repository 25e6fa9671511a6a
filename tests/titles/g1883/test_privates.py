"""3.2, 3.4, 3.5 Private companies after their sale: offers of railways, the exchange of CNP, anchors, the end."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange, IllegalAction
from stockrail.routes import best_run
from stockrail.rules.actions import Answer, BuyTrain, IssueShares, Pass, ProposeEnd, SellShares
from stockrail.rules.cards import cards_of, give_card, owner_of_card
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, IPO, POOL
from stockrail.titles.g1883.actions import BuyPrivate, ExchangeCard, PlaceAnchor
from stockrail.titles.g1883.concessions import BonusChoice
from stockrail.titles.g1883.debts import close_all, go_bankrupt
from stockrail.titles.g1883.phases import change_phase
from stockrail.titles.g1883.private_round import PrivateRound
from stockrail.titles.g1883.privates import Prepare, close_privates, private_actions
from stockrail.titles.g1883.running import anchor_ports, drop_anchors, hand_on_anchors
from stockrail.titles.g1883.state import anchor_at

from .lying import FERRARA_TO_PARMA, TITLE
from .operating import A, B, C, launched, standing, step

CARDS = ("TCB", "FRV", "CNP", "TMM", "FCV")
PORTS = ["21", "47", "81", "92"]


def owning(phase: str = "2", company: str = "FBV", cash: int = 300, **cards: int | str) -> Any:
    """A railway led by the first player, and who owns which private companies; the others are out of the game."""
    position = standing(company, phase, cash=cash)
    rest = [card for card in TITLE.cards if card not in cards]
    for card, owner in [*cards.items(), *((card, BOX) for card in rest)]:
        give_card(position.game, card, owner)
    return position


def ranges(game: Any) -> dict[str, tuple[int, int]]:
    menu = game.legal_actions(game.actor)
    found = [one for one in menu if isinstance(one, ActionRange) and isinstance(one.action, BuyPrivate)]
    return {one.action.card: (one.low, one.high) for one in found}


def refused(game: Any, action: Any) -> str:
    assert action not in game.legal_actions(action.player)
    with pytest.raises(IllegalAction) as caught:
        game.push(action)
    return caught.value.kind


# -- sales to railways ------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.4-C1", "1883:3.4-a", "1883:3.4-b", "1883:4.0-j", "1883:6.10-a")
def test_a_railway_pays_half_to_double_the_printed_value() -> None:
    game = owning(TCB=B, FRV=B, CNP=B, TMM=C, FCV=A).operating("FBV")
    assert isinstance(game.decision, Prepare)
    expected = {"TCB": (10, 40), "FRV": (20, 80), "CNP": (30, 120), "TMM": (40, 160), "FCV": (50, 200)}
    assert ranges(game) == expected
    assert refused(game, BuyPrivate(A, "FBV", "FCV", 49)) == "private_price"
    assert refused(game, BuyPrivate(A, "FBV", "FCV", 201)) == "private_price"


@pytest.mark.rule("1883:3.4-b")
def test_it_pays_from_its_treasury_only() -> None:
    game = owning(cash=70, FCV=A, FRV=B).operating("FBV")
    assert ranges(game) == {"FRV": (20, 70), "FCV": (50, 70)}
    assert refused(game, BuyPrivate(A, "FBV", "FCV", 71)) == "private_beyond_cash"
    before = game.state.cash[A]
    game.push(BuyPrivate(A, "FBV", "FCV", 70))
    assert (game.state.cash["FBV"], game.state.cash[A]) == (0, before + 70)
    assert cards_of(game, "FBV") == ["FCV"]


@pytest.mark.rule("1883:3.4-a")
def test_another_owner_is_asked_and_a_refused_price_must_be_topped_in_this_turn() -> None:
    game = owning(TCB=B).operating("FBV", alone=True)
    game.push(BuyPrivate(A, "FBV", "TCB", 39))
    assert game.actor == B
    assert BuyPrivate(A, "FBV", "TCB", 40) not in game.legal_actions(A)
    game.push(Answer(B, False))
    assert ranges(game) == {"TCB": (40, 40)}
    assert refused(game, BuyPrivate(A, "FBV", "TCB", 39)) == "private_refused"
    game.push(BuyPrivate(A, "FBV", "TCB", 40))
    game.push(Answer(B, False))
    assert not isinstance(game.decision, Prepare)  # nothing is left to offer
    while game.state.turns["FBV"] < 2:
        game.push(Pass(A))
    assert not game.state.refused_price.unordered


@pytest.mark.rule("1883:3.4-a", "1883:6.1-a", "1883:3.1-a")
def test_an_accepted_offer_moves_money_and_card_and_its_income_goes_to_the_treasury() -> None:
    game = owning(TMM=B).operating("FBV", alone=True)
    before = game.state.cash[B]
    game.push(BuyPrivate(A, "FBV", "TMM", 100))
    game.push(Answer(B, True))
    assert (game.state.cash["FBV"], game.state.cash[B]) == (200, before + 100)
    while game.stack[0].nth == 1:
        game.push(Pass(game.actor))
    assert game.state.cash["FBV"] == 215


@pytest.mark.rule("1883:3.4-c")
@pytest.mark.parametrize(("phase", "high"), [("1", 40), ("2", 80)])
def test_frv_may_be_sold_before_the_first_3_but_not_above_its_value(phase: str, high: int) -> None:
    game = owning(phase, FRV=B, TCB=B).operating("FBV")
    assert ranges(game)["FRV"] == (20, high)
    assert ("TCB" in ranges(game)) is (phase == "2")
    if phase == "1":
        assert refused(game, BuyPrivate(A, "FBV", "TCB", 20)) == "private_not_yet"
        assert refused(game, BuyPrivate(A, "FBV", "FRV", 41)) == "private_price"


@pytest.mark.rule("1883:3.4-d", "1883:3.4-e")
def test_neither_the_presidency_of_fsf_nor_what_a_company_owns_is_for_sale() -> None:
    position = launched(owning(TCB="SV", FRV=B), "SV")
    game = position.operating("FBV")
    assert list(ranges(game)) == ["FRV"]
    assert refused(game, BuyPrivate(A, "FBV", "TCB", 20)) == "private_not_for_sale"
    assert refused(game, BuyPrivate(A, "FBV", "FSF-P", 150)) == "private_not_for_sale"
    assert refused(game, BuyPrivate(A, "FBV", "XYZ", 150)) == "private_not_for_sale"


@pytest.mark.rule("1883:3.4-f", "1883:8.2-l")
def test_neither_ccfr_nor_sarsa_buys_private_companies() -> None:
    position = owning(TCB=A)
    position.cash("CCFR", 100)
    game = position.operating("CCFR")
    assert not isinstance(game.decision, Prepare)
    assert ranges(game) == {}
    position = owning(TCB=A)
    position.corporation("SARSA", {A: 2}, 100, 100)
    game = position.operating("SARSA")
    assert ranges(game) == {}


@pytest.mark.rule("1883:6.3-c", "1883:3.4-a")
def test_private_companies_are_bought_at_any_moment_of_the_own_turn_and_of_no_other() -> None:
    position = launched(owning(TCB=B), "SV", shares={C: 2})
    game = position.operating("FBV", "LayTrack")
    assert step(game) == "LayTrack"
    assert ranges(game) == {"TCB": (10, 40)}
    assert refused(game, BuyPrivate(C, "SV", "TCB", 20)) == "not_your_turn"
    game.push(BuyPrivate(A, "FBV", "TCB", 20))
    game.push(Answer(B, True))
    assert step(game) == "LayTrack"
    game = owning(TCB=B).stock_round(A)
    assert private_actions(game, A) == []


@pytest.mark.rule("1883:6.3-c")
def test_nobody_buys_for_a_company_in_the_turn_of_another_or_without_presiding() -> None:
    position = launched(owning(TCB=B), "SV", shares={C: 2})
    game = position.operating("FBV")
    assert private_actions(game, B) == []
    game.replace_frame(BonusChoice("SV", "1", 100))
    assert game.actor == C
    assert private_actions(game, C) == private_actions(game, A) == []


@pytest.mark.rule("1883:6.3-c")
def test_a_turn_does_not_wait_where_nothing_can_be_bought() -> None:
    assert step(owning(FCV=B, cash=49).operating("FBV")) != "Prepare"
    assert step(owning().operating("FBV")) != "Prepare"
    assert step(owning(FCV=B, cash=50).operating("FBV")) == "Prepare"


@pytest.mark.rule("1883:3.4-a", "1883:6.3-c")
def test_the_first_3_opens_sales_for_the_turn_that_bought_it() -> None:
    position = owning("1", cash=200, TCB=B, FRV=B)
    for train in list(position.state.shelves.on(("trains", "depot"))):
        if train.startswith("2-"):
            position.train(train, BOX)
    position.no_trains("CCFR").tiles(**{"86": ("5", 0), "75": ("6", 2)})
    game = position.operating("FBV")
    assert list(ranges(game)) == ["FRV"]
    game.push(Pass(A))
    while step(game) != "BuyTrains":
        game.push(Pass(A))
    game.push(BuyTrain(A, "FBV", "3-0", 180))
    while step(game) != "Prepare":
        game.push(Pass(A))
    assert ranges(game) == {"TCB": (10, 20), "FRV": (20, 20)}
    game.push(Pass(A))
    assert game.state.turns["FBV"] == 2


@pytest.mark.rule("1883:6.3-c")
def test_what_was_passed_over_in_the_beginning_is_not_asked_again_in_the_end() -> None:
    game = owning(TCB=B).operating("FBV", alone=True)
    game.push(Pass(A))
    seen = []
    while game.state.turns["FBV"] < 2:
        seen.append(step(game))
        game.push(Pass(A))
    assert "Prepare" not in seen


@pytest.mark.rule("1883:3.4-a", "1883:6.3-c", "1883:6.10-a")
def test_what_the_treasury_could_not_pay_in_the_beginning_is_asked_in_the_end() -> None:
    """Private companies are for sale at every moment of the turn, also with the money of its last step."""
    game = owning(cash=50, TMM=B).operating("FBV", alone=True)
    assert ranges(game) == {"TMM": (40, 50)}
    while step(game) != "IssueStep":
        game.push(Pass(A))
    game.push(IssueShares(A, "FBV", 2))
    assert step(game) == "Prepare"
    assert ranges(game) == {"TMM": (40, 160)}
    game.push(Pass(A))
    assert game.state.turns["FBV"] == 2


@pytest.mark.rule("1883:3.4-a", "1883:6.3-c")
def test_what_one_company_passed_over_is_asked_of_the_next_one() -> None:
    position = launched(owning(cash=100, TCB=B), "SV", cash=0).no_trains("CCFR").price("CCFR", 7, 1)
    game = position.operating("FBV")
    game.push(Pass(A))
    while step(game) != "IssueStep" or game.decision.company != "SV":
        game.push(Pass(A))
    game.push(IssueShares(A, "SV", 1))
    assert step(game) == "Prepare" and ranges(game)["TCB"] == (10, 40)


@pytest.mark.rule("1883:3.2-n", "1883:6.3-c")
def test_an_anchor_that_came_in_the_turn_can_be_placed_in_its_end() -> None:
    """The second one of FSF with the first 3 that it buys itself; a first one that it kept back is not asked for
    again."""
    position = anchored("1").cash("FSF", 200)
    for train in [train for train in position.state.shelves.on(("trains", "depot")) if train.startswith("2-")]:
        position.train(train, BOX)
    game = position.no_trains("CCFR").tiles(**{"46": ("9", 1), "70": ("8", 5)}).operating("FSF", alone=True)
    game.push(PlaceAnchor(A, "FSF", "81"))
    while step(game) != "BuyTrains":
        game.push(Pass(A))
    game.push(BuyTrain(A, "FSF", "3-0", 180))
    while step(game) in ("BuyTrains", "IssueStep"):
        game.push(Pass(A))
    assert step(game) == "Prepare"
    game.push(PlaceAnchor(A, "FSF", "21"))
    assert game.state.turns["FSF"] == 2

    game = anchored("1").cash("FSF", 0).operating("FSF", alone=True)
    seen = []
    while game.state.turns["FSF"] < 2:
        seen.append(step(game))
        game.push(Pass(A))
    assert seen.count("Prepare") == 1


# -- the exchange of CNP ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.2-f")
@pytest.mark.parametrize(("ruling", "treasury"), [("par", 185), ("nothing", 100)])
def test_cnp_is_exchanged_in_anybodys_turn(ruling: str, treasury: int) -> None:
    position = standing("SV", "2", cash=100, shares={A: 2}, cnp_exchange_pays_sv=ruling)
    position.state.par["SV"] = 85
    give_card(position.game, "CNP", B)
    game = position.operating("SV")
    assert game.actor == A
    before = price(game, "SV")
    game.push(ExchangeCard(B, "CNP"))
    assert percent_of(game, B, "SV") == 10
    assert owner_of_card(game, "CNP") is None
    assert game.state.cash["SV"] == treasury
    assert price(game, "SV") == before
    assert game.state.shelves.on(anchor_at("SV")) == ["anchor.CNP.0"]
    assert game.actor == A


@pytest.mark.rule("1883:3.2-f")
def test_cnp_is_exchanged_before_sv_is_launched_and_then_the_launch_pays_for_the_share() -> None:
    position = owning("1", CNP=B)
    game = position.stock_round(A)
    game.push(ExchangeCard(B, "CNP"))
    assert percent_of(game, B, "SV") == 10
    assert game.state.cash["SV"] == 0
    assert game.actor == A


@pytest.mark.rule("1883:3.2-f", "1883:5.3.4-b")
def test_the_exchange_can_bring_the_presidency_even_in_the_turn_of_sv() -> None:
    position = standing("SV", "2", shares={A: 2, B: 2})
    give_card(position.game, "CNP", B)
    game = position.operating("SV", "LayTrack")
    assert game.actor == A
    game.push(ExchangeCard(B, "CNP"))
    assert owner_of(game, "SV") == B
    assert game.actor == B
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:3.2-f", "1883:5.3.6-a")
def test_the_exchange_needs_a_share_in_the_offering_and_room_under_60_percent() -> None:
    def may(shares: dict[Any, int]) -> bool:
        position = standing("SV", "2", shares=shares)
        give_card(position.game, "CNP", B)
        return ExchangeCard(B, "CNP") in position.operating("SV").legal_actions(B)

    assert may({A: 4, B: 3}) and may({B: 5, A: 4})
    assert not may({B: 6, A: 2})
    assert not may({A: 5, B: 5})


@pytest.mark.rule("1883:3.2-f", "1883:3.2-q")
def test_only_the_player_who_owns_cnp_may_exchange_it() -> None:
    game = owning(CNP=B).operating("FBV")
    assert refused(game, ExchangeCard(A, "CNP")) == "prepare_first"
    assert refused(game, ExchangeCard(B, "TCB")) == "not_your_turn"
    game = owning(CNP="FBV").operating("FBV")
    assert ExchangeCard(A, "CNP") not in game.legal_actions(A)


@pytest.mark.rule("1883:3.2-f")
def test_nothing_is_exchanged_while_it_is_asked_for_or_in_the_sale_of_private_companies() -> None:
    game = owning(CNP=B, TCB=C).operating("FBV")
    game.push(BuyPrivate(A, "FBV", "CNP", 60))
    assert game.actor == B
    assert refused(game, ExchangeCard(B, "CNP")) == "answer_first"
    position = standing()
    give_card(position.game, "CNP", B)
    game = position.round(PrivateRound(1, A))
    assert refused(game, ExchangeCard(B, "CNP")) == "not_your_turn"


def test_an_exchange_ends_the_memory_of_a_refused_end() -> None:
    game = owning(CNP=B).operating("FBV")
    game.push(ProposeEnd(A))
    game.push(Answer(B, False))
    assert ProposeEnd(A) not in game.legal_actions(A)
    game.push(ExchangeCard(B, "CNP"))
    assert ProposeEnd(A) in game.legal_actions(A)


@pytest.mark.rule("1883:3.2-f", "1883:5.2-c")
def test_a_share_from_the_exchange_can_be_sold_at_once() -> None:
    position = standing("SV", "2", shares={A: 2})
    give_card(position.game, "CNP", B)
    game = position.stock_round(B)
    game.push(ExchangeCard(B, "CNP"))
    before = game.state.cash[B]
    game.push(SellShares(B, "SV", 1))
    assert game.state.cash[B] == before + 100


# -- anchors ----------------------------------------------------------------------------------------------------------


def anchored(phase: str = "1", **tiles: tuple[str, int]) -> Any:
    """FSF with its two anchors."""
    position = standing("FSF", phase, laid=tiles)
    hand_on_anchors(position.game, "FSF-P", "FSF")
    for card in TITLE.cards:
        give_card(position.game, card, BOX)
    return position


@pytest.mark.rule("1883:3.2-n", "1883:6.3-c")
def test_fsf_places_one_anchor_and_the_second_on_another_port_after_the_first_3() -> None:
    game = anchored().operating("FSF")
    assert isinstance(game.decision, Prepare)
    assert anchor_ports(game, "FSF") == PORTS
    assert refused(game, PlaceAnchor(A, "FSF", "34")) == "not_a_port"
    game.push(PlaceAnchor(A, "FSF", "81"))
    assert step(game) == "LayTrack"
    assert anchor_ports(game, "FSF") == []
    game.state.flags["phase"] = "2"
    assert anchor_ports(game, "FSF") == ["21", "47", "92"]
    game.push(PlaceAnchor(A, "FSF", "92"))  # at any moment of the turn
    assert anchor_ports(game, "FSF") == []
    assert game.state.shelves.on(anchor_at("FSF", "92")) == ["anchor.FSF-P.1"]


@pytest.mark.rule("1883:3.2-n")
def test_refusals_of_anchors_say_why() -> None:
    position = anchored("2")
    position.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    game = position.operating("FSF")
    assert refused(game, PlaceAnchor(A, "FSF", "81")) == "own_anchor_there"
    game = owning(FRV=B).operating("FBV")
    assert refused(game, PlaceAnchor(A, "FBV", "81")) == "no_anchor"
    assert refused(game, PlaceAnchor(A, "FSF", "81")) == "prepare_first"


@pytest.mark.rule("1883:3.2-n")
def test_anchors_are_placed_only_in_the_own_turn() -> None:
    position = anchored()
    game = launched(position, "SV").operating("SV")
    assert not [action for action in private_actions(game, A) if isinstance(action, PlaceAnchor)]


@pytest.mark.rule("1883:3.2-p")
def test_a_port_takes_two_anchors_of_different_companies() -> None:
    position = anchored("2")
    position.state.shelves.move("anchor.CNP.0", anchor_at("SV", "81"))
    assert "81" in anchor_ports(position.game, "FSF")
    position.state.shelves.move("anchor.FSF-P.0", anchor_at("FBV", "81"))
    assert "81" not in anchor_ports(position.game, "FSF")


@pytest.mark.rule("1883:3.2-g", "1883:3.2-q")
def test_a_railway_that_buys_cnp_gets_its_anchor_and_keeps_the_income() -> None:
    game = owning(CNP=A).operating("FBV")
    game.push(BuyPrivate(A, "FBV", "CNP", 30))
    assert game.state.shelves.on(anchor_at("FBV")) == ["anchor.CNP.0"]
    game.push(PlaceAnchor(A, "FBV", "47"))
    assert game.state.shelves.on(anchor_at("FBV", "47")) == ["anchor.CNP.0"]
    assert cards_of(game, "FBV") == ["CNP"]


@pytest.mark.rule("1883:3.2-n")
def test_an_anchor_of_cnp_does_not_wait_for_the_second_of_fsf() -> None:
    position = anchored("1")
    position.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    position.state.shelves.move("anchor.CNP.0", anchor_at("FSF"))
    game = position.operating("FSF")
    game.push(PlaceAnchor(A, "FSF", "92"))
    assert game.state.shelves.on(anchor_at("FSF", "92")) == ["anchor.CNP.0"]


@pytest.mark.rule("1883:3.2-o", "1883:3.2-s", "1883:4.0-i")
@pytest.mark.parametrize(("phase", "bonus"), [("3", 20), ("4", 10)])
def test_anchors_add_up_for_the_trains_of_their_owner(phase: str, bonus: int) -> None:
    def worth(*anchors: tuple[str, str, str]) -> int:
        position = anchored(phase, **FERRARA_TO_PARMA)
        position.train("7-0", "FSF")
        for anchor, company, port in anchors:
            position.state.shelves.move(anchor, anchor_at(company, port))
        return best_run(position.game, "FSF").total

    bare = worth()
    assert worth(("anchor.FSF-P.0", "FSF", "81"), ("anchor.FSF-P.1", "FSF", "92")) == bare + 2 * bonus
    assert worth(("anchor.CNP.0", "SV", "81")) == bare


def test_dropped_anchors_free_their_port() -> None:
    position = anchored("2")
    position.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    drop_anchors(position.game, "FSF")
    assert len(position.state.shelves.on(anchor_at(BOX))) == 2
    assert anchor_ports(position.game, "FSF") == []


def test_an_anchor_handed_on_to_a_port_of_the_taker_comes_back_to_hand() -> None:
    position = anchored("2")
    position.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    position.state.shelves.move("anchor.CNP.0", anchor_at("SV", "81"))
    hand_on_anchors(position.game, "SV", "FSF")
    assert position.state.shelves.on(anchor_at("FSF", "81")) == ["anchor.FSF-P.0"]
    assert "anchor.CNP.0" in position.state.shelves.on(anchor_at("FSF"))


# -- the end ----------------------------------------------------------------------------------------------------------


def with_sv(pool: int, offering: int = 2, par: int = 85, owner: Any = B) -> Any:
    """SV with so many shares in pool and offering; somebody has CNP."""
    position = standing("SV", "4", shares={A: 10 - pool - offering, POOL: pool})
    position.state.par["SV"] = par
    position.cash("SV", 0)
    give_card(position.game, "CNP", owner)
    return position


@pytest.mark.rule("1883:T-v", "1883:3.2-h", "1883:3.2-e", "1883:3.5-a", "1883:3.2-r")
@pytest.mark.parametrize(("pool", "after", "treasury"), [(4, 50, 85), (5, 50, 0)])
def test_with_the_first_5_a_share_of_sv_goes_to_the_pool_if_it_has_room(pool: int, after: int, treasury: int) -> None:
    position = with_sv(pool)
    for card in ("FRV", "TCB"):
        give_card(position.game, card, C)
    before = price(position.game, "SV")
    close_privates(position.game)
    game = position.game
    assert percent_of(game, POOL, "SV") == after
    assert game.state.cash["SV"] == treasury
    assert price(game, "SV") == before
    assert game.state.shelves.on(anchor_at(BOX)) == ["anchor.CNP.0"]
    assert game.state.laid["30"] == ("8", 3)
    assert all(owner_of_card(game, card) is None for card in CARDS)


@pytest.mark.rule("1883:3.2-h")
@pytest.mark.parametrize(("offering", "after", "treasury"), [(1, 10, 85), (0, 0, 0)])
def test_the_last_share_of_the_offering_goes_to_the_pool_too(offering: int, after: int, treasury: int) -> None:
    position = with_sv(0, offering)
    close_privates(position.game)
    assert percent_of(position.game, POOL, "SV") == after and percent_of(position.game, IPO, "SV") == 0
    assert position.game.state.cash["SV"] == treasury


@pytest.mark.rule("1883:3.5-a", "1883:4.0-m")
def test_the_phase_of_the_first_5_closes_them() -> None:
    position = owning("4", CNP=B, FCV=C, FRV="FBV", cash=100)
    game = position.operating("FBV")
    change_phase(game, "5", "FBV")
    game._run()
    assert all(owner_of_card(game, card) is None for card in CARDS)
    assert game.state.laid["30"] == ("8", 3)
    assert list(ranges(game)) == []


@pytest.mark.rule("1883:3.2-h")
def test_at_the_end_of_cnp_nothing_happens_without_a_share_in_the_offering_or_without_sv() -> None:
    position = with_sv(2, offering=0)
    close_privates(position.game)
    assert percent_of(position.game, POOL, "SV") == 20
    position = owning("4", CNP=B)
    close_privates(position.game)
    assert percent_of(position.game, IPO, "SV") == 100
    assert position.state.cash["SV"] == 0


@pytest.mark.rule("1883:3.2-h", "1883:3.2-g")
def test_cnp_in_a_treasury_brings_sv_its_share_too_and_the_anchor_stays() -> None:
    position = with_sv(1, owner="FBV")
    launched(position, "FBV")
    position.state.shelves.move("anchor.CNP.0", anchor_at("FBV", "81"))
    close_privates(position.game)
    assert position.state.cash["SV"] == 85
    assert position.state.shelves.on(anchor_at("FBV", "81")) == ["anchor.CNP.0"]


@pytest.mark.rule("1883:3.2-h")
def test_an_exchanged_cnp_has_no_end() -> None:
    position = with_sv(1)
    game = position.operating("SV")
    game.push(ExchangeCard(B, "CNP"))
    close_privates(game)
    assert percent_of(game, POOL, "SV") == 10
    assert game.state.cash["SV"] == 85


@pytest.mark.rule("1883:5.8-c", "1883:5.8-d")
def test_cnp_closes_with_its_owner_and_sv_is_paid_unless_it_is_sv_itself() -> None:
    position = with_sv(1, owner="FBV")
    launched(position, "FBV")
    close_all(position.game, ["FBV"])
    assert position.state.cash["SV"] == 85
    position = with_sv(1, owner="SV")
    bank = position.state.cash[BANK]
    close_all(position.game, ["SV"])
    assert position.state.cash[BANK] == bank
    assert percent_of(position.game, IPO, "SV") == 100
    assert owner_of_card(position.game, "CNP") is None


@pytest.mark.rule("1883:6.8.6-d")
def test_the_private_companies_of_a_bankrupt_player_leave_the_game() -> None:
    position = with_sv(1)
    give_card(position.game, "FRV", B)
    position.operating("SV")
    go_bankrupt(position.game, B)
    assert position.state.cash["SV"] == 85
    assert owner_of_card(position.game, "FRV") is None
    assert "30" not in position.state.laid  # the link is laid when all close, if FRV is still there
    close_privates(position.game)
    assert "30" not in position.state.laid


@pytest.mark.rule("1883:3.2-b", "1883:3.2-d", "1883:3.1-a")
def test_private_companies_pay_every_round_whoever_owns_them() -> None:
    position = owning("2", TCB=A, FRV=B, CNP=C, TMM="FBV", FCV=C, cash=0)
    before = [position.state.cash[holder] for holder in (A, B, C, "FBV")]
    game = position.operating("CCFR", "BuyTrains", alone=True)
    game.settle()
    while game.stack[0].nth == 1:
        game.push(Pass(game.actor))
    after = [game.state.cash[holder] for holder in (A, B, C, "FBV")]
    assert [new - old for new, old in zip(after, before, strict=True)] == [5, 10, 25, 15]
