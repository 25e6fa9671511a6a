"""Shares: what can be sold in blocks, bought, started; what cannot, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyShare, IssueShares, Pass, RedeemShares, SellShares, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.prices import by_price, price
from stockrail.rules.shares import percent_of, president_certificate
from stockrail.rules.state import IPO, POOL, SHARE
from stockrail.rules.treasury import OwnSharesStep
from stockrail.web.views.board import market_cell
from stockrail.web.views.choices import Entry, Outcome, Why, bare, encoded, shortened, tried, why_not
from stockrail.web.views.ledger import with_shares_in_play
from stockrail.web.views.voice import Voice, value_of

OWN = (IssueShares, RedeemShares)
BLOCKS = (SellShares, *OWN)
SHARES = (*BLOCKS, BuyShare, StartCompany)


class Purchase(msgspec.Struct, frozen=True):
    label: str
    short: str
    action: str
    pool: bool
    notes: list[str]


class DealRow(msgspec.Struct, frozen=True):
    """What can be done with the shares of a company; its own shares have a row for selling, one for buying back."""

    id: str
    company: str
    chip: Markup
    price: str
    held: str
    verb: str
    blocks: list[Outcome]
    buys: list[Purchase] = []
    why: Why | None = None  # no purchase
    kept: Why | None = None  # no sale


class Start(msgspec.Struct, frozen=True):
    company: str
    chip: Markup
    values: list[tuple[str, str, str, str]]  # value, words in full, words of the button, action


class Deal(msgspec.Struct, frozen=True):
    rows: list[DealRow]
    starts: list[Start]
    start_with: str  # how many shares a company is started with
    closed: list[tuple[Markup, Why]]
    selling: bool
    buying: bool
    own: bool  # a company deals in its own shares


def is_trading(game: RailGame) -> bool:
    """Whether this is the turn of a player in a stock round."""
    actor = game.actor
    return actor is not None and type(game.decision) is type(game.title.stock_turn(game, actor))


def deal_of(game: RailGame, voice: Voice, menu: Sequence[Entry], raising: bool) -> Deal:
    """A row for each company with a price; only what the menu offers has a control.

    In a stock turn all companies are listed, and where money is to be raised all that the player holds.
    """
    player, trading = game.actor or 0, is_trading(game)
    listed = _listed(game, menu, player, trading, raising)
    rows = [row for company in listed for row in _rows(game, voice, company, menu, player)]
    bound = _bound(game, voice, player) if trading else None
    rows = [msgspec.structs.replace(row, why=None) if row.why == bound else row for row in rows]
    starts: dict[str, list[StartCompany]] = {}
    for entry in menu:
        if isinstance(entry, StartCompany):
            starts.setdefault(entry.company, []).append(entry)
    return Deal(
        rows=rows,
        starts=[_start(game, voice, company, entries) for company, entries in starts.items()],
        start_with=_start_with(game, voice, next(iter(starts), None)),
        closed=_closed(game, voice, player, set(starts), bound) if trading else [],
        selling=raising or any(row.blocks for row in rows),
        buying=trading or any(row.buys for row in rows),
        own=any(isinstance(bare(entry), OWN) for entry in menu),
    )


def _listed(game: RailGame, menu: Sequence[Entry], player: int, trading: bool, raising: bool) -> list[str]:
    every = by_price(game, [company for company in game.title.companies if company in game.state.cell])
    started = [company for company in game.title.companies if company in game.state.par]
    every += [company for company in started if company not in every]  # not yet on the market
    if trading:
        return every
    named = {company_of(entry) for entry in menu if isinstance(bare(entry), (*BLOCKS, BuyShare))}
    held = {company for company in every if raising and percent_of(game, player, company)}
    return [company for company in every if company in named | held]


def company_of(entry: Entry) -> str:
    action: Any = bare(entry)
    return str(action.company)


def _rows(game: RailGame, voice: Voice, company: str, menu: Sequence[Entry], player: int) -> list[DealRow]:
    about = [entry for entry in menu if isinstance(bare(entry), SHARES) and company_of(entry) == company]
    own = [kind for kind in OWN if any(isinstance(bare(entry), kind) for entry in about)]
    if own:
        return [_own_row(game, voice, company, [e for e in about if isinstance(bare(e), kind)]) for kind in own]
    return [_row(game, voice, company, about, player)]


def _own_row(game: RailGame, voice: Voice, company: str, about: Sequence[Entry]) -> DealRow:
    """A company sells shares of its treasury or the initial offering, or buys some back from the pool."""
    selling = isinstance(bare(about[0]), IssueShares)
    source = game.decision.source() if isinstance(game.decision, OwnSharesStep) else company
    sells = voice._("Sell from the initial offering") if source == IPO else voice._("Sell from the treasury")
    there = percent_of(game, source if selling else POOL, company)
    return DealRow(
        id=company if selling else f"{company}-back",
        company=company,
        chip=voice.chip(company),
        price=voice.price(company),
        held=f"{there}%",
        verb=sells if selling else voice._("Buy back from the pool"),
        blocks=[outcome for entry in about for outcome in _outcomes(game, voice, entry)],
    )


def _row(game: RailGame, voice: Voice, company: str, about: Sequence[Entry], player: int) -> DealRow:
    found = [entry for entry in about if isinstance(entry, BuyShare)]
    blocks = [outcome for e in about if isinstance(bare(e), SellShares) for outcome in _outcomes(game, voice, e)]
    held, trading = percent_of(game, player, company), is_trading(game)
    return DealRow(
        id=company,
        company=company,
        chip=voice.chip(company),
        price=voice.price(company),
        held=f"{held}%" if held else "",
        verb="",
        blocks=blocks,
        buys=[_purchase(game, voice, buy) for buy in found],
        why=_no_purchase(game, voice, company, player) if trading and not found else None,
        kept=None if trading or blocks or found else _no_sale(game, voice, company, player),
    )


def _outcomes(game: RailGame, voice: Voice, entry: Entry) -> list[Outcome]:
    """A block of each size."""
    many = list(entry)[:10] if isinstance(entry, ActionRange) else [entry]
    return [outcome(game, voice, block) for block in many]


def outcome(game: RailGame, voice: Voice, block: Any) -> Outcome:
    """What the sale of a block, or a company buying back its own, would do."""
    twin = tried(game, block)
    company = block.company
    old, new = value_of(game, company) or 0, value_of(twin, company) or 0
    return Outcome(
        count=block.count,
        label=voice.action(block),
        action=encoded(block),
        get=_money(game, voice, block),
        before=voice.money(old),
        after=voice.money(new),
        falls=new < old,
        cell=_cell(twin, company),
        changes=_changes(game, twin, voice, block.player),
        notes=_foretold(twin, voice),
    )


def _money(game: RailGame, voice: Voice, block: Any) -> str:
    """Who gets or pays how much."""
    company, count = block.company, block.count
    if isinstance(block, SellShares):
        amount = game.title.selling_price(game, company) * count
        return voice._("{who} gets {amount}").format(who=game.players[block.player], amount=voice.money(amount))
    if isinstance(block, IssueShares):
        amount = game.title.issue_price(game, company, count) * count
        return voice._("{who} gets {amount}").format(who=company, amount=voice.money(amount))
    return voice._("{who} pays {amount}").format(who=company, amount=voice.money(price(game, company) * count))


def _changes(game: RailGame, twin: RailGame, voice: Voice, player: int) -> list[tuple[str, str, bool]]:
    """What the others win or lose."""
    before, after = game.result().worth, twin.result().worth
    return [
        (game.players[seat], voice.signed(after[seat] - before[seat]), after[seat] < before[seat])
        for seat in game.seats
        if after[seat] != before[seat] and seat != player
    ]


def _foretold(twin: RailGame, voice: Voice) -> list[str]:
    """What else would happen: a new president, or none; a company that floats."""
    told = {"president_changes", "floats", *twin.title.showing.with_a_share}
    kept = [event for event in twin.last_events() if event.kind in told]
    return Voice(twin, voice.language).speaker.log(kept)


def _cell(game: RailGame, company: str) -> str:
    """Where its marker stands, as the page names the cells of the market."""
    cell = game.state.cell.get(company)
    return "" if cell is None else "{}-{}".format(*market_cell(game, cell))


def _purchase(game: RailGame, voice: Voice, buy: BuyShare) -> Purchase:
    texts = {POOL: voice._("Pool {price}"), IPO: voice._("IPO {price}")}
    short = texts.get(buy.source, voice._("Treasury {price}"))
    notes = _foretold(tried(game, buy), voice)
    amount = voice.money(game.title.buying_price(game, buy.company, buy.source) or 0)
    return Purchase(voice.action(buy), short.format(price=amount), encoded(buy), buy.source == POOL, notes)


def _no_purchase(game: RailGame, voice: Voice, company: str, player: int) -> Why | None:
    """Why none can be bought: from the treasury if a share is there, else from the pool."""
    known = game.title.share_sources(game, company)
    sources = [s for s in (IPO, company, POOL) if s in known and percent_of(game, s, company)] or [*known, company]
    why = why_not(game, voice, BuyShare(player, company, sources[0]))
    return shortened(why) if why else None


def _no_sale(game: RailGame, voice: Voice, company: str, player: int) -> Why | None:
    why = why_not(game, voice, SellShares(player, company, 1))
    return shortened(why) if why else None


def _start(game: RailGame, voice: Voice, company: str, entries: Sequence[StartCompany]) -> Start:
    values = []
    for entry in sorted(entries, key=lambda entry: -entry.value):
        cost = voice.money(entry.value * _shares(game, company))
        short = voice._("Start, {amount}").format(amount=cost)
        values.append((voice.money(entry.value), voice.action(entry), short, encoded(entry)))
    return Start(company, voice.chip(company), values)


def _shares(game: RailGame, company: str) -> int:
    """How many shares the certificate is with which a company starts."""
    return game.title.percent[president_certificate(company)] // SHARE


def _start_with(game: RailGame, voice: Voice, company: str | None) -> str:
    if company is None:
        return ""
    return voice._("Start with {count} shares").format(count=_shares(game, company))


def _bound(game: RailGame, voice: Voice, player: int) -> Why | None:
    """Why the player may not even pass: that is said once, not beside each company."""
    why = why_not(game, voice, Pass(player))
    return shortened(why) if why else None


def _closed(game: RailGame, voice: Voice, player: int, open_: set[str], bound: Why | None) -> list[tuple[Markup, Why]]:
    """What holds for the whole turn; companies that cannot be started now, one reason for all that share it."""
    found: dict[Why, list[Markup]] = {}
    for company in with_shares_in_play(game):
        if company in game.state.par or company in open_:
            continue
        lowest = min(game.title.grid.par, default=0)
        why = why_not(game, voice, StartCompany(player, company, lowest))
        if why is not None:
            found.setdefault(shortened(why), []).append(voice.chip(company))
    whole = [(Markup(), bound)] if bound else []
    return whole + [(Markup(" ").join(chips), why) for why, chips in found.items() if why != bound]
