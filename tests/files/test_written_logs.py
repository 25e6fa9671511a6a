"""Logs of 1862 written as the public site writes them: what the one recorded game has not is read as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from stockrail.bots import RandomBot
from stockrail.files.public_log import LogReplay

from .site_writer import SiteWriter

# Players who merge, sell and leave their companies without trains, so that everything comes up.
WILD = {
    "Pass": 20,
    "SellShares": 6,
    "ProposeEnd": 0,
    "Bid": 4,
    "Bid numbers": 4,
    "BuyShare": 100,
    "StartCompany": 6,
    "LayTile": 40,
    "PlaceToken": 40,
    "BuyTrain": 40,
    "Merge": 30,
}


def written(players: int, seed: int, options: tuple[str, ...] = (), most: int = 600) -> SiteWriter:
    writer = SiteWriter(players, seed, options)
    writer.play(RandomBot(seed, WILD), most)
    return writer


def agrees(writer: SiteWriter, raw: dict[str, Any] | None = None) -> LogReplay:
    """The log replays to the game that wrote it; without changes to it, also after every entry."""
    replay, marks = LogReplay(raw or writer.log()), dict(writer.marks)
    for played in replay.play():
        after = played.step.number + 1
        if raw is None and after in marks:
            assert replay.game.state.picture() == marks[after], writer.entries[after - 1]
    assert replay.game.state.picture() == writer.game.state.picture()
    assert replay.game.decision == writer.game.decision
    return replay


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seed", "options"),
    [
        (2, 28, ()),
        (4, 2, ("short_length",)),
        (5, 3, ("long_length",)),
        (7, 19, ("eight_tokens",)),
        (8, 27, ("eight_tokens", "long_length")),
    ],
)
def test_a_random_game_is_written_and_read(players: int, seed: int, options: tuple[str, ...]) -> None:
    agrees(written(players, seed, options, 2000))


@pytest.fixture(scope="module")
def some() -> SiteWriter:
    return written(3, 1)


def test_the_random_game_has_what_the_recorded_one_lacks(some: SiteWriter) -> None:
    agrees(some)
    kinds = Counter(entry["type"] for entry in some.entries)
    assert {"merge", "remove_token", "sell_shares", "place_token", "choose", "bid"} <= set(kinds)


def with_chat(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A line of chat, and a standing order without effect, after every tenth entry."""
    found: list[dict[str, Any]] = []
    for number, entry in enumerate(entries):
        found.append(entry)
        if number % 10 == 0:
            found.append({"id": 10_000 + number, "type": "message", "entity": 100, "message": "?"})
            found.append({"id": 20_000 + number, "type": "program_share_pass", "entity": 100, "entity_type": "player"})
    return found


def with_slips(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """After every seventh entry the next ones are played, taken back and played again."""
    found: list[dict[str, Any]] = []
    for number, entry in enumerate(entries):
        found.append(entry)
        ahead = [{**later, "id": 30_000 + number * 10 + n} for n, later in enumerate(entries[number + 1 : number + 4])]
        if number % 7 == 0 and ahead:
            found += [*ahead, {"id": 40_000 + number, "type": "undo", "action_id": entry["id"]}]
        if number % 7 == 3 and ahead:
            found += [ahead[0], {"id": 50_000 + number, "type": "undo"}]
            found += [{"id": 60_000 + number, "type": "redo"}, {"id": 70_000 + number, "type": "undo"}]
    return found


def with_automatic_passes(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Passes ride on the entry before them."""
    found: list[dict[str, Any]] = []
    for entry in entries:
        if entry["type"] == "pass" and found:
            bare = {key: value for key, value in entry.items() if key != "id"}
            found[-1] = {**found[-1], "auto_actions": [*found[-1].get("auto_actions", []), bare]}
        else:
            found.append(entry)
    return found


@pytest.mark.parametrize("change", [with_chat, with_slips, with_automatic_passes])
def test_the_same_log_with_other_traffic(
    some: SiteWriter, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
) -> None:
    agrees(some, {**some.log(), "actions": change(some.entries)})


def test_a_log_that_stops_in_the_middle_of_a_merger_is_read_so_far(some: SiteWriter) -> None:
    at = next(n for n, entry in enumerate(some.entries) if entry["type"] == "merge")
    replay = LogReplay({**some.log(), "actions": some.entries[: at + 1]})
    assert [len(played.actions) for played in replay.play()][-1] == 0
    assert type(replay.game.decision).__name__ == "MergeStep"


def test_an_end_that_a_player_clicks_ends_the_game(some: SiteWriter) -> None:
    end = {"id": 9999, "type": "end_game", "entity": 101, "entity_type": "player"}
    replay = LogReplay({**some.log(), "actions": [*some.entries[:50], end]})
    for _ in replay.play():
        pass
    assert replay.game.is_over and replay.game.result().reason == "agreed"
