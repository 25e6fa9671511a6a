"""Reading the public site's actions: what all titles share. A title's own reader adds its companies and steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from stockrail.core import Action, Decision
from stockrail.rules.actions import (
    Answer,
    BuyTrain,
    LayTile,
    Pass,
    PayOut,
    PlaceToken,
    ProposeEnd,
    RunTrains,
    StartCompany,
    TrainRun,
)
from stockrail.rules.agreement import Proposal
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.laying import TrackStep
from stockrail.rules.running import RunDecision
from stockrail.rules.state import POOL, CityAt, Holder
from stockrail.rules.station import StationStep
from stockrail.rules.stock import SellingTurn
from stockrail.rules.train_step import TrainStep

SILENT = ("message", "log", "undo", "redo")
UNTOLD = object()
"""Stands for a field of a trace that is not worth comparing."""


class BadEntry(ValueError):
    """What is wrong with an entry of a log, in words for whoever wants to read the file."""


class Entry(dict[str, Any]):
    """An entry, or an object in it. What is asked for and is not there, or is something else, is named."""

    def __missing__(self, field: str) -> Any:
        raise BadEntry(f"the field {field!r} is missing")

    def text(self, field: str) -> str:
        """A name; files write numbers for some of them."""
        value = self[field]
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise BadEntry(f"the field {field!r} must be a name, not {value!r}")
        return str(value)

    def number(self, field: str) -> int:
        value = self[field]
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadEntry(f"the field {field!r} must be a whole number, not {value!r}")
        return value

    def number_or(self, field: str, otherwise: int) -> int:
        """A field that may be left out, or stand there without a value."""
        return otherwise if self.get(field) is None else self.number(field)

    def names(self, field: str) -> list[str]:
        """A list of names with at least one in it."""
        value = self[field]
        if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
            raise BadEntry(f"the field {field!r} must be a list of names, not {value!r}")
        return value

    def objects(self, field: str) -> list[Entry]:
        value = self[field]
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise BadEntry(f"the field {field!r} must be a list of objects")
        return [Entry(each) for each in value]

    def one_of(self, field: str, table: Mapping[str, str]) -> str:
        """What a word of the log means here."""
        value = self[field]
        if not isinstance(value, str) or value not in table:
            raise BadEntry(f"the field {field!r} must be one of {', '.join(table)}, not {value!r}")
        return table[value]


class LogReader:
    """Turns one entry of a log after the other into actions; the game must take each before the next is asked."""

    by_the_way: tuple[type[Decision], ...] = ()
    """Decisions of others that may be declined on the way to the one that an entry answers."""

    round_names: ClassVar[Mapping[str, str]] = {"stock": "SR", "operating": "OR"}
    """What a trace calls the kinds of rounds."""

    unordered: tuple[str, ...] = ()
    """Lists of this title in a trace whose order says nothing."""

    depot_in_pool: tuple[str, ...] = ()
    """Kinds of trains that a trace tells among those of the depot, and that lie in the pool here."""

    starting: ClassVar[tuple[type[Decision], ...]] = (SellingTurn,)
    laying: ClassVar[tuple[type[Decision], ...]] = (TrackStep,)
    ways_to_pay: ClassVar[Mapping[str, str]] = {"payout": "full", "half": "half", "withhold": "withhold"}

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
            raise BadEntry(f"unknown type {kind!r}")
        yield from reader(Entry(entry))
        # What the log records has been agreed on: the other owner's yes is not written.
        while isinstance(self.game.decision, Proposal):
            yield Answer(self.actor(), True)

    def actor(self) -> int:
        actor = self.game.actor
        if actor is None:
            raise BadEntry("the game is over")
        return actor

    def waiting(self) -> str:
        """Whom the game waits for, and in which step."""
        decision = self.game.decision
        if decision is None:
            return "the game is over"
        subject = decision.subject(self.game)
        name = self.game.players[subject] if isinstance(subject, int) else subject
        return f"the game is waiting for {name} ({type(decision).__name__})"

    # -- names ----------------------------------------------------------------------------------------------------

    def company(self, name: str) -> str:
        if name not in self.alias:
            raise BadEntry(f"unknown company {name!r}")
        return self.alias[name]

    def player(self, entry: Entry) -> int:
        """The seat of whoever acts."""
        name = entry.text("entity")
        if name not in self.seat_of:
            raise BadEntry(f"unknown player {name!r}")
        return self.seat_of[name]

    def entity(self, entry: Entry) -> Holder:
        """A seat or a company."""
        return self.player(entry) if entry.text("entity_type") == "player" else self.company(entry.text("entity"))

    def certificates(self, entry: Entry) -> tuple[str, ...]:
        """The certificates that an entry names, all of one company."""
        certs = tuple(self.certificate(name) for name in entry.names("shares"))
        if len({cert.rsplit("_", 1)[0] for cert in certs}) > 1:
            raise BadEntry(f"the shares must be of one company, not {', '.join(entry.names('shares'))}")
        return certs

    def certificate(self, name: str) -> str:
        company, _, number = name.rpartition("_")
        cert = f"{self.company(company)}_{number}"
        if cert not in self.game.title.percent:
            raise BadEntry(f"unknown certificate {name!r}")
        return cert

    def percent(self, entry: Entry, certs: Sequence[str]) -> int:
        """How much is dealt in; a president's certificate may count in part."""
        return entry.number_or("percent", 0) or sum(self.game.title.percent[cert] for cert in certs)

    def value(self, entry: Entry) -> int:
        """A starting value: "price,row,column"."""
        text = entry.text("share_price")
        first = text.split(",")[0]
        if not first.isdecimal():
            raise BadEntry(f"{text!r} is not a par price")
        return int(first)

    def city(self, name: str) -> CityAt:
        """A circle is named by the copy of the tile and its number; a printed hex by the hex."""
        copy, _, stop = name.rpartition("-")
        hex_ = self.hex_of_copy.get(copy) or copy.split("-", 1)[0]
        if hex_ not in self.game.title.board.hexes or not stop.isdecimal():
            raise BadEntry(f"there is no city {name!r}")
        return hex_, int(stop)

    def note_tile(self, entry: Entry) -> str:
        """Remember where a copy lies; returns the tile's number."""
        copy = entry.text("tile")
        self.hex_of_copy[copy] = entry.text("hex")
        return copy.rpartition("-")[0]

    def lies_at(self, cert: str) -> str:
        """Where a certificate can be bought: a treasury, the pool, an offer."""
        place = self.game.state.shelves.place_of[cert]
        holder = place[1] if isinstance(place, tuple) else None
        return holder if isinstance(holder, str) else POOL

    def decline_until(self, entry: Entry, *wanted: type[Decision]) -> Iterator[Action]:
        """Decline steps that the log says nothing about, until one is pending that the entry can answer.

        Only steps of whoever acts, and those that come by without being looked for: an entry that does not fit must
        not pass its way through whole rounds.
        """
        entity = self.entity(entry)
        while not isinstance(self.game.decision, wanted):
            decision = self.game.decision
            passable = decision is not None and isinstance(decision, self.by_the_way)
            if decision is None or (decision.subject(self.game) != entity and not passable):
                raise BadEntry(f"{entry['type']} does not fit here: {self.waiting()}")
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

    def routes_of(self, entry: Entry) -> list[Entry]:
        """The routes of a recorded run."""
        return entry.objects("routes")

    def _read_run_routes(self, entry: Entry) -> Iterator[Action]:
        routes = self.routes_of(entry)
        if not routes and not isinstance(self.game.decision, RunDecision):
            return  # nothing to run, and the step was skipped
        yield from self.decline_until(entry, RunDecision)
        runs = tuple(TrainRun(route.text("train"), route_hexes(route)) for route in routes)
        yield RunTrains(self.actor(), self.company(entry.text("entity")), runs)

    def _read_par(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, *self.starting)
        yield StartCompany(self.actor(), self.company(entry.text("corporation")), self.value(entry))

    def _read_lay_tile(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, *self.laying)
        tile = self.note_tile(entry)
        company, turned = self.company(entry.text("entity")), entry.number("rotation")
        yield LayTile(self.actor(), company, entry.text("hex"), tile, turned)

    def _read_place_token(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, StationStep)
        yield PlaceToken(self.actor(), self.company(entry.text("entity")), *self.city(entry.text("city")))

    def _read_dividend(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, DividendStep)
        yield PayOut(self.actor(), self.company(entry.text("entity")), entry.one_of("kind", self.ways_to_pay))

    def _read_buy_train(self, entry: Entry) -> Iterator[Action]:
        yield from self.decline_until(entry, TrainStep)
        company = self.company(entry.text("entity"))
        yield BuyTrain(self.actor(), company, entry.text("train"), entry.number("price"))

    def _read_pass(self, entry: Entry) -> Iterator[Action]:
        """A pass for a step that this engine has skipped already is tolerated."""
        decision, entity = self.game.decision, self.entity(entry)
        if decision is not None and decision.subject(self.game) == entity:
            yield Pass(self.actor())

    def _read_end_game(self, entry: Entry) -> Iterator[Action]:
        yield ProposeEnd(self.player(entry))


def route_hexes(route: Mapping[str, Any]) -> tuple[str, ...]:
    """The hexes of a route in order, from its stretches, which may be written in either direction."""
    stretches = route.get("connections")
    if not isinstance(stretches, list) or not stretches or not all(map(_is_stretch, stretches)):
        raise BadEntry(f"a route's connections must be lists of hexes, not {stretches!r}")
    if stretches[0][0] == "local":
        return tuple(stretches[0][1:])
    stops = route.get("hexes") or _stops_of(stretches)
    if not _is_stretch(stops) or len(stops) != len(stretches) + 1:
        raise BadEntry(f"a route's hexes do not match its connections: {stops!r}")
    path: list[str] = [stops[0]]
    for stretch, start, end in zip(stretches, stops, stops[1:], strict=False):
        forward = stretch if (stretch[0], stretch[-1]) == (start, end) else stretch[::-1]
        path += forward[1:]
    return tuple(path)


def _is_stretch(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(hex_, str) for hex_ in value)


def _stops_of(stretches: Sequence[Sequence[str]]) -> list[str]:
    """The stops of a route in order, where a file gives just the stretches between them."""
    ends = [(stretch[0], stretch[-1]) for stretch in stretches]
    start = ends[0][0] if len(ends) == 1 or ends[0][1] in ends[1] else ends[0][1]
    stops = [start]
    for first, last in ends:
        stops.append(last if stops[-1] == first else first)
    return stops
