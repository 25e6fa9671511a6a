"""5.1, 7.5, 7.14 Mergers and acquisitions: who may, the price, and what becomes of the two companies."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Answer, LayTile, Merge, Pass, RedeemShares, SettleOption
from stockrail.rules.merging import MergerOffer
from stockrail.rules.prices import price
from stockrail.rules.rounds import operating_company
from stockrail.rules.state import POOL
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.actions import RemoveToken
from stockrail.titles.g1862.companies import startable
from stockrail.titles.g1862.exchange import OptionChoice
from stockrail.titles.g1862.merging import GiveUpStations, MergeStep, merged_price
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.track import LayTrack, in_london

from .conftest import Scene, holdings, menu, refusal, waits_for


def pair(price_a: int = 90, price_b: int = 90, directors: tuple[int, int] = (0, 0), **options: Any) -> Scene:
    """N&E (even shares, so no options) and WStI, both with a station in March; both have operated before."""
    scene = Scene(**options).company("N&E", {directors[0]: 6, "N&E": 4}, price=price_a, cash=500)
    scene.company("WStI", {directors[1]: 6, "WStI": 4}, price=price_b, cash=300)
    scene.home("N&E", "WStI").city("B7", "green", 0, 3).station("N&E", "B7").station("WStI", "B7")
    return scene.trains("N&E", "2F").trains("WStI", "2/3E")


def merge(game: Game1862, survivor: str = "N&E", company: str = "N&E", other: str = "WStI") -> Game1862:
    assert game.actor is not None
    game.push(Merge(game.actor, company, other, survivor))
    if isinstance(game.decision, MergerOffer):
        game.push(Answer(game.decision.asked, True))
    while isinstance(game.decision, OptionChoice):
        game.push(SettleOption(game.decision.actor(game), survivor, True))
    return game


# -- who and when -------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:5.1.1-a", "1862:7.5.1-a", "1862:5.2.1-a")
def test_the_other_director_must_agree_and_the_active_one_names_the_survivor() -> None:
    game = pair(directors=(0, 1)).turn_of("N&E", "MergeStep")
    assert {(m.other, m.survivor) for m in menu(game, Merge)} == {("WStI", "N&E"), ("WStI", "WStI")}
    assert refusal(game, Merge(0, "N&E", "WStI", "EUR")) == ("no_such_survivor", "5.2.1-a")
    assert refusal(game, Merge(0, "WStI", "N&E", "N&E")) == ("merge_or_pass", "7.1-c")
    game.push(Merge(0, "N&E", "WStI", "WStI"))
    assert isinstance(game.decision, MergerOffer) and game.actor == 1
    game.push(Answer(1, False))
    assert refusal(game, Merge(0, "N&E", "WStI", "WStI")) == ("merger_refused", "7.5.1-a")
    assert {m.survivor for m in menu(game, Merge)} == {"N&E"}
    game = merge(pair(directors=(0, 1)).turn_of("N&E", "MergeStep"), survivor="WStI")
    assert game.state.floated.get("WStI") and not game.state.floated.get("N&E")


@pytest.mark.rule("1862:5.1.1-b", "1862:7.5-a")
@pytest.mark.parametrize("survivor", ["N&E", "WStI"])
def test_if_the_other_has_not_operated_the_merged_company_goes_on(survivor: str) -> None:
    game = merge(pair().turn_of("N&E", "MergeStep"), survivor=survivor)
    assert isinstance(game.decision, LayTrack) and game.decision.company == survivor
    assert operating_company(game) == survivor


@pytest.mark.rule("1862:5.1.1-b", "1862:7.5-a")
@pytest.mark.parametrize("survivor", ["N&E", "WStI"])
def test_if_the_other_has_operated_the_turn_ends_without_run_or_train(survivor: str) -> None:
    scene = pair().company("EUR", {1: 5}, price=54, cash=0).home("EUR").trains("EUR", "2F")
    scene.state.acted["WStI"] = True
    game = merge(scene.turn_of("N&E", "MergeStep"), survivor=survivor)
    assert operating_company(game) == "EUR"
    assert game.state.acted.get(survivor)
    assert price(game, survivor) == 134  # no move for a dividend
    assert not any(event.kind == "dividend" for event in game.log)


@pytest.mark.rule("1862:5.1.2-a", "1862:7.14-a")
@pytest.mark.parametrize("operated", [True, False])
def test_an_acquisition_at_the_end_of_the_turn_and_no_second_turn(operated: bool) -> None:
    scene = pair().company("EUR", {1: 5}, price=54).home("EUR").trains("EUR", "2F")
    if operated:
        scene.state.acted["WStI"] = True
    game = merge(scene.turn_of("N&E", "Acquire"), survivor="WStI")
    assert game.state.acted.get("WStI")
    assert operating_company(game) == "EUR"


@pytest.mark.rule("1862:7.14-b")
def test_a_company_that_merged_at_the_start_may_acquire_at_the_end() -> None:
    scene = pair().company("E&H", {0: 6, "E&H": 4}, price=54).city("C8", "yellow", 2, 4).home("E&H").trains("E&H", "2F")
    scene.city("B9", "yellow", 3, 4).city("B7", "green", 0, 3, 5)
    scene.lines("D7", "yellow", (1, 4))
    game = merge(scene.turn_of("N&E", "MergeStep"))
    while game.stack[-1] != MergeStep("N&E", last=True):
        action: Any = game.legal_actions()[-1]
        if type(game.decision).__name__ in ("RunStep", "Dividend"):
            action = game.legal_actions()[0]
        game.push(getattr(action, "lowest", lambda a=action: a)())
    assert "E&H" in [m.other for m in menu(game, Merge)]


@pytest.mark.rule("1862:7.1-c")
def test_redeeming_comes_before_acquiring() -> None:
    scene = Scene().company("N&E", {0: 6, POOL: 4}, cash=500).company("WStI", {0: 6}).home("N&E", "WStI")
    scene.trains("N&E", "2F").city("B7", "green", 0, 3).station("N&E", "B7").station("WStI", "B7")
    game = scene.turn_of("N&E", "RedeemShare")
    game.push(RedeemShares(0, "N&E", 1))
    assert isinstance(game.decision, MergeStep) and game.decision.last


# -- connection ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.5.2-a")
def test_track_or_a_shared_city_must_join_them() -> None:
    scene = Scene().company("N&E", {0: 5}).company("WStI", {0: 5}).company("EUR", {0: 5}).home("N&E", "WStI", "EUR")
    game = scene.turn_of("N&E", "MergeStep")
    assert not isinstance(game.decision, MergeStep)  # nobody is within reach
    scene.city("B5", "yellow", 0, 3).city("B7", "yellow", 0, 3).city("B9", "yellow", 0, 3)
    scene.lines("B11", "yellow", (0, 3)).city("B13", "yellow", 0, 3)
    game = scene.turn_of("N&E", "MergeStep")
    assert {m.other for m in menu(game, Merge)} == {"WStI"}
    assert refusal(game, Merge(0, "N&E", "EUR", "EUR")) == ("not_joined_by_track", "7.5.2-a")
    scene.station("EUR", "B7")  # a full foreign city lies between them now
    game = scene.turn_of("N&E", "MergeStep")
    assert {m.other for m in menu(game, Merge)} == {"EUR"}


@pytest.mark.rule("1862:7.5.2-b")
def test_london_connects_nobody() -> None:
    scene = Scene().company("N&E", {0: 5}).company("ECR", {0: 5}).home("N&E", "ECR").london("N&E", "ECR")
    scene.city("B13", "yellow", 0, 3).city("D13", "yellow", 0, 3)  # both lead to London
    game = scene.turn_of("N&E", "MergeStep")
    assert not isinstance(game.decision, MergeStep)


@pytest.mark.rule("1862:7.5.2-c")
def test_a_company_shut_in_behind_a_full_ipswich_merges_with_those_in_it() -> None:
    scene = Scene()
    for company in ("FDR", "WVR", "ESR", "N&B", "EUR"):
        scene.company(company, {0: 5})
    scene.phase("B").home("FDR", "EUR").city("F11", "green", 1, 2, 3, 4, 5).home("ESR")
    scene.station("N&B", "F11").station("WVR", "F11")
    scene.city("G12", "yellow", 2, 5).city("E12", "yellow", 4, 1)
    game = scene.turn_of("FDR", "MergeStep")
    assert {m.other for m in menu(game, Merge)} == {"WVR", "ESR", "N&B"}
    game = scene.turn_of("ESR", "MergeStep")
    assert {m.other for m in menu(game, Merge)} == {"WVR", "N&B", "FDR", "EUR"}


@pytest.mark.rule("1862:7.5.2-d", "1862:8.0-c")
def test_a_company_in_receivership_neither_merges_nor_is_merged() -> None:
    scene = pair()
    scene.state.shelves.move("WStI_0", ("certs", POOL, "WStI"))
    game = scene.turn_of("N&E", "MergeStep")
    assert isinstance(game.decision, LayTrack)  # nobody to merge with
    assert merged_price(game, "N&E", "WStI") == 134
    game = scene.turn_of("WStI", "MergeStep")
    assert not isinstance(game.decision, MergeStep)
    asked = pair(rulings={"skipping": "as_site"})
    asked.state.shelves.move("WStI_0", ("certs", POOL, "WStI"))
    game = asked.turn_of("N&E", "MergeStep")
    assert refusal(game, Merge(0, "N&E", "WStI", "N&E")) == ("partner_in_receivership", "7.5.2-d")


# -- the price ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "1862:7.5.3-a",
    "1862:7.5.3-b",
    "1862:7.5.3-c",
    "1862:7.5.3-d",
    "1862:7.5.3-e",
    "1862:7.5.3-f",
    "1862:7.5.3-g",
    "1862:7.5.3-h",
)
@pytest.mark.parametrize(
    ("one", "train", "other", "other_train", "expected"),
    [
        (68, True, 100, True, 116),
        (54, True, 62, True, 82),
        (78, True, 116, False, 95),
        (78, True, 116, True, 134),
        (116, True, 68, False, 90),
        (116, True, 68, True, 122),
        (110, False, 90, False, 71),
    ],
)
def test_the_new_price(one: int, train: bool, other: int, other_train: bool, expected: int) -> None:
    scene = pair(one, other)
    for company, has in (("N&E", train), ("WStI", other_train)):
        if not has:
            scene.no_trains(company)
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert price(game, "N&E") == expected


@pytest.mark.rule("1862:7.5.4-a", "1862:5.2.3-a", "1862:5.2.3-b")
@pytest.mark.parametrize(("one", "other", "par"), [(68, 100, 100), (54, 62, 82), (26, 26, 54), (62, 36, 62)])
def test_the_ipo_marker_stays_within_the_chart(one: int, other: int, par: int) -> None:
    scene = pair(one, other).company("EUR", {1: 5}, price=36)
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert game.state.par["N&E"] == par
    if one == other == 26:
        assert price(game, "N&E") == 36
        assert game.state.pile[game.state.cell["N&E"]] == ("EUR", "N&E")  # under the others


# -- what goes over -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.5.6-a", "1862:7.5.5-a", "1862:3.1-f", "1862:7.10-e", "1862:2.1-d")
def test_cash_trains_permits_and_spare_stations_go_to_the_survivor() -> None:
    scene = pair().permits("N&E", "freight").permits("WStI", "express")
    scene.state.warranties["B-1"] = 2
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert game.state.cash["N&E"] == 800
    assert sorted(game.title.train_name(game, train) for train in trains_of(game, "N&E")) == ["2/3E**", "2F"]
    assert game.state.permits["N&E"] == ("freight", "express")
    assert holdings(game, "N&E") == {0: 6, "N&E": 4}


@pytest.mark.rule("1862:7.5.6-a", "1862:2.1-d")
def test_a_permit_that_both_have_is_one_permit() -> None:
    scene = pair().permits("N&E", "freight").permits("WStI", "freight")
    assert merge(scene.turn_of("N&E", "MergeStep")).state.permits["N&E"] == ("freight",)


@pytest.mark.rule("1862:3.1-f")
@pytest.mark.parametrize(("one", "other"), [(True, True), (True, False), (False, True), (False, False)])
def test_no_survivor_is_chartered(one: bool, other: bool) -> None:
    scene = pair()
    for company, chartered in (("N&E", one), ("WStI", other)):
        if not chartered:
            del scene.state.chartered[company]
    game = scene.turn_of("N&E", "MergeStep")
    assert (("chartered", {}) in game.title.remarks(game, "N&E")) is one
    merge(game)
    assert ("chartered", {}) not in game.title.remarks(game, "N&E")


@pytest.mark.rule("1862:7.5.6-b", "1862:7.5.6-c")
def test_of_two_stations_in_a_city_one_is_lost_and_the_rest_are_replaced() -> None:
    scene = pair()
    for company in ("N&E", "WStI"):  # two on the map, one unused each
        for token in list(scene.state.shelves.on(("spare", company)))[1:]:
            scene.state.shelves.move(token, ("tokens", "box"))
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert sorted(cities_of(game, "N&E")) == [("B13", 0), ("B5", 0), ("B7", 0)]
    assert len(spare_of(game, "N&E")) == 2
    assert not cities_of(game, "WStI")


@pytest.mark.rule("1862:7.5.6-b", "1862:7.6.5-d")
def test_a_second_terminal_in_london_is_removed() -> None:
    game = merge(pair().london("N&E", "WStI").turn_of("N&E", "MergeStep"))
    assert in_london(game) == ["N&E"]
    game = merge(pair().london("WStI").turn_of("N&E", "MergeStep"))
    assert in_london(game) == ["N&E"]  # the only one is replaced


@pytest.mark.rule("1862:7.5.6-b", "1862:7.2-d")
@pytest.mark.parametrize("ruling", ["latest", "last_slot"])
def test_a_replaced_station_keeps_its_place_among_those_of_its_city(ruling: str) -> None:
    """FDR's station in Cromer came after WStI's: it is pushed out by ENR's home, not the one that replaced WStI's."""
    scene = pair(rulings={"pushed_out": ruling}).phase("B").city("F3", "green", 0, 3).station("WStI", "F3")
    scene.company("FDR", {2: 5}).station("FDR", "F3").company("ENR", {1: 5})
    merge(scene.turn_of("N&E", "MergeStep"))
    game = scene.turn_of("ENR")
    assert ("F3", 0) in cities_of(game, "N&E") and ("F3", 0) in cities_of(game, "ENR")
    assert cities_of(game, "FDR") == []


@pytest.mark.rule("1862:7.5.6-c", "1862:7.5.6-d", "1862:11.4-a")
@pytest.mark.parametrize(("options", "most"), [((), 7), (("eight_tokens",), 8)])
def test_at_most_seven_stations_and_the_director_chooses_which_go(options: tuple[str, ...], most: int) -> None:
    scene = pair(options=options)
    scene.station("N&E", "C4", "C6", "C8").station("WStI", "D5", "D9", "E2", "E4")
    game = scene.turn_of("N&E", "MergeStep")
    game = merge(game)
    excess = 5 + 6 - 1 - most
    for n in range(excess):
        assert isinstance(game.decision, GiveUpStations) and game.actor == 0
        places = [(t.hex, t.stop) for t in menu(game, RemoveToken)]
        assert (("B13", 0) not in places and ("E2", 0) in places) or n
        assert refusal(game, RemoveToken(0, "N&E", "B13", 0)) == ("give_up_station_first", "7.5.6-d")
        game.push(RemoveToken(0, "N&E", *places[0]))
    assert len(cities_of(game, "N&E")) == most
    assert not spare_of(game, "N&E")


@pytest.mark.rule("1862:7.5.6-c", "1862:7.5.6-d")
def test_a_terminal_counts_among_the_seven_and_may_be_given_up() -> None:
    scene = pair().london("WStI").station("N&E", "C4", "C6", "C8").station("WStI", "D5")
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert isinstance(game.decision, GiveUpStations)
    assert ("London", 0) in [(token.hex, token.stop) for token in menu(game, RemoveToken)]
    game.push(RemoveToken(0, "N&E", "London", 0))
    assert in_london(game) == [] and len(cities_of(game, "N&E")) == 7


@pytest.mark.rule("1862:7.5.6-a", "1862:5.2.4-a")
def test_treasury_shares_go_to_the_survivor_also_when_it_did_not_start_the_merger() -> None:
    game = merge(pair().turn_of("N&E", "MergeStep"), survivor="WStI")
    assert holdings(game, "WStI") == {0: 6, "WStI": 4} and holdings(game, "N&E") == {IPO: 10}
    assert game.state.cash["WStI"] == 800 and game.title.audit(game) == []


@pytest.mark.rule("1862:7.5.6-e")
def test_fdr_into_esr() -> None:
    """Two FDR treasury shares become one of ESR; one unused station and two replaced ones come along."""
    scene = Scene(players=2).phase("B").company("ESR", {0: 6, 1: 4}, price=90, cash=100, stations=3)
    scene.company("FDR", {0: 6, 1: 2, "FDR": 2}, price=90, cash=70, stations=3).permits("ESR", "freight").permits(
        "FDR", "local"
    )
    scene.city("F11", "green", 1, 2, 3, 4, 5).home("ESR", "FDR").city("G12", "yellow", 2, 5).station("FDR", "D9")
    scene.trains("ESR", "2F").trains("FDR", "2/3L").cash("ESR", 100)
    game = merge(scene.turn_of("ESR", "MergeStep"), survivor="ESR", company="ESR", other="FDR")
    assert game.state.cash["ESR"] == 170
    assert [game.title.train_name(game, train) for train in trains_of(game, "ESR")] == ["2F", "2/3L"]
    assert game.state.permits["ESR"] == ("freight", "local")
    assert sorted(cities_of(game, "ESR")) == [("D9", 0), ("F11", 0), ("G12", 0)]
    assert len(spare_of(game, "ESR")) == 3  # two of its own, one of FDR
    assert holdings(game, "ESR") == {0: 6, 1: 3, "ESR": 1}


@pytest.mark.rule("1862:7.5.6-f", "1862:7.9-g")
def test_trains_above_the_limit_are_kept() -> None:
    scene = pair().phase("E").no_trains("N&E").no_trains("WStI")
    scene.trains("N&E", "3F", "3F").trains("WStI", "3F", "3F")
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert len(trains_of(game, "N&E")) == 4


@pytest.mark.rule("1862:7.5.7-a")
def test_the_absorbed_company_can_be_started_again_with_its_own_permit() -> None:
    scene = pair().phase("B").city("B5", "yellow", 0, 3).permits("WStI", "freight", "local", "express")
    scene.state.last_run["WStI"] = 60
    game = merge(scene.turn_of("N&E", "MergeStep"))
    assert "WStI" in startable(game)
    assert game.state.permits["WStI"] == (game.state.permit["WStI"],)
    assert holdings(game, "WStI") == {IPO: 10}
    assert "WStI" not in game.state.last_run and "WStI" not in game.state.turns
    assert "WStI" not in game.state.cell and not spare_of(game, "WStI") and not game.state.cash["WStI"]


@pytest.mark.rule("1862:7.2-f", "1862:7.2-g")
def test_a_new_company_may_merge_on_its_first_turn_after_its_home_upgrade() -> None:
    """N&E's home is full with WStI's station: it upgrades it, then merges, and has no build left."""
    scene = Scene().phase("B").company("N&E", {0: 6, "N&E": 4}, cash=500).company("WStI", {0: 6, "WStI": 4})
    scene.home("WStI").city("B13", "yellow", 0, 3).station("WStI", "B13").trains("WStI", "2F")
    game = scene.turn_of("N&E")
    game.push(menu(game, LayTile)[0])
    assert waits_for(game, MergeStep)
    merge(game)
    assert operating_company(game) == "N&E" and not waits_for(game, LayTrack)


@pytest.mark.rule("1862:7.1-c")
def test_declining_leads_on_to_the_track() -> None:
    game = pair().turn_of("N&E", "MergeStep")
    game.push(Pass(0))
    assert isinstance(game.decision, LayTrack)


@pytest.mark.rule("1862:7.12-a", "1862:7.5.3-a")
@pytest.mark.parametrize("step", ["MergeStep", "Acquire"])
def test_a_merger_to_price_nought_is_a_bankruptcy(step: str) -> None:
    """7 with a train and 7 without: 3 + 3, below the lowest price."""
    scene = Scene(players=2).company("N&E", {0: 6, "N&E": 4}, price=7).company("WStI", {0: 6, "WStI": 4}, price=7)
    scene.home("N&E", "WStI").city("B7", "green", 0, 3).station("N&E", "B7").station("WStI", "B7").trains("N&E", "2F")
    game = scene.turn_of("N&E", step)
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    assert "N&E" not in game.state.par and "N&E" not in game.state.cell
    assert not trains_of(game, "N&E") and game.title.audit(game) == []


@pytest.mark.rule("1862:10.3-b")
@pytest.mark.parametrize("step", ["MergeStep", "Acquire"])
def test_nobody_merges_after_the_lner(step: str) -> None:
    scene = pair()
    assert waits_for(scene.turn_of("N&E", step), MergeStep)
    scene.state.flags["lner"], scene.state.flags["certificate_limit"] = "formed", 8
    assert not waits_for(scene.turn_of("N&E", step), MergeStep)


@pytest.mark.rule("1862:7.5.6-c", "1862:7.6.5-d", "1862:11.4-a")
@pytest.mark.parametrize(
    ("london", "options", "spare"),
    [((), (), 4), (("WStI",), (), 3), (("N&E", "WStI"), (), 3), (("WStI",), ("eight_tokens",), 4)],
)
def test_a_terminal_in_london_takes_the_room_of_an_unused_station(
    london: tuple[str, ...], options: tuple[str, ...], spare: int
) -> None:
    """Three cities on the map and enough unused ones: together with London at most seven, or eight."""
    game = merge(pair(options=options).london(*london).turn_of("N&E", "MergeStep"))
    assert len(cities_of(game, "N&E")) == 3 and len(spare_of(game, "N&E")) == spare
    assert game.title.audit(game) == []


@pytest.mark.rule("1862:7.5.6-c")
@pytest.mark.parametrize("in_spare", [True, False])
def test_the_audit_counts_unused_stations_and_the_terminal_too(in_spare: bool) -> None:
    """Seven stations are within the limit wherever they are; an eighth is not, unless the variant has it."""
    for options, faults in (((), ["N&E: too many stations"]), (("eight_tokens",), [])):
        scene = pair(options=options).london("N&E")
        assert scene.game.title.audit(scene.game) == []
        scene.state.shelves.move("N&E.7", ("spare", "N&E"))
        if not in_spare:
            for hex_ in ("C4", "C6", "C8", "D5", "D9"):
                scene.station("N&E", hex_)
        assert scene.game.title.audit(scene.game) == faults
