"""2.4 Setting up: which companies are in the game and when, their permits, and the trains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stockrail.core import UnknownChoice
from stockrail.core.chance import Dice
from stockrail.rules.setup import lay_out_certificates, lay_out_tokens, open_bank
from stockrail.rules.state import BOX, DEPOT, trains_at
from stockrail.rules.tokens import REMOVED_TOKENS
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.variants import ADVANCED, advanced, length, simple_form


def set_up(game: Game1862) -> None:
    """Seats are as the players were given; the first has the priority."""
    open_bank(game)
    _deal(game)
    lay_out_certificates(game, lambda company: IPO if company.id in game.state.batch else BOX)
    lay_out_tokens(game, lambda company: REMOVED_TOKENS)
    for kind in game.title.facts["trains"]:
        count = kind["by_length"][length(game)] if "by_length" in kind else 1
        for number in range(count):
            game.state.shelves.create(f"{kind['name']}-{number}", trains_at(DEPOT))


def _deal(game: Game1862) -> None:
    """2.4.1, 2.4.2 Companies by lot: some are put away, the rest come in three batches, each with a permit."""
    batches, permits = _given(game) if game.setup else _drawn(game)
    single = simple_form(game)
    for phase, companies in batches.items():
        for company in companies:
            game.state.batch[company] = phase
    game.state.flags["offered"] = tuple(company for companies in batches.values() for company in companies)
    for company in [company for company in game.title.companies if company in game.state.batch]:
        if not single:
            game.state.permit[company] = permits[company]
        game.state.permits[company] = (single or permits[company],)


Deal = tuple[dict[str, list[str]], dict[str, str]]
"""The companies of each batch, by the phase in which it comes; and the permit of each."""


def _drawn(game: Game1862) -> Deal:
    shuffle = SiteShuffle(game.seed) if game.ruling("dealing") == "site" else DiceShuffle(game.seed)
    order = shuffle.of(list(game.title.companies))
    sizes = _batches(game)
    offer = order[len(order) - sum(sizes.values()) :]
    batches: dict[str, list[str]] = {}
    for phase, size in sizes.items():
        batches[phase], offer = offer[:size], offer[size:]
    chosen = {company for batch in batches.values() for company in batch}
    permits = shuffle.of(_permits(game))
    return batches, dict(zip([c for c in game.title.companies if c in chosen], permits, strict=False))


def _given(game: Game1862) -> Deal:
    """As the players have drawn it: {"A": [...], "B": [...], "C": [...], "permits": {company: kind}}."""
    try:
        batches = msgspec.convert({phase: game.setup.get(phase) for phase in _batches(game)}, dict[str, list[str]])
        permits = msgspec.convert(game.setup.get("permits", {}), dict[str, str])
    except msgspec.ValidationError as error:
        raise UnknownChoice(f"setup: {error}") from error
    offer = [company for batch in batches.values() for company in batch]
    for phase, size in _batches(game).items():
        if len(batches[phase]) != size:
            raise UnknownChoice(f"setup: phase {phase} brings {size} companies, not {len(batches[phase])}")
    if len(set(offer)) < len(offer) or not set(offer) <= set(game.title.companies):
        raise UnknownChoice("setup: name each company of the game exactly once")
    wanted = set() if simple_form(game) else set(offer)
    if set(permits) != wanted or Counter(permits.values()) - Counter(_permits(game)):
        raise UnknownChoice("setup: give each company one of the available permits")
    return batches, permits


def drawn(game: Game1862) -> dict[str, Any]:
    """The deal of a game that has just begun, as `_given` reads it; all of it lies open on the table."""
    offered, batch = game.state.flags["offered"], game.state.batch
    batches = {phase: [c for c in offered if batch[c] == phase] for phase in _batches(game)}
    return {**batches, "permits": game.state.permit.by_key()}


def _batches(game: Game1862) -> dict[str, int]:
    """2.4.1-a, 2.4.2-a How many companies come in which phase."""
    seats = len(game.players)
    name = str(seats) if seats > 6 and "no_extra_companies" not in game.options else "2-6"
    sizes = game.title.facts["setup"][name]
    return {"A": sizes["first"], "B": sizes["B"], "C": sizes["C"]}


def _permits(game: Game1862) -> list[str]:
    """2.4.1-b, 2.4.2-b, 11.1-b The permits, in turns by kind; in a simple game there are none."""
    if simple_form(game):
        return []
    variant = advanced(game)
    extra = len(game.players) > 6 and "no_extra_companies" not in game.options
    counts = dict(game.title.facts["permits"][variant or ("7-8" if extra else "2-6")])
    kinds = ADVANCED[variant] if variant else ("freight", "express", "local")
    if variant and extra:
        counts = dict.fromkeys(kinds, (sum(_batches(game).values()) + 1) // 2)
    dealt: list[str] = []
    while sum(counts.values()):
        for kind in kinds:
            if counts[kind]:
                dealt.append(kind)
                counts[kind] -= 1
    return dealt


class DiceShuffle:
    """Stockrail's own shuffle."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def of(self, things: Sequence[str]) -> list[str]:
        return self.dice.shuffled(things)


class SiteShuffle:
    """The public site's: each thing draws a number of its congruential generator, the smallest comes first."""

    def __init__(self, seed: int) -> None:
        self.draws = _draws(seed)

    def of(self, things: Sequence[str]) -> list[str]:
        numbers = {thing_at: next(self.draws) for thing_at in range(len(things))}
        return [things[place] for place in sorted(numbers, key=lambda place: numbers[place])]


def _draws(seed: int) -> Iterator[int]:
    number = seed % 2**31
    while True:
        number = (1103515245 * number + 12345) % 2**31
        yield number
