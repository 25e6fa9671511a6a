"""A view made ready for drawing: every hex with its place on the sheet, its face and its guests."""

from __future__ import annotations

from typing import Any

from .faces import Face
from .furniture import Guests
from .grid import Grid
from .lines import crossings
from .setting import PORT, Setting
from .view import BoardView

ROUGH = frozenset({"rough", "hill", "hills"})
GROUNDS = ("closed", "land", "rough", "mountain", "yellow", "green", "brown", "grey", "red", "darkgreen")


class Scene:
    """A view made ready for the pen: every hex with its place, face and guests."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.grid = Grid.of(view.board)
        self.hexes = view.board.hexes
        used = {tile for tile, _ in view.laid.values()}
        self._faces = {tile: Face.of(view.board.face(tile, 0)) for tile in used}
        self._lines = crossings(self.grid)
        self._signs = _signs(self.grid)
        self.settings = {name: self._setting(name) for name in self.grid.playable}
        self.guests = self._all_guests()

    def _setting(self, name: str) -> Setting:
        place = self.hexes[name]
        laid = self.view.laid.get(name)
        face = self._faces[laid[0]] if laid else Face.of(place.printed)
        terrain = place.terrain
        sign = str(terrain[0]["kind"]) if terrain else ""
        bare = laid is None and face.colour == "white"
        cost = sum(int(part.get("cost", 0)) for part in terrain) if bare else self._later_cost(name, terrain)
        shown = sign if bare or cost else ""
        return Setting(
            face, laid[1] % 6 if laid else 0, self.grid.layout, place.place or "", shown,
            str(cost) if cost else "", corner=not self.grid.rim, lines=self._lines.get(name, ()),
            marks=self._marks(name), pieces=len(self.view.pieces.get(name, ())), signs=self._signs.get(name, ()),
        )  # fmt: skip

    def _marks(self, name: str) -> tuple[str, ...]:
        ports = [f"{PORT}{self.view.ports[name]}"] if name in self.view.ports else []
        return *self.view.printed.get(name, ()), *ports

    def _later_cost(self, name: str, terrain: Any) -> int:
        """What building costs where a tile lies: told by the view, or of a printed tile by the map."""
        if name in self.view.costs or name in self.view.laid:
            return self.view.costs.get(name, 0)
        return sum(int(part.get("upgrade_cost", 0)) for part in terrain)

    def _all_guests(self) -> dict[str, Guests]:
        tokens: dict[str, dict[int, Any]] = {}
        notes: dict[str, dict[int, str]] = {}
        faint: dict[str, set[tuple[int, str]]] = {}
        for (name, stop), companies in sorted(self.view.tokens.items()):
            tokens.setdefault(name, {})[stop] = companies
        for (name, stop), note in self.view.reserved.items():
            notes.setdefault(name, {})[stop] = note
        for name, stop, company in self.view.ghosts:
            faint.setdefault(name, set()).add((stop, company))
        claims: dict[str, dict[int, Any]] = {}
        for (name, stop), made in self.view.claims.items():
            claims.setdefault(name, {})[stop] = made
        styles = self.view.styles
        return {
            name: Guests(
                tokens.get(name, {}),
                notes.get(name, {}),
                frozenset(faint.get(name, ())),
                styles,
                tuple(self.view.pieces.get(name, ())),
                claims.get(name, {}),
            )
            for name in self.grid.playable
        }

    def ground(self, name: str) -> str:
        """The colour group of a hex in play."""
        setting = self.settings[name]
        if setting.face.colour in GROUNDS:
            return setting.face.colour
        place = self.hexes[name]
        terrain = place.terrain
        kind = str(terrain[0]["kind"]) if terrain else ""
        if place.kind not in self.view.board.buildable and not terrain and not place.printed.stops:
            return "closed"
        return "mountain" if kind == "mountain" else "rough" if kind in ROUGH else "land"


def _signs(grid: Grid) -> dict[str, tuple[int, ...]]:
    """By hex, its sides with the sign of a side that they meet far away."""
    found: dict[str, tuple[int, ...]] = {}
    for name, edge in (side for link in grid.board.chart.links if link.sign for side in link.sides):
        found[name] = (*found.get(name, ()), edge)
    return found
