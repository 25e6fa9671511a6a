"""What commands that let bots play have in common: where games are played and kept, progress, and interruptions."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stockrail.bots import OnRay, Processes, Record, Records, Runner, Schedule, Serial, Tournament, levels
from stockrail.bots.code import Code, load, read_code
from stockrail.bots.pairings import Pairing
from stockrail.bots.record import BLAMELESS
from stockrail.cli.problems import DIFFERENCE, INTERRUPTED, Failure, usage
from stockrail.cli.screen import Cell, Column, Screen

MOST_GAMES = 1_000_000
SHOWN_FAULTS = 5


@dataclass(frozen=True)
class Arena:
    """Where games are played and kept, and whose bots play beside Stockrail's own."""

    jobs: int = 1
    out: Path | None = None
    ray: str | None = None
    code: tuple[Path, ...] = ()

    def checked(self, games: int) -> None:
        """Refuse what makes no sense, before anything is played."""
        if games < 1 or self.jobs < 1:
            raise usage("ask for at least one game and one job")
        if games > MOST_GAMES:
            raise usage(f"at most {MOST_GAMES:,} games at once, not {games:,}")
        if self.ray is not None and self.jobs > 1:
            raise usage("--jobs is for this machine; a cluster decides for itself how many games it plays at once")
        if self.out is not None and self.out.exists() and not self.out.is_dir():
            raise usage(f"{self.out} is not a folder")

    @property
    def processes(self) -> int:
        """More processes than processors would only wait for one another."""
        return min(self.jobs, os.cpu_count() or 1)

    @property
    def runner(self) -> Runner:
        if self.ray is not None:
            return OnRay(self.ray)
        return Processes(self.processes) if self.processes > 1 else Serial()

    def loaded(self) -> tuple[Code, ...]:
        """The code of one's own bots, whose names are known from now on."""
        code = tuple(read_code(path) for path in self.code)
        for one in code:
            load(one)
        return code


def usual_jobs(ray: str | None) -> int:
    """All processors but one, which somebody may want to work with."""
    return 1 if ray is not None else max(1, (os.cpu_count() or 2) - 1)


def show_bots(code: Sequence[Path], as_json: bool) -> int:
    """The command `bots`."""
    Arena(code=tuple(code)).loaded()
    screen = Screen()
    if as_json:
        screen.json([{"name": level.name, "text": level.text} for level in levels()])
    else:
        screen.table([Column("Bot"), Column("")], [[Cell(level.name, "bold"), level.text] for level in levels()])
    return 0


def read_specs(words: Iterable[str]) -> list[str]:
    """Specs of bots that may have been given one by one or with commas between them."""
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


class Played:
    """The games of a command: what was there before, what has been played now, and whether it was all."""

    def __init__(self, pairings: Sequence[Pairing], code: tuple[Code, ...], arena: Arena) -> None:
        self.arena = arena
        records = Records(arena.out) if arena.out else None
        self.tournament = Tournament(Schedule(tuple(pairings), code), arena.runner, records)
        self.now: list[Record] = []
        self.interrupted = False
        self.seconds = 0.0

    def play(self) -> None:
        """Play what is missing; an interruption leaves what is there."""
        started = time.perf_counter()
        total = len(self.tournament.schedule.pairings)
        try:
            for record in _watched(self.tournament.play(), total - self.tournament.before):
                self.now.append(record)
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds = time.perf_counter() - started

    @property
    def records(self) -> list[Record]:
        return self.tournament.results()

    def told_before(self, screen: Screen) -> None:
        """Say what an earlier run has left."""
        if self.tournament.before:
            screen.line(f"{_games(self.tournament.before)} from an earlier run in {self.arena.out}")

    def finish(self, strict: bool) -> int:
        """The exit status; faults and interruptions are failures. Strictly taken, the faults of bots are, too."""
        if self.interrupted:
            raise self._interruption()
        faults = [record for record in self.records if record.fault]
        grave = [record for record in faults if strict or not record.counts]
        if grave:
            raise self._failure(grave)
        return 0

    def _interruption(self) -> Failure:
        done, total = len(self.records), len(self.tournament.schedule.pairings)
        kept = f"They are in {self.arena.out}; the same command goes on from there."
        lost = "Nothing was kept; with --out DIR, games are kept and the same command goes on later."
        return Failure(f"interrupted after {done} of {total} games", INTERRUPTED, kept if self.arena.out else lost)

    def _failure(self, faults: Sequence[Record]) -> Failure:
        first = faults[0]
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        where = f"The game: {self.arena.out / 'games' / first.id}.json" if self.arena.out else ""
        return Failure(fault_of(first) + more, DIFFERENCE, where)


def fault_of(record: Record) -> str:
    """Why a game was stopped."""
    fault = record.fault
    assert fault is not None
    if fault.kind in BLAMELESS:
        return fault.text if fault.kind != "lost" else f"game {record.seed} is lost: {fault.text}"
    assert fault.seat is not None
    who = f"{record.bots[fault.seat].spec} in seat {fault.seat + 1}"
    return f"game {record.seed}, action {record.actions}: {who} loses ({fault.kind}): {fault.text}"


def tell_faults(screen: Screen, records: Sequence[Record]) -> None:
    """The first few games that a bot has lost by its own fault."""
    faults = [record for record in records if record.fault and record.counts]
    for record in faults[:SHOWN_FAULTS]:
        screen.line(fault_of(record), hang=2)
    if len(faults) > SHOWN_FAULTS:
        screen.line(f"and {len(faults) - SHOWN_FAULTS} more games lost by a fault")


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _watched(records: Iterable[Record], total: int) -> Iterable[Record]:
    """With a progress bar on standard error, where somebody can see it."""
    screen = Screen(sys.stderr)
    if not screen.is_terminal:
        return records
    from rich.progress import track

    return track(records, description="games", total=total, console=screen.console, transient=True)
