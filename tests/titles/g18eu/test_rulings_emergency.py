"""18EU: both sides of the rulings on the train duty and on grey hexes; trains sold between two owners."""

from __future__ import annotations

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import Answer, BuyTrain, GoBankrupt, LayTile, Pass, SellShares
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import shares_of
from stockrail.rules.state import POOL
from stockrail.rules.train_step import TrainOffer
from stockrail.rules.trains import trains_of
from stockrail.testing import Position, check_doors
from stockrail.titles.g18eu.trains import BuyTrains
from stockrail.titles.g18eu.treasury import OwnShares

STEP = "BuyTrains"


def position(phase: str, **rulings: str) -> Position:
    pos = Position("18EU", players=3, rulings=rulings)
    for minor in pos.game.title.companies_of("minor"):
        pos.no_trains(minor)
    return pos.phase(phase)


def sncf(phase: str, cash: int, president: int, **rulings: str) -> Position:
    """SNCF has no train; Ada (0) presides with five shares, Ben (1) has three."""
    return position(phase, **rulings).corporation("SNCF", {0: 5, 1: 3}, cash=cash).cash(0, president)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    before = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == before
    return error.value.kind, error.value.rule


def spans(game: RailGame, kind: type[Action]) -> list[tuple[str, int, int]]:
    """The ranges of the menu: (train or company, lowest, highest)."""
    ranges = [e for e in game.legal_actions() if isinstance(e, ActionRange) and isinstance(e.action, kind)]
    return [(e.action.train if kind is BuyTrain else e.action.company, e.low, e.high) for e in ranges]


# -- P-3 the duty and the route --------------------------------------------------------------------


def in_berlin(**rulings: str) -> Position:
    """SNCF's token stands in Berlin; its track ends before Stettin."""
    return sncf("3", cash=200, president=450, **rulings).token("SNCF", "J5", 0)


@pytest.mark.rule("18EU:4.5-a")
def test_by_the_rulebook_the_duty_needs_no_route() -> None:
    game = in_berlin().operating("SNCF", STEP)
    assert refused(game, Pass(0)) == ("must_own_train", "4.5-a")


@pytest.mark.rule("18EU:4.5-a")
def test_by_the_sites_ruling_a_corporation_without_a_route_may_do_without() -> None:
    game = in_berlin(train_obligation="with_route").operating("SNCF", STEP)
    assert game.legal_actions() == [BuyTrain(0, "SNCF", "3-0", 200), Pass(0)]
    poor = in_berlin(train_obligation="with_route").cash("SNCF", 0).operating("SNCF", STEP)
    assert isinstance(poor.decision, OwnShares)  # no duty, no money: the step is over


@pytest.mark.rule("18EU:4.5-a")
def test_by_the_sites_ruling_a_corporation_with_a_route_must_buy() -> None:
    pos = in_berlin(train_obligation="with_route").tiles(K4=("4", 1))  # Stettin, joined to Berlin
    game = pos.operating("SNCF", STEP)
    assert refused(game, Pass(0)) == ("must_own_train", "4.5-a")


@pytest.mark.rule("18EU:4.5-a")
@pytest.mark.parametrize(("ruling", "obliged"), [("always", True), ("with_route", False)])
def test_by_the_sites_ruling_a_city_and_a_port_are_not_enough(ruling: str, obliged: bool) -> None:
    pos = sncf("3", cash=200, president=450, train_obligation=ruling).token("SNCF", "D3")
    game = pos.tiles(D3=("202", 3)).operating("SNCF", STEP)  # Amsterdam, joined to its port
    assert game.is_legal(Pass(0)) != obliged


@pytest.mark.rule("18EU:4.5-a")
def test_by_the_sites_ruling_two_circles_of_one_hex_are_enough() -> None:
    """Green Berlin: a loop over I6 and I4 joins its circles of edges 0 and 1, 2 and 3."""
    pos = sncf("3", cash=200, president=450, train_obligation="with_route")
    pos.tiles(J5=("581", 0), I6=("7", 3), I4=("7", 5)).token("SNCF", "J5", 0)
    assert refused(pos.operating("SNCF", STEP), Pass(0)) == ("must_own_train", "4.5-a")


# -- P-14 the operating corporation's own shares ---------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-d")
@pytest.mark.parametrize(("ruling", "saleable"), [("after_first_turn", []), ("after_dividend", [("SNCF", 2, 2)])])
def test_when_the_operating_corporation_has_operated_is_a_ruling(
    ruling: str, saleable: list[tuple[str, int, int]]
) -> None:
    pos = position("3", emergency_own_shares=ruling).corporation("SNCF", {0: 5, 1: 3}, turns=0).cash(0, 0)
    game = pos.operating("SNCF")
    assert spans(game, SellShares) == saleable


# -- P-15 the president's help between companies ---------------------------------------------------


def beside_kbs(cash: int, president: int, **rulings: str) -> RailGame:
    """Ada also presides KBS, which has a 3 (£200); the cheapest train of the bank is a 4 at £300."""
    pos = sncf("4", cash, president, **rulings).corporation("KBS", {0: 5}, value=90).train("3", "KBS")
    return pos.operating("SNCF", STEP)


@pytest.mark.rule("18EU:4.5.2-b")
def test_by_the_rulebook_the_president_helps_an_empty_treasury_only() -> None:
    assert spans(beside_kbs(0, 120), BuyTrain) == [("3-0", 1, 120)]
    assert spans(beside_kbs(50, 120), BuyTrain) == [("3-0", 1, 50)]


@pytest.mark.rule("18EU:4.5.2-b")
def test_by_the_sites_ruling_the_president_helps_a_short_treasury() -> None:
    game = beside_kbs(50, 120, president_help="short_treasury")
    assert spans(game, BuyTrain) == [("3-0", 1, 170)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 171)) == ("president_short", "4.5.1-c")
    game.push(BuyTrain(0, "SNCF", "3-0", 170))
    assert (game.state.cash["SNCF"], game.state.cash[0], game.state.cash["KBS"]) == (0, 0, 170)


@pytest.mark.rule("18EU:4.5.2-b")
def test_by_the_sites_ruling_both_together_pay_no_more_than_the_list_price() -> None:
    game = beside_kbs(50, 450, president_help="short_treasury")
    assert spans(game, BuyTrain) == [("3-0", 1, 200)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 201)) == ("above_face_value", "4.5.2-b")


@pytest.mark.rule("18EU:4.5.2-b")
def test_by_the_sites_ruling_the_treasury_alone_still_pays_what_it_likes() -> None:
    game = beside_kbs(250, 450, president_help="short_treasury")
    assert spans(game, BuyTrain) == [("3-0", 1, 250)]
    assert game.is_legal(BuyTrain(0, "SNCF", "3-0", 250))
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 251)) == ("above_face_value", "4.5.2-b")
    check_doors(game)


@pytest.mark.rule("18EU:4.5.2-c")
def test_by_the_sites_ruling_money_from_shares_may_go_to_another_company() -> None:
    pos = sncf("4", 0, 150, president_help="short_treasury").corporation("KBS", {0: 5}, value=90).train("3", "KBS")
    game = pos.corporation("DR", {1: 4, 0: 1}, value=82).operating("SNCF", STEP)
    assert spans(game, BuyTrain) == [("3-0", 1, 150)]
    game.push(SellShares(0, "DR", 1))
    assert spans(game, BuyTrain) == [("3-0", 1, 200)]  # £232, up to the list price


@pytest.mark.rule("18EU:4.5.2-b")
def test_a_treasury_that_can_pay_the_bank_gets_no_help_whatever_the_ruling() -> None:
    game = beside_kbs(300, 450, president_help="short_treasury")
    assert spans(game, BuyTrain) == [("3-0", 1, 300)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 301)) == ("treasury_short", "4.4.6-b")


# -- P-16 which train ------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-a")
def test_which_train_the_president_helps_with_is_a_ruling() -> None:
    dear = BuyTrain(0, "SNCF", "4-0", 300)
    strict = sncf("4", 199, 450).train("3", POOL).operating("SNCF", STEP)
    assert refused(strict, dear) == ("cheapest_only", "4.5.1-a")
    free = sncf("4", 199, 450, emergency_train="any").train("3", POOL).operating("SNCF", STEP)
    assert free.legal_actions() == [dear, BuyTrain(0, "SNCF", "3-0", 200)]
    free.push(dear)
    assert (free.state.cash["SNCF"], free.state.cash[0]) == (0, 450 - 101)


@pytest.mark.rule("18EU:4.5.1-a")
def test_a_dear_train_must_be_paid_in_cash_and_only_if_the_treasury_cannot_buy_the_cheap_one() -> None:
    dear = BuyTrain(0, "SNCF", "4-0", 300)
    poor = sncf("4", 199, 100, emergency_train="any").train("3", POOL).operating("SNCF", STEP)
    assert refused(poor, dear) == ("president_short", "4.5.1-c")
    rich = sncf("4", 200, 450, emergency_train="any").train("3", POOL).operating("SNCF", STEP)
    assert refused(rich, dear) == ("treasury_must_pay", "4.5-b")


# -- A-36 how many shares --------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-c")
def test_how_many_shares_may_be_sold_is_a_ruling() -> None:
    strict = sncf("3", 0, 150).corporation("KBS", {1: 4, 0: 4}, value=90).operating("SNCF", STEP)
    assert spans(strict, SellShares) == [("KBS", 1, 1), ("SNCF", 1, 1)]
    assert refused(strict, SellShares(0, "KBS", 2)) == ("more_than_needed", "4.5.1-c")
    pos = sncf("3", 0, 150, emergency_sales="any_number").corporation("KBS", {1: 4, 0: 4}, value=90)
    free = pos.operating("SNCF", STEP)
    assert spans(free, SellShares) == [("KBS", 1, 4), ("SNCF", 1, 2)]
    free.push(SellShares(0, "KBS", 4))
    assert free.state.cash[0] == 510
    assert refused(free, SellShares(0, "SNCF", 1)) == ("no_emergency", "4.5.1-c")  # the need is over


@pytest.mark.rule("18EU:4.5.1-c", "18EU:4.5.1-f")
@pytest.mark.parametrize("ruling", ["as_needed", "any_number"])
def test_nobody_sells_so_little_that_he_becomes_bankrupt(ruling: str) -> None:
    """£200 are missing; DR brings 82 in all, so that of KBS he must sell two at £90 (SNCF is in its first turn)."""
    pos = position("3", emergency_sales=ruling).corporation("SNCF", {0: 5, 1: 3}, turns=0).cash(0, 0)
    pos.corporation("KBS", {1: 4, 0: 4}, value=90).corporation("DR", {2: 4, 0: 1}, value=82)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "KBS", 1)) == ("less_than_needed", "4.5.1-c")
    assert set(spans(game, SellShares)) == {("DR", 1, 1), ("KBS", 2, 3 if ruling == "as_needed" else 4)}
    game.push(SellShares(0, "KBS", 2))
    assert not game.is_legal(GoBankrupt(0, "SNCF"))
    game.push(SellShares(0, "DR", 1))
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert game.state.cash[0] == 62


def test_the_public_site_lets_a_president_sell_too_little() -> None:
    pos = position("3", emergency_sales="at_most_needed").corporation("SNCF", {0: 5, 1: 3}, turns=0).cash(0, 0)
    pos.corporation("KBS", {1: 4, 0: 4}, value=90).corporation("DR", {2: 4, 0: 1}, value=82)
    game = pos.operating("SNCF", STEP)
    assert set(spans(game, SellShares)) == {("DR", 1, 1), ("KBS", 1, 3)}
    game.push(SellShares(0, "KBS", 1))
    assert game.is_legal(GoBankrupt(0, "SNCF"))


@pytest.mark.rule("18EU:4.5.1-f")
def test_who_cannot_be_saved_sells_whole_blocks() -> None:
    pos = sncf("5", 0, 0).corporation("KBS", {1: 4, 0: 3}, value=90)
    game = pos.operating("SNCF", STEP)  # £500 are missing, £270 and £200 can be raised
    assert spans(game, SellShares) == [("KBS", 3, 3), ("SNCF", 2, 2)]
    assert refused(game, SellShares(0, "KBS", 2)) == ("less_than_needed", "4.5.1-c")
    check_doors(game)


# -- A-44 grey hexes -------------------------------------------------------------------------------


def towards_i6(owner: int = 1, **rulings: str) -> RailGame:
    """Cy's SNCF in Dresden has track up to I6, the grey hex of minor 7, which is Ben's unless said otherwise."""
    pos = position("3", **rulings).owned("7", owner).corporation("SNCF", {2: 5})
    return pos.token("SNCF", "J7").tiles(J7=("201", 1)).operating("SNCF")


@pytest.mark.rule("18EU:4.6-f")
def test_whether_a_grey_hex_can_be_asked_for_is_a_ruling() -> None:
    tile = LayTile(2, "SNCF", "I6", "9", 2)
    asked = towards_i6()
    assert tile in asked.legal_actions()
    asked.push(tile)
    assert asked.actor == 1
    closed = towards_i6(grey_hexes="owner_only")
    assert refused(closed, tile) == ("owner_only", "4.6-f")
    assert tile not in closed.legal_actions()
    assert closed.is_legal(LayTile(2, "SNCF", "I8", "4", 1))  # no grey hex


@pytest.mark.rule("18EU:4.6-f")
def test_the_owner_himself_lays_a_grey_hex_whatever_the_ruling() -> None:
    game = towards_i6(owner=2, grey_hexes="owner_only")
    game.push(LayTile(2, "SNCF", "I6", "9", 2))
    assert game.state.laid["I6"] == ("9", 2)


# -- trains sold between two owners ----------------------------------------------------------------


def market_for_trains(cash: int = 250) -> Position:
    """SNCF (Ada) has a 3 and money; Ben's KBS has two 3s, Cy's minor 4 has a 2, Ada's DR has a 3."""
    pos = sncf("3", cash=cash, president=450).train("3-0", "SNCF")
    pos.corporation("KBS", {1: 5}, value=90).train("3-1", "KBS").train("3-2", "KBS")
    pos.corporation("DR", {0: 5}, value=82).train("3-3", "DR")
    return pos.owned("4", 2).train("2-3", "4")


OFFER = BuyTrain(0, "SNCF", "3-1", 120)


@pytest.mark.rule("18EU:4.4.6-c")
def test_the_other_owner_is_asked_before_anything_moves() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    game.push(OFFER)
    assert isinstance(game.decision, TrainOffer)
    assert game.actor == 1
    assert game.legal_actions() == [Answer(1, True), Answer(1, False)]
    assert (trains_of(game, "KBS"), game.state.cash["SNCF"]) == (["3-1", "3-2"], 250)
    assert refused(game, Pass(1)) == ("answer_first", "4.4.6-c")
    assert refused(game, Answer(0, True))[0] == "not_your_turn"


@pytest.mark.rule("18EU:4.4.6-c")
def test_his_yes_moves_train_and_money() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    game.push(OFFER)
    game.push(Answer(1, True))
    assert (trains_of(game, "SNCF"), trains_of(game, "KBS")) == (["3-0", "3-1"], ["3-2"])
    assert (game.state.cash["SNCF"], game.state.cash["KBS"], game.state.cash[1]) == (130, 120, 450)
    assert isinstance(game.decision, BuyTrains)
    assert game.actor == 0


@pytest.mark.rule("18EU:4.4.6-c")
def test_after_his_no_only_a_higher_price_may_be_offered() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    assert ("3-1", 1, 250) in spans(game, BuyTrain)
    game.push(OFFER)
    game.push(Answer(1, False))
    assert (trains_of(game, "KBS"), game.state.cash["SNCF"], game.actor) == (["3-1", "3-2"], 250, 0)
    assert refused(game, OFFER) == ("offer_refused", "4.4.6-c")
    assert refused(game, BuyTrain(0, "SNCF", "3-1", 119)) == ("offer_refused", "4.4.6-c")
    assert ("3-1", 121, 250) in spans(game, BuyTrain)
    assert ("3-2", 121, 250) in spans(game, BuyTrain)  # a train like it
    game.push(BuyTrain(0, "SNCF", "3-1", 121))
    game.push(Answer(1, False))
    assert ("3-1", 122, 250) in spans(game, BuyTrain)
    game.push(BuyTrain(0, "SNCF", "3-1", 250))
    game.push(Answer(1, False))
    assert [span for span in spans(game, BuyTrain) if span[0] in ("3-1", "3-2")] == []
    check_doors(game)


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_lower_offer_for_another_train_leaves_the_first_refusal_standing() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    for offer, owner in ((OFFER, 1), (BuyTrain(0, "SNCF", "2-3", 10), 2)):
        game.push(offer)
        game.push(Answer(owner, False))
    assert {("3-1", 121, 250), ("2-3", 11, 250)} <= set(spans(game, BuyTrain))


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_refusal_is_forgotten_in_the_next_turn() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    game.push(OFFER)
    game.push(Answer(1, False))
    game.push(Pass(0))
    while not (isinstance(game.decision, BuyTrains) and operating_company(game) == "SNCF"):
        assert game.actor is not None
        game.push(Pass(game.actor))
    assert game.is_legal(OFFER)


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_minors_owner_is_asked_too() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "2-3", 33))
    assert game.actor == 2
    game.push(Answer(2, True))
    assert (trains_of(game, "SNCF"), game.state.cash["4"]) == (["3-0", "2-3"], 33)


@pytest.mark.rule("18EU:4.4.6-c")
def test_between_companies_of_one_owner_nobody_is_asked() -> None:
    game = market_for_trains().operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "3-3", 5))
    assert (trains_of(game, "SNCF"), trains_of(game, "DR")) == (["3-0", "3-3"], [])
    assert (game.state.cash["SNCF"], game.state.cash["DR"], game.actor) == (245, 5, 0)


@pytest.mark.rule("18EU:4.4.6-c", "18EU:4.5.2-b")
def test_the_president_pays_his_help_only_when_the_offer_is_accepted() -> None:
    pos = market_for_trains(cash=0).no_trains("SNCF")
    game = pos.cash(0, 150).operating("SNCF", STEP)
    game.push(OFFER)
    assert game.state.cash[0] == 150
    game.push(Answer(1, False))
    assert game.state.cash[0] == 150
    game.push(BuyTrain(0, "SNCF", "3-1", 150))
    game.push(Answer(1, True))
    assert (game.state.cash[0], game.state.cash["SNCF"], game.state.cash["KBS"]) == (0, 0, 150)
    assert trains_of(game, "SNCF") == ["3-1"]


@pytest.mark.rule("18EU:4.5.1-j", "18EU:4.4.6-c")
def test_a_new_president_is_not_bound_by_what_his_predecessor_was_refused() -> None:
    """Ben refused Ada's pound; then SNCF is his, and nobody need be asked."""
    pos = position("5").corporation("SNCF", {0: 3, 1: 2}, cash=1, turns=0).cash(0, 0)
    pos.corporation("KBS", {1: 5}, value=90).train("5", "KBS")
    game = pos.operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "5-0", 1))
    game.push(Answer(1, False))
    game.push(GoBankrupt(0, "SNCF"))
    assert game.actor == 1
    game.push(BuyTrain(1, "SNCF", "5-0", 1))
    assert trains_of(game, "SNCF") == ["5-0"]
    assert shares_of(game, POOL, "SNCF") == 3
