"""Whatever is pushed, it is taken or refused with a rule; it never breaks the game or leaves it half done."""

import functools
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import Action
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
    import msgspec

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
