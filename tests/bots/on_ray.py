"""Games on a Ray cluster are those of one process. Run by `make cluster-test`: Ray is large and starts slowly."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from stockrail.bots import OnRay, Processes, Records, Schedule, hold, pairing
from stockrail.bots.code import Code, load
from stockrail.bots.runners import ClusterError, Serial

ray = pytest.importorskip("ray")

CODE = """
import os
from stockrail.bots import RandomBot

class Calm(RandomBot):
    name = "calm"
    def __init__(self, seed: int, passes: int = 9) -> None:
        super().__init__(seed, {"Pass": passes})

class Deadly(RandomBot):
    name = "deadly"
    def choose(self, game):
        if game.ply >= 20:
            os._exit(7)
        return super().choose(game)
"""


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes of the cluster find the miniature title, which is not installed."""
    root = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def code() -> Iterator[Code]:
    code = Code("own_bots.py", CODE)
    load(code)
    yield code
    sys.modules.pop(code.module, None)


def test_eight_games_on_ray_are_those_of_one_process_byte_by_byte_but_for_time(code: Code, tmp_path: Path) -> None:
    games = [pairing("Mini", ["random", "calm:passes=20", "calm"], seed=seed) for seed in range(4)]
    games += [pairing("18EU", ["random"] * 4, seed=seed) for seed in range(2)]
    games += [pairing("1862", ["random"] * 3, seed=seed) for seed in range(2)]
    schedule = Schedule(tuple(games), (code,))
    alone = hold(schedule, Serial(), Records(tmp_path / "serial"))
    far = hold(schedule, OnRay("local"), Records(tmp_path / "ray"))
    assert len(alone) == 8
    assert [msgspec.json.encode(one.timeless()) for one in alone] == [
        msgspec.json.encode(one.timeless()) for one in far
    ]
    for path in (tmp_path / "serial" / "games").iterdir():
        assert path.read_bytes() == (tmp_path / "ray" / "games" / path.name).read_bytes()


def test_a_game_whose_machine_fails_is_lost_after_two_retries_and_the_others_are_played(code: Code) -> None:
    games = [pairing("Mini", seats, seed=1) for seats in (["random"] * 2, ["deadly", "random"], ["random"] * 3)]
    found = hold(Schedule(tuple(games), (code,)), OnRay("local"))
    assert [record.fault and record.fault.kind for record in found] == [None, "lost", None]
    assert found[0] == msgspec.structs.replace(
        hold(Schedule(tuple(games[:1])), Processes(1))[0], seconds=found[0].seconds, costs=found[0].costs
    )


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(ClusterError, match="no Ray cluster at 'auto'"):
        hold(Schedule((pairing("Mini", ["random"] * 2),)), OnRay("auto"))
