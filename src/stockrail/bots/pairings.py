"""Which game is to be played: the title with its options and rulings, the bots in its seats, the seed. Pure data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec

from stockrail.bots.bot import Bot
from stockrail.bots.registry import level, read_spec
from stockrail.core import UnknownChoice
from stockrail.rules.game import RailGame, begin
from stockrail.titles import title as find_title

CAP = 5_000  # actions in one game; the longest random games take half as many
MASK = (1 << 64) - 1


class Entrant(msgspec.Struct, frozen=True):
    """A bot as it enters a tournament."""

    name: str
    arguments: dict[str, str] = {}
    version: str = ""

    @property
    def spec(self) -> str:
        return ":".join([self.name, *(f"{name}={value}" for name, value in self.arguments.items())])

    def bot(self, seed: int) -> Bot:
        return level(self.name).make(seed, self.arguments)


def entrant(spec: str) -> Entrant:
    """The bot of a spec, which is made once, so that a mistake in it is found before the first game."""
    name, arguments = read_spec(spec)
    found = level(name)
    made = found.make(0, arguments)
    versions = [found.version, str(getattr(made, "version", ""))]
    return Entrant(name, dict(sorted(arguments.items())), "+".join(filter(None, versions)))


class Pairing(msgspec.Struct, frozen=True):
    """One game of a tournament. Its `id` names everything that decides how it goes, so that no game is played twice."""

    title: str
    seats: tuple[Entrant, ...]
    seed: int = 0
    options: tuple[str, ...] = ()
    rulings: dict[str, str] = {}
    facts: str = ""  # the fingerprint of the title's facts
    cap: int = CAP
    check: bool = False

    @property
    def id(self) -> str:
        digest = blake2b(msgspec.json.encode(self), digest_size=6).hexdigest()
        return f"{re.sub(r'[^A-Za-z0-9.]+', '_', self.title)}-{self.seed}-{digest}"

    def begin(self) -> RailGame:
        """The game at its start. The names say who plays, as a save holds nothing else about it."""
        names = [f"{one.name} {number} (bot)" for number, one in enumerate(self.seats, 1)]
        title = find_title(self.title)
        return begin(title, names, seed=self.seed, options=self.options, rulings=self.rulings)


def pairing(  # noqa: PLR0913  (all but two are named)
    title: str,
    seats: Sequence[str | Entrant],
    *,
    seed: int = 0,
    options: Sequence[str] = (),
    preset: str | None = None,
    rulings: Mapping[str, str] | None = None,
    cap: int = CAP,
    check: bool = False,
) -> Pairing:
    """A game of a title with these bots in its seats; whatever does not exist is an error here."""
    found = find_title(title)
    if len(seats) not in found.players:
        raise UnknownChoice(f"{found.name} is for {found.players[0]} to {found.players[-1]} players, not {len(seats)}")
    return Pairing(
        title=found.name,
        seats=tuple(entrant(seat) if isinstance(seat, str) else seat for seat in seats),
        seed=seed,
        options=found.resolve_options(options),
        rulings=found.resolve_rulings(preset, rulings or {}),
        facts=found.facts_hash,
        cap=cap,
        check=check,
    )


def seed_of(*parts: object) -> int:
    """A seed that depends on all parts: dice of one bot tell nothing about those of another."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) & MASK
