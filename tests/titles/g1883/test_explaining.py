"""What charters, menus and the market of 1883 say that no other title does."""

from __future__ import annotations

from typing import Any

from stockrail.rules.actions import Pass, PayOut
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession, BuySupport, PlaceCoach
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.state import SPARE_COACHES, anchor_at, coach_at
from stockrail.words import Speaker

from .lying import TITLE

A, B, C = range(3)


def position(phase: str = "2") -> Any:
    found: Any = Position(TITLE, 3).phase(phase).corporation("FSF", {A: 2}, 100, 200)
    found.state.flags["ccfr_president"] = B
    return found


def told(found: Any, company: str) -> list[str]:
    return Speaker(found.game).remarks(company)


def explained(found: Any, company: str) -> str:
    return " ".join(Speaker(found.game).notes("explained", TITLE.explained(found.game, company)))


def test_ccfrs_charter_names_its_president_and_who_has_looted() -> None:
    found = position()
    assert told(found, "CCFR") == ["par L. 100", "Ben presides this round"]
    found.state.ousted[A] = True
    assert "looted by Ada" in told(found, "CCFR") and "goes round" in explained(found, "CCFR")
    found.state.flags["ccfr"] = "frozen"
    assert "frozen" in told(found, "CCFR") and "does nothing" in explained(found, "CCFR")


def test_a_charter_shows_concessions_anchors_and_private_companies() -> None:
    found = position()
    found.state.concession["2"], found.state.clock["2"], found.state.launched["FSF"] = "FSF", 1, 2
    found.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    found.state.shelves.move("anchor.FSF-P.1", anchor_at("FSF"))
    found.state.shelves.move("TCB", ("cards", "FSF"))
    assert told(found, "FSF") == [
        "par L. 100",
        "launched in turn 2",
        "concession 2: round 1 of 4",
        "anchor in Sermide (81)",
        "1 anchor to place",
        "Tramvia Castelfranco-Bazzano",
    ]
    assert "L. 200 if connected within 3 rounds, otherwise a penalty of L. 40" in explained(found, "FSF")
    assert "from both of its homes" in explained(found, "FSF")
    found.state.flags["phase"] = "4"
    assert "L. 10 more" in explained(found, "FSF") and "from both of its homes" not in explained(found, "FSF")


def test_coaches_and_parents_are_explained() -> None:
    found = position().corporation("SARSA", {A: 2}, 65).corporation("FMV", {B: 2}, 65)
    found.state.shelves.move(found.state.shelves.on(SPARE_COACHES)[0], coach_at("15"))
    assert told(found, "SARSA") == ["par L. 65", "1 coach"]
    assert "every 2 railway shares" in explained(found, "SARSA")
    assert "merge into SEFTA" in explained(found, "FMV") and explained(found, "FMMSF") == ""


def test_menu_lines_say_what_things_cost_and_bring() -> None:
    found = position().corporation("SARSA", {A: 2}, 65, 100)
    found.state.shelves.move(found.state.shelves.on(SPARE_COACHES)[0], coach_at("15"))
    found.state.shelves.move(found.state.shelves.on(SPARE_COACHES)[0], coach_at("85"))
    game: Any = found.operating("SARSA", alone=True)
    speaker = Speaker(game)
    assert speaker.action(PlaceCoach(A, "SARSA", "28")) == "Place a coach in Carpineti (28) for L. 20"
    assert speaker.action(Pass(A)) == "Place no more coaches"
    game = position()._wait(OperatingRound(2, 1), OperatingTurn("CCFR", 4), Dividend("CCFR", 80))
    assert Speaker(game).action(PayOut(B, "CCFR", "loot")) == "Loot L. 80 and give up the share for L. 45"
    assert Speaker(game).action(PayOut(B, "CCFR", "full")) == "Pay L. 80 in full"
    game = position().stock_round(A)
    assert Speaker(game).action(BuySupport(A)) == "Buy a support card for L. 10"
    assert Speaker(game).action(BuyConcession(A, "FSF", "2")) == "Buy concession 2 for FSF for L. 20"


def test_what_happens_to_ccfr_and_sarsa_is_told_in_sentences() -> None:
    game = position()._wait(OperatingRound(2, 1), OperatingTurn("CCFR", 4), Dividend("CCFR", 80))
    game.push(PayOut(B, "CCFR", "loot"))
    said = [Speaker(game).event(event) for event in game.last_events()]
    assert "Ben loots CCFR: L. 80 from its run, and L. 45 for the share given to the pool" in said
    assert "Cy is now president of CCFR" in said


def test_the_bank_offers_concessions() -> None:
    found = position()
    assert TITLE.on_offer(found.game)[-1] == "concessions 1 2 3 4 5 6 7 8"
    found.state.concession["1"] = "gone"
    assert TITLE.on_offer(found.game)[-1] == "concessions 2 3 4 5 6 7 8"


def test_cells_of_the_market_are_explained() -> None:
    game = position().game
    said = {
        cell: Speaker(game).notes("zone", TITLE.zone_notes(game, cell)) for cell in ((0, 18), (7, 0), (1, 7), (5, 4))
    }
    assert said == {
        (0, 18): ["If SARSA gets here, the game ends at once"],
        (7, 0): ["A company that gets here closes"],
        (1, 7): ["A starting value from phase 2 on"],
        (5, 4): ["A starting value"],
    }
    assert TITLE.zone_notes(game, (0, 0)) == []


def test_events_in_force_are_shown() -> None:
    found = position()
    found.state.effect["card"] = "red_week"
    assert Speaker(found.game).in_force() == ["Red Week: the state railway is closed"]


def test_a_player_with_all_support_cards_is_told_no_price() -> None:
    found = position()
    found.state.support[A] = 9
    assert Speaker(found.game).action(BuySupport(A)) == "Buy a support card"
