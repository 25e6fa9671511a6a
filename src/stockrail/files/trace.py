"""Comparing a replayed public log with its recorded trace: the whole state after every action."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from stockrail.files.errors import FileError
from stockrail.files.public_log import LogReplay, Played
from stockrail.rules.actions import RunTrains
from stockrail.rules.prices import price
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.site import UNTOLD, LogReader
from stockrail.rules.state import BANK, BOX, DEPOT, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of, type_of

END_REASONS = {"agreed": "manually_ended", "bankruptcy": "bankrupt"}
UNORDERED = ("trains", "train_ids", "tokens_on_map")
MERGED = ("players", "companies", "map")


class Difference(NamedTuple):
    """The first thing on which engine and trace disagree."""

    number: int
    sub: int
    field: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        where = f"action {self.number}" + (f", automatic action {self.sub}" if self.sub else "")
        return f"{where}: {self.field}: the trace has {self.expected!r}, Stockrail has {self.got!r}"


def read_trace(path: Path) -> list[dict[str, Any]]:
    """The records of a trace, gzipped or plain."""
    data = path.read_bytes()
    try:
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise FileError("trace", f"cannot be read ({error})") from error


class Expected:
    """The state that the trace tells: the first record whole, then changes."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}

    def apply(self, record: Mapping[str, Any]) -> None:
        for field, value in record.items():
            if field in MERGED and isinstance(self.state.get(field), dict):
                _merge(self.state[field], value, deep=field != "map")
            else:
                self.state[field] = value


def _merge(old: dict[str, Any], changes: Mapping[str, Any], deep: bool) -> None:
    for key, change in changes.items():
        if change is None:
            old.pop(key, None)
        elif deep and key in old:
            old[key] = {**old[key], **change}
        else:
            old[key] = change


class Picture:
    """The state of a game in the words of a trace."""

    def __init__(self, replay: LogReplay) -> None:
        self.game = replay.game
        self.ids = replay.player_ids
        self.reader = replay.reader
        self.site_name = {ours: site for site, ours in replay.reader.alias.items()}

    def fields(self) -> Iterator[tuple[str, Any]]:
        game = self.game
        yield "phase", game.phase.name
        yield "bank", game.state.cash[BANK]
        yield "map", {hex_: list(laid) for hex_, laid in game.state.laid.by_key().items()}
        yield "pool trains", sorted(type_of(game, train).name for train in trains_of(game, POOL))
        yield "depot", dict(Counter(type_of(game, train).name for train in trains_of(game, DEPOT)))
        for seat, id_ in enumerate(self.ids):
            for name, value in {**dict(self._player(seat)), **self.reader.player_fields(seat)}.items():
                yield f"players.{id_}.{name}", value
        for company, site in self.site_name.items():
            own = dict(self._company(company))
            for name, value in {**own, **self.reader.company_fields(company)}.items() if own else ():
                if value is not UNTOLD:
                    yield f"companies.{site}.{name}", value
        yield from self._turn()

    def _turn(self) -> Iterator[tuple[str, Any]]:
        game, round_ = self.game, current_round(self.game)
        if game.is_over:
            reason = game.result().reason
            yield "end", END_REASONS.get(reason, reason)
            return
        assert round_ is not None and game.decision is not None and game.actor is not None
        number = f".{round_.number()}" if round_.number() else ""
        yield "round", f"{self.reader.round_names[round_.kind]} {round_.turn}{number}"
        subject = self.reader.told_subject(game.decision)
        yield "active", [self.ids[subject] if isinstance(subject, int) else self.site_name[subject]]
        yield "active_players", [self.ids[game.actor]]

    def _player(self, seat: int) -> Iterator[tuple[str, Any]]:
        game = self.game
        companies = game.title.with_shares
        yield "cash", game.state.cash[seat]
        yield "value", game.title.worth(game, seat)
        yield "shares", {self.site_name[c]: held for c in companies if (held := percent_of(game, seat, c))}
        yield "certs", sum(len(game.state.shelves.on(certs_at(seat, c))) for c in companies)

    def _company(self, company: str) -> Iterator[tuple[str, Any]]:
        game, state = self.game, self.game.state
        if state.shelves.place_of[f"{company}_0"] == certs_at(BOX, company):
            return
        owner = owner_of(game, company)
        yield "cash", state.cash[company]
        yield "owner", None if owner is None else self.ids[owner]
        yield "trains", sorted(type_of(game, train).name for train in trains_of(game, company))
        yield "train_ids", sorted(trains_of(game, company))
        yield "tokens_on_map", sorted(f"{hex_}.{stop}" for hex_, stop in cities_of(game, company))
        yield "tokens_left", len(spare_of(game, company))
        if not game.title.companies[company].one_owner:
            yield from self._stock(company)

    def _stock(self, company: str) -> Iterator[tuple[str, Any]]:
        game, state = self.game, self.game.state
        cell = state.cell.get(company)
        yield "floated", bool(state.floated.get(company))
        yield "price", None if cell is None else price(game, company)
        yield "market", None if cell is None else list(cell)
        yield "cell_pos", None if cell is None else state.pile[cell].index(company)
        yield "treasury", percent_of(game, company, company)
        yield "pool", percent_of(game, POOL, company)


def _expectation(reader: LogReader, state: Mapping[str, Any], field: str) -> Any:
    """What the trace says of a field of the picture."""
    in_pool = reader.depot_in_pool
    if field == "pool trains":
        return sorted(state["discarded"] + [name for name in in_pool for _ in range(state["depot"].get(name, 0))])
    if field == "depot":
        return {name: count for name, count in state["depot"].items() if name not in in_pool}
    value: Any = state
    for part in field.split(".", 2):
        value = value.get(part) if isinstance(value, Mapping) else None
    last = field.rsplit(".", 1)[-1]
    return sorted(value or []) if last in (*UNORDERED, *reader.unordered) else value


def compare(replay: LogReplay, records: list[dict[str, Any]]) -> Iterator[Played | Difference]:
    """Replay beside the trace: each action as it agrees, or the first difference and no more."""
    expected, picture = Expected(), Picture(replay)
    expected.apply(records[0])
    difference = _first_difference(picture, expected.state, -1, 0)
    rest = iter(records[1:])
    plays = replay.play()
    while difference is None:
        played, record = next(plays, None), next(rest, None)
        while played and _silent(played) and not _same(played, record):
            played = next(plays, None)
        if played is None and record is None:
            return
        if played is None or record is None or not _same(played, record):
            index = played.step.number if played else record["i"] if record else -1
            yield Difference(index, 0, "actions", record and record["i"], played and played.step.number)
            return
        expected.apply(record)
        difference = _first_difference(picture, expected.state, played.step.number, played.step.sub)
        difference = difference or _revenue_difference(replay, played, record)
        if difference is None:
            yield played
    yield difference


def _silent(played: Played) -> bool:
    """Chat and the like, which a trace may leave out."""
    return not played.actions and played.step.entry["type"] in ("message", "log")


def _same(played: Played, record: Mapping[str, Any] | None) -> bool:
    return record is not None and (record["i"], record["sub"]) == (played.step.number, played.step.sub)


def _first_difference(picture: Picture, state: Mapping[str, Any], index: int, sub: int) -> Difference | None:
    for field, got in picture.fields():
        expected = _expectation(picture.reader, state, field)
        if field.endswith(".tokens_on_map"):
            expected = sorted(map(picture.reader.told_token, expected))
        if expected != got:
            return Difference(index, sub, field, expected, got)
    return None


def _revenue_difference(replay: LogReplay, played: Played, record: Mapping[str, Any]) -> Difference | None:
    """The engine's revenue against that of the trace."""
    run = next((action for action in played.actions if isinstance(action, RunTrains)), None)
    if run is None or "recomputed" not in record:
        return None
    got, expected = replay.game.state.flags.get("revenue"), replay.reader.revenue_of(record)
    return None if got == expected else Difference(played.step.number, played.step.sub, "revenue", expected, got)
