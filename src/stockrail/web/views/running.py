"""Runs and what they pay: routes with stops and sums, the proof, and who gets what."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stockrail.board.track import Place
from stockrail.core import IllegalAction
from stockrail.routes import Run, written_run
from stockrail.routes.asking import setting_of
from stockrail.rules.actions import PayOut, RunTrains, TrainRun
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.shares import percent_of
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of
from stockrail.web.views.choices import Why, encoded, tried, why_not
from stockrail.web.views.voice import Voice

PATIENCE = 1.0  # seconds for which a page waits for the best run


class Stop(msgspec.Struct, frozen=True):
    name: str
    value: int
    counts: bool  # against the train's length


class RouteRow(msgspec.Struct, frozen=True):
    train: str
    stops: list[Stop]
    bonuses: list[tuple[str, str]]
    revenue: str
    used: str
    number: int  # which colour


class PayColumn(msgspec.Struct, frozen=True):
    """One way to pay: a cell for each line of the table, the price after it, and the actions to send."""

    heading: str
    cells: list[str]
    after: str
    moves: int  # of the price: up, down or not
    label: str
    actions: list[str]


class PayTable(msgspec.Struct, frozen=True):
    lines: list[tuple[str, str, bool]]  # who, their part, whether it is you
    now: str
    columns: list[PayColumn]


class Runs(msgspec.Struct, frozen=True):
    """The run on offer, or one that the player draws."""

    company: str
    total: str
    proof: str
    proven: bool
    routes: list[RouteRow]
    chains: list[str]
    pay: PayTable | None
    button: tuple[str, str] | None  # where there is nothing to choose about the money
    own: OwnRun | None
    result: list[str]
    subsidy: str = ""  # what the company gets besides


class OwnRun(msgspec.Struct, frozen=True):
    """A run in drawing: its text in the address, its trains, and what is wrong with it."""

    text: str
    trains: list[tuple[str, str, str]]  # id, kind, hexes so far
    current: str
    why: Why | None
    short: str


def hexes_of(text: str) -> list[tuple[str, list[str]]]:
    """ "3-0:A1.B2~2-1:C3.C5" is what two trains run."""
    found = []
    for part in text.split("~")[:8]:
        train, _, hexes = part.partition(":")
        if train:
            found.append((train[:12], [h[:12] for h in hexes.split(".")[:80] if h]))
    return found


def quick_best(game: RailGame, company: str) -> Run:
    """The best run that is found before the reader grows impatient; mostly it is proven by then."""
    return game.title.account(game, company, PATIENCE).run or Run()


def runs_of(game: RailGame, voice: Voice, offered: RunTrains, best: Run, own: str | None) -> Runs:
    action: RunTrains | None = offered
    run: Run | None = best
    drawn = None
    if own is not None:
        action = RunTrains(offered.player, offered.company, _written(own))
        run = _read(game, action)
        drawn = _own(game, voice, own, action, best.total - run.total if run else 0)
        action = None if drawn.why else action
    total = run.total if run else 0
    return Runs(
        company=offered.company,
        total=voice.money(total),
        proof=_proof(voice, best) if own is None else "",
        proven=best.complete,
        routes=route_rows(game, voice, offered.company, run) if run else [],
        chains=_chains(game, voice, run) if run else [],
        pay=pay_table(game, voice, action) if action else None,
        button=_plain(game, voice, action, total) if action else None,
        own=drawn,
        result=_plain_result(game, voice, action) if action else [],
        subsidy=voice.money(run.subsidy) if run and run.subsidy else "",
    )


def _proof(voice: Voice, best: Run) -> str:
    if best.complete:
        count = voice.speaker.number(best.looked_at)
        return voice._("Proven best, {count} candidates checked").format(count=count)
    return voice._("Best found so far; at most {amount} is possible").format(amount=voice.money(best.bound))


def _written(own: str) -> tuple[TrainRun, ...]:
    return tuple(TrainRun(train, tuple(hexes)) for train, hexes in hexes_of(own) if hexes)


def _read(game: RailGame, action: RunTrains) -> Run | None:
    try:
        return written_run(game, action.company, [(run.train, run.hexes) for run in action.runs])
    except IllegalAction:
        return None


def _chains(game: RailGame, voice: Voice, run: Run) -> list[str]:
    """Trains that count as one because they are joined."""
    names = [voice.speaker.listing(game.title.train_name(game, train) for train in chain) for chain in run.chains]
    return [voice._("{trains} run joined end to end").format(trains=name) for name in names]


def _own(game: RailGame, voice: Voice, text: str, action: RunTrains, short: int) -> OwnRun:
    parts = dict(hexes_of(text))
    trains = [(t, game.title.train_name(game, t), ".".join(parts.get(t, []))) for t in trains_of(game, action.company)]
    current = hexes_of(text)[-1][0] if hexes_of(text) else (trains[0][0] if trains else "")
    why = why_not(game, voice, action)
    less = voice._("{amount} less than the best run").format(amount=voice.money(short)) if short > 0 else ""
    return OwnRun(text, trains, current, why, less if why is None else "")


def route_rows(game: RailGame, voice: Voice, company: str, run: Run) -> list[RouteRow]:
    now = track(game)
    setting = setting_of(game, company)
    uses = {use.train: use for use in setting.trains}
    rows = []
    for number, route in enumerate(run.routes):
        use = uses[route.train]
        service = setting.rules.service(use)
        stops = []
        for place, value in zip(route.stops, route.values, strict=True):
            kind = now.face(place[0]).stops[place[1]].kind
            stops.append(Stop(voice.speaker.place(place[0]), value, bool(service.weight(kind))))
        count = len(route.hexes) - 1 if service.by_hexes else sum(s.counts for s in stops)
        text = voice._("{count} of {most} hexes") if service.by_hexes else voice._("{count} of {most} stops")
        used = text.format(count=count, most=use.reach)
        bonuses = [(voice.speaker.bonus(name), voice.money(amount)) for name, amount in route.bonuses]
        name = game.title.train_name(game, route.train)
        rows.append(RouteRow(name, stops, bonuses, voice.money(route.revenue), used, number % 4 + 1))
    counted: dict[Place, int] = {}
    for train, place, pays in run.doubled:
        counted[place] = counted.get(place, 1) + 1
        text = voice._("counts twice") if counted[place] == 2 else voice._("counts {times} times")
        stop = Stop(voice.speaker.place(place[0]), pays, True)
        used = text.format(times=counted[place])
        rows.append(RouteRow(game.title.train_name(game, train), [stop], [], voice.money(pays), used, 0))
    return rows


def pay_table(game: RailGame, voice: Voice, run: RunTrains) -> PayTable | None:
    """Who gets what for each way to pay, told by trying; None where the money leaves no choice."""
    after = tried(game, run)
    ways = [entry for entry in after.legal_actions() if isinstance(entry, PayOut)]
    if not ways:
        return None
    return ways_table(after, voice, ways, [encoded(run)])


def ways_table(game: RailGame, voice: Voice, ways: Sequence[PayOut], before: list[str]) -> PayTable:
    company = ways[0].company
    holders = sorted(
        (seat for seat in game.seats if percent_of(game, seat, company)),
        key=lambda seat: -percent_of(game, seat, company),
    )
    lines = [(game.players[s], f"{percent_of(game, s, company)}%", s == ways[0].player) for s in holders]
    has = voice._("has {amount}").format(amount=voice.money(game.state.cash[company]))
    lines.append((company, has, False))
    columns = [_column(game, voice, way, [*holders, company], before) for way in ways]
    return PayTable(lines, voice.money(price(game, company)), columns)


def _column(game: RailGame, voice: Voice, way: PayOut, holders: Sequence[int | str], before: list[str]) -> PayColumn:
    twin = tried(game, way)
    dividend = next((event for event in twin.last_events() if event.kind == "dividend"), None)
    if dividend is None:
        return _other_column(game, twin, voice, way, holders, before)
    sums = dict(dividend["sums"])
    kept = dividend["revenue"] - dividend["dividend"]
    sums[way.company] = sums.get(way.company, 0) + kept
    cells = [voice.signed(sums[holder]) if sums.get(holder) else "" for holder in holders]
    old, new, paid = price(game, way.company), dividend["after"], dividend["dividend"]
    label = (
        voice._("Pay {amount}").format(amount=voice.money(paid))
        if paid
        else voice._("Keep {amount}").format(amount=voice.money(kept))
    )
    return PayColumn(
        heading=voice.speaker.way_to_pay(way.kind),
        cells=cells,
        after=voice.money(new),
        moves=(new > old) - (new < old),
        label=label,
        actions=[*before, encoded(way)],
    )


def _other_column(
    game: RailGame, twin: RailGame, voice: Voice, way: PayOut, holders: Sequence[int | str], before: list[str]
) -> PayColumn:
    """A way of the title's own: what it does to everybody's cash and to the price."""
    changes = [twin.state.cash[holder] - game.state.cash[holder] for holder in holders]
    old = price(game, way.company)
    new = price(twin, way.company) if way.company in twin.state.cell else old
    return PayColumn(
        heading=voice.speaker.way_to_pay(way.kind),
        cells=[voice.signed(change) if change else "" for change in changes],
        after=voice.money(new),
        moves=(new > old) - (new < old),
        label=voice.action(way),
        actions=[*before, encoded(way)],
    )


def _plain(game: RailGame, voice: Voice, run: RunTrains, total: int) -> tuple[str, str]:
    text = voice._("Run for {amount}") if run.runs else voice._("Run no trains")
    return text.format(amount=voice.money(total)), encoded(run)


def _plain_result(game: RailGame, voice: Voice, run: RunTrains) -> list[str]:
    """What follows by itself: a small company's halves."""
    try:
        twin = tried(game, run)
    except IllegalAction:
        return []
    kept = [e for e in twin.last_events() if "half" in e.params]
    return Voice(twin, voice.language).speaker.log(kept)
