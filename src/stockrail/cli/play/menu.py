"""The menu of legal actions as a tree: a long list is chosen from step by step, hex by hex or company by company."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.game import RailGame
from stockrail.words import Speaker

SHORT = 12  # a menu up to this length is shown as it is
FEW = 5  # so many actions of one kind stay side by side in a long one

Entry = Action | ActionRange[Any]

KINDS: Mapping[str, str] = {
    "LayTile": "Lay a tile",
    "StartCompany": "Start a company",
    "BuyShare": "Buy a share",
    "SellShares": "Sell shares",
    "Exchange": "Exchange a minor for a share",
    "PlaceHome": "Choose the home",
    "PlaceToken": "Place a token",
    "BuyTrain": "Buy a train",
    "Select": "Put up for auction",
}


@dataclass(frozen=True)
class Choice:
    """One line of the menu: an action, or a question that comes before it. `key` may be typed for its number."""

    label: str
    key: str = ""
    entry: Entry | None = None
    inner: tuple[Choice, ...] = ()


def choices(game: RailGame, menu: Menu) -> list[Choice]:
    """The menu as it is shown."""
    tree = _Tree(game)
    if len(menu) <= SHORT:
        return [tree.leaf(entry) for entry in menu]
    kinds: dict[str, list[Entry]] = {}
    for entry in menu:
        kinds.setdefault(_kind(entry), []).append(entry)
    long = [kind for kind, entries in kinds.items() if len(entries) > FEW]
    shown: list[Choice] = []
    for kind, entries in kinds.items():
        inner = tree.split(entries) if kind in long else [tree.leaf(entry) for entry in entries]
        shown += inner if kind not in long or len(long) == 1 else [_group(_kind_name(kind), "", inner, len(entries))]
    return shown


class _Tree:
    """Makes choices in the words of a game."""

    def __init__(self, game: RailGame) -> None:
        self.game = game
        self.speaker = Speaker(game)
        self.say: Mapping[str, Callable[[Any], str]] = {
            "hex": self.speaker.hex,
            "company": self._company,
            "minor": self._company,
            "item": self._company,
            "train": self.speaker.train,
            "tile": lambda tile: f"tile {tile}",
        }

    def leaf(self, entry: Entry) -> Choice:
        action = _action(entry)
        return Choice(self.speaker.action(entry) + self._exits(action), _own_key(action), entry)

    def _company(self, company: str) -> str:
        return self.speaker.company(company)

    def _exits(self, action: Action) -> str:
        """Where the track of a tile leads, as its rotation says little to a reader."""
        tile, rotation, hex_ = (getattr(action, name, None) for name in ("tile", "rotation", "hex"))
        if tile is None or rotation is None or hex_ is None:
            return ""
        board = self.game.title.board
        sides = sorted(board.face(tile, rotation).exits)
        names = [neighbour for side in sides if (neighbour := board.hexes[hex_].neighbors[side])]
        return f" → {' '.join(names)}" if names else ""

    def split(self, entries: Sequence[Entry]) -> list[Choice]:
        """By the first field that tells some of them apart."""
        for field in _fields(entries[0]):
            groups: dict[Any, list[Entry]] = {}
            for entry in entries:
                groups.setdefault(getattr(_action(entry), field), []).append(entry)
            if 1 < len(groups) < len(entries):
                return [self._branch(field, value, members) for value, members in groups.items()]
        return [self.leaf(entry) for entry in entries]

    def _branch(self, field: str, value: Any, members: Sequence[Entry]) -> Choice:
        if len(members) == 1:
            leaf = self.leaf(members[0])
            return msgspec_replace(leaf, str(value))
        inner = self.split(members) if len(members) > SHORT else [self.leaf(entry) for entry in members]
        say = self.say.get(field, str)
        return _group(say(value), str(value), inner, len(members))


def msgspec_replace(choice: Choice, key: str) -> Choice:
    return Choice(choice.label, key, choice.entry, choice.inner)


def _group(label: str, key: str, inner: Sequence[Choice], count: int) -> Choice:
    return Choice(f"{label} … ({count} ways)", key, None, tuple(inner))


def _action(entry: Entry) -> Action:
    return entry.action if isinstance(entry, ActionRange) else entry


def _kind(entry: Entry) -> str:
    return type(_action(entry)).__name__


def _kind_name(kind: str) -> str:
    return KINDS.get(kind, kind)


def _fields(entry: Entry) -> list[str]:
    """The fields of an action in order, but for the player and the number that a range leaves open."""
    open_ = entry.field if isinstance(entry, ActionRange) else ""
    names = [field.name for field in msgspec.structs.fields(_action(entry))]
    return [name for name in names if name not in ("player", open_)]


def _own_key(action: Action) -> str:
    """A word by which an action may be chosen: what it is about, if that is one thing."""
    if type(action).__name__ == "Pass":
        return "pass"
    for name in ("item", "hex", "train", "minor", "company"):
        value = getattr(action, name, None)
        if isinstance(value, str):
            return value
    return ""
