"""Real games of the public site replay to the penny: the whole state after every action."""

from pathlib import Path

import msgspec
import pytest

from stockrail.files.public_log import LogReplay
from stockrail.files.trace import Difference, compare, read_trace

GAMES = ["74045", "auto_pass_already_tokened"]


def replay_of(shared: Path, name: str) -> LogReplay:
    return LogReplay(msgspec.json.decode((shared / "fixtures" / "18EU" / f"{name}.json").read_bytes()))


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_agrees_with_its_trace_after_every_action(shared: Path, name: str) -> None:
    records = read_trace(shared / "fixtures" / "18EU" / f"{name}.trace.jsonl.gz")
    outcome = list(compare(replay_of(shared, name), records))
    assert not isinstance(outcome[-1], Difference), str(outcome[-1])
    assert len(outcome) == len(records) - 1


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_ends_with_the_recorded_result(shared: Path, name: str) -> None:
    replay = replay_of(shared, name)
    for _ in replay.play():
        pass
    recorded = replay.raw["result"]
    worth = replay.game.result().worth
    assert {str(id_): worth[seat] for seat, id_ in enumerate(replay.player_ids)} == recorded


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_can_be_taken_back_to_its_beginning(shared: Path, name: str) -> None:
    replay = replay_of(shared, name)
    pictures = {0: replay.game.state.picture()}
    for _ in replay.play():
        pictures[len(replay.game.actions)] = replay.game.state.picture()
    while replay.game.actions:
        replay.game.pop()
        assert replay.game.state.picture() == pictures.get(len(replay.game.actions), replay.game.state.picture())
    assert len(pictures) > 400


@pytest.mark.parametrize(
    ("field", "value"),
    [("bank", 1), ("phase", "8"), ("active", ["14"]), ("round", "SR 9")],
)
def test_a_trace_that_differs_is_found_out(shared: Path, field: str, value: object) -> None:
    records = read_trace(shared / "fixtures" / "18EU" / "74045.trace.jsonl.gz")
    records[200][field] = value
    found = list(compare(replay_of(shared, "74045"), records))[-1]
    assert isinstance(found, Difference)
    assert (found.number, found.field, found.expected) == (records[200]["i"], field, value)


@pytest.mark.parametrize("field", ["cash", "trains", "tokens_on_map", "treasury", "price", "cell_pos"])
def test_a_company_that_differs_is_found_out(shared: Path, field: str) -> None:
    records = read_trace(shared / "fixtures" / "18EU" / "74045.trace.jsonl.gz")
    records[500].setdefault("companies", {}).setdefault("BNR", {})[field] = ["x"]
    found = list(compare(replay_of(shared, "74045"), records))[-1]
    assert isinstance(found, Difference)
    assert found.field == f"companies.BNR.{field}"


def test_revenue_is_recomputed_and_not_believed(shared: Path) -> None:
    raw = msgspec.json.decode((shared / "fixtures" / "18EU" / "74045.json").read_bytes())
    for action in raw["actions"]:
        for route in action.get("routes") or []:
            route["revenue"] = 10_000
    replay = LogReplay(raw)
    for _ in replay.play():
        pass
    assert sorted(replay.game.result().worth) == sorted(raw["result"].values())
