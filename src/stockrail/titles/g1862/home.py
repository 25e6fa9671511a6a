"""7.2 The first turn of a company: its home station comes before anything else."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import LayTile
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.laying import put_tile
from stockrail.rules.state import city_at, spare_tokens
from stockrail.rules.tokens import spare_of, token_owner, tokens_in
from stockrail.rules.track import track
from stockrail.titles.g1862.companies import free_slot, home_of, home_upgrades, in_receivership, lner_formed, own_cities
from stockrail.titles.g1862.state import Game1862


def needs_home(game: Game1862, company: str) -> bool:
    """A company in receivership places no stations, so its home has to wait; 10.3-b after the LNER nobody does."""
    barred = in_receivership(game, company) or (lner_formed(game) and game.ruling("lner_homes") == "never")
    return not barred and home_of(game, company) not in own_cities(game, company)


class HomeStation(CompanyDecision[Game1862], frozen=True):
    """7.2-a, c, d In a free slot; else after the upgrade that brings one; else in the place of another marker."""

    def any(self, game: Game1862) -> bool:
        company = self.company
        full = needs_home(game, company) and not track(game).is_open(*home_of(game, company))
        return full and bool(home_upgrades(game, company))

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, LayTile) or action.company != self.company:
            raise game.refusal("upgrade_home_first", company=self.company)
        board, (hex_, _) = game.title.board, home_of(game, self.company)
        known = action.tile in board.tiles and action.rotation in range(6)
        looks = [board.face(*upgrade).layout() for upgrade in home_upgrades(game, self.company)]
        if action.hex != hex_ or not known or board.face(action.tile, action.rotation).layout() not in looks:
            raise game.refusal("upgrade_home_first", company=self.company)

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (LayTile,)

    def list(self, game: Game1862) -> Menu:
        hex_, _ = home_of(game, self.company)
        upgrades = home_upgrades(game, self.company)
        return [LayTile(self.actor(game), self.company, hex_, *upgrade) for upgrade in upgrades]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, LayTile)
        game.pop_frame()
        lay_tile(game, action)
        game.state.flags["built"] = "home"
        self._place(game)

    def skip(self, game: Game1862) -> None:
        game.pop_frame()
        if needs_home(game, self.company):
            if not track(game).is_open(*home_of(game, self.company)):
                push_out(game, self.company)
            self._place(game)

    def _place(self, game: Game1862) -> None:
        hex_, stop = home_of(game, self.company)
        place_station(game, self.company, hex_, stop, f"{self.company}.0")
        game.note("places_home", company=self.company, hex=hex_)
        if game.ruling("first_build") == "must":
            game.state.flags["home_placed"] = True  # until its turn ends: 7.2-b it has to build there


def lay_tile(game: Game1862, action: LayTile) -> None:
    """7.6-b All track is free of cost."""
    tiles, old = game.title.board.tiles, track(game).face(action.hex).tile
    if old is not None and tiles[old].base == tiles[action.tile].base:
        game.note("adds_small_station", company=action.company, hex=action.hex)
    else:
        turned = action.rotation
        game.note("lays", company=action.company, hex=action.hex, tile=action.tile, rotation=turned, cost=0)
    put_tile(game, action.hex, action.tile, action.rotation)
    close_gaps(game, action.hex)


def close_gaps(game: Game1862, hex_: str) -> None:
    """Markers that go over to a new tile take its first slots, in the order in which they stood."""
    slots = game.state.slot
    for stop in range(len(track(game).face(hex_).stops)):
        for slot, marker in enumerate(sorted(tokens_in(game, hex_, stop), key=lambda token: slots[token])):
            slots[marker] = slot


def place_station(game: Game1862, company: str, hex_: str, stop: int, token: str = "") -> None:
    """7.7 A marker from the charter goes to the first free slot."""
    marker = token or spare_of(game, company)[0]
    game.state.slot[marker] = free_slot(game, hex_, stop)
    game.state.shelves.move(marker, city_at(hex_, stop))


def push_out(game: Game1862, company: str) -> None:
    """7.2-d, D10 The marker that was placed last goes back to its owner; on the site the one in the last slot."""
    hex_, stop = home_of(game, company)
    markers = tokens_in(game, hex_, stop)
    by_slot = game.ruling("pushed_out") == "last_slot"
    marker = max(markers, key=lambda token: game.state.slot[token]) if by_slot else markers[-1]
    owner = token_owner(marker)
    game.state.shelves.move(marker, spare_tokens(owner))
    game.note("pushes_out", company=company, other=owner, hex=hex_)
