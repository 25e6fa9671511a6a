"""8.2 SARSA: coach tokens on hexes, earnings of the best group, the ratio of its shares."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from stockrail.board import Face
from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.agreement import end_game
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.earnings import Account, Part
from stockrail.rules.game import pay
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK
from stockrail.rules.track import track
from stockrail.rules.trains import next_train, type_of
from stockrail.titles.g1883.actions import PlaceCoach
from stockrail.titles.g1883.companies import is_coach, is_railway
from stockrail.titles.g1883.places import PLAIN, is_north, zone_of
from stockrail.titles.g1883.state import SPARE_COACHES, Game1883, coach_at


class Ground(NamedTuple):
    """8.2-d, e, f, j A hex where coaches may go: whether it is in the plain, what it costs, what lies beside it."""

    is_plain: bool
    cost: int
    beside: tuple[str, ...]


def ground(game: Game1883) -> dict[str, Ground]:
    """Every hex where coaches may ever go, in the order of the map: no boxes, nothing grey, closed or in the north."""
    board, title = game.title.board, game.title
    if "coaches" not in board.memo:
        open_ = {name: hex_ for name, hex_ in board.hexes.items() if hex_.kind and not is_north(title, name)}
        plain = {name: zone_of(title, name) == PLAIN for name in open_}
        costs = {name: sum(part.get("cost", 0) for part in hex_.terrain) for name, hex_ in open_.items()}
        beside = {name: tuple(other for other in hex_.neighbors if other in open_) for name, hex_ in open_.items()}
        board.memo["coaches"] = {name: Ground(plain[name], costs[name], beside[name]) for name in open_}
    found: dict[str, Ground] = board.memo["coaches"]
    return found


def coached(game: Game1883) -> list[str]:
    """The hexes with a coach, in the order of the map."""
    places = game.state.shelves.things
    return [hex_ for hex_ in ground(game) if places.get(coach_at(hex_))]


def bases(game: Game1883) -> list[str]:
    return [hex_ for hex_, _ in game.title.companies[game.title.facts["coaches"]["company"]].homes]


def group_of(game: Game1883, hex_: str, taken: Collection[str]) -> set[str]:
    """8.2-g The coaches that hang together with the one in a hex."""
    lands, found, coming = ground(game), {hex_}, [hex_]
    for each in coming:
        new = [other for other in lands[each].beside if other in taken and other not in found]
        found.update(new)
        coming += new
    return found


class PlaceCoaches(CompanyDecision[Game1883], frozen=True):
    """8.2-a to f, j, n The first turn puts coaches on the bases by itself, then some next to them."""

    deeds = (PlaceCoach, Pass)
    unasked_fault = "coach_or_pass"
    tells = ("hex",)

    opening: bool = False
    placed: tuple[str, ...] = ()  # in this turn, the bases apart

    def any(self, game: Game1883) -> bool:
        return bool(self.moves(game))

    def told(self, game: Game1883, action: PlaceCoach) -> Mapping[str, Any]:
        land = ground(game).get(action.hex)
        return {**super().told(game, action), "cost": land.cost if land else 0}

    def moves(self, game: Game1883) -> Menu:
        """Every hex where a coach may go now, in the order of the map; in the first turn bases come before."""
        player, taken = self.actor(game), coached(game)
        near = self._open(game, taken) if taken else set()
        open_ = [hex_ for hex_ in ground(game) if hex_ in near and self._fault(game, hex_, taken, near) is None]
        return [PlaceCoach(player, self.company, hex_) for hex_ in open_]

    def take(self, game: Game1883, action: Action) -> None:
        if isinstance(action, PlaceCoach):
            cost = ground(game)[action.hex].cost
            pay(game, self.company, BANK, cost)
            _put(game, self.company, action.hex, cost)
            game.change_frame(placed=(*self.placed, action.hex))
        else:
            game.pop_frame()

    def skip(self, game: Game1883) -> None:
        if coached(game):
            game.pop_frame()
            return
        for base in bases(game):  # A47 free
            _put(game, self.company, base, 0)
        game.change_frame(opening=True)

    def fault(self, game: Game1883, action: PlaceCoach) -> str | None:
        taken = coached(game)
        return self._fault(game, action.hex, taken, self._open(game, taken))

    def _fault(self, game: Game1883, hex_: str, taken: Collection[str], near: Collection[str]) -> str | None:
        """Why no coach may go there now."""
        land = ground(game).get(hex_)
        if land is None:
            return "no_coaches_there"
        if hex_ in taken:
            return "coach_is_there"
        if self.left(game) <= 0:
            return "no_coach_left"
        if land.is_plain and not self._may_use_plain(game):
            return "coach_on_plain"
        if hex_ not in near:
            return "coach_out_of_reach"
        return "cannot_pay_coach" if land.cost > game.state.cash[self.company] else None

    def left(self, game: Game1883) -> int:
        """8.2-a, c, e How many coaches may still be placed in this turn."""
        facts, spare = game.title.facts["coaches"], len(game.state.shelves.on(SPARE_COACHES))
        if self.opening:
            most = coaches_at_launch(game) - len(bases(game))
        else:
            on_plain = any(ground(game)[hex_].is_plain for hex_ in self.placed)
            most = facts["plain_a_turn"] if on_plain else facts["a_turn"]
        return min(spare, most - len(self.placed))

    def _may_use_plain(self, game: Game1883) -> bool:
        """8.2-e, A71 Not in the first turn, and only as the first of a turn."""
        first = game.title.facts["coaches"]["plain_from_phase"]
        return game.phase_has_come(first) and not self.opening and not self.placed

    def _open(self, game: Game1883, taken: Collection[str]) -> set[str]:
        """8.2-b, c The hexes without a coach beside those from which one may be placed."""
        lands = ground(game)
        return {hex_ for start in self._starts(game, taken) for hex_ in lands[start].beside if hex_ not in taken}

    def _starts(self, game: Game1883, taken: Collection[str]) -> set[str]:
        """In the first turn the base whose turn it is; then the groups that got none in this turn, or the one group."""
        groups = {base: {base} if self.opening else group_of(game, base, taken) for base in bases(game)}
        if len({frozenset(group) for group in groups.values()}) == 1:
            return next(iter(groups.values()))
        last = {h for hex_ in self.placed[-1:] for h in (hex_, *(ground(game)[hex_].beside if self.opening else ()))}
        return {hex_ for group in groups.values() if last.isdisjoint(group) for hex_ in group}


def coaches_at_launch(game: Game1883) -> int:
    """8.2-a, A48 As many as the next train makes stops; without any train as many as the largest."""
    train = next_train(game)
    return type_of(game, train).stops if train else max(kind.stops for kind in game.title.train_types.values())


def _put(game: Game1883, company: str, hex_: str, cost: int) -> None:
    game.state.shelves.move(game.state.shelves.on(SPARE_COACHES)[0], coach_at(hex_))
    game.note("places_coach", company=company, hex=hex_, cost=cost)


def lift_coaches(game: Game1883) -> None:
    """5.8-a All coach tokens come back when SARSA closes."""
    for hex_ in coached(game):
        for coach in list(game.state.shelves.on(coach_at(hex_))):
            game.state.shelves.move(coach, SPARE_COACHES)


def coach_account(game: Game1883, company: str) -> Account:
    """8.2-g to i The best group of coaches; of equal ones that of the first base."""
    taken, now = coached(game), track(game)
    values = {hex_: value_of(game, now.face(hex_)) for hex_ in taken}
    groups = [group_of(game, base, taken) for base in bases(game) if base in taken]
    found = [tuple((hex_, values[hex_]) for hex_ in taken if hex_ in group) for group in groups]
    if not found:
        return Account()
    totals = [sum(value for _, value in items) for items in found]
    total, items = max(totals), found[totals.index(max(totals))]
    part = Part("coaches", total, tuple(hex_ for hex_, _ in items), tuple(item for item in items if item[1]))
    apart = [worth for worth, group in zip(totals, groups, strict=True) if group != groups[totals.index(total)]]
    notes = tuple(("other_coaches", {"amount": worth}) for worth in apart)
    return Account((part,), total, most=total, notes=notes)


def value_of(game: Game1883, face: Face) -> int:
    """8.2-h, i What a hex with a coach is worth: its best stop; A49 an unbuilt one its print, or as city or town."""
    if not face.stops:
        return 0
    facts, level = game.title.facts["coaches"], game.phase.offboard
    unbuilt = {"city": facts["unbuilt_city"], "town": facts["unbuilt_town"]}
    return max(stop.value_at_end(level) or unbuilt[stop.kind] for stop in face.stops)


def keeps_ratio(game: Game1883, player: int) -> bool:
    """8.2-k Half as many shares of coaches as of railways, rounded down."""
    for_one: int = game.title.facts["coaches"]["shares_for_one"]
    railways = [company for company in game.title.companies if is_railway(game, company)]
    coaches = shares_of(game, player, game.title.facts["coaches"]["company"])
    return coaches <= sum(shares_of(game, player, company) for company in railways) // for_one


def mends_ratio(game: Game1883, entry: Action | ActionRange[Any]) -> bool:
    """A75 Whether an entry of the stock turn's menu sells coaches or buys railways."""
    action = entry.action if isinstance(entry, ActionRange) else entry
    if isinstance(action, SellShares):
        return is_coach(game, action.company)
    return isinstance(action, BuyShare | StartCompany) and is_railway(game, action.company)


def end_if_on_top(game: Game1883, company: str) -> bool:
    """9-c To be asked after every move of a marker upwards; ends the game if it is SARSA on the top value."""
    end = game.title.facts["market"]["end"]
    ends = company == end["company"] and game.state.cell.get(company) == tuple(end["cell"])
    if ends:
        end_game(game, "stock_market")
    return ends
