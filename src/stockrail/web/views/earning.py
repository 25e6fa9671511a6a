"""What a company would earn, part by part, where that takes no search of train runs."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.core import Event
from stockrail.rules.earnings import Account, Part
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.web.views.voice import Voice
from stockrail.words.folding import fold

MANY_PARTS = 6
"""More parts are folded under their sums, so that the choices of the step stay in sight."""


class PartRow(msgspec.Struct, frozen=True):
    source: str
    items: list[tuple[str, str]]  # a place or a bonus, and what it pays
    amount: str


class Earnings(msgspec.Struct, frozen=True):
    total: str
    parts: list[PartRow]
    proof: str
    proven: bool
    notes: list[str]
    beside: str = ""
    sums: list[tuple[str, int, str]] = []  # of many parts: what they come from, how many there are, what they bring


def earnings_of(game: RailGame, voice: Voice, company: str) -> Earnings | None:
    """None for a company with train runs: theirs are shown when they run, as the best one may take long to find."""
    if game.title.run_setting(game, company) is not None:
        return None
    account = game.title.account(game, company)
    return Earnings(
        total=voice.money(account.total),
        parts=[_row(game, voice, part) for part in account.parts],
        proof=_proof(voice, account),
        proven=account.proven,
        notes=voice.speaker.account_notes(account),
        beside=voice.money(account.beside) if account.beside else "",
        sums=_sums(voice, account) if len(account.parts) > MANY_PARTS else [],
    )


def _sums(voice: Voice, account: Account) -> list[tuple[str, int, str]]:
    found: dict[str, list[int]] = {}
    for part in account.parts:
        found.setdefault(part.source, []).append(part.amount)
    return [(voice.speaker.source(source), len(each), voice.money(sum(each))) for source, each in found.items()]


def change_of_earnings(game: RailGame, twin: RailGame, voice: Voice, company: str) -> str:
    """What a move does to a company's earnings; nothing where that would take a search, or where nothing changes."""
    if company not in game.title.companies or game.title.run_setting(game, company) is not None:
        return ""
    before, after = (each.title.account(each, company).total for each in (game, twin))
    if before == after:
        return ""
    text = voice._("{company} would earn {amount} ({change})")
    change = voice.signed(after - before)
    return text.format(company=voice.speaker.company(company), amount=voice.money(after), change=change)


def _row(game: RailGame, voice: Voice, part: Part) -> PartRow:
    places = game.title.board.hexes
    named = [
        (voice.speaker.place(name) if name in places else voice.speaker.bonus(name), pays) for name, pays in part.items
    ]
    return PartRow(voice.speaker.source(part.source), [(n, voice.money(p)) for n, p in named], voice.money(part.amount))


def earned_lines(game: RailGame, voice: Voice) -> list[Markup]:
    """How the sum came about that the company in turn pays or keeps: its runs, and what changed them."""
    company, found = operating_company(game), list[Event]()
    for event in reversed(game.log):
        if event.kind == "operates" or company is None:
            break
        found.append(event)
    first = next((n for n, event in enumerate(reversed(found)) if _earns(event)), len(found))
    told = fold(found[::-1][first:])
    said = [voice.marked.event_of(company or "", event) or voice.marked.event(event) for event in told]
    return [voice.markup(text[:1].upper() + text[1:]) for text in said]


def _earns(event: Event) -> bool:
    return bool({"hexes", "revenue"} & set(event.params)) and "company" in event.params


def _proof(voice: Voice, account: Account) -> str:
    if account.proven:
        return voice._("Proven")
    return voice._("At most {amount} is possible").format(amount=voice.money(account.most))
