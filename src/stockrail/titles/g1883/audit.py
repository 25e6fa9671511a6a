"""What must hold after every action of 1883."""

from __future__ import annotations

from stockrail.rules.audit import (
    foreign_share_faults,
    market_faults,
    money_faults,
    share_faults,
    shelf_faults,
    tile_faults,
)
from stockrail.rules.cards import holder_of_card
from stockrail.rules.discards import DiscardRound
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, BOX, POOL
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import excess
from stockrail.titles.g1883.anchors import ports
from stockrail.titles.g1883.coaches import bases, coached, group_of
from stockrail.titles.g1883.companies import in_game, is_coach, is_launched, is_railway, merged, phase_has_come
from stockrail.titles.g1883.cooperative import PRESIDENT, cooperative, is_member
from stockrail.titles.g1883.merger import Merger
from stockrail.titles.g1883.phases import MERGER_DUE, MergerAfterTurn, PhaseChange
from stockrail.titles.g1883.running import engines_for_gravity, gravity_of
from stockrail.titles.g1883.state import ASIDE, CAPITALISED, COOPERATIVE, GONE, SPARE_COACHES, Game1883, anchor_at


def audit(game: Game1883) -> list[str]:
    resting = not is_changing(game)
    companies = [company for company in game.title.companies if resting or company not in merging(game)]
    found = [
        *money_faults(game),
        *shelf_faults(game),
        *share_faults(game, companies, settled=resting),
        *foreign_share_faults(game, game.title.companies),
        *market_faults(game),
        *tile_faults(game),
    ]
    always = [_purses, _coaches, _anchors, _concessions, _cooperative]
    at_rest = [_tokens, _privates, _merger, _trains] if resting else []
    return [*found, *(fault for find in (*always, *at_rest) for fault in find(game))]


def is_changing(game: Game1883) -> bool:
    """Whether a phase or a merger is just being carried out: some of what must hold does so only at its end."""
    kinds = PhaseChange | MergerAfterTurn | Merger | DiscardRound
    return MERGER_DUE in game.state.flags or any(isinstance(frame, kinds) for frame in game.stack)


def merging(game: Game1883) -> list[str]:
    """Companies whose certificates are on their way while a merger is carried out."""
    under_way = any(isinstance(frame, Merger) for frame in game.stack)
    return [*game.title.facts["merger"]["parents"], *game.title.companies_of("merger")] if under_way else []


def _purses(game: Game1883) -> list[str]:
    """9-e Money is with the bank, players, companies or aside; support cards and bids within their limits."""
    known = {BANK, ASIDE, *game.order, *game.title.companies}
    faults = [f"{holder} has money" for holder, sum_ in game.state.cash.amounts.items() if sum_ and holder not in known]
    most = game.title.facts["support"]["most"]
    for seat in game.order:
        if not 0 <= game.state.support[seat] <= most:
            faults.append(f"player {seat} has {game.state.support[seat]} support cards")
        bids = [game.state.offer.get((seat, card), 0) for card in game.title.cards]
        if sum(bids) > game.state.cash[seat]:
            faults.append(f"player {seat} has bid more than their cash")
    return faults


def _tokens(game: Game1883) -> list[str]:
    """6.5.2-b One in a city; only launched companies have any on the map, and CCFR until it is launched again."""
    faults = []
    for company in game.title.companies:
        cities = cities_of(game, company)
        if len(set(cities)) < len(cities):
            faults.append(f"{company}: two tokens in a city")
        if cities and not is_launched(game, company) and company != cooperative(game):
            faults.append(f"{company}: tokens on the map, but not launched")
    return faults


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
    holders = [(holder, "") for holder in (*game.title.cards, *companies, BOX)]
    placed = {port: [len(on(anchor_at(company, port))) for company in companies] for port in ports(game)}
    count = sum(len(on(anchor_at(*holder))) for holder in holders) + sum(map(sum, placed.values()))
    faults = [] if count == _anchors_in_all(game) else ["an anchor is in the wrong place"]
    most = game.title.facts["anchors"]["most_in_a_port"]
    return [*faults, *(f"anchors in {port}" for port, row in placed.items() if sum(row) > most or max(row) > 1)]


def _anchors_in_all(game: Game1883) -> int:
    return sum(card.powers.get("anchors", 0) for card in game.title.cards.values())


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


def _cooperative(game: Game1883) -> list[str]:
    """8.1 A cooperative has members, one of whom presides; a frozen one has none; afterwards it is a railway."""
    flags, company = game.state.flags, cooperative(game)
    kind, members = flags["ccfr"], [seat for seat in game.seats if is_member(game, seat)]
    faults = []
    if kind != CAPITALISED and owner_of(game, company) is not None:
        faults.append(f"{company}: its presidency is sold")
    if kind == COOPERATIVE and (not members or flags.get(PRESIDENT, members[0]) not in members):
        faults.append(f"{company}: nobody of its members presides")
    if kind not in (COOPERATIVE, CAPITALISED) and members:
        faults.append(f"{company}: frozen, with members")
    due = phase_has_come(game, game.title.facts["cooperative"]["capitalised_by"])
    if not is_changing(game) and due != (kind == CAPITALISED):
        faults.append(f"{company}: is {kind} in phase {game.phase.name}")
    return faults


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
    parents = game.title.facts["merger"]["parents"]
    formed = game.title.companies_of("merger")
    wrong, right = (parents, formed) if merged(game) else (formed, parents)
    faults = [f"{company} is in the game" for company in wrong if in_game(game, company)]
    return [*faults, *(f"{company} is not in the game" for company in right if not in_game(game, company))]


def _trains(game: Game1883) -> list[str]:
    """6.8.3, 6.8.5-a The limit, and not more 2Gs than trains that they need."""
    over = [company for company in game.title.companies if excess(game, company)]
    surplus = [c for c in game.title.companies if len(gravity_of(game, c)) > len(engines_for_gravity(game, c))]
    return [*(f"{company}: too many trains" for company in over), *(f"{company}: too many 2Gs" for company in surplus)]
