"""3.7.1-a to f, o, 3.7.2 Who merges into the national companies."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE
from stockrail.core.chance import Draw
from stockrail.rules.actions import Pass
from stockrail.rules.prices import price
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import shares_of, singles_of
from stockrail.rules.state import IPO, certs_at
from stockrail.rules.trains import trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import JoinNational, PickPartner
from stockrail.titles.g18fb.companies import DEFINITIVE
from stockrail.titles.g18fb.emergency import close_company
from stockrail.titles.g18fb.nationals import AskPartner, ChoosePartner, DrawPartner

from .holding import A, B, C, D, noted, refused
from .national import answers, at_price, begin, done, eve, led, only, partners

FOUR = {"LdA": 160, "FC": 120, "FSC": 100, "NN": 80}


@pytest.mark.rule("18FB:T-10a", "18FB:3.7.1-a", "18FB:3.7.1-b", "18FB:3.7.1-c")
@pytest.mark.parametrize(
    ("said", "merged"),
    [
        ({"LdA": False, "FC": True, "FSC": False}, {"FC", "NN"}),
        ({"LdA": False, "FC": False}, {"FSC", "NN"}),
        ({"LdA": True, "FC": True}, {"LdA", "FC"}),
        ({"LdA": True, "FC": False, "FSC": False}, {"LdA", "NN"}),
        ({"LdA": False, "FC": True, "FSC": True}, {"FC", "FSC"}),
    ],
)
def test_presidents_are_asked_from_the_dearest_down(said: dict[str, bool], merged: set[str]) -> None:
    game = begin(led(eve(), FOUR))
    for company, accept in said.items():
        assert isinstance(game.decision, AskPartner) and game.actor == list(FOUR).index(company)
        check_doors(game)
        answers(game, company, accept)
    assert partners(game) == merged
    assert price(game, "RM") == max(FOUR[company] for company in merged)
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-b")
def test_the_president_must_answer_for_this_company() -> None:
    game = begin(led(eve(), FOUR))
    assert refused(game, Pass(A)) == ("join_or_decline", "3.7.1-b")
    assert refused(game, JoinNational(A, "FC", "RM", True)) == ("join_or_decline", "3.7.1-b")
    assert refused(game, JoinNational(A, "LdA", "RA", True)) == ("join_or_decline", "3.7.1-b")
    assert refused(game, JoinNational(B, "LdA", "RM", True))[1] == "3.7.1-b"


@pytest.mark.rule("18FB:3.7.1-b")
def test_of_equal_prices_the_first_in_the_operating_order_is_asked_first() -> None:
    place = led(eve(), FOUR)
    place.price("NN", 0, 6)  # D160 as well, further to the left
    game = begin(place)
    answers(game, "LdA", False)
    assert game.decision.company == "NN"


@pytest.mark.rule("18FB:T-10b", "18FB:3.7.1-d")
def test_the_president_of_the_only_floated_company_picks_an_unfloated_one() -> None:
    game = begin(led(eve(), {"LdA": 160}))
    answers(game, "LdA", True)
    assert isinstance(game.decision, ChoosePartner) and game.actor == A
    assert game.legal_actions() == [PickPartner(A, company, "RM") for company in ("NN", "FC", "FSC")]
    check_doors(game)
    assert refused(game, PickPartner(A, "FB", "RM")) == ("no_such_partner", "3.7.1-d")
    assert refused(game, PickPartner(A, "LdA", "RM")) == ("no_such_partner", "3.7.1-d")
    assert refused(game, PickPartner(A, "FC", "RA")) == ("pick_partner", "3.7.1-d")
    game.push(PickPartner(A, "FC", "RM"))
    assert partners(game) == {"LdA", "FC"} and price(game, "RM") == 160
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:T-10b", "18FB:3.7.1-d", "18FB:3.7.1-e")
def test_two_unfloated_companies_are_drawn_by_lot() -> None:
    game = begin(led(eve(), {"LdA": 160}))
    answers(game, "LdA", False)
    assert isinstance(game.decision, DrawPartner) and game.actor == CHANCE
    assert game.legal_actions() == [Draw(CHANCE, "lot/RM/1", name) for name in ("NN", "FC", "FSC")]
    game.push(Draw(CHANCE, "lot/RM/1", "FSC"))
    assert game.legal_actions() == [Draw(CHANCE, "lot/RM/2", name) for name in ("NN", "FC")]
    game.push(Draw(CHANCE, "lot/RM/2", "NN"))
    assert partners(game) == {"FSC", "NN"} and "LdA" not in game.state.merged
    assert game.state.cell["RM"] == (6, 6) and price(game, "RM") == 100
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-d", "18FB:3.7.2-a")
def test_a_draw_falls_the_same_way_again() -> None:
    game = begin(led(eve(), {"LdA": 160}))
    answers(game, "LdA", False)
    drawn = game.settle()
    assert {draw.stream for draw in drawn} == {"lot/RM/1", "lot/RM/2", "lot/RA/1", "lot/RA/2"}
    found = partners(game), partners(game, "RA")
    for _ in drawn:
        game.pop()
    assert isinstance(game.decision, DrawPartner)
    game.settle()
    assert (partners(game), partners(game, "RA")) == found


@pytest.mark.rule("18FB:3.7.1-d")
def test_started_below_60_percent_is_unfloated_and_its_president_is_not_asked() -> None:
    place = led(eve(), {"LdA": 160, "FC": 120}).corporation("NN", {D: 4}, value=150, floated=False)
    game = begin(place)
    answers(game, "LdA", True)
    answers(game, "FC", False)
    assert isinstance(game.decision, ChoosePartner)
    game.push(PickPartner(A, "NN", "RM"))
    assert partners(game) == {"LdA", "NN"} and price(game, "RM") == 160


@pytest.mark.rule("18FB:3.7.1-d", "18FB:3.7.1-c")
def test_the_lowest_floated_one_joins_the_only_unfloated_one() -> None:
    game = begin(led(eve(), {"LdA": 160, "FC": 120, "FSC": 100}))
    answers(game, "LdA", False)
    answers(game, "FC", False)
    assert partners(game) == {"FSC", "NN"} and price(game, "RM") == 100


@pytest.mark.rule("18FB:3.7.1-e")
def test_two_started_but_unfloated_companies_give_100() -> None:
    place = eve()
    for company in ("NN", "FC"):
        place.corporation(company, {D: 2}, value=150, floated=False)
    game = begin(only(place, "NN", "FC"))
    assert partners(game) == {"NN", "FC"} and game.state.cell["RM"] == (6, 6) and game.state.par["RM"] == 100


@pytest.mark.rule("18FB:3.7.1-f")
def test_the_marker_goes_below_others() -> None:
    place = led(eve(), FOUR)
    at_price(place, "FB", 160)
    game = begin(place)
    answers(game, "LdA", True)
    answers(game, "FC", True)
    assert game.state.pile[game.state.cell["RM"]] == ("FB", "RM")
    assert noted(game, "national_forms") == [{"company": "RM", "partner": "LdA", "other": "FC", "amount": 160}]


@pytest.mark.rule("18FB:3.7.1-a", "18FB:3.7.2-a", "18FB:2.4-c")
def test_each_national_has_its_four_and_fb_fp_and_fst_belong_to_none() -> None:
    facts = {c["id"]: c.get("merges") for c in eve().game.title.facts["companies"]}
    assert sorted(facts["RM"]) == ["FC", "FSC", "LdA", "NN"]
    assert sorted(facts["RA"]) == ["FS", "LTF", "SFM", "SFTF"]
    assert not any(company in (facts["RM"] + facts["RA"]) for company in ("FB", "FP", "FST"))


@pytest.mark.rule("18FB:3.7.2-a", "18FB:3.7.1-b")
def test_rm_forms_first_and_then_ra_in_the_same_way() -> None:
    """Q30; the SFM's president is asked like the others."""
    place = led(eve(), {"LdA": 160, "NN": 120}).major("SFM", {B: 3}).major("FS", {D: 3})
    at_price(place, "SFM", 110)
    at_price(place, "FS", 70)
    game = begin(place)
    answers(game, "LdA", True)
    answers(game, "NN", True)
    assert partners(game) == {"LdA", "NN"} and not partners(game, "RA")
    assert game.actor == B
    answers(game, "SFM", True, "RA")
    answers(game, "FS", True, "RA")
    assert partners(game, "RA") == {"SFM", "FS"} and price(game, "RA") == 110
    assert operating_company(game) == "FB" and not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-a", "18FB:3.7.1-d")
def test_with_fewer_than_two_left_it_does_not_form() -> None:
    """Q33"""
    place = led(eve(), {"LdA": 160})
    for company in ("NN", "FC", "FSC"):
        close_company(place.game, company)
    game = begin(place)
    game.settle()
    assert not partners(game) and "RM" not in game.state.par and len(partners(game, "RA")) == 2
    assert noted(game, "national_does_not_form") == [{"company": "RM"}]


def formed(*operated: str, buyer: str = "FB") -> Any:
    """RM of LdA and NN, led by A; no other company can merge. Who buys has money for more trains."""
    place = led(eve(), {"LdA": 160, "NN": 80}, shares=4).cash("LdA", 900).cash("FB", 3000)
    return begin(done(only(place, "LdA", "NN"), *operated), buyer)


def ends_turn(game: Any, company: str) -> None:
    while operating_company(game) == company:
        game.push(Pass(game.actor))


@pytest.mark.rule("18FB:T-10f", "18FB:3.7.1-o")
@pytest.mark.parametrize("operated", [("LdA",), ("NN",)])
def test_it_does_not_operate_in_a_round_in_which_a_partner_has(operated: tuple[str, ...]) -> None:
    game = formed(*operated)
    assert list(game.state.acted.by_key()) == ["RM"]
    ends_turn(game, "FB")
    assert not noted(game, "operates") or noted(game, "round_begins")[-1]["number"] == 2
    assert operating_company(game) == "RM" and not list(game.state.acted.by_key())  # in the next round


@pytest.mark.rule("18FB:T-10f", "18FB:3.7.1-o", "18FB:3.5-h")
def test_it_operates_by_its_price_if_no_partner_has() -> None:
    game = formed()
    assert not list(game.state.acted.by_key())
    ends_turn(game, "FB")
    assert operating_company(game) == "RM" and game.actor == A
    assert list(game.state.acted.by_key()) == ["FB"]
    assert noted(game, "round_begins")[-1]["kind"] == "political"  # no round since the beginning


@pytest.mark.rule("18FB:3.7.1-o")
def test_a_company_that_merges_in_its_own_turn_has_operated_and_is_done() -> None:
    """Q63"""
    game = formed(buyer="LdA")
    assert partners(game) == {"LdA", "NN"} and list(game.state.acted.by_key()) == ["RM"]
    assert operating_company(game) == "FB"  # the train step and the financial step of LdA are gone
    assert trains_of(game, "RM") == ["8+12-0"] and not game.title.audit(game)
    assert [event["company"] for event in noted(game, "operates")] == ["FB"]


@pytest.mark.rule("18FB:3.7.1-h", "18FB:3.7.2-a")
def test_if_the_buyer_merges_into_rm_its_president_is_still_the_first_to_exchange_for_ra() -> None:
    """C's company starts the phase and is gone when RA forms; D and A come after C."""
    place = led(eve(), {"LdA": 160, "NN": 80}).cash("NN", 900).major("FS", {D: 4, C: 4}, state=DEFINITIVE)
    for company, player in (("LdA", A), ("NN", C)):
        give(place, company, player, 4)
    place.major("LTF", {A: 4, D: 2}, state=DEFINITIVE)
    game = begin(only(place, "LdA", "NN", "FS", "LTF"), "NN")
    told = [event["player"] for event in noted(game, "exchanges_shares") if event["company"] == "RA"]
    assert told == [C, D, A]
    assert not game.title.audit(game)


def give(place: Any, company: str, player: int, count: int) -> None:
    """All its shares that are out go to this player."""
    for seat in place.game.seats:
        for cert in list(place.state.shelves.on(certs_at(seat, company))):
            place.state.shelves.move(cert, certs_at(player, company))
    for cert in singles_of(place.game, IPO, company)[: count - shares_of(place.game, player, company)]:
        place.state.shelves.move(cert, certs_at(player, company))
