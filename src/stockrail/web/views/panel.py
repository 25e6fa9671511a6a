"""The action panel: who is asked what, and a control for exactly each legal action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.core import ActionRange, Decision
from stockrail.rules.actions import (
    BuyTrain,
    IssueShares,
    LayTile,
    Pass,
    PayOut,
    PlaceHome,
    PlaceToken,
    RedeemShares,
    RunTrains,
)
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import OperatingTurn
from stockrail.rules.tokens import spare_of
from stockrail.web.views.board import Routes, Shown, last_runs
from stockrail.web.views.buying import TrainRow, trains_on_offer
from stockrail.web.views.choices import Button, Entry, Stepper, bare, button, encoded, stepper
from stockrail.web.views.dealing import SHARES, Deal, deal_of
from stockrail.web.views.laying import Circles, Lays, circles_of, lays_of
from stockrail.web.views.ledger import Train, sorted_trains, train_chip
from stockrail.web.views.running import PayTable, Runs, hexes_of, runs_of, ways_table
from stockrail.web.views.voice import Voice

SPECIAL = (LayTile, PlaceToken, PlaceHome, RunTrains, PayOut, BuyTrain, *SHARES)


class Chosen(msgspec.Struct, frozen=True):
    """What the player has picked so far on this page: a hex, a tile and its turn, a circle, a run of his own."""

    hex: str = ""
    lay: str = ""
    circle: str = ""
    run: str | None = None


class Step(msgspec.Struct, frozen=True):
    name: str
    done: bool
    now: bool


class Charter(msgspec.Struct, frozen=True):
    """What a company has, beside the question about it."""

    cash: str
    trains: list[Train]
    tokens: str
    last_run: str
    price: str


class Panel(msgspec.Struct, frozen=True):
    mine: bool
    actor: str
    prompt: str
    question: str
    chip: Markup
    note: str
    steps: list[Step]
    charter: Charter | None
    lays: Lays | None = None
    circles: Circles | None = None
    runs: Runs | None = None
    pay: PayTable | None = None
    deal: Deal | None = None
    trains: list[TrainRow] = []
    steppers: list[Stepper] = []
    buttons: list[Button] = []
    decline: Button | None = None
    any_time: list[Button] = []
    winners: list[str] = []
    shown: Shown = Shown()


def panel_of(
    game: RailGame, voice: Voice, mine: frozenset[int], chosen: Chosen, gains: dict[str, int] | None = None
) -> Panel:
    decision = game.decision
    if decision is None:
        return _over(game, voice, mine)
    actor = decision.actor(game)
    subject = decision.subject(game)
    company = subject if isinstance(subject, str) else None
    head: dict[str, Any] = {
        "mine": actor in mine,
        "actor": game.players[actor],
        "prompt": voice.speaker.prompt(),
        "question": voice.speaker.question(),
        "chip": voice.chip(company, "big") if company else Markup(""),
        "steps": _steps(game, voice, decision),
        "charter": _charter(game, voice, company) if company else None,
    }
    any_time = [button(voice, action) for seat in sorted(mine) for action in game.title.any_time(game, seat)]
    if actor not in mine:
        note = voice._("Waiting for {player}").format(player=game.players[actor])
        runs = last_runs(game)
        return Panel(**head, note=note, any_time=any_time[:1], shown=Shown(routes=runs))
    parts, shown = _parts(game, voice, decision.list(game), chosen, gains or {})
    return Panel(**head, note=_note(game, voice, actor, company, mine), any_time=any_time[:1], shown=shown, **parts)


def _over(game: RailGame, voice: Voice, mine: frozenset[int]) -> Panel:
    result = game.result()
    return Panel(
        mine=False,
        actor="",
        prompt=voice.speaker.question(),
        question="",
        chip=Markup(""),
        note="",
        steps=[],
        charter=None,
        winners=[
            f"{game.players[seat]} {voice.money(result.worth[seat])}"
            for seat in sorted(range(len(game.players)), key=lambda seat: -result.worth[seat])
        ],
    )


def _note(game: RailGame, voice: Voice, actor: int, company: str | None, mine: frozenset[int]) -> str:
    """Who decides."""
    name = game.players[actor]
    if company and len(mine) > 1:
        return voice._("{player} decides for {company}").format(player=name, company=voice.speaker.company(company))
    if company:
        return voice._("You decide for {company}").format(company=voice.speaker.company(company))
    held, limit = game.title.certificates(game, actor)
    text = voice._("{player} has {cash} and {held} of {limit} certificates")
    return text.format(player=name, cash=voice.money(game.state.cash[actor]), held=held, limit=limit)


def _parts(
    game: RailGame, voice: Voice, menu: Sequence[Entry], chosen: Chosen, gains: dict[str, int]
) -> tuple[dict[str, Any], Shown]:
    """The controls, and what the board shows with them."""
    parts: dict[str, Any] = {}
    shown = Shown(routes=last_runs(game))
    lays = [entry for entry in menu if isinstance(entry, LayTile)]
    circles = [entry for entry in menu if isinstance(entry, PlaceToken | PlaceHome)]
    run = next((entry for entry in menu if isinstance(entry, RunTrains)), None)
    if lays:
        parts["lays"] = made = lays_of(game, voice, lays, chosen.hex, chosen.lay, gains)
        shown = _shown_lay(lays, made, chosen.hex)
    if circles:
        parts["circles"] = found = circles_of(game, voice, circles, chosen.circle, chosen.hex)
        shown = _shown_circle(circles, found)
    if run is not None:
        parts["runs"] = runs_of(game, voice, run, chosen.run)
        shown = _shown_run(game, run, chosen.run)
    ways = [entry for entry in menu if isinstance(entry, PayOut)]
    if ways:
        parts["pay"] = ways_table(game, voice, ways, [])
    return parts | _plain_parts(game, voice, menu), shown


def _plain_parts(game: RailGame, voice: Voice, menu: Sequence[Entry]) -> dict[str, Any]:
    """Controls that need no board."""
    parts: dict[str, Any] = {}
    shares = [entry for entry in menu if isinstance(bare(entry), SHARES)]
    if shares or type(game.decision).__name__ == "StockTurn":
        parts["deal"] = deal_of(game, voice, shares, _player(game, shares))
    if any(isinstance(bare(entry), BuyTrain) for entry in menu) or type(game.decision).__name__ == "BuyTrains":
        parts["trains"] = trains_on_offer(game, voice, menu)
    rest = [entry for entry in menu if not isinstance(bare(entry), SPECIAL)]
    parts["steppers"] = [stepper(voice, entry) for entry in rest if isinstance(entry, ActionRange)]
    plain = [entry for entry in rest if not isinstance(entry, ActionRange)]
    parts["buttons"] = [button(voice, e, _home(game, voice, e)) for e in plain if not isinstance(e, Pass)]
    parts["decline"] = next((button(voice, entry) for entry in plain if isinstance(entry, Pass)), None)
    return parts


def _player(game: RailGame, shares: Sequence[Entry]) -> int:
    """Whose shares the table is about."""
    own = (IssueShares, RedeemShares)
    return game.actor or 0 if not shares or not isinstance(bare(shares[0]), own) else -1


def _home(game: RailGame, voice: Voice, entry: Any) -> list[str]:
    """Where a company that is put up for sale has its home."""
    known = game.title.companies.get(getattr(entry, "item", None) or "")
    return [voice.speaker.hex(known.home[0])] if known and known.home else []


def _shown_lay(lays: Sequence[LayTile], made: Lays, hex_: str) -> Shown:
    buildable = frozenset(lay.hex for lay in lays)
    if made.chosen is None:
        return Shown(buildable, frozenset({hex_} if made.why else ()))
    return Shown(buildable, frozenset({hex_}), lay=(hex_, made.chosen.tile, made.chosen.rotation))


def _shown_circle(circles: Sequence[PlaceToken | PlaceHome], found: Circles) -> Shown:
    buildable = frozenset(place.hex for place in circles)
    if found.chosen is None:
        return Shown(buildable)
    place = next(p for p in circles if f"{p.hex}.{p.stop}" == found.chosen.key)
    return Shown(buildable, frozenset({place.hex}), token=(place.hex, place.stop, place.company))


def _shown_run(game: RailGame, run: RunTrains, own: str | None) -> Shown:
    if own is None:
        written: Routes = [(game.title.train_name(game, r.train), r.hexes) for r in run.runs if len(r.hexes) > 1]
        return Shown(routes=written)
    drawn = [(game.title.train_name(game, train), hexes) for train, hexes in hexes_of(own) if hexes]
    last = {hexes[-1] for _, hexes in drawn[-1:]}
    return Shown(routes=drawn, selected=frozenset(last & set(game.title.board.hexes)))


def _steps(game: RailGame, voice: Voice, decision: Decision) -> list[Step]:
    """The steps of a company's turn; the current one by the decision on top."""
    turn = next((frame for frame in reversed(game.stack) if isinstance(frame, OperatingTurn)), None)
    if turn is None or not game.title.operates(game, turn.company):
        return []
    names = step_names(voice)
    frames = [type(frame).__name__ for frame in game.title.operating_steps(game, turn.company)]
    kinds = [type(frame).__name__ for frame in game.stack]
    listed: list[Step] = []
    for number, kind in enumerate(frames, 1):
        if kind not in names:
            continue
        now = number == turn.step
        listed.append(Step(names[kind], number < turn.step, now and "Dividend" not in kinds))
        if kind == "RunStep":
            listed.append(Step(names["Dividend"], number < turn.step, now))
    return listed


def step_names(voice: Voice) -> dict[str, str]:
    _ = voice._
    return {
        "LayTrack": _("Track"),
        "PlaceStation": _("Token"),
        "RunStep": _("Run"),
        "Dividend": _("Pay"),
        "BuyTrains": _("Trains"),
        "OwnShares": _("Shares"),
        "RedeemShare": _("Shares"),
        "MergeStep": _("Merger"),
    }


def _charter(game: RailGame, voice: Voice, company: str) -> Charter:
    run = game.state.last_run.get(company)
    spare, most = len(spare_of(game, company)), game.title.companies[company].tokens
    return Charter(
        cash=voice.money(game.state.cash[company]),
        trains=[train_chip(game, voice, train) for train in sorted_trains(game, company)],
        tokens=voice._("{left} of {all}").format(left=spare, all=most),
        last_run="" if run is None else voice.money(run),
        price=voice.price(company),
    )


__all__ = ["Chosen", "Panel", "encoded", "panel_of"]
