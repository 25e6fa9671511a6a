"""Many games: the same records wherever they are played, and a broken run goes on with what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from tests import mini

import stockrail
from stockrail.bots import Pairing, Processes, Record, Records, Schedule, Tournament, hold, levels, pairing
from stockrail.bots.code import Code, load
from stockrail.bots.match import Played, lost, play
from stockrail.bots.runners import ClusterError, OnRay, Serial

CODE = '''
import os
from stockrail.bots import RandomBot

class Calm(RandomBot):
    name = "calm"
    def __init__(self, seed: int, passes: int = 9) -> None:
        super().__init__(seed, {"Pass": passes})

class Deadly(RandomBot):
    """Ends its process, if it is told to."""
    name = "deadly"
    def choose(self, game):
        if game.ply >= 20 and os.environ.get("DEADLY") == "yes":
            os._exit(7)
        return super().choose(game)
'''


@pytest.fixture
def code() -> Iterator[Code]:
    code = Code("own_bots.py", CODE)
    load(code)
    yield code
    sys.modules.pop(code.module, None)


def games(count: int = 4, seats: Sequence[str] = ("random",) * 3, title: str = "Mini") -> tuple[Pairing, ...]:
    return tuple(pairing(title, seats, seed=seed) for seed in range(count))


class Counting(Serial):
    """Notes what is played; after some games somebody interrupts it."""

    def __init__(self, stop: int = 99) -> None:
        self.seeds: list[int] = []
        self.stop = stop

    def play(self, pairings: Sequence[Pairing], code: Sequence[Code]) -> Iterator[Played]:
        for played in super().play(pairings, code):
            if len(self.seeds) == self.stop:
                raise KeyboardInterrupt
            self.seeds.append(played.record.seed)
            yield played


def lines(folder: Path) -> list[bytes]:
    return (folder / "records.jsonl").read_bytes().splitlines()


# -- the same everywhere ------------------------------------------------------------------------------------------


def test_processes_bring_the_same_records_as_one_process_byte_by_byte_but_for_time(code: Code, tmp_path: Path) -> None:
    seats = ("random", "calm:passes=20", "calm")
    schedule = Schedule((*games(5, seats), *games(1, title="18EU")), (code,))
    alone = hold(schedule, Serial(), Records(tmp_path / "serial"))
    together = hold(schedule, Processes(2), Records(tmp_path / "processes"))
    assert len(alone) == 6
    assert [msgspec.json.encode(one.timeless()) for one in alone] == [
        msgspec.json.encode(one.timeless()) for one in together
    ]
    saves = [sorted((tmp_path / name / "games").iterdir()) for name in ("serial", "processes")]
    assert [path.read_bytes() for path in saves[0]] == [path.read_bytes() for path in saves[1]]
    assert len(saves[0]) == 6


def test_many_small_games_travel_together_and_all_arrive() -> None:
    schedule = Schedule(games(40))
    assert [record.seed for record in hold(schedule, Processes(1))] == list(range(40))


def test_a_game_whose_process_dies_is_lost_and_the_others_are_played(
    code: Code, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADLY", "yes")
    schedule = Schedule((*games(1, ("deadly", "random")), *games(3)), (code,))
    records = hold(schedule, Processes(2))
    assert [record.fault and record.fault.kind for record in records] == ["lost", None, None, None]
    assert not records[0].counts and records[0].winners == ()


ENDLESS = '''
from stockrail.bots import Processes, Schedule, hold, pairing
from stockrail.bots.code import Code, load

CODE = """
from stockrail.bots import RandomBot

class Endless(RandomBot):
    name = "endless"
    def choose(self, game):
        print("thinking", flush=True)
        while True:
            pass
"""

if __name__ == "__main__":
    code = Code("endless.py", CODE)
    load(code)
    hold(Schedule((pairing("18EU", ["endless", "random"]),), (code,)), Processes(1))
'''


def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    """They share its standard output, which comes to its end only when the last of them has ended."""
    (tmp_path / "endless_run.py").write_text(ENDLESS, encoding="utf-8")
    run = subprocess.Popen([sys.executable, str(tmp_path / "endless_run.py")], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdout.readline() == "thinking\n"
    run.kill()
    run.communicate(timeout=60)


def test_without_ray_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match=r"pip install 'stockrail\[cluster\]'"):
        hold(Schedule(games(1)), OnRay())


@pytest.mark.parametrize(("address", "starts"), [("local", 3), ("auto", 1)])
def test_a_cluster_on_a_busy_machine_is_started_again(address: str, starts: int) -> None:
    slow = SlowRay(late=starts - 1)
    OnRay(address)._connect(slow)
    assert slow.starts == starts
    slow = SlowRay(late=starts)
    with pytest.raises(ClusterError, match="timed out"):
        OnRay(address)._connect(slow)
    assert slow.starts == starts


class SlowRay:
    """Stands for Ray where its processes come up too late, so many times."""

    def __init__(self, late: int) -> None:
        self.late, self.starts = late, 0

    def init(self, **_: object) -> None:
        self.starts += 1
        if self.starts <= self.late:
            raise RuntimeError("timed out during startup")

    def shutdown(self) -> None:
        pass


# -- records ------------------------------------------------------------------------------------------------------


def test_every_record_has_a_save_that_leads_to_its_end(tmp_path: Path) -> None:
    for record in hold(Schedule(games(2)), None, Records(tmp_path)):
        game = stockrail.load(tmp_path / "games" / f"{record.id}.json")
        assert (game.ply, game.result().worth) == (record.actions, record.worth)


def test_records_are_lines_of_json_that_are_read_as_they_were_written(tmp_path: Path) -> None:
    records = hold(Schedule(games(2)), None, Records(tmp_path))
    assert list(Records(tmp_path).read().values()) == records
    assert [json.loads(line)["seed"] for line in lines(tmp_path)] == [0, 1]
    assert set(json.loads(lines(tmp_path)[0])) == set(Record.__struct_fields__)


def test_a_broken_run_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    schedule = Schedule(games(4))
    first = Counting(stop=2)
    with pytest.raises(KeyboardInterrupt):
        hold(schedule, first, Records(tmp_path))
    again = Counting()
    records = hold(schedule, again, Records(tmp_path))
    assert (first.seeds, again.seeds) == ([0, 1], [2, 3])
    assert [record.timeless() for record in records] == [record.timeless() for record in hold(schedule)]


def test_a_torn_last_line_is_played_again_and_the_file_goes_on_behind_it(tmp_path: Path) -> None:
    schedule = Schedule(games(3))
    whole = hold(schedule, None, Records(tmp_path))
    file = tmp_path / "records.jsonl"
    file.write_bytes(file.read_bytes()[:-40])
    again = Counting()
    assert [one.timeless() for one in hold(schedule, again, Records(tmp_path))] == [one.timeless() for one in whole]
    assert again.seeds == [2]
    assert len(lines(tmp_path)) == 4
    assert hold(schedule, last := Counting(), Records(tmp_path)) and last.seeds == []


def test_a_folder_holds_the_games_of_several_schedules(tmp_path: Path) -> None:
    hold(Schedule(games(3)), None, Records(tmp_path))
    other = Counting()
    assert len(hold(Schedule(games(4, ("random",) * 2)), other, Records(tmp_path))) == 4
    assert other.seeds == [0, 1, 2, 3]
    assert len(lines(tmp_path)) == 7


def test_another_version_of_a_bot_plays_its_games_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(Schedule(games(2)), None, Records(tmp_path))
    monkeypatch.setattr("stockrail.bots.RandomBot.version", "next")
    again = Counting()
    hold(Schedule(games(2)), again, Records(tmp_path))
    assert again.seeds == [0, 1]


def test_a_game_that_engine_or_machine_spoilt_is_tried_again_one_that_a_bot_spoilt_is_not(tmp_path: Path) -> None:
    schedule = Schedule(tuple(msgspec.structs.replace(one, cap=20) for one in games(2)))
    records = Records(tmp_path)
    records.open()
    records.add(lost(schedule.pairings[0], "the lights went out"))
    records.add(play(schedule.pairings[1]))
    again = Counting()
    found = hold(schedule, again, records)
    assert again.seeds == [0]
    assert [record.fault and record.fault.kind for record in found] == ["cap", "cap"]


def test_games_are_known_by_all_that_decides_how_they_go() -> None:
    one = pairing("Mini", ["random"] * 2)
    others = [
        pairing("Mini", ["random"] * 3),
        pairing("Mini", ["random"] * 2, seed=1),
        pairing("Mini", ["random"] * 2, cap=10),
        pairing("Mini", ["random"] * 2, check=True),
        msgspec.structs.replace(one, facts="others"),
        msgspec.structs.replace(one, rulings={"new": "yes"}),
        msgspec.structs.replace(one, options=("new",)),
    ]
    assert len({one.id, *(other.id for other in others)}) == 8
    assert one.id == pairing(mini.TITLE.name.lower(), ["random"] * 2).id
    assert msgspec.json.decode(msgspec.json.encode(one), type=Pairing).id == one.id


def test_a_game_that_is_on_the_schedule_twice_is_played_once() -> None:
    runner = Counting()
    assert len(hold(Schedule(games(2) * 3), runner)) == 2
    assert runner.seeds == [0, 1]


def test_a_tournament_tells_how_many_games_were_there(tmp_path: Path) -> None:
    hold(Schedule(games(2)), None, Records(tmp_path))
    tournament = Tournament(Schedule(games(3)), None, Records(tmp_path))
    assert (tournament.before, len(tournament.results())) == (2, 2)
    assert [record.seed for record in tournament.play()] == [2]
    assert [record.seed for record in tournament.results()] == [0, 1, 2]


def test_the_code_of_a_schedule_is_known_in_this_process_too(code: Code) -> None:
    assert {"calm", "deadly"} <= {level.name for level in levels()}
