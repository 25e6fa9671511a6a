"""What lies beside the board of 18FB."""

from __future__ import annotations

from typing import Any

from stockrail.rules.actions import Select
from stockrail.rules.state import BOX, POOL
from stockrail.titles.g18fb.actions import OfferCard
from stockrail.titles.g18fb.cards import use_up
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.titles.g18fb.nationals import AskPartner, FormNational
from stockrail.titles.g18fb.track import ChooseBase
from stockrail.words import Speaker

from .holding import TITLE, A, B, C, D, Place
from .national import answers, at_price, begin, eve, led
from .playing import BAY, CIM, DEL, MEL, RIS, VAL, game_of


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
    ]
    assert said(place, "concessions", "LTF")[1] == "Interest C: D15 per share while it builds"
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


def test_a_card_that_is_offered_is_shown_with_the_question() -> None:
    place = Place().card(RIS, A)
    game = place.stock_round(A)
    game.push(OfferCard(A, RIS, B, 30))
    assert [row.id for row in rows(place, "cards").values() if row.now] == [RIS]


def test_the_concession_that_is_decided_about_is_shown_with_the_question() -> None:
    place = Place().major("FP", {A: 6})
    game = place.operating("FP")
    assert isinstance(game.decision, ChooseBase)
    assert [row.id for row in rows(place, "concessions").values() if row.now] == ["FP"]


def test_every_sheet_says_what_it_is() -> None:
    for place in (Place(), Place("5")):
        told = [sheet.note for sheet in TITLE.sheets(place.game) if sheet.note]
        assert len(Speaker(place.game).notes("sheet_note", told)) == len(TITLE.sheets(place.game))


# -- the founding of a national company ----------------------------------------------------------------------------


def test_a_founding_shows_who_would_get_how_much() -> None:
    place = eve()
    place.major("LdA", {A: 2, C: 1}, state=DEFINITIVE, value=100).major("FC", {B: 2, A: 1}, state=DEFINITIVE, value=100)
    at_price(place, "LdA", 160)
    at_price(place, "FC", 120)
    game = begin(place)
    shown = TITLE.procedure(game)
    assert shown is not None and shown.done == 0
    assert Speaker(game).notes("head", shown.heads) == ["LdA", "FC", "Gets RM", "Odd"]
    given = dict(shown.rows)
    assert (given[A], given[B], given[C], given[D]) == ((2, 1, 1, 1), (0, 2, 1, 0), (1, 0, 0, 1), (0, 0, 0, 0))
    assert "RM will start at D160 per share, the price of LdA" in Speaker(game).notes("procedure_note", shown.notes)


def test_a_founding_counts_those_who_have_joined_and_looks_at_who_may_follow() -> None:
    game = begin(led(eve(), {"LdA": 160, "FC": 120, "FSC": 100, "NN": 80}))
    answers(game, "LdA", False)
    answers(game, "FC", True)
    shown = TITLE.procedure(game)
    assert shown is not None and shown.done == 1
    assert Speaker(game).notes("head", shown.heads)[:2] == ["FC", "FSC"]


# -- the turn of a company -----------------------------------------------------------------------------------------


def test_the_steps_of_a_turn_are_named() -> None:
    place = Place().major("NN", {A: 6}, PROVISIONAL)
    speaker = Speaker(place.game)
    named = [speaker.step(type(step)) for step in TITLE.operating_steps(place.game, "NN")]
    assert [name for name in named if name] == ["Track", "Token", "Income", "Trains", "Stock"]


def test_a_company_that_builds_is_told_how_many_tiles_its_interest_takes() -> None:
    place = Place("3").major("NN", {A: 6})
    game = place.operating("NN", "LayTrack")
    steps = game.state.steps["NN"]
    assert Speaker(game).notes("hint", TITLE.hints(game)) == [
        f"{steps} tiles are still to be laid, or no interest is paid"
    ]
