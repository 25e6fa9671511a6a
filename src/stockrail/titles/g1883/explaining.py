"""What is told of companies, actions, prices and offers to whoever looks at them. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.core import Action
from stockrail.market import Cell
from stockrail.rules.actions import Bid, PayOut, SettleOption
from stockrail.rules.showing import Showing
from stockrail.rules.state import POOL
from stockrail.titles.g1883.actions import BuyConcession, BuySupport, PlaceCoach
from stockrail.titles.g1883.anchors import ports
from stockrail.titles.g1883.coaches import coached, ground
from stockrail.titles.g1883.companies import (
    is_coach,
    is_cooperative,
    is_launched,
    merged,
    phase_has_come,
    president_of,
)
from stockrail.titles.g1883.concessions import concessions_of, cost_of
from stockrail.titles.g1883.cooperative import compensation
from stockrail.titles.g1883.effects import effects_in_force
from stockrail.titles.g1883.merger import OddShare
from stockrail.titles.g1883.private_round import PrivateTurn, for_sale
from stockrail.titles.g1883.running import anchor_bonus, anchored_ports
from stockrail.titles.g1883.state import FROZEN, Game1883, anchor_at
from stockrail.titles.g1883.support import support_cost

Notes = Sequence[tuple[str, Mapping[str, Any]]]

SHOWING = Showing(
    said=frozenset({
        "buys_concession", "buys_private", "buys_support", "gets_private", "gives_up_option", "offers_for_private",
        "player_avoids", "company_avoids", "proposes_merger", "redeems_option", "rolls_for_support", "swaps_private",
    }),
)  # fmt: skip


# -- actions ------------------------------------------------------------------------------------------------------


def amounts(game: Game1883, action: Action) -> Mapping[str, int]:
    """The sums of an action, by the names that the words know."""
    if isinstance(action, PlaceCoach):
        land = ground(game).get(action.hex)
        return {"cost": land.cost} if land and land.cost else {}
    if isinstance(action, BuySupport) and action.player in game.order:
        cost = support_cost(game, action.player)
        return {} if cost is None else {"amount": cost}
    if isinstance(action, BuyConcession):
        return {"amount": cost_of(game, action.concession)}
    if isinstance(action, Bid) and isinstance(game.decision, PrivateTurn) and action.item == for_sale(game)[0]:
        return {"cost": action.price}
    if isinstance(action, PayOut) and action.kind == "loot" and action.company in game.state.cell:
        return {"amount": _loot_pays(game, action.company)}
    step = game.decision
    return {"amount": step.half} if isinstance(action, SettleOption) and isinstance(step, OddShare) else {}


def _loot_pays(game: Game1883, company: str) -> int:
    """A44 What a looter would get for the share."""
    grid, cell = game.title.grid, game.state.cell[company]
    return compensation(game, grid.price(cell), grid.price(grid.left(cell)))


# -- companies ----------------------------------------------------------------------------------------------------


def remarks(game: Game1883, company: str) -> Notes:
    """Its par price, when it was launched, who leads CCFR for now, its concessions, anchors and coaches."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    if is_launched(game, company):
        found.append(("par", {"price": game.state.par[company]}))
    if game.state.launched.get(company):
        found.append(("launched", {"turn": game.state.launched[company]}))
    if is_cooperative(game, company):
        found += _of_cooperative(game, company)
    found += [("concession", _clock_of(game, each)) for each in concessions_of(game, company)]
    found += [("anchor", {"hex": port}) for port in anchored_ports(game, company)]
    in_hand = len(game.state.shelves.on(anchor_at(company)))
    found += [("anchors_in_hand", {"count": in_hand})] if in_hand else []
    if is_coach(game, company) and is_launched(game, company):
        found.append(("coaches", {"count": len(coached(game))}))
    return found


def _of_cooperative(game: Game1883, company: str) -> Notes:
    """8.1.2, 8.1.5-d, 8.1.6 Who presides in this round, and who has looted."""
    president, looters = president_of(game, company), [seat for seat in game.order if game.state.ousted.get(seat)]
    found: list[tuple[str, Mapping[str, Any]]] = []
    if game.state.flags["ccfr"] == FROZEN:
        found.append(("frozen", {}))
    elif president is not None:
        found.append(("presides", {"player": president}))
    return [*found, ("looted", {"players": looters})] if looters else found


def _clock_of(game: Game1883, concession: Mapping[str, Any]) -> Mapping[str, Any]:
    number = concession["id"]
    return {"number": number, "clock": game.state.clock.get(number, 0), "due": concession["due"]}


def explained(game: Game1883, company: str) -> Notes:
    """What newcomers ask: the cooperative, coaches, two homes, the merger, concessions and anchors."""
    facts = game.title.facts
    found: list[tuple[str, Mapping[str, Any]]] = []
    if is_cooperative(game, company):
        frozen = game.state.flags["ccfr"] == FROZEN
        found.append(("frozen" if frozen else "cooperative", {}))
    if is_coach(game, company):
        found += [("coaches", {}), ("coach_ratio", {"count": facts["coaches"]["shares_for_one"]})]
    if company == facts["double_lay"]["company"] and not phase_has_come(game, facts["double_lay"]["until_first"]):
        found.append(("double_lay", {}))
    if company in facts["merger"]["parents"] and is_launched(game, company) and not merged(game):
        survivor = next(iter(game.title.companies_of("merger")))
        found.append(("parent", {"survivor": survivor, "phase": facts["merger"]["from_phase"]}))
    found += [("concession", _promise_of(game, each)) for each in concessions_of(game, company)]
    has_anchors = any(game.state.shelves.on(anchor_at(company, port)) for port in ("", *ports(game)))
    return [*found, ("anchor", {"amount": anchor_bonus(game)})] if has_anchors else found


def _promise_of(game: Game1883, concession: Mapping[str, Any]) -> Mapping[str, Any]:
    """5.6 Between which places, for how much, until when, at what penalty."""
    left = concession["due"] - game.state.clock.get(concession["id"], 0)
    return {
        "number": concession["id"],
        "hexes": tuple(concession["sequence"]),
        "amount": concession["bonus"][game.phase.offboard],
        "count": left,
        "owed": concession["cost"] * game.title.facts["concession"]["penalty_factor"],
    }


# -- the rest -----------------------------------------------------------------------------------------------------


def in_force(game: Game1883) -> Notes:
    return effects_in_force(game)


def on_offer(game: Game1883) -> Sequence[str]:
    """5.6-a Concessions that are for sale."""
    numbers = [each["id"] for each in concessions_of(game, POOL)]
    return [f"concessions {' '.join(numbers)}"] if numbers else []


def zone_notes(game: Game1883, cell: Cell) -> Notes:
    """4.0-c, 5.8-a, 9-c"""
    grid, end = game.title.grid, game.title.facts["market"]["end"]
    if cell in grid.closed:
        return [("closed", {})]
    if cell == tuple(end["cell"]):
        return [("summit", {"company": end["company"]})]
    if cell not in grid.par.values():
        return []
    phases = [p["name"] for p in game.title.facts["phases"] if grid.price(cell) in p["par"]]
    first = next(iter(game.title.phases))
    return [("par", {} if phases[0] == first else {"phase": phases[0]})]
