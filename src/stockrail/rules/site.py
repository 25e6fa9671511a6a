"""Reading the public site's actions: what all titles share. A title's own reader adds its companies and steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.core import Action, Decision
from stockrail.rules.actions import Answer, Pass, ProposeEnd
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame
from stockrail.rules.state import POOL, CityAt, Holder

SILENT = ("message", "log", "undo", "redo")
UNTOLD = object()
"""Stands for a field of a trace that is not worth comparing."""


class LogReader:
    """Turns one entry of a log after the other into actions; the game must take each before the next is asked."""

    by_the_way: tuple[type[Decision], ...] = ()
    """Decisions of others that may be declined on the way to the one that an entry answers."""

    def __init__(self, game: RailGame, player_ids: Sequence[Any]) -> None:
        self.game = game
        self.seat_of = {str(id_): seat for seat, id_ in enumerate(player_ids)}
        self.alias = {c.aliases.get("18xx.games", c.id): c.id for c in game.title.companies.values()}
        self.hex_of_copy: dict[str, str] = {}

    def read(self, entry: Mapping[str, Any]) -> Iterator[Action]:
        kind: str = entry["type"]
        if kind in SILENT or kind.startswith("program_"):
            return
        reader = getattr(self, f"_read_{kind}", None)
        if reader is None:
            raise ValueError(f"unknown type {kind!r}")
        yield from reader(entry)
        # What the log records has been agreed on: the other owner's yes is not written.
        while isinstance(self.game.decision, Proposal):
            yield Answer(self.actor(), True)

    def actor(self) -> int:
        actor = self.game.actor
        if actor is None:
            raise ValueError("the game is over")
        return actor

    # -- names ----------------------------------------------------------------------------------------------------

    def company(self, name: str | int) -> str:
        if str(name) not in self.alias:
            raise ValueError(f"unknown company {name!r}")
        return self.alias[str(name)]

    def entity(self, entry: Mapping[str, Any]) -> Holder:
        """A seat or a company."""
        if entry["entity_type"] == "player":
            return self.seat_of[str(entry["entity"])]
        return self.company(entry["entity"])

    def certificate(self, name: str) -> str:
        company, number = name.rsplit("_", 1)
        return f"{self.company(company)}_{number}"

    def city(self, name: str) -> CityAt:
        """A circle is named by the copy of the tile and its number; a printed hex by the hex."""
        copy, stop = name.rsplit("-", 1)
        return self.hex_of_copy.get(copy) or copy.split("-", 1)[0], int(stop)

    def note_tile(self, entry: Mapping[str, Any]) -> str:
        """Remember where a copy lies; returns the tile's number."""
        self.hex_of_copy[entry["tile"]] = entry["hex"]
        number: str = entry["tile"].rsplit("-", 1)[0]
        return number

    def lies_at(self, cert: str) -> str:
        """Where a certificate can be bought: a treasury, the pool, an offer."""
        place = self.game.state.shelves.place_of[cert]
        holder = place[1] if isinstance(place, tuple) else None
        return holder if isinstance(holder, str) else POOL

    def decline_until(self, entry: Mapping[str, Any], *wanted: type[Decision]) -> Iterator[Action]:
        """Decline steps that the log says nothing about, until one is pending that the entry can answer.

        Only steps of whoever acts, and those that come by without being looked for: an entry that does not fit must
        not pass its way through whole rounds.
        """
        entity = self.entity(entry)
        while not isinstance(self.game.decision, wanted):
            decision = self.game.decision
            passable = decision is not None and isinstance(decision, self.by_the_way)
            if decision is None or (decision.subject(self.game) != entity and not passable):
                raise ValueError(f"{entry['type']} does not fit here: the game waits for {decision}")
            step = Pass(self.actor())
            self.game.check(step)
            yield step

    # -- how a trace tells the state --------------------------------------------------------------------------------

    def player_fields(self, seat: int) -> Mapping[str, Any]:
        """What a trace of this title says of a player beyond, or instead of, what every trace does."""
        return {}

    def company_fields(self, company: str) -> Mapping[str, Any]:
        """The same for a company; a field that is `UNTOLD` is not compared."""
        return {}

    def told_subject(self, decision: Decision) -> Holder:
        """For whom a decision is taken, as a trace tells it."""
        return decision.subject(self.game)

    def told_token(self, name: str) -> str:
        """The place of a token ("hex.stop") as this engine names it."""
        return name

    def revenue_of(self, record: Mapping[str, Any]) -> int | None:
        """The revenue that a run of the log should have, by a record of its trace; None where it does not say."""
        value: int | None = record.get("recomputed", {}).get("revenue")
        return value

    # -- what every title has ----------------------------------------------------------------------------------------

    def _read_pass(self, entry: Mapping[str, Any]) -> Iterator[Action]:
        """A pass for a step that this engine has skipped already is tolerated."""
        decision = self.game.decision
        if decision is not None and decision.subject(self.game) == self.entity(entry):
            yield Pass(self.actor())

    def _read_end_game(self, entry: Mapping[str, Any]) -> Iterator[Action]:
        yield ProposeEnd(self.seat_of[str(entry["entity"])])


def route_hexes(route: Mapping[str, Any]) -> tuple[str, ...]:
    """The hexes of a route in order, from its stretches, which may be written in either direction."""
    stretches = [list(stretch) for stretch in route["connections"]]
    if stretches and stretches[0][0] == "local":
        return tuple(stretches[0][1:])
    stops = route.get("hexes") or _stops_of(stretches)
    path: list[str] = [stops[0]]
    for stretch, start, end in zip(stretches, stops, stops[1:], strict=False):
        forward = stretch if (stretch[0], stretch[-1]) == (start, end) else stretch[::-1]
        path += forward[1:]
    return tuple(path)


def _stops_of(stretches: Sequence[Sequence[str]]) -> list[str]:
    """The stops of a route in order, where a file gives just the stretches between them."""
    ends = [(stretch[0], stretch[-1]) for stretch in stretches]
    start = ends[0][0] if len(ends) == 1 or ends[0][1] in ends[1] else ends[0][1]
    stops = [start]
    for first, last in ends:
        stops.append(last if stops[-1] == first else first)
    return stops
