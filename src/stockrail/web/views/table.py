"""Everything that the table's page shows of one position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.overlay import differing
from stockrail.rules.rounds import OperatingRound, current_round, operating_company, round_order
from stockrail.rules.state import BANK
from stockrail.titles import title as find_title
from stockrail.web.play.live import LiveGame
from stockrail.web.views.board import board_markup, last_hexes, market_markup, tiles_markup
from stockrail.web.views.bots import bots_of, level_names
from stockrail.web.views.depot import depot_of
from stockrail.web.views.ledger import ledger_of
from stockrail.web.views.logbook import log_of
from stockrail.web.views.orders import orders_of
from stockrail.web.views.panel import Chosen, Known, panel_of
from stockrail.web.views.prices import prices_of
from stockrail.web.views.stage import stage_of
from stockrail.web.views.undoing import undoing_of, whose
from stockrail.web.views.voice import Voice
from stockrail.web.views.worth import chart

_RULE = re.compile(r"^- `(?P<id>[^`\s]+)` +(?P<text>.+)$", re.MULTILINE)


class Place(msgspec.Struct, frozen=True):
    """One in the order of the round: a company or a player."""

    sign: Markup
    name: str
    now: bool
    done: bool


class Asking(msgspec.Struct, frozen=True):
    """Somebody asks to take back."""

    name: str
    count: int
    whose: str  # "2 by Ada, 1 by Ben"
    mine: bool  # it is for me to answer
    waiting: list[str]


class Head(msgspec.Struct, frozen=True):
    round: str
    short: str
    phase: str
    tiles: list[tuple[str, str]]
    bank: str
    limits: str
    order: list[Place]
    stock: bool


def table_of(live: LiveGame, mine: frozenset[int], chosen: Chosen, at: int | None, language: str) -> dict[str, Any]:
    """The context of the page. With `at` a past position, in which nothing can be done."""
    game = live.position if at is None else live.at(at)
    voice = Voice(game, language)
    acts = len(live.projection.done)
    hands = mine if at is None else frozenset()
    known = dict(live.memo) if at is None else {}
    gains = {hex_: gain for (kind, hex_), gain in known.items() if kind == "gain"}
    panel = panel_of(game, voice, hands, chosen, Known(gains, known.get(("best", ""))))
    label = voice._("Board of {title}").format(title=game.title.name)
    levels = level_names(live, language)
    head = head_of(game, voice, bool(panel.shown.buildable), levels)
    return {
        "row": live.row,
        "number": live.number,
        "at": at,
        "acts": acts,
        "mine": mine,
        "head": head,
        "stage": stage_of(game, voice, panel.shown, head.stock),
        "panel": panel,
        "board": board_markup(game, panel.shown, label, last_hexes(game), language),
        "market": market_markup(game, "k-", language),
        "prices": prices_of(game, language),
        "ledger": ledger_of(game, voice, mine, live.projection.bots, levels),
        "bots": bots_of(live, language) if at is None else None,
        "depot": depot_of(game, voice),
        "worth": chart(game, live.projection.done, voice),
        "worth_big": chart(game, live.projection.done, voice, big=True),
        "log": log_of(live, mine, at, language),
        "asking": _asking(live, voice, mine),
        "standing": orders_of(live, voice, hands),
        "ordered": at is None and live.by_order is not None,
        "undo": undoing_of(live, voice, mine, at),
        "redo": bool(live.projection.undone and {entry.seat for entry in live.projection.undone[-1]} & mine),
        "since": since_of(live, mine),
        "over": live.position.is_over,
        "title_name": game.title.name,
        "heading": voice.speaker.heading,
        "differing": differing(game.title),
        "reconstructed": bool(game.title.reconstructed),
        "subtitle": _subtitle(game, voice, mine),
    }


def _subtitle(game: RailGame, voice: Voice, mine: frozenset[int]) -> str:
    """What the browser's tab says."""
    if game.is_over:
        return voice._("over")
    actor = game.actor
    if actor in mine or (game.waits_for_dice and mine):
        return voice._("your turn")
    return voice.speaker.player(actor) if actor is not None else ""


def head_of(game: RailGame, voice: Voice, on_board: bool, levels: Mapping[int, str] = MappingProxyType({})) -> Head:
    now = current_round(game)
    limits = " / ".join(str(limit) for limit in dict.fromkeys(game.title.train_limits(game).values()) if limit)
    return Head(
        round="" if game.is_over else voice.speaker.round(),
        short="" if game.is_over else voice.speaker.short_round(),
        phase=game.phase.name,
        tiles=[(colour, voice.speaker.colour(colour)) for colour in game.phase.tiles],
        bank=voice.money(game.state.cash[BANK]),
        limits=limits,
        order=_order(game, voice, levels),
        stock=now is not None and now.kind == "stock" and not (game.is_over or on_board),
    )


def _order(game: RailGame, voice: Voice, levels: Mapping[int, str]) -> list[Place]:
    """In an operating round the companies, else the players, from the one who acts on."""
    if isinstance(current_round(game), OperatingRound):
        now, acted = operating_company(game), game.state.acted
        companies = [c for c in round_order(game) if game.title.operates(game, c)]
        facts = game.title.companies
        return [Place(voice.chip(c), facts[c].name, c == now, c in acted and c != now) for c in companies]
    first = game.seats.index(game.actor) if game.actor in game.seats else 0
    names = [(seat, game.players[seat]) for seat in (*game.seats[first:], *game.seats[:first])]
    sign = Markup('<span class="name{}" role="button" tabindex="0" data-inspect="player:{}">{}</span>')
    return [
        Place(
            sign.format(" robot" if seat in levels else "", seat, name),
            _full(voice, name, levels.get(seat)),
            seat == game.actor,
            False,
        )
        for seat, name in names
    ]


def _full(voice: Voice, name: str, level: str | None) -> str:
    """A player's name, with their level if they are a bot."""
    return voice._("{name} (bot, {level})").format(name=name, level=level) if level else name


def _asking(live: LiveGame, voice: Voice, mine: frozenset[int]) -> Asking | None:
    asked = live.projection.asked
    if asked is None:
        return None
    names = live.position.players
    waiting = [names[seat] for seat in sorted(asked.waiting)]
    return Asking(
        names[asked.seat],
        len(live.projection.done) - asked.to,
        whose(live, voice, asked.to),
        bool(asked.waiting & mine),
        waiting,
    )


def tiles_of(game: RailGame, language: str) -> Markup:
    return tiles_markup(game, language)


def since_of(live: LiveGame, mine: frozenset[int]) -> int | None:
    """How many actions there were when the reader last acted or ordered something; None if that is now, or never was.

    What orders have done for them happened without them.
    """
    done = live.projection.done
    given = [order for order in live.orders if order.seat in mine]
    ordered = {act for order in given for act in order.acts}
    own = (n + 1 for n in reversed(range(len(done))) if done[n].line.seat in mine and n not in ordered)
    last = max([next(own, -1), *(order.since for order in given)], default=-1)
    return last if 0 <= last < len(done) else None


@cache
def rules_of(name: str, language: str) -> dict[str, str]:
    """The lines of a title's checklist by their ids."""
    return {found["id"]: found["text"] for found in _RULE.finditer(find_title(name).checklist_in(language))}
