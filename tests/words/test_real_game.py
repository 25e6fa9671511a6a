"""A recorded game from beginning to end: every log entry, prompt and menu line has its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import stockrail
from stockrail.core import Action, ActionRange, Decision, IllegalAction
from stockrail.files import LogReplay
from stockrail.rules import actions as acts
from stockrail.rules.game import RailGame
from stockrail.rules.trains import trains_of
from stockrail.titles.g18eu.actions import CloseMinor, Exchange, FoundWith, ReplaceToken
from stockrail.words import Speaker

ODD = re.compile(r"[{}]|\bNone\b|\[|\(\)|  |\d-\d")


@pytest.fixture(scope="session")
def recorded(shared: Path) -> Path:
    path = shared / "fixtures" / "18EU" / "74045.json"
    if not path.exists():
        pytest.skip("no recorded game")
    return path


def replayed(path: Path) -> Iterator[RailGame]:
    replay = LogReplay(msgspec.json.decode(path.read_bytes()))
    for _ in replay.play():
        yield replay.game


def is_sound(sentence: str) -> bool:
    return bool(sentence) and not ODD.search(sentence)


def test_every_entry_of_the_log_is_a_sentence(recorded: Path) -> None:
    game = stockrail.load(recorded)
    speaker = Speaker(game)
    lines = [speaker.event(event) for event in game.log]
    assert len(lines) > 900
    assert [line for line in lines if not is_sound(line)] == []
    assert len(speaker.log(game.log)) < len(lines)
    assert lines[-1] == "The game ends: the bank has run out of money"
    assert speaker.question() == "The game is over: Player 4 wins with £7,127"


def test_every_prompt_and_menu_line_on_the_way_is_worded(recorded: Path) -> None:
    for game in replayed(recorded):
        if game.decision is not None:
            speaker = Speaker(game)
            said = [speaker.prompt(), speaker.question(), speaker.round()]
            said += [speaker.action(entry) for entry in game.legal_actions()]
            assert [line for line in said if not is_sound(line)] == []
            assert len(speaker.prompt().split()) <= 6


def test_what_the_rules_refuse_on_the_way_is_worded(recorded: Path) -> None:
    kinds = set()
    for number, game in enumerate(replayed(recorded)):
        speaker = Speaker(game)
        for action in attempts(game) if number % 5 == 0 else []:
            try:
                game.check(action)
            except IllegalAction as error:
                kinds.add(error.kind)
                assert error.rule, error.kind
                assert is_sound(speaker.refusal(error)), speaker.refusal(error)
    assert len(kinds) > 45


def attempts(game: RailGame) -> Iterator[Action]:
    """Actions of all kinds, most of them against some rule."""
    player, company, own = game.actor or 0, "SNCB", _company(game)
    yield from (acts.Pass(player), acts.Pass(player + 1), acts.Select(player, "3"), acts.GoBankrupt(player, own))
    yield from (acts.Bid(player, "3", price) for price in (20, 101, 105, 10_000))
    for other in (own, company, "KBS", "14"):
        yield from (acts.BuyShare(player, other, source) for source in (other, "pool"))
        yield from (acts.SellShares(player, other, count) for count in (1, 5, 9))
        yield from (acts.StartCompany(player, other, value) for value in (82, 83, 100))
        yield from (Exchange(player, "14", other, source) for source in (other, "pool", ""))
        yield from (acts.IssueShares(player, other, 9), acts.RedeemShares(player, other, 9))
        yield from (acts.PayOut(player, other, "double"), FoundWith(player, other, "14"))
        yield from (acts.BuyTrain(player, own, train, 1) for train in [*trains_of(game, other), "4-0", "P-0", "8-0"])
        yield acts.RunTrains(player, own, tuple(acts.TrainRun(train, ("D7",)) for train in trains_of(game, own)))
    for hex_ in ("D7", "C8", "J5", "C18", "N5", "Z1"):
        yield from (acts.LayTile(player, own, hex_, tile, 0) for tile in ("8", "57", "14", "611", "0"))
        yield from (acts.PlaceToken(player, own, hex_, 0), acts.PlaceHome(player, own, hex_, 0))
    yield from (
        CloseMinor(player, "14"),
        ReplaceToken(player, own, "14"),
        acts.DiscardTrain(player, own, "9-9"),
    )


def _company(game: RailGame) -> str:
    decision = game.decision
    subject = decision.subject(game) if isinstance(decision, Decision) else None
    return subject if isinstance(subject, str) else "SNCB"


def test_a_range_is_worded_at_every_value(recorded: Path) -> None:
    game = next(replayed(recorded))
    ranges = [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]
    lines = [Speaker(game).action(action) for action in ranges[0]]
    assert lines[0] == "Bid £105 on 14 Ligne Strasbourg-Bâle"
    assert len(set(lines)) == len(ranges[0])
