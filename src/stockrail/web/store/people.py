"""People: a browser that has played, or an account with a name and a password."""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from stockrail.web.store.likeness import likeness
from stockrail.web.store.tables import games, people, seats, shelves


class Person(msgspec.Struct, frozen=True):
    """Somebody. Without a login they are known by their browser's session only."""

    id: str
    name: str
    login: str | None = None


def find(connection: Connection, id_: str) -> Person | None:
    row = connection.execute(select(people).where(people.c.id == id_)).first()
    return None if row is None else Person(row.id, row.name, row.login)


def add(connection: Connection, name: str) -> Person:
    """Somebody new without an account."""
    person = Person(secrets.token_urlsafe(16), name)
    connection.execute(insert(people).values(id=person.id, name=name, created=time.time()))
    return person


def rename(connection: Connection, id_: str, name: str) -> None:
    connection.execute(update(people).where(people.c.id == id_).values(name=name))


def register(connection: Connection, login: str, password: str, browser: str | None) -> Person | None:
    """A new account; what the browser has played so far becomes its own. None if the name, or one like it, is taken."""
    values = {"name": login, "login": login.lower(), "password": password, "alike": likeness(login)}
    try:
        with connection.begin_nested():
            if browser is not None:
                free = (people.c.id == browser) & people.c.login.is_(None)
                if connection.execute(update(people).where(free).values(**values)).rowcount:
                    return Person(browser, login, login.lower())
            person = Person(secrets.token_urlsafe(16), login, login.lower())
            connection.execute(insert(people).values(id=person.id, created=time.time(), **values))
    except IntegrityError:
        return None
    return person


def named(connection: Connection, name: str) -> Row[Any] | None:
    """The account of that name, or else the one whose name looks like it."""
    for mine in (people.c.login == name.lower(), people.c.alike == likeness(name)):
        row = connection.execute(select(people).where(mine)).first()
        if row is not None:
            return row
    return None


def password_of(connection: Connection, login: str) -> tuple[Person, str] | None:
    row = named(connection, login)
    return None if row is None else (Person(row.id, row.name, row.login), row.password)


def set_password(connection: Connection, id_: str, password: str) -> None:
    connection.execute(update(people).where(people.c.id == id_).values(password=password))


def merge(connection: Connection, browser: str, account: str) -> list[str]:
    """What somebody played before they logged in goes with them. Returns the games that they sit at or opened."""
    if (
        browser == account
        or connection.execute(select(people.c.id).where(people.c.id == browser, people.c.login.is_not(None))).first()
    ):
        return []
    seated = select(seats.c.game).where((seats.c.person == browser) | (seats.c.away == browser))
    mine = connection.execute(seated.union(select(games.c.id).where(games.c.host == browser))).all()
    connection.execute(update(seats).where(seats.c.person == browser).values(person=account))
    connection.execute(update(seats).where(seats.c.away == browser).values(away=account))
    connection.execute(update(games).where(games.c.host == browser).values(host=account))
    known = select(shelves.c.game).where(shelves.c.person == account)
    others = and_(shelves.c.person == browser, shelves.c.game.not_in(known))
    connection.execute(update(shelves).where(others).values(person=account))
    return [row.game for row in mine]
