"""The menu of legal actions as a tree: a long list is chosen from step by step, hex by hex or company by company."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import LayTile, Pass, RunTrains, Select
from stockrail.rules.game import RailGame
from stockrail.rules.running import read
from stockrail.words import Speaker

SHORT = 12  # a menu up to this length is shown as it is
FEW = 5  # so many actions of one kind stay side by side in a long one

Entry = Action | ActionRange[Any]

# Fields by which a long menu is chosen from step by step, and how the step reads.
STEPS: Mapping[str, str] = {
    "company": "{kind} {name}",
    "hex": "{kind} in {name}",
    "tile": "Lay {name}{where}",
}
KINDS: Mapping[str, str] = {
    "LayTile": "Lay a tile",
    "StartCompany": "Start",
    "BuyShare": "Buy",
    "SellShares": "Sell",
    "PlaceHome": "Choose the home",
    "PlaceToken": "Place a token",
}


@dataclass(frozen=True)
class Choice:
    """One line of the menu: an action, or a question that comes before it. `key` may be typed for its number.

    A key that is itself a number is never asked for: a number that is typed is the number of a line.
    """

    label: str
    key: str = ""
    entry: Entry | None = None
    inner: tuple[Choice, ...] = ()

    @property
    def gives(self) -> bool:
        """Whether something is given away by it."""
        return isinstance(self.entry, Action) and self.entry.gives


def choices(game: RailGame, menu: Menu) -> list[Choice]:
    """The menu as it is shown."""
    tree = _Tree(game)
    kinds: dict[str, list[Entry]] = {}
    for entry in menu:
        kinds.setdefault(_kind(entry), []).append(entry)
    shown: list[Choice] = []
    for entries in kinds.values():
        long = len(menu) > SHORT and len(entries) > FEW
        shown += tree.split(entries) if long else tree.leaves(entries)
    return shown


class _Tree:
    """Makes choices in the words of a game."""

    def __init__(self, game: RailGame) -> None:
        self.game = game
        self.speaker = Speaker(game)
        self.names: Mapping[str, Callable[[Any], str]] = {
            "hex": self.speaker.hex,
            "company": self.speaker.company,
            "tile": str,
        }
        self.alike = game.title.showing.alike
        self.fields = [
            field for known in STEPS for field in (known, *self.alike) if self.alike.get(field, known) == known
        ]

    def leaves(self, entries: Sequence[Entry]) -> list[Choice]:
        """Each action a line; those that read the same are the same to a player, such as two trains of a kind."""
        made = [self.leaf(entry) for entry in entries]
        return list({choice.label: choice for choice in reversed(made)}.values())[::-1]

    def leaf(self, entry: Entry) -> Choice:
        action = _action(entry)
        return Choice(self.speaker.action(entry) + self._more(action), _own_key(action), entry)

    def _more(self, action: Action) -> str:
        """What a player wants to know besides."""
        match action:
            case LayTile():
                return self._exits(action)
            case Select():
                home = self.game.title.companies[action.item].home
                return f", home {self.speaker.hex(home[0])}" if home else ""
            case RunTrains():
                return f" for {self.speaker.money(read(self.game, action.company, action.runs).total)}"
        return ""

    def _exits(self, lay: LayTile) -> str:
        """Where the track of a tile leads, as its rotation says little to a reader."""
        board = self.game.title.board
        sides = sorted(board.face(lay.tile, lay.rotation).exits)
        names = [neighbour for side in sides if (neighbour := board.hexes[lay.hex].neighbors[side])]
        return f" → {' '.join(names)}" if names else ""

    def split(self, entries: Sequence[Entry]) -> list[Choice]:
        """By the first field that tells some of them apart."""
        for field in self.fields:
            groups: dict[Any, list[Entry]] = {}
            for entry in entries:
                groups.setdefault(getattr(_action(entry), field, None), []).append(entry)
            if 1 < len(groups) < len(entries):
                return [self._branch(field, value, members) for value, members in groups.items()]
        return self.leaves(entries)

    def _branch(self, field: str, value: Any, members: Sequence[Entry]) -> Choice:
        if len(members) == 1:
            return replace(self.leaf(members[0]), key=str(value))
        inner = self.split(members) if len(members) > SHORT else self.leaves(members)
        kind, known = _kind(members[0]), self.alike.get(field, field)
        label = STEPS[known].format(
            kind=KINDS.get(kind, kind), name=self.names[known](value), where=self._where(members)
        )
        return Choice(f"{label} … ({len(members)} ways)", str(value), None, tuple(inner))

    def _where(self, members: Sequence[Entry]) -> str:
        """The hex of all of them, if it is one."""
        hexes = {getattr(_action(member), "hex", None) for member in members}
        hex_ = hexes.pop() if len(hexes) == 1 else None
        return f" in {self.speaker.hex(hex_)}" if hex_ else ""


def _action(entry: Entry) -> Action:
    return entry.action if isinstance(entry, ActionRange) else entry


def _kind(entry: Entry) -> str:
    return type(_action(entry)).__name__


def _own_key(action: Action) -> str:
    """A word by which an action may be chosen: what it is about, if that is one thing."""
    if isinstance(action, Pass):
        return "pass"
    for name in ("item", "hex", "train", action.about, "company"):
        value = getattr(action, name, None)
        if isinstance(value, str):
            return value
    return ""
