"""Where three rules of 1883 meet: raids and the merger, cards and phases, a frozen CCFR and concessions."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import LayTile, Merge, Pass, PayOut, SettleOption
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.shares import percent_of, shares_of
from stockrail.rules.state import POOL
from stockrail.rules.tokens import cities_of, token_owner, tokens_in
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.dividends import Dividend, after_dice
from stockrail.titles.g1883.merger import OddShare
from stockrail.titles.g1883.raids import Bomb, lower_tile
from stockrail.titles.g1883.trains import obliged

from .buying import A, B, C, railway, setting
from .eventful import Scene, draw
from .lying import GUASTALLA, earns
from .operating import hexes, launched, standing

VIGNOLA_TO_MODENA = {"64": ("57", 2), "54": ("8", 3)}
SASSUOLO_TO_MODENA = {"54": ("8", 1)}


def paying(game: Any, revenue: int) -> Any:
    """CCFR has run and decides what to do with its revenue."""
    game.stack = (game.stack[0], OperatingRound(2, 1), OperatingTurn("CCFR", 4), Dividend("CCFR", revenue))
    return game


def loot(game: Any, revenue: int) -> int:
    """What the president of CCFR has of it."""
    player = game.title.controller(game, "CCFR")
    before = game.state.cash[player]
    paying(game, revenue).push(PayOut(player, "CCFR", "loot"))
    return int(game.state.cash[player] - before)


@pytest.mark.rule("1883:T-g", "1883:8.1.5-d", "1883:8.1.6-a")
def test_case_t_g_from_the_first_loot_to_the_freeze() -> None:
    game = standing().game
    assert loot(game, 80) == 125 and price(game, "CCFR") == 90
    cash = [game.state.cash[who] for who in (A, B, C, "CCFR")]
    paying(game, 50).push(PayOut(B, "CCFR", "full"))
    assert [game.state.cash[who] for who in (A, B, C, "CCFR")] == [cash[0], cash[1] + 5, cash[2] + 5, cash[3] + 5]
    assert price(game, "CCFR") == 90
    row, column = game.state.cell["CCFR"]
    assert loot(game, 50) == 50 + 43 and game.state.flags["ccfr_president"] == C
    assert loot(game, 50) == 50 + 40
    assert game.state.flags["ccfr"] == "frozen" and game.state.cell["CCFR"] == (row, column - 2)
    assert percent_of(game, POOL, "CCFR") == 30
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:11-14", "1883:8.1.5-b", "1883:8.1.7-a")
def test_autarchy_halves_what_a_looter_finds() -> None:
    found = standing()
    found.state.effect["runs"] = (("autarchy", "CCFR"),)
    assert after_dice(found.game, "CCFR", 50, ()) == Dividend("CCFR", 20)
    assert loot(found.game, 20) == 20 + 45


@pytest.mark.rule("1883:12.3-a", "1883:11-16", "1883:7.1-a")
def test_the_first_6_lost_to_the_occupation_brings_the_bombs_before_anybody_operates() -> None:
    pos = setting("5", options=("bombs_away",))
    while not trains_of(pos.game, "depot")[0].startswith("6-"):
        pos.state.shelves.move(trains_of(pos.game, "depot")[0], ("trains", "box"))
    scene: Any = Scene.of(pos.game)
    scene.state.flags["events_begin"] = True
    game = scene.event(16)
    assert game.phase.name == "6" and isinstance(game.decision, Bomb)
    assert not any(isinstance(frame, OperatingTurn) for frame in game.stack)
    assert game.state.drawn.get("13"), "the card itself cannot come any more"


@pytest.mark.rule("1883:8.1.6-a", "1883:5.6.1-d", "1883:5.6.1-f")
def test_a_frozen_ccfr_has_the_bonus_of_a_way_that_others_complete_and_nobody_is_asked() -> None:
    """SV lays the last tile of concession 7, on which CCFR has a token, too."""
    laid = {name: tile for name, tile in GUASTALLA.items() if name != "6"}
    found = launched(standing(laid=laid, phase="2"), "SV").token("CCFR", "21")
    found.state.concession["7"], found.state.clock["7"] = "CCFR", 1
    found.state.flags["ccfr"] = "frozen"
    del found.state.flags["ccfr_president"]
    for seat in (A, B, C):
        found.state.ousted[seat] = True
        for cert in list(found.state.shelves.on(("certs", seat, "CCFR"))):
            found.state.shelves.move(cert, ("certs", POOL, "CCFR"))
    game = found.operating("SV", "LayTrack", alone=True)
    game.push(LayTile(A, "SV", "6", "4", 1))
    assert game.state.cash["CCFR"] == 100 and game.state.concession["7"] == "gone"
    assert [game.state.support[seat] for seat in (A, B, C)] == [1, 1, 1]


@pytest.mark.rule("1883:6.4.4-a", "1883:11-16", "1883:4.0-m")
def test_a_first_4_lost_to_the_occupation_ends_the_two_lays_of_fsf_in_that_very_round() -> None:
    for gone in (False, True):
        pos = setting("3")
        while not trains_of(pos.game, "depot")[0].startswith("4-"):
            pos.state.shelves.move(trains_of(pos.game, "depot")[0], ("trains", "box"))
        scene: Any = Scene.of(railway(pos, "FSF", {A: 2}, cash=200, cell=(0, 10)).no_trains("CCFR").game)
        scene.state.flags["events_begin"] = True
        game = scene.event(16 if gone else 21)
        while type(game.decision).__name__ != "LayTrack":
            game.push(Pass(game.actor))
        assert game.decision.company == "FSF", "the dearest"
        game.push(LayTile(A, "FSF", "46", "9", 1))
        assert ("70" in hexes(game)) == (not gone)


@pytest.mark.rule("1883:11-3", "1883:6.8-a", "1883:6.8.6-a")
def test_a_strike_does_not_free_from_the_duty_to_own_a_train() -> None:
    pos = railway(setting("2"), "FBV", {A: 2})
    pos.state.effect["runs"] = (("general_strike", "FBV"),)
    assert obliged(pos.game, "FBV")


# -- a bombed city ----------------------------------------------------------------------------------------------------


def crowded(link: dict[str, tuple[str, int]]) -> Any:
    """Three tokens in Modena's two circles after a bomb; FBV has one in Sassuolo."""
    found = launched(standing("FMMSF", "4", {"55": ("Mo2", 0), **link}, shares={A: 4}), "FMV", shares={A: 4})
    for company in ("FMV", "SV"):
        found = (found if company == "FMV" else launched(found, company, shares={B: 2})).token(company, "55")
    launched(found, "FBV", shares={C: 2}).token("FBV", "41", 1)
    found.no_trains("CCFR").train("4-0", "SV").train("4-1", "FBV")
    lower_tile(found.game, "55", "", 0)
    return found


@pytest.mark.rule("1883:11-13b", "1883:6.6-d", "1883:6.5.2-c")
def test_each_of_three_tokens_in_two_circles_uses_the_line_and_a_fourth_company_does_not() -> None:
    game = crowded(SASSUOLO_TO_MODENA).game
    assert len(tokens_in(game, "55", 0)) == 3 and track(game).face("55").stops[0].slots == 2
    assert earns(game, "SV", ("4-0", "55 BOLOGNA")) == 30 + 60
    with pytest.raises(IllegalAction, match="route_passes_blocked"):
        earns(game, "FBV", ("4-1", "41 54 55 BOLOGNA"))


@pytest.mark.rule("1883:11-13b", "1883:8.3-j", "1883:6.5.1-a")
def test_the_merger_gives_back_the_circle_that_a_bomb_has_taken() -> None:
    """Of three tokens in two circles two become one: the city is as full as it may be, and no fuller."""
    game = crowded(SASSUOLO_TO_MODENA).operating("FMMSF", "MergeStep", alone=True)
    game.push(Merge(A, "FMMSF", "FMV", "SEFTA"))
    while isinstance(game.decision, OddShare):
        game.push(SettleOption(game.actor, "SEFTA", False))
    assert sorted(token_owner(token) for token in tokens_in(game, "55", 0)) == ["SEFTA", "SV"]
    assert set(cities_of(game, "SEFTA")) == {("55", 0), ("64", 0)}
    assert track(game).blocks("55", 0, "FBV") and not track(game).blocks("55", 0, "SEFTA")
    assert shares_of(game, A, "SEFTA") == 4
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:11-13", "1883:6.7.3-c", "1883:8.3-a")
def test_a_bomb_on_the_link_of_the_parents_keeps_them_apart() -> None:
    found = crowded(VIGNOLA_TO_MODENA)
    lower_tile(found.game, "54", "", 0)
    for token in [token for token in tokens_in(found.game, "55", 0) if token_owner(token) == "FMV"]:
        found.state.shelves.move(token, ("spare", "FMV"))
    scene: Any = Scene.of(found.game)
    game = scene.operating("FMMSF", "MergeStep", alone=True)
    assert type(game.decision).__name__ != "MergeStep"


@pytest.mark.rule("1883:11-13", "1883:6.2-a")
def test_bombs_that_lower_nothing_ask_nobody() -> None:
    game = Scene(era=2).event(13)
    for number in range(10):
        assert isinstance(game.decision, Bomb)
        draw(game, 1 + number)
    assert not isinstance(game.decision, Bomb)
