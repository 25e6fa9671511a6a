"""Many games: a schedule says which, a runner plays them somewhere, and records keep what came out.

A run that was broken off goes on with what is missing, and the records are the same whatever the runner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from stockrail.bots.code import Code
from stockrail.bots.match import Played
from stockrail.bots.pairings import Pairing
from stockrail.bots.record import Record
from stockrail.bots.runners import Runner, Serial
from stockrail.core.saving import write


class Schedule(msgspec.Struct, frozen=True):
    """Which games are to be played, and the code of bots that do not come with Stockrail."""

    pairings: tuple[Pairing, ...]
    code: tuple[Code, ...] = ()

    def without(self, ids: Iterable[str]) -> Schedule:
        """What is missing, each game once."""
        missing = {one.id: one for one in self.pairings}
        for id_ in ids:
            missing.pop(id_, None)
        return msgspec.structs.replace(self, pairings=tuple(missing.values()))


class Records:
    """Records in a folder: a line of `records.jsonl` for each game, and its save as `games/ID.json`."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.file = self.folder / "records.jsonl"
        self.saves = self.folder / "games"

    def read(self) -> dict[str, Record]:
        """All records by id. A line that was torn when a run was broken off is as good as none."""
        found: dict[str, Record] = {}
        if self.file.exists():
            for line in self.file.read_bytes().splitlines():
                record = _read(line)
                if record is not None:
                    found[record.id] = record
        return found

    def open(self) -> None:
        """Make the folder ready to write to."""
        self.saves.mkdir(parents=True, exist_ok=True)
        with self.file.open("ab+") as file:
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.write(b"\n")  # after a torn line

    def add(self, played: Played) -> None:
        """Keep a game. Its save comes first: what has a record has a save."""
        write(played.save, self.saves / f"{played.record.id}.json")
        with self.file.open("ab") as file:
            file.write(msgspec.json.encode(played.record) + b"\n")


def _read(line: bytes) -> Record | None:
    try:
        return msgspec.json.decode(line, type=Record)
    except msgspec.DecodeError:  # also if it is not a record of this version
        return None


class Tournament:
    """A schedule that is being played."""

    def __init__(self, schedule: Schedule, runner: Runner | None = None, records: Records | None = None) -> None:
        self.schedule = schedule.without(())
        self.runner = runner or Serial()
        self.records = records
        self.found = self._known(records.read() if records else {})
        self.before = len(self.found)  # games that an earlier run has played

    def _known(self, records: Mapping[str, Record]) -> dict[str, Record]:
        """Of all records, those of this schedule that need not be played again."""
        known = {one.id: records[one.id] for one in self.schedule.pairings if one.id in records}
        return {id_: record for id_, record in known.items() if record.counts}

    def play(self) -> Iterator[Record]:
        """Play what is missing; yields each record as its game ends."""
        missing = self.schedule.without(self.found)
        if not missing.pairings:
            return
        if self.records:
            self.records.open()
        for played in self.runner.play(missing.pairings, missing.code):
            if self.records:
                self.records.add(played)
            self.found[played.record.id] = played.record
            yield played.record

    def results(self) -> list[Record]:
        """What has been played so far, in the order of the schedule."""
        return [self.found[one.id] for one in self.schedule.pairings if one.id in self.found]


def hold(schedule: Schedule, runner: Runner | None = None, records: Records | None = None) -> list[Record]:
    """Play a whole schedule; returns its records in order."""
    tournament = Tournament(schedule, runner, records)
    for _ in tournament.play():
        pass
    return tournament.results()
