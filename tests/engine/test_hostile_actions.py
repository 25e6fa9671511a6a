"""Whatever is pushed, it is taken or refused with a rule; it never breaks the game or leaves it half done."""

import functools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import Action, ActionRange
from stockrail.rules import actions as acts
from stockrail.words import Speaker

NAMES = [
    "",
    "1",
    "14",
    "99",
    "SNCB",
    "NS",
    "DR",
    "KKOB",
    "BNR",
    "bank",
    "pool",
    "box",
    "depot",
    "\x00",
    "ß",
    "__class__",
]
HEXES = ["A10", "C8", "D7", "J5", "B9", "A6", "G2", "B21", "Z99", "a10", "", "10"]
TILES = ["57", "201", "8", "9", "580", "581", "14", "0", "", "printed"]
TRAINS = ["2-0", "3-0", "4-0", "5-0", "6-0", "8-0", "P-0", "P-9", "9-9", "3", "-", ""]
NUMBERS = st.sampled_from([-(10**9), -1, 0, 1, 2, 3, 5, 7, 70, 90, 100, 105, 10**12])
SEATS = st.sampled_from([-1, 0, 1, 2, 3, 7])

BY_FIELD: dict[str, st.SearchStrategy[Any]] = {
    "player": SEATS,
    "hex": st.sampled_from(HEXES),
    "tile": st.sampled_from(TILES),
    "train": st.sampled_from(TRAINS),
    "dropping": st.sampled_from(TRAINS),
    "certificate": st.sampled_from(["", "SNCB_0", "SNCB_1", "NS_8", "1_0", "x"]),
    "certificates": st.lists(st.sampled_from(["SNCB_0", "SNCB_1", "NS_8", "x"]), max_size=3).map(tuple),
    "kind": st.sampled_from(["full", "half", "withhold", "hudson", ""]),
    "accept": st.booleans(),
    "runs": st.lists(
        st.builds(acts.TrainRun, st.sampled_from(TRAINS), st.lists(st.sampled_from(HEXES), max_size=4).map(tuple)),
        max_size=3,
    ).map(tuple),
}
KINDS = stockrail.new("18EU", ["Ada", "Ben"]).title.actions


@st.composite
def any_action(draw: st.DrawFn) -> Action:
    kind = draw(st.sampled_from(KINDS))
    fields: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        numeric = kind.__annotations__.get(name) == "int"
        usual = NUMBERS if numeric else st.sampled_from(NAMES)
        fields[name] = draw(BY_FIELD.get(name, usual))
    return kind(**fields)


@functools.cache
def positions() -> list[stockrail.RailGame]:
    """Every kind of decision that a random game meets, once."""
    found: dict[str, stockrail.RailGame] = {}
    for seed, preset in ((3, None), (4, "18xx.games")):
        game = stockrail.new("18EU", ["Ada", "Ben", "Cy"], seed=seed, preset=preset)
        bot = RandomBot(seed)
        while not game.is_over:
            found.setdefault(f"{preset} {type(game.decision).__name__}", game.fork())
            game.push(bot.choose(game))
    return list(found.values())


@settings(max_examples=300)
@given(any_action(), st.integers(0, 1000))
def test_any_action_is_taken_or_refused_with_a_rule_and_a_sentence(action: Action, number: int) -> None:
    game = positions()[number % len(positions())].fork()
    before = game.state.picture()
    try:
        game.push(action)
    except stockrail.IllegalAction as refusal:
        assert refusal.rule
        assert Speaker(game).refusal(refusal)
        assert game.state.picture() == before
    else:
        assert not game.title.audit(game)
        game.pop()
        assert game.state.picture() == before


@settings(max_examples=200)
@given(any_action())
def test_an_action_of_the_player_in_turn_is_taken_or_refused_everywhere(action: Action) -> None:
    """The same action at every kind of decision, by whoever is to decide."""
    for position in positions():
        game = position.fork()
        before = game.state.picture()
        tried = msgspec.structs.replace(action, player=game.actor)
        try:
            game.push(tried)
        except stockrail.IllegalAction as refusal:
            assert refusal.rule, refusal
            assert game.state.picture() == before
        else:
            assert not game.title.audit(game)


# -- nearly legal -----------------------------------------------------------------------------------------------------


def nearly(action: Action) -> Iterator[Action]:
    """A listed action with one thing in it that is wrong, or may be."""
    for name in action.__struct_fields__[1:]:
        value = getattr(action, name)
        if isinstance(value, bool):
            others: list[Any] = [not value]
        elif isinstance(value, int):
            others = [-1, 0, value - 1, value + 1, 10**9]
        elif isinstance(value, str):
            others = ["", "x", "pool", "bank"]
        else:
            others = [(), value * 2, value[1:]]
        yield from (msgspec.structs.replace(action, **{name: other}) for other in others)


def listed(game: stockrail.RailGame) -> list[Action]:
    """A few actions of the menu."""
    menu = [entry.lowest() if isinstance(entry, ActionRange) else entry for entry in game.legal_actions()]
    return [*menu[:3], *menu[-3:]]


@pytest.mark.parametrize(("title", "seed"), [("18EU", 3), ("1862", 1), ("1862", 2)])
def test_what_is_nearly_legal_is_taken_or_refused_at_every_kind_of_decision(title: str, seed: int) -> None:
    game, bot, met = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=seed), RandomBot(seed), set()
    while not game.is_over:
        if type(game.decision) not in met:
            met.add(type(game.decision))
            for tried in (near for action in listed(game) for near in nearly(action)):
                taken_or_refused(game.fork(), tried)
        game.push(bot.choose(game))


def taken_or_refused(game: stockrail.RailGame, action: Action) -> None:
    before = game.state.picture()
    try:
        game.push(action)
    except stockrail.IllegalAction as refusal:
        assert refusal.rule and Speaker(game).refusal(refusal)
        assert game.state.picture() == before
    else:
        assert not game.title.audit(game)
