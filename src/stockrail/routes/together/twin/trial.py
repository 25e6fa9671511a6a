"""Tries all sets of candidates that a bound cannot rule out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stockrail.board.track import bits
from stockrail.routes.together.position import Plan
from stockrail.routes.together.prices import NEVER
from stockrail.routes.together.problem import REVENUE, SUBSIDY, TRAIN
from stockrail.routes.together.rows import ways_to_count
from stockrail.routes.together.twin.choices import Choices
from stockrail.routes.together.twin.position import Connections, Group, Outlook, Position, with_entries
from stockrail.routes.together.twin.prices import Market, Moving
from stockrail.routes.together.twin.rows import Aim, Entry, Row, Rows

ROUNDS = 6
"""For how many rounds prices are tuned at a position."""

FIRST_ROUNDS = 60
"""The same before anybody runs."""


class _Enough(Exception):
    """A trial has looked at what it may."""


class Limits(NamedTuple):
    """What a trial is after, and what it may look at."""

    aim: Aim
    positions: int


class Trial:
    """All sets of the candidates in a market."""

    def __init__(
        self, choices: Choices, rating: Callable[[], int], limits: Limits, accept: Callable[[Plan], None]
    ) -> None:
        self.choices = choices
        self.worth = choices.problem.worth
        self.payee = choices.problem.payee
        self.rating = rating  # of the best run so far
        self.aim, self.limit = limits
        self.accept = accept
        self.bound = -NEVER  # no run of interest is rated higher
        self.known = 0  # what is rated so or lower is of no interest
        self.tried = 0
        self.lesser = sum(1 << n for n, worth in enumerate(self.worth) if worth < REVENUE)

    def run(self, market: Market) -> bool:
        """False if there was too much to look at."""
        rows = Rows(self.choices, market, self.aim)
        self.loose, self.relevant, self.home_first = rows.loose, rows.relevant, rows.spares
        try:
            self._go(Position(rows.all), market.prices)
        except _Enough:
            return False
        return True

    def _go(self, position: Position, prices: list[int]) -> None:
        self.choices.pulse.look()
        self.tried += 1
        if self.tried > self.limit:
            raise _Enough
        if position.value > self.rating():
            self.accept(position.plan)
        if not position.rows:
            return
        self.known = self.aim.beside(self.rating())
        outlook = self._look_out(position, prices)
        if self.tried == 1:
            self.bound = max(outlook.bound, self.known)
        if outlook.bound <= self.known:
            return
        position = self._ruled_out(position, outlook)
        links = Connections(position)
        if position.rows and links.possible:
            position = links.pruned()
            if position.rows:
                self._part(position, outlook.prices)

    def _look_out(self, position: Position, prices: list[int]) -> Outlook:
        """The best of some prices."""
        best = now = self._outlook(position, prices)
        moving, pace = Moving(self.worth), 1.0
        for _ in range(ROUNDS if position.plan else FIRST_ROUNDS):
            if best.bound <= self.known:
                break
            wanted, moved = self._wanted(position, now), now.prices[:]
            if not moving.move(moved, wanted, bits(now.open), pace * float(now.bound - self.known)):
                break
            now = self._outlook(position, moved)
            if now.bound < best.bound:
                best = now
            else:
                pace *= 0.85
        return best

    def _wanted(self, position: Position, now: Outlook) -> list[int]:
        """What the best entry of each row counts, except for the stop where it is met."""
        wanted = [0] * len(self.worth)
        for row, champion in zip(position.rows, now.champion, strict=True):
            if champion is not None:
                for n in champion.counted:
                    wanted[n] += row.times
                joint = self._joint(position, champion, now.prices)
                if joint >= 0:
                    wanted[joint] -= row.times
        return wanted

    def _joint(self, position: Position, entry: Entry, prices: Sequence[int]) -> int:
        """Where a route is met by one before it that counts the stop, at the least cost.

        -1 where it may cost nothing: the plan can be met there, or somebody who does not count it.
        """
        if entry.choice.touch & (position.met | self.loose):
            return -1
        joints = [self.payee[spot] for spot in entry.touched]
        return min(joints, key=lambda n: self.worth[n] - prices[n], default=-1)

    def _outlook(self, position: Position, prices: list[int]) -> Outlook:
        gains = [worth - price for worth, price in zip(self.worth, prices, strict=True)]
        fresh = gains[:]
        for n in bits(position.covered):
            fresh[n] = 0
        found = Outlook(prices, position.value)
        within = 0
        for row in position.rows:
            self._rate(position, row, (gains, fresh), found)
            for entry in row.entries:
                within |= entry.mask
            found.bound += row.times * found.best[-1]
        found.open = within & ~position.covered
        found.bound += sum(prices[n] for n in bits(found.open))
        if not position.home:
            found.bound -= found.detour(position.rows)
        found.by_prices = found.bound
        if self.aim.unit < REVENUE:
            found.bound = min(found.bound, self._ceiling(position, within))
        return found

    def _rate(self, position: Position, row: Row, gained: tuple[list[int], list[int]], found: Outlook) -> None:
        gains, fresh = gained
        met, payee, home = position.met | self.loose, self.payee, position.home
        earns: list[int] = []
        as_first: list[int] = []
        best, best_home, champion = 0, NEVER, None
        for entry in row.entries:
            choice = entry.choice
            rating = choice.value
            for n in entry.counted:
                rating += fresh[n]
            if not home:
                as_first.append(rating if choice.home else NEVER)
                best_home = max(best_home, as_first[-1])
            if choice.touch and not choice.touch & met:
                rating -= min([gains[payee[n]] for n in entry.touched])
            earns.append(rating)
            if rating > best:
                best, champion = rating, entry
        found.add(earns, as_first, best, best_home, champion)

    def _ceiling(self, position: Position, within: int) -> int:
        """What is proven already bounds the rest: no run has more revenue than the best one; after that, none has more
        subsidy. Subsidy comes from hexes that the plan has or that somebody could still add."""
        rating, worth = self.rating(), self.worth
        if self.aim.unit == 1:
            return (rating + SUBSIDY - 1) // SUBSIDY * SUBSIDY - position.cost
        if not self.lesser:
            return -NEVER
        everything = sum(worth[n] for n in bits((position.covered | within) & self.lesser))
        now = sum(worth[n] for n in bits(position.covered & self.lesser))
        fresh = self.lesser & ~position.covered
        more = 0
        for row in position.rows:
            adds = [sum(worth[n] for n in bits(entry.mask & fresh)) for entry in row.entries]
            more += row.times * max([0, *adds])
        return (rating + SUBSIDY - 1) // REVENUE * REVENUE + min(everything, now + more) - position.cost

    def _ruled_out(self, position: Position, outlook: Outlook) -> Position:
        """Without the entries that cannot be part of a better run; the best come first."""
        home = position.home
        total = outlook.by_prices + (0 if home else outlook.detour(position.rows))
        rows = []
        for r, row in enumerate(position.rows):
            base = total - outlook.best[r] - self.known
            elsewhere = 0 if home else outlook.detour(position.rows, r)
            most = [earns - elsewhere for earns in outlook.earns[r]]
            if not home:
                most = [max(pair) for pair in zip(most, outlook.as_first[r], strict=True)]
            order = sorted((-earns, n) for n, earns in enumerate(most) if base + earns > 0)
            if order:
                rows.append(row._replace(entries=[row.entries[n] for _, n in order]))
        return position._replace(rows=rows)

    def _part(self, position: Position, prices: list[int]) -> None:
        """Goes on with each entry of those where the fewest are left; last without all of them."""
        group = self._connecting(position, prices)
        if position.home or not self.home_first:
            for other in (_slim_row(position), self._rare_resource(position)):
                if other and (not group or len(other) < len(group)):
                    group = other
        rows = [row._replace(entries=row.entries[:]) for row in position.rows]
        position = position._replace(rows=rows)
        for r, entry in group:
            for mask in self._counted_by(position, rows[r], entry):
                self._go(self._filled(position, r, entry, mask), prices)
                self.known = self.aim.beside(self.rating())
            rows[r].entries.remove(entry)
        self._go(position._replace(rows=[row for row in rows if row.entries]), prices)

    def _counted_by(self, position: Position, row: Row, entry: Entry) -> list[int]:
        """What an entry counts in the plan: all, unless it comes to the home first and has to leave something out."""
        slot, choice = row.pick(entry)
        if position.home or (choice.chosen & entry.mask).bit_count() <= slot.limit:
            return [entry.mask]
        return [mask & self.relevant for mask in ways_to_count(choice, slot.limit)]

    def _filled(self, position: Position, r: int, entry: Entry, mask: int) -> Position:
        """One slot of a row does what the entry says. The other slots that are alike may do the same."""
        row, choice = position.rows[r], entry.choice
        slot, picked = row.pick(entry)
        rows = [
            each if n != r else each._replace(times=each.times - 1)
            for n, each in enumerate(position.rows)
            if (n != r or row.times > 1) and each.entries
        ]
        new = sum(self.worth[n] for n in bits(mask & ~position.covered))
        return Position(
            rows,
            position.covered | mask,
            position.met | choice.touch,
            position.value + choice.value + new,
            position.home or choice.home,
            (*position.plan, (slot, picked)),
            position.cost + choice.steps + TRAIN * len(slot.team),
        )

    def _rare_resource(self, position: Position) -> Group:
        """Who could count the resource that the fewest can."""
        users = [0] * len(self.worth)
        for row in position.rows:
            for entry in row.entries:
                for n in entry.counted:
                    users[n] += 1
        rare = [n for n, count in enumerate(users) if count and not position.covered >> n & 1]
        if not rare:
            return []
        rarest = min(rare, key=lambda n: (users[n], -self.worth[n]))
        return [(r, entry) for r, row in enumerate(position.rows) for entry in row.entries if entry.mask >> rarest & 1]

    def _connecting(self, position: Position, prices: list[int]) -> Group:
        """Who could visit the home, if nobody does; who could lead on, if what is near is not enough."""
        links = Connections(position)
        near = [(r, entry) for r, row in enumerate(position.rows) for entry in row.entries if links.is_near(entry)]
        if not position.home:
            return near
        nearby = with_entries(position, links.is_near)
        if nearby.rows and self._outlook(nearby, prices).bound > self.known:
            return []
        far = 0
        for row in position.rows:
            for entry in row.entries:
                far |= 0 if links.is_near(entry) else entry.choice.touch
        return [(r, entry) for r, entry in near if entry.choice.touch & far]


def _slim_row(position: Position) -> Group:
    """What the slots with the fewest entries could do."""
    slim = min(range(len(position.rows)), key=lambda r: len(position.rows[r].entries))
    return [(slim, entry) for entry in position.rows[slim].entries]
