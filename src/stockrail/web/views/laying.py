"""Choosing a place on the board: a hex, then a tile and its turn; or a circle for a token."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from stockrail.board.faces import Face
from stockrail.core import Action, IllegalAction
from stockrail.draw import Way
from stockrail.rules.actions import LayTile
from stockrail.rules.game import RailGame
from stockrail.web.views.board import tile_markup
from stockrail.web.views.choices import Why, encoded, told_after, tried, why_not
from stockrail.web.views.earning import change_of_earnings
from stockrail.web.views.voice import Voice

Spot = Action
"""An action that names a hex and lays no tile: a token, or whatever else a title puts on the map."""


def is_spot(action: Action) -> bool:
    return hasattr(action, "hex") and not isinstance(action, LayTile)


def spot_keys(menu: Sequence[Spot]) -> list[str]:
    """By which each is known: its hex and stop, or which of several in its hex it is; by all of that if need be."""
    seen: Counter[str] = Counter()
    keys: list[str] = []
    for spot in menu:
        hex_ = getattr(spot, "hex", "")
        key = f"{hex_}.{getattr(spot, 'stop', seen[hex_])}"
        keys.append(f"{key}.{seen[hex_]}" if key in keys else key)
        seen[hex_] += 1
    return keys


def line_key(action: Action) -> str:
    """The name in the page of the line along which an action places something; empty without one."""
    return "-".join(getattr(action, "line", ()))


def ways_of(menu: Sequence[Action], chosen: str = "") -> list[Way]:
    """All lines that actions name, for the board to light up."""
    lines = {line_key(action): action.line for action in menu if hasattr(action, "line") and line_key(action)}
    return [Way(key, hexes, key == chosen) for key, hexes in lines.items()]


class HexChoice(msgspec.Struct, frozen=True):
    """A hex that can be chosen."""

    hex: str
    name: str
    chosen: bool
    gain: str = ""  # of the best run, once it has been computed
    better: int = 0


class LayChoice(msgspec.Struct, frozen=True):
    """A tile in one turn."""

    key: str
    tile: str
    rotation: int
    action: str
    label: str
    picture: Markup
    chosen: bool
    exits: str


class Lays(msgspec.Struct, frozen=True):
    company: str
    hexes: list[HexChoice]
    heading: str
    pays: str  # what the hex pays now and with the tile
    cost: str
    lays: list[LayChoice]
    chosen: LayChoice | None
    notes: list[str]
    why: Why | None


class CircleChoice(msgspec.Struct, frozen=True):
    key: str
    name: str
    action: str
    label: str
    chosen: bool
    picture: Markup = Markup("")  # of a tile
    terms: str = ""  # what it costs and brings, where places differ in that
    line: str = ""  # along which it is placed, as the board knows it


class Circles(msgspec.Struct, frozen=True):
    circles: list[CircleChoice]
    chosen: CircleChoice | None
    why: Why | None
    notes: list[str] = []  # what else the chosen one brings about
    kind: str = "circle"  # "circle" of a city, "hex", or "tile" where several are offered for one hex

    @property
    def line(self) -> str:
        """The line of the chosen one."""
        return self.chosen.line if self.chosen else ""


def lays_of(game: RailGame, voice: Voice, menu: Sequence[LayTile], hex_: str, key: str, gains: dict[str, int]) -> Lays:
    """The hexes; of the chosen one its tiles and turns."""
    by_hex: dict[str, list[LayTile]] = {}
    for lay in menu:
        by_hex.setdefault(lay.hex, []).append(lay)
    ranked = gains if all(hex_ in gains for hex_ in by_hex) else {}  # a list that is being read does not jump
    named = game.title.board.hexes
    order = sorted(by_hex, key=lambda h: (-ranked.get(h, 0), not named[h].place, voice.speaker.place(h)))
    hexes = [_hex(voice, h, h == hex_, gains) for h in order]
    options = _options(game, voice, by_hex.get(hex_, []), key)
    chosen = next((option for option in options if option.chosen), None)
    notes: list[str] = []
    if chosen is not None:
        notes = _effects(game, voice, by_hex[hex_], chosen)
    closed = bool(hex_) and hex_ not in by_hex and hex_ in game.title.board.hexes
    return Lays(
        company=menu[0].company,
        hexes=hexes,
        heading=_heading(game, hex_) if chosen else "",
        pays=_pays(game, hex_, chosen) if chosen else "",
        cost=_cost(game, voice, by_hex[hex_][0]) if chosen else "",
        lays=options,
        chosen=chosen,
        notes=notes,
        why=closed_hex(game, voice, menu[0], hex_) if closed else None,
    )


def _hex(voice: Voice, hex_: str, chosen: bool, gains: dict[str, int]) -> HexChoice:
    if hex_ not in gains:
        return HexChoice(hex_, voice.speaker.place(hex_), chosen)
    return HexChoice(hex_, voice.speaker.place(hex_), chosen, voice.signed(gains[hex_]), gains[hex_])


def _options(game: RailGame, voice: Voice, lays: Sequence[LayTile], key: str) -> list[LayChoice]:
    keys = [f"{lay.tile}.{lay.rotation}" for lay in lays]
    wanted = key if key in keys else (keys[0] if keys else "")
    return [
        LayChoice(
            key=name,
            tile=lay.tile,
            rotation=lay.rotation,
            action=encoded(lay),
            label=_label(game, voice, lay),
            picture=tile_markup(game, lay.tile, lay.rotation, f"o{n}-"),
            chosen=name == wanted,
            exits=_exits(game, voice, lay),
        )
        for n, (name, lay) in enumerate(zip(keys, lays, strict=True))
    ]


def _label(game: RailGame, voice: Voice, lay: LayTile) -> str:
    """Verb, object, price: "Lay 14 in Prague, free"."""
    if _marks(game, lay.hex, lay.tile):
        return voice.action(lay)
    price = _cost(game, voice, lay)
    return voice._("Lay {tile} in {place}, {price}").format(
        tile=lay.tile, place=voice.speaker.place(lay.hex), price=price
    )


def _marks(game: RailGame, hex_: str, tile: str) -> bool:
    """Whether it is the tile that lies there, with one more stop."""
    tiles, laid = game.title.board.tiles, game.state.laid.get(hex_)
    return laid is not None and tiles[laid[0]].base == tiles[tile].base


def _exits(game: RailGame, voice: Voice, lay: LayTile) -> str:
    """Where the track leads, for those who do not see the picture."""
    sides = sorted(game.title.board.face(lay.tile, lay.rotation).exits)
    around = game.title.board.hexes[lay.hex].neighbors
    return ", ".join(voice.speaker.place(name) for side in sides if (name := around[side]))


def _cost(game: RailGame, voice: Voice, lay: LayTile) -> str:
    cost = game.title.tile_cost(game, lay)
    return voice.money(cost) if cost else voice._("free")


def _heading(game: RailGame, hex_: str) -> str:
    place = game.title.board.hexes[hex_].place
    return f"{place}, {hex_}" if place else hex_


def _pays(game: RailGame, hex_: str, chosen: LayChoice) -> str:
    """What the stops of a hex pay now and with the tile: "30 → 50"."""
    board, laid = game.title.board, game.state.laid.get(hex_)
    before = _values(game, board.face(*laid) if laid else board.hexes[hex_].printed)
    after = _values(game, board.face(chosen.tile, chosen.rotation))
    return after if after == before else f"{before} → {after}"


def _values(game: RailGame, face: Face) -> str:
    values = [stop.value(game.phase.offboard) for stop in face.stops]
    return " / ".join(str(value) for value in dict.fromkeys(values)) or "–"


def _effects(game: RailGame, voice: Voice, lays: Sequence[LayTile], chosen: LayChoice) -> list[str]:
    lay = next(lay for lay in lays if f"{lay.tile}.{lay.rotation}" == chosen.key)
    twin = tried(game, lay)
    kept = [e for e in twin.last_events() if e.kind in ("token_returns", "asks_consent")]
    return Voice(twin, voice.language).speaker.log(kept)


def closed_hex(game: RailGame, voice: Voice, sample: LayTile, hex_: str) -> Why | None:
    """Why nothing can be laid in a hex: of all refusals the one that comes nearest to a legal lay."""
    order: dict[str, tuple[int, Why]] = {}
    for tile in game.title.board.tiles:
        for rotation in range(6):
            lay = msgspec.structs.replace(sample, hex=hex_, tile=tile, rotation=rotation)
            try:
                game.check(lay)
            except IllegalAction as error:
                why = Why(*voice.refusal(error))
                count = order.get(error.kind, (0, why))[0]
                order[error.kind] = (count + 1, order.get(error.kind, (0, why))[1])
    known = [*GENERAL, *game.title.showing.any_hex]
    rare = sorted((count, kind) for kind, (count, _) in order.items() if kind not in known)
    general = sorted((known.index(kind), kind) for kind in order if kind in known)
    kind = rare[0][1] if rare else general[-1][1] if general else ""
    return order[kind][1] if kind else None


GENERAL = ("no_such_tile", "no_tile_left", "colour_not_yet")  # they hold for a tile in any hex


def circles_of(game: RailGame, voice: Voice, menu: Sequence[Spot], key: str, hex_: str) -> Circles:
    """The open circles or other places, as a list and on the board."""
    keys = spot_keys(menu)
    if key not in keys and hex_:
        key = next((name for name in keys if name.startswith(f"{hex_}.")), key)
    if key not in keys and len(keys) == 1:
        key = keys[0]
    options = [
        _circle(game, voice, place, name, name == key, n)
        for n, (name, place) in enumerate(zip(keys, menu, strict=True))
    ]
    chosen = next((option for option in options if option.chosen), None)
    notes = next((_brings(game, voice, place) for name, place in zip(keys, menu, strict=True) if name == key), [])
    known = hex_ in game.title.board.hexes and not any(name.startswith(f"{hex_}.") for name in keys)
    why = None
    if known:
        first = {"hex": hex_} | ({"stop": 0} if hasattr(menu[0], "stop") else {})
        why = why_not(game, voice, msgspec.structs.replace(menu[0], **first))
    return Circles(sorted(options, key=lambda each: each.name), chosen, why, notes, _kind(menu))


def _circle(game: RailGame, voice: Voice, place: Spot, key: str, chosen: bool, number: int) -> CircleChoice:
    return CircleChoice(
        key,
        _place(voice, place),
        encoded(place),
        voice.action(place),
        chosen,
        _picture(game, place, number),
        voice.speaker.terms(place),
        line_key(place),
    )


def _brings(game: RailGame, voice: Voice, place: Spot) -> list[str]:
    """What else happens, and what it does to the earnings, where that takes no search."""
    twin = tried(game, place)
    change = change_of_earnings(game, twin, voice, getattr(place, "company", ""))
    return [*([change] if change else []), *told_after(game, voice, twin)]


def _kind(menu: Sequence[Spot]) -> str:
    if all(hasattr(place, "stop") for place in menu):
        return "circle"
    return "tile" if any(getattr(place, "tile", "") for place in menu) else "hex"


def _picture(game: RailGame, spot: Spot, number: int) -> Markup:
    tile = getattr(spot, "tile", "")
    return tile_markup(game, tile, getattr(spot, "rotation", 0), f"c{number}-") if tile else Markup("")


def _place(voice: Voice, spot: Spot) -> str:
    """Where it is; of several tiles for one hex which."""
    hex_, tile = getattr(spot, "hex", ""), getattr(spot, "tile", "")
    if hasattr(spot, "stop"):
        return voice.speaker.city(hex_, spot.stop)
    return voice._("tile {tile}").format(tile=tile) if tile else voice.speaker.hex(hex_)
