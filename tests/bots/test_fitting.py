"""The recipe for the weights: changes by lot, effects found again, a step, files that keep it."""

from __future__ import annotations

from math import exp, log
from pathlib import Path

import pytest

from stockrail.bots.evaluate import STAGES, Tables, tables_for, usual_tables
from stockrail.bots.fitting import (
    Effect,
    collect,
    effects_of,
    margin,
    mean_of,
    read_tables,
    read_trials,
    step_along,
    write_tables,
)
from stockrail.bots.trials import LATER, LESS, LEVEL, LEVELS, TILT, Trial, drawn, mirrored, shifted, trial
from stockrail.core.chance import Dice
from stockrail.titles import title as find_title


def tables() -> Tables:
    return tables_for(find_title("Mini"))


def test_a_pair_of_games_changes_each_weight_both_ways() -> None:
    first, second = trial("Mini", 6, tables()), trial("Mini", 7, tables())
    assert first.seats == second.seats
    assert [mirrored(shift) for shift in first.shifts] == second.shifts
    assert len(first.worth) == len(first.seats) and first.actions > 0


def test_games_that_a_file_has_are_not_played_again(tmp_path: Path) -> None:
    out = tmp_path / "trials.jsonl"
    for games in (1, 3):
        collect("Mini", games=games, seed=3, out=out)
    assert [one.seed for one in read_trials([out])] == [6, 7, 8]


def test_a_change_and_its_opposite_leave_the_weights_as_they_are() -> None:
    shift = {key: value for key, value in drawn(Dice(1)).items() if not key.endswith(LESS)}
    there_and_back = shifted(shifted(tables(), shift), mirrored(shift))
    for stage, table in tables().items():
        assert there_and_back[stage] == pytest.approx(table)


def test_a_later_change_lowers_the_beginning_and_raises_the_end() -> None:
    name = "dividends"
    found = shifted(tables(), {name + LATER: TILT})
    factors = [found[stage][name] / tables()[stage][name] for stage in STAGES if tables()[stage][name]]
    assert factors == pytest.approx([exp(-TILT), 1.0, exp(TILT)])


def test_what_is_left_out_weighs_nothing() -> None:
    name = LEVELS[0]
    assert all(shifted(tables(), {name + LESS: 1.0})[stage][name] == 0 for stage in STAGES)


def test_results_are_compared_within_a_game() -> None:
    assert sum(Trial("Mini", 0, [0, 1, 2], [{}, {}, {}], [0, 100, 900]).results) == pytest.approx(0)


def games_in_which(effect: dict[str, float], games: int = 400) -> list[Trial]:
    """Games whose results follow from the changes, but for some luck."""
    found = []
    for seed in range(games):
        dice = Dice(seed)
        shifts = [drawn(dice) for _ in range(4)]
        strength = [sum(effect.get(name, 0) * by for name, by in shift.items()) for shift in shifts]
        worth = [round(1000 * exp(by + (dice.below(101) - 50) / 250)) for by in strength]
        found.append(Trial("Mini", seed, [0, 1, 2, 3], shifts, worth))
    return found


def test_effects_that_are_there_are_found_and_no_others() -> None:
    pytest.importorskip("numpy")
    good, bad = LEVELS[1], LEVELS[2]
    found = {effect.name: effect for effect in effects_of(games_in_which({good: 0.3, bad: -0.2})).effects}
    assert found[good].clear > 4 and found[bad].clear < -4
    assert 0.1 < found[good].mean < 0.35
    others = [effect for name, effect in found.items() if name not in (good, bad)]
    assert max(abs(effect.clear) for effect in others) < 4


def test_a_step_follows_what_is_clear() -> None:
    good, bad, vague, out = LEVELS[:4]
    effects = [
        Effect("", good, 0.4, 0.05),
        Effect("", bad, -0.2, 0.1),
        Effect("", vague, 0.1, 0.1),
        Effect("", out + LESS, 0.5, 0.1),
    ]
    assert step_along(effects) == pytest.approx({good: LEVEL, bad: -LEVEL / 2})
    assert step_along(effects, 0.5) == pytest.approx({good: LEVEL / 2, bad: -LEVEL / 4})


def test_a_duel_compares_the_same_game_with_seats_swapped() -> None:
    assert margin("Mini", 8, tables(), tables(), 2) == pytest.approx(-margin("Mini", 9, tables(), tables(), 2))


def test_the_mean_and_its_error() -> None:
    assert mean_of([1.0, 3.0]) == (2.0, 1.0)


def test_weights_are_kept_in_a_file(tmp_path: Path) -> None:
    write_tables(usual_tables(), tmp_path / "weights.toml")
    found = read_tables(tmp_path / "weights.toml")
    assert found.keys() == usual_tables().keys()
    for stage, table in usual_tables().items():
        assert found[stage] == pytest.approx(table, rel=1e-3)


def test_results_are_logs_so_that_twice_as_much_counts_the_same_everywhere() -> None:
    rich, poor = (Trial("Mini", 0, [0, 1], [{}, {}], [3 * unit, unit]).results for unit in (10_000, 1_000))
    assert rich[0] - rich[1] == pytest.approx(poor[0] - poor[1], abs=0.01)
    assert rich[0] - rich[1] < log(3)
