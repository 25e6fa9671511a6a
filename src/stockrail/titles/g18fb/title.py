"""18FB: how a game is set up, in which order its rounds come, and what its steps ask."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from stockrail.board import LayPolicy
from stockrail.core import Action, Draw, Frame
from stockrail.rules import actions as acts
from stockrail.rules.agreement import forget_refusals
from stockrail.rules.claims import move_claims
from stockrail.rules.earnings import Account
from stockrail.rules.prices import by_price
from stockrail.rules.rulings import read_rulings, read_weights
from stockrail.rules.sentences import read_sentences
from stockrail.rules.shares import percent_of, president_shares
from stockrail.rules.showing import Showing
from stockrail.rules.sides import closed_sides, passable_board
from stockrail.rules.state import IPO
from stockrail.rules.title import RailTitle
from stockrail.rules.track import track
from stockrail.rules.train_step import purchase_due
from stockrail.titles.g18fb import explaining, places
from stockrail.titles.g18fb.accounts import Income, account
from stockrail.titles.g18fb.actions import OWN, Acquire, BuyConcession, OfferCard, UseCard
from stockrail.titles.g18fb.audit import audit
from stockrail.titles.g18fb.companies import (
    MAJOR,
    in_game,
    is_bourbon,
    is_national,
    is_regional,
    nominal_value,
    president_of,
    share_sources,
    treasury_presides,
)
from stockrail.titles.g18fb.concessions import margin, put_in_play
from stockrail.titles.g18fb.finance import Finance, ForcedSales
from stockrail.titles.g18fb.launching import FLOATS_AT, WHOLE
from stockrail.titles.g18fb.outlook import Outlook
from stockrail.titles.g18fb.regional import RegionalIncome, RegionalTrack, RegionalTrain, regional_steps
from stockrail.titles.g18fb.rounds import Order
from stockrail.titles.g18fb.setup import set_up
from stockrail.titles.g18fb.sheets import sheets
from stockrail.titles.g18fb.state import Game18FB, State18FB
from stockrail.titles.g18fb.stock import StockTurn, end_stock_round
from stockrail.titles.g18fb.track import ChooseBase, LayTrack, PlaceLine, tile_steps
from stockrail.titles.g18fb.trains import BuyTrains

# Nothing runs along routes, tiles and hexes cost nothing by themselves, tokens follow lines, trains have no limit.
NEVER = frozenset(
    f"route_{fault}"
    for fault in (
        *("unknown_train", "train_twice", "needs_stops", "no_token", "no_such_track", "ends_off_stop", "too_long"),
        *("passes_end", "passes_blocked", "repeats_stop", "repeats_track", "shares_track", "doubler_alone"),
        "doubler_stop",
    )
) | {"not_the_most", "cannot_pay_terrain", "out_of_reach", "token_in_hex", "train_limit"}

COMPANIES, HEXES = ("national", "partner", "regional"), ("home", "first", "other_first", "final")
ALIKE = {**dict.fromkeys(COMPANIES, "company"), **dict.fromkeys(HEXES, "hex")}

HARMS = frozenset({"concession_is_withdrawn", "deposit_is_lost"})
SAID = frozenset({
    "asks_for_power", "asks_to_take_over", "builds_line", "buys_card", "buys_concession", "buys_regional",
    "chooses_base", "company_buys", "company_sells", "does_not_join", "joins", "leaves_concession", "offers_card",
    "offers_for_card", "picks_partner", "sells_card", "uses_power",
})  # fmt: skip


class Title18FB(RailTitle[Game18FB]):
    """18FB: its facts, and its answers to what shared steps ask."""

    name = "18FB"
    version = 1
    package = "stockrail.titles.g18fb"
    players = range(3, 7)
    region = "Southern Italy"
    hours = (5, 7)
    weight = 5
    advisory = frozenset({"1.2-b", "1.2-c"})
    draws = True  # 1.2-d lots between unfloated partners
    rulings, presets = read_rulings("stockrail.titles.g18fb")
    words, refusals = read_sentences("stockrail.titles.g18fb")
    never = NEVER
    showing = Showing(
        said=SAID,
        alike=ALIKE,
        harms=HARMS,
        settles={"regional_income": "amount"},
        pays={"regional_income": "amount", "regional_bonus": "amount"},
    )
    actions = (*acts.COMMON, acts.Select, acts.PlaceHome, Draw, *OWN)

    outlook = Outlook()
    random_play = read_weights("stockrail.titles.g18fb")

    controller = staticmethod(president_of)
    presidency_margin = staticmethod(margin)
    share_sources = staticmethod(share_sources)
    end_stock_round = staticmethod(end_stock_round)
    forced_purchase = staticmethod(purchase_due)
    put_in_play = staticmethod(put_in_play)
    audit = staticmethod(audit)
    board_now = staticmethod(passable_board)  # 2.5.2-g
    closed_sides = staticmethod(closed_sides)  # 2.1-e, 2.5.2-d
    line_costs = staticmethod(places.side_costs)
    kept_circles = staticmethod(places.kept_slots)
    stops_moved = staticmethod(move_claims)  # 3.5.1-j
    claimed_slots = staticmethod(places.claimed_slots)
    port_values = staticmethod(places.port_values)
    sheets = staticmethod(sheets)
    remarks = staticmethod(explaining.remarks)
    explained = staticmethod(explaining.explained)
    amounts = staticmethod(explaining.amounts)
    proposed_number = staticmethod(explaining.proposed_number)
    in_force = staticmethod(explaining.in_force)
    zone_notes = staticmethod(explaining.zone_notes)
    hints = staticmethod(explaining.hints)
    procedure = staticmethod(explaining.founding_shown)
    ways_to_pay, bank_trains = MappingProxyType({"full": 6, "half": 4, "withhold": 3}), 12

    def random_taste(self, game: Game18FB, action: Action) -> int:
        """Tiles on new hexes or of a new colour, par values that leave money for shares."""
        if isinstance(action, acts.LayTile):
            return 1 if self.board.tiles[action.tile].color == track(game).face(action.hex).color else 20
        return 1 + action.value // 20 if isinstance(action, BuyConcession) else super().random_taste(game, action)

    def new_state(self) -> State18FB:
        return State18FB()

    def set_up(self, game: Game18FB) -> None:
        set_up(game)
        game.stack = (Order(1, "political"),)

    def stock_turn(self, game: Game18FB, player: int) -> StockTurn:
        return StockTurn(player)

    def operating_order(self, game: Game18FB) -> Sequence[str]:
        """3.5-b, 3.5-g Regional companies that somebody owns, in the printed order; then all others by price."""
        owned = [company for company in self.companies_of("regional") if self.operates(game, company)]
        priced = [company for company in self.started(game) if self.operates(game, company)]
        return [*sorted(owned, key=self._regional_order), *by_price(game, priced)]

    def _regional_order(self, company: str) -> int:
        return [facts["id"] for facts in self.facts["regionals"]].index(company)

    def operates(self, game: Game18FB, company: str) -> bool:
        """3.6.3-q, 3.7.1-s Floated, in the game, and somebody decides for it."""
        if not in_game(game, company) or president_of(game, company) is None:
            return False
        return is_regional(game, company) or bool(game.state.floated.get(company))

    def operating_steps(self, game: Game18FB, company: str) -> Sequence[Frame]:
        """3.5-e, f The same number in all states; a step that a state forbids is skipped."""
        if is_regional(game, company):
            return [RegionalTrack(company, regional_steps(game)), RegionalIncome(company), RegionalTrain(company)]
        tokens = [PlaceLine(company, nth) for nth in range(2 if is_national(game, company) else 1)]
        building = [ForcedSales(company), ChooseBase(company), LayTrack(company, tile_steps(game, company)), *tokens]
        return [*building, Income(company), BuyTrains(company), Finance(company)]

    def take_any_time(self, game: Game18FB, action: Action) -> bool:
        """2.7-b, r Once anything but asking and answering happens, what was declined may be asked again."""
        if not isinstance(action, OfferCard | UseCard | Acquire | acts.Answer):
            forget_refusals(game)
        return super().take_any_time(game, action)

    # -- companies ----------------------------------------------------------------------------------------------

    def started(self, game: Game18FB) -> Sequence[str]:
        return [company for company in super().started(game) if in_game(game, company)]

    def buying_price(self, game: Game18FB, company: str, source: str) -> int | None:
        """3.3.4-a Par from the initial offer, the market price from anywhere else; 3.7.1-s a president's for two."""
        if source == IPO:
            return game.state.par.get(company)
        price = super().buying_price(game, company, source)
        if price is None or source != company or not treasury_presides(game, company):
            return price
        return price * president_shares(game, company)

    def floating(self, game: Game18FB, company: str) -> tuple[int, int] | None:
        """3.6-e By shares from phase 5 on."""
        waits = not is_bourbon(game) and company in self.companies_of(MAJOR) and not game.state.floated.get(company)
        return (WHOLE - percent_of(game, IPO, company), FLOATS_AT) if waits else None

    def end_operating_turn(self, game: Game18FB, company: str) -> None:
        game.state.placed.clear()
        game.state.flags["built"] = ""

    # -- the map ------------------------------------------------------------------------------------------------

    def turns_at_row_ends(self, game: Game18FB) -> bool:
        """2.2.5-l, Q2"""
        return game.ruling("row_ends") == "turn"

    def lay_policy(self, game: Game18FB) -> LayPolicy:
        """3.5.1-h, i, Q51 What must be kept of a tile."""
        return LayPolicy(same_colour=True, keep="pieces" if game.ruling("loose_ends") == "pieces" else "joined")

    # -- display ------------------------------------------------------------------------------------------------

    def account(self, game: Game18FB, company: str, seconds: float | None = None) -> Account:
        return account(game, company)

    def on_offer(self, game: Game18FB) -> Sequence[str]:
        return [*super().on_offer(game), *explaining.on_offer(game)]

    def worth(self, game: Game18FB, player: int) -> int:
        """1.1-d Cash, shares at market value, regional companies at their nominal value."""
        held = [company for company in self.companies_of("regional") if president_of(game, company) == player]
        return super().worth(game, player) + sum(nominal_value(game, company) for company in held)
