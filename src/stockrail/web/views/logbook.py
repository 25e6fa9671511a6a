"""The log in sentences, turn by turn; those taken back stay, struck out, followed by who took them back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.state import Holder
from stockrail.web.language import tongue
from stockrail.web.play.course import ACTING, ENTER, Line, Seated
from stockrail.web.play.live import LiveGame
from stockrail.web.views.bots import known_reasons
from stockrail.web.views.seats import seat_sentence
from stockrail.web.views.turns import Filter, Told, Turn, filter_of, sifted, turns_of
from stockrail.web.views.voice import Voice
from stockrail.words import Speaker

BLOCK = 12  # turns: where the latest begin moves on by so many, so that a new turn changes no more than these
EARLIER = 40  # turns that are loaded at a time
AROUND = 30  # turns on either side of the moment that a page of the past shows


class Sentence(msgspec.Struct, frozen=True):
    """One sentence of a turn."""

    html: Markup
    sign: Markup = Markup()  # whose it is, if it does not name its subject itself
    number: int | None = None  # the position that it opens; none if it was undone
    undone: bool = False
    aside: bool = False
    quiet: bool = False
    at: float = 0
    why: int | None = None  # the entry whose reasons are known: a bot made it, and this is the last that is said of it


class Said(msgspec.Struct, frozen=True):
    """A turn, a heading, an aside, or the band where the reader is."""

    key: str
    kind: str
    sentences: Sequence[Sentence]
    later: bool = False  # than the moment shown


class Logbook:
    """Says the lines of one game."""

    def __init__(self, game: RailGame, language: str, reasons: frozenset[int] = frozenset()) -> None:
        self.game = game
        self.reasons = reasons
        self.voice = Voice(game, language)
        self.speaker = Speaker(game, language)
        self.words = tongue(language)

    def plain(self, line: Line) -> list[str]:
        """The sentences of a line."""
        if line.kind in ACTING:
            return [*self.speaker.log(line.events), *([self._aside(line)] if line.kind == ENTER else [])]
        return [self._aside(line)]

    def said(self, turn: Turn, known: dict[str, Said] | None = None) -> Said:
        """A turn in sentences, with whom it is about beside them. `known` are those that were said already."""
        if known is not None and turn.key in known:
            return known[turn.key]
        told = turn.told[1:] if len(turn.told) > 1 and _quiet(turn.told[0]) else turn.told
        said = Said(turn.key, turn.kind, self._sentences(turn, told))
        return said if known is None else known.setdefault(turn.key, said)

    def _sentences(self, turn: Turn, told: Sequence[Told]) -> list[Sentence]:
        sign = self._sign(turn.subject) if turn.subject is not None else Markup()
        last = {each.line.number: n for n, each in enumerate(told)}
        found = []
        for n, each in enumerate(told):
            number = each.line.number
            why = number if number in self.reasons and last[number] == n and not each.line.undone else None
            found.append(self._sentence(each, self._own(turn.subject, each), sign, why))
        return found

    def _sentence(self, told: Told, own: str | None, sign: Markup, why: int | None) -> Sentence:
        line = told.line
        opens = None if line.undone or line.kind not in ACTING else told.number
        html = self.voice.markup(self._whole(told) if own is None else own)
        beside = Markup() if own is None else sign
        return Sentence(html, beside, opens, line.undone, told.event is None, _quiet(told), line.at, why)

    def _own(self, subject: Holder | None, told: Told) -> str | None:
        """The sentence without its subject, if it is the turn's."""
        if subject is None or told.event is None:
            return None
        return self.voice.marked.event_of(subject, told.event)

    def _whole(self, told: Told) -> str:
        return self._aside(told.line) if told.event is None else self.voice.marked.event(told.event)

    def _sign(self, subject: Holder) -> Markup:
        if isinstance(subject, str):
            return self.voice.chip(subject)
        name = self.speaker.player(subject)
        return Markup('<b class="who" title="{}">{}</b>').format(name, name)

    def _aside(self, line: Line) -> str:
        _, ngettext = self.words.gettext, self.words.ngettext
        if isinstance(line.detail, Seated):
            return seat_sentence(line.detail, self.voice.language)
        name = self.speaker.player(line.seat)
        count = line.detail if isinstance(line.detail, int) else 0
        texts = {
            ENTER: _("Entered by {name}"),
            "undo": ngettext("{name} undoes {count} action", "{name} undoes {count} actions", count),
            "redo": ngettext("{name} redoes {count} action", "{name} redoes {count} actions", count),
            "ask": ngettext("{name} asks to undo {count} action", "{name} asks to undo {count} actions", count),
            "answer": _("{name} agrees to the undo") if line.detail is True else _("{name} declines the undo"),
        }
        return texts[line.kind].format(name=name, count=count)


class LogView:
    """What a page shows of the log: its latest turns, or those around a moment of the past."""

    def __init__(self, live: LiveGame, mine: frozenset[int], at: int | None, language: str, wanted: str) -> None:
        self.at, self.live, self.mine = at, live, mine
        self.book = Logbook(live.position, language, known_reasons(live))
        self.acts = len(live.projection.done)
        self.filter = filter_of(wanted, live.position, live.projection.lines, mine)
        self.choice = wanted if self.filter != Filter() else ""
        self._all = turns_in(live)
        self._turns = sifted(self._all, self.filter)
        self._known = None if self.choice else said_in(live, language)
        middle = next((n for n in reversed(range(len(self._turns))) if self._is_past(self._turns[n].told[0])), 0)
        count = len(self._turns)
        self._start = max(0, ((count - 1) // BLOCK - 1) * BLOCK if at is None else middle - AROUND)
        self._end = count if at is None else min(count, middle + AROUND)

    @cached_property
    def turns(self) -> list[Said]:
        said = [self.book.said(turn, self._known) for turn in self._turns[self._start : self._end]]
        return said if self.at is None else self._around(said)

    @property
    def before(self) -> str:
        """The turn before which there are others."""
        return self._turns[self._start].key if self._start else ""

    @property
    def after(self) -> str:
        """The turn after which there are others."""
        return self._turns[self._end - 1].key if self._end < len(self._turns) else ""

    @property
    def name(self) -> str:
        """Changes when turns that were loaded before do not belong to this list, or may have been undone since."""
        undos = sum(self.live.projection.course.asides.values())
        return f"{self.choice} {'' if self.at is None else self.at} {undos} {self.filter.since or ''}"

    @cached_property
    def last(self) -> Sentence | None:
        """The newest sentence up to the moment shown, whatever the filter."""
        past = (turn for turn in reversed(self._all) if self._is_past(turn.told[0]))
        said = (sentence for turn in past for sentence in reversed(self.book.said(turn).sentences))
        return next((s for s in said if self.at is None or (s.number or 0) <= self.at), None)

    @property
    def filters(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """What can be chosen, in groups with headings."""
        game, _ = self.live.position, self.book.words.gettext
        everybody = len(self.mine) == len(game.players)
        plain = [("", _("All")), *([("since", _("Since my last turn"))] if self.mine and not everybody else [])]
        players = [(f"player:{seat}", game.players[seat]) for seat in range(len(game.players))]
        companies = [(f"company:{id_}", f"{id_} {facts.name}") for id_, facts in game.title.companies.items()]
        return [("", plain), (_("Players"), players), (_("Companies"), companies)]

    @property
    def chosen(self) -> str:
        """The filter in a word or two."""
        if isinstance(self.filter.party, str):
            return self.filter.party
        if self.filter.party is not None:
            return self.live.position.players[self.filter.party]
        return self.book.words.gettext("Since my last turn") if self.choice else self.book.words.gettext("All")

    def _is_past(self, told: Told) -> bool:
        return self.at is None or (not told.line.undone and told.line.kind in ACTING and told.number <= self.at)

    def _around(self, said: list[Said]) -> list[Said]:
        """With a band where the reader is; what came later is marked."""
        assert self.at is not None
        past = [n for n, turn in enumerate(said) if any(_reached(s, self.at) for s in turn.sentences)]
        here = past[-1] if past else 0
        before, after = _parted(said[here], self.at) if said else ([], [])
        text = self.book.words.gettext("Action {at} of {all}: you are here").format(at=self.at, all=self.acts)
        band = Said("here", "here", [Sentence(Markup.escape(text))])
        later = [msgspec.structs.replace(turn, later=True) for turn in [*after, *said[here + 1 :]]]
        return [*said[:here], *before, band, *later]


def _reached(sentence: Sentence, at: int) -> bool:
    return sentence.number is not None and sentence.number <= at


def _parted(turn: Said, at: int) -> tuple[list[Said], list[Said]]:
    """A turn up to a moment, and the rest of it."""
    past = [n for n, sentence in enumerate(turn.sentences) if _reached(sentence, at)]
    cut = past[-1] + 1 if past else 0
    first, rest = turn.sentences[:cut], turn.sentences[cut:]
    parts = [Said(turn.key, turn.kind, first)] if first else []
    return parts, [Said(f"{turn.key}-rest" if first else turn.key, turn.kind, rest)] if rest else []


def _quiet(told: Told) -> bool:
    """That a company operates need not be said once it has done something."""
    return told.event is not None and told.event.kind == "operates"


def turns_in(live: LiveGame) -> list[Turn]:
    """The turns of a game, put together once for each position."""
    turns: list[Turn] | None = live.memo.get(("turns", ""))
    if turns is None:
        turns = live.memo["turns", ""] = turns_of(live.projection.lines)
    return turns


def said_in(live: LiveGame, language: str) -> dict[str, Said]:
    """What was said already of a position, by turns. Only of the whole log: filters are many."""
    known: dict[str, Said] = live.memo.setdefault(("turns said", language), {})
    return known


def log_of(live: LiveGame, mine: frozenset[int], at: int | None, language: str, wanted: str = "") -> LogView:
    """The log for a page, with the reader's filter."""
    return LogView(live, mine, at, language, wanted)


class Stretch(msgspec.Struct, frozen=True):
    """Some turns in a row, and the first and last of them where there are more."""

    turns: list[Said]
    before: str
    after: str


def stretch_of(
    live: LiveGame, mine: frozenset[int], language: str, wanted: str, before: str, after: str
) -> Stretch | None:
    """The turns just before one, or just after it; None if there is no such turn."""
    chosen = filter_of(wanted, live.position, live.projection.lines, mine)
    turns = sifted(turns_in(live), chosen)
    place = next((n for n, turn in enumerate(turns) if turn.key == (before or after)), None)
    if place is None:
        return None
    start, end = (max(0, place - EARLIER), place) if before else (place + 1, min(len(turns), place + 1 + EARLIER))
    book, known = (
        Logbook(live.position, language, known_reasons(live)),
        said_in(live, language) if chosen == Filter() else None,
    )
    said = [book.said(turn, known) for turn in turns[start:end]]
    return Stretch(said, turns[start].key if start else "", turns[end - 1].key if end < len(turns) else "")


def clock(at: float) -> str:
    return time.strftime("%H:%M", time.localtime(at)) if at else ""
