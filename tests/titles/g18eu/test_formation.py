"""4.3 Formation of corporations: founding before and from phase 5, and floating."""

import pytest

from stockrail import Action, IllegalAction, RailGame
from stockrail.rules.actions import BuyShare, Pass, PlaceHome, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, current_round
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, FoundWith
from stockrail.titles.g18eu.formation import ChooseHome, ChooseMinor

ADA, BEN, CY = range(3)
VALUES = (70, 75, 82, 90, 100)

# Paris has two circles on the bare map, as have Berlin and Vienna; the other cities have one.
TWO = ["A10", "J5", "K14"]
WEST = ["B17", "B19", "C8", "D3", "D7", "D13", "D19", "E6", "E18", "E20"]
EAST = ["F9", "G12", "H19", "I18", "J7", "J11", "M16"]
CIRCLES = [(hex_, stop) for hex_ in TWO for stop in (0, 1)] + [(hex_, 0) for hex_ in WEST + EAST]


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def founding(value: int = 82, cash: int = 450) -> RailGame:
    """Ada, who owns minors 12 (£35, a 2 and a Pullman) and 2, has just started the NS."""
    position = Position("18EU").phase("3").owned("12", ADA, 35).train("P-0", "12").owned("2", ADA)
    position.owned("1", BEN).owned("3", CY).cash(ADA, cash)
    game = position.stock_round(ADA)
    game.push(StartCompany(ADA, "NS", value))
    return game


# -- before phase 5 --------------------


@pytest.mark.rule("18EU:4.3-a", "18EU:4.3-c")
@pytest.mark.parametrize("value", VALUES)
def test_a_founder_pays_two_shares_into_the_treasury_and_gets_a_third_for_a_minor(value: int) -> None:
    game = founding(value)
    bank = 12000 - 3 * 450 - 35
    game.push(FoundWith(ADA, "NS", "12"))
    assert game.state.par["NS"] == value
    assert price(game, "NS") == value
    assert percent_of(game, ADA, "NS") == 30
    assert owner_of(game, "NS") == ADA
    assert game.state.cash[ADA] == 450 - 2 * value
    assert game.state.cash["NS"] == 2 * value + 35 - 100
    assert game.state.cash[BANK] == bank + 100
    assert game.actor == BEN  # founding is the whole turn


@pytest.mark.rule("18EU:4.3-a")
def test_the_founder_merges_exactly_one_minor_and_one_of_his_own() -> None:
    game = founding()
    assert isinstance(game.decision, ChooseMinor)
    assert game.legal_actions() == [FoundWith(ADA, "NS", "2"), FoundWith(ADA, "NS", "12")]
    assert refusal(game, FoundWith(ADA, "NS", "1")) == ("not_your_minor", "4.3-d")
    assert refusal(game, FoundWith(ADA, "SNCB", "12")) == ("choose_minor", "4.1.3-b")
    assert refusal(game, Pass(ADA)) == ("choose_minor", "4.1.3-b")
    game.push(FoundWith(ADA, "NS", "2"))
    assert owner_of(game, "12") == ADA
    assert owner_of(game, "2") is None


@pytest.mark.rule("18EU:4.3-a")
def test_the_two_shares_must_be_paid_by_the_founder_alone() -> None:
    position = Position("18EU").owned("12", ADA, 300).cash(ADA, 163)
    game = position.stock_round(ADA)
    assert refusal(game, StartCompany(ADA, "NS", 82)) == ("cannot_pay", "4.1.2-c")
    position = Position("18EU").owned("12", ADA, 300).cash(ADA, 164)
    game = position.stock_round(ADA)
    game.push(StartCompany(ADA, "NS", 82))
    assert game.state.cash[ADA] == 0


@pytest.mark.rule("18EU:4.3-a")
def test_any_unstarted_corporation_may_be_founded_at_any_of_the_five_values_one_can_pay() -> None:
    position = Position("18EU").owned("12", ADA).cash(ADA, 164)
    game = position.corporation("KPEV", {BEN: 3}, floated=False, turns=0).token("KPEV", "J7").stock_round(ADA)
    starts = [entry for entry in game.legal_actions() if isinstance(entry, StartCompany)]
    others = ("SNCB", "NS", "KBS", "KKOB", "FS", "SNCF", "DR")
    assert starts == [StartCompany(ADA, company, value) for company in others for value in (70, 75, 82)]
    assert refusal(game, StartCompany(ADA, "KPEV", 70)) == ("already_started", "4.1.3-a")
    assert refusal(game, StartCompany(ADA, "NS", 80)) == ("no_par_value", "3-b")
    assert refusal(game, StartCompany(ADA, "2", 70)) == ("no_such_company", "1.1-a")


@pytest.mark.rule("18EU:4.3-a")
def test_the_certificate_limit_leaves_room_for_the_presidents_certificate() -> None:
    # Three players: 20. Fifteen minors and so many single shares; the exchanged minor is one certificate for one.
    for singles, allowed in ((4, True), (5, False)):
        position = Position("18EU").corporation("KPEV", {BEN: 5, ADA: singles})
        for number in range(1, 16):
            position.owned(str(number), ADA)
        game = position.token("KPEV", "J11").stock_round(ADA)
        if allowed:
            game.push(StartCompany(ADA, "NS", 70))
        else:
            assert refusal(game, StartCompany(ADA, "NS", 70)) == ("certificate_limit", "3.1-c")


@pytest.mark.rule("18EU:4.3-a")
def test_when_all_eight_are_started_nobody_founds_another() -> None:
    position = Position("18EU").owned("12", ADA)
    for company, hex_ in zip(position.game.title.companies_of("major"), WEST, strict=False):
        position.corporation(company, {BEN: 3}, floated=False, turns=0).token(company, hex_)
    game = position.stock_round(ADA)
    assert not any(isinstance(entry, StartCompany) for entry in game.legal_actions())


@pytest.mark.rule("18EU:4.3-b")
def test_the_base_token_replaces_the_minors_and_the_minor_is_out_of_the_game() -> None:
    game = founding()
    game.push(FoundWith(ADA, "NS", "12"))
    place_of = game.state.shelves.place_of
    assert cities_of(game, "NS") == [("D3", 0)]
    assert cities_of(game, "12") == []
    assert place_of["12.0"] == ("tokens", BOX)
    assert place_of["12_0"] == certs_at(BOX, "12")
    assert trains_of(game, "NS") == ["2-11", "P-0"]
    assert trains_of(game, "12") == []
    assert game.state.cash["12"] == 0


@pytest.mark.rule("18EU:4.3-b")
def test_the_base_token_takes_the_minors_own_circle() -> None:
    game = Position("18EU").owned("7", ADA).owned("9", BEN).stock_round(ADA)
    game.push(StartCompany(ADA, "KPEV", 70))
    game.push(FoundWith(ADA, "KPEV", "7"))
    assert cities_of(game, "KPEV") == [("J5", 1)]
    assert cities_of(game, "9") == [("J5", 0)]


@pytest.mark.rule("18EU:4.3-c")
def test_after_founding_a_corporation_has_four_more_tokens() -> None:
    game = founding()
    game.push(FoundWith(ADA, "NS", "12"))
    assert len(spare_of(game, "NS")) == 4


@pytest.mark.rule("18EU:4.3-c")
def test_the_smallest_treasury_can_pay_for_the_tokens() -> None:
    game = Position("18EU").owned("12", ADA, 0).stock_round(ADA)
    game.push(StartCompany(ADA, "NS", 70))
    game.push(FoundWith(ADA, "NS", "12"))
    assert game.state.cash["NS"] == 40


@pytest.mark.rule("18EU:4.3-d")
def test_on_later_turns_anybody_the_president_included_may_exchange_a_minor_instead_of_buying() -> None:
    position = Position("18EU").owned("7", ADA).owned("9", BEN, 20)
    position.owned("4", ADA).tiles(J7=("201", 3), J5=("581", 0)).cash(CY, 0)
    position.state.shelves.move("7.0", ("city", "J5", 0))  # the south-western circle of the green tile
    position.state.shelves.move("9.0", ("city", "J5", 2))
    game = position.stock_round(ADA)
    game.push(StartCompany(ADA, "KPEV", 75))
    game.push(FoundWith(ADA, "KPEV", "7"))
    assert game.actor == BEN
    game.push(Exchange(BEN, "9", "KPEV", "KPEV"))
    game.push(Pass(ADA))  # the president does not want the token
    assert percent_of(game, BEN, "KPEV") == 10
    assert game.state.cash[BEN] == 450
    assert game.actor == ADA  # the exchange was Ben's turn, and Cy can do nothing
    game.push(Exchange(ADA, "4", "KPEV", "KPEV"))
    game.push(Pass(ADA))
    assert percent_of(game, ADA, "KPEV") == 40
    assert game.state.cash[ADA] == 300
    assert game.actor == BEN


@pytest.mark.rule("18EU:4.3-d")
def test_an_exchange_needs_a_minor_of_ones_own_and_a_started_corporation() -> None:
    position = Position("18EU").owned("7", ADA).owned("9", BEN)
    position.corporation("KPEV", {CY: 3}, floated=False, turns=0).token("KPEV", "J7")
    position.corporation("FS", {ADA: 3}, floated=False, turns=0).token("FS", "J11")
    game = position.stock_round(ADA)
    assert refusal(game, Exchange(ADA, "9", "KPEV", "KPEV")) == ("not_your_minor", "4.3-d")
    assert refusal(game, Exchange(ADA, "1", "KPEV", "KPEV")) == ("not_your_minor", "4.3-d")
    assert refusal(game, Exchange(ADA, "FS", "KPEV", "KPEV")) == ("not_your_minor", "4.3-d")
    assert refusal(game, Exchange(ADA, "7", "NS", "NS")) == ("not_started", "4.1.2-e")


@pytest.mark.rule("18EU:4.3-k")
def test_a_corporation_started_in_an_earlier_round_and_not_floated_stays_open_for_mergers() -> None:
    position = Position("18EU").owned("9", BEN, 20)
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", "J5", 1)
    position.turn = 4
    game = position.stock_round(BEN)
    assert game.is_legal(Exchange(BEN, "9", "KPEV", "KPEV"))


@pytest.mark.rule("18EU:4.3-k")
def test_it_is_open_in_the_next_stock_round_after_two_operating_rounds() -> None:
    position = Position("18EU").owned("9", BEN).corporation("KPEV", {ADA: 3}, floated=False, turns=0)
    game = position.token("KPEV", "J5", 1).stock_round(BEN)
    for player in (BEN, CY, ADA):
        game.push(Pass(player))
    while isinstance(current_round(game), OperatingRound):
        assert game.decision is not None
        assert game.decision.subject(game) == "9"
        game.push(Pass(BEN))
    assert game.is_legal(Exchange(BEN, "9", "KPEV", "KPEV"))


# -- floating before phase 5 --------------------


def buying_a_share(held: int, phase: str = "4", price_at: tuple[int, int] = (3, 4)) -> RailGame:
    """Ben, with Ada having so many shares of the NS (start 82, price 90), buys one from its treasury of £200."""
    position = Position("18EU").phase(phase).owned("1", CY)
    position.corporation("NS", {ADA: held}, value=82, cash=200, floated=False, turns=0)
    game = position.token("NS", "D3").price("NS", *price_at).stock_round(BEN)
    game.push(BuyShare(BEN, "NS", "NS"))
    return game


@pytest.mark.rule("18EU:4.3-l", "18EU:4.3-m")
def test_a_corporation_floats_when_players_hold_half_of_it_and_the_rest_stays_in_the_treasury() -> None:
    game = buying_a_share(4)
    assert game.state.floated.get("NS")
    assert percent_of(game, "NS", "NS") == 50
    assert percent_of(game, POOL, "NS") == 0
    assert game.state.cash["NS"] == 290
    assert game.state.cash[BEN] == 360


@pytest.mark.rule("18EU:4.3-l")
def test_40_percent_do_not_float_it() -> None:
    game = buying_a_share(3)
    assert not game.state.floated.get("NS")
    assert game.state.cash["NS"] == 290


@pytest.mark.rule("18EU:4.3-l")
def test_shares_of_two_players_count_together_and_only_those_of_players() -> None:
    position = Position("18EU").owned("9", CY)
    position.corporation("KPEV", {ADA: 3, POOL: 2}, floated=False, turns=0).token("KPEV", "J5", 1)
    game = position.stock_round(BEN)
    game.push(BuyShare(BEN, "KPEV", "KPEV"))
    assert not game.state.floated.get("KPEV")  # half is out of the treasury, 40 % with players
    game.push(Exchange(CY, "9", "KPEV", "KPEV"))
    assert game.state.floated.get("KPEV")
    assert percent_of(game, "KPEV", "KPEV") == 30


@pytest.mark.rule("18EU:4.3-l")
def test_only_a_floated_corporation_operates() -> None:
    position = Position("18EU").cash(ADA, 0).cash(BEN, 0).cash(CY, 0)
    position.corporation("KPEV", {ADA: 4}, floated=False, turns=0).token("KPEV", "J5", 1)
    position.corporation("NS", {ADA: 5}, value=70, turns=0).token("NS", "D3")
    game = position.stock_round(ADA)  # nobody can do anything
    assert isinstance(current_round(game), OperatingRound)
    assert game.decision is not None
    assert game.decision.subject(game) == "NS"


@pytest.mark.rule("18EU:4.3-m")
def test_shares_bought_from_the_treasury_fund_it_after_floating_too() -> None:
    position = Position("18EU").phase("4").corporation("NS", {ADA: 5}, value=82, cash=200)
    game = position.token("NS", "D3").price("NS", 3, 4).stock_round(BEN)
    bank = game.state.cash[BANK]
    game.push(BuyShare(BEN, "NS", "NS"))
    assert game.state.cash["NS"] == 290
    assert game.state.cash[BANK] == bank


# -- from phase 5 --------------------


@pytest.mark.rule("18EU:4.3-o", "18EU:4.3-t")
@pytest.mark.parametrize("phase", ["5", "6", "8"])
def test_a_corporation_that_floats_from_phase_5_on_sells_its_last_five_shares_to_the_bank(phase: str) -> None:
    game = buying_a_share(4, phase)
    assert game.state.floated.get("NS")
    assert percent_of(game, "NS", "NS") == 0
    assert percent_of(game, POOL, "NS") == 50
    assert game.state.cash["NS"] == 200 + 90 + 5 * 82  # five starting values, whatever the price
    assert price(game, "NS") == 90  # and the price does not move


@pytest.mark.rule("18EU:4.3-o")
def test_the_bank_pays_for_the_last_five_shares() -> None:
    game = buying_a_share(4, "5")
    assert game.state.cash[BANK] == 12000 - 3 * 450 - 200 - 5 * 82


@pytest.mark.rule("18EU:4.3-o")
def test_one_that_floated_before_phase_5_keeps_its_treasury_shares() -> None:
    position = Position("18EU").phase("5").corporation("NS", {ADA: 5}, value=82, cash=200)
    game = position.token("NS", "D3").stock_round(BEN)
    game.push(BuyShare(BEN, "NS", "NS"))
    assert percent_of(game, "NS", "NS") == 40
    assert percent_of(game, POOL, "NS") == 0
    assert game.state.cash["NS"] == 282


def all_circles_taken(but: int) -> Position:
    """The bare map, its circles filled with tokens of five corporations but for so many."""
    position = Position("18EU").phase("5")
    for number, circle in enumerate(CIRCLES[but:]):
        position.token(("SNCB", "NS", "KBS", "KPEV", "KKOB")[number // 5], *circle)
    return position


@pytest.mark.rule("18EU:4.3-p", "18EU:4.3-q")
@pytest.mark.parametrize("phase", ["5", "6", "8"])
def test_from_phase_5_the_base_token_goes_to_any_free_circle_and_no_minor_is_needed(phase: str) -> None:
    position = Position("18EU").phase(phase).tiles(D7=("57", 0), E6=("14", 0))
    position.corporation("KPEV", {BEN: 5}).token("KPEV", "D7").token("KPEV", "E6")
    game = position.stock_round(ADA)
    game.push(StartCompany(ADA, "NS", 100))
    assert isinstance(game.decision, ChooseHome)
    assert PlaceHome(ADA, "NS", "E6", 0) in game.legal_actions()  # the second circle of a laid tile
    assert PlaceHome(ADA, "NS", "B17", 0) in game.legal_actions()  # no track there
    assert PlaceHome(ADA, "NS", "K14", 1) in game.legal_actions()
    assert refusal(game, PlaceHome(ADA, "NS", "D7", 0)) == ("no_open_circle", "4.3-p")  # full
    assert refusal(game, PlaceHome(ADA, "NS", "D5", 0)) == ("no_open_circle", "4.3-p")  # a town
    assert refusal(game, PlaceHome(ADA, "NS", "G2", 0)) == ("no_open_circle", "4.3-p")  # off the map
    assert refusal(game, PlaceHome(ADA, "KBS", "B17", 0)) == ("choose_home", "4.3-p")
    assert refusal(game, Pass(ADA)) == ("choose_home", "4.3-p")
    game.push(PlaceHome(ADA, "NS", "B17", 0))
    assert cities_of(game, "NS") == [("B17", 0)]
    assert percent_of(game, ADA, "NS") == 20
    assert owner_of(game, "NS") == ADA
    assert game.state.cash[ADA] == 250
    assert price(game, "NS") == 100
    assert game.actor == BEN


@pytest.mark.rule("18EU:4.3-p")
def test_every_free_city_circle_is_offered_and_nothing_else() -> None:
    game = all_circles_taken(but=2).stock_round(ADA)
    game.push(StartCompany(ADA, "DR", 70))
    assert game.legal_actions() == [PlaceHome(ADA, "DR", *circle) for circle in CIRCLES[:2]]


@pytest.mark.rule("18EU:4.3-p")
def test_without_a_free_circle_no_corporation_can_be_started() -> None:
    position = all_circles_taken(but=0)
    position.corporation("KPEV", {BEN: 5})  # something else to do
    game = position.stock_round(ADA)
    assert refusal(game, StartCompany(ADA, "DR", 70)) == ("no_open_city", "4.3-p")
    assert not any(isinstance(entry, StartCompany) for entry in game.legal_actions())


@pytest.mark.rule("18EU:4.3-p", "18EU:4.3-a")
def test_before_phase_5_nobody_founds_without_a_minor_and_from_phase_5_everybody_may() -> None:
    for phase, refused in {"2": True, "3": True, "4": True, "5": False, "6": False, "8": False}.items():
        position = Position("18EU").phase(phase).corporation("KPEV", {BEN: 5}).token("KPEV", "D7")
        game = position.stock_round(ADA)
        if refused:
            assert refusal(game, StartCompany(ADA, "NS", 70)) == ("needs_minor", "4.1.3-d")
            assert not any(isinstance(entry, StartCompany) for entry in game.legal_actions())
        else:
            assert game.is_legal(StartCompany(ADA, "NS", 70))


@pytest.mark.rule("18EU:4.3-s")
@pytest.mark.parametrize("value", VALUES)
def test_a_corporation_of_phase_5_pays_for_four_more_tokens_too(value: int) -> None:
    game = Position("18EU").phase("5").stock_round(ADA)
    bank = game.state.cash[BANK]
    game.push(StartCompany(ADA, "NS", value))
    game.push(PlaceHome(ADA, "NS", "D3", 0))
    assert game.state.cash["NS"] == 2 * value - 100
    assert game.state.cash[BANK] == bank + 100
    assert len(spare_of(game, "NS")) == 4


@pytest.mark.rule("18EU:4.3-r", "18EU:4.3-t")
def test_further_shares_are_bought_one_by_one_and_with_the_fifth_it_has_ten_starting_values() -> None:
    game = Position("18EU").phase("5").stock_round(ADA)
    game.push(StartCompany(ADA, "NS", 90))
    game.push(PlaceHome(ADA, "NS", "D3", 0))
    for number, player in enumerate((BEN, CY, ADA)):
        assert not game.state.floated.get("NS")
        assert percent_of(game, "NS", "NS") == 80 - 10 * number
        assert percent_of(game, POOL, "NS") == 0
        game.push(BuyShare(player, "NS", "NS"))
        assert game.actor != player  # one a turn
    assert game.state.floated.get("NS")
    assert game.state.cash["NS"] == 10 * 90 - 100
    assert percent_of(game, POOL, "NS") == 50
    assert price(game, "NS") == 90


@pytest.mark.rule("18EU:4.3-u")
def test_the_five_pool_shares_are_ordinary_pool_shares() -> None:
    game = buying_a_share(4, "5")
    treasury, bank = game.state.cash["NS"], game.state.cash[BANK]
    game.push(BuyShare(CY, "NS", POOL))
    assert game.state.cash[CY] == 360  # at the price
    assert game.state.cash["NS"] == treasury
    assert game.state.cash[BANK] == bank + 90
    assert percent_of(game, POOL, "NS") == 40
    assert refusal(game, BuyShare(ADA, "NS", "NS")) == ("none_there", "4.1.2-c")


@pytest.mark.rule("18EU:4.3-u")
def test_the_five_pool_shares_fill_the_pool() -> None:
    position = Position("18EU").phase("5").corporation("NS", {ADA: 3, BEN: 2, POOL: 5})
    game = position.token("NS", "D3").stock_round(BEN)
    assert refusal(game, SellShares(BEN, "NS", 1)) == ("pool_limit", "3.1-i")
