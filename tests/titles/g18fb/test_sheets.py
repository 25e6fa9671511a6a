"""What lies beside the board of 18FB."""

from __future__ import annotations

from typing import Any

from stockrail.rules.actions import Select
from stockrail.rules.state import BOX, POOL
from stockrail.titles.g18fb.cards import use_up
from stockrail.titles.g18fb.companies import FROZEN, PROVISIONAL
from stockrail.titles.g18fb.nationals import AskPartner, FormNational
from stockrail.words import Speaker

from .holding import TITLE, A, B, Place
from .playing import BAY, CIM, DEL, MEL, VAL, game_of


def rows(place: Place, sheet: str) -> dict[str, Any]:
    return {row.id: row for each in TITLE.sheets(place.game) if each.id == sheet for row in each.rows}


def said(place: Place, sheet: str, row: str) -> list[str]:
    return Speaker(place.game).notes("row_note", rows(place, sheet)[row].notes)


def test_concessions_tell_deposit_interest_and_way() -> None:
    place = Place().major("NN", {A: 6}, PROVISIONAL, deposit=100).major("FC", {B: 6}, FROZEN)
    shown = rows(place, "concessions")
    assert (shown["NN"].holder, shown["NN"].done, shown["NN"].due) == (A, 1, 2)
    assert said(place, "concessions", "NN") == [
        "Provisional: the rest of the deposit comes back at its final destination",
        "D100 of its deposit is left on it",
        "Interest A: D5 per share while it builds",
    ]
    assert said(place, "concessions", "LTF")[0] == "For sale, for a deposit of D100"
    assert said(place, "concessions", "FC")[1].startswith("Withdrawn") and shown["FC"].holder is None
    assert shown["LTF"].hexes == ("K46", "L39", "L27")


def test_a_concession_with_a_choice_says_its_ways_in_full() -> None:
    place = Place()
    assert said(place, "concessions", "FS")[-1] == "From Bari (N21) by Brindisi (P13) or Taranto (M14) to Lecce (O10)"
    assert sum(text.startswith("From") for text in said(place, "concessions", "FP")) == 2
    assert rows(place, "concessions")["FP"].hexes == ()


def test_a_band_that_is_raised_says_so() -> None:
    place = Place().card(MEL, B).major("LdA", {A: 6})
    use_up(place.game, MEL, "LdA")
    assert said(place, "concessions", "LdA")[-1] == "Interest raised to E: D25 per share while it builds"


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


def test_a_card_says_which_bourbon_token_it_replaces() -> None:
    place = Place()
    assert any(text.endswith("instead of Bourbon token 7") for text in said(place, "cards", BAY))


def test_regional_companies_tell_value_and_bonuses() -> None:
    place = Place("5").regional("FA", A).regional("FG", POOL)
    place.state.paid_bonus["FA", "zC8"] = True
    shown = rows(place, "regionals")
    assert (shown["FA"].holder, shown["FA"].done, shown["FA"].due) == (A, 1, 2)
    notes = said(place, "regionals", "FA")
    assert notes[0] == "Nominal value D100" and "brown tile" in notes[1] and "has brought D50" in notes[2]
    assert said(place, "regionals", "FG")[0] == "For sale in the pool"


def test_phase_5_takes_concessions_and_cards_away_and_brings_the_national_companies() -> None:
    assert [sheet.id for sheet in TITLE.sheets(Place("4").game)] == ["concessions", "cards", "regionals"]
    assert [sheet.id for sheet in TITLE.sheets(Place("5").game)] == ["regionals", "nationals"]


def test_a_national_company_says_of_which_companies_it_forms_and_then_of_which_it_has() -> None:
    place = Place("5")
    assert said(place, "nationals", "RM") == ["Forms in phase 6 from two of LdA, NN, FC and FSC"]
    place.state.merged["NN"] = place.state.merged["FC"] = "RM"
    assert said(place, "nationals", "RM") == ["Formed from FC and NN"]


def test_whoever_is_asked_to_join_sees_who_has_answered() -> None:
    place = Place("5").major("LdA", {A: 6}, value=120).major("NN", {B: 6}, value=100).major("FC", {B: 6}, value=80)
    game = place.game
    game.stack = (*game.stack, FormNational("RM", A, (), ("LdA",)))
    game.push_frame(AskPartner("NN", "RM"))
    assert [row.id for row in TITLE.sheets(game)[-1].rows if row.now] == ["RM"]
    assert said(place, "nationals", "RM")[1:] == [
        "Stays out: LdA",
        "Still to be asked, in this order: NN and FC",
        "Not floated, taken if two do not join: FSC",
    ]


def test_an_auction_opens_the_sheet_of_what_is_auctioned() -> None:
    game = game_of(3)
    game.push(Select(0, BAY))
    cards = next(sheet for sheet in TITLE.sheets(game) if sheet.id == "cards")
    assert cards.now and [row.id for row in cards.rows if row.now] == [BAY]
