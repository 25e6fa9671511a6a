"""How strong a bot is: who sits where with which seed, and figures with their intervals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from stockrail.bots import Entrant, Fault, RandomBot, Record, Schedule, hold, match, pairing, register
from stockrail.bots.ladder import bootstrap, rungs, standing, standings, wilson
from stockrail.bots.reach import reach_by_bot
from stockrail.bots.record import Cost, Costs, costs_of, joined, ranks
from stockrail.core import StockrailError

A, B = Entrant("a"), Entrant("b", {"work": "3"})
NO_TIME = Costs(Cost(0, 0, 0, 0), {}, {})


def game(worth: tuple[int, ...], bots: tuple[Entrant, ...] = (A, B, B), **changes: Any) -> Record:
    """A game that ended with these sums."""
    winners = tuple(seat for seat, sum_ in enumerate(worth) if sum_ == max(worth))
    record = Record(
        id=str(worth),
        title="Mini",
        options=(),
        rulings={},
        seed=0,
        bots=bots,
        checked=False,
        worth=worth,
        rank=ranks(worth, winners),
        winners=winners,
        reason="bank",
        fault=None,
        actions=9,
        phases=("2", "3"),
        kinds=({"Run": 2}, {"Run": 1, "Lay": 1}, {"Lay": 3}),
        hurried=(0, 0, 0),
        work=(None,) * len(worth),
        seconds=1.0,
        costs=(NO_TIME,) * len(worth),
    )
    return msgspec.structs.replace(record, **changes)


# -- the games ----------------------------------------------------------------------------------------------------


def test_a_bot_goes_through_all_seats_with_each_seed_and_each_bot_meets_the_next_one() -> None:
    register("calm")(RandomBot)
    register("wild")(RandomBot)
    found = rungs(pairing("Mini", ["random"] * 3, seed=7), ["wild", "calm", "random"], 6)
    assert [(rung.strong.name, rung.weak.name) for rung in found] == [("wild", "calm"), ("calm", "random")]
    for rung in found:
        seats = [[bot.name for bot in one.seats].index(rung.strong.name) for one in rung.pairings]
        assert [(one.seed, seat) for one, seat in zip(rung.pairings, seats, strict=True)] == [
            (7, 0),
            (7, 1),
            (7, 2),
            (8, 0),
            (8, 1),
            (8, 2),
        ]
        assert all(Counter(bot.name for bot in one.seats)[rung.weak.name] == 2 for one in rung.pairings)


def test_two_names_of_one_bot_are_about_equal() -> None:
    """The other name has other dice."""
    register("twin")(RandomBot)
    (rung,) = rungs(pairing("Mini", ["random"] * 2), ["twin", "random"], 40)
    found = rung.standing({record.id: record for record in hold(Schedule(rung.pairings))})
    assert found.seats == 40 and found.rate is not None and found.ratio is not None
    assert found.rate.low < 0.5 < found.rate.high
    assert found.ratio.low < 1 < found.ratio.high


def test_a_standing_is_told_of_what_has_been_played_so_far() -> None:
    register("twin")(RandomBot)
    (rung,) = rungs(pairing("Mini", ["random"] * 2), ["twin", "random"], 4)
    second = hold(Schedule(rung.pairings[1:2]))[0]
    found = rung.standing({second.id: second})
    assert (found.seats, found.won) == (1, second.part(1))
    assert rung.standing({}).rate is None


@pytest.mark.parametrize(("bots", "said"), [(["random"], "at least two"), (["random", "random"], "against itself")])
def test_one_bot_makes_no_ladder(bots: list[str], said: str) -> None:
    with pytest.raises(StockrailError, match=said):
        rungs(pairing("Mini", ["random"] * 2), bots, 4)


# -- the figures --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(12, 12, 0.757, 1.0), (115, 120, 0.906, 0.982), (40, 40, 0.912, 1.0), (5, 12, 0.193, 0.680), (0, 8, 0.0, 0.324)],
)
def test_wilsons_interval(won: int, games: int, low: float, high: float) -> None:
    found = wilson(won, games)
    assert (round(found.low, 3), round(found.high, 3)) == (low, high)
    assert found.value == won / games


def test_a_shared_first_place_counts_as_its_part() -> None:
    records = [game((50, 50, 10)), game((50, 50, 50)), game((60, 50, 50)), game((10, 50, 50))]
    found = standing("a", [(record, 0) for record in records])
    assert found.won == pytest.approx(0.5 + 1 / 3 + 1)


def test_the_ratio_is_own_worth_over_the_mean_of_the_others_as_a_geometric_mean() -> None:
    found = standing("a", [(game((400, 100, 100)), 0), (game((100, 300, 500)), 0)]).ratio
    assert found is not None and found.value == pytest.approx(1.0)
    assert found.low == pytest.approx(0.25) and found.high == pytest.approx(4.0)


def test_ruin_counts_as_a_hundredth_and_does_not_outweigh_all_else() -> None:
    found = standing("a", [(game((0, 100, 200)), 0)]).ratio
    assert found is not None and found.value == pytest.approx(1 / 150)


def test_a_bootstrap_is_the_same_every_time_and_narrows_with_more_games() -> None:
    few, many = [0.0, 1.0] * 5, [0.0, 1.0] * 50
    assert bootstrap(few) == bootstrap(few)
    spans = [high - low for low, high in (bootstrap(few), bootstrap(many))]
    assert 0.5 < spans[0] < 0.7 and 0.15 < spans[1] < 0.25


def test_a_game_lost_by_a_fault_counts_as_lost_and_says_nothing_about_worth() -> None:
    fault = game((900, 5, 5), fault=Fault("crash", "oops", 0), winners=(1, 2), reason="fault")
    found = standing("a", [(game((400, 100, 100)), 0), (fault, 0)])
    assert (found.seats, found.won, found.faults, found.worth) == (2, 1.0, 1, 400)
    assert found.ratio is not None and found.ratio.value == pytest.approx(4.0)
    others = standing("b", [(fault, 1)])
    assert (others.won, others.faults, others.worth, others.ratio) == (0.5, 0, None, None)


@pytest.mark.parametrize("kind", ["engine", "invariant", "lost"])
def test_a_game_that_engine_or_machine_spoilt_does_not_count(kind: str) -> None:
    spoilt = game((900, 5, 5), fault=Fault(kind, "oops"), winners=())
    assert standing("a", [(spoilt, 0)]).seats == 0


def test_several_seats_in_one_game_have_no_interval_because_they_depend_on_each_other() -> None:
    first, second = standings([game((400, 100, 100)), game((50, 300, 500))])
    assert (first.bot, first.seats, first.won) == ("a", 2, 1)
    assert (second.bot, second.seats, second.won, second.worth) == ("b:work=3", 4, 1, 250)
    assert first.rate is not None and second.rate is None and second.ratio is None


def test_places_are_shared_and_a_faulty_bot_is_last() -> None:
    assert ranks((5, 9, 9, 1), (1, 2)) == (3, 1, 1, 4)
    assert ranks((5, 9, 9, 1), (2,)) == (3, 2, 1, 4), "whoever wins a tie is first"
    assert ranks((5, 9, 9, 1), (0, 2, 3)) == (2, 4, 1, 3), "the richest was at fault"


# -- cost ---------------------------------------------------------------------------------------------------------


def test_costs_tell_mean_ninety_ninth_percentile_and_worst() -> None:
    costs = costs_of({"Run": [0.001] * 98 + [0.2], "Lay": [0.5]})
    assert costs.all == Cost(100, 0.007980, 0.2, 0.5)
    assert costs.kinds == {"Lay": Cost(1, 0.5, 0.5, 0.5), "Run": Cost(99, 0.003010, 0.2, 0.2)}


def test_costs_of_several_games_are_joined_by_their_spread() -> None:
    slow, fast = costs_of({"Run": [0.3] * 2}), costs_of({"Run": [0.001] * 98})
    both = joined([slow, fast, NO_TIME])
    assert (both.moves, both.worst) == (100, 0.3) and both.mean == pytest.approx(0.00698)
    assert both.p99 == pytest.approx(0.3, rel=0.13)
    assert joined([fast]).p99 == pytest.approx(0.001, rel=0.13)
    assert joined([NO_TIME]).moves == 0


def test_work_per_move_is_told_where_a_bot_counts_it() -> None:
    costs = (costs_of({"Run": [0.1] * 4}), NO_TIME, NO_TIME)
    found = standing("a", [(game((4, 1, 1), work=(20, None, None), costs=costs), 0)])
    assert found.work == 5
    assert standing("b", [(game((4, 1, 1)), 1)]).work is None


# -- how far ------------------------------------------------------------------------------------------------------


def test_reach_is_told_bot_by_bot() -> None:
    found = reach_by_bot([game((1, 2, 3)), game((1, 2, 4), phases=("2",))], ["2", "3", "4"])
    assert found["a"].phases == found["b:work=3"].phases == {"2": 2, "3": 1}
    assert (found["a"].kinds, found["b:work=3"].kinds) == ({"Run": 4}, {"Lay": 8, "Run": 2})
    assert str(found["a"]) == "phase 3 in 1 of 2 games, 1 kinds of decision"


def test_a_real_record_has_a_standing() -> None:
    (found,) = standings([match("Mini", ["random"] * 3, seed=1)])
    assert found.seats == 3 and found.cost.moves > 50
