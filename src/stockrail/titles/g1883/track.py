"""6.4, 6.5 Laying tiles: railways, FSF from both homes, CCFR and its hill, extra lays of cards; station tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stockrail.board import Lay, check_lay, possible_lays
from stockrail.core import Action
from stockrail.rules.actions import LayTile, PlaceToken
from stockrail.rules.laying import TrackStep, lay_tile, terrain_cost
from stockrail.rules.state import CityAt
from stockrail.rules.station import StationStep
from stockrail.rules.track import track
from stockrail.titles.g1883.companies import is_cooperative
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.effects import lay_fault
from stockrail.titles.g1883.places import is_north
from stockrail.titles.g1883.state import Game1883
from stockrail.titles.g1883.ways import (
    HILLS,
    Counted,
    Way,
    cost_of,
    hex_fault,
    homes_apart,
    is_first,
    least_cost,
    plans_of,
)

NOT_HERE = ("f_hexes_only", "hills_only", "link_only", "lay_used")


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
        player, cash, adds = self.actor(game), game.state.cash[self.company], dict[Counted, int | None]()
        by_lay, faults = self._by_lay(game), dict[str, str | None]()
        for lay in sorted(by_lay):
            action = LayTile(player, self.company, *lay)
            if lay.hex not in faults:  # it is the same for all tiles
                faults[lay.hex] = self.place_fault(game, action)
            if faults[lay.hex] is None:
                counted = Counted(lay.hex, self._counts_as(game, action, by_lay[lay]))
                if counted not in adds:  # many lays in a hex count alike
                    adds[counted] = self._adds(game, counted)
                cost = adds[counted]
                if cost is not None and cost <= cash:
                    yield action

    def _by_lay(self, game: Game1883) -> dict[Lay, list[Way]]:
        """Where track leads, and as which ways; nothing once all lays of the turn are made."""
        by_lay: dict[Lay, list[Way]] = {}
        if len(self.done) >= max(map(len, plans_of(game, self.company))):
            return by_lay
        now, tiles, ways = track(game), self.spare_tiles(game), self._ways(game)
        if self.done:  # track is followed for no others than those as which one more lay could count
            ways = [way for way in ways if self._adds(game, Counted("", ((way.name, 0),))) is not None]
        for way in ways:
            usable = tiles if way.only != HILLS else [tile for tile in tiles if is_first(game, tile)]
            for lay in possible_lays(now, self.company, usable, self.one_stop_a_hex(game), way.homes):
                by_lay.setdefault(lay, []).append(way)
        return by_lay

    def one_stop_a_hex(self, game: Game1883) -> bool:
        return False  # A98

    def place_fault(self, game: Game1883, action: LayTile) -> str | None:
        """11-2, 11-5, 6.4.5-a"""
        return _north_fault(game, self.company, action.hex) or lay_fault(game, action.hex)

    def track_fault(self, game: Game1883, action: LayTile) -> str | None:
        """Why none of the ways that are left allows it."""
        left = [way for way in self._ways(game) if self._adds(game, Counted(action.hex, ((way.name, 0),))) is not None]
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
        plans, apart = plans_of(game, self.company), bool(self.done) and homes_apart(game, self.company)
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
