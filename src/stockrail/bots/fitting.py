"""How the weights of the evaluation are fitted: positions of self-play, a ridge regression, then matches.

    python -m stockrail.bots.fitting collect TITLE --games 40 --seed 50000 --out positions.jsonl
    python -m stockrail.bots.fitting fit positions.jsonl [more.jsonl] --out weights.toml
    python -m stockrail.bots.fitting climb TITLE weights.toml --games 8 --seed 60000

Only `fit` needs numpy (the extra "bots").
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import App

from stockrail.bots.bot import Bot
from stockrail.bots.collecting import rare_collections
from stockrail.bots.effort import Effort
from stockrail.bots.evaluate import STAGES, Tables, Weights, features, tables_for, usual_tables
from stockrail.bots.greedy import GreedyBot
from stockrail.bots.prospects import FEATURES
from stockrail.bots.random_bot import RandomBot
from stockrail.bots.sight import Sight
from stockrail.core.chance import Dice
from stockrail.rules.game import begin
from stockrail.titles import title as find_title

POSITIONS = 40  # of each game
EVERY = 6  # actions, roughly, between positions that are kept until the game is over
WORK = 100  # units of work for a decision in self-play: half of what a bot may use, so that there are more games
TABLES = (3, 4, 2)  # how many players games have, one after the other
NOISE = 0.5  # bots of one game differ: each weight is multiplied by up to e to this power, or divided
CAP = 5_000
LAMBDAS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
FOLDS = 5
RARE = 0.1  # of the rows: a feature that is 0 in more of the others keeps its weight
FAR_TOO_MUCH = 1e9
FACTORS = (0.0, 0.5, 2.0)

app = App(name="fitting", help="Fit the weights of the evaluation.")


class Sample(msgspec.Struct):
    """A position of a game: each player's features, how far the game was, and how it ended."""

    title: str
    seed: int
    stage: float
    rows: list[list[float]]
    final: list[int]
    phase: str = ""  # the last one of the game
    actions: int = 0


# -- self-play ------------------------------------------------------------------------------------------------------


def shaken(tables: Tables, dice: Dice) -> Tables:
    """Weights with noise, so that games of the same bots differ in what their players have."""
    factor = {name: math.exp(NOISE * (dice.below(2001) - 1000) / 1000) for name in FEATURES}
    return {
        stage: {name: weight * factor.get(name, 1.0) for name, weight in table.items()}
        for stage, table in tables.items()
    }


def positions(title: str, players: int, seed: int, tables: Tables) -> list[Sample]:
    """Some positions of one game between bots with shaken weights."""
    dice = Dice(seed)
    game = begin(find_title(title), [f"Bot {n}" for n in range(1, players + 1)], seed=seed)
    bots = [GreedyBot(seed + seat, WORK, Weights(shaken(tables, dice))) for seat in range(players)]
    kept: list[tuple[float, list[list[float]]]] = []
    while not game.is_over and game.ply < CAP:
        if dice.below(EVERY) == 0 and game.actor in range(players):
            sight = Sight(game, Effort(0))
            kept.append((sight.stage, features(game, sight)))
        assert game.actor is not None
        game.push(bots[game.actor].choose(game) if game.actor >= 0 else game.draw())
    final = list(game.result().worth)
    chosen = sorted(dice.shuffled(range(len(kept)))[:POSITIONS])
    return [Sample(title, seed, *kept[place], final, game.phase.name, game.ply) for place in chosen]


@app.command
def collect(title: str, *, games: int, seed: int, out: Path) -> None:
    """Play games and append positions to a file. They have three, four, two players in turn, by their seed."""
    tables = tables_for(find_title(title))
    for number in range(seed, seed + games):
        with rare_collections():
            found = positions(title, TABLES[number % len(TABLES)], number, tables)
        with out.open("ab") as file:
            file.writelines(msgspec.json.encode(sample) + b"\n" for sample in found)
        told = f"phase {found[0].phase}, {found[0].actions} actions, {found[0].final}" if found else "nothing"
        print(f"{title} {number}: {told}", flush=True)


# -- the regression -------------------------------------------------------------------------------------------------


def design(sample: Sample) -> Iterator[tuple[list[float], float]]:
    """For each player: how their features differ from the mean of the others', by stage; and how the game ended."""
    parts = stage_parts(sample.stage)
    for seat, row in enumerate(sample.rows):
        others = [other for place, other in enumerate(sample.rows) if place != seat]
        apart = [one - sum(column) / len(others) for one, *column in zip(row, *others, strict=True)]
        rest = [worth for place, worth in enumerate(sample.final) if place != seat]
        yield [part * number for part in parts for number in apart], sample.final[seat] - sum(rest) / len(rest)


def stage_parts(stage: float) -> list[float]:
    """How much each of the three stages counts at a moment."""
    place, part = min(1, int(stage * 2)), stage * 2 - min(1, int(stage * 2))
    return [part if n == place + 1 else 1 - part if n == place else 0.0 for n in range(len(STAGES))]


def ridge(samples: Sequence[Sample], prior: Sequence[float]) -> tuple[list[float], float, float]:
    """Weights near the prior that tell best how games ended; the strength of the pull, and what part is explained."""
    import numpy as np

    rows = [(line, target, sample.seed) for sample in samples for line, target in design(sample)]
    x, y = np.array([row[0] for row in rows]), np.array([row[1] for row in rows], dtype=float)
    fold = np.array([row[2] % FOLDS for row in rows])
    start = np.array(prior)
    rare = (x != 0).mean(axis=0) < RARE
    scale = np.where(rare, FAR_TOO_MUCH, x.std(axis=0) + 1e-9)  # of what seldom comes up nothing can be learnt

    def solve(part: Any, strength: float) -> Any:
        near = np.diag((scale**2) * strength * part.sum())
        xs = x[part]
        return start + np.linalg.solve(xs.T @ xs + near, xs.T @ (y[part] - xs @ start))

    def error(strength: float) -> float:
        misses = [y[fold == n] - x[fold == n] @ solve(fold != n, strength) for n in range(FOLDS)]
        return float(sum((miss**2).sum() for miss in misses))

    best = min(LAMBDAS, key=error)
    return [float(w) for w in solve(fold >= 0, best)], best, 1 - error(best) / float((y**2).sum())


def explained_by(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """What part of the margins some weights explain as they are."""
    rows = [row for sample in samples for row in design(sample)]
    misses = [target - sum(one * weight for one, weight in zip(line, weights, strict=True)) for line, target in rows]
    return 1 - sum(miss**2 for miss in misses) / sum(target**2 for _, target in rows)


@app.command
def fit(*files: Path, out: Path, base: Path | None = None, title: str = "", part: float = 1.0) -> None:
    """Fit weights to the positions of files, near those of a weights file, or of a title; tell how well they do.

    A part of the way from the weights before to those found can be asked for.
    """
    samples = [msgspec.json.decode(line, type=Sample) for file in files for line in file.read_bytes().splitlines()]
    tables = read_tables(base) if base else tables_for(find_title(title)) if title else usual_tables()
    prior = [tables[stage].get(name, 0.0) for stage in STAGES for name in FEATURES]
    found, strength, explained = ridge(samples, prior)
    games = len({(sample.title, sample.seed) for sample in samples})
    before = explained_by(samples, prior)
    print(f"{len(samples)} positions of {games} games, pull {strength}, explained {explained:.3f}, before {before:.3f}")
    places = iter(old + part * (new - old) for old, new in zip(prior, found, strict=True))
    fitted = {stage: {name: next(places) for name in FEATURES} for stage in STAGES}
    write_tables({"all": tables["all"], **fitted}, out)


# -- matches --------------------------------------------------------------------------------------------------------


def margin(title: str, seed: int, seat: int, mine: Tables, theirs: Tables | None, players: int = 4) -> float:
    """The log of a bot's final worth over the mean of the others' in one game; without weights they play at random."""
    game = begin(find_title(title), [f"Bot {n}" for n in range(1, players + 1)], seed=seed)
    bots = [_bot(seed + place, mine if place == seat else theirs) for place in range(players)]
    while not game.is_over and game.ply < CAP:
        assert game.actor is not None
        game.push(bots[game.actor].choose(game) if game.actor >= 0 else game.draw())
    worth = game.result().worth
    others = [value for place, value in enumerate(worth) if place != seat]
    return math.log((worth[seat] + 100) / (sum(others) / len(others) + 100))


def _bot(seed: int, tables: Tables | None) -> Bot:
    return GreedyBot(seed, weights=Weights(tables)) if tables else RandomBot(seed)


def compared(titles: Sequence[str], games: int, seed: int, mine: Tables, theirs: Tables) -> tuple[float, float]:
    """The mean margin over games with rotated seats, and its standard error."""
    return mean_of([margin(t, seed + n, n % 4, mine, theirs) for t in titles for n in range(games)])


def mean_of(found: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(found) / len(found)
    return mean, math.sqrt(sum((one - mean) ** 2 for one in found) / max(1, len(found) - 1) / len(found))


def scaled(tables: Tables, name: str, factor: float) -> Tables:
    """The weights with one of them multiplied at all stages; 0 leaves it out."""
    return {
        stage: {key: value * factor if key == name else value for key, value in table.items()}
        for stage, table in tables.items()
    }


@app.command
def climb(*titles: str, weights: Path, games: int = 8, seed: int = 60_000, only: str = "", keep: bool = True) -> None:
    """Try variants against the weights themselves; one that is better by more than its error takes their place.

    `only` names features, with commas between them; without `keep` nothing is changed, only told.
    """
    for name in only.split(",") if only else (*FEATURES, "envy", "boldness"):
        for factor in FACTORS:
            tables = read_tables(weights)
            variant = scaled(tables, name, factor)
            if variant == tables:
                continue
            mean, error = compared(titles, games, seed, variant, tables)
            print(f"{name} x {factor}: {mean:+.3f} ± {error:.3f}", flush=True)
            if keep and mean > error:
                write_tables(variant, weights)


@app.command
def ablate(*titles: str, weights: Path, games: int = 8, seed: int = 60_000, only: str = "") -> None:
    """Leave out one feature after the other, against bots that play at random: by how much the margin changes."""
    tables = read_tables(weights)
    seeds = [(title, seed + n, n % 4) for title in titles for n in range(games)]
    whole = [margin(*each, tables, None) for each in seeds]
    print(f"all features: {mean_of(whole)[0]:+.3f}", flush=True)
    for name in only.split(",") if only else FEATURES:
        less = scaled(tables, name, 0.0)
        if less != tables:
            apart = [margin(*each, less, None) - one for each, one in zip(seeds, whole, strict=True)]
            mean, error = mean_of(apart)
            print(f"without {name}: {mean:+.3f} ± {error:.3f}", flush=True)


@app.command
def duel(*titles: str, mine: Path, theirs: Path, games: int = 12, seed: int = 70_000) -> None:
    """One bot with some weights against three with others."""
    mean, error = compared(titles, games, seed, read_tables(mine), read_tables(theirs))
    print(f"{mean:+.3f} ± {error:.3f}")


# -- files ----------------------------------------------------------------------------------------------------------


def read_tables(path: Path) -> Tables:
    tables: Tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return tables


def write_tables(tables: Mapping[str, Mapping[str, float]], path: Path) -> None:
    lines = [
        line
        for stage, table in tables.items()
        for line in (f"[{stage}]", *(f"{name} = {weight:.4g}" for name, weight in table.items()), "")
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    app()
