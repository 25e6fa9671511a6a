"""Tries all sets of candidates that a bound cannot rule out.

At each position the prices are tuned a little for what is still open, candidates are ruled out, and the search parts
where the fewest are left: at what a slot does, or at who counts a resource. Whoever has been tried there is left away
afterwards, so that no set is tried twice, alike trains or not.

Every route but the first is met by one before it, and one of its stops is paid to that one: the bound knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from stockrail.board.track import bits
from stockrail.routes.together.position import Connections, Entry, Group, Outlook, Plan, Position
from stockrail.routes.together.prices import NEVER, Market
from stockrail.routes.together.rows import rows_of, ways_to_count

ROUNDS = 6
"""For how many rounds prices are tuned at a position."""


class Trial:
    """All sets of the candidates in a market."""

    def __init__(
        self,
        worth: Sequence[int],
        known: Callable[[], int],
        offer: Callable[[Plan], None],
        look: Callable[[], None],
    ) -> None:
        self.worth = worth
        self.known = known  # the rating of the best run so far
        self.offer = offer
        self.look = look
        self.payee: Sequence[int] = ()  # by resource: who is paid for a stop where routes meet
        self.loose = 0  # locations where somebody may be met who does not count them
        self.home_first = False  # whether what the first to visit the home counts matters for all others

    def run(self, market: Market) -> None:
        rows, self.loose, self.home_first = rows_of(market)
        self.payee = market.payee
        self._go(Position(rows, 0, 0, 0, False, ()), market.prices)

    def _go(self, position: Position, prices: list[int]) -> None:
        self.look()
        if position.value > self.known():
            self.offer(position.plan)
        if not position.rows:
            return
        outlook = self._look_out(position, prices)
        if outlook.bound <= self.known():
            return
        position = self._ruled_out(position, outlook)
        links = Connections(position)
        if position.rows and links.possible:
            self._part(Connections(links.pruned()), outlook.prices)

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
        earns, as_first, best, best_home, within = [], [], [], [], 0
        for row in position.rows:
            first = [entry.choice.value + sum([gains[n] for n in entry.counted]) for entry in row.entries]
            own = [most - self._left(position, entry, gains) for most, entry in zip(first, row.entries, strict=True)]
            first = [most if entry.choice.home else NEVER for most, entry in zip(first, row.entries, strict=True)]
            earns.append(own)
            as_first.append(first)
            best.append(max(0, *own))
            best_home.append(max(first))
            for entry in row.entries:
                within |= entry.mask
        bound = position.value + sum(prices[n] for n in bits(within & ~position.covered))
        bound += sum(row.times * most for row, most in zip(position.rows, best, strict=True))
        outlook = Outlook(prices, bound, earns, as_first, best, best_home)
        return outlook if position.home else outlook._replace(bound=bound - outlook.detour(position.rows))

    def _joint(self, position: Position, entry: Entry, gains: Sequence[int]) -> int | None:
        """Where a route is met by one before it that counts the stop, at the least cost.

        None where it may cost nothing: the plan can be met there, or somebody who does not count it.
        """
        touch = entry.choice.touch
        if touch & (position.met | self.loose):
            return None
        return min((self.payee[n] for n in bits(touch)), key=gains.__getitem__, default=None)

    def _left(self, position: Position, entry: Entry, gains: Sequence[int]) -> int:
        """What a route leaves to the one that meets it."""
        joint = self._joint(position, entry, gains)
        return 0 if joint is None else gains[joint]

    def _moved(self, position: Position, outlook: Outlook, pace: float) -> list[int] | None:
        """The prices changed against the quarrel; None if there is none."""
        wanted = [0] * len(self.worth)
        gains = [worth - price for worth, price in zip(self.worth, outlook.prices, strict=True)]
        for row, earns, best in zip(position.rows, outlook.earns, outlook.best, strict=True):
            if best > 0:
                entry = row.entries[earns.index(best)]
                joint = self._joint(position, entry, gains)
                for n in entry.counted:
                    wanted[n] += row.times if n != joint else 0
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
            most = [earns - elsewhere for earns in outlook.earns[n]]
            if not position.home:
                most = [max(pair) for pair in zip(most, outlook.as_first[n], strict=True)]
            left = [(-earns, k) for k, earns in enumerate(most) if base + earns > 0]
            if left:
                rows.append(row._replace(entries=tuple(row.entries[k] for _, k in sorted(left))))
        return position._replace(rows=tuple(rows))

    def _counted(self, position: Position, n: int, entry: Entry) -> Iterable[int]:
        """What an entry counts in the plan: all, unless it comes to the home first and has to leave something out."""
        limit = position.rows[n].slot.limit
        if position.home or (entry.choice.chosen & entry.mask).bit_count() <= limit:
            return (entry.mask,)
        return ways_to_count(entry.choice, limit)

    def _filled(self, position: Position, n: int, entry: Entry, mask: int) -> Position:
        """One slot of a row does what the entry says. The other slots that are alike may do the same."""
        row = position.rows[n]
        alike = (row._replace(times=row.times - 1),) if row.times > 1 else ()
        rows = (*position.rows[:n], *alike, *position.rows[n + 1 :])
        new = sum(self.worth[k] for k in bits(mask & ~position.covered))
        return Position(
            tuple(row for row in rows if row.entries),
            position.covered | mask,
            position.met | entry.choice.touch,
            position.value + entry.choice.value + new,
            position.home or entry.choice.home,
            (*position.plan, (row.slot, entry.choice)),
        )

    def _part(self, links: Connections, prices: list[int]) -> None:
        """Goes on with each entry of those where the fewest are left; last without all of them."""
        position = links.position
        if not position.rows:
            return
        groups = self._connecting(links, prices)
        if position.home or not self.home_first:
            groups = [self._slim_row(position), self._rare_resource(position), *groups]
        for n, entry in min((group for group in groups if group), key=len, default=[]):
            for mask in self._counted(position, n, entry):
                self._go(self._filled(position, n, entry, mask), prices)
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

    def _connecting(self, links: Connections, prices: list[int]) -> list[Group]:
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


def _without(position: Position, n: int, entry: Entry) -> Position:
    row = position.rows[n]
    entries = tuple(other for other in row.entries if other is not entry)
    return position._replace(rows=(*position.rows[:n], row._replace(entries=entries), *position.rows[n + 1 :]))
