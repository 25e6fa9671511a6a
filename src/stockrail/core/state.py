"""The state of a game: tables, purses and shelves. Every change is written to the journal."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Generic, TypeVar, overload

from stockrail.core.journal import MISSING, Journal, Move, Pay, Place, Set
from stockrail.core.keys import key_of

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
D = TypeVar("D")


class Table(Generic[K, V]):
    """A journalled dictionary of immutable values. Its rows have no order of their own.

    Taking back enters deleted rows anew, so the order of entry differs between a game that went back and one that
    was replayed. That is why a table cannot be iterated: whoever needs an order takes it from the title, from a shelf
    or from the market, or asks for the rows `by_key`. `unordered` is for counting, comparing and looking up.
    """

    __slots__ = ("_journal", "name", "number", "unordered")

    __iter__ = None

    def __init__(self, name: str, number: int, journal: Journal) -> None:
        self.name = name
        self.number = number
        self.unordered: dict[K, V] = {}
        self._journal = journal

    def __getitem__(self, key: K) -> V:
        return self.unordered[key]

    def __contains__(self, key: K) -> bool:
        return key in self.unordered

    def __len__(self) -> int:
        return len(self.unordered)

    def by_key(self) -> dict[K, V]:
        """All rows, in the order of their keys."""
        return dict(sorted(self.unordered.items(), key=_key_of))

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: D) -> V | D: ...
    def get(self, key: K, default: Any = None) -> Any:
        return self.unordered.get(key, default)

    def __setitem__(self, key: K, value: V) -> None:
        self._journal.entries.append(Set(self.number, key, self.unordered.get(key, MISSING), value))
        self.unordered[key] = value

    def __delitem__(self, key: K) -> None:
        self._journal.entries.append(Set(self.number, key, self.unordered.pop(key), MISSING))

    def clear(self) -> None:
        for key in list(self.unordered):
            del self[key]

    def copy(self, journal: Journal) -> Table[K, V]:
        twin: Table[K, V] = _new_table(Table)
        twin.name, twin.number, twin.unordered, twin._journal = self.name, self.number, self.unordered.copy(), journal
        return twin


_new_table = Table.__new__


def _key_of(row: tuple[Any, Any]) -> Any:
    return row[0]


class Purse:
    """How much money each holder has."""

    __slots__ = ("_journal", "amounts")

    def __init__(self, journal: Journal) -> None:
        self.amounts: dict[Hashable, int] = {}
        self._journal = journal

    def __getitem__(self, holder: Hashable) -> int:
        return self.amounts.get(holder, 0)

    def pay(self, source: Hashable, target: Hashable, amount: int) -> None:
        """Move money. Only the bank may go below zero; the rules make sure of that."""
        if amount < 0:
            raise ValueError(f"cannot pay {amount}")
        if amount and source != target:
            self._journal.entries.append(Pay(source, target, amount))
            self.shift(source, target, amount)

    def shift(self, source: Hashable, target: Hashable, amount: int) -> None:
        amounts = self.amounts
        amounts[source] = amounts.get(source, 0) - amount
        amounts[target] = amounts.get(target, 0) + amount

    def copy(self, journal: Journal) -> Purse:
        twin = Purse(journal)
        twin.amounts = self.amounts.copy()
        return twin


class Shelves:
    """Where each thing is: certificates, trains, station tokens. A shelf keeps its order.

    What moves makes new lists of both shelves, so copies of a state can share the lists of all the others.
    """

    __slots__ = ("_journal", "place_of", "things")

    def __init__(self, journal: Journal) -> None:
        self.place_of: dict[str, Place] = {}
        self.things: dict[Place, list[str]] = {}
        self._journal = journal

    def on(self, place: Place) -> list[str]:
        """What is there, in order, at this moment. The list is not copied, for speed: do not change it."""
        return self.things.get(place, _EMPTY)

    def create(self, asset: str, place: Place) -> None:
        """Add a new thing to the game."""
        self._journal.entries.append(Move(asset, None, 0, place))
        self._put(asset, place)

    def move(self, asset: str, target: Place) -> None:
        source = self.place_of[asset]
        shelf = self.things[source]
        index = shelf.index(asset)
        self._journal.entries.append(Move(asset, source, index, target))
        self.things[source] = shelf[:index] + shelf[index + 1 :]
        self._put(asset, target)

    def _put(self, asset: str, place: Place) -> None:
        self.things[place] = [*self.things.get(place, _EMPTY), asset]
        self.place_of[asset] = place

    def undo(self, move: Move) -> None:
        self.things[move.target] = self.things[move.target][:-1]
        if move.source is None:
            del self.place_of[move.asset]
        else:
            shelf = self.things[move.source]
            self.things[move.source] = [*shelf[: move.was], move.asset, *shelf[move.was :]]
            self.place_of[move.asset] = move.source

    def copy(self, journal: Journal) -> Shelves:
        twin = Shelves(journal)
        twin.place_of, twin.things = self.place_of.copy(), self.things.copy()
        return twin


_EMPTY: list[str] = []


class State:
    """The complete state of a game at one moment. Titles add tables; nothing else in a game changes."""

    def __init__(self) -> None:
        self.journal = Journal()
        self.tables: list[Table[Any, Any]] = []
        self.cash = Purse(self.journal)
        self.shelves = Shelves(self.journal)
        self.core: Table[str, Any] = self.table("core")

    def table(self, name: str) -> Table[Any, Any]:
        """Add a table; its number is its position, so the order of calls matters."""
        table: Table[Any, Any] = Table(name, len(self.tables), self.journal)
        self.tables.append(table)
        return table

    def rewind(self, mark: int) -> None:
        """Undo the journal back to a mark."""
        for entry in self.journal.cut_back(mark):
            if isinstance(entry, Set):
                rows = self.tables[entry.table].unordered
                if entry.old is MISSING:
                    del rows[entry.key]
                else:
                    rows[entry.key] = entry.old
            elif isinstance(entry, Pay):
                self.cash.shift(entry.target, entry.source, entry.amount)
            else:
                self.shelves.undo(entry)

    def copy(self, history: bool = True) -> State:
        """An independent state. Values are immutable, so rows are shared; the journal goes on, or begins here."""
        twin = object.__new__(type(self))
        journal = twin.journal = self.journal.copy() if history else Journal()
        tables = twin.tables = [table.copy(journal) for table in self.tables]
        twin.cash, twin.shelves = self.cash.copy(journal), self.shelves.copy(journal)
        for name, field in vars(self).items():
            if type(field) is Table:
                setattr(twin, name, tables[field.number])
        return twin

    def picture(self) -> dict[str, Any]:
        """Every field by name, for comparing two states; empty shelves and purses do not count."""
        fields: dict[str, Any] = {table.name: dict(table.unordered) for table in self.tables}
        fields["cash"] = {holder: amount for holder, amount in self.cash.amounts.items() if amount}
        fields["shelves"] = {place: tuple(things) for place, things in self.shelves.things.items() if things}
        return fields

    def key(self) -> int:
        """A hash of what `picture` shows, without building it; the same in every process."""
        return key_of(self._rows())

    def _rows(self) -> Iterator[tuple[str, Any, Any]]:
        for table in self.tables:
            for key, value in table.unordered.items():
                yield table.name, key, value
        for holder, amount in self.cash.amounts.items():
            if amount:
                yield "cash", holder, amount
        for place, things in self.shelves.things.items():
            if things:
                yield "shelves", place, tuple(things)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.picture() == other.picture()

    __hash__ = None  # type: ignore[assignment]
