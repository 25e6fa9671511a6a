"""Markers on the market: prices, piles, and the order in which companies operate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stockrail.market import Cell
from stockrail.rules.game import RailGame


def price(game: RailGame, company: str) -> int:
    """The price of one share."""
    return game.title.grid.price(game.state.cell[company])


def par_prices(game: RailGame) -> Sequence[int]:
    """The par prices that may be chosen now: those that the facts of the phase list (`par`), or else all, rising."""
    return sorted(game.phase_facts.get("par", game.title.grid.par))


def place_marker(game: RailGame, company: str, cell: Cell) -> None:
    """Put a marker on a cell, under those that are there."""
    state = game.state
    state.cell[company] = cell
    state.pile[cell] = (*state.pile.get(cell, ()), company)


def lift_marker(game: RailGame, company: str) -> None:
    """Take a marker off the market."""
    state = game.state
    cell = state.cell[company]
    state.pile[cell] = tuple(other for other in state.pile[cell] if other != company)
    del state.cell[company]


def move_marker(game: RailGame, company: str, cell: Cell, **why: str) -> None:
    """Move a marker; one that does not move keeps its place in the pile."""
    if cell == game.state.cell[company]:
        return
    before = price(game, company)
    lift_marker(game, company)
    place_marker(game, company, cell)
    game.note("price_moves", company=company, before=before, after=price(game, company), **why)


def right_of(game: RailGame, cell: Cell) -> Cell:
    """One step right, or what the title says at the end of a row."""
    return game.title.grid.right(cell, game.title.turns_at_row_ends(game))


def left_of(game: RailGame, cell: Cell) -> Cell:
    """One step left, or what the title says at the start of a row."""
    return game.title.grid.left(cell, game.title.turns_at_row_ends(game))


def move_right(game: RailGame, company: str) -> None:
    move_marker(game, company, right_of(game, game.state.cell[company]))


def move_left(game: RailGame, company: str) -> None:
    move_marker(game, company, left_of(game, game.state.cell[company]))


def reward_sold_out(game: RailGame, company: str) -> None:
    """One row up, because all shares are with players."""
    move_marker(game, company, game.title.grid.up(game.state.cell[company]), why="sold_out")


def fall(game: RailGame, company: str, rows: int) -> None:
    """What one sale of so many shares does to the price, ledges included."""
    move_marker(game, company, game.title.grid.fall(game.state.cell[company], rows))


def by_price(game: RailGame, companies: Iterable[str]) -> list[str]:
    """Dearest first; of equal prices the one further right, in one cell the one on top."""

    def rank(company: str) -> tuple[int, int, int]:
        cell = game.state.cell[company]
        return -game.title.grid.price(cell), -cell[1], game.state.pile[cell].index(company)

    return sorted(companies, key=rank)
