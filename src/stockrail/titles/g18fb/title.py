"""18FB: how a game is set up, in which order its rounds come, and what its steps ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from stockrail.board import Board, LayPolicy
from stockrail.core import Action, ActionRange, Draw, Frame
from stockrail.market import Cell
from stockrail.rules import actions as acts
from stockrail.rules.earnings import Account
from stockrail.rules.prices import by_price
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.rulings import read_rulings
from stockrail.rules.sentences import read_sentences
from stockrail.rules.shares import percent_of, president_shares
from stockrail.rules.showing import Sheet, Showing
from stockrail.rules.state import IPO, CityAt
from stockrail.rules.title import RailTitle
from stockrail.titles.g18fb import explaining, places
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.actions import OWN
from stockrail.titles.g18fb.asking import forget_when_done
from stockrail.titles.g18fb.audit import audit
from stockrail.titles.g18fb.claims import kept_slots, move_claims
from stockrail.titles.g18fb.companies import (
    MAJOR,
    in_game,
    is_bourbon,
    is_national,
    is_regional,
    president_of,
    share_sources,
    treasury_presides,
)
from stockrail.titles.g18fb.dividends import Dividend
from stockrail.titles.g18fb.finance import Finance
from stockrail.titles.g18fb.holdings import ForcedSales
from stockrail.titles.g18fb.income import Income
from stockrail.titles.g18fb.launching import FLOATS_AT, WHOLE
from stockrail.titles.g18fb.outlook import Outlook
from stockrail.titles.g18fb.presidency import margin
from stockrail.titles.g18fb.regional import RegionalIncome, RegionalTrack, RegionalTrain, regional_steps
from stockrail.titles.g18fb.rounds import Order
from stockrail.titles.g18fb.setup import set_up
from stockrail.titles.g18fb.sheets import sheets
from stockrail.titles.g18fb.state import Game18FB, State18FB
from stockrail.titles.g18fb.stock import StockTurn, end_stock_round
from stockrail.titles.g18fb.tastes import WEIGHTS, taste
from stockrail.titles.g18fb.token_step import PlaceLine
from stockrail.titles.g18fb.track import ChooseBase, LayTrack, tile_steps
from stockrail.titles.g18fb.trains import BuyTrains, pending_purchase

__all__ = ["Dividend", "Title18FB"]

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
    "offers_for_card", "picks_partner", "uses_power",
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
    showing = Showing(said=SAID, alike=ALIKE, harms=HARMS)
    actions = (*acts.COMMON, acts.Select, acts.PlaceHome, Draw, *OWN)

    outlook = Outlook()
    random_play: ClassVar[Mapping[str, int]] = WEIGHTS

    def random_taste(self, game: Game18FB, action: Action) -> int:
        return taste(game, action)

    def new_state(self) -> State18FB:
        return State18FB()

    def set_up(self, game: Game18FB) -> None:
        set_up(game)
        game.stack = (Order(1, "political"),)

    def stock_turn(self, game: Game18FB, player: int) -> StockTurn:
        return StockTurn(player)

    def end_stock_round(self, game: Game18FB) -> None:
        end_stock_round(game)

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
        forget_when_done(game, action)
        return super().take_any_time(game, action)

    # -- companies ----------------------------------------------------------------------------------------------

    def controller(self, game: Game18FB, company: str) -> int | None:
        return president_of(game, company)

    def started(self, game: Game18FB) -> Sequence[str]:
        return [company for company in super().started(game) if in_game(game, company)]

    def share_sources(self, game: Game18FB, company: str) -> Sequence[str]:
        return share_sources(game, company)

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

    def presidency_margin(self, game: Game18FB) -> int:
        return margin(game)

    def kept_circles(self, game: Game18FB, company: str, place: CityAt) -> int:
        return kept_slots(game, company, place)

    def end_operating_turn(self, game: Game18FB, company: str) -> None:
        game.state.placed.clear()
        game.state.flags["built"] = ""

    # -- the map ------------------------------------------------------------------------------------------------

    def board_now(self, game: Game18FB) -> Board:
        return places.board_now(game)

    def turns_at_row_ends(self, game: Game18FB) -> bool:
        """2.2.5-l, Q2"""
        return game.ruling("row_ends") == "turn"

    def lay_policy(self, game: Game18FB) -> LayPolicy:
        """3.5.1-h, i, Q51 What must be kept of a tile."""
        return LayPolicy(same_colour=True, keep="pieces" if game.ruling("loose_ends") == "pieces" else "joined")

    def stops_moved(self, game: Game18FB, hex_: str, moves: Mapping[int, int]) -> None:
        move_claims(game, hex_, moves)

    def claimed_slots(self, game: Game18FB) -> Mapping[CityAt, Sequence[tuple[str, str]]]:
        return places.claimed_slots(game)

    def closed_sides(self, game: Game18FB) -> frozenset[places.Side]:
        return places.closed_sides(game)

    def port_values(self, game: Game18FB) -> Mapping[str, int]:
        return places.port_values(game)

    # -- display ------------------------------------------------------------------------------------------------

    def account(self, game: Game18FB, company: str, seconds: float | None = None) -> Account:
        return account(game, company)

    def remarks(self, game: Game18FB, company: str) -> explaining.Notes:
        return explaining.remarks(game, company)

    def explained(self, game: Game18FB, company: str) -> explaining.Notes:
        return explaining.explained(game, company)

    def amounts(self, game: Game18FB, action: Action) -> Mapping[str, int]:
        return explaining.amounts(game, action)

    def proposed_number(self, game: Game18FB, entry: ActionRange[Any]) -> int:
        return explaining.proposed_number(game, entry)

    def in_force(self, game: Game18FB) -> explaining.Notes:
        return explaining.in_force(game)

    def on_offer(self, game: Game18FB) -> Sequence[str]:
        return [*super().on_offer(game), *explaining.on_offer(game)]

    def zone_notes(self, game: Game18FB, cell: Cell) -> explaining.Notes:
        return explaining.zone_notes(game, cell)

    def sheets(self, game: Game18FB) -> Sequence[Sheet]:
        return sheets(game)

    def forced_purchase(self, game: Game18FB) -> ForcedPurchase | None:
        return pending_purchase(game)

    def audit(self, game: Game18FB) -> list[str]:
        return audit(game)

    def worth(self, game: Game18FB, player: int) -> int:
        """1.1-d Cash, shares at market value, regional companies at their nominal value."""
        nominal: Mapping[str, Any] = {facts["id"]: facts["nominal_value"] for facts in self.facts["regionals"]}
        held = [company for company in nominal if in_game(game, company) and president_of(game, company) == player]
        return super().worth(game, player) + sum(int(nominal[company]) for company in held)
