"""A company: what is printed on its charter and what lies on it, what it may do next, who holds it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.printed import Company
from stockrail.rules.rounds import operating_company, round_order
from stockrail.rules.shares import companies_in_play, holders_of, owner_of, percent_of
from stockrail.rules.state import IPO, POOL, Holder
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import may_own_trains, type_of
from stockrail.web.views.earning import earnings_of
from stockrail.web.views.inspecting.thing import (
    BY_COMPANY,
    Inspected,
    Line,
    hex_link,
    joined,
    line,
    link,
    player_link,
    sentences,
    some,
)
from stockrail.web.views.inspecting.trains import kinds_for_sale
from stockrail.web.views.ledger import sorted_trains
from stockrail.web.views.voice import Voice

RUNS = 5  # of a company that are listed
FEW = 8  # starting values that are listed one by one


def company_of(game: RailGame, voice: Voice, id_: str) -> Inspected | None:
    company = game.title.companies.get(id_)
    if company is None:
        return None
    _, started = voice._, id_ in companies_in_play(game)
    runs = game.title.run_setting(game, id_) if started else None
    return Inspected(
        of=f"company:{id_}",
        kind=voice.speaker.if_worded("kind", {"id": company.kind}) or _("Company"),
        name=company.name,
        picture=voice.chip(id_, "big"),
        what=[*_charter(game, voice, company, started), *sentences(_told(game, voice, id_))],
        becomes=_next(game, voice, company, started),
        who=[
            *_held(game, voice, company),
            *some([(voice.speaker.heading("last_runs"), _runs(game, voice, id_) if started else "")]),
        ],
        heading=_("What it can do"),
        who_heading=voice.speaker.heading("shares_and_runs"),
        runs=id_ if runs is not None and runs.trains else "",
    )


def _charter(game: RailGame, voice: Voice, company: Company, started: bool) -> list[Line]:
    _, id_, state = voice._, company.id, game.state
    lines = [(_("In English"), company.english), (_("Home"), _homes(voice, company))]
    if not started:
        return some([*lines, ("", " · ".join(voice.speaker.remarks(id_))), ("", _("Not started"))])
    owner = owner_of(game, id_) if company.one_owner else game.title.controller(game, id_)
    who = _("Owner") if company.one_owner else voice.speaker.heading("president")
    return some([
        *lines,
        (who, player_link(game, owner) if owner is not None else _("nobody")),
        (_("Price"), _price(game, voice, id_)),
        (_("Treasury"), voice.money(state.cash[id_])),
        (_("Trains"), (_trains(game, id_) or _("none")) if may_own_trains(game, id_) else ""),
        (_("Train limit"), _limit(game, voice, company) if may_own_trains(game, id_) else ""),
        (voice.speaker.heading("tokens"), _tokens(game, voice, company) if company.tokens else ""),
        ("", " · ".join(voice.speaker.remarks(id_))),
    ])  # fmt: skip


def _homes(voice: Voice, company: Company) -> Markup:
    return joined((hex_link(voice, hex_) for hex_, _ in company.homes), ", ")


def _told(game: RailGame, voice: Voice, company: str) -> list[str]:
    return voice.speaker.notes("explained", game.title.explained(game, company))


def _price(game: RailGame, voice: Voice, company: str) -> str | Markup:
    cell = game.state.cell.get(company)
    text = voice.price(company)
    return text if cell is None else link("cell:{}.{}".format(*cell), text)


def _trains(game: RailGame, company: str) -> Markup:
    names = ((type_of(game, train).name, game.title.train_name(game, train)) for train in sorted_trains(game, company))
    return joined(link(f"train:{kind}", name) for kind, name in names)


def _limit(game: RailGame, voice: Voice, company: Company) -> str:
    limits = game.title.train_limits(game)
    own = {company.kind: limits[company.kind]} if company.kind in limits else limits
    return ", ".join(str(n) if kind == company.kind else voice.speaker.limit(kind, n) for kind, n in own.items())


def _tokens(game: RailGame, voice: Voice, company: Company) -> Markup:
    """Where they stand, how many are left and what those cost."""
    spare, placed = len(spare_of(game, company.id)), cities_of(game, company.id)
    there = joined((hex_link(voice, hex_) for hex_ in dict.fromkeys(hex_ for hex_, _ in placed)), ", ")
    left = voice._("{count} left").format(count=spare)
    costs = [cost for cost in company.token_costs[len(company.token_costs) - spare :] if spare]
    if any(costs):
        left += f" ({', '.join(voice.money(cost) for cost in costs)})"
    return joined([part for part in (there, Markup.escape(left)) if part], "; ")


def _next(game: RailGame, voice: Voice, company: Company, started: bool) -> list[Line]:
    """When it operates, how far it is from floating, which trains it can pay for, what it would earn."""
    _, id_ = voice._, company.id
    if not started:
        prices = "" if company.one_owner else _values(voice, sorted(game.title.grid.par))
        return some([(_("Can start at"), prices)]) or [line("", _("Nobody owns it yet."))]
    when = [("", _turn(game, voice, id_)), ("", _floating(game, voice, company))]
    return some([*when, *_affords(game, voice, id_), *_account(game, voice, id_)])


def _account(game: RailGame, voice: Voice, company: str) -> list[tuple[str, str | Markup]]:
    """What it would earn, and part by part what that is made of, where no trains run."""
    earnings = earnings_of(game, voice, company)
    if earnings is None:
        return []
    parts = [
        (part.source, " + ".join(f"{name} {pays}" for name, pays in part.items), part.amount) for part in earnings.parts
    ]
    return [
        (voice._("Would earn"), f"{earnings.total} ({earnings.proof})"),
        *((source, f"{items} = {amount}" if "+" in items else items or amount) for source, items, amount in parts),
    ]


def _values(voice: Voice, values: Sequence[int]) -> str:
    """A few starting values one by one, many by their ends."""
    if len(values) <= FEW:
        return ", ".join(voice.money(value) for value in values)
    return voice._("{low} to {high}").format(low=voice.money(values[0]), high=voice.money(values[-1]))


def _turn(game: RailGame, voice: Voice, company: str) -> str:
    _, order = voice._, [c for c in round_order(game) if game.title.operates(game, c)]
    if not game.title.operates(game, company):
        return ""
    if operating_company(game) == company:
        return _("It is operating now.")
    if operating_company(game) is not None and game.state.acted.get(company):
        return _("It has operated in this round.")
    place = order.index(company) + 1
    return _("Number {place} of {all} to operate.").format(place=place, all=len(order))


def _floating(game: RailGame, voice: Voice, company: Company) -> str:
    found = game.title.floating(game, company.id)
    if found is None or company.one_owner or game.state.floated.get(company.id):
        return ""
    sold, needed = found
    return voice._("Floats at {needed}%; {sold}% is sold.").format(needed=needed, sold=sold)


def _affords(game: RailGame, voice: Voice, company: str) -> Sequence[tuple[str, str | Markup]]:
    """Trains of the bank that its treasury can pay for, else what it lacks for the cheapest."""
    _, cash, sold = voice._, game.state.cash[company], _sold_to(game, company) if may_own_trains(game, company) else []
    can = [link(f"train:{kind}", f"{kind} ({voice.money(price)})") for kind, price in sold if price <= cash]
    if can:
        return [(_("Can pay for"), joined(can, ", "))]
    if not sold:
        return []
    kind, price = min(sold, key=lambda each: each[1])
    text = _("{short} short of a {train} train").format(short=voice.money(price - cash), train=kind)
    return [(_("Treasury"), text)]


def _sold_to(game: RailGame, company: str) -> Sequence[tuple[str, int]]:
    """What the bank sells now, without the stacks from which this company does not buy."""
    kinds = game.title.train_types
    stacks = {kinds[each.kind].stack for each in game.title.outlook.trains_coming(game, company)}
    return [(kind, price) for kind, price in kinds_for_sale(game) if kinds[kind].stack in stacks]


def _held(game: RailGame, voice: Voice, company: Company) -> list[Line]:
    if company.one_owner:
        return []
    return [
        line("", link(f"share:{company.id}.{_place(company.id, holder)}", _holder(voice, company.id, holder)) + text)
        for holder in holders_of(game, company.id)
        for text in (Markup(" <b>{}%</b>").format(percent_of(game, holder, company.id)),)
    ]


def _place(company: str, holder: Holder) -> str:
    """How the address of a share names who holds it."""
    if isinstance(holder, int):
        return str(holder)
    return {company: "treasury", IPO: IPO, POOL: POOL}.get(holder, f"{BY_COMPANY}{holder}")


def _holder(voice: Voice, company: str, holder: Holder) -> str:
    names = {IPO: voice._("Initial offering"), POOL: voice._("Pool"), company: voice._("Treasury")}
    return names.get(str(holder)) or voice.speaker.holder(holder)


def _runs(game: RailGame, voice: Voice, company: str) -> str:
    """What it earned in its last turns, the latest first."""
    found: list[str] = []
    when = ""
    for event in game.log:
        if event.kind == "round_begins":
            when = voice.speaker.if_worded("short_round", event.params) or ""
        earns = "revenue" in event.params and not {"hex", "hexes"} & set(event.params)
        if earns and event.params.get("company") == company:
            found.append(f"{voice.money(event.params['revenue'])} ({when})")
    return ", ".join(found[: -RUNS - 1 : -1])
