"""A position as data, for programs: who has what, what lies on the map, and what the game waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange
from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import holdings_of, owner_of, percent_of
from stockrail.rules.showing import Sheet
from stockrail.rules.state import BANK, POOL
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.web.play.live import LiveGame
from stockrail.words import Speaker


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action with its words; where `field` is named, any number from `low` to `high` by `step` is legal."""

    action: dict[str, Any]
    text: str
    field: str = ""
    low: int = 0
    high: int = 0
    step: int = 1


class DecisionInfo(msgspec.Struct, frozen=True):
    """What the game waits for."""

    kind: str
    actor: int
    subject: int | str
    prompt: str
    question: str


class PlayerInfo(msgspec.Struct, frozen=True):
    seat: int
    name: str
    cash: int
    worth: int
    certificates: int
    certificate_limit: int
    shares: dict[str, int]  # percent by company
    companies: list[str]  # for which the player decides
    cards: list[str]
    counts: dict[str, int]  # what else the title counts, by kind
    priority: bool
    bankrupt: bool


class CompanyInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: str
    owner: int | None
    cash: int
    price: int | None
    cell: tuple[int, int] | None
    trains: list[str]
    tokens: list[tuple[str, int]]
    spare_tokens: int
    treasury: int  # percent of its own shares
    shares: dict[str, int]  # percent of others
    cards: list[str]
    pool: int
    floated: bool
    last_run: int | None


class AskedInfo(msgspec.Struct, frozen=True):
    """Somebody asks to take actions back."""

    seat: int
    to: int
    waiting: list[int]


class Position(msgspec.Struct, frozen=True):
    """One moment of a game."""

    id: str
    title: str
    name: str
    options: list[str]
    rulings: dict[str, str]
    number: int  # entries of the game: what an action must expect
    act: int  # actions up to this position
    acts: int  # actions in all
    round: str
    phase: str
    bank: int
    over: bool
    operating: str | None
    decision: DecisionInfo | None
    players: list[PlayerInfo]
    companies: list[CompanyInfo]
    depot: list[str]
    pool: list[str]
    tiles: dict[str, tuple[str, int]]
    order: list[str]
    winners: list[int]
    asked: AskedInfo | None
    changes: dict[str, Any]  # facts that differ from the program's, by path
    sheets: list[Sheet]  # lists that the title lays beside the board
    real_dice: bool  # what chance brings is entered by the players: an action of player -1


def position_of(live: LiveGame, game: RailGame, language: str) -> Position:
    asked = live.projection.asked
    return Position(
        id=live.row.id,
        title=game.title.name,
        name=live.row.name,
        options=list(game.options),
        rulings=dict(game.rulings),
        number=live.number,
        act=game.ply,
        acts=len(live.projection.done),
        round=Speaker(game, language).round(),
        phase=game.phase.name,
        bank=game.state.cash[BANK],
        over=game.is_over,
        operating=operating_company(game),
        decision=decision_of(game, language),
        players=[player_of(game, seat) for seat in range(len(game.players))],
        companies=[company_of(game, company) for company in game.title.companies],
        depot=[train for stack in game.title.stacks for train in trains_of(game, stack)],
        pool=list(trains_of(game, POOL)),
        tiles=game.state.laid.by_key(),
        order=list(game.title.operating_order(game)),
        winners=list(game.result().winners) if game.is_over else [],
        asked=AskedInfo(asked.seat, asked.to, sorted(asked.waiting)) if asked else None,
        changes=dict(game.title.overlay),
        sheets=list(game.title.sheets(game)),
        real_dice=game.real_dice,
    )


def decision_of(game: RailGame, language: str) -> DecisionInfo | None:
    decision = game.decision
    if decision is None:
        return None
    speaker = Speaker(game, language)
    actor, subject = decision.actor(game), decision.subject(game)
    return DecisionInfo(type(decision).__name__, actor, subject, speaker.prompt(), speaker.question())


def player_of(game: RailGame, seat: int) -> PlayerInfo:
    held, limit = game.title.certificates(game, seat)
    return PlayerInfo(
        seat=seat,
        name=game.players[seat],
        cash=game.state.cash[seat],
        worth=game.title.worth(game, seat),
        certificates=held,
        certificate_limit=limit,
        shares=holdings_of(game, seat),
        companies=[company for company in game.title.companies if owner_of(game, company) == seat],
        cards=cards_of(game, seat),
        counts=dict(game.title.counts(game, seat)),
        priority=game.state.flags.get("priority") == seat,
        bankrupt=bool(game.state.bankrupt.get(seat)),
    )


def company_of(game: RailGame, company: str) -> CompanyInfo:
    facts, state = game.title.companies[company], game.state
    return CompanyInfo(
        id=company,
        name=facts.name,
        kind=facts.kind,
        owner=owner_of(game, company),
        cash=state.cash[company],
        price=price(game, company) if company in state.cell else None,
        cell=state.cell.get(company),
        trains=list(trains_of(game, company)),
        tokens=cities_of(game, company),
        spare_tokens=len(spare_of(game, company)),
        treasury=percent_of(game, company, company),
        shares={other: percent for other, percent in holdings_of(game, company).items() if other != company},
        cards=cards_of(game, company),
        pool=percent_of(game, POOL, company),
        floated=bool(state.floated.get(company)),
        last_run=state.last_run.get(company),
    )


def choices(game: RailGame, player: int | None, language: str) -> list[Choice]:
    """The menu with words; what real dice brought may be entered by anybody at the table."""
    return choices_of(game, game.legal_actions(None if game.waits_for_dice else player), language)


def choices_of(game: RailGame, menu: Sequence[Action | ActionRange[Any]], language: str) -> list[Choice]:
    speaker = Speaker(game, language)
    return [_choice(entry, speaker.action(entry)) for entry in menu]


def _choice(entry: Action | ActionRange[Any], text: str) -> Choice:
    if isinstance(entry, ActionRange):
        action = msgspec.to_builtins(entry.action)
        return Choice({**action, entry.field: entry.low}, text, entry.field, entry.low, entry.high, entry.step)
    return Choice(msgspec.to_builtins(entry), text)
