"""What lies beside the board of 18FB."""

from __future__ import annotations

from typing import Any

from stockrail.rules.state import BOX, POOL
from stockrail.titles.g18fb.cards import use_up
from stockrail.titles.g18fb.claims import drop_claim
from stockrail.titles.g18fb.companies import FROZEN, PROVISIONAL
from stockrail.titles.g18fb.places import bourbon_token
from stockrail.words import Speaker

from .holding import TITLE, A, B, Place
from .playing import BAY, CIM, DEL, MEL, VAL


def rows(place: Place, sheet: str) -> dict[str, Any]:
    return {row.id: row for each in TITLE.sheets(place.game) if each.id == sheet for row in each.rows}


def said(place: Place, sheet: str, row: str) -> list[str]:
    return Speaker(place.game).notes("row_note", rows(place, sheet)[row].notes)


def test_concessions_tell_deposit_interest_and_way() -> None:
    place = Place().major("NN", {A: 6}, PROVISIONAL, deposit=100).major("FC", {B: 6}, FROZEN)
    shown = rows(place, "concessions")
    assert (shown["NN"].holder, shown["NN"].done, shown["NN"].due) == (A, 1, 2)
    assert said(place, "concessions", "NN")[:2] == ["D100 of its deposit is left on it", "Interest A"]
    assert said(place, "concessions", "LTF")[0] == "For sale, for a deposit of D100"
    assert said(place, "concessions", "FC")[0].startswith("Withdrawn") and shown["FC"].holder is None
    assert said(place, "concessions", "NN")[-1] == "From Napoli Sud (zC6) by Torre Annunziata (zD3) to Nocera (F25)"
    assert shown["LTF"].hexes == ("K46", "L39", "L27") and " or " in said(place, "concessions", "FS")[-1]


def test_a_band_that_is_raised_says_so() -> None:
    place = Place().card(MEL, B).major("LdA", {A: 6})
    use_up(place.game, MEL, "LdA")
    assert said(place, "concessions", "LdA")[1:3] == ["Interest raised to E", "D25 per share while the company builds"]


def test_cards_tell_what_they_pay_and_can_do() -> None:
    place = Place().card(MEL, A).card(VAL, BOX)
    shown = rows(place, "cards")
    assert (shown[MEL].holder, shown[VAL].gone, shown[BAY].holder) == (A, True, None)
    assert said(place, "cards", MEL)[0] == "Costs D50, pays D10 each operating round"
    assert "Pays D10 once NN has left home" in said(place, "cards", BAY)
    assert sum("worth" in text for text in said(place, "cards", CIM)) == 2
    assert any(text.startswith("From phase 2 on") for text in said(place, "cards", DEL))
    use_up(place.game, MEL, "LdA")
    assert said(place, "cards", MEL)[-1] == "Used for LdA"


def test_every_power_of_a_card_has_words() -> None:
    place = Place()
    for row in rows(place, "cards").values():
        assert len(said(place, "cards", row.id)) == len(row.notes)


def test_bourbon_tokens_are_listed_until_they_are_replaced() -> None:
    place = Place()
    drop_claim(place.game, bourbon_token(5))
    assert {id_: row.gone for id_, row in rows(place, "bourbon").items()} == {
        "4": False,
        "5": True,
        "6": False,
        "7": False,
        "8": False,
    }


def test_regional_companies_tell_value_and_bonuses() -> None:
    place = Place("5").regional("FA", A).regional("FG", POOL)
    place.state.paid_bonus["FA", "zC8"] = True
    shown = rows(place, "regionals")
    assert (shown["FA"].holder, shown["FA"].done, shown["FA"].due) == (A, 1, 2)
    notes = said(place, "regionals", "FA")
    assert notes[0] == "Nominal value D100" and "brown tile" in notes[1] and "has brought D50" in notes[2]
    assert said(place, "regionals", "FG")[0] == "For sale in the pool"


def test_phase_5_leaves_only_the_regional_companies() -> None:
    assert [sheet.id for sheet in TITLE.sheets(Place("4").game)] == ["concessions", "cards", "bourbon", "regionals"]
    assert [sheet.id for sheet in TITLE.sheets(Place("5").game)] == ["regionals"]
