"""Charters: all that is known of one company, behind its sign in the ledger."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.shares import companies_in_play, holders_of, percent_of
from stockrail.rules.state import IPO, POOL
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.web.views.earning import Earnings, earnings_of
from stockrail.web.views.ledger import Train, sorted_trains, train_chip, with_shares_in_play
from stockrail.web.views.voice import Voice


class Charter(msgspec.Struct, frozen=True):
    id: str
    chip: Markup
    name: str
    started: bool
    one_owner: bool
    president: str
    price: str
    cash: str
    trains: list[Train]
    tokens: str
    places: list[str]
    last_run: str
    earnings: Earnings | None
    holders: list[tuple[str, int]]
    remarks: list[str]


def charters_of(game: RailGame, voice: Voice) -> list[Charter]:
    """Those that somebody owns and those that can still be started."""
    shown = companies_in_play(game)
    idle = [company for company in with_shares_in_play(game) if company not in shown]
    return [_charter(game, voice, company, company in shown) for company in [*shown, *idle]]


def _charter(game: RailGame, voice: Voice, company: str, started: bool) -> Charter:
    state, facts = game.state, game.title.companies[company]
    spare, placed = len(spare_of(game, company)), cities_of(game, company)
    places = [hex_ for hex_, _ in placed] or ([facts.home[0]] if facts.home else [])
    owner = game.title.controller(game, company) if started else None
    run = state.last_run.get(company)
    return Charter(
        id=company,
        chip=voice.chip(company, "big"),
        name=facts.name,
        started=started,
        one_owner=facts.one_owner,
        president="" if owner is None else game.players[owner],
        price=voice.price(company),
        cash=voice.money(state.cash[company]) if started else "",
        trains=[train_chip(game, voice, train) for train in sorted_trains(game, company)],
        tokens=voice._("{left} of {all}").format(left=spare, all=spare + len(placed)) if started else "",
        places=[voice.speaker.place(hex_) for hex_ in places],
        last_run="" if run is None else voice.money(run),
        earnings=earnings_of(game, voice, company) if started else None,
        holders=[] if facts.one_owner else _holders(game, voice, company),
        remarks=voice.speaker.remarks(company),
    )


def _holders(game: RailGame, voice: Voice, company: str) -> list[tuple[str, int]]:
    """Who has how much of it, wherever its shares are."""
    names = {IPO: voice._("Initial offering"), POOL: voice._("Pool"), company: voice._("Treasury")}
    held = {holder: percent_of(game, holder, company) for holder in holders_of(game, company)}
    return [(names.get(str(holder)) or voice.speaker.holder(holder), percent) for holder, percent in held.items()]
