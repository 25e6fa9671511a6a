"""How far into a game play comes: bots that never reach the last phase prove little about its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from stockrail.bots.record import Record


class Reach(msgspec.Struct, frozen=True):
    """What came up in a bot's games: how many of them reached each phase, and the decisions it met by kind."""

    games: int
    phases: dict[str, int]
    kinds: dict[str, int]

    def __str__(self) -> str:
        last = list(self.phases.items())[-1:]
        far = "".join(f"phase {name} in {count} of {self.games} games, " for name, count in last)
        return f"{far}{len(self.kinds)} kinds of decision"


def reach_of(games: Iterable[tuple[Sequence[str], Mapping[str, int]]], order: Sequence[str] = ()) -> Reach:
    """The reach of games, given by their phases and kinds of decision; phases go in the title's order."""
    number, phases, kinds = 0, Counter[str](), Counter[str]()
    for reached, met in games:
        number += 1
        phases.update(set(reached))
        kinds.update(met)
    names = [name for name in order if name in phases] + sorted(set(phases) - set(order))
    return Reach(number, {name: phases[name] for name in names}, dict(sorted(kinds.items())))


def reach_by_bot(records: Sequence[Record], order: Sequence[str] = ()) -> dict[str, Reach]:
    """The reach of each bot: phases of the games in which it took part, decisions that were its own."""
    bots = dict.fromkeys(bot.spec for record in records for bot in record.bots)
    return {spec: reach_of(_games_of(spec, records), order) for spec in bots}


def _games_of(spec: str, records: Sequence[Record]) -> Iterator[tuple[Sequence[str], Mapping[str, int]]]:
    for record in records:
        own = [kinds for bot, kinds in zip(record.bots, record.kinds, strict=True) if bot.spec == spec]
        if own:
            yield record.phases, sum((Counter(kinds) for kinds in own), Counter[str]())
