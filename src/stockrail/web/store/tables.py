"""The tables. A game is a row of `games` and its entries, which are only ever added."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

LOGIN = 40  # letters
metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(LOGIN), unique=True),  # in lower case; without one the person is just a browser
    Column("password", String(200)),
    Column("created", Double, nullable=False),
    Column("alike", Text),  # what the names of accounts that look alike have in common
    Index("people_alike", "alike", unique=True),
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("title", String(20), nullable=False),
    Column("header", Text, nullable=False),  # of a save file: options, rulings, seed
    Column("host", String(32), ForeignKey("people.id"), nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
    Column("actor", Integer),
    Column("stage", Text, nullable=False, default="{}"),  # the round, for lists
    Column("pace", String(10), nullable=False, default="now", server_default="now"),  # of its bots
    Column("paused", Boolean, nullable=False, default=False, server_default=false()),  # whether its bots wait
    Column(
        "gathering", Text, nullable=False, default="", server_default=""
    ),  # how it will start; empty: it has started
    Column("removed", Double),  # when; it can be brought back for a while
    Column("closed", Boolean, nullable=False, default=False, server_default=false()),  # whether nobody may watch
    Column("rematch", String(16)),  # the table that was opened for the same people
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # screen, link, account, open, bot
    Column("name", String(40), nullable=False),
    Column("person", String(32), ForeignKey("people.id")),
    Column("token", String(64), unique=True),  # the hash of the secret in a link
    Column("generation", Integer, nullable=False, default=0, server_default="0"),  # of that secret: it can be changed
    Column("former", String(64), index=True),  # the hash before it: it opens nothing, but an old link can be told
    Column(
        "level", String(40), nullable=False, default="", server_default=""
    ),  # of a bot; before levels there were none
    Column("away", String(32)),  # who is away while a bot plays for them
    Column("offer", String(64)),  # the hash of the secret by which somebody else may take the seat over
    Column("offers", Integer, nullable=False, default=0, server_default="0"),  # how many such secrets there were
    Index("seats_by_person", "person"),
    Index("seats_offer", "offer", unique=True),
    Index("seats_away", "away"),
)

entries = Table(
    "entries",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("game", "number", name="entries_number"),  # two browsers can never both be the next
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("seat", Integer),
    Column("text", String(500), nullable=False),
    Column("at", Double, nullable=False),
    Column("room", String(10), nullable=False, default="table", server_default="table"),  # or "watchers"
)

shelves = Table(
    "shelves",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),  # who does not want it in their list
    Column("kind", String(10), nullable=False),  # archived or removed
    Column("at", Double, nullable=False),
    Index("shelves_by_person", "person"),
)

standing = Table(
    "standing",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),  # how many actions there were when it was given
    Column("wish", Text, nullable=False),
    Column("acts", Text, nullable=False, default="[]", server_default="[]"),  # which actions it has taken
    Column("ended", String(20), nullable=False, default="", server_default=""),  # why, once it has
)

thoughts = Table(
    "thoughts",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the entry
    Column("data", Text, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # a hash: who reads the table cannot take a session over
    Column("data", LargeBinary, nullable=False),
    Column("expires", Double, nullable=False, index=True),
)
