"""The recipe for the weights: positions of games, a regression that finds what is there, files that keep it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stockrail.bots.evaluate import STAGES, tables_for, usual_tables
from stockrail.bots.fitting import (
    Sample,
    design,
    explained_by,
    positions,
    read_tables,
    ridge,
    scaled,
    stage_parts,
    write_tables,
)
from stockrail.bots.prospects import FEATURES
from stockrail.core.chance import Dice
from stockrail.titles import title as find_title


def test_positions_of_a_game_tell_its_end() -> None:
    found = positions("Mini", 3, 5, dict(tables_for(find_title("Mini"))))
    assert found and len({tuple(sample.final) for sample in found}) == 1
    assert all(len(sample.rows) == 3 and len(sample.rows[0]) == len(FEATURES) for sample in found)


@pytest.mark.parametrize(
    ("stage", "parts"), [(0.0, [1, 0, 0]), (0.25, [0.5, 0.5, 0]), (0.5, [0, 1, 0]), (1.0, [0, 0, 1])]
)
def test_a_moment_is_part_of_two_stages_at_most(stage: float, parts: list[float]) -> None:
    assert stage_parts(stage) == parts


def test_the_regression_finds_weights_that_games_follow() -> None:
    truth = [float(place % 5) for place in range(len(FEATURES))]
    samples = [sample(seed, truth) for seed in range(200)]
    found, _, explained = ridge(samples, [1.0] * len(FEATURES) * len(STAGES))
    assert explained > 0.99
    assert found == pytest.approx(truth * len(STAGES), abs=0.2)
    assert explained_by(samples, truth * len(STAGES)) > 0.99 > explained_by(samples, [1.0] * len(found))


def sample(seed: int, truth: list[float]) -> Sample:
    """A position whose players end with what the true weights say."""
    dice = Dice(seed)
    rows = [[float(dice.below(100)) for _ in FEATURES] for _ in range(4)]
    final = [round(sum(number * weight for number, weight in zip(row, truth, strict=True))) for row in rows]
    return Sample("Mini", seed, dice.below(101) / 100, rows, final)


def test_players_are_compared_with_the_mean_of_the_others() -> None:
    rows = [[float(seat)] * len(FEATURES) for seat in (0, 3, 6)]
    lines = list(design(Sample("Mini", 1, 0.0, rows, [10, 20, 60])))
    assert [line[0] for line, _ in lines] == [-4.5, 0.0, 4.5]
    assert [target for _, target in lines] == [-30.0, -15.0, 45.0]


def test_weights_come_back_from_a_file(tmp_path: Path) -> None:
    tables = scaled(usual_tables(), "cash", 0.5)
    write_tables(tables, tmp_path / "weights.toml")
    assert read_tables(tmp_path / "weights.toml") == tables
    assert tables["early"]["cash"] == usual_tables()["early"]["cash"] / 2
