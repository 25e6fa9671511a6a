"""Players and companies in one table: players are columns, companies rows, charters continue the row."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import companies_in_play, owner_of, percent_of, president_certificate
from stockrail.rules.state import BOX, IPO, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import later_phases, trains_of, type_of
from stockrail.web.views.voice import Voice


class Train(msgspec.Struct, frozen=True):
    """A train as a chip; `risk` says that the next phase will take it."""

    name: str
    risk: bool
    note: str


class PlayerColumn(msgspec.Struct, frozen=True):
    seat: int
    name: str
    cash: str
    worth: str
    leads: bool
    certificates: int
    limit: int
    cards: list[tuple[str, str]]  # each by its sign and its name
    me: bool
    priority: bool
    acts: bool
    bot: bool
    bankrupt: bool


class Share(msgspec.Struct, frozen=True):
    """What one holds of a company."""

    percent: int
    president: bool
    me: bool = False
    sold: bool = False


class CompanyRow(msgspec.Struct, frozen=True):
    id: str
    chip: Markup
    one_owner: bool
    operating: bool
    done: bool
    price: str
    shares: list[Share]
    pool: int
    treasury: int
    ipo: int
    president: str
    cash: str
    trains: list[Train]
    tokens: list[bool]  # each still to place or not
    places: str
    last_run: str
    floated: bool
    name: str


class Ledger(msgspec.Struct, frozen=True):
    players: list[PlayerColumn]
    rows: list[CompanyRow]
    idle: list[tuple[str, Markup]]
    ipo: bool  # whether shares can lie in an initial offering
    cards: bool  # whether there are any


def ledger_of(game: RailGame, voice: Voice, mine: frozenset[int], bots: frozenset[int]) -> Ledger:
    shown = companies_in_play(game)
    idle = [c for c in with_shares_in_play(game) if c not in shown]
    return Ledger(
        [_player(game, voice, seat, mine, bots) for seat in game.order],
        [_row(game, voice, company, mine) for company in shown],
        [(company, voice.chip(company)) for company in idle],
        any(percent_of(game, IPO, company) for company in game.title.companies),
        bool(game.title.cards),
    )


def focus_of(game: RailGame, mine: frozenset[int]) -> int | None:
    """Whose column is tinted: one's own; of several at one screen that of whoever decides."""
    if len(mine) == 1:
        return min(mine)
    return game.actor if game.actor in mine else None


def with_shares_in_play(game: RailGame) -> list[str]:
    """The companies with shares that were not put away before the game or during it."""
    place_of = game.state.shelves.place_of
    return [c for c in game.title.with_shares if place_of[president_certificate(c)] != certs_at(BOX, c)]


def _player(game: RailGame, voice: Voice, seat: int, mine: frozenset[int], bots: frozenset[int]) -> PlayerColumn:
    held, limit = game.title.certificates(game, seat)
    worth = game.result().worth
    return PlayerColumn(
        seat=seat,
        name=game.players[seat],
        cash=voice.money(game.state.cash[seat]),
        worth=voice.money(worth[seat]),
        leads=worth[seat] == max(worth) and min(worth) < max(worth),
        certificates=held,
        limit=limit,
        cards=[(card, game.title.cards[card].name) for card in cards_of(game, seat)],
        me=seat == focus_of(game, mine),
        priority=game.state.flags.get("priority") == seat,
        acts=game.actor == seat,
        bot=seat in bots,
        bankrupt=bool(game.state.bankrupt.get(seat)),
    )


def _row(game: RailGame, voice: Voice, company: str, mine: frozenset[int]) -> CompanyRow:
    state, facts = game.state, game.title.companies[company]
    owner = owner_of(game, company)
    spare, placed = len(spare_of(game, company)), cities_of(game, company)
    shares = [
        Share(
            percent_of(game, seat, company),
            owner == seat,
            seat == focus_of(game, mine),
            bool(state.sold.get((seat, company))),
        )
        for seat in game.order
    ]
    run = state.last_run.get(company)
    trains = [train_chip(game, voice, train) for train in sorted_trains(game, company)]
    return CompanyRow(
        id=company,
        chip=voice.chip(company),
        one_owner=facts.one_owner,
        operating=operating_company(game) == company,
        done=bool(state.acted.get(company)),
        price=voice.price(company),
        shares=shares,
        pool=0 if facts.one_owner else percent_of(game, POOL, company),
        treasury=0 if facts.one_owner else percent_of(game, company, company),
        ipo=percent_of(game, IPO, company),
        president="" if owner is None else game.players[owner],
        cash=voice.money(state.cash[company]),
        trains=trains,
        tokens=[True] * spare + [False] * len(placed),
        places=", ".join(voice.speaker.place(hex_) for hex_, _ in placed),
        last_run="" if run is None else voice.money(run),
        floated=facts.one_owner or bool(state.floated.get(company)),
        name=facts.name,
    )


def sorted_trains(game: RailGame, holder: int | str) -> list[str]:
    order = list(game.title.train_types)
    return sorted(trains_of(game, holder), key=lambda train: order.index(type_of(game, train).name))


def train_chip(game: RailGame, voice: Voice, train: str) -> Train:
    kind = type_of(game, train)
    risk = bool(kind.rusts_on) and kind.rusts_on in [phase.begins_with for phase in later_phases(game)[:1]]
    note = voice._("rusts with the first {train}").format(train=kind.rusts_on) if kind.rusts_on else ""
    return Train(game.title.train_name(game, train), risk, note)
