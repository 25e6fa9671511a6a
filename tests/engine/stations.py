"""A title whose companies run no trains, for tests of earnings: 18EU, but each station earns what its city pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from stockrail.core import Frame
from stockrail.rules.earnings import Account, Part
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.titles import all_titles
from stockrail.titles.g18eu.running import Dividend, RunStep
from stockrail.titles.g18eu.title import G18EU

NAMES = {
    **G18EU.words["names"],
    "source id=station": "Station",
    "earning kind=stations": "{count} stations count",
    "step id=Income": "Income",
}


class Income(Frame, frozen=True):
    """No choice: the company gets what its account says."""

    company: str

    def proceed(self, game: Any) -> None:
        game.replace_frame(Dividend(self.company, game.title.account(game, self.company).total))


class Stations(G18EU):
    """18EU without train runs."""

    name = "Stations"
    never: frozenset[str] = frozenset()
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    words: Mapping[str, Mapping[str, Any]] = {**G18EU.words, "names": NAMES}

    def run_setting(self, game: Any, company: str) -> None:  # type: ignore[override]
        return None

    def account(self, game: Any, company: str, seconds: float | None = None) -> Account:
        faces, colour = track(game), game.phase.offboard
        places = [(hex_, faces.face(hex_).stops[stop].value(colour)) for hex_, stop in cities_of(game, company)]
        parts = tuple(Part("station", pays, (hex_,), ((hex_, pays),)) for hex_, pays in places)
        total = sum(part.amount for part in parts)
        return Account(parts, total, most=total, notes=(("stations", {"count": len(parts)}),))

    def operating_steps(self, game: Any, company: str) -> Sequence[Frame]:
        steps = super().operating_steps(game, company)
        return [Income(company) if isinstance(step, RunStep) else step for step in steps]


@contextmanager
def stations() -> Iterator[str]:
    """The title among the others, for a while."""
    all_titles()["Stations"] = Stations()
    try:
        yield "Stations"
    finally:
        del all_titles()["Stations"]
