"""How a title's own things are shown, as data: screens know none of them by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.rules.printed import Card
from stockrail.rules.state import Holder

Note = tuple[str, Mapping[str, Any]]
"""A kind with parameters, for `words`."""


def note_if(holds: object, kind: str, **params: Any) -> list[Note]:
    """A note, if what it tells is so."""
    return [(kind, params)] if holds else []


class Piece(msgspec.Struct, frozen=True):
    """A thing on the map that is no token: whose it is, and which sign it carries ("coach", "anchor")."""

    company: str
    sign: str


class Row(msgspec.Struct, frozen=True):
    """One line of a sheet: what it is, whose it is, how far it has come, and what there is to know of it."""

    id: str
    notes: tuple[Note, ...] = ()  # words: "row_note kind=…"
    holder: Holder | None = None
    gone: bool = False  # out of the game
    done: int = 0
    due: int = 0  # with `done`: so many steps of so many
    hexes: tuple[str, ...] = ()
    now: bool = False  # what has just been drawn or is being decided: the panel shows it too
    brief: tuple[Note, ...] = ()  # of its notes those that stand beside a button which names it
    log: tuple[int, int] = (0, 0)  # from and up to which entry the log tells what it has brought about


def income_of(card: Card, price: int | None = None) -> list[Note]:
    """What a card costs, perhaps less than printed, and pays."""
    cost = card.price if price is None else price
    return [("income" if card.income else "no_income", {"cost": cost, "amount": card.income})]


def power_notes(card: Card) -> list[Note]:
    """What a card can do: "row_note kind=power_…", with what the facts say of each power."""
    return [
        (f"power_{kind}", {**(said if isinstance(said, Mapping) else {"count": said, "amount": said}), "card": card.id})
        for kind, said in card.powers.items()
    ]


class Sheet(msgspec.Struct, frozen=True):
    """A list that a title lays beside the board, in a view of its own; its name: "sheet id=…"."""

    id: str
    rows: tuple[Row, ...]
    now: bool = False  # what is decided now is about it, so the page opens with it
    field: str = ""  # of actions that name one of its rows: they are offered row by row; several with spaces
    note: Note | None = None  # what the list is, in a sentence: "sheet_note kind=…"


class Procedure(msgspec.Struct, frozen=True):
    """What takes several decisions: how far it has come, and what each holder gives and gets.

    Words: "procedure id=…", "stage id=…", "head kind=…" for the columns, "procedure_note kind=…".
    """

    id: str
    stages: tuple[str, ...]
    done: int = 0  # stages
    begun: bool = True  # else it is only proposed
    heads: tuple[Note, ...] = ()
    rows: tuple[tuple[Holder, tuple[int, ...]], ...] = ()
    notes: tuple[Note, ...] = ()


class Showing(msgspec.Struct, frozen=True):
    """How screens treat a title's own kinds; they already know the shared ones."""

    said: frozenset[str] = frozenset()  # log entries that say no more than the button of their action
    with_a_share: frozenset[str] = frozenset()  # log entries of which buyers and sellers of shares are told beforehand
    any_hex: tuple[str, ...] = ()  # refusals of a tile that would hold in any hex, the weightiest last
    alike: Mapping[str, str] = {}  # parameters that are worded like a shared one: {"minor": "company"}
    settles: Mapping[str, str] = {}  # log entries that settle a company's `revenue`, and which field says what is paid
    pays: Mapping[str, str] = {}  # log entries that pay `player` an income, and the fields that say how much
    harms: frozenset[str] = frozenset()  # log entries that tell of a loss: who would cause it unawares is warned
