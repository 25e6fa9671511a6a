"""A title on one page: its précis, its phases, trains, market, and tiles with what each can become."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from markupsafe import Markup

from stockrail.draw.tiles import tile_key
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


class Reference(msgspec.Struct, frozen=True):
    precis: list[Block]
    phases: list[PhaseRow]
    trains: list[TrainRow]
    market: Markup
    zones: list[str]
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
        list(dict.fromkeys(note for cell in title.grid.prices for note in _zone(game, voice, cell))),
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


def _zone(game: RailGame, voice: Voice, cell: tuple[int, int]) -> list[str]:
    return voice.speaker.notes("zone", game.title.zone_notes(game, cell))


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
