"""The log: entries as sentences, those taken back struck out, followed by who took them back."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from stockrail.core import Event
from stockrail.rules.game import RailGame
from stockrail.web.language import tongue
from stockrail.web.play.course import ACTING, ENTER, Line
from stockrail.web.views.voice import Voice
from stockrail.words import Speaker


class Row(msgspec.Struct, frozen=True):
    """One line of the page's log."""

    key: str
    html: Markup
    heading: bool = False
    undone: bool = False
    aside: bool = False
    at: float = 0
    act: int = -1


class Logbook:
    """Says the lines of one game."""

    def __init__(self, game: RailGame, language: str) -> None:
        self.game = game
        self.voice = Voice(game, language)
        self.speaker = Speaker(game, language)
        self.words = tongue(language)

    def plain(self, line: Line) -> list[str]:
        """The sentences of a line."""
        if line.kind in ACTING:
            return [*self.speaker.log(line.events), *self._by(line)]
        return [self._aside(line)]

    def rows(self, lines: Sequence[Line], last: int) -> list[Row]:
        """The last so many lines, ready for the page."""
        found: list[Row] = []
        for line in reversed(lines):
            found += reversed(self._rows(line))
            if len(found) >= last:
                break
        return found[::-1]

    def _rows(self, line: Line) -> list[Row]:
        if line.kind not in ACTING:
            aside = self.voice.markup(self._aside(line))
            return [Row(f"l{line.number}", aside, aside=True, at=line.at)]
        rows: list[Row] = []
        for group, heading in _headings(line.events):
            for html in self.voice.log(list(group)):
                key = f"l{line.number}-{len(rows)}"
                rows.append(Row(key, html, heading, line.undone, at=0 if heading else line.at, act=line.act))
        for text in self._by(line):
            html = self.voice.markup(text)
            rows.append(Row(f"l{line.number}-by", html, undone=line.undone, aside=True, at=line.at, act=line.act))
        return rows

    def _by(self, line: Line) -> list[str]:
        """Who has entered what real dice brought."""
        if line.kind != ENTER:
            return []
        return [self.words.gettext("Entered by {name}").format(name=self.speaker.player(line.seat))]

    def _aside(self, line: Line) -> str:
        _, ngettext = self.words.gettext, self.words.ngettext
        name = self.speaker.player(line.seat)
        count = line.detail if isinstance(line.detail, int) else 0
        texts = {
            "undo": ngettext("{name} undoes {count} action", "{name} undoes {count} actions", count),
            "redo": ngettext("{name} redoes {count} action", "{name} redoes {count} actions", count),
            "ask": ngettext("{name} asks to undo {count} action", "{name} asks to undo {count} actions", count),
            "answer": _("{name} agrees to the undo") if line.detail is True else _("{name} declines the undo"),
        }
        return texts[line.kind].format(name=name, count=count)


def _headings(events: Sequence[Event]) -> list[tuple[list[Event], bool]]:
    """Events in groups: the beginning of a round is a heading of its own."""
    groups: list[tuple[list[Event], bool]] = []
    for event in events:
        heading = event.kind in ("round_begins", "phase_begins", "game_ends")
        if heading or not groups or groups[-1][1]:
            groups.append(([event], heading))
        else:
            groups[-1][0].append(event)
    return groups


def clock(at: float) -> str:
    return time.strftime("%H:%M", time.localtime(at)) if at else ""
