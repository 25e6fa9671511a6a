"""The command `ladder`: each bot against the next weaker one, in each title, as a table with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from stockrail.bots import pairing
from stockrail.bots.ladder import Rung, rungs
from stockrail.bots.registry import OURS
from stockrail.cli.arena import Arena, Played, read_specs, tell_faults
from stockrail.cli.games import check_count, read_rulings
from stockrail.cli.screen import Column, Screen
from stockrail.cli.simulation import print_standings
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.titles import title as find_title


@dataclass(frozen=True)
class Climb:
    """Which bots are to be measured, and how."""

    titles: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    players: int
    seed: int
    options: tuple[str, ...] = ()
    preset: str | None = None
    rulings: tuple[str, ...] = ()


def climb_ladder(climb: Climb, arena: Arena, as_json: bool) -> int:
    titles = [find_title(name) for name in climb.titles] or list(all_titles().values())
    arena.checked(climb.games)
    code = arena.loaded()
    bots = read_specs(climb.bots) or [level.name for level in reversed(OURS)]
    found = [rung for title in titles for rung in _rungs(climb, title, bots)]
    played = Played([one for rung in found for one in rung.pairings], code, arena)
    played.play()
    if played.records:
        _report(climb, found, played, as_json)
    return played.finish(strict=False)


def _rungs(climb: Climb, title: RailTitle, bots: Sequence[str]) -> list[Rung]:
    check_count(title, climb.players)
    base = pairing(
        title.name,
        [bots[-1]] * climb.players,
        seed=climb.seed,
        options=climb.options,
        preset=climb.preset,
        rulings=read_rulings(climb.rulings),
    )
    return rungs(base, bots, climb.games)


def _report(climb: Climb, found: Sequence[Rung], played: Played, as_json: bool) -> None:
    screen = Screen()
    records = {record.id: record for record in played.records}
    rows = [(rung, rung.standing(records)) for rung in found]
    if as_json:
        screen.json([_facts(rung) | msgspec.structs.asdict(standing) for rung, standing in rows])
        return
    played.told_before(screen)
    last = climb.seed + (climb.games - 1) // climb.players
    screen.heading(f"One bot against {climb.players - 1} of another, seats rotated, seeds {climb.seed} to {last}")
    names = [Column("title"), Column("bot"), Column("against")]
    print_standings(screen, names, [(_names(rung), standing) for rung, standing in rows if standing.seats])
    tell_faults(screen, played.records)


def _names(rung: Rung) -> list[str]:
    return [rung.pairings[0].title, rung.strong.spec, rung.weak.spec]


def _facts(rung: Rung) -> dict[str, Any]:
    first = rung.pairings[0]
    return {"title": first.title, "players": len(first.seats), "against": rung.weak.spec}
