"""What every inspected thing is made of: a picture, lines in three parts, and links to other things."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.web.views.voice import Voice

BY_COMPANY = "company-"  # in the address of shares that a company holds; some are called by numbers, like seats


class Line(msgspec.Struct, frozen=True):
    """A label and what it says; without a label it is a sentence of its own."""

    label: str
    text: Markup


class Becomes(msgspec.Struct, frozen=True):
    """A tile that a hex or another tile can become."""

    tile: str
    picture: Markup
    note: str
    now: bool


class Inspected(msgspec.Struct, frozen=True):
    """A thing in four parts: picture, what it is, what can become of it, who and how much."""

    of: str
    kind: str
    name: str
    picture: Markup
    what: list[Line]
    becomes: list[Line]
    who: list[Line]
    heading: str  # of what can become of it
    who_heading: str
    tiles: list[Becomes] = []
    hex: str = ""  # where tiles can be laid: what they do to runs is reckoned afterwards
    reached_by: list[str] = []
    runs: str = ""  # a company whose best run is reckoned afterwards


def line(label: str, text: str | Markup) -> Line:
    return Line(label, text if isinstance(text, Markup) else Markup.escape(text))


def some(lines: Iterable[tuple[str, str | Markup]]) -> list[Line]:
    """The lines that say something."""
    return [line(label, text) for label, text in lines if text]


def link(address: str, text: str | Markup) -> Markup:
    """Something that is inspected in its turn."""
    return Markup('<button type="button" class="see" data-inspect="{}">{}</button>').format(address, text)


def company_link(voice: Voice, company: str) -> Markup:
    return link(f"company:{company}", voice.chip(company))


def player_link(game: RailGame, seat: int) -> Markup:
    return link(f"player:{seat}", game.players[seat])


def hex_link(voice: Voice, hex_: str) -> Markup:
    return link(f"hex:{hex_}", voice.speaker.place(hex_))


def joined(parts: Iterable[Markup], between: str = " ") -> Markup:
    return Markup(between).join(parts)


def sentences(texts: Iterable[str]) -> list[Line]:
    return [line("", f"{text}.") for text in texts]


def sign(text: str, extra: str = "") -> Markup:
    """A picture that is a sign: what a train or a price is called, large."""
    return Markup('<span class="sign {}">{}</span>').format(extra, text)
