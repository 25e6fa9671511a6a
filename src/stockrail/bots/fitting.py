"""How the weights of the evaluation are fitted: games with changed weights, the effects of the changes, a step, duels.

    python -m stockrail.bots.fitting collect TITLE --games 100 --seed 50000 --out trials.jsonl
    python -m stockrail.bots.fitting effects trials.jsonl
    python -m stockrail.bots.fitting step trials.jsonl --out weights.toml
    python -m stockrail.bots.fitting duel TITLE --mine weights.toml --games 20 --seed 70000

`effects` and `step` need numpy (the extra "bots").
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from cyclopts import App

from stockrail.bots.bot import Bot
from stockrail.bots.evaluate import Tables, Weights, tables_for, usual_tables
from stockrail.bots.greedy import GreedyBot
from stockrail.bots.trials import GENERAL, LATER, LESS, LEVEL, LEVELS, TILT, Trial, played, shifted, told, trial
from stockrail.titles import title as find_title

SPREADS = (0.01, 0.02, 0.04, 0.08, 0.16)  # of the effects that are thought likely; the data choose among them
WIDER = 4.0  # times as much for what is left out
SEATS = 0.3  # the same for what a seat brings
CLEAR = 1.5  # so many times its error is an effect that a step follows,
SURE = 4.0  # and so many times one that is followed as far as changes were tried
ALL = ""  # where a title stands: all of them together

app = App(name="fitting", help="Fit the weights of the evaluation.")


# -- games ----------------------------------------------------------------------------------------------------------


@app.command
def collect(title: str, *, games: int, seed: int, out: Path, weights: Path | None = None) -> None:
    """Play games with changed weights and append those to a file that it lacks; seeds go in pairs."""
    tables = read_tables(weights) if weights else tables_for(find_title(title))
    played_before = {one.seed for one in read_trials([out]) if one.title == title} if out.exists() else set()
    for number in (n for n in range(2 * seed, 2 * seed + games) if n not in played_before):
        found = trial(title, number, tables)
        with out.open("ab") as file:
            file.write(msgspec.json.encode(found) + b"\n")
        print(f"{title} {number}: phase {found.phase}, {found.actions} actions, {found.worth}", flush=True)


def read_trials(files: Sequence[Path]) -> list[Trial]:
    return [msgspec.json.decode(line, type=Trial) for file in files for line in file.read_bytes().splitlines()]


# -- effects --------------------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """What a change by a factor of e does to the log of one's worth, or what leaving a weight out does; in one title
    beyond what it does in all."""

    title: str
    name: str
    mean: float
    error: float

    @property
    def clear(self) -> float:
        """How many times its error it is."""
        return self.mean / self.error

    def __str__(self) -> str:
        return f"{self.title or 'all':6} {self.name:22} {self.mean:+.3f} ± {self.error:.3f}"


class Estimate(NamedTuple):
    effects: list[Effect]
    spread: float  # that was chosen
    noise: float  # of one player's result


def effects_of(trials: Sequence[Trial], titles: Sequence[str] = ()) -> Estimate:
    """The effects of changes, the likeliest ones being small; for some titles also by which they differ there.

    Each game is compared within itself, so it does not matter how rich all its players became. Whoever sat in a
    better seat is allowed for.
    """
    import numpy as np

    names = [*LEVELS, *(name + LATER for name in LEVELS), *GENERAL, *(name + LESS for name in (*LEVELS, *GENERAL))]
    columns = [(title, name) for title in (ALL, *titles) for name in names]
    seats = sorted({(one.title, len(one.worth), seat) for one in trials for seat in one.seats})
    x = np.concatenate([_rows(one, columns, seats) for one in trials])
    y = np.concatenate([np.array(one.results) for one in trials])
    count = len(y) - len(trials)  # one of each game's results follows from the others
    kinds = np.array([*(WIDER if name.endswith(LESS) else 1.0 for _, name in columns), *(0.0 for _ in seats)])

    def solved(spread: float) -> tuple[float, Any, Any, float]:
        """How likely the data are if effects are spread so; the effects, their errors, the noise."""
        prior = 1 / np.where(kinds, kinds * spread, SEATS) ** 2
        noise = float(y @ y) / count
        for _ in range(20):
            inner = np.linalg.inv(x.T @ x / noise + np.diag(prior))
            found = inner @ x.T @ y / noise
            used = float((1 - prior * np.diag(inner)).sum())
            noise = float(((y - x @ found) ** 2).sum()) / (count - used)
        fit = float(((y - x @ found) ** 2).sum()) / noise + float(prior @ found**2)
        size = -np.linalg.slogdet(inner)[1] - float(np.log(prior).sum()) + count * math.log(noise)
        return -(fit + size) / 2, found, np.sqrt(np.diag(inner)), noise

    likely = {spread: solved(spread) for spread in SPREADS}
    spread = max(SPREADS, key=lambda one: likely[one][0])
    _, found, errors, noise = likely[spread]
    figures = zip(columns, found, errors, strict=False)
    return Estimate([Effect(*column, float(mean), float(error)) for column, mean, error in figures], spread, noise**0.5)


def _rows(one: Trial, columns: Sequence[tuple[str, str]], seats: Sequence[tuple[str, int, int]]) -> Any:
    """How the changes and seats of a game's players differ from the mean of all."""
    import numpy as np

    rows = np.array(
        [
            [
                *(shift.get(name, 0.0) if title in (ALL, one.title) else 0.0 for title, name in columns),
                *(float(place == (one.title, len(one.worth), seat)) for place in seats),
            ]
            for seat, shift in zip(one.seats, one.shifts, strict=True)
        ]
    )
    return rows - rows.mean(axis=0)


@app.command
def effects(*files: Path, apart: bool = False, least: float = 0.0) -> None:
    """Tell the effect of each change with its error; with `apart` also where titles differ from each other."""
    trials = read_trials(files)
    found = effects_of(trials, _titles(trials) if apart else ())
    print(f"{told(trials)}; noise {found.noise:.3f}, effects are spread by {found.spread}")
    for effect in found.effects:
        if abs(effect.clear) >= least:
            print(effect)


def _titles(trials: Sequence[Trial]) -> list[str]:
    return sorted({one.title for one in trials})


# -- a step ---------------------------------------------------------------------------------------------------------


def step_along(found: Sequence[Effect], part: float = 1.0) -> dict[str, float]:
    """A change along the effects that are clear, at most as far as changes were tried."""
    size = {effect.name: TILT if effect.name.endswith(LATER) else LEVEL for effect in found}
    return {
        effect.name: part * size[effect.name] * max(-1.0, min(1.0, effect.clear / SURE))
        for effect in found
        if abs(effect.clear) >= CLEAR and not effect.name.endswith(LESS)
    }


@app.command
def step(*files: Path, out: Path, title: str = ALL, part: float = 1.0) -> None:
    """Write weights that are a step better, if the effects are what they seem: for all titles, or for one of them."""
    trials = [one for one in read_trials(files) if title in (ALL, one.title)]
    tables = tables_for(find_title(title)) if title else usual_tables()
    change = step_along(effects_of(trials).effects, part)
    print(", ".join(f"{name} {by:+.2f}" for name, by in change.items()))
    write_tables(shifted(tables, change), out)


# -- duels ----------------------------------------------------------------------------------------------------------


def margin(title: str, number: int, mine: Tables, theirs: Tables, players: int = 4) -> float:
    """How much more some weights bring than others, as the difference of the mean logs in one game.

    Every other seat has one of them; the next number is the same game with seats swapped.
    """
    seed, swapped = divmod(number, 2)
    own = [(seat + swapped) % 2 == 0 for seat in range(players)]
    bots: list[Bot] = [
        GreedyBot(seed + seat, weights=Weights(mine if own[seat] else theirs)) for seat in range(players)
    ]
    worth, phase, actions = played(title, seed, bots)
    results = Trial(title, number, list(range(players)), [], list(worth), phase, actions).results
    sides = [[one for one, is_own in zip(results, own, strict=True) if is_own == side] for side in (True, False)]
    return sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])


def mean_of(found: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(found) / len(found)
    return mean, math.sqrt(sum((one - mean) ** 2 for one in found) / max(1, len(found) - 1) / len(found))


@app.command
def duel(*titles: str, mine: Path, theirs: Path | None = None, games: int = 20, seed: int = 70_000) -> None:
    """Two bots with some weights against two with others, or with those of the title; seats are swapped."""
    for title in titles:
        known = read_tables(theirs) if theirs else tables_for(find_title(title))
        found = []
        for number in range(2 * seed, 2 * seed + games):
            found.append(margin(title, number, read_tables(mine), known, min(4, max(find_title(title).players))))
            mean, error = mean_of(found)
            print(f"{title}: {len(found)} games, {mean:+.3f} ± {error:.3f}", flush=True)


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
