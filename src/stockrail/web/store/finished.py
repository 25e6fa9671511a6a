"""Finished games: found by what somebody remembers of them, and their results written down."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, or_, select, update

from stockrail.web.store.games import GameRow, Stage, with_seats
from stockrail.web.store.tables import games, seats, shelves

PAGE = 40


def finished_games(connection: Connection, person: str, text: str = "", start: int = 0) -> list[GameRow]:
    """A person's finished games, the latest first: one page and one more, if there is one. Every word must be found."""
    mine = select(seats.c.game).where(seats.c.person == person)
    put_away = select(shelves.c.game).where(shelves.c.person == person)
    query = select(games).where(games.c.over.is_(True), or_(games.c.id.in_(mine), games.c.host == person))
    query = query.where(games.c.removed.is_(None), games.c.id.not_in(put_away))
    for word in text.split():
        seated = select(seats.c.game).where(seats.c.name.icontains(word, autoescape=True))
        here = (games.c.name.icontains(word, autoescape=True), games.c.title.icontains(word, autoescape=True))
        query = query.where(or_(*here, games.c.id.in_(seated)))
    found = connection.execute(query.order_by(games.c.changed.desc(), games.c.id).offset(start).limit(PAGE + 1))
    return with_seats(connection, list(found))


def put_stage(connection: Connection, game: str, stage: Stage) -> None:
    """Write down how a game stands: those that ended before there were results in lists have none."""
    text = msgspec.json.encode(stage).decode()
    connection.execute(update(games).where(games.c.id == game).values(stage=text))
