"""Sentences as players read them, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import Action, ActionRange, Event, IllegalAction
from stockrail.rules import actions as acts
from stockrail.rules.game import RailGame
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange
from stockrail.words import Speaker


def operating(step: str | None = None, preset: str | None = None) -> RailGame:
    """SNCB with its token in Cologne; Ada presides, Ben holds a share."""
    position = Position("18EU", preset=preset).phase("3")
    position.corporation("SNCB", {0: 4, 1: 2, "pool": 3}, value=82, cash=140).owned("14", 1, cash=30)
    return position.token("SNCB", "D7").train("3", "SNCB").train("3", "14").operating("SNCB", step)


@pytest.fixture
def speaker() -> Speaker:
    return Speaker(operating())


def said(**params: Any) -> Event:
    return Event(params.pop("kind"), params)


PAID = {"company": "SNCB", "president": 0, "before": 82, "after": 90}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            said(kind="dividend", revenue=90, dividend=90, sums={0: 36, 1: 18, "SNCB": 9}, **PAID),
            "SNCB pays £9 per share: Ada (president) £36, Ben £18, its treasury £9; pool shares earn nothing;"
            " price £82 → £90",
        ),
        (
            said(kind="dividend", revenue=90, dividend=90, sums={1: 36, 0: 54}, **PAID | {"after": 82}),
            "SNCB pays £9 per share: Ada (president) £54, Ben £36; price stays £82",
        ),
        (
            said(kind="dividend", revenue=130, dividend=70, sums={0: 28, 1: 14, "SNCB": 28}, **PAID | {"after": 82}),
            "SNCB pays half of £130, £7 per share: Ada (president) £28, Ben £14, its treasury £28;"
            " it keeps £60; price stays £82",
        ),
        (
            said(kind="dividend", revenue=140, dividend=0, sums={}, **PAID | {"before": 90, "after": 82}),
            "SNCB withholds £140; price £90 → £82",
        ),
        (
            said(kind="dividend", revenue=0, dividend=0, sums={}, **PAID | {"before": 90, "after": 82}),
            "SNCB earns nothing; price £90 → £82",
        ),
        (
            said(kind="minor_pays", company="14", revenue=80, half=40, player=1),
            "Minor 14 earns £80: Ben gets £40, the treasury £40",
        ),
        (
            said(kind="lays", company="SNCB", hex="D7", tile="14", rotation=1, cost=0),
            "SNCB upgrades Cologne (D7) to green 14",
        ),
        (
            said(kind="lays", company="14", hex="B9", tile="8", rotation=4, cost=60),
            "Minor 14 lays yellow 8 in B9 for £60",
        ),
        (
            said(kind="runs", company="SNCB", train="3-0", hexes=("A10", "B11", "B13", "C14", "D15"), revenue=110),
            "SNCB runs its 3 train Paris – Dijon – Basel for £110",
        ),
        (
            said(kind="buys_train", company="SNCB", train="8-0", price=800, seller="depot"),
            "SNCB buys an 8 train from the depot for £800",
        ),
        (
            said(kind="buys_train", company="SNCB", train="P-0", price=100, seller="pool"),
            "SNCB buys a Pullman from the pool for £100",
        ),
        (
            said(kind="loses_car", company="14", why="alone"),
            "Minor 14 loses its Pullman to the pool: it has no other train",
        ),
        (
            said(kind="bids", player=0, item="14", price=105),
            "Ada bids £105 on 14 Ligne Strasbourg-Bâle",
        ),
        (
            said(kind="wins_minor", player=0, item="14", price=0),
            "Ada gets 14 Ligne Strasbourg-Bâle for free",
        ),
        (
            said(kind="exchanges", player=1, minor="14", company="SNCB", source="pool"),
            "Ben exchanges minor 14 for 1 SNCB from the pool",
        ),
        (said(kind="game_ends", reason="agreed"), "The game ends: all players agree"),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_log_entries(speaker: Speaker, event: Event, sentence: str) -> None:
    assert speaker.event(event) == sentence


@pytest.mark.parametrize(
    ("kind", "params", "sentence"),
    [
        (
            "token_in_hex",
            {"company": "SNCB", "hex": "J5"},
            "Cannot place a token in Berlin: SNCB already has one in this hex. 18EU 4.4.2-b",
        ),
        (
            "not_reached",
            {"company": "KPEV", "hex": "D7", "tile": "57"},
            "Cannot lay a tile in Cologne: no route of KPEV reaches it. 18EU 4.6-b",
        ),
        (
            "colour_not_yet",
            {"company": "SNCB", "hex": "D7", "tile": "611"},
            "Cannot lay tile 611 in Cologne: brown tiles are not allowed in this phase. 18EU 2-c",
        ),
        (
            "cannot_pay_terrain",
            {"company": "SNCB", "hex": "C18", "tile": "8", "cost": 120},
            "Cannot lay tile 8 in Fréjus: it costs £120, more than the treasury holds. 18EU 4.6-p",
        ),
        (
            "treasury_short",
            {"company": "SNCB", "train": "3-1", "price": 200, "cash": 140},
            "Cannot buy a 3 train for £200: the treasury holds only £140. 18EU 4.4.6-b",
        ),
        (
            "pool_limit",
            {"company": "SNCB", "count": 3, "limit": 50},
            "Cannot sell 3 SNCB: the pool may hold at most 50% of a company. 18EU 3.1-i",
        ),
        (
            "must_sell_first",
            {"player": 0, "companies": ["SNCB", "NS"]},
            "Ada is over a limit and must sell SNCB and NS shares first. 18EU 3.1-f",
        ),
        ("not_your_turn", {"player": 1, "actor": 0}, "It is Ada's turn, not Ben's. 18EU 4.1-a"),
        ("run_first", {"company": "NS"}, "NS must run its trains before paying dividends. 18EU 4.4-d"),
        (
            "bid_too_low",
            {"bid": 105, "minimum": 110},
            "Cannot bid £105: the next bid must be at least £110. 18EU 4.2.1-e",
        ),
    ],
)
def test_refusals(speaker: Speaker, kind: str, params: dict[str, Any], sentence: str) -> None:
    error = IllegalAction(kind, speaker.game.title.rule_of(kind), **params)
    assert speaker.refusal(error) == sentence


def test_a_refusal_without_a_rule_ends_with_the_reason(speaker: Speaker) -> None:
    assert speaker.refusal(IllegalAction("floods", hex="D7")) == "floods"
    assert speaker.refusal(IllegalAction("never_operated", company="NS")) == ("Cannot sell NS: it has not operated yet")


def test_a_refused_push_is_said_as_it_comes(speaker: Speaker) -> None:
    with pytest.raises(IllegalAction) as refused:
        speaker.game.push(acts.LayTile(0, "SNCB", "J5", "57", 0))
    assert speaker.refusal(refused.value).startswith("Cannot lay tile 57 in Berlin: ")


@pytest.mark.parametrize(
    ("step", "entry", "line"),
    [
        (None, acts.LayTile(0, "SNCB", "D7", "57", 2), "Lay 57 in Cologne (D7), rotation 2, free"),
        (None, acts.LayTile(0, "SNCB", "C18", "8", 2), "Lay 8 in Fréjus (C18), rotation 2, £120"),
        (None, acts.Pass(0), "Lay no tile"),
        (
            None,
            ActionRange(acts.Bid(0, "14", 105), "price", 105, 350, 5),
            "Bid £105 to £350 in steps of £5 on 14 Ligne Strasbourg-Bâle",
        ),
        (None, ActionRange(acts.Bid(0, "14", 105), "price", 105, 105, 5), "Bid £105 on 14 Ligne Strasbourg-Bâle"),
        (None, acts.SellShares(0, "SNCB", 2), "Sell 2 SNCB for £164"),
        (None, ActionRange(acts.SellShares(0, "SNCB", 1), "count", 1, 4), "Sell 1 to 4 SNCB at £82 each"),
        (None, acts.BuyShare(0, "SNCB", "pool"), "Buy 1 SNCB from the pool for £82"),
        (None, acts.StartCompany(0, "NS", 90), "Start NS at £90 per share for £180"),
        (None, Exchange(1, "14", "SNCB", ""), "Merge minor 14 into SNCB, no share left"),
        (None, acts.PlaceToken(0, "SNCB", "A10", 1), "Place a token in Paris (A10), city 2, free"),
        ("BuyTrains", acts.BuyTrain(0, "SNCB", "P-0", 100), "Buy a Pullman from the pool for £100"),
        (
            "BuyTrains",
            ActionRange(acts.BuyTrain(0, "SNCB", "2-13", 1), "price", 1, 140),
            "Buy a 2 train from minor 14 for £1 to £140",
        ),
        (
            "BuyTrains",
            acts.BuyTrain(0, "SNCB", "3-2", 200),
            "Buy a 3 train from the depot for £200, £60 of it from Ada",
        ),
        ("BuyTrains", acts.Pass(0), "Buy no train"),
    ],
)
def test_menu_lines(step: str | None, entry: Action | ActionRange[Any], line: str) -> None:
    assert Speaker(operating(step)).action(entry) == line


def test_who_is_asked_for_whom() -> None:
    speaker = Speaker(operating())
    assert speaker.prompt() == "Lay or upgrade one tile"
    assert speaker.question() == "Ada for SNCB: lay or upgrade one tile"
    assert speaker.round() == "Operating round 2.1"
    assert (
        Speaker(Position("18EU").owned("14", 1).operating("14")).question() == "Ben for minor 14: lay one yellow tile"
    )


def test_a_player_who_decides_for_himself() -> None:
    speaker = Speaker(Position("18EU").owned("14", 1).stock_round(1))
    assert speaker.question() == "Ben: sell, then buy or pass"
    assert speaker.round() == "Stock round 2"


def test_a_new_game_begins_with_the_sale() -> None:
    speaker = Speaker(Position("18EU").game)
    assert speaker.round() == "Initial sale"
    speaker.game.push(acts.Select(0, "14"))
    assert speaker.question() == "Ada: open the auction for 14 Ligne Strasbourg-Bâle at £100 or more, or decline"
    assert [speaker.action(entry) for entry in speaker.game.legal_actions()] == [
        "Bid £100 to £450 in steps of £5 on 14 Ligne Strasbourg-Bâle",
        "Do not open the auction",
    ]


def test_an_offer_of_a_train_is_put_to_its_owner() -> None:
    speaker = Speaker(operating("BuyTrains"))
    speaker.game.push(acts.BuyTrain(0, "SNCB", "2-13", 40))
    assert speaker.log(speaker.game.last_events()) == ["SNCB offers minor 14 £40 for a 2 train"]
    assert speaker.prompt() == "Sell the train or decline"
    assert speaker.question() == "Ben: sell a 2 train of minor 14 to SNCB for £40, or decline"
    answers = [speaker.action(entry) for entry in speaker.game.legal_actions()]
    assert answers == ["Sell a 2 train for £40", "Keep the 2 train"]


def test_the_end_names_the_winner() -> None:
    speaker = Speaker(Position("18EU").cash(1, 2000).game)
    speaker.game.push(acts.ProposeEnd(0))
    assert speaker.question() == "Ben: Ada proposes to end the game here; agree or play on"
    for seat in (1, 2):
        speaker.game.push(acts.Answer(seat, True))
    assert speaker.prompt() == "The game is over"
    assert speaker.question() == "The game is over: Ben wins with £2,000"


def test_a_tie_names_all_winners() -> None:
    speaker = Speaker(Position("18EU").game)
    for action in (acts.ProposeEnd(0), acts.Answer(1, True), acts.Answer(2, True)):
        speaker.game.push(action)
    assert speaker.question() == "The game is over: Ada, Ben and Cy win with £450"


def test_the_log_tells_a_price_once() -> None:
    moved = said(kind="price_moves", company="SNCB", before=82, after=90)
    paid = said(kind="dividend", revenue=60, dividend=60, sums={0: 60}, **PAID)
    assert Speaker(operating()).log([moved, paid]) == ["SNCB pays £6 per share: Ada (president) £60; price £82 → £90"]


def test_the_log_tells_a_price_with_the_sale_that_moves_it() -> None:
    events = [
        said(kind="sells", player=0, company="SNCB", count=2, amount=164),
        said(kind="president_changes", company="SNCB", player=1),
        said(kind="price_moves", company="SNCB", before=82, after=70),
        said(kind="price_moves", company="NS", before=82, after=70),
    ]
    assert Speaker(operating()).log(events) == [
        "Ada sells 2 SNCB for £164; price £82 → £70",
        "SNCB has a new president: Ben",
        "NS: price £82 → £70",
    ]


def test_the_log_gathers_passes_and_rusting_trains() -> None:
    rusting = [("SNCB", "3-0"), ("SNCB", "3-1"), ("14", "3-2"), ("pool", "3-3")]
    events = [said(kind="passes", player=seat) for seat in (2, 0, 1)]
    events += [said(kind="train_rusts", train=train, holder=holder) for holder, train in rusting]
    events.append(said(kind="passes", player=1))
    assert Speaker(operating()).log(events) == [
        "Cy, Ada and Ben pass",
        "Trains rust: SNCB (3, 3), minor 14 (3), the pool (3)",
        "Ben passes",
    ]


def test_names_that_nobody_knows_are_said_as_they_are(speaker: Speaker) -> None:
    assert [speaker.hex("Z9"), speaker.company("X"), speaker.player(7)] == ["Z9", "X", "seat 7"]
    assert speaker.hex("D7") == "Cologne (D7)"
    assert speaker.train("P-3") == "Pullman"
    assert speaker.money(-1060) == "−£1,060"


def test_a_name_with_braces_is_only_a_name() -> None:
    game = RailGame(Position("18EU").game.title, ["{player}", "b{0}b", "Cy"])
    assert Speaker(game).question() == "{player}: choose a minor to auction"
