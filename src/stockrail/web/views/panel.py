"""The action panel: who is asked what, and a control for exactly each legal action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.core import Action, ActionRange, Decision, Event
from stockrail.routes import Run
from stockrail.rules.actions import (
    Answer,
    BuyTrain,
    LayTile,
    Pass,
    PayOut,
    ProposeEnd,
    RunTrains,
    Select,
    SellShares,
    run_action,
)
from stockrail.rules.game import RailGame
from stockrail.rules.running import RunDecision
from stockrail.rules.tokens import spare_of
from stockrail.rules.trains import may_own_trains, trains_of
from stockrail.web.views.asides import Aside, asides_of
from stockrail.web.views.asking import Auction, auction_of, matter_of
from stockrail.web.views.board import Routes, Shown, last_runs
from stockrail.web.views.buying import Need, TrainRow, need_of, sells_trains, trains_on_offer
from stockrail.web.views.choices import (
    Button,
    Entry,
    Picker,
    Stepper,
    bare,
    consequences,
    encoded,
    home_of,
    stepper,
    steppers,
    what_follows,
)
from stockrail.web.views.dealing import SHARES, Deal, deal_of, is_trading
from stockrail.web.views.earning import Earnings, earned_lines, earnings_of
from stockrail.web.views.laying import Circles, Lays, Spot, circles_of, is_spot, lays_of, line_key, spot_keys, ways_of
from stockrail.web.views.ledger import Train, focus_of, sorted_trains, train_chip
from stockrail.web.views.offers import Offers, offers_of, with_values
from stockrail.web.views.running import PayTable, Runs, hexes_of, quick_best, runs_of, ways_table
from stockrail.web.views.sheets import SheetRow, rows_now, told_of
from stockrail.web.views.steps import Going, Step, going_on, steps_of
from stockrail.web.views.things import Thing, about_things, things_of
from stockrail.web.views.voice import Voice

SPECIAL = (LayTile, PayOut, BuyTrain, *SHARES)


class Chosen(msgspec.Struct, frozen=True):
    """What the player has picked so far on this page: a hex, a tile and its turn, a circle, a run of their own."""

    hex: str = ""
    lay: str = ""
    circle: str = ""
    run: str | None = None


class Known(msgspec.Struct, frozen=True):
    """What has been computed for a position: changes of the best run by hex, the best run itself."""

    gains: dict[str, int] = {}
    best: Run | None = None


class Charter(msgspec.Struct, frozen=True):
    """What a company has, beside the question about it."""

    cash: str
    trains: list[Train] | None  # None if it never has any
    tokens: str
    last_run: str
    price: str
    remarks: str  # what only its title knows of it


class Panel(msgspec.Struct, frozen=True):
    mine: bool
    actor: str
    prompt: str
    question: str
    chip: Markup
    note: str
    steps: list[Step]
    charter: Charter | None
    hints: list[Markup] = []
    matter: Markup = Markup("")
    cards: list[SheetRow] = []
    going: Going | None = None
    earned: list[Markup] = []  # how the sum came about that is paid now
    auction: Auction | None = None
    need: Need | None = None
    lays: Lays | None = None
    circles: Circles | None = None
    runs: Runs | None = None
    earnings: Earnings | None = None
    pay: PayTable | None = None
    deal: Deal | None = None
    offers: list[Offers] = []
    asides: list[Aside] = []
    trains: list[TrainRow] = []
    things: list[Thing] = []
    steppers: list[Stepper] = []
    picker: Picker | None = None
    buttons: list[Button] = []
    decline: Button | None = None
    any_time: list[Button] = []  # what belongs to the table: ending the game
    extras: list[Button] = []  # what else a player may do whoever is asked
    extra_things: list[Thing] = []
    extra_steppers: list[Stepper] = []
    winners: list[str] = []
    shown: Shown = Shown()


def panel_of(game: RailGame, voice: Voice, mine: frozenset[int], chosen: Chosen, known: Known | None = None) -> Panel:
    """With `known` for what has been computed for this position."""
    decision = game.decision
    if decision is None:
        return _over(game, voice, mine)
    actor = decision.actor(game)
    subject = decision.subject(game)
    company = subject if isinstance(subject, str) else None
    auction = auction_of(game, voice, decision)
    asked = actor in mine or (game.waits_for_dice and bool(mine))
    head: dict[str, Any] = {
        "mine": asked,
        "actor": voice.speaker.player(actor),
        "prompt": voice.speaker.prompt(),
        "question": voice.speaker.question(),
        "chip": voice.chip(company, "big") if company else Markup(""),
        "steps": steps_of(game, voice, decision),
        "hints": [voice.markup(hint) for hint in voice.marked.notes("hint", game.title.hints(game))],
        "going": going_on(game, voice, focus_of(game, mine)),
        "charter": _charter(game, voice, company) if company else None,
        "earnings": earnings_of(game, voice, company) if company else None,
        "auction": auction,
        "cards": [] if auction else rows_now(game, voice),
    }
    head |= _open_at_any_time(game, voice, mine)
    if not asked:
        note = voice._("Waiting for {player}").format(player=voice.speaker.player(actor))
        runs = last_runs(game)
        return Panel(**head, note=note, shown=Shown(routes=runs))
    head["matter"] = Markup("") if auction else matter_of(voice, decision)
    parts, shown = _parts(game, voice, decision, chosen, known or Known())
    return Panel(**head, note=_note(game, voice, actor, company, mine), shown=shown, **parts)


def _open_at_any_time(game: RailGame, voice: Voice, mine: frozenset[int]) -> dict[str, Any]:
    """The end is proposed once, whoever of several at one screen does it; everything else is a player's own.

    What the decision offers itself stands there.
    """
    menu = game.decision.list(game) if game.decision is not None and game.actor in mine else []
    entries = [(seat, entry) for seat in sorted(mine) for entry in game.title.any_time(game, seat)]
    entries = [(seat, entry) for seat, entry in entries if entry not in menu]
    ends = [Button(voice.action(end), encoded(end)) for _, end in entries if isinstance(end, ProposeEnd)]
    own = [(seat, entry) for seat, entry in entries if not isinstance(entry, ProposeEnd)]
    about = about_things(game, [entry for seat, entry in own if seat == game.actor])
    own = [(seat, entry) for seat, entry in own if entry not in about]
    decides = voice._("{player} decides")
    names = [[decides.format(player=game.players[seat])] if len(mine) > 1 else [] for seat, _ in own]
    return {
        "any_time": ends[:1],
        "extras": [
            Button(voice.action(entry), encoded(entry), name)
            for (_, entry), name in zip(own, names, strict=True)
            if not isinstance(entry, ActionRange)
        ],
        "extra_things": things_of(game, voice, about),
        "extra_steppers": [stepper(voice, entry) for _, entry in own if isinstance(entry, ActionRange)],
    }


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
    if game.waits_for_dice:
        return voice._("Real dice: any player may enter what was drawn")
    name = game.players[actor]
    if company and len(mine) > 1:
        return voice._("{player} decides for {company}").format(player=name, company=voice.speaker.company(company))
    if company:
        return voice._("You decide for {company}").format(company=voice.speaker.company(company))
    held, limit = game.title.certificates(game, actor)
    cash, bound = voice.money(game.state.cash[actor]), game.title.set_aside(game, actor)
    text = voice._("{player} has {cash} and {held} of {limit} certificates")
    if bound:
        text = voice._("{player} has {cash}, {bound} of it in bids, and {held} of {limit} certificates")
    return text.format(player=name, cash=cash, bound=voice.money(bound), held=held, limit=limit)


def _parts(
    game: RailGame, voice: Voice, decision: Decision, chosen: Chosen, known: Known
) -> tuple[dict[str, Any], Shown]:
    """The controls, and what the board shows with them."""
    parts: dict[str, Any] = {}
    shown = Shown(routes=last_runs(game))
    if isinstance(decision, RunDecision):
        best = known.best or quick_best(game, decision.company)
        run = run_action(decision.actor(game), decision.company, best)
        parts["runs"] = runs_of(game, voice, run, best, chosen.run)
        return parts, _shown_run(game, run, chosen.run)
    menu = decision.list(game)
    lays = [entry for entry in menu if isinstance(entry, LayTile)]
    circles = [entry for entry in menu if not isinstance(entry, ActionRange) and is_spot(entry)]
    if lays:
        parts["lays"] = made = lays_of(game, voice, lays, chosen.hex, chosen.lay, known.gains)
        shown = _shown_lay(lays, made, chosen.hex)
    if circles:
        parts["circles"] = found = circles_of(game, voice, circles, chosen.circle, chosen.hex)
        shown = _shown_circle(game, circles, found)
    shown.ways = ways_of([bare(entry) for entry in menu], parts["circles"].line if circles else "")
    ways = [entry for entry in menu if isinstance(entry, PayOut)]
    if ways:
        parts["pay"] = ways_table(game, voice, ways, [])
        parts["earned"] = earned_lines(game, voice)
    return parts | _plain_parts(game, voice, menu, bool(parts)), shown


def _plain_parts(game: RailGame, voice: Voice, menu: Sequence[Entry], led: bool) -> dict[str, Any]:
    """Controls that need no board. `led` where a button of another part is the loud one."""
    parts: dict[str, Any] = {"need": need_of(game, voice)}
    forced = game.title.forced_purchase(game)
    trading = is_trading(game)
    shares = [entry for entry in menu if isinstance(bare(entry), SHARES)]
    sells = any(isinstance(bare(entry), SellShares) for entry in shares)
    raising = sells or (forced is not None and forced.missing > 0 and forced.helper is not None)
    if shares or raising or trading:
        parts["deal"] = deal_of(game, voice, shares, raising and not trading)
    if any(isinstance(bare(entry), BuyTrain) for entry in menu) or sells_trains(game):
        parts["trains"] = trains_on_offer(game, voice, menu)
    rest = [entry for entry in menu if not isinstance(bare(entry), SPECIAL) and not is_spot(bare(entry))]
    parts["asides"] = asides_of(game, voice, [entry for entry in rest if bare(entry).beside])
    rest = [entry for entry in rest if not bare(entry).beside]
    valued = with_values(rest)
    parts["offers"] = offers_of(game, voice, valued)
    rest = [entry for entry in rest if entry not in valued]
    any_time = game.title.any_time(game, game.actor) if game.actor is not None and game.actor in game.order else []
    about = about_things(game, rest)
    if len(about) > 1 or any(entry in any_time for entry in about):  # a single one is the question itself
        parts["things"] = things_of(game, voice, about)
        rest = [entry for entry in rest if entry not in about]
    ranges = [entry for entry in rest if isinstance(entry, ActionRange)]
    parts["steppers"], parts["picker"] = steppers(game, voice, ranges)
    plain = [entry for entry in rest if not isinstance(entry, ActionRange)]
    parts["decline"] = next((_button(game, voice, entry) for entry in plain if _declines(entry)), None)
    if parts["decline"] and all(entry in any_time for entry in menu if not _declines(bare(entry))):
        parts["decline"] = msgspec.structs.replace(parts["decline"], tone="primary")
    others = led or trading or bool(ranges or shares or parts.get("trains") or parts.get("things"))
    parts["buttons"] = _buttons(game, voice, plain, others)
    return parts


def _declines(action: Action) -> bool:
    """Whether an action leaves everything as it is."""
    return isinstance(action, Pass) or (isinstance(action, Answer) and not action.accept)


def _buttons(game: RailGame, voice: Voice, plain: Sequence[Action], others: bool) -> list[Button]:
    """Of those that read and do the same one is enough; what ends something comes last and quietly.

    The loud button is the one that Enter presses: it never gives anything away.
    """
    actions = [action for action in plain if not _declines(action)]
    either = what_follows(game, next((action for action in plain if _declines(action)), None)) if actions else []
    found = {_effect(game, voice, action): action for action in reversed(actions)}
    kept = [action for action in actions if action in found.values()]
    grave = [action for action in kept if action.grave]
    alone = len(kept) == 1 and not others and not kept[0].gives
    labels = Counter(voice.action(action) for action in kept)
    made = []
    for action in [*(action for action in kept if action not in grave), *grave]:
        button = _button(game, voice, action, "primary" if alone else "grave" if action in grave else "", either)
        for_whom = getattr(action, "company", "") if labels[button.label] > 1 else ""
        made.append(msgspec.structs.replace(button, notes=[*([for_whom] if for_whom else []), *button.notes]))
    return made


def _effect(game: RailGame, voice: Voice, action: Action) -> tuple[Any, ...]:
    """What an action does; trains of one kind are alike."""
    fields = {name: value for name, value in msgspec.structs.asdict(action).items() if name != "train"}
    return type(action).__name__, voice.action(action), tuple(fields.items())


def _button(game: RailGame, voice: Voice, action: Action, tone: str = "", either: Sequence[Event] = ()) -> Button:
    """With what it brings about, but for what comes `either` way."""
    if isinstance(action, Select):
        notes = told_of(game, voice, action) or [home_of(game, voice, action.item)]
    else:
        told = told_of(game, voice, action)
        notes = [] if isinstance(action, Pass) else [*told, *consequences(game, voice, action, either)]
    if action.about:
        notes.insert(0, _assets(game, voice, getattr(action, action.about)))
    notes = [note for note in notes if note]
    return Button(voice.action(action), encoded(action), notes, tone, _company_of(game, action), line_key(action))


def _company_of(game: RailGame, action: Action) -> str:
    """The company that an action chooses among others."""
    named = action.item if isinstance(action, Select) else getattr(action, action.about) if action.about else ""
    return named if named in game.title.companies else ""


def _assets(game: RailGame, voice: Voice, company: str) -> str:
    """Where a small company is at home, its money and its trains."""
    trains = [game.title.train_name(game, train) for train in trains_of(game, company)]
    parts = [home_of(game, voice, company), voice.money(game.state.cash[company])]
    if trains:
        parts.append(voice._("trains {names}").format(names=" ".join(trains)))
    return ", ".join(part for part in parts if part)


def _shown_lay(lays: Sequence[LayTile], made: Lays, hex_: str) -> Shown:
    fits: dict[str, list[str]] = {}
    for lay in lays:
        fits.setdefault(lay.hex, []).append(lay.tile)
    if made.chosen is None:
        return Shown(frozenset(fits), frozenset({hex_} if made.why else ()), fits=fits)
    return Shown(frozenset(fits), frozenset({hex_}), lay=(hex_, made.chosen.tile, made.chosen.rotation), fits=fits)


def _shown_circle(game: RailGame, circles: Sequence[Spot], found: Circles) -> Shown:
    """A place that is no hex of the map, such as a box beside it, is offered by name and not drawn."""
    by_key = {key: place for key, place in zip(spot_keys(circles), circles, strict=True) if _hex_of(game, place)}
    buildable = frozenset(_hex_of(game, place) for place in by_key.values())
    place = by_key.get(found.chosen.key) if found.chosen else None
    if place is None:
        return Shown(buildable)
    hex_, stop, tile = _hex_of(game, place), getattr(place, "stop", None), getattr(place, "tile", "")
    if stop is not None:
        return Shown(buildable, frozenset({hex_}), token=(hex_, stop, getattr(place, "company", "")))
    return Shown(buildable, frozenset({hex_}), lay=(hex_, tile, getattr(place, "rotation", 0)) if tile else None)


def _hex_of(game: RailGame, spot: Spot) -> str:
    """The hex that it names, if it is one of the map."""
    hex_: str = getattr(spot, "hex", "")
    return hex_ if hex_ in game.title.board.hexes else ""


def _shown_run(game: RailGame, run: RunTrains, own: str | None) -> Shown:
    if own is None:
        written: Routes = [(game.title.train_name(game, r.train), r.hexes) for r in run.runs if len(r.hexes) > 1]
        return Shown(routes=written)
    drawn = [(game.title.train_name(game, train), hexes) for train, hexes in hexes_of(own) if hexes]
    last = {hexes[-1] for _, hexes in drawn[-1:]}
    return Shown(routes=drawn, selected=frozenset(last & set(game.title.board.hexes)))


def _charter(game: RailGame, voice: Voice, company: str) -> Charter:
    run = game.state.last_run.get(company)
    spare, most = len(spare_of(game, company)), game.title.companies[company].tokens
    trains = [train_chip(game, voice, train) for train in sorted_trains(game, company)]
    return Charter(
        cash=voice.money(game.state.cash[company]),
        trains=trains if may_own_trains(game, company) else None,
        tokens=voice._("{left} of {all}").format(left=spare, all=most) if most else "",
        last_run="" if run is None else voice.money(run),
        price=voice.price(company),
        remarks=" · ".join(voice.speaker.remarks(company)),
    )


__all__ = ["Chosen", "Panel", "encoded", "panel_of"]
