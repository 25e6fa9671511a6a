"""What a company's trains do in one turn: routes, and the run that they make up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from stockrail.board.track import Place, bits
from stockrail.routes.rules import Line


class RouteFault(Exception):
    """A route or run that the rules do not allow: its kind and what it is about, no sentence."""

    def __init__(self, kind: str, **params: object) -> None:
        super().__init__(kind, params)
        self.kind = kind
        self.params: dict[str, object] = params


@dataclass(frozen=True, slots=True, repr=False)
class Route:
    """The way of one train."""

    train: str
    hexes: tuple[str, ...]
    stops: tuple[Place, ...]
    values: tuple[int, ...]  # what each stop pays; nothing where another route of the run is paid for it
    bonuses: tuple[tuple[str, int], ...]  # what else it earns, by name; of joined trains the first one has it
    revenue: int  # stops and bonuses; a doubled stop is counted once here
    masks: tuple[tuple[str, int], ...]  # hex and mask of the pieces used there
    lines: tuple[Line, ...] = ()  # that it uses besides track

    def __repr__(self) -> str:
        return f"<{self.train} by {'-'.join(self.hexes)} for {self.revenue}>"

    @property
    def pieces(self) -> frozenset[Place]:
        """The track that it uses: hex and piece."""
        return frozenset((name, n) for name, mask in self.masks for n in bits(mask))


class Doubling(NamedTuple):
    """A stop that pays once more."""

    train: str  # the one that doubles it
    place: Place
    pays: int


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """All routes of one company in one turn."""

    routes: tuple[Route, ...] = ()
    doubled: tuple[Doubling, ...] = ()
    total: int = 0
    subsidy: int = 0  # besides the total
    chains: tuple[tuple[str, ...], ...] = ()  # trains that are joined end to end, in order
    complete: bool = True  # False: a search that ended before the best was proven
    looked_at: int = 0  # how many positions a search has tried
    bound: int = 0  # no run earns more, as far as a search has proven

    def __repr__(self) -> str:
        proof = "" if self.complete else f", at most {self.bound}"
        doubled = [f"<{each.train} doubles {each.place[0]} for {each.pays}>" for each in self.doubled]
        parts = "".join(f" {part}" for part in (*map(repr, self.routes), *doubled))
        return f"<Run for {self.total}{proof}:{parts}>" if parts else "<Run of no train>"

    @property
    def extra(self) -> int:
        """What doubled stops bring."""
        return sum(doubling.pays for doubling in self.doubled)

    @property
    def written(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Trains and hexes, as a run is read: trains that double a stop come last."""
        routes = tuple((route.train, route.hexes) for route in self.routes)
        return routes + tuple((doubling.train, doubling.place[:1]) for doubling in self.doubled)

    @property
    def gap(self) -> int:
        """By how much a better run could still exceed this one; nothing, once it is proven best."""
        return 0 if self.complete else self.bound - self.total
