"""Replaying logs beside their traces."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.fixture
def raw(log: Path) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(log.read_text())
    return game


def test_a_real_game_agrees_with_its_trace(cli: Cli, log: Path, trace: Path) -> None:
    outcome = cli("replay", log, "--trace", trace)
    assert outcome.status == 0
    assert outcome.out.splitlines()[-1].startswith("ok: 736 actions agree with the trace")


def test_a_log_can_be_replayed_without_a_trace(cli: Cli, log: Path) -> None:
    outcome = cli("replay", log)
    assert outcome.status == 0
    assert outcome.out.splitlines()[-1] == "ok: 736 actions replayed (716 actions in this engine)"
    assert "Player 4 £7,127" in outcome.out


def test_the_first_difference_is_named_with_action_and_field(cli: Cli, log: Path, trace: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(trace.read_bytes()).splitlines()
    for number, line in enumerate(lines):
        record = json.loads(line)
        if record["i"] >= 200 and "bank" in record:
            lines[number] = json.dumps({**record, "bank": 1}).encode()
            break
    bent = tmp_path / "bent.jsonl"
    bent.write_bytes(b"\n".join(lines))
    outcome = cli("replay", log, "--trace", bent)
    assert outcome.status == 1
    last = outcome.out.splitlines()[-1]
    assert last.startswith(f"action {record['i']}: bank: the trace has 1, Stockrail has ")


def test_a_damaged_log_names_the_action_and_the_rule(
    cli: Cli, raw: dict[str, Any], trace: Path, tmp_path: Path
) -> None:
    raw["actions"][3]["price"] = 100  # not above the bid of 105
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(raw))
    for flags in ([], ["--trace", trace]):
        outcome = cli("replay", path, *flags)
        assert outcome.status == 1
        assert "(entry 4, id 4, bid)" in outcome.err
        assert "Cannot bid £100: the next bid must be at least £110. 18EU 4.2.1-e" in outcome.err


def test_the_good_part_of_a_damaged_log(cli: Cli, raw: dict[str, Any], tmp_path: Path) -> None:
    raw["actions"][3]["price"] = 100
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(raw))
    outcome = cli("replay", path, "--recover")
    assert outcome.status == 1
    assert "4 actions replayed, then action 5 (entry 4, " in outcome.out  # the first entry is two actions here
    assert "14 Ligne Strasbourg-Bâle" in cli("show", path, "--recover", "--at", 4).out


def test_a_cut_trace_is_a_difference(cli: Cli, log: Path, trace: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(trace.read_bytes()).splitlines()[:100]
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"\n".join(lines))
    outcome = cli("replay", log, "--trace", cut)
    assert outcome.status == 1
    assert outcome.out.splitlines()[-1].startswith("the trace ends before action ")


def test_a_trace_longer_than_the_log_is_a_difference(
    cli: Cli, raw: dict[str, Any], trace: Path, tmp_path: Path
) -> None:
    raw["actions"] = raw["actions"][:100]
    path = tmp_path / "short.json"
    path.write_text(json.dumps(raw))
    outcome = cli("replay", path, "--trace", trace)
    assert outcome.status == 1
    assert "the log ends before action " in outcome.out


def test_the_good_part_of_a_log_is_not_compared_with_a_trace(cli: Cli, log: Path, trace: Path) -> None:
    outcome = cli("replay", log, "--recover", "--trace", trace)
    assert outcome.status == 2
    assert "--recover and --trace cannot be combined" in outcome.err


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[]", b"\x1f\x8bbroken", b'{"a": 1}'])
def test_a_foreign_trace_is_refused(cli: Cli, log: Path, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "trace"
    path.write_bytes(content)
    outcome = cli("replay", log, "--trace", path)
    assert outcome.status == 1
    assert str(path) in outcome.err


def test_a_save_is_replayed_too_but_has_no_trace(cli: Cli, sixty: Path) -> None:
    assert cli("replay", sixty).out.splitlines()[-1] == "ok: 60 actions replayed"
    outcome = cli("replay", sixty, "--trace", sixty)
    assert outcome.status == 2
    assert "save file" in outcome.err
