"""Positions of 1862 for rule tests: companies with their holders, track by its edges, trains by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action, Frame
from stockrail.rules.actions import Answer, Pass, RunTrains, TrainRun
from stockrail.rules.prices import place_marker
from stockrail.rules.rounds import OperatingRound, OperatingTurn, StockRound, current_round
from stockrail.rules.shares import percent_of, shares_of
from stockrail.rules.state import BOX, DEPOT, POOL, Holder, certs_at, spare_tokens, trains_at
from stockrail.testing import Position
from stockrail.titles.g1862.companies import chart_price, home_of
from stockrail.titles.g1862.home import place_station
from stockrail.titles.g1862.parliament import ParliamentRound
from stockrail.titles.g1862.state import IPO, LONDON, Game1862, State1862

Shares = Mapping[Holder, int]


class Scene(Position):
    """A game of 1862 that is put together. All twenty companies are in it from phase A, each with all permits."""

    game: Game1862
    state: State1862

    def __init__(
        self,
        players: int = 3,
        rulings: Mapping[str, str] | None = None,
        preset: str | None = None,
        options: Sequence[str] = (),
    ) -> None:
        super().__init__("1862", players, rulings, preset, options)
        self.state.flags["offered"] = tuple(dict.fromkeys((*self.state.flags["offered"], *self.game.title.companies)))
        for company in self.game.title.companies:
            self.state.batch[company] = "A"
            self.state.permit[company] = self.state.permit.get(company, "freight")
            self.state.permits[company] = ("freight", "local", "express")
            for cert in list(self.state.shelves.on(certs_at(BOX, company))):
                self.state.shelves.move(cert, certs_at(IPO, company))

    # -- companies --------------------------------------------------------------------------------------------------

    def company(  # noqa: PLR0913
        self,
        company: str,
        shares: Shares,
        price: int = 90,
        cash: int = 0,
        par: int = 0,
        chartered: bool = True,
        stations: int = 7,
        floated: bool = True,
    ) -> Self:
        """The first holder named directs. What is not named stays in the IPO, or with a company without charter."""
        state = self.state
        state.par[company] = par or chart_price(self.game, price)
        if chartered:
            state.chartered[company] = True
        else:
            for cert in list(state.shelves.on(certs_at(IPO, company))):
                state.shelves.move(cert, certs_at(company, company))
        self._deal(company, shares)
        if floated:
            state.floated[company] = True
            for number in range(stations):
                state.shelves.move(f"{company}.{number}", spare_tokens(company))
        if floated or not chartered:
            cell = self.game.title.grid.at_or_below(price)
            place_marker(self.game, company, cell)
        self.cash(company, cash)
        return self

    def permits(self, company: str, *forms: str) -> Self:
        self.state.permits[company] = forms
        return self

    def trains(self, company: str, *names: str, warranties: int = 0) -> Self:
        """ "2/3E" is the next B train of the depot, bought as an express."""
        for name in names:
            letter, form = next(
                (kind["name"], form)
                for kind in self.game.title.facts["trains"]
                for form, called in kind["forms"].items()
                if called == name
            )
            train = f"{letter}-{self._copy(letter)}"
            if train not in self.state.shelves.place_of:
                self.state.shelves.create(train, trains_at(DEPOT))
            self.state.shelves.move(train, trains_at(company))
            self.state.form[train] = form
            self.state.warranties[train] = warranties
        return self

    def _copy(self, letter: str) -> int:
        """The number of the next train of a letter that nobody owns; more than there are, if a test wants them."""
        owned = {t for c in self.game.title.companies for t in self.state.shelves.on(trains_at(c))}
        return next(n for n in range(99) if f"{letter}-{n}" not in owned)

    # -- the map ----------------------------------------------------------------------------------------------------

    def city(self, hex_: str, colour: str, *edges: int) -> Self:
        """A tile of a colour with a large station and track to (at least) these edges."""
        return self._lay(hex_, colour, lambda face: bool(face.stops) and set(edges) <= face.exits)

    def lines(self, hex_: str, colour: str, *lines: tuple[int, int], stations: Iterable[tuple[int, int]] = ()) -> Self:
        """A tile of a town hex with these lines, small stations on some of them; yellow ones have theirs."""
        wanted = {tuple(sorted(line)) for line in lines}
        marked = {tuple(sorted(line)) for line in (lines if colour == "yellow" else stations)}

        def fits(face: Any) -> bool:
            stops = {tuple(face.edges_of(("s", n))) for n in range(len(face.stops))}
            return wanted <= set(face.joined()) and stops == marked

        return self._lay(hex_, colour, fits)

    def _lay(self, hex_: str, colour: str, fits: Any) -> Self:
        board, place = self.game.title.board, self.game.title.board.hexes[hex_]
        for name, tile in board.tiles.items():
            if tile.color != colour or place.kind not in tile.fits or (tile.label and tile.label != place.label):
                continue
            for rotation in range(6):
                face = board.face(name, rotation)
                if face.exits <= place.open_sides and fits(face):
                    self.state.laid[hex_] = (name, rotation)
                    return self
        raise AssertionError(f"no {colour} tile in {hex_}")

    def station(self, company: str, *hexes: str) -> Self:
        for hex_ in hexes:
            token = self.state.shelves.on(spare_tokens(company))[0]
            place_station(self.game, company, hex_, 0, token)
        return self

    def home(self, *companies: str) -> Self:
        """Each company's home station stands; it has operated before."""
        for company in companies:
            hex_, _ = home_of(self.game, company)
            place_station(self.game, company, hex_, 0, f"{company}.0")
            self.state.turns[company] = 1
        return self

    def london(self, *companies: str) -> Self:
        for company in companies:
            self.state.shelves.move(self.state.shelves.on(spare_tokens(company))[0], LONDON)
        return self

    # -- what the game waits for ------------------------------------------------------------------------------------

    def in_parliament(self, player: int = 0) -> Game1862:
        self.state.flags["priority"] = player
        return self._frames(ParliamentRound(self.turn, player))

    def in_stock_round(self, player: int = 0) -> Game1862:
        self.state.flags["priority"] = player
        return self._frames(StockRound(self.turn, player))

    def turn_of(self, company: str, step: str = "HomeStation", nth: int = 1, rounds: int = 1) -> Game1862:
        """A company's turn at one of its steps ("Acquire" is the merger at its end)."""
        self.state.flags["rounds"] = rounds
        names = [
            "HomeStation",
            "MergeStep",
            "LayTrack",
            "PlaceStation",
            "RunStep",
            "BuyTrains",
            "RedeemShare",
            "Acquire",
        ]
        turn = OperatingTurn(company, names.index(step))
        return self._frames(OperatingRound(self.turn, nth), turn)

    def at(self, *frames: Frame) -> Game1862:
        self.state.flags["rounds"] = 1
        return self._frames(*frames, coming="round_end")

    def _frames(self, *frames: Any, **order: Any) -> Game1862:
        self._wait(*frames, **order)
        return self.game


# -- asking and doing ---------------------------------------------------------------------------------------------


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    """The kind and the rule of a refusal, which changes nothing."""
    before = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == before
    return error.value.kind, error.value.rule


def menu(game: RailGame, kind: type[Action]) -> list[Any]:
    """What of one kind can be done, ranges spelled out."""
    found: list[Any] = []
    for entry in game.legal_actions():
        if isinstance(entry, ActionRange):
            found += [action for action in entry if isinstance(action, kind)]
        elif isinstance(entry, kind):
            found.append(entry)
    return found


def pass_until(game: RailGame, decision: type[Any], limit: int = 60) -> None:
    """Everybody declines until a decision of that kind is due."""
    for _ in range(limit):
        if isinstance(game.decision, decision):
            return
        assert game.actor is not None
        game.push(Pass(game.actor))
    raise AssertionError(f"{decision.__name__} does not come up, but {game.decision}")


def holdings(game: RailGame, company: str) -> dict[Holder, int]:
    """Who holds how many shares, nobody with none."""
    holders: list[Holder] = [*range(len(game.players)), company, POOL, IPO]
    return {holder: count for holder in holders if (count := shares_of(game, holder, company))}


def percent(game: RailGame, holder: Holder, company: str) -> int:
    return percent_of(game, holder, company)


def run(game: RailGame, company: str, **routes: str) -> tuple[int, int]:
    """Run trains (by name of the card, "B_0") over hexes written with blanks between; revenue and subsidy."""
    runs = tuple(TrainRun(train.replace("_", "-"), tuple(hexes.split())) for train, hexes in routes.items())
    assert game.actor is not None
    before = len(game.log)
    game.push(RunTrains(game.actor, company, runs))
    decision: Any = game.decision
    if type(decision).__name__ == "Dividend":
        return decision.revenue, decision.subsidy
    events = {event.kind: event for event in game.log[before:]}
    subsidy = events["gets_subsidy"]["amount"] if "gets_subsidy" in events else 0
    return events["dividend"]["revenue"], subsidy


def round_kind(game: RailGame) -> str:
    """ "stock", "operating" or "parliament"."""
    now = current_round(game)
    return now.kind if now else ""


def waits_for(game: RailGame, *decisions: type[Any]) -> bool:
    """Whether a decision of one of these kinds is due."""
    return isinstance(game.decision, decisions)


def agree(game: RailGame) -> None:
    """The other director says yes."""
    assert game.actor is not None
    game.push(Answer(game.actor, True))


def pass_on(game: RailGame) -> None:
    """Whoever is asked declines."""
    assert game.actor is not None
    game.push(Pass(game.actor))
