"""Sentences for pages: companies as chips in their colours, money and players marked, all else escaped."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from markupsafe import Markup, escape

from stockrail.core import Action, ActionRange, Event, IllegalAction
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.printed import Company
from stockrail.web.language import tongue
from stockrail.words import Speaker

# Private characters around what is to be marked; names of players cannot hold any (see `opening.clean`).
OPEN, CLOSE, MONEY, END, DIE = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
_CHIP = re.compile(f"{OPEN}(.*?){CLOSE}")
_MONEY = re.compile(f"{MONEY}(.*?){END}")
_DIE = re.compile(f"{DIE}(.*?){END}")
LEAST = 4.6  # contrast of a chip's text


class Marked(Speaker):
    """Speaks with marks around companies, money and dice."""

    def company(self, id_: str) -> str:
        text = super().company(id_)
        return f"{OPEN}{id_}{CLOSE}" if text == id_ and id_ in self.game.title.companies else text

    def money(self, amount: int) -> str:
        return f"{MONEY}{super().money(amount)}{END}"

    def die(self, rolled: int) -> str:
        return f"{DIE}{super().die(rolled)}{END}"


class Voice:
    """Says things about one game, as markup or plain."""

    def __init__(self, game: RailGame, language: str) -> None:
        self.game = game
        self.language = language
        self.speaker = Speaker(game, language)
        self.marked = Marked(game, language)
        self._, self.ngettext = tongue(language).gettext, tongue(language).ngettext

    def markup(self, text: str) -> Markup:
        """A marked sentence as markup."""
        html = str(escape(text))
        html = _CHIP.sub(lambda found: str(self.chip(unescape(found[1]))), html)
        html = _DIE.sub(r'<span class="die">\1</span>', html)
        return Markup(_MONEY.sub(r"<b class=m>\1</b>", html))

    def chips(self, text: str) -> Markup:
        """A marked sentence for a button: companies as chips, nothing else."""
        return self.markup(re.sub(f"[{MONEY}{END}]", "", text))

    def chip(self, id_: str, extra: str = "") -> Markup:
        """A company's sign in its colours, with its name for whoever points at it."""
        company = self.game.title.companies[id_]
        fill, ink = chip_colours(company)
        kind = "co sole" if company.one_owner else "co"
        text = '<span class="{}" style="background:{};color:{}" title="{}" data-company="{}">{}</span>'
        return Markup(text).format(f"{kind} {extra}".strip(), fill, ink, company.name, id_, id_)

    def log(self, events: list[Event]) -> list[Markup]:
        return [self.markup(sentence) for sentence in self.marked.log(events)]

    def refusal(self, error: IllegalAction) -> tuple[str, str]:
        """The sentence, and the rule's name."""
        bare = IllegalAction(error.kind, None, **error.params)
        return self.speaker.refusal(bare), error.rule or ""

    def action(self, entry: Action | ActionRange[Any]) -> str:
        return self.speaker.action(entry)

    def money(self, amount: int) -> str:
        return self.speaker.money(amount)

    def price(self, company: str) -> str:
        """The market price of a share; before there is one, that at which the company was started."""
        value = value_of(self.game, company)
        return "" if value is None else self.money(value)

    def signed(self, amount: int) -> str:
        """A change: +£276, −£60, ±£0."""
        if amount == 0:
            return f"±{self.speaker.money(0)}"
        return self.speaker.money(amount) if amount < 0 else f"+{self.speaker.money(amount)}"


def value_of(game: RailGame, company: str) -> int | None:
    """What a share of a company stands at: on the market, else at its starting value."""
    return price(game, company) if company in game.state.cell else game.state.par.get(company)


def chip_colours(company: Company) -> tuple[str, str]:
    """Ground and ink of a chip; the ground is darkened or lightened until the ink can be read on it."""
    fill, ink = company.color, company.text_color
    ground, text = _rgb(fill), _rgb(ink)
    dark_ink = _luminance(text) < 0.2
    for _ in range(40):
        if _contrast(ground, text) >= LEAST:
            break
        ground = [c + (255 - c) * 0.05 if dark_ink else c * 0.95 for c in ground]
    return "#" + "".join(f"{round(c):02x}" for c in ground), ink


def _rgb(colour: str) -> list[float]:
    digits = colour.lstrip("#")
    digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
    return [float(int(digits[n : n + 2], 16)) for n in (0, 2, 4)]


def _luminance(rgb: list[float]) -> float:
    parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    """By the formula of WCAG: text needs 4.5."""
    return _contrast(_rgb(a), _rgb(b))


def _contrast(a: list[float], b: list[float]) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
