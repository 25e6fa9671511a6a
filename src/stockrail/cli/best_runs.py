"""The command `routes`: what trains could have earned beside what they did."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from stockrail.cli.problems import usage
from stockrail.cli.screen import Cell, Column, Screen
from stockrail.cli.sources import Source, open_source
from stockrail.cli.summary import show_parts
from stockrail.routes import Run
from stockrail.rules.actions import RunTrains
from stockrail.rules.earnings import Account
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.rules.track import track
from stockrail.words import Speaker


class Finding(msgspec.Struct, frozen=True):
    """One run: `played` is None where none was recorded."""

    action: int
    company: str
    best: int
    played: int | None
    complete: bool
    ms: float


def show_routes(path: Path, at: int | None, recover: bool, as_json: bool) -> int:
    source = open_source(path, recover)
    if at is None:
        found = sorted(all_runs(source), key=lambda finding: finding.action)
        account = None
    else:
        finding, account = one_run(source, at)
        found = [finding]
    screen = Screen()
    if as_json:
        screen.json(found)
    else:
        _print(screen, source.game, found, account)
    return 0


def all_runs(source: Source) -> Iterator[Finding]:
    """Every recorded run from the last to the first: taking actions back is cheaper than any copy."""
    while source.game.ply:
        revenue = source.game.state.flags.get("revenue")
        number, action = source.step_back()
        if isinstance(action, RunTrains):
            yield measured(source.game, number, action.company, revenue)[0]


def one_run(source: Source, at: int) -> tuple[Finding, Account]:
    """The run of action `at`; if it is none, what the company in turn could earn after it."""
    game = source.back_to(at)
    if at and isinstance(game.actions[-1], RunTrains):
        revenue = game.state.flags.get("revenue")
        _, action = source.step_back()
        assert isinstance(action, RunTrains)
        return measured(game, at, action.company, revenue)
    company = operating_company(game)
    if company is None:
        raise usage(f"{source.path}: no company is operating at action {at}")
    return measured(game, at, company, None)


def measured(game: RailGame, number: int, company: str, played: int | None) -> tuple[Finding, Account]:
    """The most that a company could earn in a position, with the time that it takes to find out."""
    track(game).memo.clear()  # what the replay found out would make the search look instant
    started = time.perf_counter()
    account = game.title.account(game, company)
    ms = round((time.perf_counter() - started) * 1000, 2)
    return Finding(number, company, account.total, played, account.proven, ms), account


def _print(screen: Screen, game: RailGame, found: list[Finding], account: Account | None) -> None:
    if not found:
        screen.line("no runs")
        return
    speaker = Speaker(game)
    columns = [
        Column("Action", right=True),
        Column("Company"),
        Column("Best", right=True),
        Column("Played", right=True),
        Column(""),
        Column("ms", right=True),
    ]
    screen.table(columns, [_row(speaker, finding) for finding in found])
    if account is not None and account.run is not None:
        _print_run(screen, speaker, account.run)
    elif account is not None:
        show_parts(screen, speaker, account)
    if len(found) > 1:
        _totals(screen, speaker, found)


def _print_run(screen: Screen, speaker: Speaker, run: Run) -> None:
    """Train by train, with all hexes."""
    for route in run.routes:
        screen.line(f"{speaker.train(route.train)}: {' '.join(route.hexes)}, {speaker.money(route.revenue)}")
    for train, (hex_, _), pays in run.doubled:
        screen.line(f"{speaker.train(train)}: {speaker.hex(hex_)} again, {speaker.money(pays)}")
    if run.complete:
        screen.line(f"Proven best: {run.looked_at:,} positions checked.")


def _row(speaker: Speaker, finding: Finding) -> list[str | int | Cell]:
    played = "–" if finding.played is None else speaker.money(finding.played)
    below = finding.best - (finding.best if finding.played is None else finding.played)
    verdict = Cell(f"{speaker.money(below)} below", "red") if below else ""
    if not finding.complete:
        verdict = Cell("not proven", "yellow")
    best, ms = speaker.money(finding.best), f"{finding.ms:.1f}"
    return [finding.action, speaker.company(finding.company), best, played, verdict, ms]


def _totals(screen: Screen, speaker: Speaker, found: list[Finding]) -> None:
    below = [finding.best - finding.played for finding in found if finding.played is not None]
    missed = [amount for amount in below if amount > 0]
    slowest = max(finding.ms for finding in found)
    text = f"{len(found)} runs; {len(missed)} earned less than they could"
    if missed:
        text += f", {speaker.money(sum(missed))} in total"
    screen.line(f"{text}. The slowest search took {slowest:.0f} ms.")
