"""Laying tiles: supply, terrain, and what a laid tile does to the tokens on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from stockrail.board import Lay, Track, check_lay, each_lay, stop_map
from stockrail.board.laying import NEXT_COLOR, sure_lays
from stockrail.core import Action, Menu
from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame, pay
from stockrail.rules.state import BANK, CityAt, city_at, spare_tokens
from stockrail.rules.tokens import token_owner, tokens_in
from stockrail.rules.track import track

ENDLESS = 1_000_000
COLOURS = tuple(NEXT_COLOR.values())
COST_BY_COLOUR = {"yellow": "cost", "green": "upgrade_cost"}  # the entry of terrain that a tile pays


def supply(game: RailGame) -> dict[str, int]:
    """How many of each tile are left: those neither on the map nor out of the game.

    Remembered by what lies there and what is out; not to be altered.
    """
    piece, spent, memo = game.title.pieces(game), game.title.spent_tiles(game), track(game).memo
    known: tuple[Mapping[str, str], Mapping[str, int], dict[str, int]] | None = memo.get("supply")
    if known is None or known[0] is not piece or known[1] != spent:
        laid = Counter(piece[tile] for tile, _ in game.state.laid.unordered.values())
        left = {name: _count(game, name) - laid[piece[name]] - spent.get(name, 0) for name in game.title.board.tiles}
        known = memo["supply"] = (piece, spent, left)
    return known[2]


def tiles_left(game: RailGame, name: str) -> int:
    return supply(game)[name]


def _count(game: RailGame, name: str) -> int:
    """How many of a tile there are; some are unlimited."""
    count = game.title.board.tiles[name].count
    return ENDLESS if count is None else count


class TrackStep(CompanyDecision[R], frozen=True):
    """Lay a tile or pass. A title says which tiles a company may lay, and where."""

    def any(self, game: R) -> bool:
        return next(self.possible(game), None) is not None

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, Pass):
            duty = self.pass_fault(game)
            if duty:
                raise game.refusal(duty, company=self.company)
            return
        if not isinstance(action, LayTile) or action.company != self.company:
            raise game.refusal("lay_or_pass", company=self.company)
        fault = self._unknown_fault(game, action) or self._lay_fault(game, action)
        if fault:
            tile = game.title.board.tiles.get(action.tile)
            colour = tile.color if tile else ""
            cost = game.title.tile_cost(game, action) if tile and action.hex in game.title.board.hexes else 0
            raise game.refusal(fault, company=self.company, hex=action.hex, tile=action.tile, colour=colour, cost=cost)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (LayTile, Pass)

    def list(self, game: R) -> Menu:
        lays: Menu = [*self.possible(game)]
        return lays if self.pass_fault(game) else [*lays, Pass(self.actor(game))]

    def take(self, game: R, action: Action) -> None:
        """One tile, unless a title says otherwise."""
        game.pop_frame()
        if isinstance(action, LayTile):
            lay_tile(game, action)

    def pass_fault(self, game: R) -> str | None:
        """Why the company may not decline; asked only if it can lay something."""
        return None

    def possible(self, game: R) -> Iterator[LayTile]:
        """Every legal one."""
        player, now = self.actor(game), self.seen(game)
        single, homes, policy = self.one_stop_a_hex(game), self.homes(game), game.title.lay_policy(game)
        found = each_lay(now, self.company, self.spare_tiles(game), single, homes, policy)
        for lay in chain(found, self.additions(game)):
            action = LayTile(player, self.company, *lay)
            if self.place_fault(game, action) is None:
                yield action

    def sees_any(self, game: R) -> bool:
        """Whether some lay is seen at once to be legal; if not, there may be others."""
        player, now, spare = self.actor(game), self.seen(game), self.spare_tiles(game)
        single, homes, policy = self.one_stop_a_hex(game), self.homes(game), game.title.lay_policy(game)
        found = sure_lays(now, self.company, spare, single, homes, policy)
        return any(self.place_fault(game, LayTile(player, self.company, *lay)) is None for lay in found)

    def spare_tiles(self, game: R) -> Sequence[str]:
        """The tiles of the supply that the company may lay somewhere."""
        kinds, colours = game.title.board.tiles, [c for c in COLOURS if self.colour_fault(game, c) is None]
        spare = [name for name, left in supply(game).items() if left > 0 and kinds[name].color in colours]
        return [name for name in spare if self.tile_fault(game, name) is None]

    def additions(self, game: R) -> Iterable[Lay]:
        """Legal lays beyond the reach of the company's routes."""
        return ()

    def _unknown_fault(self, game: R, action: LayTile) -> str | None:
        board = game.title.board
        known = action.tile in board.tiles and action.hex in board.hexes and action.rotation in range(6)
        return None if known else "no_such_tile"

    def _lay_fault(self, game: R, action: LayTile) -> str | None:
        colour = game.title.board.tiles[action.tile].color
        fault = self.colour_fault(game, colour) or self.tile_fault(game, action.tile)
        if fault is None and not self.is_spare(game, action):
            return "no_tile_left"
        return fault or self.place_fault(game, action) or self.track_fault(game, action)

    def colour_fault(self, game: R, colour: str) -> str | None:
        """Why the company cannot lay tiles of this colour."""
        return None if colour in game.phase.tiles else "colour_not_yet"

    def tile_fault(self, game: R, tile: str) -> str | None:
        """Why the company cannot lay this tile anywhere, besides its colour; how many are left is another question."""
        return None

    def is_spare(self, game: R, action: LayTile) -> bool:
        return tiles_left(game, action.tile) > 0

    def place_fault(self, game: R, action: LayTile) -> str | None:
        """Why the tile may not go in this hex, whatever its track: by default, that the treasury cannot pay."""
        return "cannot_pay_terrain" if game.title.tile_cost(game, action) > game.state.cash[self.company] else None

    def track_fault(self, game: R, action: LayTile) -> str | None:
        lay = Lay(action.hex, action.tile, action.rotation)
        single, homes, policy = self.one_stop_a_hex(game), self.homes(game), game.title.lay_policy(game)
        return check_lay(self.seen(game), self.company, lay, single, homes, policy)

    def seen(self, game: R) -> Track:
        """The track as the company sees it: that on the map, unless a title shows another one."""
        return track(game)

    def homes(self, game: R) -> tuple[CityAt, ...] | None:
        """The tokens from which alone the company may build here; None if from all of them."""
        return None

    def one_stop_a_hex(self, game: R) -> bool:
        """Whether a route may make only one stop in each hex."""
        return True


class TrackSteps(TrackStep[R], frozen=True):
    """Lay several tiles in one turn, one after the other; several of them may lie on one hex."""

    steps: int
    used: tuple[str, ...] = ()  # the hexes of the tiles laid so far

    @property
    def played(self) -> int:
        return len(self.used)

    def possible(self, game: R) -> Iterator[LayTile]:
        yield from super().possible(game) if self.played < self.steps else ()

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, LayTile):
            game.change_frame(used=(*self.used, action.hex))
            self.lay(game, action)
        else:
            self.leave(game, possible=True)

    def skip(self, game: R) -> None:
        self.leave(game, possible=False)

    def lay(self, game: R, action: LayTile) -> None:
        """A title may add what follows."""
        lay_tile(game, action)

    def leave(self, game: R, possible: bool) -> None:
        """So many tiles were `played`, and another step was possible or not; a title may draw conclusions."""
        game.pop_frame()


def terrain_cost(game: RailGame, hex_: str, colour: str, free: Collection[str] = ()) -> int:
    """What a tile of a colour costs there: the first one, and on some terrain the green one. Some kinds may be free."""
    terrain, key = game.title.board.hexes[hex_].terrain, COST_BY_COLOUR.get(colour)
    return sum(part.get(key, 0) for part in terrain if part.get("kind") not in free) if terrain and key else 0


def lay_tile(game: RailGame, action: LayTile) -> None:
    """The company pays for the terrain and the tile is placed."""
    company, hex_, tile, turned = action.company, action.hex, action.tile, action.rotation
    cost = game.title.tile_cost(game, action)
    pay(game, company, BANK, cost)
    game.note("lays", company=company, hex=hex_, tile=tile, rotation=turned, cost=cost)
    put_tile(game, hex_, tile, turned)


def put_tile(game: RailGame, hex_: str, tile: str, rotation: int) -> None:
    """Place the tile; tokens keep their cities, and a company keeps one token in each."""
    now, place = track(game), game.title.board.hexes[hex_]
    new = game.title.board.face(tile, rotation)
    moves = stop_map(now.face(hex_), new, game.title.lay_policy(game).on(now, place).sides)
    held = {stop: list(tokens_in(game, hex_, stop)) for stop in moves}
    game.state.laid[hex_] = (tile, rotation)
    for stop, tokens in held.items():
        for token in tokens:
            if moves[stop] != stop:
                game.state.shelves.move(token, city_at(hex_, moves[stop]))
    game.title.stops_moved(game, hex_, moves)
    for stop in range(len(new.stops)):
        _return_doubles(game, hex_, stop)


def replace_tile(game: RailGame, hex_: str, tile: str, rotation: int) -> None:
    """Put a lower tile in the place of another, or none. A stop that comes of several gives them its tokens in turn."""
    board, old = game.title.board, track(game).face(hex_)
    new = board.face(tile, rotation) if tile else board.hexes[hex_].printed
    made_of: dict[int, list[int]] = {}
    for stop, became in stop_map(new, old).items():
        made_of.setdefault(became, []).append(stop)
    moves = [
        (token, made_of[stop][number % len(made_of[stop])])
        for stop in range(len(old.stops))
        for number, token in enumerate(list(tokens_in(game, hex_, stop)))
    ]
    for token, stop in moves:
        game.state.shelves.move(token, city_at(hex_, stop))
    if tile:
        game.state.laid[hex_] = (tile, rotation)
    else:
        del game.state.laid[hex_]


def _return_doubles(game: RailGame, hex_: str, stop: int) -> None:
    seen: set[str] = set()
    for token in list(tokens_in(game, hex_, stop)):
        owner = token_owner(token)
        if owner in seen:
            game.state.shelves.move(token, spare_tokens(owner))
            game.note("token_returns", company=owner, hex=hex_)
        seen.add(owner)
