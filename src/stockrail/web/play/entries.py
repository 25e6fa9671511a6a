"""Entries of a table: how they are read, tried, written down, and found again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from stockrail.core import CHANCE, Action, IllegalAction
from stockrail.core.marking import N_
from stockrail.core.saving import Header
from stockrail.files import FileError
from stockrail.files.saves import begin
from stockrail.rules.game import RailGame
from stockrail.rules.overlay import check_goes_on
from stockrail.web.play.course import ACTING, ENTER, Back
from stockrail.web.play.errors import NotYours, Stale, Taken, Unreadable
from stockrail.web.play.live import Table, bots_in
from stockrail.web.play.projection import Known, Projection
from stockrail.web.store import games as store
from stockrail.web.store.games import Entry, GameRow, Stage
from stockrail.web.store.thoughts import put_thoughts

log = logging.getLogger("stockrail.web")

Also = Callable[[Connection], bool]  # what is written together with entries; False if it cannot be any more


def project(row: GameRow, entries: Sequence[Entry]) -> Projection:
    """The position of a game from its entries."""
    header = msgspec.json.decode(row.header, type=Header)
    names = [seat.name for seat in row.seats]
    game = begin(msgspec.structs.replace(header, players=names))
    projection = Projection(game, bots_in(row))
    try:
        projection.replay(entries)
    except IllegalAction as error:
        entry = projection.course.standing[len(projection.done)]
        raise FileError(f"entry {entry.number}", str(error), error, game) from error
    except Exception as error:
        if not game.title.overlay:
            raise
        why = f"cannot be played with the changed facts ({error!r})"
        raise FileError(f"action {len(projection.done)}", why, None, game) from error
    return projection


def tried(projection: Projection, lines: list[Entry], at: float, known: Known) -> tuple[Projection, list[Entry]]:
    """What entries lead to. With changed facts an action must leave a position in which the game goes on."""
    then, made = projection.settled(lines, at, known)
    if lines[0].kind in ACTING:
        check_goes_on(then.game)
    return then, made


def decoded(projection: Projection, text: bytes) -> Action:
    try:
        return projection.decode(text)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable(f"not an action ({error})") from error


def entry_by(game: RailGame, seats: frozenset[int], action: Action) -> tuple[str, int, str]:
    """What is written down: an action of one's own, or what real dice have brought, by whoever enters it."""
    data = msgspec.json.encode(action).decode()
    if action.player in seats:
        return "act", action.player, data
    if action.player == CHANCE and game.real_dice and seats:
        return ENTER, min(seats), data
    raise NotYours(f"seat {action.player} is not yours")


def setting(row: GameRow) -> tuple[Any, ...]:
    """What can change in a row besides the game."""
    return row.seats, row.pace, row.paused, row.removed, row.closed, row.rematch, row.host


def write_down(
    connection: Connection,
    row: GameRow,
    lines: Sequence[Entry],
    actor: int | None,
    stage: Stage,
    thoughts: str,
    also: Also | None,
) -> GameRow:
    """Entries, what a bot thought before the first of them, and what else changes with them. Returns the row then."""
    store.append(connection, row.id, lines, actor, stage)
    if thoughts:
        put_thoughts(connection, row.id, lines[0].number, thoughts)
    if also is None:
        return row
    if not also(connection):
        raise Taken(N_("somebody else has just changed that seat: look again"))
    return store.read_game(connection, row.id) or row


def fresh(table: Table, expected: int) -> Projection:
    """The projection as it stands, if that is what the sender has seen."""
    if expected != table.now.number:
        raise Stale(table.now.number)
    return table.now.projection


def stands_there(projection: Projection, expected: int, made: Sequence[tuple[str, int, str]]) -> bool:
    there = projection.entries[expected : expected + len(made)] if expected >= 0 else []
    return [(entry.kind, entry.seat, entry.data) for entry in there] == list(made)


def made_already(projection: Projection, expected: int, seats: frozenset[int], kinds: Sequence[str]) -> Entry | None:
    """The entry that a double click has made already, by the same seats in the same place."""
    there = projection.entries[expected : expected + 1] if expected >= 0 else []
    return next((entry for entry in there if entry.kind in kinds and entry.seat in seats), None)


def going_back(to: int, everybody: bool) -> str:
    return msgspec.json.encode(Back(to, everybody=everybody)).decode()
