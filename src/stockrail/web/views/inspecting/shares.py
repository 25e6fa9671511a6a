"""What one holder has of a company: certificates, value, and what selling or buying brings."""

from __future__ import annotations

from markupsafe import Markup

from stockrail.rules.actions import SellShares
from stockrail.rules.game import RailGame
from stockrail.rules.shares import percent_of, president_certificate
from stockrail.rules.state import IPO, POOL, SHARE, Holder, certs_at
from stockrail.web.views.choices import Outcome, why_not
from stockrail.web.views.dealing import outcome
from stockrail.web.views.inspecting.thing import BY_COMPANY, Inspected, Line, company_link, line, player_link, some
from stockrail.web.views.inspecting.trying import blocks, in_stock_turn
from stockrail.web.views.voice import Voice, value_of


def share_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    company, _dot, place = name.rpartition(".")
    holder = holder_called(game, company, place)
    if holder is None:
        return None
    _ = voice._
    percent = percent_of(game, holder, company)
    value = (value_of(game, company) or 0) * percent // SHARE
    certificates = game.state.shelves.on(certs_at(holder, company))
    sizes = ", ".join(f"{game.title.percent[cert]}%" for cert in certificates)
    presides = president_certificate(company) in certificates
    where = player_link(game, holder) if isinstance(holder, int) else Markup.escape(voice.speaker.holder(holder))
    return Inspected(
        of=f"share:{company}.{place}",
        kind=_("Shares"),
        name=_("{percent}% of {company}").format(percent=percent, company=game.title.companies[company].name),
        picture=voice.chip(company, "big"),
        what=some([
            (_("Company"), company_link(voice, company)),
            (_("Held by"), where),
            (_("Value"), voice.money(value) if value else ""),
            (_("Certificates"), sizes),
            ("", _president(voice) if presides else ""),
        ]),
        becomes=_deals(game, voice, company, holder),
        who=_effects(game, voice, company, holder) if isinstance(holder, int) else [],
        heading=_("If they were sold") if isinstance(holder, int) else _("If one were bought"),
        who_heading=_("Effect on the other players"),
    )  # fmt: skip


def _president(voice: Voice) -> str:
    role = voice.speaker.heading("president").lower()
    return voice._("The {role}'s certificate is among them.").format(role=role)


def holder_called(game: RailGame, company: str, place: str) -> Holder | None:
    """Whom the address of a share means: a seat, the pool, the offering, the treasury, another company."""
    known = game.title.companies.get(company)
    if known is None or known.one_owner:
        return None
    if place.isdecimal() and len(place) < 3 and int(place) < len(game.players):
        return int(place)
    if place in (POOL, IPO):
        return place
    other = place.removeprefix(BY_COMPANY)
    return company if place == "treasury" else other if other != place and other in game.title.companies else None


def _outcomes(game: RailGame, voice: Voice, company: str, seat: int) -> list[Outcome]:
    turn = in_stock_turn(game, seat)
    return [outcome(turn, voice, block) for block in blocks(turn, seat, company)]


def _deals(game: RailGame, voice: Voice, company: str, holder: Holder) -> list[Line]:
    """What a player's shares bring when they are sold; what one from elsewhere costs."""
    if isinstance(holder, int):
        return _sales(game, voice, company, holder)
    return _sources(game, voice, company, holder)


def _sales(game: RailGame, voice: Voice, company: str, seat: int) -> list[Line]:
    found = _outcomes(game, voice, company, seat)
    if not found:
        if not percent_of(game, seat, company):
            return []
        why = why_not(in_stock_turn(game, seat), voice, SellShares(seat, company, 1))
        return [line("", f"{why.sentence}.")] if why else []
    return [line(f"{each.count}", f"{each.get}, {each.before} → {each.after}") for each in found]


def _effects(game: RailGame, voice: Voice, company: str, seat: int) -> list[Line]:
    lines = []
    for each in _outcomes(game, voice, company, seat):
        changes = ", ".join(f"{who} {change}" for who, change, _ in each.changes)
        notes = ". ".join(each.notes)
        lines += some([(f"{each.count}", "; ".join(part for part in (changes, notes) if part))])
    return lines


def _sources(game: RailGame, voice: Voice, company: str, holder: str) -> list[Line]:
    if holder not in game.title.share_sources(game, company) or not percent_of(game, holder, company):
        return [line("", voice._("Nothing can be bought here."))]
    price = game.title.buying_price(game, company, holder)
    return some([(voice._("Price"), "" if price is None else voice.money(price))])
