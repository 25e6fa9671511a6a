"""Tries all sets of candidates that a bound cannot rule out.

At each position the prices are tuned a little for what is still open, candidates are ruled out, and the search parts
where the fewest are left: at what a slot does, or at who counts a resource. Whoever has been tried there is left away
afterwards, so that no set is tried twice, alike trains or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice, Slot
from stockrail.routes.together.prices import NEVER, Market

ROUNDS = 6
"""For how many rounds prices are tuned at a position."""

Plan = tuple[tuple[Slot, Choice], ...]


class Entry(NamedTuple):
    """A choice that says which resources are counted."""

    counted: tuple[int, ...]
    mask: int
    choice: Choice


class Row(NamedTuple):
    """What is still open to the slots that are alike."""

    slot: Slot
    times: int  # so many slots
    entries: tuple[Entry, ...]


Group = list[tuple[int, Entry]]
"""Entries with the numbers of their rows."""


class Position(NamedTuple):
    """Some slots are filled."""

    rows: tuple[Row, ...]
    covered: int  # mask of the resources that are counted
    value: int  # the rating if nobody else runs
    home: bool  # whether the home may be visited
    plan: Plan


class Outlook(NamedTuple):
    """What prices make of a position."""

    prices: list[int]
    bound: int
    earns: list[list[int]]  # by row and entry
    best: list[int]  # by row
    best_home: list[int]

    def detour(self, rows: Sequence[Row], without: int = -1) -> int:
        """What it costs at least that somebody must visit the home; `without` one slot of a row."""
        costs = [
            best - home
            for n, (best, home) in enumerate(zip(self.best, self.best_home, strict=True))
            if n != without or rows[n].times > 1
        ]
        return min(costs, default=-NEVER)


class Trial:
    """All sets of the candidates in a market."""

    def __init__(
        self,
        worth: Sequence[int],
        known: Callable[[], int],
        offer: Callable[[Plan, int], None],
        look: Callable[[], None],
    ) -> None:
        self.worth = worth
        self.known = known  # the rating of the best run so far
        self.offer = offer
        self.look = look

    def run(self, market: Market) -> None:
        rows = []
        for field in market.fields:
            entries = [entry for c in field.candidates for entry in _entries(c.choice, field.slot.limit)]
            if entries:
                rows.append(Row(field.slot, field.count, tuple(entries)))
        self._go(Position(tuple(rows), 0, 0, False, ()), market.prices)

    def _go(self, position: Position, prices: list[int]) -> None:
        self.look()
        if position.value > self.known():
            self.offer(position.plan, position.value)
        if not position.rows:
            return
        outlook = self._look_out(position, prices)
        if outlook.bound <= self.known():
            return
        position = self._ruled_out(position, outlook)
        links = _Links(position)
        if position.rows and links.possible:
            self._part(_Links(links.pruned()), outlook.prices)

    def _look_out(self, position: Position, prices: list[int]) -> Outlook:
        """The best of some prices."""
        best = outlook = self._outlook(position, prices)
        pace = 1.0
        for _ in range(ROUNDS):
            if best.bound <= self.known():
                break
            moved = self._moved(position, outlook, pace)
            if moved is None:
                break
            outlook = self._outlook(position, moved)
            if outlook.bound < best.bound:
                best = outlook
            else:
                pace *= 0.7
        return best

    def _outlook(self, position: Position, prices: list[int]) -> Outlook:
        gains = [worth - price for worth, price in zip(self.worth, prices, strict=True)]
        for n in bits(position.covered):
            gains[n] = 0
        earns, best, best_home, within = [], [], [], 0
        for row in position.rows:
            own = [entry.choice.value + sum([gains[n] for n in entry.counted]) for entry in row.entries]
            at_home = [earn for earn, entry in zip(own, row.entries, strict=True) if entry.choice.home]
            earns.append(own)
            best.append(max(0, *own))
            best_home.append(max(at_home, default=NEVER))
            for entry in row.entries:
                within |= entry.mask
        bound = position.value + sum(prices[n] for n in bits(within & ~position.covered))
        bound += sum(row.times * most for row, most in zip(position.rows, best, strict=True))
        outlook = Outlook(prices, bound, earns, best, best_home)
        return outlook if position.home else outlook._replace(bound=bound - outlook.detour(position.rows))

    def _moved(self, position: Position, outlook: Outlook, pace: float) -> list[int] | None:
        """The prices changed against the quarrel; None if there is none."""
        wanted = [0] * len(self.worth)
        for row, earns, best in zip(position.rows, outlook.earns, outlook.best, strict=True):
            if best > 0:
                for n in row.entries[earns.index(best)].counted:
                    wanted[n] += row.times
        moves = {
            n: times - 1
            for n, times in enumerate(wanted)
            if not position.covered >> n & 1 and (times > 1 or (times == 0 and outlook.prices[n] > 0))
        }
        if not moves:
            return None
        step = pace * (outlook.bound - self.known()) / sum(move * move for move in moves.values())
        prices = outlook.prices[:]
        for n, move in moves.items():
            prices[n] = min(self.worth[n], max(0, prices[n] + (int(step * move) or move)))
        return prices

    def _ruled_out(self, position: Position, outlook: Outlook) -> Position:
        """Without the entries that cannot be part of a better run."""
        total = outlook.bound + (0 if position.home else outlook.detour(position.rows))
        rows = []
        for n, row in enumerate(position.rows):
            base = total - outlook.best[n] - self.known()
            elsewhere = 0 if position.home else outlook.detour(position.rows, n)
            left = [
                (-earns, k)
                for k, (entry, earns) in enumerate(zip(row.entries, outlook.earns[n], strict=True))
                if base + earns - (0 if entry.choice.home else elsewhere) > 0
            ]
            if left:
                rows.append(row._replace(entries=tuple(row.entries[k] for _, k in sorted(left))))
        return position._replace(rows=tuple(rows))

    def _filled(self, position: Position, n: int, entry: Entry) -> Position:
        """One slot of a row does what the entry says. The other slots that are alike may do the same."""
        row = position.rows[n]
        alike = (row._replace(times=row.times - 1),) if row.times > 1 else ()
        rows = (*position.rows[:n], *alike, *position.rows[n + 1 :])
        new = sum(self.worth[k] for k in bits(entry.mask & ~position.covered))
        return Position(
            tuple(row for row in rows if row.entries),
            position.covered | entry.mask,
            position.value + entry.choice.value + new,
            position.home or entry.choice.home,
            (*position.plan, (row.slot, entry.choice)),
        )

    def _part(self, links: _Links, prices: list[int]) -> None:
        """Goes on with each entry of those where the fewest are left; last without all of them."""
        position = links.position
        if not position.rows:
            return
        groups = [self._slim_row(position), self._rare_resource(position), *self._connecting(links, prices)]
        for n, entry in min((group for group in groups if group), key=len):
            self._go(self._filled(position, n, entry), prices)
            position = _without(position, n, entry)
        self._go(position._replace(rows=tuple(row for row in position.rows if row.entries)), prices)

    def _slim_row(self, position: Position) -> Group:
        """What the slots with the fewest entries could do."""
        n = min(range(len(position.rows)), key=lambda n: len(position.rows[n].entries))
        return [(n, entry) for entry in position.rows[n].entries]

    def _rare_resource(self, position: Position) -> Group:
        """Who could count the resource that the fewest can."""
        users: dict[int, int] = {}
        for row in position.rows:
            for entry in row.entries:
                for n in entry.counted:
                    users[n] = users.get(n, 0) + 1
        open_to_all = [n for n in users if not position.covered >> n & 1]
        if not open_to_all:
            return []
        rare = min(open_to_all, key=lambda n: (users[n], -self.worth[n], n))
        return [(n, entry) for n, row in enumerate(position.rows) for entry in row.entries if entry.mask >> rare & 1]

    def _connecting(self, links: _Links, prices: list[int]) -> list[Group]:
        """Who could visit the home, if nobody does; who could lead on, if what is near is not enough."""
        position = links.position
        near = [(n, entry) for n, row in enumerate(position.rows) for entry in row.entries if links.is_near(entry)]
        if not position.home:
            return [near]
        rows = tuple(
            row._replace(entries=tuple(entry for entry in row.entries if links.is_near(entry))) for row in position.rows
        )
        nearby = position._replace(rows=tuple(row for row in rows if row.entries))
        if nearby.rows and self._outlook(nearby, prices).bound > self.known():
            return []
        far = links.bridges()
        return [[(n, entry) for n, entry in near if entry.choice.touch & far]]


def _entries(choice: Choice, limit: int) -> list[Entry]:
    """A choice once for each way to count its resources."""
    chosen = tuple(bits(choice.chosen))
    found = []
    for some in combinations(chosen, min(limit, len(chosen))):
        mask = choice.certain | sum(1 << n for n in some)
        found.append(Entry(tuple(bits(mask)), mask, choice))
    return found


def _without(position: Position, n: int, entry: Entry) -> Position:
    row = position.rows[n]
    entries = tuple(other for other in row.entries if other is not entry)
    return position._replace(rows=(*position.rows[:n], row._replace(entries=entries), *position.rows[n + 1 :]))


class _Links:
    """How the routes of a position can come to hang together."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.near = 0  # where the routes that hang on the home can be met
        apart = [choice.touch for _, choice in position.plan if not choice.home]
        for _, choice in position.plan:
            self.near |= choice.touch if choice.home else 0
        self.near, apart = _grown(self.near, apart)
        self.reached = [[False] * len(row.entries) for row in position.rows]
        met = self.near
        for _ in range(sum(row.times for row in position.rows)):
            before = met
            met |= self._reach(met)
            met, apart = _grown(met, apart)
            if met == before:
                break
        self.possible = not apart

    def _reach(self, met: int) -> int:
        """Marks the entries that one more route comes to, and says what they touch."""
        touched = 0
        for row, reached in zip(self.position.rows, self.reached, strict=True):
            for n, entry in enumerate(row.entries):
                if not reached[n] and (entry.choice.touch & met or self.begins(entry)):
                    reached[n] = True
                    touched |= entry.choice.touch
        return touched

    def begins(self, entry: Entry) -> bool:
        """Whether it is the first that visits the home."""
        return entry.choice.home and not self.position.home

    def is_near(self, entry: Entry) -> bool:
        return bool(entry.choice.touch & self.near) or self.begins(entry)

    def pruned(self) -> Position:
        """Without the entries that nothing can connect with the home."""
        rows = []
        for row, reached in zip(self.position.rows, self.reached, strict=True):
            entries = tuple(entry for entry, ok in zip(row.entries, reached, strict=True) if ok)
            if entries:
                rows.append(row._replace(entries=entries))
        return self.position._replace(rows=tuple(rows))

    def bridges(self) -> int:
        """Where near entries must come to for the others to be of use."""
        far = 0
        for row in self.position.rows:
            for entry in row.entries:
                far |= 0 if self.is_near(entry) else entry.choice.touch
        return far


def _grown(met: int, apart: list[int]) -> tuple[int, list[int]]:
    """Adds all that is connected; and what is left apart."""
    joined = True
    while joined:
        joined = False
        for touch in apart:
            if touch & met:
                met |= touch
                joined = True
        apart = [touch for touch in apart if not touch & met]
    return met, apart
