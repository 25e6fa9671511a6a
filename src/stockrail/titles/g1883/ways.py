"""6.4.4, 6.4.5, 8.1.3, A69 The lays of a company in a turn: how many, from where, in which hexes, at what cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias

from stockrail.board import Face
from stockrail.board.track import Homes
from stockrail.rules.actions import LayTile
from stockrail.rules.cards import cards_of
from stockrail.rules.laying import terrain_cost
from stockrail.rules.state import CityAt
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.rules.trains import later_phases
from stockrail.titles.g1883.companies import is_cooperative, kind_of
from stockrail.titles.g1883.places import HILL, MOUNTAIN, PLAIN, has_letter_f, zone_of
from stockrail.titles.g1883.state import Game1883

ANYWHERE, F_HEXES, HILLS = "anywhere", "F", "hills"
SLOPES = frozenset({HILL, MOUNTAIN})
ALL_TERRAIN = SLOPES | {"river"}


Power: TypeAlias = Mapping[str, Any]


class Way(NamedTuple):
    """One lay of a turn."""

    name: str
    homes: Homes = None  # the tokens from which alone track leads there; None for all
    only: str = ""  # the hexes: those with an F, hills and mountains, or that of a card
    free: frozenset[str] = frozenset()  # terrain that costs nothing
    doubled: bool = False  # one of two for which 6.4.4-b and 6.4.5-c hold


class Counted(NamedTuple):
    """A lay that was made, and as which ways it can count: their names and what it costs then."""

    hex: str
    ways: tuple[tuple[str, int], ...]


def plans_of(game: Game1883, company: str) -> list[list[Way]]:
    """Which lays a company has in a turn. Of several plans it follows one."""
    cards = [Way(card, only=card, free=_free_by(game, card)) for card in cards_of(game, company) if _lays(game, card)]
    return [[*plan, *cards] for plan in _own_plans(game, company)]


def _own_plans(game: Game1883, company: str) -> list[list[Way]]:
    if is_cooperative(game, company):
        return [[*_cooperative_ways(game, company), Way(HILLS, only=HILLS, free=SLOPES)]]
    if kind_of(game, company) == "cooperative":
        return [[Way(ANYWHERE), Way(HILLS, only=HILLS, free=ALL_TERRAIN)]]  # A25
    double = game.title.facts["double_lay"]
    if company == double["company"] and is_to_come(game, double["until_first"]):
        return _double_plans(game, company)
    return [[Way(ANYWHERE)]]


def _cooperative_ways(game: Game1883, company: str) -> list[Way]:
    """6.4.5-b, e; A24"""
    homes = home_places(game, company)
    if game.ruling("ccfr_lays") == "one_in_all":
        return [Way("home", homes, free=SLOPES)]
    return [Way(home[0], (home,), free=SLOPES, doubled=True) for home in homes]


def _double_plans(game: Game1883, company: str) -> list[list[Way]]:
    """6.4.4-a, c; A67"""
    homes = home_places(game, company)
    if game.ruling("fsf_lays") == "one_anywhere_and_one_on_F":
        return [[Way(ANYWHERE, doubled=True), Way(F_HEXES, homes, F_HEXES, doubled=True)]]
    return [[Way(home[0], (home,), F_HEXES, doubled=True) for home in homes], [Way(ANYWHERE)]]


def is_to_come(game: Game1883, kind: str) -> bool:
    """Whether the first train of a kind, which brings a phase, is not sold yet."""
    return any(phase.begins_with == kind for phase in later_phases(game))


def home_places(game: Game1883, company: str) -> tuple[CityAt, ...]:
    """The circles of a company's homes where its tokens are."""
    homes = [hex_ for hex_, _ in game.title.companies[company].homes]
    return tuple(sorted((place for place in cities_of(game, company) if place[0] in homes), key=_by_number))


def _by_number(place: CityAt) -> int:
    return int(place[0])


def homes_apart(game: Game1883, company: str) -> bool:
    """Whether the track of one home does not lead to the others."""
    homes = home_places(game, company)
    return any(not track(game).reach(company, False, homes[:1]).stops.issuperset([home]) for home in homes[1:])


def _lays(game: Game1883, card: str) -> bool:
    return "lays" in game.title.cards[card].powers


def _free_by(game: Game1883, card: str) -> frozenset[str]:
    """3.2-c, j FRV saves the terrain, TMM does not."""
    return ALL_TERRAIN if game.title.cards[card].powers["lays"]["free"] else frozenset()


def hex_fault(game: Game1883, way: Way, action: LayTile) -> str | None:
    """Why a lay cannot count as this way, wherever track leads."""
    if way.only == F_HEXES:
        return None if has_letter_f(game.title, action.hex) else "f_hexes_only"
    if way.only == HILLS:
        return None if is_first(game, action.tile) and zone_of(game.title, action.hex) != PLAIN else "hills_only"
    return _card_fault(game, way.only, action) if way.only else None


def is_first(game: Game1883, tile: str) -> bool:
    """Whether a tile is laid on a hex without one."""
    return game.title.board.tiles[tile].color == "yellow"


def _card_fault(game: Game1883, card: str, action: LayTile) -> str | None:
    """3.2-c, j; A69"""
    power = game.title.cards[card].powers["lays"]
    later = action.hex in game.state.laid and game.ruling("private_extra_tile") == "first_tile_only"
    if action.hex != power["hex"] or later:
        return "lay_used"
    face = game.title.board.face(action.tile, action.rotation)
    return None if joins_its_ends(game, power, face) else "link_only"


def joins_its_ends(game: Game1883, power: Power, face: Face) -> bool:
    """Whether a face joins the two neighbours that the card wants joined; a card may not care."""
    if "joins" not in power:
        return True
    sides = game.title.board.hexes[power["hex"]].neighbors
    first, last = sorted(sides.index(end) for end in power["joins"])
    return (first, last) in face.joined()


def cost_of(game: Game1883, way: Way, action: LayTile) -> int:
    """6.4.1-b, 6.4.5-e, A25"""
    return terrain_cost(game, action.hex, game.title.board.tiles[action.tile].color, way.free)


def least_cost(plans: Sequence[Sequence[Way]], lays: Sequence[Counted], apart: bool) -> int | None:
    """What lays cost in all if each counts as the best way; None if there are more lays than ways for them.

    With homes apart the two lays of homes go in different hexes.
    """
    costs = [
        sum(dict(lay.ways)[way.name] for way, lay in zip(chosen, lays, strict=True))
        for plan in plans
        for chosen in permutations(plan, len(lays))
        if all(way.name in dict(lay.ways) for way, lay in zip(chosen, lays, strict=True))
        and not (apart and _meet(chosen, lays))
    ]
    return min(costs, default=None)


def _meet(chosen: Sequence[Way], lays: Sequence[Counted]) -> bool:
    hexes = [lay.hex for way, lay in zip(chosen, lays, strict=True) if way.doubled]
    return len(set(hexes)) < len(hexes)
