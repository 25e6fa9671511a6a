"""Random play from where phases 5 and 6 are near: everything adds up, the doors agree, all of it can be taken back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stockrail.bots import RandomBot
from stockrail.core import CHANCE
from stockrail.rules.state import BOX, DEPOT, POOL
from stockrail.rules.trains import trains_of, type_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL

from .holding import TITLE, A, B, C, D, Place
from .playing import ALB, BAY, CIM, LAL, VAL
from .regionals import settled
from .tracks import station

ACTIONS, DOORS = 45, 9


def without(place: Place, *kinds: str) -> Place:
    """The depot has sold these trains."""
    for train in trains_of(place.game, DEPOT):
        if type_of(place.game, train).name in kinds:
            place.train(train, BOX)
    return place


def before_phase_5(seed: int) -> Any:
    """Companies of all states, some with trains that will rust; who operates can begin the phase."""
    dice = Random(seed)
    place = without(Place("4"), "5+8").card(VAL, A).card(LAL, B).card(BAY, C).card(ALB, POOL).card(CIM, D)
    place.major("LdA", {A: 4, B: 3, POOL: 2}, DEFINITIVE, cash=1300, value=120).train("4+6-0", "LdA")
    place.major("FB", {B: 3, A: 3}, PROVISIONAL, deposit=100, cash=dice.choice([50, 400])).train("3+4-0", "FB")
    place.major("FC", {C: 2, D: 2}, BUILDING, deposit=100, cash=dice.choice([0, 300]))
    place.major("LTF", {D: 3, C: 2, POOL: 1}, FROZEN, value=80).train("3+4-1", "LTF")
    for company, hex_ in (("LdA", "I36"), ("LdA", "L39"), ("FB", "G30")):
        station(place, company, hex_)
    for seat in (A, B, C, D):
        place.cash(seat, dice.choice([5, 90, 300, 700]))
    return place.operating("LdA", dice.choice(["LayTrack", "BuyTrains"]))


def before_phase_6(seed: int) -> Any:
    """Regional companies, and companies for both nationals, one of them below 60%; who operates can begin the phase."""
    dice = Random(seed)
    place = without(settled({"FG": A, "FA": B, "SFSM": C, "FdC": D}, phase="5"), "6+10").train("R1+4-0", "FG")
    place.major("LdA", {A: 4, B: 3}, DEFINITIVE, cash=900, value=120).train("5+8-0", "LdA")
    place.major("NN", {B: 3, C: 2, "LdA": 1}, DEFINITIVE, cash=dice.choice([0, 900])).train("4+6-0", "NN")
    place.corporation("FC", {C: 3, D: 1}, value=90, floated=False)
    place.major("LTF", {D: 3, C: 3, POOL: 2}, DEFINITIVE, value=80, cash=30).train("4+6-1", "LTF")
    place.major("FS", {A: 2, D: 2, "NN": 1, "FS": 2}, DEFINITIVE, value=70, cash=500)
    for company, hex_ in (("LdA", "I36"), ("LTF", "L39"), ("NN", "zD3")):
        station(place, company, hex_)
    for seat in (A, B, C, D):
        place.cash(seat, dice.choice([5, 90, 300, 700]))
    return place.operating("LdA", dice.choice(["LayTrack", "BuyTrains"]))


@pytest.mark.rule("18FB:2.1-n", "18FB:3.6-i")
@pytest.mark.parametrize("begun", [before_phase_5, before_phase_6])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_near_a_change_of_phase(begun: Any, seed: int) -> None:
    game, bot = begun(seed), RandomBot(seed)
    picture, twin = game.state.picture(), game.fork()
    pushed = 0
    while pushed < ACTIONS and not game.is_over:
        if pushed % DOORS == 0:
            check_doors(game)
        game.push(game.draw() if game.actor == CHANCE else bot.choose(game))
        pushed += 1
        assert TITLE.audit(game) == [], (game.actions[-1], game.stack)
    assert twin.state.picture() == picture, "a fork goes its own way"
    for action in game.actions[-pushed:]:
        twin.push(action)
    assert twin.state.picture() == game.state.picture()
    for _ in range(pushed):
        game.pop()
    assert game.state.picture() == picture
