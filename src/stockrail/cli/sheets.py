"""What a title lays beside the board, as text: lists of cards, concessions, events."""

from __future__ import annotations

from stockrail.cli.screen import Screen
from stockrail.rules.game import RailGame
from stockrail.rules.showing import Row, Sheet
from stockrail.words import Speaker


def show_sheets(screen: Screen, game: RailGame) -> None:
    """All of them, one after the other."""
    sheets = game.title.sheets(game)
    if not sheets:
        screen.line(f"{game.title.name} has nothing beside its board.")
    for sheet in sheets:
        screen.heading(Speaker(game).say("names", "sheet", {"id": sheet.id}))
        for note in Speaker(game).notes("sheet_note", [sheet.note] if sheet.note else []):
            screen.line(f"  {note}.", "dim")
        for row in sheet.rows:
            _show_row(screen, game, sheet, row)


def _show_row(screen: Screen, game: RailGame, sheet: Sheet, row: Row) -> None:
    """Its name, whose it is and where it stands, then what there is to know of it."""
    speaker = Speaker(game)
    known = {"card": row.id} if row.id in game.title.cards else {}
    name = speaker.say("names", "row", {"id": row.id, "sheet": sheet.id, **known})
    way = " – ".join(map(speaker.place, row.hexes))
    holder = speaker.holder(row.holder) if row.holder is not None else ""
    clock = f"{row.done} of {row.due}" if row.due and holder else ""
    state = "out of the game" if row.gone and row.holder is None else "now" if row.now else ""
    style = "dim" if row.gone else "bold" if row.now else ""
    screen.line(f"  {', '.join(part for part in (name, holder, clock, state) if part)}", style, hang=4)
    told = [way, *speaker.notes("row_note", row.notes)]
    if not row.gone and any(told):
        screen.line("    " + ". ".join(part for part in told if part), "dim", hang=4)
