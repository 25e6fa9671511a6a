"""The check of outlooks passes titles from outside, with their options, and finds every kind of wrong answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import pytest
from tests import mini
from tests.engine.extras import extras
from tests.engine.lots import lots
from tests.engine.stations import stations

from stockrail.rules.outlook import DEBT, DISCARD, FLOAT, SELL, TRAIN, Lifetime, Quote, Rounds, Standing
from stockrail.testing import ConformanceError, check_outlook
from stockrail.titles import add, remove, title

PROMISES = {
    "18EU": "standing float_need duties bankruptcy income_share price_after price_at_close rounds_left lifetime rust "
    "trains_coming at_stake earns_yet purity",
    "1862": "standing float_need duties fines income_share price_after price_at_close rounds_left lifetime rust "
    "trains_coming at_stake earns_yet purity",
    "1883": "standing float_need duties income_share price_after price_at_close rounds_left lifetime rust "
    "trains_coming at_stake card_worth earns_yet purity",
    "18FB": "standing float_need duties bankruptcy income_share price_after price_at_close rounds_left lifetime rust "
    "trains_coming at_stake card_worth earns_yet purity",
}


@pytest.fixture(autouse=True, scope="module")
def with_mini() -> Iterator[None]:
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)


@pytest.mark.parametrize(("name", "seed", "players"), [("18EU", 2, 2), ("1862", 0, 5), ("1883", 1, 3), ("18FB", 1, 4)])
def test_a_random_game_tests_every_promise(name: str, seed: int, players: int) -> None:
    assert set(check_outlook(name, seed=seed, players=[players])) == set(PROMISES[name].split())


@pytest.mark.parametrize("outside", [lots, stations, extras])
def test_titles_from_outside_keep_their_promises(outside: Callable[[], AbstractContextManager[str]]) -> None:
    with outside() as name:
        assert check_outlook(name, players=[3])["income_share"] > 100


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("18EU", ["extra_three_train", "second_extra_three_train", "extra_four_train"]),
        ("1862", ["simple_express", "novices"]),
        ("1862", ["advanced_freight", "shorter", "eight_tokens"]),
        ("1862", ["long_length"]),
    ],
)
def test_titles_keep_their_promises_with_options(name: str, options: list[str]) -> None:
    assert check_outlook(name, seed=1, players=[4], options=options)["lifetime"] > 100


# -- wrong answers ----------------------------------------------------------------------------------------------------

Change = Callable[[Any], Any]


def changed(**fields: Callable[[Any], Any]) -> Change:
    """The answer with some fields changed; none stays none."""

    def change(answer: Any) -> Any:
        if answer is None:
            return None
        return msgspec.structs.replace(answer, **{name: make(getattr(answer, name)) for name, make in fields.items()})

    return change


def more(number: Any) -> Any:
    return number if number is None else number + 1


def without(kind: str) -> Change:
    return lambda duties: [duty for duty in duties if duty.kind != kind]


def instead(answer: Any, other: Any) -> Change:
    return lambda told: other if told == answer else told


def each(**fields: Callable[[Any], Any]) -> Change:
    """Every answer of several with some fields changed."""
    return lambda told: [changed(**fields)(one) for one in told]


WRONG: list[tuple[str, int, int, str, Change, str]] = [
    # Title, players and seed of a game in which the answer matters soon; the question, a wrong answer, what is said.
    ("18EU", 2, 0, "standing", instead(Standing.FLOATED, Standing.STARTED), "operate exactly"),
    ("18EU", 2, 0, "standing", instead(Standing.STARTED, Standing.UNOPENED), "started exactly"),
    ("18EU", 2, 0, "standing", instead(Standing.FLOATED, Standing.OPERATED), "has finished a turn"),
    ("18EU", 2, 0, "standing", instead(Standing.UNOPENED, Standing.CLOSED), "was closed, and now"),
    ("1862", 2, 1, "standing", instead(Standing.RECEIVERSHIP, Standing.UNOPENED), "operate exactly"),
    ("18EU", 2, 0, "float_need", changed(shares=more), "once started|does not float|floats with"),
    ("18EU", 2, 0, "float_need", changed(cost=more), "once started|needs"),
    ("18EU", 2, 0, "float_need", changed(payee=lambda payee: "bank"), "get the money"),
    ("1862", 2, 0, "float_need", changed(treasury=more), "once started|floats with"),
    ("1862", 2, 0, "float_need", changed(payee=lambda payee: "pool"), "get the money"),
    ("18EU", 2, 0, "duties", without(TRAIN), "must buy a train: True"),
    ("18EU", 3, 2, "duties", without(SELL), "must sell: True"),
    ("18EU", 2, 3, "duties", without(DISCARD), "must discard"),
    ("18EU", 2, 0, "trains_due", each(amount=more), "lacks"),
    ("1862", 3, 2, "duties", without(FLOAT), "is fined"),
    ("1862", 3, 2, "duties", without(DEBT), "owes"),
    ("1862", 4, 0, "fined", each(fine=more), "was fined"),
    ("18EU", 2, 0, "income_share", changed(shares=more), "gets"),
    ("18EU", 2, 0, "income_share", changed(parts=lambda parts: 5 if parts == 2 else parts), "gets"),
    ("1862", 4, 1, "income_share", changed(parts=lambda parts: 10), "gets"),
    ("18EU", 2, 0, "price_after", lambda quote: Quote(quote.cell, quote.price + 5), "goes from"),
    ("18EU", 2, 0, "cell_sold_out", lambda cell: (6, 0), "after the stock round"),
    ("Mini", 3, 0, "rounds_left", lambda rounds: Rounds(rounds.least + 2, rounds.likely + 2, None), "at least"),
    ("Mini", 3, 0, "rounds_left", lambda rounds: Rounds(0, 0, 0), "at most"),
    ("1862", 2, 0, "rounds_left", lambda rounds: Rounds(2, 1, None), "not in order"),
    ("18EU", 2, 3, "lifetime", changed(purchases=more), "purchases"),
    ("18EU", 2, 3, "lifetime", lambda life: Lifetime(None), "last for ever"),
    ("1862", 2, 1, "lifetime", changed(turns=lambda turns: 0), "turns|purchases"),
    ("18EU", 2, 0, "trains_coming", lambda coming: coming[1:], "come now|to come"),
    ("18EU", 2, 0, "trains_coming", each(price=more), "come now"),
    ("1862", 2, 0, "trains_coming", lambda coming: coming[:1], "come now|to come"),
    ("18EU", 2, 0, "at_stake", changed(least=more), "the lowest bid"),
    ("18EU", 2, 0, "at_stake", changed(item=lambda item: "15"), "bids are for"),
    ("1862", 2, 0, "at_stake", changed(leader=lambda leader: 0), "raises their own"),
    ("1862", 2, 0, "at_stake", lambda stake: None, "is an auction"),
]


@pytest.mark.parametrize(
    ("name", "players", "seed", "question", "change", "says"),
    [pytest.param(*wrong, id=f"{wrong[0]}-{wrong[3]}-{number}") for number, wrong in enumerate(WRONG)],
)
def test_a_wrong_answer_is_found(
    name: str, players: int, seed: int, question: str, change: Change, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outlook = type(title(name).outlook)
    right = getattr(outlook, question)
    monkeypatch.setattr(outlook, question, lambda self, *asked, **named: change(right(self, *asked, **named)))
    with pytest.raises(ConformanceError, match=says):
        check_outlook(name, seed=seed, players=[players])


def test_asking_that_changes_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    outlook = type(title("18EU").outlook)

    def marks(self: Any, game: Any, company: str) -> list[Any]:
        game.state.flags["asked"] = company
        return []

    monkeypatch.setattr(outlook, "becomes", marks)
    with pytest.raises(ConformanceError, match="asking changes the state"):
        check_outlook("18EU", players=[2])


def test_it_counts_what_it_has_tested() -> None:
    one, two = check_outlook("Mini", players=[2]), check_outlook("Mini", games=2, players=[2])
    assert two == one + check_outlook("Mini", seed=1, players=[2])
