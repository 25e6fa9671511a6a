"""What is told of companies, actions, prices, offers and the merger. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.core import Action
from stockrail.market import Cell
from stockrail.rules.actions import Bid, PayOut, SettleOption
from stockrail.rules.cards import owner_of_card
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.merging import MergeDecision, MergerOffer
from stockrail.rules.shares import shares_of
from stockrail.rules.showing import Note, Procedure, Showing, note_if
from stockrail.rules.standing_bids import for_sale
from stockrail.rules.state import IPO, POOL, Holder
from stockrail.titles.g1883.actions import BuyConcession, BuyPrivate, BuySupport, PlaceCoach
from stockrail.titles.g1883.coaches import PlaceCoaches, coached, ground
from stockrail.titles.g1883.companies import is_coach, is_cooperative, is_launched, merged, president_of
from stockrail.titles.g1883.concessions import concessions_of, cost_of, penalty_of, rounds_left
from stockrail.titles.g1883.cooperative import compensation, members_in_turn
from stockrail.titles.g1883.events import SaveGold
from stockrail.titles.g1883.merger import FOR_ONE, Merger, OddShare, merged_company, merged_price, parents_of
from stockrail.titles.g1883.private_round import PrivateTurn
from stockrail.titles.g1883.running import anchor_bonus, anchored_ports, ports
from stockrail.titles.g1883.state import FROZEN, Game1883, anchor_at
from stockrail.titles.g1883.support import support_cost
from stockrail.titles.g1883.track import ANYWHERE, F_HEXES, HILLS, LayTrack, Way

SHOWING = Showing(
    said=frozenset({
        "buys_concession", "buys_private", "buys_support", "gets_private", "gives_up_option", "offers_for_private",
        "player_avoids", "company_avoids", "proposes_merger", "redeems_option", "rolls_for_support", "swaps_private",
        "exchanges_shares", "merges",
    }),
    settles={"loots": "revenue"},
    pays={"loots": "revenue amount"},
    harms=frozenset({"misses_concession", "is_frozen"}),
)  # fmt: skip

STEPS = {"odd_shares": 1, "presidency": 2, "settlement": 2, "tokens": 3, "trains": 4, "privates": 5}  # stages done
STAGES = ("pairs", "odd_shares", "presidency", "tokens", "trains")


def amounts(game: Game1883, action: Action) -> Mapping[str, int]:
    """The sums of an action, or whom it asks, by the names that the words know."""
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
        grid, cell = game.title.grid, game.state.cell[action.company]
        return {"amount": compensation(game, grid.price(cell), grid.price(grid.left(cell)))}
    if isinstance(action, BuyPrivate) and action.card in game.title.cards:  # 3.4-a whose it is
        owner = owner_of_card(game, action.card)
        return {"asked": owner} if isinstance(owner, int) and owner != action.player else {}
    step = game.decision
    return {"amount": step.half} if isinstance(action, SettleOption) and isinstance(step, OddShare) else {}


def remarks(game: Game1883, company: str) -> Sequence[Note]:
    """Its par price, when it was launched, who leads CCFR for now, its concessions, anchors and coaches.

    8.1.2, 8.1.5-d, 8.1.6 Who presides in this round, and who has looted.
    """
    state, own = game.state, is_cooperative(game, company)
    par, turn, in_hand = state.par.get(company), state.launched.get(company), state.shelves.on(anchor_at(company))
    president, looters = president_of(game, company), [seat for seat in game.order if state.ousted.get(seat)]
    clocks = [(c["id"], state.clock.get(c["id"], 0), c["due"]) for c in concessions_of(game, company)]
    return [
        *note_if(par is not None, "par", price=par),
        *note_if(turn, "launched", turn=turn),
        *note_if(own and state.flags["ccfr"] == FROZEN, "frozen"),
        *note_if(own and president is not None, "presides", player=president),
        *note_if(own and looters, "looted", players=looters),
        *(("concession", {"number": number, "clock": clock, "due": due}) for number, clock, due in clocks),
        *(("anchor", {"hex": port}) for port in anchored_ports(game, company)),
        *note_if(in_hand, "anchors_in_hand", count=len(in_hand)),
        *note_if(is_coach(game, company) and par is not None, "coaches", count=len(coached(game))),
    ]


def explained(game: Game1883, company: str) -> Sequence[Note]:
    """What newcomers ask: the cooperative, coaches, two homes, the merger, concessions and anchors."""
    facts = game.title.facts
    lays, merger, own = facts["double_lay"], facts["merger"], is_cooperative(game, company)
    frozen, coach = game.state.flags["ccfr"] == FROZEN, is_coach(game, company)
    parent = company in merger["parents"] and is_launched(game, company) and not merged(game)
    has_anchors = any(game.state.shelves.on(anchor_at(company, port)) for port in ("", *ports(game)))
    return [
        *note_if(own, "frozen" if frozen else "cooperative"),
        *note_if(coach, "coaches"),
        *note_if(coach, "coach_ratio", count=facts["coaches"]["shares_for_one"]),
        *note_if(company == lays["company"] and not game.phase_has_come(lays["until_first"]), "double_lay"),
        *note_if(parent, "parent", survivor=merged_company(game), phase=merger["from_phase"]),
        *(("concession", _promise_of(game, each)) for each in concessions_of(game, company)),
        *note_if(has_anchors, "anchor", amount=anchor_bonus(game)),
    ]


def hints(game: Game1883) -> Sequence[Note]:
    """8.1.2-b Who presides after this round; 6.4.4, 6.4.5, 3.2-c, 8.2-c what may still be laid or placed."""
    step, members = game.decision, members_in_turn(game)
    notes: list[Note] = []
    if isinstance(step, CompanyDecision) and is_cooperative(game, step.company) and len(members) > 1:
        notes.append(("presides_next", {"company": step.company, "player": members[1]}))
    if isinstance(step, LayTrack):
        ways = step.ways_left(game)
        several = len(ways) > 1 or step.done
        notes += [_lay_left(way, any(other.doubled for other in ways)) for way in ways if several]
    if isinstance(step, SaveGold):
        notes.append(("gold", {"amount": step.loss(game)}))
    return [*notes, *([("coaches_left", {"count": step.left(game)})] if isinstance(step, PlaceCoaches) else [])]


def _lay_left(way: Way, doubles: bool) -> Note:
    """A67 FSF lays on F from its homes, or one tile anywhere instead."""
    if way.name == ANYWHERE and doubles and not way.doubled:
        return "lay_instead", {}
    if way.only in ("", F_HEXES) and way.homes and len(way.homes) == 1:
        return "lay_on_f" if way.only else "lay_from_home", {"hex": way.homes[0][0]}
    return ("lay_with_card", {"card": way.only}) if way.only not in ("", HILLS) else (f"lay_{way.only or ANYWHERE}", {})


def _promise_of(game: Game1883, concession: Mapping[str, Any]) -> Mapping[str, Any]:
    """5.6 Between which places, for how much, until when, at what penalty."""
    return {
        "number": concession["id"],
        "hexes": tuple(concession["sequence"]),
        "amount": concession["bonus"][game.phase.offboard],
        "count": rounds_left(game, concession),
        "owed": penalty_of(game, concession),
    }


def zone_notes(game: Game1883, cell: Cell) -> Sequence[Note]:
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


def merger_shown(game: Game1883) -> Procedure | None:
    """8.3 While the merger goes on, and when somebody may propose it or agree to it: who gives and gets what."""
    going = next((frame for frame in game.stack if isinstance(frame, Merger)), None)
    new, parents = merged_company(game), parents_of(game)
    holders: list[Holder] = [*game.order, IPO, POOL]
    held = {holder: [shares_of(game, holder, parent) for parent in parents] for holder in holders}
    gives: list[Note] = [("gives", {"company": parent}) for parent in parents]
    gets: Note = ("gets", {"company": new})
    if going is not None:
        rows = tuple((h, (shares_of(game, h, new), sum(own))) for h, own in held.items())
        notes = (*_price_notes(game, going.value), *note_if(going.waits, "waits", company=new))
        return Procedure("merger", STAGES, STEPS[going.step], True, (gets, ("single", {})), rows, notes)
    if not isinstance(game.decision, MergeDecision | MergerOffer):
        return None
    lots = [(h, (*own, sum(own) // FOR_ONE, sum(own) % FOR_ONE * (h in game.seats))) for h, own in held.items()]
    heads = (*gives, gets, ("single", {}))
    return Procedure("merger", STAGES, 0, False, heads, tuple(lots), _price_notes(game, merged_price(game)))


def _price_notes(game: Game1883, value: int) -> tuple[Note, ...]:
    """8.3-d, f"""
    half, most = -(-value // FOR_ONE), game.title.facts["merger"]["most"]
    return ("price", {"company": merged_company(game), "value": value, "best": most}), ("single_share", {"half": half})
