"""8.2 SARSA: where its coaches go, what they cost and earn, and how many of its shares a player may keep."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import Pass, PayOut, SellShares
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.state import IPO, POOL, certs_at, trains_at
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g1883.actions import PlaceCoach
from stockrail.titles.g1883.coaches import coach_account, coached, keeps_ratio, value_of
from stockrail.titles.g1883.cooperative import capitalise
from stockrail.titles.g1883.debts import close_all
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.state import SPARE_COACHES, coach_at

from .lying import TITLE

A, B, C = range(3)


def sarsa(phase: str = "1", cash: int = 500, coaches: str = "", laid: dict[str, tuple[str, int]] | None = None) -> Any:
    """SARSA under A, with coaches on some hexes."""
    found: Any = Position(TITLE, 3).phase(phase).corporation("SARSA", {A: 2}, 100, cash, turns=0)
    found.state.flags["ccfr_president"] = B
    if phase == "5":
        found.cash(B, 100)  # the poorest player is CCFR's first owner
        capitalise(found.game)
    put(found, coaches)
    return found.tiles(**(laid or {}))


def put(found: Any, coaches: str) -> None:
    for hex_ in coaches.split():
        found.state.shelves.move(found.state.shelves.on(SPARE_COACHES)[0], coach_at(hex_))


def operating(found: Any) -> Any:
    return found.operating("SARSA", alone=True)


def choices(game: Any) -> set[str]:
    return {action.hex for action in game.legal_actions() if isinstance(action, PlaceCoach)}


def place(game: Any, *hexes: str) -> Any:
    for hex_ in hexes:
        game.push(PlaceCoach(A, "SARSA", hex_))
    return game


def refused(game: Any, hex_: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.push(PlaceCoach(A, "SARSA", hex_))
    return refusal.value.kind


def revenue(game: Any) -> int:
    assert isinstance(game.decision, Dividend), "the run needs no decision"
    return game.decision.revenue


def next_turn(game: Any) -> Any:
    return operating(Position.of(game))


# -- the first turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-n", "1883:8.2-a", "1883:8.2-g", "1883:8.2-m", "1883:8.2-n")
def test_with_2s_on_offer_the_first_turn_puts_coaches_on_the_bases_alone() -> None:
    game = operating(sarsa())
    assert coached(game) == ["15", "85"] and game.state.cash["SARSA"] == 500
    assert revenue(game) == 20, "the better of 20 and 10"


@pytest.mark.rule("1883:T-n", "1883:T-n2", "1883:8.2-c", "1883:8.2-d", "1883:8.2-h")
def test_coaches_grow_from_both_bases_until_they_meet() -> None:
    game = operating(sarsa())
    game = place(next_turn(game), "28", "75")
    assert (revenue(game), game.state.cash["SARSA"]) == (30, 460)
    game = place(next_turn(game), "40", "64")
    assert (revenue(game), game.state.cash["SARSA"]) == (50, 420)
    game = place(next_turn(game), "53", "27")
    assert (revenue(game), game.state.cash["SARSA"]) == (90, 500 - 140)
    game.state.laid["75"] = ("15", 0)
    assert coach_account(game, "SARSA").total == 100


@pytest.mark.rule("1883:8.2-a", "1883:8.2-b")
@pytest.mark.parametrize(
    ("gone", "count"), [((), 2), (("2",), 3), (("2", "3"), 3), (("2", "3", "3bis"), 4), (tuple(TITLE.train_types), 8)]
)
def test_the_next_train_tells_how_many_coaches_are_placed_at_first(gone: tuple[str, ...], count: int) -> None:
    """A48 A 3bis counts as a 3; without any train there are eight."""
    found = sarsa()
    for train in list(trains_of(found.game, "depot")):
        if train.rsplit("-", 1)[0] in gone:
            found.state.shelves.move(train, trains_at("box"))
    game = operating(found)
    near, placed = (["14", "3", "4"], ["84", "74", "75"]), 2
    while choices(game):
        place(game, near[placed % 2][(placed - 2) // 2])
        placed += 1
    assert placed == count == len(coached(game))
    assert isinstance(game.decision, Dividend)


@pytest.mark.rule("1883:8.2-b", "1883:8.2-d", "1883:8.2-e")
def test_further_coaches_of_the_first_turn_alternate_between_the_bases_and_cost_money() -> None:
    found = sarsa("5")
    game = operating(found)
    around_15, around_85 = {"14", "3", "4", "16", "28", "27"}, {"84", "74", "75", "96", "95"}
    assert choices(game) == around_15 | around_85, "86 is on the plain, which waits for a later turn"
    place(game, "28")
    assert choices(game) == around_85, "next to the other base, and not next to 28"
    assert refused(game, "27") == "coach_out_of_reach"
    place(game, "75")
    assert choices(game) == around_15 - {"28"}
    assert game.state.cash["SARSA"] == 500 - 40
    game.push(Pass(A))
    assert coached(game) == ["15", "28", "75", "85"], "further ones are optional"


@pytest.mark.rule("1883:8.2-b", "1883:8.2-d")
def test_the_base_whose_turn_it_is_may_be_too_dear() -> None:
    game = place(operating(sarsa("5", 30)), "28")
    assert isinstance(game.decision, Dividend), "10 are left, and next to Sasso nothing costs less than 20"


# -- later turns --------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.2-c")
def test_each_base_gets_one_coach_while_they_are_apart() -> None:
    game = place(operating(sarsa(coaches="15 85")), "28")
    assert choices(game) == {"84", "74", "75", "96", "95"}
    assert refused(game, "40") == "coach_out_of_reach"
    assert isinstance(place(game, "75").decision, Dividend)


@pytest.mark.rule("1883:8.2-c")
def test_the_second_coach_may_stand_next_to_the_first_once_the_bases_are_joined() -> None:
    game = place(operating(sarsa(coaches="15 28 40 53 64 75 85")), "63")
    assert "62" in choices(game), "next to 63 alone"
    assert isinstance(place(game, "62").decision, Dividend)


@pytest.mark.rule("1883:8.2-c")
def test_no_coach_need_be_placed() -> None:
    game = operating(sarsa(coaches="15 85"))
    game.push(Pass(A))
    assert coached(game) == ["15", "85"]


@pytest.mark.rule("1883:8.2-d")
def test_terrain_is_paid_also_where_a_tile_lies_and_where_track_is_printed() -> None:
    game = operating(sarsa(cash=40, coaches="15 28 40 85", laid={"53": ("58", 0)}))
    assert {"41", "53"} <= choices(game)
    assert place(game, "53").state.cash["SARSA"] == 20


@pytest.mark.rule("1883:8.2-d")
def test_a_treasury_that_cannot_pay_places_nothing() -> None:
    assert isinstance(operating(sarsa(cash=19, coaches="15 85")).decision, Dividend)
    game = operating(sarsa(cash=20, coaches="15 85"))
    assert refused(game, "27") == "cannot_pay_coach" and "28" in choices(game)


@pytest.mark.rule("1883:8.2-e", "1883:4.0-l")
def test_the_plain_is_open_from_the_first_5_for_one_coach_in_a_turn() -> None:
    joined = "15 28 40 53 64 75 85"
    before = operating(sarsa("4", coaches=joined))
    assert "86" not in choices(before) and refused(before, "86") == "coach_on_plain"
    game = operating(sarsa("5", coaches=joined))
    assert {"86", "63"} <= choices(game)
    assert isinstance(place(game, "86").decision, Dividend), "it was the only one of this turn"
    game = place(operating(sarsa("5", coaches=joined)), "63")
    assert refused(game, "86") == "coach_on_plain" and "74" in choices(game)


@pytest.mark.rule("1883:8.2-f", "1883:8.2-j", "1883:6.4.5-C1")
def test_coaches_stay_out_of_the_north_of_boxes_and_of_closed_hexes() -> None:
    game = operating(sarsa("5", coaches="15 16 17 18 19 31 30 41 53 54 55 64 65 75 85 86"))
    allowed = choices(game)
    assert {"7", "77", "87"} <= allowed, "on the line itself"
    for hex_ in ("20", "32", "43", "56", "66", "78", "88", "42", "25", "COLLINE", "BOLOGNA", "nowhere"):
        assert refused(game, hex_) == "no_coaches_there"
    assert refused(game, "31") == "coach_is_there"


@pytest.mark.rule("1883:6.5.3-a")
def test_tokens_do_not_keep_coaches_out_nor_coaches_tokens() -> None:
    found = sarsa(coaches="15 85").corporation("FMV", {B: 2})
    found.token("FMV", "64")
    put(found, "75")
    assert "64" in choices(operating(found))
    put(found, "64 86")
    assert found.game.title.audit(found.game) == []


def test_no_more_coaches_are_placed_than_there_are() -> None:
    found = sarsa(coaches="15 85")
    for coach in list(found.state.shelves.on(SPARE_COACHES))[1:]:
        found.state.shelves.move(coach, ("box",))
    assert isinstance(place(operating(found), "28").decision, Dividend)


# -- earnings -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.2-T1", "1883:8.2-g")
def test_only_the_better_of_two_groups_counts() -> None:
    apart = coach_account(sarsa(coaches="15 27 39 85 75").game, "SARSA")
    assert apart.total == 40 and apart.parts[0].places == ("15", "27", "39")
    assert apart.notes == (("other_coaches", {"amount": 30}),)
    joined = coach_account(sarsa(coaches="15 28 40 53 64 63 85 74").game, "SARSA")
    assert joined.total == 60 and joined.notes == ()
    assert joined.parts[0].items == (("15", 20), ("53", 10), ("64", 20), ("85", 10))


@pytest.mark.rule("1883:8.2-h", "1883:8.2-i")
@pytest.mark.parametrize(
    ("hex_", "tile", "value"),
    [
        ("15", None, 20), ("85", None, 10), ("28", None, 0), ("31", None, 30), ("64", None, 20),
        ("41", None, 20), ("41", "Sa2", 30), ("41", "Sa3", 60), ("41", "Sa4", 80), ("28", "8", 0), ("75", "6", 20),
        ("75", "15", 30), ("27", "58", 10),
    ],
)  # fmt: skip
def test_a_hex_is_worth_its_best_stop_once(hex_: str, tile: str | None, value: int) -> None:
    game = sarsa(laid={hex_: (tile, 0)} if tile else None).game
    assert value_of(game, track(game).face(hex_)) == value


def test_without_coaches_there_are_no_earnings() -> None:
    game = sarsa().game
    assert game.title.account(game, "SARSA").total == 0 and game.title.run_setting(game, "SARSA") is None


@pytest.mark.rule("1883:8.2-m")
def test_sarsa_pays_or_withholds_from_its_first_turn() -> None:
    game = operating(sarsa())
    before = game.state.cash[A]
    assert {action.kind for action in game.legal_actions()} == {"full", "withhold"}
    game.push(PayOut(A, "SARSA", "full"))
    assert game.state.cash[A] == before + 4


# -- closing and launching again ----------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.8-a", "1883:8.2-a")
def test_coaches_come_back_when_sarsa_closes_and_it_begins_anew() -> None:
    found = sarsa("5", coaches="15 28 40 53 64 75 85")
    close_all(found.game, ["SARSA"])
    assert coached(found.game) == [] and len(found.state.shelves.on(SPARE_COACHES)) == 30
    assert found.game.title.audit(found.game) == []
    game = operating(found.corporation("SARSA", {B: 2}, 150, 500, turns=0))
    assert coached(game) == ["15", "85"] and game.actor == B
    assert "86" not in choices(game)


# -- the ratio ----------------------------------------------------------------------------------------------------


def holding(phase: str = "4", **shares: int) -> Any:
    """B holds so many shares of companies that A presides."""
    found = Position(TITLE, 3).phase(phase)
    found.state.flags["ccfr_president"] = A
    for company, count in shares.items():
        found.corporation(company, {A: 5, B: count}, 65)
    return found


def may_pass(found: Any) -> bool:
    game = found.stock_round(B)
    return Pass(B) in game.legal_actions()


@pytest.mark.rule("1883:T-o", "1883:8.2-k", "1883:8.2-T2", "1883:5.1-d")
def test_two_railway_shares_are_needed_for_each_share_of_sarsa() -> None:
    assert may_pass(holding(FSF=4, FBV=2, SARSA=3))
    assert not may_pass(holding(FSF=4, FBV=2, SARSA=4))
    assert may_pass(holding(FBV=3, SARSA=1)), "the share of CCFR does not count yet"
    assert not may_pass(holding(FBV=3, SARSA=2))


@pytest.mark.rule("1883:8.2-k", "1883:8.1.8-f")
def test_shares_of_ccfr_count_once_it_is_a_railway() -> None:
    found = holding("5", FBV=3, SARSA=2)
    assert not keeps_ratio(found.game, B)
    capitalise(found.game)
    found.game._run()
    if found.game.actor == -1:
        found.game.settle()
    assert keeps_ratio(found.game, B)


@pytest.mark.rule("1883:8.2-k", "1883:5.8-a")
def test_a_railway_that_closes_takes_its_shares_out_of_the_ratio() -> None:
    found = holding(FSF=4, SARSA=2)
    assert keeps_ratio(found.game, B)
    close_all(found.game, ["FSF"])
    assert not keeps_ratio(found.game, B) and not may_pass(found)


@pytest.mark.rule("1883:8.2-k", "1883:5.1-d")
def test_who_sells_sarsa_down_to_the_ratio_may_pass_afterwards() -> None:
    game = holding(FBV=3, SARSA=2).cash(B, 0).stock_round(B)
    with pytest.raises(IllegalAction) as refusal:
        game.push(Pass(B))
    assert refusal.value.kind == "coach_ratio" and refusal.value.rule == "8.2-k"
    game.push(SellShares(B, "SARSA", 1))
    assert Pass(B) in game.legal_actions()


@pytest.mark.rule("1883:8.2-k")
def test_who_can_neither_sell_sarsa_nor_buy_a_railway_share_may_pass() -> None:
    """A75 The pool is full, and there is no money."""
    found = holding(SARSA=2).cash(B, 0)
    for cert in [c for c in found.state.shelves.on(certs_at(A, "SARSA")) if c != "SARSA_0"][:3]:
        found.state.shelves.move(cert, certs_at(POOL, "SARSA"))
    for cert in list(found.state.shelves.on(certs_at(IPO, "SARSA")))[:2]:
        found.state.shelves.move(cert, certs_at(POOL, "SARSA"))
    assert not keeps_ratio(found.game, B)
    game = found.stock_round(B)
    assert isinstance(current_round(game), StockRound) and game.actor != B, "B had nothing to decide"
