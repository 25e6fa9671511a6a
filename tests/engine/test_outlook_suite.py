"""The check of outlooks passes titles from outside, with their options, and finds every kind of wrong answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import pytest
from tests.engine.extras import extras
from tests.engine.lots import lots
from tests.engine.stations import stations

from stockrail.rules.outlook import SELL, TRAIN, FloatNeed, Lifetime, Quote, Rounds, Standing
from stockrail.testing import ConformanceError, check_outlook
from stockrail.titles import title

PROMISES = {
    "18EU": "standing float_need duties ruin income_share price_after price_at_close rounds_left lifetime rust "
    "trains_coming at_stake purity",
    "1862": "standing float_need duties fines income_share price_after price_at_close rounds_left lifetime rust "
    "trains_coming at_stake purity",
}


@pytest.mark.parametrize(("name", "seed", "players"), [("18EU", 3, 6), ("1862", 2, 8)])
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


def first_only(told: Any) -> Any:
    return told[:1]


WRONG: list[tuple[str, str, Change, str]] = [
    ("18EU", "standing", instead(Standing.FLOATED, Standing.STARTED), "operate exactly"),
    ("18EU", "standing", instead(Standing.STARTED, Standing.UNOPENED), "started exactly"),
    ("18EU", "standing", instead(Standing.FLOATED, Standing.OPERATED), "has finished a turn"),
    ("18EU", "standing", instead(Standing.UNOPENED, Standing.CLOSED), "was closed, and now"),
    ("1862", "standing", instead(Standing.RECEIVERSHIP, Standing.UNOPENED), "operate exactly"),
    ("18EU", "float_need", changed(shares=more), "once started|does not float|floats with"),
    ("18EU", "float_need", changed(cost=more), "once started|needs"),
    ("18EU", "float_need", changed(payee=lambda payee: "bank"), "get the money"),
    ("1862", "float_need", changed(treasury=more), "once started|floats with"),
    ("1862", "float_need", lambda need: FloatNeed(need.shares, need.cost, "pool", 0) if need else None, "needs|money"),
    ("18EU", "duties", without(TRAIN), "must buy a train: True"),
    ("18EU", "duties", without(SELL), "must sell: True"),
    ("18EU", "duties", without("discard"), "must discard"),
    ("18EU", "trains_due", lambda duties: [changed(amount=more)(duty) for duty in duties], "lacks"),
    ("1862", "duties", without("float"), "is fined"),
    ("1862", "duties", without("debt"), "owes"),
    ("1862", "duties", lambda duties: [changed(fine=more)(duty) for duty in duties], "was fined"),
    ("18EU", "income_share", changed(shares=more), "gets"),
    ("18EU", "income_share", changed(parts=lambda parts: 5 if parts == 2 else parts), "gets"),
    ("1862", "income_share", changed(parts=lambda parts: 10), "it has|gets"),
    ("18EU", "price_after", lambda quote: Quote(quote.cell, quote.price + 5), "goes from"),
    ("18EU", "cell_sold_out", lambda cell: (6, 0), "after the stock round"),
    ("18EU", "rounds_left", lambda rounds: Rounds(rounds.least + 2, rounds.likely + 2, None), "at least"),
    ("18EU", "rounds_left", lambda rounds: Rounds(0, 0, 0), "at most"),
    ("1862", "rounds_left", lambda rounds: Rounds(2, 1, None), "not in order"),
    ("18EU", "lifetime", changed(purchases=more), "purchases"),
    ("18EU", "lifetime", lambda life: Lifetime(None), "last for ever"),
    ("1862", "lifetime", changed(turns=lambda turns: 0), "turns|purchases"),
    ("18EU", "trains_coming", lambda coming: coming[1:], "come now|should come"),
    ("18EU", "trains_coming", lambda coming: [changed(price=more)(each) for each in coming], "come now"),
    ("1862", "trains_coming", first_only, "should come|come now"),
    ("18EU", "at_stake", changed(least=more), "the lowest bid"),
    ("18EU", "at_stake", changed(item=lambda item: "15"), "bids are for"),
    ("1862", "at_stake", changed(leader=lambda leader: 0), "raises their own|highest bid"),
    ("1862", "at_stake", lambda stake: None, "is an auction"),
]


@pytest.mark.parametrize(
    ("name", "question", "change", "says"),
    [pytest.param(*wrong, id=f"{n}-{wrong[1]}") for n, wrong in enumerate(WRONG)],
)
def test_a_wrong_answer_is_found(
    name: str, question: str, change: Change, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outlook = type(title(name).outlook)
    right = getattr(outlook, question)
    monkeypatch.setattr(outlook, question, lambda self, *asked, **more: change(right(self, *asked, **more)))
    with pytest.raises(ConformanceError, match=says):
        for seed in range(3):
            check_outlook(name, seed=seed, players=[6])


def test_asking_that_changes_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    outlook = type(title("18EU").outlook)

    def marks(self: Any, game: Any, company: str) -> list[Any]:
        game.state.flags["asked"] = company
        return []

    monkeypatch.setattr(outlook, "becomes", marks)
    with pytest.raises(ConformanceError, match="asking changes the state"):
        check_outlook("18EU", players=[2])


def test_it_counts_what_it_has_tested() -> None:
    one, two = check_outlook("18EU", players=[2]), check_outlook("18EU", games=2, players=[2])
    assert isinstance(one, Counter) and all(two[promise] >= count for promise, count in one.items())
