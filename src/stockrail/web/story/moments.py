"""Turning points of a game: the moments at which somebody's worth changed most, and those at which the lead did."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, percent_of
from stockrail.web.story.rounds import Round

SHOWN = 5  # gains, and as many losses


class Swing(msgspec.Struct, frozen=True):
    """A change of one player's worth by one action."""

    at: int  # how many actions have been taken after it
    seat: int
    change: int


class Lead(msgspec.Struct, frozen=True):
    """At the end of a round somebody else is ahead."""

    at: int
    seat: int
    before: int
    ahead: int  # by so much


def swings_of(game: RailGame) -> list[Swing]:
    """Every change of somebody's worth, in order of play: actions are taken back one by one on a copy.

    Whoever buys something has not lost what it cost, even if it counts nothing at the end.
    """
    copy: RailGame = game.fork()
    seats = range(len(game.players))
    after = [(copy.title.worth(copy, seat), _things(copy, seat)) for seat in seats]
    found: list[Swing] = []
    while copy.ply:
        at = copy.ply
        copy.pop()
        before = [(copy.title.worth(copy, seat), _things(copy, seat)) for seat in seats]
        for seat in reversed(seats):
            change, bought = after[seat][0] - before[seat][0], after[seat][1] > before[seat][1]
            if change > 0 or (change < 0 and not bought):
                found.append(Swing(at, seat, change))
        after = before
    return found[::-1]


def _things(game: RailGame, seat: int) -> int:
    """How much a player owns besides money, counted only to see whether it has become more."""
    companies = game.title.companies.values()
    percent = sum(percent_of(game, seat, company.id) for company in companies)
    owned = sum(company.one_owner and owner_of(game, company.id) == seat for company in companies)
    return percent + owned + len(cards_of(game, seat))


def gains(swings: Sequence[Swing]) -> list[Swing]:
    """The largest, the earlier of equal ones first."""
    return _largest(sorted((s for s in swings if s.change > 0), key=lambda s: (-s.change, s.at, s.seat)))


def losses(swings: Sequence[Swing]) -> list[Swing]:
    return _largest(sorted((s for s in swings if s.change < 0), key=lambda s: (s.change, s.at, s.seat)))


def _largest(ranked: Sequence[Swing]) -> list[Swing]:
    """The first few, of each moment only one: what moves everybody is one event."""
    by_moment: dict[int, Swing] = {}
    for swing in ranked:
        by_moment.setdefault(swing.at, swing)
    return list(by_moment.values())[:SHOWN]


def revalued(game: RailGame, swings: Sequence[Swing]) -> dict[Swing, dict[str, int]]:
    """Companies whose shares counted more or less after an action, though neither they nor their price changed."""
    copy: RailGame = game.fork()
    found = {}
    for swing in sorted(swings, key=lambda each: -each.at):
        while copy.ply > swing.at:
            copy.pop()
        after = _counted(copy, swing.seat)
        copy.pop()
        before = _counted(copy, swing.seat)
        same = [company for company, counted in after.items() if counted[:2] == before.get(company, ())[:2]]
        changes = {company: after[company][2] - before[company][2] for company in same}
        found[swing] = {company: change for company, change in changes.items() if change}
    return found


def _counted(game: RailGame, seat: int) -> dict[str, tuple[int, int, int]]:
    """Of each started company what a player has, its price, and what that counts."""
    title, cells = game.title, game.state.cell
    priced = [company for company in title.started(game) if company in cells]
    return {c: (percent_of(game, seat, c), price(game, c), title.shares_worth(game, seat, c)) for c in priced}


def leads(rounds: Sequence[Round]) -> list[Lead]:
    """Where the lead changed hands; who is level with others leads nobody."""
    found: list[Lead] = []
    leader: int | None = None
    for round_ in rounds:
        worth = round_.standing.worth
        first, *others = sorted(worth, reverse=True)
        if first == others[0]:
            continue
        seat = worth.index(first)
        if leader is not None and seat != leader:
            found.append(Lead(round_.end, seat, leader, first - others[0]))
        leader = seat
    return found
