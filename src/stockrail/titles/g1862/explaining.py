"""What is told of companies, trains, phases and prices to whoever points at them. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.market import Cell
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.variants import forms, lner_train

Notes = Sequence[tuple[str, Mapping[str, Any]]]


def form_name(game: Game1862, letter: str, form: str) -> str:
    """What a train of a letter is called in one of its forms: an A is a 1F, a 2L or a 2E."""
    return str(_facts(game, letter)["forms"][form])


def _facts(game: Game1862, letter: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(kind for kind in game.title.facts["trains"] if kind["name"] == letter)
    return found


def explained(game: Game1862, company: str) -> Notes:
    """3.1, 4.3, 7.8-h, 7.10 What its permits allow, what its charter obliges to, what its warranties are for."""
    state = game.state
    permits = state.permits.get(company, ())
    found: list[tuple[str, Mapping[str, Any]]] = [("permit", {"form": permits})] if permits else []
    if company in state.obliged:
        found.append(("obliged", {"player": state.obliged[company]}))
    covered = [train for train in trains_of(game, company) if state.warranties.get(train)]
    return [*found, ("warranties", {})] if covered else found


def train_notes(game: Game1862, kind: str) -> Notes:
    """7.8.1, 7.8.2, 7.8.3 How far it runs in each form; 7.10-b the warranties that come with it."""
    distance, free = _facts(game, kind)["distance"], int(_facts(game, kind)["free_warranties"])
    notes = [(form, {"name": form_name(game, kind, form), **distance[form]}) for form in forms(game)]
    return [*notes, ("free_warranties", {"count": free})] if free else notes


def phase_notes(game: Game1862, phase: str) -> Notes:
    """3.2-a New companies in phases B and C; 10.3-a the train that brings the LNER."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    count = sum(batch == phase for _, batch in game.state.batch.by_key().items())
    if count and phase != next(iter(game.title.phases)):
        found.append(("new_companies", {"count": count}))
    return [*found, ("lner", {})] if phase == lner_train(game) else found


def zone_notes(game: Game1862, cell: Cell) -> Notes:
    """6.4.2-c, d; 7.12; 10.1-a; par values are those of the IPO chart."""
    market, price = game.title.facts["market"], game.title.grid.price(cell)
    prices = game.title.grid.prices.values()
    found: list[str] = ["par"] if price in market["chart"] else []
    found += [zone for zone in ("ignore_one", "ignore_two") if price in market[zone]]
    found += ["ruin"] if price == 0 else ["summit"] if price == max(prices) else []
    return [(zone, {}) for zone in found]
