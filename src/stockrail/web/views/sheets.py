"""Sheets: what a title lays beside the board, such as lists of cards or concessions, in a view of its own."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.core import Action
from stockrail.rules.game import RailGame
from stockrail.rules.showing import Row, Sheet
from stockrail.web.views.inspecting.thing import company_link, link, player_link
from stockrail.web.views.voice import Voice
from stockrail.words import Speaker


class SheetRow(msgspec.Struct, frozen=True):
    id: str
    name: Markup
    notes: list[Markup]
    who: Markup
    places: list[tuple[str, str]]  # hexes and their names
    done: int
    due: int
    gone: bool
    now: bool
    brought: list[Markup] = []  # what it has brought about


class SheetView(msgspec.Struct, frozen=True):
    name: str
    rows: list[SheetRow]
    note: str = ""


def sheet_of(game: RailGame, voice: Voice, id_: str) -> SheetView | None:
    """One of the title's sheets, in words."""
    found = next((sheet for sheet in game.title.sheets(game) if sheet.id == id_), None)
    if found is None:
        return None
    rows = [_row(game, voice, found, row) for row in found.rows]
    return SheetView(sheet_name(voice, id_), rows, sheet_note(voice.speaker, found))


def sheet_note(speaker: Speaker, sheet: Sheet) -> str:
    """What the list is, in a sentence."""
    return " ".join(f"{text}." for text in speaker.notes("sheet_note", [sheet.note] if sheet.note else []))


def rows_now(game: RailGame, voice: Voice) -> list[SheetRow]:
    """What has just been drawn or is being decided, of all sheets."""
    return [_row(game, voice, sheet, row) for sheet in game.title.sheets(game) for row in sheet.rows if row.now]


def told_of(game: RailGame, voice: Voice, action: Action) -> list[str]:
    """What sheets say of the thing that an action names: the way between its places, and what is worth knowing now."""
    lines = []
    for sheet, row in rows_named(game):
        if is_named(sheet, row, action):
            way = " – ".join(voice.speaker.place(hex_) for hex_ in row.hexes)
            lines += [way] if way else []
            lines += voice.speaker.notes("row_note", row.brief or [note for note in row.notes if note[1]][:1])
    return lines


def rows_named(game: RailGame) -> list[tuple[Sheet, Row]]:
    """The rows that actions can name."""
    return [(sheet, row) for sheet in game.title.sheets(game) if sheet.field for row in sheet.rows]


def is_named(sheet: Sheet, row: Row, action: Action) -> bool:
    return any(getattr(action, field, None) == row.id for field in sheet.field.split())


def sheet_name(voice: Voice, id_: str) -> str:
    return voice.speaker.say("names", "sheet", {"id": id_})


def _row(game: RailGame, voice: Voice, sheet: Sheet, row: Row) -> SheetRow:
    return SheetRow(
        row.id,
        row_name(game, voice, sheet, row),
        [voice.markup(note) for note in voice.marked.notes("row_note", row.notes)],
        _who(game, voice, row),
        [(hex_, voice.speaker.place(hex_)) for hex_ in row.hexes],
        row.done,
        row.due,
        row.gone,
        row.now,
        voice.log(game.log[slice(*row.log)]),
    )


def row_name(game: RailGame, voice: Voice, sheet: Sheet, row: Row) -> Markup:
    """A company by its chip and its name, a card by its name: both lead to all there is to know of them."""
    company = game.title.companies.get(row.id)
    if company is not None:
        return company_link(voice, row.id) + Markup(" {}").format(company.name)
    known = {"card": row.id} if row.id in game.title.cards else {}
    name = voice.speaker.say("names", "row", {"id": row.id, "sheet": sheet.id, **known})
    return link(f"card:{row.id}", name) if known else Markup.escape(name)


def _who(game: RailGame, voice: Voice, row: Row) -> Markup:
    if isinstance(row.holder, int):
        return player_link(game, row.holder)
    if row.holder in game.title.companies:
        return company_link(voice, str(row.holder))
    return Markup("") if row.holder is None else Markup.escape(voice.speaker.holder(row.holder))
