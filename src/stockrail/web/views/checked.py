"""The report on a game's runs, in words: how many actions were checked, which runs earned less than they could."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.files.checking import Checked, Report
from stockrail.web.play.live import LiveGame
from stockrail.web.views.ending import when
from stockrail.web.views.overview import Cell, Sheet, story_of
from stockrail.web.views.voice import Voice


class CheckedView(msgspec.Struct, frozen=True):
    summary: str
    note: str
    runs: int
    sheet: Sheet


def checked_of(live: LiveGame, report: Report, language: str) -> CheckedView:
    voice = Voice(live.position, language)
    _, story = voice._, story_of(live)
    rows = [
        [
            Cell(Markup.escape(voice.speaker.number(run.at)), run.at, at=run.at),
            Cell(Markup.escape(when(voice, story, run.at)), run.at),
            Cell(voice.chip(run.company), run.company, voice.game.title.companies[run.company].name),
            *_sums(voice, run),
        ]
        for run in report.below
    ]
    heads = [_("Action"), _("Round"), _("Company"), _("Less"), _("Earned"), _("Best")]
    sheet = Sheet("runs", heads, [True, False, False, True, True, True], rows)
    return CheckedView(summary_of(voice, report), _note(voice, report), report.runs, sheet)


def _sums(voice: Voice, run: Checked) -> list[Cell]:
    amounts = (run.below, run.played, run.best)
    return [Cell(Markup.escape(voice.money(amount)), amount) for amount in amounts]


def summary_of(voice: Voice, report: Report) -> str:
    """ "716 actions checked, 15 runs below the best, £360 left on the table"."""
    ngettext, number = voice.ngettext, voice.speaker.number
    parts = [ngettext("{n} action checked", "{n} actions checked", report.actions).format(n=number(report.actions))]
    if report.runs:
        below = len(report.below)
        parts.append(ngettext("{n} run below the best", "{n} runs below the best", below).format(n=number(below)))
        parts.append(voice._("{amount} left on the table").format(amount=voice.money(report.left)))
    return ", ".join(parts)


def _note(voice: Voice, report: Report) -> str:
    """What the figures leave out."""
    if not report.runs:
        return voice._("No trains have run in this game.")
    if report.unproven:
        text = voice.ngettext("{n} run is not proven.", "{n} runs are not proven.", report.unproven)
        return text.format(n=report.unproven)
    return voice._("Every run is compared with the best one that was possible; each best run is proven.")
