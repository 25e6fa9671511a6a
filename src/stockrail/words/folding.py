"""Log entries that belong to one sentence: a price that moves with a sale, trains that rust together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from stockrail.core import Event

MOVES_THE_PRICE = ("sells", "issues")
BETWEEN = ("president_changes", "bank_runs_out")


def fold(events: Iterable[Event]) -> list[Event]:
    """The same facts in fewer entries."""
    folded = list(events)
    for merge in (_prices, _rusting, _passes):
        folded = merge(folded)
    return folded


def _prices(events: list[Event]) -> list[Event]:
    """A dividend tells the price itself; a sale takes it from the move that follows."""
    told: set[int] = set()
    folded = list(events)
    for index, event in enumerate(events):
        if event.kind == "dividend" and _is_move(events, index - 1, event["company"]):
            told.add(index - 1)
        elif event.kind in MOVES_THE_PRICE and (move := _move_after(events, index)):
            prices = {name: events[move][name] for name in ("before", "after")}
            folded[index] = Event(event.kind, {**event.params, **prices})
            told.add(move)
    return [event for index, event in enumerate(folded) if index not in told]


def _is_move(events: list[Event], index: int, company: str) -> bool:
    if not 0 <= index < len(events) or events[index].kind != "price_moves":
        return False
    return bool(events[index]["company"] == company)


def _move_after(events: list[Event], index: int) -> int | None:
    following = index + 1
    while following < len(events) and events[following].kind in BETWEEN:
        following += 1
    return following if _is_move(events, following, events[index]["company"]) else None


def _rusting(events: list[Event]) -> list[Event]:
    def together(group: list[Event]) -> Event:
        losses: dict[Any, list[str]] = {}
        for event in group:
            losses.setdefault(event["holder"], []).append(event["train"])
        return Event("trains_rust", {"losses": losses})

    return _grouped(events, "train_rusts", together)


def _passes(events: list[Event]) -> list[Event]:
    return _grouped(events, "passes", lambda group: Event("all_pass", {"players": [e["player"] for e in group]}))


def _grouped(events: list[Event], kind: str, together: Callable[[list[Event]], Event]) -> list[Event]:
    """Two and more entries of a kind in a row become one."""
    folded: list[Event] = []
    group: list[Event] = []
    for event in [*events, None]:
        if event is not None and event.kind == kind:
            group.append(event)
            continue
        folded += [together(group)] if len(group) > 1 else group
        group = []
        folded += [event] if event is not None else []
    return folded
