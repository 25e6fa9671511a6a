"""11 Event cards in force: whom they reach, what they do to runs, tiles and boxes, and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from stockrail.rules.title import RailTitle
from stockrail.titles.g1883.companies import is_coach, is_cooperative, kind_of
from stockrail.titles.g1883.places import has_letter_f, zone_of
from stockrail.titles.g1883.state import Game1883

Part: TypeAlias = Mapping[str, Any]

UNIT = 10  # A55 runs are rounded to tens
WITH_COACHES = ("all corporations", "one corporation")
FOR_A_ROUND = ("boxes", "card", "fs_closed", "no_lay", "runs")


class EventCard(msgspec.Struct, frozen=True):
    """A card as it is printed; `cards` are the numbers of those that say the same."""

    id: str
    name: str
    cards: tuple[int, ...]
    era: int
    affects: str
    effects: tuple[dict[str, Any], ...]
    avoid: int = 0
    price: int = 0
    strike: bool = False
    reaches_cooperative: bool = False

    def part(self, *ops: str) -> Part:
        """What the card says about one of these operations."""
        return next((part for part in self.effects if part["op"] in ops), {})


@lru_cache(8)  # titles with their cards: the usual one, and tables with changed facts
def event_cards(title: RailTitle[Any]) -> Mapping[str, EventCard]:
    return {facts["id"]: msgspec.convert(facts, EventCard) for facts in title.facts["events"]}


def deck_in_use(game: Game1883) -> int:
    """4.0-h, 7.1-a"""
    return int(game.phase_facts["event_deck"])


def card_of(game: Game1883, id_: str) -> EventCard:
    return event_cards(game.title)[id_]


def reaches(game: Game1883, card: EventCard, company: str) -> bool:
    """8.1.7-a CCFR before its capitalisation only if the card says so; SARSA unless the card is about railways."""
    if is_cooperative(game, company) and not card.reaches_cooperative:
        return False
    if card.affects in game.title.companies:
        return company == card.affects
    return card.affects in WITH_COACHES or not is_coach(game, company)


def adjusted(game: Game1883, company: str, total: int) -> int:
    """11-3, 7, 14, 22, 24, 26 What a run comes to after the events in force; each changes it once.

    12.1-b A company that was formed after the card was drawn inherits what its parents did not avoid.
    """
    parents = game.title.facts["merger"]["parents"] if kind_of(game, company) == "merger" else ()
    for id_ in dict.fromkeys(id_ for id_, hit in game.state.effect.get("runs", ()) if hit in ("", company, *parents)):
        card = card_of(game, id_)
        if card.avoid or reaches(game, card, company):
            total = _changed(card.part("run_set", "run_factor"), total)
    return total


def _changed(part: Part, total: int) -> int:
    """A55 Less is rounded down, more is rounded up."""
    if "value" in part:
        return int(part["value"])
    percent: int = part["percent"]
    more = 100 * UNIT - 1 if percent > 100 else 0
    return (total * percent + more) // (100 * UNIT) * UNIT


def lay_fault(game: Game1883, hex_: str) -> str | None:
    """11-2, 11-5 Why no tile may be laid in a hex in this operating round."""
    if "no_lay" not in game.state.effect:
        return None
    part = card_of(game, game.state.effect["no_lay"]).part("no_lay_no_upgrade")
    if "hexes" in part and has_letter_f(game.title, hex_):
        return "flooded"
    return "landslide" if zone_of(game.title, hex_) in part.get("zones", ()) else None


def barred_hexes(game: Game1883) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
    """Where no tile may be laid in this round, and by which card."""
    card: str = game.state.effect.get("no_lay", "")
    closed = (hex_ for hex_ in game.title.board.hexes if card and lay_fault(game, hex_))
    return {hex_: (card, {}) for hex_ in closed}


def end_effects(game: Game1883, *names: str) -> None:
    """What they do is over: FOR_A_ROUND after an operating round; 11-26 "repeats" with the next stock round."""
    for name in names:
        if name in game.state.effect:
            del game.state.effect[name]


def effects_in_force(game: Game1883) -> list[tuple[str, dict[str, Any]]]:
    """Event cards whose effects last for now: with the companies that did not avoid it, or the change of each box."""
    effect = game.state.effect
    ids = dict.fromkeys(effect[name] for name in ("card", "repeats", "cancels") if name in effect)
    hit = {id_: tuple(c for each, c in effect.get("runs", ()) if each == id_ and c) for id_ in ids}
    parts = {id_: [part for part in card_of(game, id_).effects if "box" in part] for id_ in ids}
    boxes = {id_: {part["box"].lower(): abs(part["delta"]) for part in parts[id_]} for id_ in ids}
    found: list[tuple[str, dict[str, Any]]] = [(i, {"companies": hit[i]} if hit[i] else boxes[i]) for i in ids]
    lasting = effect.get("repeats")
    return [(id_, params) for id_, params in found if params or id_ == lasting or not card_of(game, id_).avoid]
