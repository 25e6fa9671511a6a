"""The conformance suite takes options and presets, and it can fail. Every title passes it: test_every_title.py."""

from collections.abc import Iterator

import msgspec
import pytest
from tests import mini
from tests.engine.extras import Extras, SellCard, extras

import stockrail
from stockrail.bots import Level, RandomBot, registry
from stockrail.core import Action, ActionRange, IllegalAction
from stockrail.rules.actions import IssueShares, Pass
from stockrail.rules.shares import president_certificate
from stockrail.rules.state import POOL
from stockrail.testing import ConformanceError, Position, check_doors, check_games, check_title, how_far
from stockrail.titles import add, remove
from stockrail.titles.g18eu.sale import Offer
from stockrail.titles.g18eu.title import G18EU
from stockrail.titles.g18eu.treasury import OwnShares


def test_a_title_conforms_with_its_options_and_another_preset() -> None:
    options = ["extra_three_train", "second_extra_three_train", "extra_four_train"]
    actions = check_title("18EU", players=[4], seed=40, options=options, preset="18xx.games", bots=["random"])
    assert actions > 200


@pytest.fixture
def small() -> Iterator[str]:
    """A title whose games are short."""
    add(mini.TITLE)
    yield mini.TITLE.name
    remove(mini.TITLE.name)


def test_the_suite_says_how_far_each_bot_came(small: str) -> None:
    (game,) = check_games(small, players=[2], bots=["random"])
    assert game.phases[0] == "2" and sum(game.kinds.values()) == game.actions
    reach = how_far([game, msgspec.structs.replace(game, phases=("2",), bot="other")])
    assert list(reach) == ["random", "other"]
    assert reach["random"].kinds == game.kinds and list(reach["random"].phases) == list(game.phases)
    assert reach["other"].phases == {"2": 1}


def test_a_better_bot_that_is_fast_enough_plays_one_game_more(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    better = Level("better", "a better one", lambda: RandomBot)
    monkeypatch.setattr("stockrail.testing.conformance.strongest_cheap", lambda: better)
    monkeypatch.setitem(registry._registered, "better", better)
    played = [(game.bot, game.players) for game in check_games(small, players=[3, 2])]
    assert played == [("random", 3), ("random", 2), ("better", 2)]


def test_the_suite_finds_money_that_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(G18EU, "audit", lambda self, game: ["money sums to 11,999"])
    with pytest.raises(ConformanceError, match="money sums"):
        check_title("18EU", players=[2])


def test_the_suite_finds_a_menu_that_lists_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Offer, game: stockrail.RailGame, action: object) -> None:
        raise IllegalAction("never")

    monkeypatch.setattr(Offer, "check", refuse)
    with pytest.raises(IllegalAction):
        check_title("18EU", players=[2])


def test_the_suite_finds_rules_that_read_rows_in_the_order_of_their_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    in_order = G18EU.operating_order

    def by_entry(self: G18EU, game: stockrail.RailGame) -> list[str]:
        entered = list(game.state.shelves.place_of)
        return sorted(in_order(self, game), key=lambda company: entered.index(president_certificate(company)))

    monkeypatch.setattr(G18EU, "operating_order", by_entry)
    with pytest.raises(ConformanceError, match=r"order in which rows were entered|leads elsewhere"):
        check_title("18EU", players=[2])


def test_the_doors_of_the_first_decision_agree() -> None:
    check_doors(stockrail.new("18EU", ["Ada", "Ben"]))


def test_the_suite_takes_what_is_open_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_for_nothing(self: Extras, game: stockrail.RailGame, action: Action) -> bool:
        if isinstance(action, SellCard):
            game.state.cash.amounts[action.player] += action.price
        return isinstance(action, SellCard)

    with extras() as name:
        assert check_title(name, players=[3], bots=["random"]) > 100
        monkeypatch.setattr(Extras, "take_any_time", give_for_nothing)
        with pytest.raises(ConformanceError, match=r"SellCard.*money sums"):
            check_title(name, players=[3], bots=["random"])


def test_random_players_take_it_too_but_do_not_propose_the_end() -> None:
    with extras() as name:
        game, bot = stockrail.new(name, ["Ada", "Ben"]), RandomBot(1)
        for _ in range(60):
            game.push(bot.choose(game))
    assert {type(action).__name__ for action in game.actions} & {"SellCard", "ProposeEnd"} == {"SellCard"}


@pytest.mark.parametrize(
    ("named", "low", "high", "fault"),
    [
        (1, 1, 3, "ends too early"),
        (2, 2, 4, "starts too late"),
        (2, 1, 4, "its own action"),
        (1, 1, 0, "its own action"),  # an empty range
    ],
)
def test_the_doors_of_a_range_are_tried_at_both_ends(
    named: int, low: int, high: int, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NS may sell one to four shares."""
    game = Position("18EU").corporation("NS", {0: 5, POOL: 1}, turns=1).operating("NS", "OwnShares", nth=2)
    check_doors(game)
    entry = ActionRange(IssueShares(0, "NS", named), "count", low, high)
    monkeypatch.setattr(OwnShares, "list", lambda self, game: [entry, Pass(0)])
    with pytest.raises(ConformanceError, match=fault):
        check_doors(game)
