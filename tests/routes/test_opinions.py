"""Kernel, Python search and an independent solver agree; the solver's own answers where they are known by hand.

OR-Tools belongs to the test extra. Only a system on which it cannot be loaded, for want of a C++ runtime, goes without.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

pytest.importorskip("ortools.sat.python.cp_model", reason="OR-Tools cannot be loaded here", exc_type=ImportError)

from stockrail.board import Board, Track
from stockrail.routes import EndToEndBonus, RunRules, TrainUse, parts
from stockrail.routes.network import Network, contract
from stockrail.routes.problem import Problem

from .conftest import Moment, plain_rules
from .opinions import judge, tell
from .positions import Case, cases_of_game
from .second_opinion import Opinion, best_total, rails_near
from .test_declaration import random_rules, random_track

YELLOW = plain_rules("yellow")

MOST_WORK = 450
"""Pieces of track times trains: so much the solver proves in a second or two."""


@cache
def small_cases(seed: int) -> list[Case]:
    """The cases of a game which the solver is sure to prove."""
    return [case for case in cases_of_game(seed) if _work(case) <= MOST_WORK]


def _work(case: Case) -> int:
    return len(rails_near(case.track, case.company)) * case.runners()


@pytest.mark.rule("18EU:4.4.3-a", "18EU:4.4.3-j", "18EU:4.4.3-k", "18EU:4.4.3-l", "18EU:4.4.3-m", "18EU:4.4.3-n")
@pytest.mark.parametrize("seed", range(1, 9))
def test_all_three_agree_on_positions_of_random_games(seed: int) -> None:
    for case in small_cases(seed):
        verdict = judge(case)
        assert verdict.unanimous, tell(verdict)


def test_all_three_agree_on_recorded_runs(moments: list[Moment]) -> None:
    for moment in moments:
        case = Case(moment.game, "", moment.track, moment.company, tuple(moment.trains), moment.rules)
        verdict = judge(case)
        assert verdict.unanimous, tell(verdict)


def test_the_same_seed_leads_to_the_same_positions() -> None:
    first, second, other = (list(islice(cases_of_game(seed), 4)) for seed in (3, 3, 4))
    assert first == second != other
    assert [case.track.key for case in first] == [case.track.key for case in second]


def passing_everything(right: Problem) -> Problem:
    return replace(right, through=(True,) * len(right.through))


def sharing_track(right: Problem) -> Problem:
    return replace(right, links=tuple((first, last, 1 << n) for n, (first, last, _) in enumerate(right.links)))


def missing_a_link(right: Problem) -> Problem:
    return replace(right, links=right.links[:-1], ports=right.ports[:-1])


@pytest.mark.parametrize("wrong", [passing_everything, sharing_track, missing_a_link])
def test_a_wrong_network_is_noticed(monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Problem], Problem]) -> None:
    """The comparison is worth something: a search that is told something wrong is found out."""

    def wrongly(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> Network:
        right = contract(track, company, trains, rules)
        return replace(right, problem=wrong(right.problem))

    cases = small_cases(2)  # the game that leads to them is played with the right one
    monkeypatch.setattr(parts, "contract", wrongly)
    assert any(judge(case).faults for case in cases)


# -- known by hand ---------------------------------------------------------------------------------------------------

# A port (10) - Amsterdam (50) - Utrecht (10) - Cologne (20) - D9 - D11 - Strasbourg (30), all in one column.
COLUMN = {"D3": ("582", 3), "D5": ("4", 0), "D7": ("57", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("202", 1)}


def opinion(track: Track, reaches: Sequence[int], rules: RunRules = YELLOW, doublers: int = 0) -> Opinion:
    trains = [TrainUse(f"{reach}-{n}", reach) for n, reach in enumerate(reaches)]
    cars = [TrainUse(f"P-{n}", 0, True) for n in range(doublers)]
    found = best_total(track, "x", [*trains, *cars], replace(rules, doublers=2))
    assert found.proven
    assert found.bound == found.total
    return found


def column(board: Board, **tokens: str) -> Track:
    return board.track(COLUMN, {(name, 0): (owner,) for name, owner in tokens.items()})


@pytest.mark.parametrize(
    ("tokens", "reaches", "doublers", "total"),
    [
        ({"D3": "x"}, [3], 0, 10 + 50 + 10 + 20 + 30),
        ({"D3": "x"}, [3], 1, 10 + 2 * 50 + 10 + 20 + 30),
        ({"D3": "x"}, [3], 2, 10 + 3 * 50 + 10 + 20 + 30),
        ({"D3": "x"}, [2], 0, 10 + 50 + 10 + 20),
        ({"D3": "x"}, [1], 0, 10 + 50 + 10),  # port and town do not count
        ({"D3": "x", "D7": "y"}, [3], 0, 10 + 50 + 10 + 20),  # Cologne is full
        ({"D7": "x"}, [3, 3], 0, 10 + 50 + 10 + 20 + 20 + 30),  # Cologne pays both
        ({"D7": "x"}, [2, 2], 1, 10 + 2 * 50 + 10 + 20 + 20 + 30),
        ({"D7": "y"}, [3], 0, 0),
        ({"D7": "x"}, [], 1, 0),
    ],
)
def test_what_a_column_of_cities_earns(
    board: Board, tokens: dict[str, str], reaches: list[int], doublers: int, total: int
) -> None:
    assert opinion(column(board, **tokens), reaches, doublers=doublers).total == total


@pytest.mark.rule("18EU:4.4.3-f", "18EU:4.4.3-i")
def test_hamburg_is_passed_and_london_is_not(board: Board) -> None:
    hamburg = board.track({"G4": ("9", 0), "F3": ("4", 1), "G6": ("4", 0)}, {("F3", 0): ("x",)})
    assert opinion(hamburg, [3]).total == 10 + 30 + 10
    london = board.track({"A8": ("9", 0), "A10": ("580", 3), "B7": ("4", 2)}, {("A10", 0): ("x",)})
    assert opinion(london, [3]).total == 40 + 60


@pytest.mark.rule("18EU:4.4.3-j")
def test_the_centre_of_a_brown_tile_is_crossed_twice(board: Board) -> None:
    laid = {"B9": ("546", 1), "C8": ("201", 0), "C10": ("7", 2), "B7": ("58", 0)}
    found = opinion(board.track(laid, {("A10", 0): ("x",)}), [3])
    assert found.total == 40 + 30 + 10 + 40
    ((_, hexes),) = found.routes
    assert hexes.count("B9") == 2


@pytest.mark.parametrize(("tokens", "bonus"), [({"D7": "x"}, 20), ({"D3": "x", "D7": "x"}, 40), ({"D7": "y"}, 0)])
def test_a_bonus_goes_by_own_stations_and_may_be_worth_a_stop(board: Board, tokens: dict[str, str], bonus: int) -> None:
    rules = replace(YELLOW, bonuses=(EndToEndBonus("from city to city", "city", (20, 40)),))
    found = opinion(column(board, **tokens), [3], rules)
    assert found.total == (50 + 10 + 20 + 30 + bonus if bonus else 0)  # it leaves the port out


# -- track that meets at a side, as on the tiles 23 to 31 of other titles --------------------------------------------

MEETING = {
    "C3": {
        "color": "grey",
        "stops": [{"kind": "city", "revenue": 20, "slots": 1}],
        "track": [["e0", "s0"], ["e5", "s0"]],
    },
    "C5": {"color": "grey", "track": [["e0", "e3"], ["e0", "e2"]]},
    "B4": {"color": "grey", "stops": [{"kind": "town", "revenue": 10}], "track": [["e5", "s0"]]},
    "C7": {
        "color": "grey",
        "stops": [{"kind": "city", "revenue": 30, "slots": 1}],
        "track": [["e3", "s0"], ["e4", "s0"]],
    },
    "D4": {"color": "grey", "track": [["e2", "e0"]]},
    "D6": {"color": "grey", "track": [["e3", "e1"]]},
}


def meeting_track() -> Track:
    """From C3 two ways lead to C7, past C5 or round the east; only from C7 a train can run over C5 to B4."""
    board = Board.from_facts({"hexes": MEETING}, {"tiles": {}})
    return board.track({}, {("C3", 0): ("x",)})


def test_track_that_meets_at_a_side_is_run_from_behind() -> None:
    found = opinion(meeting_track(), [2])
    assert found.total == 20 + 30 + 10
    assert set(found.routes[0][1]) == set(MEETING)


def test_the_search_runs_track_that_meets_at_a_side() -> None:
    verdict = judge(Case("meeting", "", meeting_track(), "x", (TrainUse("2-0", 2),), YELLOW))
    assert verdict.unanimous, tell(verdict)


# -- what other titles declare ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_all_three_agree_on_whatever_is_declared(seed: int) -> None:
    dice = random.Random(seed)
    track = random_track(dice)
    for fleet in ([3], [4], [2, 3], [3, 3]):
        declared = random_rules(track, dice)
        rules = replace(declared, services=declared.services[:1])
        trains = tuple(TrainUse(f"{reach}-{n}", reach) for n, reach in enumerate(fleet))
        verdict = judge(Case(f"declared {seed}", "", track, "x", trains, rules))
        assert verdict.unanimous, tell(verdict)
