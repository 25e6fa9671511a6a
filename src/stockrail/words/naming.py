"""Names of things in the reader's language: companies, players, hexes, trains, sums of money, lists."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from stockrail.core import Frame
from stockrail.core.refusals import sentences_in
from stockrail.rules.cards import cards_of
from stockrail.rules.earnings import Account
from stockrail.rules.game import RailGame
from stockrail.rules.shares import holdings_of
from stockrail.rules.state import POOL, Holder
from stockrail.rules.title import RailTitle
from stockrail.rules.track import track
from stockrail.rules.trains import holder_of
from stockrail.words import numbers
from stockrail.words.catalogue import Catalogue, Template
from stockrail.words.details import kinds_of
from stockrail.words.english import ENGLISH

DOMAIN = "stockrail"
LOCALE = Path(__file__).parent / "locale"
SUBJECTS = ("player", "company", "holder")  # who can do something
_SUBJECT = re.compile(r"\{(\w+)\}:? ")


@lru_cache(maxsize=64)
def catalogue_of(title: RailTitle[Any]) -> Catalogue:
    """The general templates and a title's own."""
    return Catalogue(ENGLISH, title.words, {"refusals": sentences_in(title.refusals)})


class Names:
    """Words for the things of one game."""

    def __init__(self, game: RailGame, language: str = "en", folder: Path = LOCALE) -> None:
        self.game = game
        self.catalogue = catalogue_of(game.title.base)
        tongue = language.replace("-", "_")
        self._translation = gettext.translation(DOMAIN, folder, [tongue], fallback=True)
        self._separator = self._translation.pgettext("thousands separator", ",")

    # -- names --------------------------------------------------------------------------------------------------

    def money(self, amount: int) -> str:
        """In the title's currency."""
        return numbers.money(amount, self.game.title.facts.get("currency", "{}"), self._separator)

    def number(self, value: int) -> str:
        return numbers.number(value, self._separator)

    def player(self, seat: int) -> str:
        players = self.game.players
        return players[seat] if 0 <= seat < len(players) else self.say("names", "seat", {"number": seat})

    def company(self, id_: str) -> str:
        """As it is spoken of: "SNCB", "minor 14"."""
        known = self.game.title.companies.get(id_)
        return self.say("names", "company", {"id": id_, "kind": known.kind if known else ""})

    def item(self, id_: str) -> str:
        """A company or card in full, as it is put up for sale: "14 Ligne Strasbourg-Bâle"."""
        known = self.game.title.companies.get(id_)
        return self.say("names", "item", {"id": id_, "name": known.name}) if known else self.card(str(id_))

    def hex(self, hex_: str) -> str:
        """ "Cologne (D7)", or "B9" where nothing is."""
        name = self._place_name(hex_)
        return self.say("names", "hex", {"id": hex_, "name": name} if name else {"id": hex_})

    def place(self, hex_: str) -> str:
        """ "Cologne", or "B9" where nothing is."""
        return self._place_name(hex_) or str(hex_)

    def city(self, hex_: str, stop: int) -> str:
        """The hex, and which of its cities where there are several."""
        known = hex_ in self.game.title.board.hexes
        stops = track(self.game).face(hex_).stops if known else ()
        several = sum(place.kind == "city" for place in stops) > 1
        return self.say("names", "city", {"hex": hex_, "number": stop + 1}) if several else self.hex(hex_)

    def train(self, id_: str, article: bool = False) -> str:
        """ "3 train", with its article "a 3 train"."""
        name = self.game.title.train_name(self.game, id_)
        return self.say("names", "a_train" if article else "train", {"name": name})

    def limit(self, kind: str, count: int) -> str:
        """How many trains a kind of company may own: "3 per minor"."""
        return self.say("names", "train_limit", {"kind": kind, "count": count})

    def owned(self, kind: str, ids: Sequence[str]) -> str:
        """Companies of a kind that one player owns whole: "minors 3, 14"."""
        return self.say("names", "owned", {"kind": kind, "list": ", ".join(ids), "count": len(ids)})

    def several(self, kind: str, count: int) -> str:
        """So many companies or cards of a kind, as a row of them is called: "15 minors"."""
        return self.say("names", "several", {"kind": kind, "count": count})

    def holder(self, holder: Holder) -> str:
        """A player, a company, the bank, the pool or the depot."""
        if isinstance(holder, int):
            return self.player(holder)
        return self.if_worded("holder", {"id": holder}) or self.company(holder)

    def card(self, card: str) -> str:
        known = self.game.title.cards.get(card)
        return known.name if known else card

    def origin(self, holder: Holder) -> str:
        """Out of whose hands: "from the depot", "from minor 14"."""
        return self.say("names", "from", {"id": holder, "holder": holder})

    def step(self, kind: type[Frame]) -> str:
        """A step of a company's turn in a word, for those that have one."""
        return self.if_worded("step", {"id": kinds_of(kind)}) or ""

    def passing_step(self, kind: type[Frame]) -> str:
        """The same for a step that is named only while it lasts, since most turns pass over it."""
        return self.if_worded("passing_step", {"id": kinds_of(kind)}) or ""

    def heading(self, id_: str) -> str:
        """What tables and charters call a thing: a president is a director elsewhere, a token a station."""
        return self.say("names", "heading", {"id": id_})

    def number_name(self, action: str, field: str) -> str:
        """What the number is called that goes with an action: "Price"."""
        return self.if_worded("number", {"action": action, "field": field}) or field.replace("_", " ").capitalize()

    def way_to_pay(self, kind: str) -> str:
        """The heading of a way to pay: "Half"."""
        return self.if_worded("way", {"kind": kind}) or kind

    def bonus(self, id_: str) -> str:
        """What a route earns besides its stops, in a word."""
        return self.if_worded("bonus", {"id": id_}) or id_.replace("_", " ")

    def route(self, hexes: Sequence[str]) -> str:
        """The stops on the way that have a name; the ends in any case."""
        known, ends = self.game.title.board.hexes, (0, len(hexes) - 1)
        named = {h for h in hexes if h in known and known[h].place and known[h].printed.stops}
        return " – ".join(self.place(h) for n, h in enumerate(hexes) if n in ends or h in named)

    def listing(self, words: Iterable[str]) -> str:
        """ "Ada, Ben and Cy"."""
        *first, last = list(words) or [""]
        return self.say("names", "and", {"list": ", ".join(first), "last": last}) if first else last

    def die(self, rolled: int) -> str:
        """What a die shows."""
        return self.number(rolled)

    def colour(self, name: str) -> str:
        return self.say("names", "colour", {"name": name})

    def form(self, name: str) -> str:
        """What a train is used as, where a card can be one of several."""
        return self.say("names", "form", {"name": name})

    def sums(self, sums: Sequence[tuple[str, Holder, int]]) -> str:
        """Who gets how much, in which role; that nobody is paid for shares in the pool stands apart."""
        said = [(role, {"role": role, "holder": holder, "amount": sum_}) for role, holder, sum_ in sums]
        paid = ", ".join(self.say("names", "sum", params) for role, params in said if role != POOL)
        unpaid = [self.say("names", "sum", params) for role, params in said if role == POOL]
        return "; ".join([paid, *unpaid] if paid else unpaid)

    def losses(self, losses: Mapping[Holder, Sequence[str]]) -> str:
        """Who loses which trains, by their bare names."""
        name = self.game.title.train_name
        listed = {holder: ", ".join(name(self.game, train) for train in trains) for holder, trains in losses.items()}
        return ", ".join(self.say("names", "loss", {"holder": h, "trains": trains}) for h, trains in listed.items())

    def runs(self, runs: Sequence[Any]) -> str:
        return "; ".join(self.say("names", "run", {"train": run.train, "hexes": run.hexes}) for run in runs)

    # -- filling templates ----------------------------------------------------------------------------------------

    def say(self, section: str, kind: str, params: Mapping[str, Any]) -> str:
        """The sentence for a kind; one that nobody has worded is named as it is."""
        template = self.catalogue.pick(section, kind, params)
        if template is None:
            return kind.replace("_", " ")
        return self._translated(template, params).format_map(_Worded(self, params))

    def say_of(self, subject: Holder, section: str, kind: str, params: Mapping[str, Any]) -> str | None:
        """The sentence without its subject; None if it does not begin with them, as some do in some languages."""
        template = self.catalogue.pick(section, kind, params)
        text = self._translated(template, params) if template is not None else ""
        found = _SUBJECT.match(text)
        if found is None or not self._is(found[1], subject, params):
            return None
        return text[found.end() :].format_map(_Worded(self, params))

    def _is(self, name: str, subject: Holder, params: Mapping[str, Any]) -> bool:
        """Whether a parameter, perhaps with a capital, names somebody who acts, and them."""
        small = name[0].lower() + name[1:]
        acts = self.game.title.showing.alike.get(small, small) in SUBJECTS
        return acts and bool(params.get(small) == subject)

    def if_worded(self, name: str, params: Mapping[str, Any]) -> str | None:
        """A name, if there are words for it with these parameters."""
        return self.say("names", name, params) if self.catalogue.pick("names", name, params) else None

    def _translated(self, template: Template, params: Mapping[str, Any]) -> str:
        if isinstance(template, str):
            return self._translation.gettext(template)
        return self._translation.ngettext(*template, params["count"])

    def remarks(self, company: str) -> list[str]:
        """What a player wants to know of a company in this title only, and what it has besides trains and tokens."""
        return [*self.notes("remark", self.game.title.remarks(self.game, company)), *self._has(company)]

    def notes(self, name: str, found: Iterable[tuple[str, Mapping[str, Any]]]) -> list[str]:
        """What a title tells by kinds with parameters, as far as there are words for it."""
        said = (self.if_worded(name, {"kind": kind, **params}) for kind, params in found)
        return [text for text in said if text]

    def in_force(self) -> list[str]:
        """The events whose effects last for now."""
        found = self.game.title.in_force(self.game)
        return [self.say("names", "in_force", {"kind": kind, **params}) for kind, params in found]

    def _has(self, company: str) -> list[str]:
        """Cards of a company, and its shares of others."""
        held = {other: percent for other, percent in holdings_of(self.game, company).items() if other != company}
        shares = [self.say("names", "holding", {"company": other, "percent": held[other]}) for other in held]
        return [*map(self.card, cards_of(self.game, company)), *shares]

    def source(self, source: str) -> str:
        """What brings a part of a company's earnings: a train, or what a title has a word for."""
        if holder_of(self.game, source) is not None:
            return self.train(source)
        known = self.catalogue.pick("names", "source", {"id": source})
        return self.say("names", "source", {"id": source}) if known else source.replace("_", " ")

    def account_notes(self, account: Account) -> list[str]:
        """How earnings come about."""
        return [self.say("names", "earning", {"kind": kind, **params}) for kind, params in account.notes]

    def word(self, name: str, value: Any) -> str:
        """A parameter in words, by its name."""
        if isinstance(value, range):
            return self._span(name, value)
        known = self.game.title.showing.alike.get(name, name)
        if known in WORDING:
            return WORDING[known](self, value)
        return self.number(value) if isinstance(value, int) else str(value)

    def _span(self, name: str, values: range) -> str:
        if len(values) == 1:
            return self.word(name, values[0])
        ends = {"low": self.word(name, values[0]), "high": self.word(name, values[-1])}
        by = {"by": self.word(name, values.step)} if values.step > 1 else {}
        return self.say("names", "span", {**ends, **by})

    def _place_name(self, hex_: str) -> str | None:
        known = self.game.title.board.hexes.get(hex_)
        return known.place if known else None


class _Worded(dict[str, str]):
    """The parameters of a template, worded when it asks for them; a capital asks for a capital."""

    def __init__(self, names: Names, params: Mapping[str, Any]) -> None:
        super().__init__()
        self._names = names
        self._params = params

    def __missing__(self, name: str) -> str:
        if name[0].isupper():
            word = self[name[0].lower() + name[1:]]
            return word[:1].upper() + word[1:]
        return self._word(name)

    def _word(self, name: str) -> str:
        names, params = self._names, self._params
        if name in params:
            return names.word(name, params[name])
        if name == "a_train":
            return names.train(params["train"], article=True)
        if name == "from_seller":
            return names.origin(params["seller"])
        if name == "place":
            return names.place(params["hex"])
        if name == "city":
            return names.city(params["hex"], params["stop"])
        if name == "route":
            return names.route(params["hexes"])
        if name == "change":
            return names.say("names", "change", {**params, **_same(params)})
        raise KeyError(name)


def _same(params: Mapping[str, Any]) -> dict[str, bool]:
    return {"same": True} if params["before"] == params["after"] else {}


def _by_kind() -> dict[str, Callable[[Names, Any], str]]:
    """How a parameter is worded, by its name; numbers and texts need no entry."""
    kinds: dict[Callable[[Names, Any], str], str] = {
        lambda names, amount: names.money(amount): "a_share after amount before best bid cash cost dividend each earned"
        " half kept maximum minimum needed owed price revenue short step total value",
        lambda names, seat: names.player(seat): "actor asked asker auctioneer leader player president proposer",
        lambda names, id_: names.company(id_): "company other survivor",
        lambda names, holder: names.holder(holder): "holder seller source",
        lambda names, card: names.card(card): "card",
        lambda names, id_: names.train(id_): "dropping train",
        lambda names, hex_: names.hex(hex_): "hex",
        lambda names, id_: names.item(id_): "item",
        lambda names, name: names.colour(name): "colour",
        lambda names, rolled: names.die(rolled): "die",
        lambda names, form: names.form(form) if isinstance(form, str) else names.listing(map(names.form, form)): "form",
        lambda names, sums: names.sums(sums): "sums",
        lambda names, losses: names.losses(losses): "losses",
        lambda names, runs: names.runs(runs): "runs",
        lambda names, seats: names.listing(map(names.player, seats)): "players",
        lambda names, ids: names.listing(map(names.company, ids)): "companies",
        lambda names, ids: names.listing(map(names.card, ids)): "cards",
    }
    return {name: wording for wording, names in kinds.items() for name in names.split()}


WORDING = _by_kind()
