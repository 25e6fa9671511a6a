"""A position at a glance: players, companies, bank, phase and trains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from stockrail.cli.screen import Cell, Column, Content, Screen
from stockrail.rules.cards import cards_of
from stockrail.rules.earnings import Account
from stockrail.rules.game import RailGame
from stockrail.rules.overlay import differing
from stockrail.rules.prices import price
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import companies_in_play, holdings_of, owner_of, percent_of
from stockrail.rules.state import BANK, DEPOT, IPO, POOL
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of, type_of
from stockrail.words import Speaker


def show_summary(screen: Screen, game: RailGame) -> None:
    """Everything that a player looks at before deciding."""
    screen.heading(where(game))
    show_players(screen, game)
    screen.line()
    if companies_in_play(game):
        show_companies(screen, game)
        screen.line()
    company = operating_company(game)
    if company is not None and shows_earnings(game, company):
        show_earnings(screen, game, company)
        screen.line()
    show_bank(screen, game)


def where(game: RailGame) -> str:
    """Title, round, phase, and how many actions have been taken."""
    return f"{game.title.name} · {round_name(game)} · phase {game.phase.name} · {count(len(game.actions), 'action')}"


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def round_name(game: RailGame) -> str:
    return "game over" if game.is_over else Speaker(game).round()


def tint(game: RailGame, company: str) -> Cell:
    """A company's sign in its colours."""
    facts = game.title.companies[company]
    return Cell(f" {company} ", f"{facts.text_color} on {facts.color}")


# -- players ------------------------------------------------------------------------------------------------------


def show_players(screen: Screen, game: RailGame) -> None:
    columns = [
        Column(""),
        Column("Player"),
        Column("Cash", right=True),
        Column("Worth", right=True),
        Column("Certificates", right=True),
        Column("Holds"),
    ]
    screen.table(columns, [_player(game, seat) for seat in game.order])


def _player(game: RailGame, seat: int) -> list[Content]:
    speaker = Speaker(game)
    priority = " (priority)" if game.state.flags.get("priority") == seat else ""
    bankrupt = " (bankrupt)" if game.state.bankrupt.get(seat) else ""
    return [
        ">" if seat == game.actor else "",
        Cell(f"{game.players[seat]}{priority}{bankrupt}", "bold" if seat == game.actor else ""),
        speaker.money(game.state.cash[seat]),
        speaker.money(game.title.worth(game, seat)),
        _certificates(game, seat),
        holdings(game, seat),
    ]


def _certificates(game: RailGame, seat: int) -> str:
    """How many certificates a player holds, and the limit."""
    held, limit = game.title.certificates(game, seat)
    return f"{held}/{limit}"


def holdings(game: RailGame, seat: int) -> str:
    """A player's shares, with an asterisk where they preside, the companies that they own whole, and their cards."""
    parts = []
    for company, percent in holdings_of(game, seat).items():
        parts.append(f"{company} {percent}%" + ("*" if owner_of(game, company) == seat else ""))
    owned: dict[str, list[str]] = {}
    for known in game.title.companies.values():
        if known.one_owner and owner_of(game, known.id) == seat:
            owned.setdefault(known.kind, []).append(known.id)
    parts += [Speaker(game).owned(kind, ids) for kind, ids in owned.items()]
    speaker = Speaker(game)
    parts += map(speaker.card, cards_of(game, seat))
    for kind, number in game.title.counts(game, seat).items():
        parts.append(f"{speaker.say('names', 'count', {'id': kind}).lower()} {number}")
    return ", ".join(parts)


# -- companies ----------------------------------------------------------------------------------------------------


def show_companies(screen: Screen, game: RailGame, companies: Sequence[str] | None = None) -> None:
    """Those in play, in operating order; or those named."""
    shown, speaker = companies_in_play(game) if companies is None else companies, Speaker(game)
    columns = [
        Column(""),
        Column("Company"),
        Column("Owner"),
        Column("Price", right=True),
        Column("Treasury", right=True),
        Column("Trains"),
        Column("Tokens"),
        Column("Own", right=True),
        Column("Pool", right=True),
        Column(speaker.heading("last_run"), right=True),
    ]
    remarks = [", ".join(speaker.remarks(company)) for company in shown]
    rows = [_company(game, company) for company in shown]
    if any(percent_of(game, IPO, company) for company in shown):
        columns.append(Column("IPO", right=True))
        rows = [[*row, f"{percent_of(game, IPO, company)}%"] for row, company in zip(rows, shown, strict=True)]
    if any(remarks):
        columns.append(Column("Remarks"))
        rows = [[*row, remark] for row, remark in zip(rows, remarks, strict=True)]
    if any(shows_earnings(game, company) for company in shown):
        columns.append(Column("Would earn", right=True))
        rows = [[*row, _would_earn(game, company)] for row, company in zip(rows, shown, strict=True)]
    screen.table(columns, rows)


def shows_earnings(game: RailGame, company: str) -> bool:
    """Whether it can be told at once what a company would earn; the best run of trains may take long to find."""
    return game.title.run_setting(game, company) is None


def _would_earn(game: RailGame, company: str) -> str:
    return Speaker(game).money(game.title.account(game, company).total) if shows_earnings(game, company) else ""


def show_earnings(screen: Screen, game: RailGame, company: str) -> None:
    """What a company would earn, part by part."""
    account, speaker = game.title.account(game, company), Speaker(game)
    proof = "proven" if account.proven else f"at most {speaker.money(account.most)} is possible"
    screen.line(f"{speaker.company(company)} would earn {speaker.money(account.total)}, {proof}")
    show_parts(screen, speaker, account)


def show_parts(screen: Screen, speaker: Speaker, account: Account) -> None:
    """Of what earnings are made."""
    for part in account.parts:
        where = " ".join(part.places) if len(part.places) > 1 else "".join(map(speaker.place, part.places))
        told = ", ".join(each for each in (where, speaker.money(part.amount)) if each)
        screen.line(f"  {speaker.source(part.source)}: {told}")
    for note in speaker.account_notes(account):
        screen.line(f"  {note}")


def _company(game: RailGame, company: str) -> list[Content]:
    speaker, state = Speaker(game), game.state
    owner = owner_of(game, company)
    operates = operating_company(game) == company
    shares = not game.title.companies[company].one_owner
    return [
        ">" if operates else "",
        tint(game, company),
        "" if owner is None else game.players[owner],
        speaker.money(price(game, company)) if company in state.cell else "",
        speaker.money(state.cash[company]),
        trains_text(game, trains_of(game, company)),
        _tokens(game, company),
        f"{percent_of(game, company, company)}%" if shares else "",
        f"{percent_of(game, POOL, company)}%" if shares else "",
        "not floated" if shares and not state.floated.get(company) else _last_run(game, company),
    ]


def _last_run(game: RailGame, company: str) -> str:
    revenue = game.state.last_run.get(company)
    return "" if revenue is None else Speaker(game).money(revenue)


def _tokens(game: RailGame, company: str) -> str:
    placed = " ".join(hex_ for hex_, _ in cities_of(game, company))
    spare = len(spare_of(game, company))
    return f"{placed} +{spare}".strip() if spare else placed


def trains_text(game: RailGame, trains: Iterable[str]) -> str:
    """The names of some trains, "3 3 P", in the order of their kinds."""
    order = list(game.title.train_types)
    ranked = sorted(trains, key=lambda train: order.index(type_of(game, train).name))
    return " ".join(game.title.train_name(game, train) for train in ranked)


# -- the bank -----------------------------------------------------------------------------------------------------


def show_bank(screen: Screen, game: RailGame) -> None:
    speaker = Speaker(game)
    limits = _limits(game)
    screen.line(
        f"Bank {speaker.money(game.state.cash[BANK])} · phase {game.phase.name}: {', '.join(game.phase.tiles)} tiles"
        + (f", train limit {limits}" if limits else "")
    )
    screen.line("Trains: " + "; ".join(_stocks(game)))
    unsold = game.title.on_offer(game)
    if unsold:
        screen.line(f"For sale: {', '.join(unsold)}")
    if in_force := speaker.in_force():
        screen.line("In force: " + "; ".join(in_force))
    for path, ours, theirs in differing(game.title):
        screen.line(f"Changed: {path} = {theirs} (normally {ours})")


def _limits(game: RailGame) -> str:
    """One number if it holds for all kinds of company that have trains."""
    limits = game.title.train_limits(game)
    numbers = {limit for limit in limits.values() if limit}
    if len(numbers) == 1 and len(limits) > 1:
        return str(numbers.pop())
    return ", ".join(Speaker(game).limit(kind, limit) for kind, limit in limits.items())


def _stocks(game: RailGame) -> Iterable[str]:
    """What is in each stack, in its order, and what in the pool."""
    for stack in game.title.stacks:
        name = "depot" if stack == DEPOT else Speaker(game).holder(stack).removeprefix("the ")
        held = _counted(game, stack)
        if held or stack == DEPOT:
            yield f"{name} {', '.join(held) or 'empty'}"
    pool = _counted(game, POOL)
    if pool:
        yield "pool " + ", ".join(pool)


def _counted(game: RailGame, holder: str) -> list[str]:
    speaker = Speaker(game)
    kinds = Counter(type_of(game, train).name for train in trains_of(game, holder))
    types = game.title.train_types
    return [
        f"{_plain_name(speaker, name)} {speaker.money(_price(game, holder, name))}"
        + ("" if types[name].count is None else f" ×{number}")
        for name, number in kinds.items()
    ]


def _price(game: RailGame, holder: str, name: str) -> int:
    """What a train of this kind costs there now; its printed price where there is none."""
    there = (train for train in trains_of(game, holder) if type_of(game, train).name == name)
    train = next(there, None)
    return game.title.train_types[name].price if train is None else game.title.train_price(game, train)


def _plain_name(speaker: Speaker, name: str) -> str:
    """A train's number, or the word for one that has none."""
    return name if name[:1].isdigit() else speaker.train(f"{name}-")


def show_trains(screen: Screen, game: RailGame) -> None:
    """All kinds of trains: price, what is left, when they rust."""
    speaker = Speaker(game)
    left = Counter(type_of(game, train).name for stack in game.title.stacks for train in trains_of(game, stack))
    pool = Counter(type_of(game, train).name for train in trains_of(game, POOL))
    columns = [
        Column("Train"),
        Column("Price", right=True),
        Column("Stack", right=True),
        Column("Pool", right=True),
        Column("Rusts at"),
    ]
    rows = [
        [
            _plain_name(speaker, kind.name),
            speaker.money(_price(game, kind.stack, kind.name)),
            "unlimited" if kind.count is None else left[kind.name],
            pool[kind.name],
            f"first {kind.rusts_on} train" if kind.rusts_on else "never",
        ]
        for kind in game.title.train_types.values()
    ]
    screen.table(columns, rows)
