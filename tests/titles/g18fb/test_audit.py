"""The audit of 18FB finds what must never be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stockrail.rules.claims import claims_at
from stockrail.rules.game import RailGame
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.titles.g18fb.state import concession_of, concessions_at, deposit_on

from .holding import TITLE, A, B, Place
from .regionals import settled


def sound(phase: str = "3") -> Place:
    place = Place(phase).major("LdA", {A: 5}, deposit=80 if phase == "3" else 0)
    return place.major("FC", {B: 5}, state="definitive", deposit=100 if phase == "3" else 0)


FAULTS: dict[str, Callable[[Place], object]] = {
    "money sums": lambda place: place.state.cash.amounts.__setitem__(A, 1),
    "has money": lambda place: place.state.cash.pay(BANK, "nobody", 5),
    "is not on its concession": lambda place: place.state.cash.pay(deposit_on("LdA"), A, 5),
    "its concession is at": lambda place: place.state.shelves.move(concession_of("LdA"), concessions_at(IPO)),
    "is building, but was refunded": lambda place: (
        place.state.refunded.__setitem__("LdA", 40),
        place.state.cash.pay(deposit_on("LdA"), A, 40),
    ),
    "tokens in 3 slots": lambda place: place.token("SFM", "L27"),
    "two tokens in a city": lambda place: place.token("FC", "zC6", 1).token("FC", "zC8", 1),
    "holds too much": lambda place: [
        place.state.shelves.move(f"LdA_{n}", certs_at("FC", "LdA")) for n in (7, 8)
    ],
    "somebody holds more than its president": lambda place: [
        place.state.shelves.move(f"LdA_{n}", certs_at(B, "LdA")) for n in range(2, 9)
    ],
    "markers": lambda place: place.state.markers.__setitem__("FC", -1),
    "has left something behind": lambda place: place.state.closed.__setitem__("NN", True),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_it_finds(fault: str) -> None:
    place = sound()
    assert TITLE.audit(place.game) == []
    FAULTS[fault](place)
    assert any(fault in found for found in TITLE.audit(place.game)), TITLE.audit(place.game)


def test_concessions_cards_and_bourbon_tokens_do_not_survive_phase_5() -> None:
    place = settled({})
    assert TITLE.audit(place.game) == []
    place.state.shelves.move("bourbon.4", claims_at("E38", 0))
    place.state.shelves.move("VAL", ("cards", POOL))
    place.state.shelves.move(concession_of("NN"), concessions_at(POOL))
    found = " ".join(TITLE.audit(place.game))
    assert "bourbon.4 is still" in found and "open cards ['VAL']" in found and "NN: its concession is still" in found


def test_a_regional_token_may_wait_for_a_slot() -> None:
    assert TITLE.audit(settled({"FG": A}).game) == []


def test_a_company_may_hold_more_of_others_once_some_have_merged() -> None:
    place = sound("5")
    for number in (7, 8):
        place.state.shelves.move(f"LdA_{number}", certs_at("FC", "LdA"))
    assert any("holds too much" in fault for fault in TITLE.audit(place.game))
    place.state.merged["NN"] = "RM"
    assert not any("holds too much" in fault for fault in TITLE.audit(place.game))


@pytest.mark.rule("18FB:3.1-a")
@pytest.mark.parametrize("answer", ["including", "beside"])
def test_all_money_is_the_bank_s_or_by_a_ruling_the_players_come_to_it(answer: str) -> None:
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], rulings=TITLE.resolve_rulings(None, {"bank_size": answer}))
    assert TITLE.audit(game) == []
    assert sum(game.state.cash.amounts.values()) == (12000 if answer == "including" else 15000)
