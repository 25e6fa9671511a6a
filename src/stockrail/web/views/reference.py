"""A title on one page: its précis, its phases, trains, market, and tiles with what each can become."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec
from markupsafe import Markup

from stockrail.draw.tiles import tile_key
from stockrail.market import Cell
from stockrail.rules.game import RailGame
from stockrail.rules.printed import Phase, TrainType
from stockrail.web.views.board import market_markup, tile_markup
from stockrail.web.views.inspecting.phases import limits_in, notes
from stockrail.web.views.inspecting.tiles import upgrades
from stockrail.web.views.voice import Voice

_BOLD = re.compile(r"\*\*(.+?)\*\*")


class Block(msgspec.Struct, frozen=True):
    """A part of the précis: a heading, and below it paragraphs and lists of points."""

    heading: str
    parts: list[tuple[str, list[Markup]]]  # "p" or "ul" and what is in it


class PhaseRow(msgspec.Struct, frozen=True):
    name: str
    begins: str
    tiles: list[tuple[str, str]]  # colours and their names
    rounds: str
    limits: str
    rusts: str
    brings: list[str]


class TrainRow(msgspec.Struct, frozen=True):
    name: str
    price: str
    count: str
    starts: str
    rusts: str
    notes: list[str]


class TileCard(msgspec.Struct, frozen=True):
    name: str
    count: str
    picture: Markup
    label: str
    becomes: list[str]


class Colour(msgspec.Struct, frozen=True):
    """All tiles of a colour."""

    name: str
    tiles: list[TileCard]


class Zone(msgspec.Struct, frozen=True):
    """What is special about some cells of the market, and which they are."""

    note: str
    prices: str
    spots: Markup  # a small picture of where they are; empty where the market has one row


class Reference(msgspec.Struct, frozen=True):
    precis: list[Block]
    phases: list[PhaseRow]
    trains: list[TrainRow]
    market: Markup
    zones: list[Zone]
    colours: list[Colour]


def reference_of(game: RailGame, language: str) -> Reference:
    """Of a game that has not begun: nothing here depends on how one goes."""
    voice = Voice(game, language)
    title = game.title
    return Reference(
        list(precis_of(title.precis_in(language))),
        [_phase(game, voice, phase) for phase in title.phases.values()],
        [_train(game, voice, kind) for kind in title.train_types.values()],
        market_markup(game, "ref-", language),
        list(_zones(game, voice)),
        _colours(game, voice),
    )


def precis_of(text: str) -> Iterator[Block]:
    """The text by its headings. It is written in a little Markdown: headings, paragraphs, points, bold words."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        parts = []
        for chunk in re.split(r"\n\s*\n", body.strip()):
            lines = chunk.split("\n")
            kind = "ul" if chunk.startswith("- ") else "p"
            texts = [line.removeprefix("- ") for line in lines] if kind == "ul" else [" ".join(lines)]
            parts.append((kind, [_marked(each) for each in texts]))
        yield Block(heading.strip(), parts)


def _marked(text: str) -> Markup:
    return Markup(_BOLD.sub(r"<b>\1</b>", str(Markup.escape(text))))


def _phase(game: RailGame, voice: Voice, phase: Phase) -> PhaseRow:
    kinds = game.title.train_types.values()
    rusts = [kind.name for kind in kinds if phase.begins_with and kind.rusts_on == phase.begins_with]
    return PhaseRow(
        phase.name,
        phase.begins_with or "",
        [(colour, voice.speaker.colour(colour)) for colour in phase.tiles],
        str(phase.operating_rounds),
        limits_in(game, voice, phase.name),
        ", ".join(rusts),
        notes(game, voice, phase),
    )


def _train(game: RailGame, voice: Voice, kind: TrainType) -> TrainRow:
    starts = [phase.name for phase in list(game.title.phases.values())[1:] if phase.begins_with == kind.name]
    return TrainRow(
        kind.name,
        voice.money(kind.price),
        "∞" if kind.count is None else str(kind.count),
        ", ".join(starts),
        kind.rusts_on or "",
        voice.speaker.notes("train_note", game.title.train_notes(game, kind.name)),
    )


def _zones(game: RailGame, voice: Voice) -> Iterator[Zone]:
    prices, title = game.title.grid.prices, game.title
    found: dict[str, list[Cell]] = {}
    for cell in prices:
        for note in voice.speaker.notes("zone", title.zone_notes(game, cell)):
            found.setdefault(note, []).append(cell)
    known = sorted(set(prices.values()))
    for note, cells in found.items():
        runs = list(_runs(known.index(price) for price in {prices[cell] for cell in cells}))
        spans = [(voice.money(known[first]), voice.money(known[last])) for first, last in runs]
        listed = ", ".join(first if first == last else f"{first}–{last}" for first, last in spans)
        yield Zone(note, listed, _spots(prices, cells))


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow one another, each run as its first and its last."""
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda each: each[1] - each[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]


def _spots(cells: Iterable[Cell], marked: Iterable[Cell]) -> Markup:
    """All cells of a market of several rows, some of them marked."""
    rows, columns = (1 + max(cell[n] for cell in cells) for n in (0, 1))
    if rows == 1:
        return Markup("")
    picture = Markup('<svg class="spots" viewBox="0 0 {} {}" aria-hidden="true"><path d="{}"/><path d="{}"/></svg>')
    return picture.format(6 * columns, 5 * rows, _bars(cells), _bars(marked))


def _bars(cells: Iterable[Cell]) -> str:
    by_row: dict[int, list[int]] = {}
    for row, column in cells:
        by_row.setdefault(row, []).append(column)
    bars = ((row, first, last) for row, columns in by_row.items() for first, last in _runs(columns))
    return "".join(f"M{6 * first} {5 * row}h{6 * (last - first) + 5}v4H{6 * first}z" for row, first, last in bars)


def _colours(game: RailGame, voice: Voice) -> list[Colour]:
    tiles = game.title.board.tiles
    by_colour: dict[str, list[TileCard]] = {}
    for name in sorted(tiles, key=lambda name: tile_key(name, tiles[name].color)):
        by_colour.setdefault(tiles[name].color, []).append(_tile(game, name))
    return [Colour(voice.speaker.colour(colour), cards) for colour, cards in by_colour.items()]


def _tile(game: RailGame, name: str) -> TileCard:
    tile, face = game.title.board.tiles[name], game.title.board.face(name, 0)
    later = dict.fromkeys(new.tile for new in upgrades(game, face) if new.tile and new.tile != name)
    count = str(tile.count) if isinstance(tile.count, int) else "∞"
    becomes = sorted(later, key=lambda new: tile_key(new, game.title.board.tiles[new].color))
    return TileCard(name, count, tile_markup(game, name, 0, f"ref{name}-"), tile.label or "", becomes)
