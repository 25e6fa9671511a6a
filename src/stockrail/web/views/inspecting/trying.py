"""What would happen if: sales, dividends and tiles, tried on copies by the title's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.board import fitting
from stockrail.board.laying import Lay, check_lay
from stockrail.core import ActionRange
from stockrail.routes import Run
from stockrail.rules.actions import SellShares
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.laying import put_tile
from stockrail.rules.rounds import StockRound
from stockrail.rules.running import RunDecision
from stockrail.rules.track import track
from stockrail.web.views.choices import bare, tried
from stockrail.web.views.voice import value_of


class Effect(msgspec.Struct, frozen=True):
    """What a tile does to the earnings of a company, at best; `proven` unless a search was cut short."""

    change: int
    total: int
    proven: bool


def in_stock_turn(game: RailGame, seat: int) -> RailGame:
    """A copy in which it is a player's stock turn."""
    twin: RailGame = game.fork()
    twin.stack = (*twin.stack[:1], StockRound(0, seat), game.title.stock_turn(twin, seat))
    return twin


def blocks(turn: RailGame, seat: int, company: str = "") -> list[SellShares]:
    """What the player whose stock turn it is can sell, a block of each size; of one company or of all."""
    decision = turn.decision
    entries = decision.list(turn) if decision is not None and not turn.is_over else []
    found = [entry for entry in entries if isinstance(bare(entry), SellShares)]
    each: list[Any] = [one for entry in found for one in (entry if isinstance(entry, ActionRange) else [entry])]
    return [block for block in each if block.player == seat and company in ("", block.company)]


def sold_prices(game: RailGame, seat: int, company: str) -> list[tuple[int, int]]:
    """The price after the sale of each block that the player could sell."""
    turn = in_stock_turn(game, seat)
    return [(block.count, value_of(tried(turn, block), company) or 0) for block in blocks(turn, seat, company)]


def paid_prices(game: RailGame, company: str, revenue: int) -> list[tuple[str, int]]:
    """The price after each way to pay so much."""
    found = []
    for kind, step in _ways(game, company, revenue):
        twin: RailGame = game.fork()
        twin.stack = twin.stack[:1]
        step.pay(twin, kind)
        found.append((kind, value_of(twin, company) or 0))
    return found


def _ways(game: RailGame, company: str, revenue: int) -> Sequence[tuple[str, DividendStep]]:
    """The ways in which a company may pay, if that is for somebody to decide."""
    steps = game.title.operating_steps(game, company)
    runs = next((step for step in steps if isinstance(step, RunDecision)), None)
    if runs is None or game.title.controller(game, company) is None:
        return []
    step = runs.dividend(game.fork(), Run(total=revenue))
    if not isinstance(step, DividendStep):
        return []
    return [(kind, step) for kind in step.ways(game) if step.fault(game, kind) is None]


def lays_for(game: RailGame, company: str, hex_: str, tile: str) -> list[Lay]:
    """The turns in which a tile would extend what a company reaches, whatever the phase and the treasury say."""
    now, board = track(game), game.title.board
    one_stop = _one_stop(game, company)
    policy, place = game.title.lay_policy(game), board.hexes[hex_]
    fits = fitting(board, place, now.face(hex_), policy.on(now, place))
    turned = (face.rotation for face in fits if face.tile == tile)
    lays = (Lay(hex_, tile, rotation) for rotation in turned)
    return [lay for lay in lays if check_lay(now, company, lay, one_stop, policy=policy) is None]


def _one_stop(game: RailGame, company: str) -> bool:
    setting = game.title.run_setting(game, company)
    return setting is None or setting.rules.one_stop_a_hex


def effect(game: RailGame, company: str, lays: Sequence[Lay], seconds: float) -> Effect:
    """The best of some lays for a company's earnings; the time is for all of them together."""
    account = game.title.account
    share = seconds / (len(lays) + 1)
    now = account(game, company, share)
    then = [account(_with(game, lay), company, share) for lay in lays]
    best = max(each.total for each in then)
    return Effect(best - now.total, best, all(each.proven for each in (now, *then)))


def _with(game: RailGame, lay: Lay) -> RailGame:
    twin: RailGame = game.fork()
    put_tile(twin, *lay)
    return twin
