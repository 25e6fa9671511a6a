"""Shares: what can be sold in blocks, bought, started; what cannot, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyShare, IssueShares, RedeemShares, SellShares, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.prices import by_price
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import IPO, POOL
from stockrail.web.views.board import market_cell
from stockrail.web.views.choices import Entry, Outcome, Why, bare, encoded, shortened, tried, why_not
from stockrail.web.views.ledger import majors_in_play
from stockrail.web.views.voice import Voice, value_of

Block = SellShares | IssueShares | RedeemShares
SHARES = (SellShares, BuyShare, StartCompany, IssueShares, RedeemShares)


class Purchase(msgspec.Struct, frozen=True):
    label: str
    short: str
    action: str
    pool: bool
    notes: list[str]


class DealRow(msgspec.Struct, frozen=True):
    company: str
    chip: Markup
    price: str
    held: str
    blocks: list[Outcome]
    buys: list[Purchase]
    why: Why | None


class Start(msgspec.Struct, frozen=True):
    company: str
    chip: Markup
    values: list[tuple[str, str, str]]  # value, label of the button, action


class Deal(msgspec.Struct, frozen=True):
    rows: list[DealRow]
    starts: list[Start]
    closed: list[tuple[Markup, Why]]
    selling: bool
    buying: bool


def deal_of(game: RailGame, voice: Voice, menu: Sequence[Entry], player: int) -> Deal:
    """A row for each company with a price; only what the menu offers has a control."""
    buys = any(isinstance(bare(entry), BuyShare | StartCompany) for entry in menu) or _is_stock_turn(game)
    listed = by_price(game, list(game.state.cell))
    listed += [company for company in game.state.par if company not in listed]  # started, not yet on the market
    if not buys:
        named = {bare(entry).company for entry in menu if isinstance(bare(entry), SHARES)}  # type: ignore[attr-defined]
        listed = [company for company in listed if company in named]
    rows = [_row(game, voice, company, menu, player, buys) for company in listed]
    starts: dict[str, list[StartCompany]] = {}
    for entry in menu:
        if isinstance(entry, StartCompany):
            starts.setdefault(entry.company, []).append(entry)
    offered = [_start(voice, company, entries) for company, entries in starts.items()]
    closed = _closed(game, voice, player, set(starts)) if buys else []
    selling = any(row.blocks for row in rows)
    return Deal(rows, offered, closed, selling, buys)


def _is_stock_turn(game: RailGame) -> bool:
    return type(game.decision).__name__ == "StockTurn"


def _row(game: RailGame, voice: Voice, company: str, menu: Sequence[Entry], player: int, buys: bool) -> DealRow:
    blocks = [e for e in menu if isinstance(bare(e), Block) and bare(e).company == company]  # type: ignore[attr-defined]
    found = [e for e in menu if isinstance(e, BuyShare) and e.company == company]
    held = percent_of(game, player, company)
    return DealRow(
        company=company,
        chip=voice.chip(company),
        price=voice.price(company),
        held=f"{held} %" if held else "",
        blocks=[outcome for entry in blocks for outcome in _outcomes(game, voice, entry)],
        buys=[_purchase(game, voice, buy) for buy in found],
        why=_no_purchase(game, voice, company, player) if buys and not found else None,
    )


def _outcomes(game: RailGame, voice: Voice, entry: Entry) -> list[Outcome]:
    """A block of each size."""
    many = list(entry)[:10] if isinstance(entry, ActionRange) else [entry]
    return [_outcome(game, voice, block) for block in many]


def _outcome(game: RailGame, voice: Voice, block: Any) -> Outcome:
    twin = tried(game, block)
    company = block.company
    old, new = value_of(game, company) or 0, value_of(twin, company) or 0
    before, after = game.result().worth, twin.result().worth
    changes = [
        (game.players[seat], voice.signed(after[seat] - before[seat]), after[seat] < before[seat])
        for seat in game.seats
        if after[seat] != before[seat] and seat != block.player
    ]
    notes = []
    if owner_of(twin, company) != owner_of(game, company):
        heir = owner_of(twin, company)
        notes.append(voice._("{player} becomes president").format(player="" if heir is None else game.players[heir]))
    return Outcome(
        count=block.count,
        label=voice.action(block),
        action=encoded(block),
        get=voice.money(game.title.selling_price(game, company) * block.count),
        before=voice.money(old),
        after=voice.money(new),
        falls=new < old,
        cell=_cell(twin, company),
        changes=changes,
        notes=notes,
    )


def _cell(game: RailGame, company: str) -> str:
    """Where its marker stands, as the page names the cells of the market."""
    cell = game.state.cell.get(company)
    return "" if cell is None else "{}-{}".format(*market_cell(game, cell))


def _purchase(game: RailGame, voice: Voice, buy: BuyShare) -> Purchase:
    texts = {POOL: voice._("Pool {price}"), IPO: voice._("IPO {price}")}
    short = texts.get(buy.source, voice._("Treasury {price}"))
    twin = tried(game, buy)
    kept = [e for e in twin.last_events() if e.kind in ("president_changes", "floats", "underwritten")]
    notes = Voice(twin, voice.language).speaker.log(kept)
    amount = voice.money(game.title.buying_price(game, buy.company, buy.source) or 0)
    return Purchase(voice.action(buy), short.format(price=amount), encoded(buy), buy.source == POOL, notes)


def _no_purchase(game: RailGame, voice: Voice, company: str, player: int) -> Why | None:
    """Why none can be bought: from the treasury if a share is there, else from the pool."""
    sources = [s for s in (IPO, company, POOL) if percent_of(game, s, company)] or [company]
    why = why_not(game, voice, BuyShare(player, company, sources[0]))
    return shortened(why) if why else None


def _start(voice: Voice, company: str, entries: Sequence[StartCompany]) -> Start:
    values = [(voice.money(e.value), voice.action(e), encoded(e)) for e in sorted(entries, key=lambda e: -e.value)]
    return Start(company, voice.chip(company), values)


def _closed(game: RailGame, voice: Voice, player: int, open_: set[str]) -> list[tuple[Markup, Why]]:
    """Companies that cannot be started now; one reason for all that share it."""
    found: dict[Why, list[Markup]] = {}
    for company in majors_in_play(game):
        if company in game.state.par or company in open_:
            continue
        lowest = min(game.title.grid.par, default=0)
        why = why_not(game, voice, StartCompany(player, company, lowest))
        if why is not None:
            found.setdefault(shortened(why), []).append(voice.chip(company))
    return [(Markup(" ").join(chips), why) for why, chips in found.items()]
