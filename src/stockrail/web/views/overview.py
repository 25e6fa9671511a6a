"""The overview sheet: what companies earned round by round, what players got, who held what; charts of it; as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from stockrail.web.play.live import LiveGame
from stockrail.web.story import Round, Story
from stockrail.web.views.lines import Line, line_chart
from stockrail.web.views.voice import Voice, chip_colours
from stockrail.web.views.worth import DASHES

FORMULA = tuple("=+-@\t\r|%\uff1d\uff0b\uff0d\uff20")  # how a cell begins that some programs would carry out
TABLES = ("companies", "players")


class Cell(msgspec.Struct, frozen=True):
    """What is shown, and by what the column is sorted."""

    text: Markup
    key: str | int
    title: str = ""
    at: int | None = None  # the moment to which it leads


class Sheet(msgspec.Struct, frozen=True):
    """A table that can be sorted: the names of its columns, which of them are numbers, and its rows."""

    id: str
    heads: list[str]
    numbers: list[bool]
    rows: list[list[Cell]]
    foot: list[str] = []


def story_of(live: LiveGame) -> Story:
    """What has happened so far, found out once for each position."""
    kept: Story | None = live.memo.get(("story", ""))
    if kept is None:
        kept = live.memo["story", ""] = Story(live.position)
    return kept


def round_name(voice: Voice, round_: Round) -> str:
    """ "OR 4.1"."""
    params = {"kind": round_.kind, "turn": round_.turn, "number": round_.number}
    return voice.speaker.if_worded("short_round", params) or voice.speaker.say("names", "round", params)


# -- tables -------------------------------------------------------------------------------------------------------


def companies_sheet(voice: Voice, rounds: Sequence[Round]) -> Sheet:
    """A line for each company in each operating round."""
    _, game = voice._, voice.game
    heads = [_("Round"), _("Company"), _("Revenue"), _("Paid"), _("Price"), *game.players]
    rows = []
    for number, round_ in enumerate(rounds):
        for company in _companies(round_) if round_.operating else ():
            rows.append(_company_row(voice, number, round_, company))
    return Sheet("companies", heads, [False, False, *[True] * (3 + len(game.players))], rows)


def _companies(round_: Round) -> list[str]:
    """Those that operated, in their order, then those that only have a price."""
    acted = dict.fromkeys(turn.company for turn in round_.turns)
    return [*acted, *(company for company in round_.standing.prices if company not in acted)]


def _company_row(voice: Voice, number: int, round_: Round, company: str) -> list[Cell]:
    turns = [turn for turn in round_.turns if turn.company == company]
    price, held = round_.standing.prices.get(company), round_.standing.shares.get(company, {})
    revenue = sum(turn.revenue for turn in turns) if turns else None
    paid = sum(turn.paid for turn in turns) if turns else None
    facts = voice.game.title.companies[company]
    sole = facts.one_owner
    return [
        Cell(Markup.escape(round_name(voice, round_)), number, at=turns[-1].at if turns else round_.end),
        Cell(voice.chip(company), company, facts.name),
        _money(voice, revenue),
        _money(voice, paid),
        _money(voice, price),
        *(_percent(held.get(seat, 0), sole) for seat in range(len(voice.game.players))),
    ]


def _money(voice: Voice, amount: int | None) -> Cell:
    return Cell(Markup(""), -1) if amount is None else Cell(Markup.escape(voice.money(amount)), amount)


def _percent(percent: int, sole: bool) -> Cell:
    shown = "●" if sole and percent else f"{percent}%" if percent else ""
    return Cell(Markup(shown), percent)


def incomes_sheet(voice: Voice, rounds: Sequence[Round]) -> Sheet:
    """A line for each operating round, a column for each player."""
    players = voice.game.players
    rows = [
        [
            Cell(Markup.escape(round_name(voice, round_)), number, at=round_.end),
            *(_money(voice, amount) for amount in round_.income),
        ]
        for number, round_ in enumerate(rounds)
        if round_.operating
    ]
    sums = [sum(round_.income[seat] for round_ in rounds) for seat in range(len(players))]
    foot = [voice._("All rounds"), *map(voice.money, sums)]
    return Sheet("incomes", [voice._("Round"), *players], [False, *[True] * len(players)], rows, foot)


def players_sheet(voice: Voice, rounds: Sequence[Round]) -> Sheet:
    """A line for each player at the end of each round."""
    _, players = voice._, voice.game.players
    rows = []
    for number, round_ in enumerate(rounds):
        for seat, name in enumerate(players):
            standing = round_.standing
            rows.append(
                [
                    Cell(Markup.escape(round_name(voice, round_)), number, at=round_.end),
                    Cell(Markup.escape(name), name),
                    _money(voice, round_.income[seat]),
                    _money(voice, standing.cash[seat]),
                    _money(voice, standing.worth[seat]),
                ]
            )
    heads = [_("Round"), _("Player"), _("Received"), _("Cash"), _("Worth")]
    return Sheet("players", heads, [False, False, True, True, True], rows)


# -- as a file ----------------------------------------------------------------------------------------------------


def csv_of(voice: Voice, rounds: Sequence[Round], table: str) -> str:
    """A table as CSV: sums are bare numbers, and no name is taken for a formula."""
    sheet = companies_sheet(voice, rounds) if table == "companies" else players_sheet(voice, rounds)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([harmless(head) for head in sheet.heads])
    for row in sheet.rows:
        first = harmless(str(row[0].text.unescape()))
        rest = [_bare(cell, number) for cell, number in zip(row[1:], sheet.numbers[1:], strict=True)]
        writer.writerow([first, *rest])
    return out.getvalue()


def _bare(cell: Cell, number: bool) -> str:
    if number:
        return "" if cell.key == -1 else str(cell.key)
    return harmless(str(cell.key))


def harmless(text: str) -> str:
    """A text that no spreadsheet carries out: what could begin a formula gets an apostrophe before it."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


# -- charts -------------------------------------------------------------------------------------------------------


class Chart(msgspec.Struct, frozen=True):
    name: str
    picture: Markup


def charts_of(voice: Voice, rounds: Sequence[Round]) -> list[Chart]:
    """Worth, income and prices, round by round."""
    if not rounds:
        return []
    _, operating = voice._, [round_ for round_ in rounds if round_.operating]
    worth = [[round_.standing.worth[seat] for round_ in rounds] for seat in range(len(voice.game.players))]
    income = [[round_.income[seat] for round_ in operating] for seat in range(len(voice.game.players))]
    found = [_of_players(voice, _("Worth"), worth, rounds)]
    if operating:
        found.append(_of_players(voice, _("Income per operating round"), income, operating))
    return [*found, *_of_prices(voice, rounds)]


def _of_players(voice: Voice, name: str, values: Sequence[Sequence[int]], rounds: Sequence[Round]) -> Chart:
    players = voice.game.players
    lines = [Line(players[seat], f"var(--p{seat % 8})", row, DASHES[seat % 8]) for seat, row in enumerate(values)]
    ends = ", ".join(f"{players[seat]} {voice.money(row[-1])}" for seat, row in enumerate(values))
    return Chart(name, line_chart(lines, [round_name(voice, round_) for round_ in rounds], voice, f"{name}: {ends}"))


def _of_prices(voice: Voice, rounds: Sequence[Round]) -> list[Chart]:
    companies = [c for c in voice.game.title.companies if any(c in round_.standing.prices for round_ in rounds)]
    if not companies:
        return []
    first = next(n for n, round_ in enumerate(rounds) if round_.standing.prices)
    shown = rounds[first:]
    lines = [
        Line(
            company,
            chip_colours(voice.game.title.companies[company])[0],
            [round_.standing.prices.get(company) for round_ in shown],
            outlined=True,
        )
        for company in companies
    ]
    now = rounds[-1].standing.prices
    name = voice._("Share prices")
    ends = ", ".join(f"{company} {voice.money(price)}" for company, price in now.items())
    return [Chart(name, line_chart(lines, [round_name(voice, r) for r in shown], voice, f"{name}: {ends}"))]


def overview_of(live: LiveGame, language: str) -> dict[str, object]:
    """The context of the page."""
    voice, story = Voice(live.position, language), story_of(live)
    return {
        "companies": companies_sheet(voice, story.rounds),
        "incomes": incomes_sheet(voice, story.rounds),
        "players": players_sheet(voice, story.rounds),
        "charts": charts_of(voice, story.rounds),
    }
