"""18EU 4.5.1: what becomes of a bankrupt player's shares, corporations, minors and duties."""

from __future__ import annotations

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyTrain, GoBankrupt, Pass, PlaceHome, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.rounds import StockRound, current_round, operating_company
from stockrail.rules.shares import owner_of, percent_of, shares_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at, city_at, spare_tokens
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.exchange import FinalExchange
from stockrail.titles.g18eu.trains import BuyTrains

STEP = "BuyTrains"
BANKRUPT = GoBankrupt(0, "SNCF")


def ruined(ben: int = 0, cy: int = 0, cash: int = 40, phase: str = "5", players: int = 3) -> Position:
    """Ada (0) presides SNCF with two shares and has £10; a 5 costs £500. Ben (1) and Cy (2) hold what is said."""
    pos = Position("18EU", players=players)
    for minor in pos.game.title.companies_of("minor"):
        pos.no_trains(minor)
    pos.phase(phase).cash(0, 10)
    return pos.corporation("SNCF", {0: 2, 1: ben, 2: cy}, cash=cash)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def holdings(game: RailGame, company: str) -> list[int]:
    """The shares of Ada, Ben, Cy, the pool and the treasury."""
    return [shares_of(game, holder, company) for holder in (0, 1, 2, POOL, company)]


# -- the player ------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-f")
def test_a_bankrupt_player_is_out_of_the_game() -> None:
    game = ruined(ben=2).operating("SNCF", STEP, nth=2, alone=True)
    game.push(BANKRUPT)
    assert list(game.seats) == [1, 2]
    assert game.state.cash[0] == 0
    assert game.result().worth[0] == 0
    game.push(BuyTrain(1, "SNCF", "5-0", 500))
    game.push(Pass(1))  # own shares
    assert isinstance(current_round(game), StockRound)
    actors = []
    for _ in range(2):
        assert game.actor is not None
        actors.append(game.actor)
        game.push(Pass(game.actor))
    assert sorted(actors) == [1, 2]  # two passes end the round
    assert not isinstance(current_round(game), StockRound)


@pytest.mark.rule("18EU:4.5.1-f")
def test_all_that_may_be_sold_is_sold_before_he_is_out() -> None:
    """KBS: two shares at £90; DR: the pool has room for one at £82; FS has never operated."""
    pos = ruined(ben=2).corporation("KBS", {1: 4, 0: 2}, value=90)
    pos.corporation("DR", {2: 3, 0: 3, POOL: 4}, value=82).corporation("FS", {2: 4, 0: 2}, value=70, turns=0)
    game = pos.operating("SNCF", STEP)
    bank = game.state.cash[BANK]
    game.push(BANKRUPT)
    assert game.state.cash["SNCF"] == 40 + 10 + 180 + 82
    assert game.state.cash[BANK] == bank - 180 - 82
    assert (price(game, "KBS"), price(game, "DR"), price(game, "FS"), price(game, "SNCF")) == (75, 75, 70, 100)
    sales = {(event["company"], event["count"]) for event in game.last_events() if event.kind == "sells"}
    assert sales == {("KBS", 2), ("DR", 1)}


@pytest.mark.rule("18EU:4.5.1-f")
def test_of_the_operating_corporation_only_the_lead_is_sold() -> None:
    pos = Position("18EU", players=3).phase("5").cash(0, 10)
    game = pos.corporation("SNCF", {0: 5, 1: 4}, value=100).operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert game.state.cash["SNCF"] == 10 + 100  # one share: four against four keeps the presidency
    assert price(game, "SNCF") == 90
    assert holdings(game, "SNCF") == [0, 4, 0, 5, 1]


@pytest.mark.rule("18EU:4.5.1-f")
def test_a_block_that_was_sold_is_not_sold_again() -> None:
    """The pool had room for one share of DR; the other two bring nothing."""
    pos = ruined(ben=2).corporation("DR", {2: 3, 0: 3, POOL: 4}, value=82)
    game = pos.operating("SNCF", STEP)
    game.push(SellShares(0, "DR", 1))
    game.push(BANKRUPT)
    assert game.state.cash["SNCF"] == 40 + 10 + 82
    assert price(game, "DR") == 75


@pytest.mark.rule("18EU:4.5.1-g")
def test_his_remaining_shares_go_to_the_pool_beyond_half_without_moving_the_price() -> None:
    pos = ruined(ben=2).corporation("KBS", {1: 3, 0: 3, POOL: 4}, value=90, turns=0)
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert percent_of(game, POOL, "KBS") == 70
    assert holdings(game, "KBS") == [0, 3, 0, 7, 0]
    assert price(game, "KBS") == 90
    assert game.state.cash["SNCF"] == 50  # nothing is paid for them
    assert game.title.audit(game) == []


@pytest.mark.rule("18EU:4.5.1-g")
def test_the_presidents_certificate_does_not_enter_the_pool() -> None:
    pos = ruined(ben=2).corporation("KBS", {0: 4, 2: 3}, value=90, turns=0)
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert holdings(game, "KBS") == [0, 0, 3, 4, 3]
    assert game.state.shelves.place_of["KBS_0"] == certs_at(2, "KBS")
    assert len(game.state.shelves.on(certs_at(POOL, "KBS"))) == 4


# -- his corporations ------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-h")
@pytest.mark.parametrize(
    ("ben", "cy", "heir"),
    [
        (2, 0, 1),
        (1, 2, 2),  # one share is not enough
        (2, 2, 1),  # the next by seat
        (2, 3, 2),  # the one with more shares
    ],
)
def test_his_corporation_passes_to_the_next_player_with_two_shares(ben: int, cy: int, heir: int) -> None:
    pos = ruined(ben=2).corporation("KBS", {0: 4, 1: ben, 2: cy}, value=90, turns=0)
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert owner_of(game, "KBS") == heir
    assert holdings(game, "KBS") == [0, ben, cy, 4, 6 - ben - cy]
    assert "KBS" in game.state.par


@pytest.mark.rule("18EU:4.5.1-h")
def test_the_seats_are_counted_from_the_bankrupt_player() -> None:
    pos = Position("18EU", players=4).phase("5").cash(1, 10).corporation("SNCF", {1: 3, 0: 2, 3: 2}, cash=40, turns=0)
    game = pos.operating("SNCF", STEP)
    game.push(GoBankrupt(1, "SNCF"))
    assert owner_of(game, "SNCF") == 3
    assert game.actor == 3


@pytest.mark.rule("18EU:4.5.1-h")
def test_a_player_already_bankrupt_is_no_heir() -> None:
    pos = ruined(ben=2).corporation("KBS", {0: 2, 2: 2}, value=90, turns=0)
    pos.state.bankrupt[2] = True  # and yet holds shares: they would not count
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert "KBS" not in game.state.par


def with_orphan() -> Position:
    """Nobody but Ada has two shares of KBS, which has tokens in Munich and Prague, a 5, a Pullman and £70."""
    pos = ruined(ben=2).corporation("KBS", {0: 4, 1: 1, 2: 1, POOL: 2}, value=90, cash=70, turns=0)
    pos.tiles(J11=("14", 0)).token("KBS", "G12").token("KBS", "J11").train("5", "KBS").train("P", "KBS")
    return pos.token("SNCF", "J11")  # SNCF shares Prague with it


@pytest.mark.rule("18EU:4.5.1-i")
def test_a_corporation_without_an_heir_closes() -> None:
    game = with_orphan().operating("SNCF", STEP)
    bank, ben, cy = (game.state.cash[holder] for holder in (BANK, 1, 2))
    game.push(BANKRUPT)
    assert holdings(game, "KBS") == [0, 0, 0, 0, 10]
    assert (game.state.cash[1], game.state.cash[2]) == (ben, cy)  # no compensation
    assert (game.state.cash["KBS"], game.state.cash[BANK]) == (0, bank + 70)
    assert cities_of(game, "KBS") == []
    assert len(game.state.shelves.on(spare_tokens("KBS"))) == 5
    assert trains_of(game, "KBS") == []
    assert {"5-0", "P-0"} <= set(trains_of(game, POOL))
    assert "KBS" not in game.state.cell
    assert game.state.pile[3, 4] == ()
    assert "KBS" not in game.title.operating_order(game)
    assert cities_of(game, "SNCF") == [("J11", 0)]
    assert game.title.audit(game) == []


@pytest.mark.rule("18EU:4.5.1-i")
def test_trains_of_a_closed_corporation_are_for_sale() -> None:
    game = with_orphan().cash(1, 451).operating("SNCF", STEP)  # £50 will be in the treasury
    game.push(BANKRUPT)
    game.push(BuyTrain(1, "SNCF", "5-0", 500))
    assert (trains_of(game, "SNCF"), game.state.cash[1]) == (["5-0"], 1)


@pytest.mark.rule("18EU:4.5.1-i")
def test_a_closed_corporation_may_be_started_again() -> None:
    game = with_orphan().cash(1, 1000).operating("SNCF", STEP, nth=2, alone=True)
    game.push(BANKRUPT)
    game.push(BuyTrain(1, "SNCF", "5-0", 500))
    while not isinstance(current_round(game), StockRound):
        assert game.actor is not None
        game.push(Pass(game.actor))
    assert game.actor == 1
    before = game.state.cash[1]
    game.push(StartCompany(1, "KBS", 70))
    game.push(PlaceHome(1, "KBS", "G12", 0))
    assert (game.state.cash[1], game.state.cash["KBS"]) == (before - 140, 40)
    assert (holdings(game, "KBS"), price(game, "KBS")) == ([0, 2, 0, 0, 8], 70)
    assert not game.state.turns.get("KBS") and not game.state.floated.get("KBS")


@pytest.mark.rule("18EU:4.5.1-i")
def test_the_buying_corporation_itself_may_close() -> None:
    """Nobody has two shares of SNCF: what was raised goes to the bank, and the next company operates."""
    pos = ruined(ben=1).token("SNCF", "B17").corporation("KBS", {1: 5}, value=75).train("5", "KBS").cash("KBS", 600)
    game = pos.operating("SNCF", STEP)
    bank = game.state.cash[BANK]
    game.push(BANKRUPT)
    assert (game.state.cash["SNCF"], game.state.cash[BANK]) == (0, bank + 50)
    assert holdings(game, "SNCF") == [0, 0, 0, 0, 10]
    assert game.state.shelves.on(city_at("B17", 0)) == []
    assert operating_company(game) == "KBS"
    assert "SNCF" not in game.state.acted and "SNCF" not in game.state.turns
    assert game.title.audit(game) == []


# -- the purchase goes on --------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-j")
def test_the_new_president_finishes_the_purchase_with_all_that_was_raised() -> None:
    pos = ruined(ben=2).corporation("KBS", {1: 4, 0: 2}, value=90).cash(1, 300)
    game = pos.operating("SNCF", STEP)
    game.push(SellShares(0, "KBS", 2))  # £180
    game.push(BANKRUPT)
    assert (game.state.cash["SNCF"], game.state.cash[0]) == (230, 0)
    assert isinstance(game.decision, BuyTrains)
    assert (game.actor, operating_company(game)) == (1, "SNCF")
    assert refused(game, Pass(1)) == ("must_own_train", "4.5-a")
    game.push(BuyTrain(1, "SNCF", "5-0", 500))
    assert (game.state.cash[1], game.state.cash["SNCF"]) == (30, 0)
    assert trains_of(game, "SNCF") == ["5-0"]


@pytest.mark.rule("18EU:4.5.1-j")
def test_the_new_president_sells_shares_by_the_same_rules() -> None:
    """Also of a corporation of which his predecessor has sold: his is a block of his own."""
    pos = ruined(ben=2).corporation("KBS", {1: 5, 0: 2}, value=90).cash(1, 200)
    game = pos.operating("SNCF", STEP)
    game.push(SellShares(0, "KBS", 2))
    assert price(game, "KBS") == 75
    game.push(BANKRUPT)
    assert refused(game, BuyTrain(1, "SNCF", "5-0", 500)) == ("president_short", "4.5.1-c")
    menu = {entry.action: entry.high for entry in game.legal_actions() if isinstance(entry, ActionRange)}
    assert menu == {SellShares(1, "KBS", 1): 1}  # £70 are missing
    game.push(SellShares(1, "KBS", 1))
    game.push(BuyTrain(1, "SNCF", "5-0", 500))
    assert game.state.cash[1] == 5


@pytest.mark.rule("18EU:4.5.1-j")
def test_the_new_president_may_be_bankrupt_too() -> None:
    pos = ruined(ben=2, cy=2).cash(1, 30).cash(2, 1000)
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert game.legal_actions() == [GoBankrupt(1, "SNCF")]
    game.push(GoBankrupt(1, "SNCF"))
    assert list(game.seats) == [2]
    assert game.is_over


@pytest.mark.rule("18EU:4.5.1-j")
def test_the_new_president_may_find_a_cheaper_train() -> None:
    """The bankrupt was short of a 5 at £500; his closed minor has left a 4 at £300 in the pool."""
    pos = ruined(ben=2, cash=280).owned("4", 0).train("4", "4")
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert game.state.cash["SNCF"] == 290
    assert game.legal_actions() == [BuyTrain(1, "SNCF", "4-0", 300)]
    game.push(BuyTrain(1, "SNCF", "4-0", 300))
    assert game.state.cash[1] == 440


# -- minors and duties -----------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-k")
def test_his_minors_close() -> None:
    pos = ruined(ben=2, phase="4", cash=0).owned("4", 0, cash=35).owned("5", 0, cash=5).owned("6", 1, cash=20)
    pos.train("3", "4").train("3", "6").tiles(J7=("582", 0)).token("SNCF", "J7")  # beside minor 4
    game = pos.operating("SNCF", STEP)
    bank = game.state.cash[BANK]
    game.push(BANKRUPT)
    for minor in ("4", "5"):
        assert owner_of(game, minor) is None
        assert game.state.shelves.place_of[f"{minor}_0"] == certs_at(BOX, minor)
        assert (game.state.cash[minor], trains_of(game, minor), cities_of(game, minor)) == (0, [], [])
    assert game.state.cash[BANK] == bank + 40
    assert "3-0" in trains_of(game, POOL)
    assert cities_of(game, "SNCF") == [("J7", 0)]
    assert (owner_of(game, "6"), game.state.cash["6"], trains_of(game, "6")) == (1, 20, ["3-1"])
    assert game.title.audit(game) == []


@pytest.mark.rule("18EU:4.5.1-f")
@pytest.mark.parametrize(("holder", "after"), [(0, 1), (1, 1), (2, 2)])
def test_the_priority_of_a_bankrupt_goes_to_the_next_solvent_player(holder: int, after: int) -> None:
    pos = ruined(ben=2)
    pos.state.flags["priority"] = holder
    game = pos.operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert game.state.flags["priority"] == after


@pytest.mark.rule("18EU:4.5.1-f", "18EU:4.2.2-b")
def test_the_next_solvent_player_begins_the_final_exchange_in_his_place() -> None:
    pos = ruined(ben=2).owned("4", 1).owned("5", 2).cash(1, 450)
    pos.state.flags["exchange"] = "due"
    pos.state.flags["exchange_starter"] = 0
    game = pos.operating("SNCF", STEP, nth=2, alone=True)
    game.push(BANKRUPT)
    game.push(BuyTrain(1, "SNCF", "5-0", 500))
    while isinstance(game.decision, BuyTrains) or operating_company(game):
        game.push(Pass(1))
    assert isinstance(current_round(game), FinalExchange)
    assert game.actor == 1


@pytest.mark.rule("18EU:4.5.1-f", "18EU:5-d")
def test_the_last_solvent_player_wins_at_once() -> None:
    pos = Position("18EU", players=2).phase("5").cash(0, 10).cash(1, 20)
    game = pos.corporation("SNCF", {0: 3, 1: 2}, cash=40, turns=0).operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert game.is_over
    assert game.result().winners == (1,)
    assert game.result().reason == "bankruptcy"


@pytest.mark.rule("18EU:4.5.1-f")
def test_two_solvent_players_play_on() -> None:
    game = ruined(ben=2).operating("SNCF", STEP)
    game.push(BANKRUPT)
    assert not game.is_over
