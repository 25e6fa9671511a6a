"""11-13 What a bombed hex means for other rules: homes that are still empty, terrain, anchors, lays, coaches."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import PlaceToken, StartCompany
from stockrail.rules.laying import tiles_left
from stockrail.rules.tokens import cities_of, token_owner, tokens_in
from stockrail.rules.track import track
from stockrail.titles.g1883.coaches import coach_account
from stockrail.titles.g1883.debts import close_all
from stockrail.titles.g1883.phases import change_phase
from stockrail.titles.g1883.privates import close_privates
from stockrail.titles.g1883.raids import lower_faces, lower_tile
from stockrail.titles.g1883.state import anchor_at, coach_at

from .lying import FERRARA_TO_PARMA, earns
from .operating import A, B, C, hexes, launched, lay, place, standing, step

TO_MODENA = {"54": ("8", 1), "30": ("8", 3)}  # from Reggio and Sassuolo


def bombed(found: Any, *places: str) -> Any:
    for hex_ in places:
        lower_tile(found.game, hex_, *lower_faces(found.game, hex_)[0])
    return found


def owners(game: Any, hex_: str, stop: int = 0) -> list[str]:
    return [token_owner(token) for token in tokens_in(game, hex_, stop)]


# -- cities -----------------------------------------------------------------------------------------------------------


def modena(*companies: str) -> Any:
    """Some have tokens in Modena's three circles, of which a bomb has left two; FMMSF is to start there."""
    found = launched(standing("SV", "4", {"55": ("Mo2", 0), "54": ("8", 1)}, shares={B: 2}), "FBV", shares={C: 2})
    launched(found, "SAFRE", shares={B: 2}).token("FBV", "41", 1)
    for company in companies:
        found.token(company, "55")
    return bombed(found, "55")


@pytest.mark.rule("1883:11-13b", "1883:6.5-a", "1883:5.3.3-a")
def test_a_company_starts_in_a_home_that_bombs_have_filled() -> None:
    game = modena("SV", "SAFRE").stock_round(A)
    game.push(StartCompany(A, "FMMSF", 65))
    assert owners(game, "55") == ["SV", "SAFRE", "FMMSF"] and track(game).face("55").stops[0].slots == 2
    assert ("41", 1) in track(game).reach("FMMSF", False).stops and track(game).blocks("55", 0, "FBV")
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:11-13b", "1883:6.5.2-a", "1883:6.5.1-a")
def test_the_circle_that_is_left_is_kept_for_a_company_that_is_not_launched() -> None:
    game = modena("SV").operating("FBV", "PlaceStation")
    assert track(game).face("55").stops[0].slots == 2 and owners(game, "55") == ["SV"]
    assert PlaceToken(C, "FBV", "55", 0) not in list(game.legal_actions() if step(game) == "PlaceStation" else ())


@pytest.mark.rule("1883:11-13b", "1883:5.8-a", "1883:6.5.1-a")
def test_a_crowded_city_is_open_again_only_below_its_circles() -> None:
    """Two tokens and FMMSF's in two circles; FBV waits until two of the three have closed."""
    found = launched(modena("SV", "SAFRE"), "FMMSF", shares={A: 2})
    for closed, free in (("SV", False), ("SAFRE", True)):
        close_all(found.game, [closed])
        game = type(found).of(found.game).operating("FBV", "PlaceStation")
        assert (step(game) == "PlaceStation") == free
    assert owners(place(game, "FBV", "55"), "55") == ["FMMSF", "FBV"]


@pytest.mark.rule("1883:11-13b", "1883:6.4.5-b")
def test_ccfr_builds_from_a_home_that_was_bombed() -> None:
    found = bombed(standing("", "3", {"5": ("Ci2", 0)}), "5")
    assert "5" not in found.state.laid and cities_of(found.game, "CCFR") == [("31", 0), ("5", 0)]
    game = lay(found.operating("CCFR", "LayTrack"), "CCFR", "5", "Ci2", 0)
    assert {"18", "30"} <= hexes(game), "from Reggio it may still lay"


# -- ground -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-13", "1883:6.4.1-b")
def test_the_ground_of_a_bombed_hex_is_paid_for_again_unless_its_print_is_track() -> None:
    found = bombed(standing("FBV", "3", {"86": ("5", 0), "75": ("6", 2)}, cash=20), "75")
    game = lay(found.operating("FBV", "LayTrack"), "FBV", "75", "6", 2)
    assert game.state.cash["FBV"] == 0
    found = bombed(standing("FSF", "3", {"34": ("Su2", 0)}, cash=0), "34")
    assert "34" in hexes(found.operating("FSF", "LayTrack")), "a green tile on print is an upgrade"


@pytest.mark.rule("1883:11-13", "1883:6.4.2-d")
def test_a_brown_tile_that_was_bombed_away_can_be_laid_again_and_one_that_was_replaced_cannot() -> None:
    found = bombed(standing("SV", "7", {"21": ("63", 0)}), "21")
    left = tiles_left(found.game, "63")
    game = found.operating("SV", "LayTrack")
    lay(game, "SV", "21", "63", min(a.rotation for a in game.legal_actions() if getattr(a, "tile", "") == "63"))
    assert tiles_left(game, "63") == left - 1 and not game.state.spent.unordered


@pytest.mark.rule("1883:11-13", "1883:3.2-c")
def test_a_card_may_lay_its_hex_again_after_a_bomb() -> None:
    """A69 The first tile only, and now there is none."""
    found = standing("SAFRE", "3", {"30": ("8", 3)}, cash=0)
    found.state.shelves.move("FRV", ("cards", "SAFRE"))
    assert step(lay(type(found).of(found.game).operating("SAFRE", "LayTrack"), "SAFRE", "18", "8", 4)) != "LayTrack"
    game = lay(bombed(found, "30").operating("SAFRE", "LayTrack"), "SAFRE", "30", "8", 3)
    assert game.state.cash["SAFRE"] == 0, "free ground once more"
    assert step(game) == "LayTrack", "the usual tile is still to come"


@pytest.mark.rule("1883:11-13", "1883:3.2-e", "1883:3.5-a")
def test_a_bombed_link_lays_itself_when_private_companies_close() -> None:
    found = bombed(standing("", "4", {"30": ("8", 3)}), "30")
    found.state.shelves.move("FRV", ("cards", A))
    close_privates(found.game)
    assert found.state.laid["30"] == ("8", 3)


# -- pieces that stay --------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-13b", "1883:3.2-o")
def test_an_anchor_stays_in_a_bombed_port_and_pays_where_a_train_still_comes() -> None:
    found = standing("FSF", "3", {**FERRARA_TO_PARMA, "81": ("14", 1)}).train("3-0", "FSF")
    found.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    before = earns(found.game, "FSF", ("3-0", "59 70 81"))
    faces = [face for face in lower_faces(found.game, "81") if face == ("6", 2)]
    lower_tile(found.game, "81", *faces[0])
    assert earns(found.game, "FSF", ("3-0", "59 70 81")) == before - 10 == 20 + 20 + 20
    bombed(found, "81")
    with pytest.raises(IllegalAction):
        earns(found.game, "FSF", ("3-0", "59 70 81"))
    assert found.state.shelves.on(anchor_at("FSF", "81"))


@pytest.mark.rule("1883:11-13b", "1883:8.2-h")
def test_a_coach_stays_in_a_bombed_hex_and_earns_what_is_left_of_it() -> None:
    found = standing("", "3", {"75": ("15", 2)}).corporation("SARSA", {A: 2})
    for number, hex_ in enumerate(("85", "75")):
        found.state.shelves.move(f"coach.{number}", coach_at(hex_))
    totals = []
    for _ in range(3):
        totals.append(coach_account(found.game, "SARSA").total)
        if lower_faces(found.game, "75"):
            bombed(found, "75")
    assert "75" not in found.state.laid and totals == [40, 30, 30]


@pytest.mark.rule("1883:12.3-a", "1883:4.0-f", "1883:4.0-m")
def test_bombs_of_the_variant_fall_before_the_others_discard() -> None:
    """The first 6 scraps 3bis and brings the bombs; whoever is then above the limit gives trains up."""
    found = launched(standing("SV", "5", options=("bombs_away",)), "FBV", shares={B: 2}).no_trains("CCFR")
    for train in ("4-0", "4-1", "5-0"):
        found.train(train, "SV")
    game = found.operating("FBV", "BuyTrains")
    change_phase(game, "6", "FBV")
    game._run()
    bombs = 0
    while game.actor == -1:
        game.push(game.draw())
        bombs += 1
    assert bombs == 10 and step(game) == "DiscardStep" and game.decision.company == "SV"
