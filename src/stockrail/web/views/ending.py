"""The end of a game: final standing, turning points, what earned most, records."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.shares import holdings_of
from stockrail.web.play.course import ACTING
from stockrail.web.play.live import LiveGame
from stockrail.web.story import Feat, Lead, Story, Swing, Turn
from stockrail.web.story.moments import gains, losses, revalued
from stockrail.web.views.bots import level_names
from stockrail.web.views.overview import Chart, charts_of, round_name, story_of
from stockrail.web.views.voice import Voice

TOLD = 3  # sentences of one moment
QUIET = frozenset({"operates", "passes", "passes_auction", "priority_goes", "round_begins"})
COUNTS = frozenset({"tiles", "acts"})  # records that are no sums of money


class Held(msgspec.Struct, frozen=True):
    chip: Markup
    percent: int
    value: str


class Placed(msgspec.Struct, frozen=True):
    """One player at the end."""

    rank: int
    seat: int
    name: str
    level: str  # of a bot
    won: bool
    bankrupt: bool
    cash: str
    shares: str
    other: str  # what else counts; empty if nothing does
    worth: str
    behind: str  # the winner, by so much
    held: list[Held]
    bars: tuple[float, float, float]  # cash, shares and other in percent of the winner's worth


class Moment(msgspec.Struct, frozen=True):
    """A turning point with the way to it."""

    at: int
    when: str
    name: str
    amount: str
    gain: bool
    told: list[Markup]


class Earned(msgspec.Struct, frozen=True):
    """A route or a turn that earned much."""

    at: int
    when: str
    chip: Markup
    train: str
    way: str
    amount: str


class Record(msgspec.Struct, frozen=True):
    name: str
    holder: Markup
    amount: str
    at: int
    when: str


class Ending(msgspec.Struct, frozen=True):
    headline: str
    reason: str
    placed: list[Placed]
    gains: list[Moment]
    losses: list[Moment]
    leads: list[Moment]
    routes: list[Earned]
    turns: list[Earned]
    records: list[Record]
    charts: list[Chart]
    actions: int
    lasted: str
    others: bool  # whether anything counts besides cash and shares


def ending_of(live: LiveGame, language: str) -> Ending:
    game, voice, story = live.position, Voice(live.position, language), story_of(live)
    placed = standing_of(live, voice)
    up, down = gains(story.swings), losses(story.swings)
    counted = revalued(game, [*up, *down])
    return Ending(
        headline=voice.speaker.question(),
        reason=_reason(voice),
        placed=placed,
        gains=[_swing(live, voice, story, swing, counted[swing]) for swing in up],
        losses=[_swing(live, voice, story, swing, counted[swing]) for swing in down],
        leads=[_lead(live, voice, story, lead) for lead in story.leads],
        routes=[
            Earned(
                route.at,
                when(voice, story, route.at),
                voice.chip(route.company),
                voice.speaker.train(route.train),
                voice.speaker.route(route.hexes),
                voice.money(route.revenue),
            )
            for route in story.routes
        ],
        turns=[
            Earned(t.at, when(voice, story, t.at), voice.chip(t.company), "", way, voice.money(t.revenue))
            for t in story.turns
            for way in ["" if story.routes else _account(live, voice, t)]
        ],
        records=[_record(voice, story, feat) for feat in story.feats],
        charts=charts_of(voice, story.rounds),
        actions=game.ply,
        lasted=_lasted(live, voice),
        others=any(each.other for each in placed),
    )


def standing_of(live: LiveGame, voice: Voice) -> list[Placed]:
    """Everybody by their worth; those who have as much share a place."""
    game, levels = live.position, level_names(live, voice.language)
    result = game.result()
    order = sorted(range(len(game.players)), key=lambda seat: (seat not in result.winners, -result.worth[seat], seat))
    top = max(result.worth)
    return [_placed(game, voice, seat, levels.get(seat, ""), top) for seat in order]


def _placed(game: RailGame, voice: Voice, seat: int, level: str, top: int) -> Placed:
    result, title = game.result(), game.title
    worth, cash = result.worth[seat], game.state.cash[seat]
    priced = {c: title.shares_worth(game, seat, c) for c in title.started(game)}
    shares = sum(priced.values())
    other = worth - cash - shares
    holdings = holdings_of(game, seat).items()
    held = [Held(voice.chip(c), p, voice.money(priced[c]) if priced.get(c) else "") for c, p in holdings]
    ahead = sum(other_worth > worth for other_worth in result.worth)
    scale = 100 / max(1, top)
    return Placed(
        rank=1 if seat in result.winners else ahead + 1,
        seat=seat,
        name=game.players[seat],
        level=level,
        won=seat in result.winners,
        bankrupt=bool(game.state.bankrupt.get(seat)),
        cash=voice.money(cash),
        shares=voice.money(shares),
        other=voice.money(other) if other else "",
        worth=voice.money(worth),
        behind=voice.signed(worth - top) if worth < top else "",
        held=held,
        bars=(max(0, cash) * scale, max(0, shares) * scale, max(0, other) * scale),
    )


def _account(live: LiveGame, voice: Voice, turn: Turn) -> str:
    """What a turn's earnings were made of, in a title that runs no routes: as the account stood just before."""
    game = live.at(turn.at - 1)
    if game.title.run_setting(game, turn.company) is not None:
        return ""
    account, speaker = game.title.account(game, turn.company), voice.speaker
    if account.total != turn.revenue:
        return ""
    names = [" – ".join(map(speaker.place, part.places)) or speaker.source(part.source) for part in account.parts]
    return ", ".join(f"{name} {voice.money(part.amount)}" for name, part in zip(names, account.parts, strict=True))


def _reason(voice: Voice) -> str:
    """Why the game has ended, as the log says it."""
    ends = [event for event in voice.game.log if event.kind == "game_ends"]
    return voice.speaker.event(ends[-1]) if ends else ""


def when(voice: Voice, story: Story, at: int) -> str:
    """The round of an action: "OR 4.1"."""
    round_ = story.round_at(at)
    return round_name(voice, round_) if round_ else ""


def _told(live: LiveGame, voice: Voice, at: int) -> list[Markup]:
    """What happened then, in a few sentences."""
    events = live.projection.done[at - 1].line.events
    telling = [event for event in events if event.kind not in QUIET] or list(events)
    said = voice.log(telling)
    return said[:TOLD]


def _swing(live: LiveGame, voice: Voice, story: Story, swing: Swing, counted: Mapping[str, int]) -> Moment:
    name, amount = voice.game.players[swing.seat], voice.signed(swing.change)
    told = [*_told(live, voice, swing.at), *_counted(voice, name, counted)]
    return Moment(swing.at, when(voice, story, swing.at), name, amount, swing.change > 0, told)


def _counted(voice: Voice, name: str, counted: Mapping[str, int]) -> list[Markup]:
    """What shares count from now on at the end, though their price is the same."""
    more, less = (
        voice._("{player}’s shares of {company} count {amount} more"),
        voice._("{player}’s shares of {company} count {amount} less"),
    )
    return [
        Markup(Markup.escape(more if change > 0 else less)).format(
            player=name, company=voice.chip(company), amount=voice.money(abs(change))
        )
        for company, change in counted.items()
    ]


def _lead(live: LiveGame, voice: Voice, story: Story, lead: Lead) -> Moment:
    players = voice.game.players
    text = voice._("{player} overtakes {other} and leads by {amount}")
    said = text.format(player=players[lead.seat], other=players[lead.before], amount=voice.money(lead.ahead))
    return Moment(lead.at, when(voice, story, lead.at), players[lead.seat], "", True, [Markup.escape(said)])


def _record(voice: Voice, story: Story, feat: Feat) -> Record:
    _ = voice._
    names = {
        "revenue": _("Most earned in one turn"),
        "price": _("Highest share price"),
        "income": _("Most income of a player in one round"),
        "train": _("Most paid for a train"),
        "block": _("Largest sale of shares"),
        "help": _("Most paid out of a player’s pocket for a train"),
        "earned": _("Most earned in the whole game"),
        "tiles": _("Most tiles laid"),
        "acts": _("Most actions"),
    }
    amount = voice.speaker.number(feat.amount) if feat.kind in COUNTS else voice.money(feat.amount)
    whole = feat.at == voice.game.ply and feat.kind in (*COUNTS, "earned")
    holder = Markup.escape(voice.game.players[feat.holder]) if isinstance(feat.holder, int) else voice.chip(feat.holder)
    return Record(names[feat.kind], holder, amount, feat.at, "" if whole else when(voice, story, feat.at))


def _lasted(live: LiveGame, voice: Voice) -> str:
    """From the first action to the last, in hours or days."""
    times = [line.at for line in live.projection.lines if line.kind in ACTING and line.at]
    minutes = int((times[-1] - times[0]) / 60) if times else 0
    if minutes < 1:
        return ""
    if minutes < 120:
        return voice.ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    if minutes < 48 * 60:
        return voice.ngettext("{n} hour", "{n} hours", round(minutes / 60)).format(n=round(minutes / 60))
    return voice.ngettext("{n} day", "{n} days", round(minutes / 1440)).format(n=round(minutes / 1440))
