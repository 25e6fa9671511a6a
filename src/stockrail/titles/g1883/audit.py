"""What must hold after every action of 1883."""

from __future__ import annotations

from stockrail.rules.audit import purse_faults, shared_faults
from stockrail.rules.cards import holder_of_card
from stockrail.rules.discards import DiscardRound
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, BOX, POOL
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import excess
from stockrail.titles.g1883.coaches import bases, coached, group_of
from stockrail.titles.g1883.companies import in_game, is_coach, is_launched, is_railway, merged
from stockrail.titles.g1883.cooperative import PRESIDENT, cooperative, is_member
from stockrail.titles.g1883.merger import Merger, merged_company, parents_of
from stockrail.titles.g1883.phases import MERGER_DUE, MergerAfterTurn, PhaseChange
from stockrail.titles.g1883.running import engines_for_gravity, gravity_of, ports
from stockrail.titles.g1883.state import ASIDE, CAPITALISED, COOPERATIVE, GONE, SPARE_COACHES, Game1883, anchor_at


def audit(game: Game1883) -> list[str]:
    """While a phase or a merger is just being carried out, some of what must hold does so only at its end."""
    changing = PhaseChange | MergerAfterTurn | Merger | DiscardRound
    resting = MERGER_DUE not in game.state.flags and not any(isinstance(frame, changing) for frame in game.stack)
    merging = any(isinstance(frame, Merger) for frame in game.stack)
    on_their_way = [*parents_of(game), merged_company(game)] if merging else []
    found = shared_faults(game, [c for c in game.title.companies if c not in on_their_way], resting)
    always = [_purses, _coaches, _anchors, _concessions, *([] if game.ply else [_facts])]
    at_rest = [_tokens, _privates, _merger, _trains] if resting else []
    return [*found, *_cooperative(game, resting), *(fault for find in (*always, *at_rest) for fault in find(game))]


def _facts(game: Game1883) -> list[str]:
    """Facts that players have changed must fit together, or a game would stop only when it comes to use them."""
    title, facts = game.title, game.title.facts
    fs, hexes = title.map_facts["fs"], title.board.hexes
    places = [*ports(game), *fs["boxes"], *(box for boxes in fs["boxes"].values() for box in boxes)]
    places += [place for each in facts["concessions"] for place in each["sequence"]]
    links = [card.powers["lays"] for card in title.cards.values() if "lays" in card.powers]
    apart = [link for link in links if not set(link.get("joins", ())) <= set(hexes[link["hex"]].neighbors)]
    divisors = (*(facts["gravity"][name] for name in ("parts", "rounded_to")), facts["coaches"]["shares_for_one"])
    step = facts["privates"]["bid_step"]
    wrong = {
        "a link joins hexes that do not lie beside it": bool(apart),
        "a route is to call where no stop is": not all(hexes[place].printed.stops for place in places),
        "fewer coaches than bases": facts["coaches"]["tokens"] < len(bases(game)),
        "fewer costs than support cards": len(facts["support"]["costs"]) < facts["support"]["most"],
        "prices are no multiples of the step of bids": any(card.price % step for card in title.cards.values()),
        "a divisor is 0": not all((*divisors, facts["cooperative"]["loot_parts"])),
    }
    return [fault for fault, so in wrong.items() if so]


def _purses(game: Game1883) -> list[str]:
    """9-e Money is with the bank, players, companies or aside; support cards and bids within their limits."""
    state, most = game.state, game.title.facts["support"]["most"]
    bids = {seat: sum(state.offer.get((seat, card), 0) for card in game.title.cards) for seat in game.order}
    return [
        *purse_faults(game, ASIDE),
        *(f"player {s} has {state.support[s]} support cards" for s in game.order if not 0 <= state.support[s] <= most),
        *(f"player {seat} has bid more than their cash" for seat in game.order if bids[seat] > state.cash[seat]),
    ]


def _tokens(game: Game1883) -> list[str]:
    """6.5.2-b One in a city; only launched companies have any on the map, and CCFR until it is launched again."""
    cities = {company: cities_of(game, company) for company in game.title.companies}
    waiting = [c for c in cities if cities[c] and not is_launched(game, c) and c != cooperative(game)]
    doubled = [company for company, places in cities.items() if len(set(places)) < len(places)]
    return [*(f"{c}: two tokens in a city" for c in doubled), *(f"{c}: on the map, but not launched" for c in waiting)]


def _coaches(game: Game1883) -> list[str]:
    """8.2-j One in a hex, all of them hanging together with a base; none without the company."""
    hexes, company = coached(game), game.title.facts["coaches"]["company"]
    spare = len(game.state.shelves.on(SPARE_COACHES))
    faults = [] if len(hexes) + spare == game.title.facts["coaches"]["tokens"] else ["a coach is in the wrong place"]
    if hexes and not is_launched(game, company):
        faults.append("coaches without their company")
    joined = {hex_ for base in bases(game) for hex_ in group_of(game, base, hexes)}
    return faults if set(hexes) <= joined else [*faults, "coaches far from their bases"]


def _anchors(game: Game1883) -> list[str]:
    """3.2-p Each with a private company, a company or out of the game; two in a port belong to different companies."""
    on, companies = game.state.shelves.on, game.title.companies
    in_hand = sum(len(on(anchor_at(holder))) for holder in (*game.title.cards, *companies, BOX))
    placed = {port: [len(on(anchor_at(company, port))) for company in companies] for port in ports(game)}
    in_all = sum(card.powers.get("anchors", 0) for card in game.title.cards.values())
    faults = [] if in_hand + sum(map(sum, placed.values())) == in_all else ["an anchor is in the wrong place"]
    most = game.title.facts["anchors"]["most_in_a_port"]
    return [*faults, *(f"anchors in {port}" for port, row in placed.items() if sum(row) > most or max(row) > 1)]


def _concessions(game: Game1883) -> list[str]:
    """5.6 Each for sale, gone, or with a company that may hold it, with a clock that has not run out."""
    faults = []
    for each in game.title.facts["concessions"]:
        number, clock = each["id"], game.state.clock.get(each["id"])
        holder = game.state.concession[number]
        if holder in (POOL, GONE):
            faults += [f"concession {number}: a clock without an owner"] if clock is not None else []
        elif holder not in game.title.companies or is_coach(game, holder) or not in_game(game, holder):
            faults.append(f"concession {number} is with {holder}")
        elif clock is None or not 0 <= clock <= each["due"]:
            faults.append(f"concession {number}: its clock shows {clock}")
    return faults


def _cooperative(game: Game1883, resting: bool) -> list[str]:
    """8.1 A cooperative has members, one of whom presides; a frozen one has none; with the first 5 it is a railway."""
    flags, company = game.state.flags, cooperative(game)
    kind, members = flags["ccfr"], [seat for seat in game.seats if is_member(game, seat)]
    led = bool(members) and flags.get(PRESIDENT, members[0]) in members
    due = game.phase_has_come(game.title.facts["cooperative"]["capitalised_by"])
    wrong = {
        "its presidency is sold": kind != CAPITALISED and owner_of(game, company) is not None,
        "nobody of its members presides": kind == COOPERATIVE and not led,
        "frozen, with members": kind not in (COOPERATIVE, CAPITALISED) and bool(members),
        f"is {kind} in phase {game.phase.name}": resting and due != (kind == CAPITALISED),
    }
    return [f"{company}: {fault}" for fault, so in wrong.items() if so]


def _privates(game: Game1883) -> list[str]:
    """3.4, 3.5-a With the bank, a player or a railway; closed with the first 5 or the merger."""
    holders = {card: holder_of_card(game, card) for card in game.title.cards}
    known = [BANK, BOX, *game.seats, *(c for c in game.title.companies if is_launched(game, c) and is_railway(game, c))]
    faults = [f"{card} is with {holder}" for card, holder in holders.items() if holder not in known]
    over = merged(game) or "sarsa_on_plain" in game.phase.status
    open_ = [card for card, holder in holders.items() if holder not in (BANK, BOX)]
    return [*faults, f"still open: {open_}"] if over and open_ else faults


def _merger(game: Game1883) -> list[str]:
    """8.3-m Either the parents or the merged company can be in play."""
    should = {company: not merged(game) for company in parents_of(game)} | {merged_company(game): merged(game)}
    wrong = [company for company in should if in_game(game, company) != should[company]]
    return [f"{company} is {'not ' if should[company] else ''}in the game" for company in wrong]


def _trains(game: Game1883) -> list[str]:
    """6.8.3, 6.8.5-a The limit, and not more 2Gs than trains that they need."""
    over = [company for company in game.title.companies if excess(game, company)]
    surplus = [c for c in game.title.companies if len(gravity_of(game, c)) > len(engines_for_gravity(game, c))]
    return [*(f"{company}: too many trains" for company in over), *(f"{company}: too many 2Gs" for company in surplus)]
