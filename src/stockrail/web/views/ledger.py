"""Players and companies in one table: players are columns, companies rows; small ones share a row by their owners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec
from markupsafe import Markup

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import Pass
from stockrail.rules.cards import owner_of_card
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import companies_in_play, owner_of, percent_of, president_certificate
from stockrail.rules.state import BOX, IPO, POOL, Holder, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import later_phases, trains_of, type_of
from stockrail.web.language import tongue
from stockrail.web.views.voice import Voice, value_of

CARDS = "card"  # the kind of everything that is a card
NAMING = frozenset({"card", "company", "item", "other"})  # fields of actions in which a company or a card stands


class Train(msgspec.Struct, frozen=True):
    """A train as a chip; `risk` says that the next phase will take it."""

    name: str
    risk: bool
    note: str
    kind: str = ""


class Load(msgspec.Struct, frozen=True):
    """Equal trains: one chip and a count."""

    train: Train
    count: int


class PlayerColumn(msgspec.Struct, frozen=True):
    seat: int
    name: str
    cash: Markup
    worth: Markup
    leads: bool
    certificates: int
    limit: int
    me: bool
    priority: bool
    acts: bool
    bot: bool
    bankrupt: bool
    level: str = ""  # of a bot
    counts: list[int] = []  # what else a player has, in the order of the ledger's `counts`


class Share(msgspec.Struct, frozen=True):
    """What one holds of a company."""

    percent: int
    president: bool
    me: bool = False
    sold: bool = False


class CompanyRow(msgspec.Struct, frozen=True):
    id: str
    chip: Markup
    operating: bool
    price: Markup
    shares: list[Share]
    pool: int
    treasury: int
    ipo: int
    cash: Markup
    loads: list[Load]
    tokens: tuple[int, int]  # still to place, of how many
    places: str
    last_run: Markup
    floated: bool
    name: str


class Member(msgspec.Struct, frozen=True):
    """One of the things that share a row: a company with what it has, or a card."""

    id: str
    name: str
    subject: str  # what the inspector shows of it: "company:14", "card:Ferry"
    chip: Markup = Markup("")
    cash: str = ""
    loads: list[Load] = []
    now: bool = False


class Owner(msgspec.Struct, frozen=True):
    """Who owns some of them: a player, or a company that has cards."""

    name: str
    player: bool
    me: bool
    members: list[Member]


class Fold(msgspec.Struct, frozen=True):
    """All things of a kind that have one owner, in one row that opens."""

    kind: str
    label: str
    owners: list[Owner]  # all players in their order, then companies
    cash: Markup
    loads: list[Load]
    now: bool  # the one that acts is among them
    asked: bool  # whoever decides chooses one of them


class Ledger(msgspec.Struct, frozen=True):
    players: list[PlayerColumn]
    folds: list[Fold]
    rows: list[CompanyRow]
    idle: list[tuple[str, Markup]]
    ipo: bool  # whether shares can lie in an initial offering
    pool: str  # how the pool's narrow column is called
    digits: int  # of the largest sum that a player has; more for a long currency
    counts: list[tuple[str, str]] = []  # what else players have: its kind and its name

    @property
    def crowd(self) -> str:
        """By how many players share the width: what is left out depends on it."""
        count = len(self.players)
        return "few" if count < 5 else "some" if count < 7 else "many"


def ledger_of(
    game: RailGame,
    voice: Voice,
    mine: frozenset[int],
    bots: frozenset[int],
    levels: Mapping[int, str] = MappingProxyType({}),
) -> Ledger:
    shown = companies_in_play(game)
    idle = [c for c in with_shares_in_play(game) if c not in shown]
    sole = [c for c in shown if game.title.companies[c].one_owner]
    return Ledger(
        [_player(game, voice, seat, mine, bots, levels) for seat in game.order],
        _folds(game, voice, sole, focus_of(game, mine)),
        [_row(game, voice, company, mine) for company in shown if company not in sole],
        [(company, voice.chip(company)) for company in idle],
        any(percent_of(game, IPO, company) for company in game.title.companies),
        tongue(voice.language).pgettext("narrow column", "Pool"),
        len(str(max(game.result().worth))) + len(str(game.title.facts.get("currency", "")).replace("{}", "")) - 1,
        [(kind, voice.speaker.say("names", "count", {"id": kind})) for kind in game.title.counts(game, game.order[0])],
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


def _player(
    game: RailGame, voice: Voice, seat: int, mine: frozenset[int], bots: frozenset[int], levels: Mapping[int, str]
) -> PlayerColumn:
    held, limit = game.title.certificates(game, seat)
    worth = game.result().worth
    return PlayerColumn(
        seat=seat,
        name=game.players[seat],
        cash=amount(voice, game.state.cash[seat]),
        worth=amount(voice, worth[seat]),
        leads=worth[seat] == max(worth) and min(worth) < max(worth),
        certificates=held,
        limit=limit,
        me=seat == focus_of(game, mine),
        priority=game.state.flags.get("priority") == seat,
        acts=game.actor == seat,
        bot=seat in bots,
        bankrupt=bool(game.state.bankrupt.get(seat)),
        level=levels.get(seat, ""),
        counts=list(game.title.counts(game, seat).values()),
    )


def _row(game: RailGame, voice: Voice, company: str, mine: frozenset[int]) -> CompanyRow:
    state = game.state
    owner, leader = owner_of(game, company), game.title.controller(game, company)
    spare, placed = len(spare_of(game, company)), cities_of(game, company)
    shares = [
        Share(
            percent_of(game, seat, company),
            owner == seat or (owner is None and leader == seat and percent_of(game, seat, company) > 0),
            seat == focus_of(game, mine),
            bool(state.sold.get((seat, company))),
        )
        for seat in game.order
    ]
    run, value = state.last_run.get(company), value_of(game, company)
    return CompanyRow(
        id=company,
        chip=voice.chip(company),
        operating=operating_company(game) == company,
        price=Markup("") if value is None else amount(voice, value),
        shares=shares,
        pool=percent_of(game, POOL, company),
        treasury=percent_of(game, company, company),
        ipo=percent_of(game, IPO, company),
        cash=amount(voice, state.cash[company]),
        loads=loads_of(game, voice, [company]),
        tokens=(spare, spare + len(placed)),
        places=", ".join(voice.speaker.place(hex_) for hex_, _ in placed),
        last_run=Markup("") if run is None else amount(voice, run),
        floated=bool(state.floated.get(company)),
        name=game.title.companies[company].name,
    )


def amount(voice: Voice, value: int) -> Markup:
    """A sum whose currency a narrow column can leave out."""
    number = voice.speaker.number(value)
    before, found, after = voice.money(value).partition(number)
    if not found:
        return Markup("{}").format(before)
    unit = Markup('<i class="unit">{}</i>')
    return Markup("{}{}{}").format(unit.format(before) if before else "", number, unit.format(after) if after else "")


# -- small companies and cards, by their owners -------------------------------------------------------------------


def _folds(game: RailGame, voice: Voice, companies: Sequence[str], focus: int | None) -> list[Fold]:
    """One for each kind of company with one owner, and one for cards."""
    kinds = dict.fromkeys(game.title.companies[c].kind for c in companies)
    folds = [_companies(game, voice, kind, set(companies), focus) for kind in kinds]
    cards = {card: owner for card in game.title.cards if (owner := owner_of_card(game, card)) is not None}
    return [*folds, _cards(game, voice, cards, focus)] if cards else folds


def _companies(game: RailGame, voice: Voice, kind: str, shown: set[str], focus: int | None) -> Fold:
    ids = [company for company in game.title.companies_of(kind) if company in shown]
    owners = {company: owner for company in ids if (owner := owner_of(game, company)) is not None}
    return Fold(
        kind=kind,
        label=voice.speaker.several(kind, len(ids)),
        owners=_owners(game, voice, owners, focus, lambda company: _small_company(game, voice, company)),
        cash=amount(voice, sum(game.state.cash[company] for company in ids)),
        loads=loads_of(game, voice, ids),
        now=operating_company(game) in ids,
        asked=_chooses_among(game, ids),
    )


def _small_company(game: RailGame, voice: Voice, company: str) -> Member:
    return Member(
        company,
        game.title.companies[company].name,
        f"company:{company}",
        voice.chip(company),
        voice.money(game.state.cash[company]),
        loads_of(game, voice, [company]),
        operating_company(game) == company,
    )


def _cards(game: RailGame, voice: Voice, owners: Mapping[str, Holder], focus: int | None) -> Fold:
    made = _owners(game, voice, owners, focus, lambda card: Member(card, voice.speaker.card(card), f"card:{card}"))
    label, asked = voice.speaker.several(CARDS, len(owners)), _chooses_among(game, list(owners))
    return Fold(CARDS, label, made, Markup(""), [], False, asked)


def _owners(
    game: RailGame, voice: Voice, owners: Mapping[str, Holder], focus: int | None, member: Callable[[str], Member]
) -> list[Owner]:
    held: dict[Holder, list[Member]] = {seat: [] for seat in game.order}
    for id_, owner in owners.items():
        held.setdefault(owner, []).append(member(id_))
    return [Owner(voice.speaker.holder(o), o in game.order, o == focus, members) for o, members in held.items()]


def _chooses_among(game: RailGame, ids: Sequence[str]) -> bool:
    """Whether the decision is which of these: two or more are named, and nothing else is offered but to decline."""
    if len(ids) < 2:
        return False
    entries = [entry.action if isinstance(entry, ActionRange) else entry for entry in game.legal_actions()]
    named = [_named(game, entry) & set(ids) for entry in entries if not isinstance(entry, Pass)]
    return all(named) and len(set().union(*named)) > 1


def _named(game: RailGame, action: Action) -> set[str]:
    """The companies and cards that an action names; a tile's number can be a company's as well."""
    alike = game.title.showing.alike
    fields = msgspec.structs.asdict(action).items()
    return {value for field, value in fields if alike.get(field, field) in NAMING and isinstance(value, str)}


# -- trains ---------------------------------------------------------------------------------------------------------


def loads_of(game: RailGame, voice: Voice, holders: Iterable[Holder]) -> list[Load]:
    """All trains of some holders, equal ones together, in the order in which they come up for sale."""
    trains = [train for holder in holders for train in trains_of(game, holder)]
    return [Load(chip, count) for chip, count in _counted(game, voice, trains).items()]


def _counted(game: RailGame, voice: Voice, trains: list[str]) -> Counter[Train]:
    order = list(game.title.train_types)
    trains.sort(key=lambda train: order.index(type_of(game, train).name))
    return Counter(train_chip(game, voice, train) for train in trains)


def sorted_trains(game: RailGame, holder: int | str) -> list[str]:
    order = list(game.title.train_types)
    return sorted(trains_of(game, holder), key=lambda train: order.index(type_of(game, train).name))


def train_chip(game: RailGame, voice: Voice, train: str) -> Train:
    kind = type_of(game, train)
    risk = bool(kind.rusts_on) and kind.rusts_on in [phase.begins_with for phase in later_phases(game)[:1]]
    note = voice._("rusts with the first {train}").format(train=kind.rusts_on) if kind.rusts_on else ""
    return Train(game.title.train_name(game, train), risk, note, kind.name)
