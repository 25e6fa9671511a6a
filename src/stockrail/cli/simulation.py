"""The command `simulate`: whole games by random bots, with a progress bar and a summary."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

from stockrail.bots import GameRecord, play_games
from stockrail.cli.games import span
from stockrail.cli.problems import usage
from stockrail.cli.screen import Column, Screen
from stockrail.titles import title as find_title

MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Plan:
    """Which games are to be played."""

    title: str
    players: int
    games: int
    seed: int
    jobs: int
    check: bool
    options: tuple[str, ...] = ()


def simulate_games(plan: Plan, as_json: bool) -> int:
    title = find_title(plan.title)
    if plan.players not in title.players:
        raise usage(f"{title.name} is for {span(title.players)} players, not {plan.players}")
    title.resolve_options(plan.options)
    if plan.games < 1 or plan.jobs < 1:
        raise usage("ask for at least one game and one job")
    if plan.games > MOST_GAMES:
        raise usage(f"at most {MOST_GAMES:,} games at once, not {plan.games:,}")
    plan = replace(plan, jobs=min(plan.jobs, os.cpu_count() or 1))  # more processes would only wait for one another
    started = time.perf_counter()
    records = list(_watched(_play(plan, title.name), plan.games))
    summary = sum_up(plan, title.name, records, time.perf_counter() - started)
    screen = Screen()
    if as_json:
        screen.json(summary)
    else:
        _print(screen, summary)
    return 0


def _play(plan: Plan, title: str) -> Iterator[GameRecord]:
    return play_games(title, plan.players, plan.games, plan.seed, plan.jobs, plan.check, plan.options)


def _watched(records: Iterable[GameRecord], total: int) -> Iterable[GameRecord]:
    """With a progress bar, where somebody can see it."""
    screen = Screen(sys.stderr)
    if not screen.is_terminal:
        return records
    from rich.progress import track

    return track(records, description="games", total=total, console=screen.console, transient=True)


def sum_up(plan: Plan, title: str, records: Sequence[GameRecord], seconds: float) -> dict[str, Any]:
    """The figures of all games."""
    actions = [record.actions for record in records]
    return {
        "title": title,
        "players": plan.players,
        "games": len(records),
        "seed": plan.seed,
        "jobs": plan.jobs,
        "checked": plan.check,
        "actions": _spread(actions),
        "winner_worth": _spread([max(record.worth) for record in records]),
        "ends": dict(Counter(record.reason for record in records).most_common()),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(records) / seconds, 2),
        "actions_per_second": round(sum(actions) / seconds),
        "records": records,
    }


def _spread(numbers: Sequence[int]) -> dict[str, int]:
    return {"least": min(numbers), "mean": round(mean(numbers)), "most": max(numbers)}


def _print(screen: Screen, summary: dict[str, Any]) -> None:
    checked = ", all invariants checked after every action" if summary["checked"] else ""
    first, last = summary["seed"], summary["seed"] + summary["games"] - 1
    screen.heading(
        f"{summary['title']}: {summary['games']} games of {summary['players']} bots, seeds {first} to {last}{checked}"
    )
    columns = [Column(""), *(Column(word, right=True) for word in ("least", "mean", "most"))]
    rows = [
        [name, *(f"{number:,}" for number in summary[field].values())]
        for name, field in (("actions per game", "actions"), ("winner's worth", "winner_worth"))
    ]
    screen.table(columns, rows)
    screen.line("ended by: " + ", ".join(f"{reason} {count}" for reason, count in summary["ends"].items()))
    screen.line(
        f"{summary['seconds']:.1f} s, {summary['games_per_second']:.2f} games and "
        f"{summary['actions_per_second']:,} actions per second"
    )
