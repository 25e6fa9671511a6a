"""Set up a position for a test: who holds what, what is where, and what the game is waiting for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from stockrail.core import Frame
from stockrail.rules.game import RailGame
from stockrail.rules.prices import lift_marker, place_marker
from stockrail.rules.rounds import OperatingRound, OperatingTurn, StockRound, mark_as_done
from stockrail.rules.shares import president_certificate, president_shares, singles_of
from stockrail.rules.state import BANK, BOX, Holder, certs_at, city_at, spare_tokens, trains_at
from stockrail.rules.title import RailTitle
from stockrail.rules.trains import holder_of, type_of
from stockrail.titles import title as find_title


class Position:
    """A game that is set up instead of played. Everything goes through the journal, so nothing gets lost."""

    def __init__(
        self,
        title: str | RailTitle[Any],
        players: int = 3,
        rulings: Mapping[str, str] | None = None,
        preset: str | None = None,
        options: Sequence[str] = (),
    ) -> None:
        found = find_title(title) if isinstance(title, str) else title
        names = ["Ada", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"][:players]
        self.game = RailGame(found, names, options, found.resolve_rulings(preset, rulings or {}))
        self.state = self.game.state
        self.turn = 2

    @classmethod
    def of(cls, game: RailGame) -> Self:
        """Start from the current position of a game; the game itself does not change."""
        position = cls.__new__(cls)
        position.game = game.fork()
        position.state, position.turn = position.game.state, 2
        return position

    # -- who holds what ---------------------------------------------------------------------------------------------

    def cash(self, holder: Holder, amount: int) -> Self:
        """Set the cash of a player or company; the bank makes up the difference."""
        change = amount - self.state.cash[holder]
        source, target = (BANK, holder) if change > 0 else (holder, BANK)
        self.state.cash.pay(source, target, abs(change))
        return self

    def bank(self, amount: int) -> Self:
        """Set the bank's cash; player 0 takes the difference."""
        self.state.cash.pay(BANK, 0, self.state.cash[BANK] - amount)
        return self

    def phase(self, name: str) -> Self:
        """Set the phase; the depot starts with the train that triggers it, and older trains are out of the game."""
        self.state.flags["phase"] = name
        kinds, newest = self.game.title.train_types, self.game.phase.begins_with
        older = list(kinds)[: list(kinds).index(newest)] if newest in kinds else []
        for train in list(self.state.shelves.on(trains_at(kinds[newest].stack))) if older else ():
            if type_of(self.game, train).name in older:
                self.state.shelves.move(train, trains_at(BOX))
        return self

    def train(self, name: str, holder: Holder) -> Self:
        """Give a train to a holder: one by id ("3-0"), or the next of its kind ("3") from the depot or the pool."""
        if "-" not in name:
            kinds = [t for t in self.state.shelves.place_of if t.rsplit("-", 1)[0] == name and holder_of(self.game, t)]
            free = [t for t in kinds if holder_of(self.game, t) not in self.game.title.companies]
            name = free[0]
        self.state.shelves.move(name, trains_at(holder))
        return self

    def no_trains(self, company: str) -> Self:
        for train in list(self.state.shelves.on(trains_at(company))):
            self.state.shelves.move(train, trains_at(BOX))
        return self

    def owned(self, company: str, owner: int, cash: int = 0) -> Self:
        """Give a player a company that has a single owner, with its home token."""
        self.state.shelves.move(president_certificate(company), certs_at(owner, company))
        home = self.game.title.companies[company].home
        if home and self.state.shelves.on(spare_tokens(company)):
            self.token(company, *home)
        return self.cash(company, cash)

    def corporation(
        self,
        company: str,
        shares: Mapping[Holder, int],
        value: int = 100,
        cash: int = 0,
        floated: bool = True,
        turns: int = 1,
    ) -> Self:
        """Started at a value, or at the next one below. Who is named first presides, with that certificate's shares.

        Shares that are not named stay where they are: in the treasury or the initial offering.
        """
        par = max((par for par in self.game.title.grid.par if par <= value), default=min(self.game.title.grid.par))
        self.state.par[company] = par
        place_marker(self.game, company, self.game.title.grid.par[par])
        self._deal(company, shares)
        if floated:
            self.state.floated[company] = True
            for holder in [*shares][:1]:
                self.game.title.put_in_play(self.game, company, holder)
        if turns:
            self.state.turns[company] = turns
        return self.cash(company, cash)

    def _deal(self, company: str, shares: Mapping[Holder, int]) -> None:
        top = president_certificate(company)
        source = self.state.shelves.place_of[top][1]  # type: ignore[index]  # see certs_at
        assert source != BOX, f"{company} is not in this game"
        for number, (holder, count) in enumerate(shares.items()):
            presides = number == 0 and count >= president_shares(self.game, company)
            singles = count - president_shares(self.game, company) if presides else count
            pieces = [*([top] if presides else ()), *singles_of(self.game, source, company)[:singles]]
            for cert in pieces if holder != source else ():
                self.state.shelves.move(cert, certs_at(holder, company))

    def price(self, company: str, row: int, column: int) -> Self:
        """Put the marker on a cell of the market, under any others there."""
        lift_marker(self.game, company)
        place_marker(self.game, company, (row, column))
        return self

    # -- the map ----------------------------------------------------------------------------------------------------

    def tiles(self, **laid: tuple[str, int]) -> Self:
        """Lay tiles without checking: `tiles(A12=("9", 0))`. Tokens keep their stop's number."""
        for hex_, tile in laid.items():
            self.state.laid[hex_] = tile
        return self

    def token(self, company: str, hex_: str, stop: int = 0) -> Self:
        self.state.shelves.move(self.state.shelves.on(spare_tokens(company))[0], city_at(hex_, stop))
        return self

    # -- what the game waits for --------------------------------------------------------------------------------------

    def stock_round(self, player: int, priority: int | None = None) -> RailGame:
        """A player's stock turn, with all others still to come."""
        self.state.flags["priority"] = player if priority is None else priority
        return self._wait(StockRound(self.turn, player))

    def operating(self, company: str, step: str | int | None = None, nth: int = 1, alone: bool = False) -> RailGame:
        """A company's turn, at its start or at a step by name or number; `alone` if all others have operated."""
        title, game = self.game.title, self.game
        title.settle_opening(game)
        for other in title.operating_order(game):
            if alone and other != company:
                mark_as_done(game, other)
        names = [type(frame).__name__ for frame in title.operating_steps(game, company)]
        index = names.index(step) if isinstance(step, str) else step or 0
        return self._wait(OperatingRound(self.turn, nth), OperatingTurn(company, index))

    def round(self, frame: Frame, **order: Any) -> RailGame:
        """Any other round or frame; keyword arguments set fields of the order of rounds."""
        return self._wait(frame, **order)

    def _wait(self, *frames: Any, **fields: Any) -> RailGame:
        """The title's order of rounds, as it stands during the first of the frames, and the frames above it."""
        order: Any = self.game.stack[0]
        order = msgspec.structs.replace(order.during(frames[0]), turn=self.turn, **fields)
        self.game.stack = (order, *frames)
        self.game._run()
        return self.game
