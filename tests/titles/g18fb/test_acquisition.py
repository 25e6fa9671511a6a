"""3.7.3 Major and national companies take over regional ones."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import Answer, BuyTrain, Pass
from stockrail.rules.claims import claims_of, drop_claims
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.acquisition import acquisitions
from stockrail.titles.g18fb.actions import Acquire
from stockrail.titles.g18fb.places import kept_slots
from stockrail.titles.g18fb.regional import is_waiting, settle_bonuses

from .holding import TITLE, A, B, C, D, Place, noted, refused
from .regionals import BROWN_FOGGIA, FOGGIA, GIOVANNI, settled
from .tracks import joined, put, tokens

TAKE = Acquire(B, "LTF", "FG")


def buyer(phase: str = "6", cash: int = 500, token: bool = True, **more: Any) -> Place:
    """T-9d FG of player 0 with a train and six markers; LTF of player 1 with a token in brown Foggia."""
    place = settled({"FG": A}, BROWN_FOGGIA, phase, **more).cash("FG", 55).train("R1+4-0", "FG")
    place.state.markers["FG"] = 6
    place.major("LTF", {B: 5, C: 3}, state="definitive", cash=cash)
    if token:
        place.token("LTF", FOGGIA)
        for claim, _ in claims_of(place.game, "LTF"):
            place.state.shelves.move(claim, ("claim", "box", 0))
    return place


@pytest.mark.rule(
    "18FB:T-9d", "18FB:3.7.3-a", "18FB:3.7.3-b", "18FB:3.7.3-c", "18FB:3.7.3-d", "18FB:3.7.3-e", "18FB:3.7.3-g"
)
def test_a_take_over() -> None:
    game = buyer().operating("LTF", "LayTrack")
    ada, bank, held = game.state.cash[A], game.state.cash[BANK], TITLE.certificates(game, A)[0]
    assert account(game, "FG").total == 90
    check_doors(game)
    game.push(TAKE)
    assert game.state.cash[A] == ada + 220 + 55 and game.state.cash[BANK] == bank
    assert (game.state.cash["LTF"], game.state.cash["FG"]) == (280, 0)
    assert trains_of(game, "LTF") == ["R1+4-0"] and game.state.markers["LTF"] == 6
    assert cities_of(game, "LTF") == [("K46", 0), (FOGGIA, 0)] and not cities_of(game, "FG")
    assert owner_of(game, "FG") is None and TITLE.certificates(game, A)[0] == held - 1 and game.state.closed["FG"]
    assert game.state.shelves.on(certs_at(BOX, "FG")) and TITLE.worth(game, A) == game.state.cash[A]
    assert game.actor == B and not acquisitions(game, "LTF")
    assert TITLE.audit(game) == []


@pytest.mark.rule("18FB:3.7.3-a")
def test_not_before_phase_6() -> None:
    game = buyer("5").operating("LTF", "LayTrack")
    assert refused(game, TAKE) == ("no_take_over_yet", "3.7.3-a")


@pytest.mark.rule("18FB:3.7.3-a", "18FB:3.7.3-d", "18FB:3.5.8-e", "18FB:3.7.3-h", "18FB:2.6-b")
def test_at_any_moment_of_its_turn_and_its_train_runs_at_once() -> None:
    game = buyer().operating("LTF", "PlaceLine")
    game.push(TAKE)
    while type(game.decision).__name__ != "Dividend":
        game.push(Pass(B))
    assert game.decision.revenue == 60 + 4 * 10  # the Tronto is its best station
    place = buyer()
    game = place.operating("LTF", "BuyTrains", alone=True)
    assert not game.is_legal(Pass(B))  # it needs a train
    game.push(TAKE)
    assert game.is_legal(Pass(B)) and game.is_legal(BuyTrain(B, "LTF", "8+12-0", 800)) is False


@pytest.mark.rule("18FB:3.7.3-a", "18FB:3.7.3-c", "18FB:3.5.2-a")
def test_what_the_token_of_the_turn_has_come_to_is_taken_over_before_the_company_earns() -> None:
    """From the Tronto a line ends in Pescara; from its token there another one leads to Foggia."""
    coast = ("L39", "L37", "L35", "L33", "L31", "L29", FOGGIA)
    line = ("K46", "K44", "K42", "L41", "L39")
    place = joined(joined(buyer(token=False), *line), *coast)
    game = place.operating("LTF", "PlaceLine")
    assert refused(game, TAKE) == ("regional_not_joined", "3.7.3-c")
    game.push(put(*line, company="LTF", player=B))
    check_doors(game)
    assert game.actor == B and not noted(game, "dividend") and not tokens(game)
    game.push(TAKE)
    assert type(game.decision).__name__ == "Dividend" and game.decision.revenue == 60 + 4 * 10
    game.pop()
    game.push(Pass(B))
    assert [event["revenue"] for event in noted(game, "dividend")] == [0], "or not"


@pytest.mark.rule("18FB:3.7.3-c")
def test_the_treasury_pays_it_all() -> None:
    assert not acquisitions(buyer(cash=219).operating("LTF", "LayTrack"), "LTF")
    game = buyer(cash=219).operating("LTF", "LayTrack")
    with pytest.raises(IllegalAction) as caught:
        game.push(TAKE)
    told = caught.value
    assert (told.kind, told.rule, told.params["cost"], told.params["cash"]) == (
        "take_over_too_dear",
        "3.7.3-c",
        220,
        219,
    )
    assert buyer(cash=220).operating("LTF", "LayTrack").is_legal(TAKE)


@pytest.mark.rule("18FB:3.7.3-a")
def test_only_the_company_in_turn_takes_over_and_only_a_regional_one() -> None:
    place = buyer().major("SFTF", {B: 5}, state="definitive", cash=900).token("SFTF", FOGGIA)
    game = place.operating("LTF", "LayTrack")
    for action in (Acquire(B, "SFTF", "FG"), Acquire(B, "LTF", "SFTF"), Acquire(B, "LTF", "X")):
        assert refused(game, action) == ("no_take_over", "3.7.3-a")


@pytest.mark.rule("18FB:3.7.3-e", "18FB:3.6.3-j")
def test_a_slot_that_becomes_empty_opens_the_way_to_the_bonus_of_another() -> None:
    """SFSM comes to Nola through Napoli Nord, which FP, FST and SEPSA had filled. FST needs no second token there."""
    place = settled({"SEPSA": A, "SFSM": D}, {"zC8": ("FBNn-g", 0), "zC6": ("FBNs-g", 0)}, phase="6")
    joined(place, "zC6", "zC8", "zD9", "zE8", zC6="green", zC8="green")
    drop_claims(place.game, "FB")
    place.major("FST", {B: 5}, state="definitive", cash=900).train("8+12-0", "FST").token("FST", "zC8")
    settle_bonuses(place.game)
    assert not noted(place.game, "regional_bonus")
    game = place.operating("FST", "LayTrack")
    game.push(Acquire(B, "FST", "SEPSA"))
    assert noted(game, "regional_bonus") == [{"player": D, "company": "SFSM", "hex": "zE8", "amount": 50}]


@pytest.mark.rule("18FB:3.7.3-c", "18FB:3.7.3-e")
def test_a_line_to_its_home_is_enough_and_the_token_is_replaced_free_of_charge() -> None:
    """LTF has a token in Rodi's neighbour, Manfredonia, one hexside from Foggia."""
    place = buyer(token=False)
    assert refused(place.operating("LTF", "LayTrack"), TAKE) == ("regional_not_joined", "3.7.3-c")
    turn = next(turn for turn in range(6) if 2 in TITLE.board.face("57", turn).exits)
    place.tiles(M26=("57", turn)).token("LTF", "M26")
    del place.state.reached["LTF", "final"]
    kept = kept_slots(place.game, "FC", (FOGGIA, 0))
    game = place.operating("LTF", "LayTrack")
    game.push(TAKE)
    assert game.state.cash["LTF"] == 280 and (FOGGIA, 0) in cities_of(game, "LTF")
    assert noted(game, "replaces_token") == [{"company": "LTF", "other": "FG", "hex": FOGGIA}]
    assert kept_slots(game, "FC", (FOGGIA, 0)) == kept - 1  # Q25 its reserved slot there is open now
    assert game.state.reached["LTF", "final"] and noted(game, "price_moves")  # 3.5.3-c


@pytest.mark.rule("18FB:3.7.3-e", "18FB:3.5.2-a")
def test_it_does_not_count_for_the_tokens_of_the_turn() -> None:
    place = buyer(token=False)
    turn = next(turn for turn in range(6) if 2 in TITLE.board.face("57", turn).exits)
    game = place.tiles(M26=("57", turn)).token("LTF", "M26").operating("LTF", "LayTrack")
    game.push(TAKE)
    assert not game.state.placed.get("LTF")


@pytest.mark.rule("18FB:3.7.3-e")
def test_without_a_token_left_the_slot_becomes_empty() -> None:
    place = buyer(token=False)
    turn = next(turn for turn in range(6) if 2 in TITLE.board.face("57", turn).exits)
    place.tiles(M26=("57", turn)).token("LTF", "M26")
    for spare in list(place.state.shelves.on(("spare", "LTF"))):
        place.state.shelves.move(spare, ("tokens", BOX))
    game = place.operating("LTF", "LayTrack")
    game.push(TAKE)
    assert not cities_of(game, "FG") and (FOGGIA, 0) not in cities_of(game, "LTF")


@pytest.mark.rule("18FB:3.7.3-e", "18FB:2.5.3-c", "18FB:3.5.2-k")
def test_for_a_home_in_napoli_a_token_in_either_half_is_one_there() -> None:
    place = settled({"SFSM": A}, phase="6").major("FC", {B: 5}, state="definitive", cash=500).train("8+12-0", "FC")
    place.token("FC", "zC8", 1)
    assert cities_of(place.game, "SFSM") == [("zC6", 1)]
    game = place.operating("FC", "LayTrack")
    game.push(Acquire(B, "FC", "SFSM"))
    assert cities_of(game, "FC") == [("F11", 0), ("zC8", 1)] and not cities_of(game, "SFSM")


@pytest.mark.rule("18FB:3.7.3-f", "18FB:3.7.3-e")
def test_one_in_the_pool_cannot_be_taken_over() -> None:
    place = buyer().regional("FG", POOL, 55)
    assert refused(place.operating("LTF", "LayTrack"), TAKE) == ("regional_has_no_owner", "3.7.3-f")


@pytest.mark.rule("18FB:3.7.3-e", "18FB:3.6.2-f")
def test_the_claim_of_a_token_that_waits_lapses() -> None:
    place = settled({"FG": A}, phase="6").major("LTF", {B: 5}, state="definitive", cash=500).train("8+12-0", "LTF")
    place.token("LTF", FOGGIA)
    assert is_waiting(place.game, "FG")
    game = place.operating("LTF", "LayTrack")
    game.push(Acquire(B, "LTF", "FG"))
    assert not is_waiting(game, "FG") and not claims_of(game, "FG") and not spare_of(game, "FG")
    assert not game.state.markers.get("LTF"), "FG had none"
    assert game.state.cash["LTF"] == 500 - 130  # it earned nothing without a train


@pytest.mark.rule("18FB:3.7.3-f")
def test_nobody_is_asked() -> None:
    game = buyer().operating("LTF", "LayTrack")
    game.push(TAKE)
    assert game.actor == B and not noted(game, "asks_to_take_over")


@pytest.mark.rule("18FB:3.7.3-f")
def test_by_a_ruling_the_owner_is_asked_and_not_asked_twice() -> None:
    game = buyer(acquisition_consent="owner").operating("LTF", "LayTrack")
    game.push(TAKE)
    assert game.actor == A and owner_of(game, "FG") == A
    check_doors(game)
    game.push(Answer(A, False))
    assert game.actor == B and refused(game, TAKE) == ("take_over_declined", "3.7.3-f")
    game.pop()
    game.push(Answer(A, True))
    assert game.state.cash["LTF"] == 280 and game.actor == B


@pytest.mark.rule("18FB:3.7.3-f")
def test_who_owns_both_need_not_agree_with_themselves() -> None:
    place = buyer(acquisition_consent="owner").regional("FG", B, 55)
    game = place.operating("LTF", "LayTrack")
    game.push(TAKE)
    assert owner_of(game, "FG") is None


@pytest.mark.rule("18FB:3.7.3-d", "18FB:3.6.3-b")
def test_it_operates_no_more_and_others_are_left() -> None:
    place = buyer().regional("FAS", D)
    game = place.operating("LTF", "LayTrack")
    game.push(TAKE)
    assert "FG" not in TITLE.operating_order(game) and "FAS" in TITLE.operating_order(game)


@pytest.mark.rule("18FB:3.7.3-e", "18FB:3.6.2-f")
def test_a_slot_that_becomes_empty_goes_to_whoever_waits() -> None:
    """Nobody waits in Foggia after FG; a major may use the slot."""
    game = buyer().operating("LTF", "LayTrack")
    before = kept_slots(game, "FC", (FOGGIA, 0))
    game.push(TAKE)
    assert kept_slots(game, "FC", (FOGGIA, 0)) == before and GIOVANNI not in game.state.laid


@pytest.mark.rule("18FB:3.7.3-e", "18FB:3.6.2-f", "18FB:3.5.3-e")
def test_a_slot_that_it_needs_no_more_goes_to_whoever_waits() -> None:
    """FB takes over SFSM in Napoli Sud; its reserved slot in Napoli Nord is open then, where SEPSA waits."""
    tiles = {"zD11": ("8", 4), "zD9": ("9", 0), "zD7": ("58", 1)}
    place = settled({"SFSM": A, "SEPSA": D}, tiles, phase="6").train("8+12-0", "FB")
    place.major("FB", {B: 5}, state="definitive", cash=500).token("FB", "G30")
    assert is_waiting(place.game, "SEPSA")
    game = place.operating("FB", "LayTrack")
    game.push(Acquire(B, "FB", "SFSM"))
    assert ("zC6", 1) in cities_of(game, "FB") and cities_of(game, "SEPSA") == [("zC8", 1)]


@pytest.mark.rule("18FB:3.7.1-n", "18FB:3.7.3-c")
def test_who_still_owes_for_a_leased_train_takes_nothing_over() -> None:
    place = buyer()
    place.state.lease["LTF"] = 800
    assert refused(place.operating("LTF", "LayTrack"), TAKE) == ("lease_first", "3.7.1-n")
    place = buyer(lease_spending="free")
    place.state.lease["LTF"] = 800
    assert place.operating("LTF", "LayTrack").is_legal(TAKE)
