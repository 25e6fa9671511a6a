"""8.3, 12.1 SEFTA: two railways become one: who may, price, shares, odd shares, presidency, tokens, trains."""

from __future__ import annotations

from stockrail.core import Action, Frame, Menu
from stockrail.rules.actions import Merge, PlaceToken, SettleOption
from stockrail.rules.cards import cards_of, give_card
from stockrail.rules.closing import forget, hand_on_assets, return_certificates
from stockrail.rules.decisions import CompanyDecision, PlayerDecision
from stockrail.rules.discards import DiscardStep
from stockrail.rules.game import pay
from stockrail.rules.merging import MergeDecision
from stockrail.rules.prices import by_price, place_marker, price
from stockrail.rules.rounds import mark_as_done
from stockrail.rules.shares import controlled, owner_of, president_certificate, settle_presidency, shares_of, singles_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, CityAt, Holder, certs_at, city_at
from stockrail.rules.tokens import REMOVED_TOKENS, cities_of, retire_tokens, spare_of, token_owner, tokens_in
from stockrail.rules.track import track
from stockrail.rules.trains import excess
from stockrail.titles.g1883.companies import is_launched, merged
from stockrail.titles.g1883.concessions import concessions_of, settle_concessions
from stockrail.titles.g1883.debts import Debt, close_all
from stockrail.titles.g1883.privates import close_privates
from stockrail.titles.g1883.running import hand_on_anchors
from stockrail.titles.g1883.state import Game1883

SHARES = 10  # of a company
FOR_ONE = 2  # shares of the parents for one of the merged company
OFF = "merger_off"  # 12.1-c the flag of a merger that can never happen any more


def parents_of(game: Game1883) -> list[str]:
    parents: list[str] = game.title.facts["merger"]["parents"]
    return parents


def merged_company(game: Game1883) -> str:
    return game.title.companies_of("merger")[0]


def begin_merger(game: Game1883, company: str, other: str, by_duty: bool = False) -> None:
    """8.3-c to e The new company has its price, all assets and a share for each pair; the rest goes on step by step.

    The president of `company` is the first in everything. The new company has no par, so that nobody can sell its
    shares, until it has a president.
    """
    opener, merged = controlled(game, company), merged_company(game)
    waits = not by_duty or any(game.state.acted.get(parent) for parent in (company, other))
    value = merged_price(game)
    place_marker(game, merged, game.title.grid.cells_of(value)[-1])  # 8.3-d, A51 the easternmost cell
    game.note("merges", company=company, other=other, survivor=merged, value=value)
    game.state.floated[merged] = game.state.flags["sefta"] = True
    return_certificates(game, merged, IPO)
    for parent in (company, other):
        _hand_on(game, parent, merged)
    claims = _exchange_pairs(game, opener)
    game.push_frame(Merger(opener, value, waits, *claims))


def merged_price(game: Game1883) -> int:
    """8.3-d, A53 The sum of both prices, rounded down to a price of the market."""
    total, grid = sum(price(game, parent) for parent in parents_of(game)), game.title.grid
    return grid.price(grid.at_or_below(min(total, game.title.facts["merger"]["most"])))


def _hand_on(game: Game1883, parent: str, merged: str) -> None:
    """8.3-c, A77 Everything but tokens and shares."""
    state = game.state
    hand_on_assets(game, parent, merged, merged)
    hand_on_anchors(game, parent, merged)
    for card in list(cards_of(game, parent)):
        give_card(game, card, merged)
    for concession in concessions_of(game, parent):
        state.concession[concession["id"]] = merged
    forget(game, parent, state.acted, state.launched, state.operated, state.bought_concession)


def _exchange_pairs(game: Game1883, opener: int) -> tuple[int, int, tuple[int, ...]]:
    """8.3-e, g Players from the opener on, then the initial offering, then the pool, whose odd shares are lost.

    What the offering and the pool are due stays in the offering until all players have theirs. Returns how many shares
    are left, how many the pool is due, and who has an odd one.
    """
    seats = game.seats_from(opener)
    holders: list[Holder] = [*seats, IPO, POOL]
    held = {holder: sum(shares_of(game, holder, parent) for parent in parents_of(game)) for holder in holders}
    for holder in holders:
        _give_back(game, holder, held[holder] % FOR_ONE if holder in seats else 0)
        if count := held[holder] // FOR_ONE:
            game.note("exchanges_shares", holder=holder, count=count, company=merged_company(game))
    for seat in seats:
        for _ in range(held[seat] // FOR_ONE):
            give_share(game, seat)
    left = SHARES - sum(count // FOR_ONE for count in held.values())
    return left, held[POOL] // FOR_ONE, tuple(seat for seat in seats if held[seat] % FOR_ONE)


def _give_back(game: Game1883, holder: Holder, keep: int = 0) -> None:
    """The certificates of the parents leave the game, but for a single share that is kept for now."""
    certs = [(cert, parent) for parent in parents_of(game) for cert in game.state.shelves.on(certs_at(holder, parent))]
    certs.sort(key=lambda pair: -game.title.percent[pair[0]])
    for cert, parent in certs[: len(certs) - keep]:
        game.state.shelves.move(cert, certs_at(BOX, parent))


def give_share(game: Game1883, player: int) -> None:
    """8.3-h A share of the merged company; the first player with two has the president's certificate for them."""
    company = merged_company(game)
    if singles_of(game, player, company) and owner_of(game, company) is None:
        make_president(game, player)
    else:
        game.state.shelves.move(singles_of(game, IPO, company)[0], certs_at(player, company))


def make_president(game: Game1883, player: int) -> None:
    """The president's certificate for a single share and another one that is due."""
    company = merged_company(game)
    game.state.shelves.move(singles_of(game, player, company)[0], certs_at(IPO, company))
    game.state.shelves.move(president_certificate(company), certs_at(player, company))
    game.note("president_changes", company=company, player=player)


class OddShare(PlayerDecision[Game1883], frozen=True):
    """8.3-f A single share becomes a whole one for half the price, as long as there are any, or brings half of it."""

    deeds = (SettleOption,)
    unasked_fault = "single_share_first"
    listed = True

    half: int
    left: int

    def any(self, game: Game1883) -> bool:
        return self.left > 0 and game.state.cash[self.player] >= self.half

    def moves(self, game: Game1883) -> Menu:
        return [SettleOption(self.player, merged_company(game), redeem) for redeem in (True, False)]

    def take(self, game: Game1883, action: Action) -> None:
        assert isinstance(action, SettleOption)
        if not action.redeem:
            self.skip(game)
            return
        game.pop_frame()
        game.change_frame(left=self.left - 1)
        pay(game, self.player, action.company, self.half)
        game.note("redeems_option", player=self.player, company=action.company, amount=self.half)
        _give_back(game, self.player)
        give_share(game, self.player)

    def skip(self, game: Game1883) -> None:
        game.pop_frame()
        pay(game, BANK, self.player, self.half)
        game.note("gives_up_option", player=self.player, amount=self.half)
        _give_back(game, self.player)


class Merger(Frame[Game1883], frozen=True):
    """What follows the exchange of pairs: each step may ask somebody."""

    opener: int
    value: int
    waits: bool  # whether the new company does not operate in this round
    left: int
    pooled: int
    odd: tuple[int, ...]
    step: str = "odd_shares"
    debtor: int | None = None

    def proceed(self, game: Game1883) -> None:
        getattr(self, f"_{self.step}")(game)

    def _odd_shares(self, game: Game1883) -> None:
        if not self.odd:
            game.change_frame(step="presidency")
            return
        game.change_frame(odd=self.odd[1:])
        game.push_frame(OddShare(self.odd[0], -(-self.value // FOR_ONE), self.left))  # 8.3-f rounded up

    def _presidency(self, game: Game1883) -> None:
        """8.3-i Nobody has two: the first with one must pay for another, or, if that ruins them, the next."""
        company = merged_company(game)
        if self.debtor is not None and not game.state.bankrupt.get(self.debtor):
            make_president(game, self.debtor)
        heir = next((seat for seat in game.seats_from(self.opener) if singles_of(game, seat, company)), None)
        if owner_of(game, company) is not None or heir is None:
            game.change_frame(step="settlement")
            return
        game.change_frame(debtor=heir)
        game.note("must_preside", player=heir, company=company, amount=self.value)
        game.push_frame(Debt(heir, self.value, company))

    def _settlement(self, game: Game1883) -> None:
        """8.3-g, h The pool has its shares, the largest holder presides; without a president it closes."""
        company = merged_company(game)
        if owner_of(game, company) is None:
            game.change_frame(step="privates")
            self._retire_tokens(game)
            close_all(game, [company])
            return
        game.change_frame(step="tokens")
        for cert in singles_of(game, IPO, company)[: self.pooled]:
            game.state.shelves.move(cert, certs_at(POOL, company))
        game.state.par[company] = self.value
        settle_presidency(game, company)

    def _tokens(self, game: Game1883) -> None:
        """8.3-j The president chooses only where not all tokens fit."""
        places = cities_to_exchange(game)
        if not places:
            game.change_frame(step="trains")
            self._retire_tokens(game)
            settle_concessions(game)
        elif len({hex_ for hex_, _ in places}) == len(places) <= _room(game):
            for place in places:
                exchange_token(game, place)
        else:
            game.push_frame(ExchangeToken(merged_company(game)))

    def _retire_tokens(self, game: Game1883) -> None:
        """8.3-m What was not exchanged leaves the game, also from the charters."""
        for parent in parents_of(game):
            retire_tokens(game, parent)

    def _trains(self, game: Game1883) -> None:
        """8.3-k"""
        if excess(game, merged_company(game)):
            game.push_frame(DiscardStep(merged_company(game)))
        else:
            game.change_frame(step="privates")

    def _privates(self, game: Game1883) -> None:
        """3.5-a, 8.3-k"""
        game.pop_frame()
        if self.waits and merged_company(game) in game.state.par:
            mark_as_done(game, merged_company(game))
        close_privates(game)


def cities_to_exchange(game: Game1883) -> list[CityAt]:
    """8.3-j, A101 Where a token may be exchanged next: the homes of the parents first, one in a hex."""
    company = merged_company(game)
    taken = {hex_ for hex_, _ in cities_of(game, company)}
    places = [place for parent in parents_of(game) for place in cities_of(game, parent) if place[0] not in taken]
    homes = [hex_ for hex_, _ in game.title.companies[company].homes]
    first = [place for place in places if place[0] in homes]
    return list(dict.fromkeys(first or places)) if _room(game) else []


def _room(game: Game1883) -> int:
    company, most = merged_company(game), int(game.title.facts["merger"]["tokens"])
    return min(len(spare_of(game, company)), most - len(cities_of(game, company)))


def exchange_token(game: Game1883, place: CityAt) -> None:
    """One token for those of both parents in the city."""
    company, parents = merged_company(game), parents_of(game)
    for token in [token for token in tokens_in(game, *place) if token_owner(token) in parents]:
        game.state.shelves.move(token, REMOVED_TOKENS)
    game.state.shelves.move(spare_of(game, company)[0], city_at(*place))
    game.note("exchanges_token", company=company, hex=place[0])


class ExchangeToken(CompanyDecision[Game1883], frozen=True):
    """8.3-j Which city keeps a token where the new company has too few for all."""

    deeds = (PlaceToken,)
    unasked_fault = "exchange_token_first"
    listed = True

    def moves(self, game: Game1883) -> Menu:
        player = self.actor(game)
        return [PlaceToken(player, self.company, *place) for place in cities_to_exchange(game)]

    def take(self, game: Game1883, action: Action) -> None:
        assert isinstance(action, PlaceToken)
        game.pop_frame()
        exchange_token(game, (action.hex, action.stop))


class MergeStep(MergeDecision[Game1883], frozen=True):
    """8.3-a, b; A52 The last step of a parent's turn."""

    refused: bool = False

    def any(self, game: Game1883) -> bool:
        return self.company in parents_of(game) and self._fault(game) is None

    def fault(self, game: Game1883, action: Merge) -> str | None:
        return "no_such_survivor" if action != self._merge(game) else self._fault(game)

    def moves(self, game: Game1883) -> Menu:
        return [] if self._fault(game) else [self._merge(game)]

    def merge(self, game: Game1883, action: Merge) -> None:
        begin_merger(game, action.company, action.other)

    def refuse(self, game: Game1883, action: Merge) -> None:
        game.change_frame(refused=True)

    def _other(self, game: Game1883) -> str:
        return next(parent for parent in parents_of(game) if parent != self.company)

    def _merge(self, game: Game1883) -> Merge:
        return Merge(self.actor(game), self.company, self._other(game), merged_company(game))

    def _fault(self, game: Game1883) -> str | None:
        """8.3-a, l A route from a token of one reaches one of the other both ways or not at all."""
        other, turns = self._other(game), game.state.turns
        if game.state.flags.get(OFF) or not is_launched(game, other):
            return "no_partner"
        if not game.phase_has_come(game.title.facts["merger"]["from_phase"]):
            return "merger_too_early"
        if not turns.get(self.company) or not turns.get(other):
            return "not_operated_yet"
        if track(game).reach(self.company, one_stop_a_hex=False).stops.isdisjoint(cities_of(game, other)):
            return "not_joined_by_track"
        return "merger_refused" if self.refused else None


def merge_by_duty(game: Game1883) -> None:
    """12.1 After the turn (or card) that brought the first 5; pushes frames; gone for good if it is not possible."""
    parents = parents_of(game)
    if merged(game):  # they may have merged in that very turn
        return
    if all(is_launched(game, parent) for parent in parents):
        company, other = by_price(game, parents)  # A58
        begin_merger(game, company, other, by_duty=True)
    else:
        game.state.flags[OFF] = True
        game.note("merger_is_off", company=merged_company(game))
