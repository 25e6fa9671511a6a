"""What must always hold in 1883: the audit notices whatever lies in the wrong place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stockrail.rules.state import BANK, certs_at, city_at
from stockrail.testing import Position
from stockrail.titles.g1883.state import ASIDE, anchor_at, coach_at

from .lying import TITLE

A, B, C = range(3)


def position() -> Any:
    found: Any = Position(TITLE, 3).phase("2").corporation("FBV", {A: 2}, 100).corporation("SARSA", {B: 2}, 65)
    found.state.flags["ccfr_president"] = A
    for number, hex_ in enumerate(("15", "85", "28")):
        found.state.shelves.move(f"coach.{number}", coach_at(hex_))
    found.state.shelves.move("anchor.CNP.0", anchor_at("FBV", "81"))
    found.state.concession["1"], found.state.clock["1"] = "FBV", 2
    found.state.shelves.move("TCB", ("cards", "FBV"))
    found.state.cash.pay(BANK, ASIDE, 500)
    return found


def test_a_sound_position_has_no_faults() -> None:
    assert position().game.title.audit(position().game) == []


FAULTS: dict[str, Callable[[Any], object]] = {
    "has money": lambda state: state.cash.pay(BANK, "nobody", 1),
    "support cards": lambda state: state.support.__setitem__(A, 10),
    "bid more": lambda state: state.offer.__setitem__((A, "FRV"), 1000),
    "two tokens in a city": lambda state: [state.shelves.move(f"FBV.{n}", city_at("86", 0)) for n in (0, 1)],
    "not launched": lambda state: state.shelves.move("SV.0", city_at("21", 0)),
    "a coach is in the wrong place": lambda state: state.shelves.move("coach.4", coach_at("28")),
    "far from their bases": lambda state: state.shelves.move("coach.4", coach_at("62")),
    "an anchor is in the wrong place": lambda state: state.shelves.move("anchor.FSF-P.0", anchor_at("SV", "15")),
    "anchors in 81": lambda state: state.shelves.move("anchor.FSF-P.0", anchor_at("FBV", "81")),
    "a clock without an owner": lambda state: state.clock.__setitem__("2", 1),
    "concession 2 is with SARSA": lambda state: state.concession.__setitem__("2", "SARSA"),
    "its clock shows 3": lambda state: state.clock.__setitem__("1", 3),
    "its clock shows None": lambda state: state.concession.__setitem__("2", "FBV"),
    "its presidency is sold": lambda state: state.shelves.move("CCFR_0", certs_at(A, "CCFR")),
    "nobody of its members presides": lambda state: state.ousted.__setitem__(A, True),
    "frozen, with members": lambda state: state.flags.__setitem__("ccfr", "frozen"),
    "is capitalised in phase 2": lambda state: state.flags.__setitem__("ccfr", "capitalised"),
    "is cooperative in phase 5": lambda state: state.flags.__setitem__("phase", "5"),
    "TCB is with SV": lambda state: state.shelves.move("TCB", ("cards", "SV")),
    "still open": lambda state: state.flags.__setitem__("phase", "5"),
    "SEFTA is in the game": lambda state: [
        state.shelves.move(f"SEFTA_{n}", certs_at("ipo", "SEFTA")) for n in range(9)
    ],
    "FMV is in the game": lambda state: state.flags.__setitem__("sefta", True),
    "too many trains": lambda state: [state.shelves.move(f"3-{n}", ("trains", "CCFR")) for n in range(3)],
    "too many 2Gs": lambda state: state.shelves.move("2G-2", ("trains", "FBV")),
    "money sums to": lambda state: state.cash.amounts.__setitem__(A, 1),
    "shares do not sum": lambda state: state.shelves.move("FBV_1", ("nowhere",)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(fault: str) -> None:
    found = position()
    FAULTS[fault](found.state)
    assert any(fault in said for said in found.game.title.audit(found.game))
