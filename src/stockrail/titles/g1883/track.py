"""6.4, 6.5, 8.1.3, A69 Laying tiles: how many in a turn, from where, in which hexes, at what cost; station tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias

from stockrail.board import Face, Lay, check_lay, possible_lays
from stockrail.board.track import Homes
from stockrail.core import Action
from stockrail.rules.actions import LayTile, PlaceToken
from stockrail.rules.cards import cards_of
from stockrail.rules.laying import TrackStep, lay_tile, terrain_cost
from stockrail.rules.state import CityAt
from stockrail.rules.station import StationStep
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.rules.trains import later_phases
from stockrail.titles.g1883.companies import is_cooperative, kind_of
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.effects import lay_fault
from stockrail.titles.g1883.places import HILL, MOUNTAIN, PLAIN, has_letter_f, is_north, zone_of
from stockrail.titles.g1883.state import Game1883

NOT_HERE = ("f_hexes_only", "hills_only", "link_only", "lay_used")
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
    """Which lays a company has in a turn. Of several plans it follows one. 3.2-c, j FRV saves the terrain, TMM not."""
    powers = {card: game.title.cards[card].powers.get("lays") for card in cards_of(game, company)}
    free = {card: ALL_TERRAIN if lays["free"] else frozenset() for card, lays in powers.items() if lays}
    return [[*plan, *(Way(card, only=card, free=free[card]) for card in free)] for plan in _own_plans(game, company)]


def _own_plans(game: Game1883, company: str) -> list[list[Way]]:
    """6.4.4-a, c; 6.4.5-b, e; A24, A25, A67"""
    facts, cooperative = game.title.facts["double_lay"], is_cooperative(game, company)
    if kind_of(game, company) == "cooperative" and not cooperative:
        return [[Way(ANYWHERE), Way(HILLS, only=HILLS, free=ALL_TERRAIN)]]
    phases = later_phases(game) if company == facts["company"] else []
    if not cooperative and facts["until_first"] not in [phase.begins_with for phase in phases]:
        return [[Way(ANYWHERE)]]
    homes = home_places(game, company)
    if cooperative:
        apart = [Way(home[0], (home,), free=SLOPES, doubled=True) for home in homes]
        own = [Way("home", homes, free=SLOPES)] if game.ruling("ccfr_lays") == "one_in_all" else apart
        return [[*own, Way(HILLS, only=HILLS, free=SLOPES)]]
    if game.ruling("fsf_lays") == "one_anywhere_and_one_on_F":
        return [[Way(ANYWHERE, doubled=True), Way(F_HEXES, homes, F_HEXES, doubled=True)]]
    return [[Way(home[0], (home,), F_HEXES, doubled=True) for home in homes], [Way(ANYWHERE)]]


def home_places(game: Game1883, company: str) -> tuple[CityAt, ...]:
    """The circles of a company's homes where its tokens are."""
    homes = [hex_ for hex_, _ in game.title.companies[company].homes]
    return tuple(sorted((p for p in cities_of(game, company) if p[0] in homes), key=lambda place: int(place[0])))


def homes_apart(game: Game1883, company: str) -> bool:
    """Whether the track of one home does not lead to the others."""
    homes = home_places(game, company)
    return any(not track(game).reach(company, False, homes[:1]).stops.issuperset([home]) for home in homes[1:])


def hex_fault(game: Game1883, way: Way, action: LayTile) -> str | None:
    """Why a lay cannot count as this way, wherever track leads."""
    if way.only == F_HEXES:
        return None if has_letter_f(game.title, action.hex) else "f_hexes_only"
    if way.only == HILLS:
        return None if is_first(game, action.tile) and zone_of(game.title, action.hex) != PLAIN else "hills_only"
    if not way.only:
        return None
    power = game.title.cards[way.only].powers["lays"]  # 3.2-c, j; A69
    if action.hex != power["hex"]:
        return "lay_used"
    if action.hex in game.state.laid and game.ruling("private_extra_tile") == "first_tile_only":
        return "lay_used"
    return None if joins_its_ends(game, power, game.title.board.face(action.tile, action.rotation)) else "link_only"


def is_first(game: Game1883, tile: str) -> bool:
    """Whether a tile is laid on a hex without one."""
    return game.title.board.tiles[tile].color == "yellow"


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


class LayTrack(TrackStep[Game1883], frozen=True):
    """All lays of a turn: it stays until nothing is left to lay or the company passes.

    A lay can count as several ways (a hill that both homes reach). Which it was stays open as long as it does not
    matter; a lay costs what it adds to the least that the lays of the turn can cost.
    """

    done: tuple[Counted, ...] = ()

    def take(self, game: Game1883, action: Action) -> None:
        if not isinstance(action, LayTile):
            game.pop_frame()
            return
        lay = Counted(action.hex, self._counts_as(game, action, self._reaching(game, action)))
        _spend(game, action.hex)
        lay_tile(game, action)
        game.change_frame(done=(*self.done, lay))
        settle_concessions(game)

    def possible(self, game: Game1883) -> Iterator[LayTile]:
        """Every legal one, once."""
        player, company, adds = self.actor(game), self.company, dict[Counted, int | None]()
        if len(self.done) >= max(map(len, plans_of(game, company))):
            return
        # track is followed for no others than those as which one more lay could count
        ways = self.ways_left(game) if self.done else self._ways(game)
        by_lay, may, tiles = self._by_lay(game, ways), dict[tuple[Any, ...], bool](), game.title.board.tiles
        linking = any(way.only in game.title.cards for way in ways)  # else all tiles of a colour count alike
        for lay, mask in sorted(by_lay.items()):
            action = LayTile(player, company, *lay)
            key = (*lay, mask) if linking else (lay.hex, tiles[lay.tile].color, mask)
            if key not in may:
                leading = [way for n, way in enumerate(ways) if mask >> n & 1]
                may[key] = self._may_lay(game, action, leading, adds)
            if may[key]:
                yield action

    def _may_lay(self, game: Game1883, action: LayTile, ways: Sequence[Way], adds: dict[Counted, int | None]) -> bool:
        """Whether a lay to which track leads in these ways is allowed and can be paid."""
        if self.place_fault(game, action) is not None:
            return False
        counted = Counted(action.hex, self._counts_as(game, action, ways))
        if counted not in adds:  # many lays in a hex count alike
            adds[counted] = self._adds(game, counted)
        cost = adds[counted]
        return cost is not None and cost <= game.state.cash[self.company]

    def _by_lay(self, game: Game1883, ways: Sequence[Way]) -> dict[Lay, int]:
        """Where track leads, and in which of these ways, as a mask."""
        by_lay: dict[Lay, int] = {}
        now, tiles = track(game), self.spare_tiles(game)
        for n, way in enumerate(ways):
            usable = tiles if way.only != HILLS else [tile for tile in tiles if is_first(game, tile)]
            for lay in possible_lays(now, self.company, usable, self.one_stop_a_hex(game), way.homes):
                by_lay[lay] = by_lay.get(lay, 0) | 1 << n
        return by_lay

    def one_stop_a_hex(self, game: Game1883) -> bool:
        return False  # A98

    def place_fault(self, game: Game1883, action: LayTile) -> str | None:
        """11-2, 11-5, 6.4.5-a"""
        return _north_fault(game, self.company, action.hex) or lay_fault(game, action.hex)

    def track_fault(self, game: Game1883, action: LayTile) -> str | None:
        """Why none of the ways that are left allows it."""
        left = self.ways_left(game, action.hex)
        faults = {way: hex_fault(game, way, action) or self._reach_fault(game, way, action) for way in left}
        allowed = [way for way, fault in faults.items() if fault is None]
        if not allowed:
            kinds = [fault for fault in faults.values() if fault]
            return next((kind for kind in kinds if kind not in NOT_HERE), next(iter(kinds), "lay_used"))
        cost = self._adds(game, Counted(action.hex, self._counts_as(game, action, allowed)))
        return "cannot_pay_terrain" if cost is None or cost > game.state.cash[self.company] else None

    def cost(self, game: Game1883, action: LayTile) -> int:
        """What this lay costs after those that were made."""
        whole = terrain_cost(game, action.hex, game.title.board.tiles[action.tile].color)
        if not whole:
            return 0
        cost = self._adds(game, Counted(action.hex, self._counts_as(game, action, self._reaching(game, action))))
        return whole if cost is None else cost

    def ways_left(self, game: Game1883, hex_: str = "") -> list[Way]:
        """As which ways one more lay, perhaps in a certain hex, could count."""
        return [way for way in self._ways(game) if self._adds(game, Counted(hex_, ((way.name, 0),))) is not None]

    def _ways(self, game: Game1883) -> list[Way]:
        return list(dict.fromkeys(way for plan in plans_of(game, self.company) for way in plan))

    def _reaching(self, game: Game1883, action: LayTile) -> list[Way]:
        return [way for way in self._ways(game) if self._reach_fault(game, way, action) is None]

    def _reach_fault(self, game: Game1883, way: Way, action: LayTile) -> str | None:
        lay = Lay(action.hex, action.tile, action.rotation)
        return check_lay(track(game), self.company, lay, self.one_stop_a_hex(game), way.homes)

    def _counts_as(self, game: Game1883, action: LayTile, ways: Sequence[Way]) -> tuple[tuple[str, int], ...]:
        """As which of these ways, by which track leads there, a lay can count, and what it costs then."""
        allowed = [way for way in ways if hex_fault(game, way, action) is None]
        return tuple((way.name, cost_of(game, way, action)) for way in allowed)

    def _adds(self, game: Game1883, lay: Counted) -> int | None:
        """What one more lay adds to the least that all cost; None if there is no way left for it."""
        if not self.done:
            return min((cost for _, cost in lay.ways), default=None)
        plans, apart = plans_of(game, self.company), homes_apart(game, self.company)
        before, after = least_cost(plans, self.done, apart), least_cost(plans, (*self.done, lay), apart)
        return None if before is None or after is None else after - before


def _north_fault(game: Game1883, company: str, hex_: str) -> str | None:
    return "north_of_the_line" if is_cooperative(game, company) and is_north(game.title, hex_) else None


def tile_cost(game: Game1883, action: LayTile) -> int:
    """What a company pays for a lay: in its turn after what it has laid, else as its first one."""
    step = game.stack[-1]
    if not isinstance(step, LayTrack) or step.company != action.company:
        step = LayTrack(action.company)
    return step.cost(game, action)


def _spend(game: Game1883, hex_: str) -> None:
    """6.4.2-d, A68 A brown tile that is replaced leaves the game."""
    tile, _ = game.state.laid.get(hex_, ("", 0))
    if tile and game.title.board.tiles[tile].color == "brown" and game.ruling("replaced_brown") == "leaves_the_game":
        game.state.spent[tile] = game.state.spent.get(tile, 0) + 1


class PlaceStation(StationStep[Game1883], frozen=True):
    """6.5 One token a turn."""

    def one_stop_a_hex(self, game: Game1883) -> bool:
        return False  # A98

    def place_fault(self, game: Game1883, place: CityAt) -> str | None:
        """6.5.2-f"""
        return _north_fault(game, self.company, place[0]) or super().place_fault(game, place)

    def place(self, game: Game1883, action: PlaceToken) -> None:
        super().place(game, action)
        settle_concessions(game)
