"""A tile: how many are left, what it can become, where it lies."""

from __future__ import annotations

from stockrail.board import Face
from stockrail.board.laying import NEXT_COLOR, keeps_track
from stockrail.rules.game import RailGame
from stockrail.rules.laying import ENDLESS, supply
from stockrail.web.views.board import tile_markup
from stockrail.web.views.inspecting.hexes import tiles_for
from stockrail.web.views.inspecting.phases import opened_by
from stockrail.web.views.inspecting.thing import Inspected, hex_link, joined, line, some
from stockrail.web.views.voice import Voice


def tile_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    tile = game.title.board.tiles.get(name)
    if tile is None:
        return None
    _, face, left = voice._, game.title.board.face(name, 0), supply(game)[name]
    opens = opened_by(game, tile.color)
    stops = (voice.money(stop.value(game.phase.offboard)) for stop in face.stops)
    there = [hex_ for hex_, (laid, _turn) in game.state.laid.by_key().items() if laid == name]
    tiles = tiles_for(game, voice, upgrades(game, face))
    later = opens.name if opens is not None and opens is not game.phase else ""
    return Inspected(
        of=f"tile:{name}",
        kind=_("Tile"),
        name=_("Tile {tile}, {colour}").format(tile=name, colour=voice.speaker.colour(tile.color)),
        picture=tile_markup(game, name, 0, f"in{name}-0-"),
        what=some([
            (_("Left"), "∞" if left >= ENDLESS // 2 else f"{left} / {tile.count}"),
            (_("Label"), tile.label or ""),
            (_("Pays"), ", ".join(stops)),
            (_("From phase"), later),
        ]),
        becomes=[] if tiles else [line("", _("It cannot be upgraded."))],
        who=some([(_("In"), joined((hex_link(voice, hex_) for hex_ in there), ", ") or _("no hex"))]),
        heading=_("Can become"),
        who_heading=_("Where it is on the map"),
        tiles=tiles,
    )  # fmt: skip


def upgrades(game: RailGame, old: Face) -> list[Face]:
    """The tiles of the next colour that keep its track and lie on hexes of the same class."""
    board, mine = game.title.board, game.title.board.tiles[old.tile or ""]
    return [
        face
        for tile in board.tiles.values()
        if NEXT_COLOR.get(old.color) == tile.color and set(tile.fits) & set(mine.fits)
        for face in (board.face(tile.name, turn) for turn in range(6))
        if keeps_track(old, face) and (not tile.label or not mine.label or tile.label == mine.label)
    ]
