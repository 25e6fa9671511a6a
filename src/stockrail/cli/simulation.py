"""The command `simulate`: whole games between bots, with a progress bar and a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

import msgspec

from stockrail.bots import Entrant, Pairing, entrant, pairing
from stockrail.bots.ladder import Standing, standings
from stockrail.bots.reach import Reach, reach_by_bot
from stockrail.bots.registry import strongest_cheap
from stockrail.cli.arena import Arena, Played, read_specs, tell_faults
from stockrail.cli.games import check_count, read_rulings
from stockrail.cli.problems import usage
from stockrail.cli.screen import Column, Content, Screen
from stockrail.rules.title import RailTitle
from stockrail.titles import title as find_title

PLAYERS = 4
EVERYBODY = "random"
FURTHER = 10  # of so many games that are checked, a better bot plays one: it comes further


@dataclass(frozen=True)
class Plan:
    """Which games are to be played."""

    title: str
    seats: tuple[str, ...] = ()  # line-ups
    players: int | None = None
    games: int = 10
    seed: int = 0
    rotate: bool = False
    check: bool = False
    options: tuple[str, ...] = ()
    preset: str | None = None
    rulings: tuple[str, ...] = ()


def simulate_games(plan: Plan, arena: Arena, as_json: bool) -> int:
    title = find_title(plan.title)
    arena.checked(plan.games)
    code = arena.loaded()
    line_ups = [_line_up(plan, title, words) for words in plan.seats or _usual(plan)]
    if len({len(seats) for seats in line_ups}) > 1:
        raise usage("all line-ups must have the same number of players")
    games = [one for seats in line_ups for one in _pairings(plan, seats)]
    played = Played(games if plan.seats else _shared(plan, games), code, arena)
    played.play()
    if played.records:
        _report(plan, title, line_ups, played, as_json)
    return played.finish(strict=plan.check)


def _usual(plan: Plan) -> tuple[str, ...]:
    """Who plays if nobody is named: random bots, and where rules are checked some games of a better one."""
    return (EVERYBODY, strongest_cheap().name) if plan.check and plan.games > 1 else (EVERYBODY,)


def _shared(plan: Plan, games: Sequence[Pairing]) -> list[Pairing]:
    """Of the games of two line-ups with the same seeds, the first ones of the one and the last ones of the other."""
    first = plan.games - -(-plan.games // FURTHER) if len(games) > plan.games else plan.games
    return [*games[:first], *games[plan.games + first :]]


def _line_up(plan: Plan, title: RailTitle, words: str) -> list[Entrant]:
    """Who sits where: one bot for each seat, or one for all of them."""
    specs = read_specs([words])
    if not specs:
        raise usage("--seats takes the names of bots, with commas between them")
    if len(specs) == 1:
        specs *= plan.players or PLAYERS
    check_count(title, len(specs))
    if plan.players not in (None, len(specs)):
        raise usage(f"--players {plan.players} does not fit {len(specs)} seats; leave it out")
    made = {spec: entrant(spec) for spec in specs}
    return [made[spec] for spec in specs]


def _pairings(plan: Plan, seats: Sequence[Entrant]) -> list[Pairing]:
    rulings = read_rulings(plan.rulings)
    base = pairing(
        plan.title,
        seats,
        seed=plan.seed,
        options=plan.options,
        preset=plan.preset,
        rulings=rulings,
        check=plan.check,
    )
    shifts = [number % len(seats) if plan.rotate else 0 for number in range(plan.games)]
    return [
        msgspec.structs.replace(base, seed=plan.seed + number, seats=base.seats[-shift:] + base.seats[:-shift])
        for number, shift in enumerate(shifts)
    ]


# -- the summary --------------------------------------------------------------------------------------------------


def _report(plan: Plan, title: RailTitle, line_ups: Sequence[Sequence[Entrant]], played: Played, as_json: bool) -> None:
    summary = sum_up(plan, title, line_ups, played)
    screen = Screen()
    if as_json:
        screen.json(summary)
    else:
        played.told_before(screen)
        _print(screen, summary, compares=bool(plan.seats))


def sum_up(plan: Plan, title: RailTitle, line_ups: Sequence[Sequence[Entrant]], played: Played) -> dict[str, Any]:
    """The figures of all games."""
    records, now, seconds = played.records, played.now, played.seconds
    return {
        "title": title.name,
        "players": len(line_ups[0]),
        "seats": [[one.spec for one in seats] for seats in line_ups],
        "games": len(records),
        "seed": plan.seed,
        "jobs": played.arena.processes,
        "checked": plan.check,
        "actions": _spread([record.actions for record in records]),
        "winner_worth": _spread([max(record.worth) for record in records]),
        "ends": dict(Counter(record.reason for record in records).most_common()),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(now) / seconds, 2),
        "actions_per_second": round(sum(record.actions for record in now) / seconds),
        "bots": standings(records),
        "reach": reach_by_bot(records, list(title.phases)),
        "records": records,
    }


def _spread(numbers: Sequence[int]) -> dict[str, int]:
    return {"least": min(numbers), "mean": round(mean(numbers)), "most": max(numbers)}


def _print(screen: Screen, summary: dict[str, Any], compares: bool) -> None:
    checked = ", all invariants checked after every action" if summary["checked"] else ""
    first = summary["seed"]
    last = max(record.seed for record in summary["records"])
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
    if summary["games_per_second"]:
        screen.line(
            f"{summary['seconds']:.1f} s, {summary['games_per_second']:.2f} games and "
            f"{summary['actions_per_second']:,} actions per second"
        )
    if compares and {one.bot for one in summary["bots"]} != {EVERYBODY}:
        screen.line()
        print_standings(screen, [Column("bot")], [([one.bot], one) for one in summary["bots"]])
    tell_faults(screen, summary["records"])
    if summary["checked"]:
        screen.line()
        _print_reach(screen, summary["reach"])


RESULTS = ("played", "won", "rate", "95 %", "worth", "ratio", "95 %", "faults")
COSTS = ("moves", "mean", "99 %", "worst", "work")


def print_standings(
    screen: Screen, first: Sequence[Column], rows: Sequence[tuple[Sequence[Content], Standing]]
) -> None:
    """Two tables of bots: what they won and were worth, what they cost. First comes which bots they are."""
    screen.table([*first, *_numbers(RESULTS)], [[*names, *_results(one)] for names, one in rows])
    screen.line("ratio: own worth to the mean of the others", "dim")
    screen.line()
    screen.table([*first, *_numbers(COSTS)], [[*names, *_costs(one)] for names, one in rows])
    screen.line("processor time and work per move", "dim")


def _numbers(headings: Sequence[str]) -> list[Column]:
    return [Column(heading, right=True) for heading in headings]


def _results(one: Standing) -> list[Content]:
    rate, ratio = one.rate, one.ratio
    return [
        one.seats,
        f"{one.won:.1f}".removesuffix(".0"),
        f"{one.won / one.seats:.0%}" if one.seats else "",
        f"{rate.low:.0%}–{rate.high:.0%}" if rate else "",
        "" if one.worth is None else f"{one.worth:,}",
        f"{ratio.value:.2f}" if ratio else "",
        f"{ratio.low:.2f}–{ratio.high:.2f}" if ratio else "",
        one.faults or "",
    ]


def _costs(one: Standing) -> list[Content]:
    times = (one.cost.mean, one.cost.p99, one.cost.worst)
    return [f"{one.cost.moves:,}", *map(_time, times), "" if one.work is None else f"{one.work:,.0f}"]


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def _print_reach(screen: Screen, reach: dict[str, Reach]) -> None:
    """How far play came, one bot beside the other."""
    found = list(reach.values())
    rows: list[list[Content]] = []
    for name in dict.fromkeys(name for one in found for name in one.phases):
        rows.append([f"games to phase {name}", *(f"{one.phases.get(name, 0)} of {one.games}" for one in found)])
    rows.append(["kinds of decision", *(len(one.kinds) for one in found)])
    for name in sorted({name for one in found for name in one.kinds}):
        rows.append([f"  {name}", *(f"{one.kinds[name]:,}" if name in one.kinds else "–" for one in found)])
    screen.table([Column("how far play came"), *(Column(spec, right=True) for spec in reach)], rows)
