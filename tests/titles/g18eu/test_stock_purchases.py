"""18EU 4.1.2, 4.1.3: buying a certificate, exchanging a minor, starting a corporation."""

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyShare, Pass, PlaceHome, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, shares_of
from stockrail.rules.state import BANK, POOL, Holder, certs_at
from stockrail.rules.tokens import cities_of, tokens_in
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, FoundWith, ReplaceToken

CORPORATIONS = ["SNCB", "NS", "KBS", "KPEV", "KKOB", "FS", "SNCF", "DR"]


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    picture = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == picture
    assert action not in game.legal_actions()
    return error.value.kind, error.value.rule


def certificates(game: RailGame, player: int) -> list[str]:
    """All that a player holds, minors included."""
    return [cert for company in game.title.companies for cert in game.state.shelves.on(certs_at(player, company))]


def table() -> Position:
    """FS at 135 with a starting value of 100, shares in pool and treasury; NS at 100. Everybody has 400."""
    position = Position("18EU").corporation("FS", {1: 3, 0: 2, POOL: 2}, cash=50).price("FS", 1, 6)
    position.corporation("NS", {2: 2, 0: 1})
    return position.cash(0, 400).cash(1, 400).cash(2, 400)


def founding(phase: str = "3") -> Position:
    """Ada owns minors 1 and 3 in Paris, Ben minor 2; NS is started at 90."""
    position = Position("18EU").phase(phase).owned("1", 0, cash=35).owned("3", 0).owned("2", 1)
    return position.corporation("NS", {2: 3}, value=90).cash(0, 400).cash(1, 400).cash(2, 400)


# -- buying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.1.2-a", "18EU:4.1.2-b")
@pytest.mark.parametrize("sells", [True, False])
def test_after_any_sales_a_player_buys_one_certificate_and_his_turn_is_over(sells: bool) -> None:
    game = table().stock_round(0)
    if sells:
        game.push(SellShares(0, "NS", 1))
    held = len(certificates(game, 0))
    game.push(BuyShare(0, "FS", "FS"))
    assert len(certificates(game, 0)) == held + 1
    assert game.actor == 1
    for action in (SellShares(0, "FS", 1), BuyShare(0, "FS", "FS"), BuyShare(0, "FS", POOL), Pass(0)):
        assert refusal(game, action) == ("not_your_turn", "4.1-a")


@pytest.mark.rule("18EU:4.1.2-b")
def test_what_was_bought_may_be_sold_on_a_later_turn() -> None:
    game = table().stock_round(0)
    game.push(BuyShare(0, "NS", "NS"))
    game.push(Pass(1))
    game.push(Pass(2))
    game.push(SellShares(0, "NS", 2))
    assert shares_of(game, 0, "NS") == 0


@pytest.mark.rule("18EU:4.1.2-c")
def test_a_treasury_share_is_paid_to_the_treasury_at_the_current_price() -> None:
    game = table().stock_round(0)
    bank = game.state.cash[BANK]
    game.push(BuyShare(0, "FS", "FS"))
    assert [game.state.cash[holder] for holder in (0, "FS", BANK)] == [400 - 135, 50 + 135, bank]
    assert [shares_of(game, holder, "FS") for holder in (0, POOL, "FS")] == [3, 2, 2]
    assert price(game, "FS") == 135


@pytest.mark.rule("18EU:4.1.2-c")
def test_a_pool_share_is_paid_to_the_bank_at_the_current_price() -> None:
    game = table().stock_round(0)
    bank = game.state.cash[BANK]
    game.push(BuyShare(0, "FS", POOL))
    assert [game.state.cash[holder] for holder in (0, "FS", BANK)] == [400 - 135, 50, bank + 135]
    assert [shares_of(game, holder, "FS") for holder in (0, POOL, "FS")] == [3, 1, 3]
    assert price(game, "FS") == 135


@pytest.mark.rule("18EU:4.1.2-c")
@pytest.mark.parametrize("source", ["FS", POOL])
def test_a_share_must_be_paid_in_full(source: str) -> None:
    rich = table().cash(0, 135).stock_round(0)
    rich.push(BuyShare(0, "FS", source))
    assert rich.state.cash[0] == 0
    poor = table().cash(0, 134).stock_round(0)
    assert refusal(poor, BuyShare(0, "FS", source)) == ("cannot_pay", "4.1.2-c")


@pytest.mark.rule("18EU:4.1.2-c")
def test_shares_come_from_treasury_and_pool_and_nowhere_else() -> None:
    game = table().corporation("KBS", {1: 5, 2: 5}).stock_round(0)
    for company, source in (("KBS", "KBS"), ("KBS", POOL), ("NS", POOL), ("FS", "NS"), ("FS", "1"), ("FS", "")):
        assert refusal(game, BuyShare(0, company, source)) == ("none_there", "4.1.2-c")
    buys = {(a.company, a.source) for a in game.legal_actions() if isinstance(a, BuyShare)}
    assert buys == {("FS", "FS"), ("FS", POOL), ("NS", "NS")}


@pytest.mark.rule("18EU:4.1.2-c")
def test_a_named_certificate_is_the_one_that_is_bought() -> None:
    game = table().stock_round(0)
    named = game.state.shelves.on(certs_at(POOL, "FS"))[1]
    with pytest.raises(IllegalAction) as error:
        game.push(BuyShare(0, "FS", "FS", named))
    assert error.value.kind == "none_there"
    game.push(BuyShare(0, "FS", POOL, named))
    assert game.state.shelves.place_of[named] == certs_at(0, "FS")


@pytest.mark.rule("18EU:4.1.2-d")
def test_purchases_are_bound_by_both_limits() -> None:
    """Three players may hold 20 certificates: six of FS and fourteen minors."""
    position = Position("18EU").corporation("FS", {1: 2, 0: 6, POOL: 1}).corporation("NS", {2: 2}).cash(0, 400)
    for number in range(1, 14):
        position.owned(str(number), 0)
    game = position.stock_round(0)
    assert refusal(game, BuyShare(0, "FS", POOL)) == ("share_limit", "3.1-d")
    assert game.is_legal(BuyShare(0, "NS", "NS"))
    game = position.owned("14", 0).stock_round(0)
    assert refusal(game, BuyShare(0, "NS", "NS")) == ("certificate_limit", "3.1-c")


@pytest.mark.rule("18EU:4.1.2-c", "18EU:4.1.2-d")
def test_a_refused_purchase_says_what_it_would_take() -> None:
    """Ada has 60 % of FS and, with eleven minors, sixteen certificates; Ben has a pound too little."""
    position = Position("18EU", 4).corporation("FS", {0: 6}).corporation("NS", {1: 2}).price("NS", 0, 6).cash(1, 149)
    for number in range(1, 12):
        position.owned(str(number), 0)
    game = position.owned("12", 1).cash(0, 400).stock_round(0)
    reasons = {}
    for action in (
        BuyShare(0, "FS", "FS"),
        BuyShare(0, "NS", "NS"),
        BuyShare(1, "NS", "NS"),
        StartCompany(1, "DR", 75),
        BuyShare(1, "DR", "DR"),
    ):
        if action.player != game.actor:
            game.push(Pass(0))
        with pytest.raises(IllegalAction) as error:
            game.push(action)
        reasons[error.value.kind, action.company] = error.value.params
    assert reasons["share_limit", "FS"]["limit"] == 60
    assert reasons["certificate_limit", "NS"]["limit"] == 16
    assert (reasons["cannot_pay", "NS"]["price"], reasons["cannot_pay", "NS"]["cash"]) == (150, 149)
    assert (reasons["cannot_pay", "DR"]["price"], reasons["cannot_pay", "DR"]["cash"]) == (150, 149)
    assert reasons["president_first", "DR"]["price"] == 0


@pytest.mark.rule("18EU:4.1.2-e")
def test_the_first_certificate_of_a_corporation_is_the_presidents() -> None:
    game = founding().stock_round(0)
    assert refusal(game, BuyShare(0, "FS", "FS")) == ("president_first", "4.1.2-e")
    assert refusal(game, BuyShare(0, "FS", "FS", "FS_1")) == ("president_first", "4.1.2-e")
    assert refusal(game, BuyShare(0, "GWR", "GWR")) == ("not_started", "4.1.2-e")
    game.push(StartCompany(0, "FS", 70))
    assert game.state.shelves.on(certs_at(0, "FS")) == ["FS_0"]
    assert owner_of(game, "FS") == 0
    game.push(FoundWith(0, "FS", "1"))
    game.push(BuyShare(1, "FS", "FS"))
    assert game.title.percent[game.state.shelves.on(certs_at(1, "FS"))[0]] == 10


@pytest.mark.rule("18EU:4.3.1-a", "18EU:4.3.1-b")
def test_who_buys_more_than_the_president_holds_takes_over_and_an_equal_holder_does_not() -> None:
    position = Position("18EU").corporation("FS", {0: 3, 1: 2}).cash(1, 400).cash(2, 400)
    game = position.stock_round(1)
    game.push(BuyShare(1, "FS", "FS"))
    assert owner_of(game, "FS") == 0
    game.push(Pass(2))
    game.push(Pass(0))
    game.push(BuyShare(1, "FS", "FS"))
    assert owner_of(game, "FS") == 1
    held = [[game.title.percent[cert] for cert in game.state.shelves.on(certs_at(seat, "FS"))] for seat in (0, 1)]
    assert [sorted(mine) for mine in held] == [[10, 10, 10], [10, 10, 20]]


@pytest.mark.rule("18EU:4.3-l")
def test_the_fifth_share_with_players_makes_a_corporation_float() -> None:
    position = Position("18EU").corporation("FS", {0: 3}, floated=False, turns=0).cash(1, 400).cash(2, 400)
    game = position.stock_round(1)
    game.push(BuyShare(1, "FS", "FS"))
    assert not game.state.floated.get("FS")
    game.push(BuyShare(2, "FS", "FS"))
    assert game.state.floated["FS"]


# -- exchanging ------------------------------------------------------------------------------------------------------


def exchanging(source: str = "SNCF") -> Position:
    """SNCF in Paris never operated; Ada owns minor 3 there, which has 85 pounds and two trains."""
    position = table().owned("3", 0, cash=85).train("2-4", "3")
    shares: dict[Holder, int] = {1: 4} if source == "SNCF" else {1: 4, 2: 1, POOL: 5}
    return position.corporation("SNCF", shares, cash=60, turns=0).price("SNCF", 0, 6).token("SNCF", "A10")


@pytest.mark.rule("18EU:4.1.2-f")
@pytest.mark.parametrize("sells", [True, False])
def test_an_exchange_takes_the_place_of_the_purchase(sells: bool) -> None:
    game = exchanging().stock_round(0)
    if sells:
        game.push(SellShares(0, "NS", 1))
    game.push(Exchange(0, "3", "SNCF", "SNCF"))
    game.push(Pass(1))  # the president leaves the token
    assert shares_of(game, 0, "SNCF") == 1
    assert game.actor == 1
    assert refusal(game, BuyShare(0, "FS", "FS")) == ("not_your_turn", "4.1-a")


@pytest.mark.rule("18EU:4.1.2-f")
def test_after_a_purchase_there_is_no_exchange_in_the_same_turn() -> None:
    game = exchanging().stock_round(0)
    game.push(BuyShare(0, "FS", "FS"))
    assert refusal(game, Exchange(0, "3", "SNCF", "SNCF")) == ("not_your_turn", "4.1-a")


@pytest.mark.rule("18EU:4.1.2-f", "18EU:4.1.3-c")
def test_the_exchange_at_formation_comes_on_top_of_the_purchase() -> None:
    game = founding().stock_round(0)
    assert certificates(game, 0) == ["1_0", "3_0"]
    game.push(StartCompany(0, "FS", 100))
    game.push(FoundWith(0, "FS", "1"))
    assert certificates(game, 0) == ["3_0", "FS_0", "FS_1"]


@pytest.mark.rule("18EU:4.1.2-g")
def test_for_a_treasury_share_the_corporation_gets_what_the_minor_has() -> None:
    """A share of SNCF costs 150, but nobody pays."""
    game = exchanging().stock_round(0)
    bank = game.state.cash[BANK]
    game.push(Exchange(0, "3", "SNCF", "SNCF"))
    game.push(ReplaceToken(1, "SNCF", "3"))
    assert [game.state.cash[holder] for holder in (0, "3", "SNCF", BANK)] == [400, 0, 60 + 85, bank]
    assert [shares_of(game, holder, "SNCF") for holder in (0, "SNCF")] == [1, 5]
    assert (trains_of(game, "3"), trains_of(game, "SNCF")) == ([], ["2-2", "2-4"])
    assert cities_of(game, "SNCF") == [("A10", 0), ("A10", 1)]
    assert owner_of(game, "3") is None


@pytest.mark.rule("18EU:4.1.2-g")
def test_for_a_pool_share_bank_and_pool_get_what_the_minor_has() -> None:
    game = exchanging(POOL).stock_round(0)
    bank = game.state.cash[BANK]
    assert refusal(game, Exchange(0, "3", "SNCF", "SNCF")) == ("none_there", "4.1.2-c")
    game.push(Exchange(0, "3", "SNCF", POOL))
    assert [game.state.cash[holder] for holder in (0, "3", "SNCF", BANK)] == [400, 0, 60, bank + 85]
    assert [shares_of(game, holder, "SNCF") for holder in (0, POOL)] == [1, 4]
    assert trains_of(game, POOL)[-2:] == ["2-2", "2-4"]
    assert (trains_of(game, "3"), trains_of(game, "SNCF")) == ([], [])
    assert tokens_in(game, "A10", 1) == []
    assert owner_of(game, "3") is None
    assert game.actor == 1


@pytest.mark.rule("18EU:4.3.1-b", "18EU:4.1.2-g")
def test_an_exchange_may_bring_the_presidency() -> None:
    """Ada has three shares of SNCF, as Ben has; she decides about the token then."""
    position = Position("18EU").owned("3", 0).corporation("SNCF", {1: 3, 0: 3}, turns=0).token("SNCF", "A10")
    game = position.stock_round(0)
    game.push(Exchange(0, "3", "SNCF", "SNCF"))
    assert (owner_of(game, "SNCF"), game.actor) == (0, 0)
    assert [shares_of(game, seat, "SNCF") for seat in (0, 1)] == [4, 3]


@pytest.mark.rule("18EU:4.3-d", "18EU:4.3-e", "18EU:4.3-j")
def test_an_exchange_needs_an_own_minor_connected_to_a_started_corporation_that_never_operated() -> None:
    """SNCF and minor 3 are in Paris, minor 12 in Amsterdam; FS in Milan has operated, beside minor 10."""
    position = exchanging().token("FS", "E18").owned("10", 0).owned("12", 0).owned("2", 1)
    game = position.corporation("KBS", {0: 2}).token("KBS", "A10", 1).stock_round(0)
    assert refusal(game, Exchange(0, "2", "SNCF", "SNCF")) == ("not_your_minor", "4.3-d")
    assert refusal(game, Exchange(0, "KBS", "SNCF", "SNCF")) == ("not_your_minor", "4.3-d")
    assert refusal(game, Exchange(0, "3", "DR", "DR")) == ("not_started", "4.1.2-e")
    assert refusal(game, Exchange(0, "10", "FS", "FS")) == ("merges_before_operating", "4.3-j")
    assert refusal(game, Exchange(0, "12", "SNCF", "SNCF")) == ("not_connected", "4.3-e")
    assert refusal(game, Exchange(0, "3", "SNCF", POOL)) == ("none_there", "4.1.2-c")
    swaps = [action for action in game.legal_actions() if isinstance(action, Exchange)]
    assert swaps == [Exchange(0, "3", "SNCF", "SNCF")]


# -- starting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.1.3-a")
@pytest.mark.parametrize("value", [70, 75, 82, 90, 100])
def test_a_founder_chooses_a_value_and_pays_it_twice_into_the_treasury(value: int) -> None:
    """Of it 100 go to the bank for four tokens (4.3-c)."""
    game = founding().stock_round(0)
    bank = game.state.cash[BANK]
    game.push(StartCompany(0, "FS", value))
    assert [game.state.cash[holder] for holder in (0, "FS", BANK)] == [400 - 2 * value, 2 * value - 100, bank + 100]
    assert (price(game, "FS"), game.state.par["FS"]) == (value, value)
    expected = ("NS", "FS") if value == 90 else ("FS",)
    assert game.state.pile[game.state.cell["FS"]] == expected


@pytest.mark.rule("18EU:4.1.3-a")
def test_the_presidents_certificate_must_be_paid_in_full() -> None:
    game = founding().cash(0, 164).stock_round(0)
    assert refusal(game, StartCompany(0, "FS", 90)) == ("cannot_pay", "4.1.2-c")
    values = {action.value for action in game.legal_actions() if isinstance(action, StartCompany)}
    assert values == {70, 75, 82}
    game.push(StartCompany(0, "FS", 82))
    assert game.state.cash[0] == 0


@pytest.mark.rule("18EU:4.1.3-a")
def test_only_a_corporation_that_is_not_started_can_be_started() -> None:
    game = founding().stock_round(0)
    assert refusal(game, StartCompany(0, "NS", 70)) == ("already_started", "4.1.3-a")
    assert refusal(game, StartCompany(0, "1", 70)) == ("no_such_company", "1.1-a")
    starts = {action.company for action in game.legal_actions() if isinstance(action, StartCompany)}
    assert starts == set(CORPORATIONS) - {"NS"}


@pytest.mark.rule("18EU:4.1.3-a")
def test_a_corporation_may_be_started_after_selling_and_the_turn_is_over_then() -> None:
    game = founding().corporation("KBS", {2: 3, 0: 1}).stock_round(0)
    game.push(SellShares(0, "KBS", 1))
    game.push(StartCompany(0, "FS", 100))
    game.push(FoundWith(0, "FS", "3"))
    assert game.actor == 1
    assert refusal(game, Pass(0)) == ("not_your_turn", "4.1-a")


@pytest.mark.rule("18EU:4.1.3-b")
@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_before_phase_5_the_founder_exchanges_a_minor_at_once(phase: str) -> None:
    game = founding(phase).stock_round(0)
    game.push(StartCompany(0, "FS", 100))
    assert game.legal_actions() == [FoundWith(0, "FS", "1"), FoundWith(0, "FS", "3")]
    assert refusal(game, Pass(0)) == ("choose_minor", "4.1.3-b")
    assert refusal(game, FoundWith(0, "FS", "2")) == ("not_your_minor", "4.3-d")
    assert refusal(game, FoundWith(0, "NS", "1")) == ("choose_minor", "4.1.3-b")
    game.push(FoundWith(0, "FS", "1"))
    assert [shares_of(game, holder, "FS") for holder in (0, "FS")] == [3, 7]
    assert game.state.cash["FS"] == 200 - 100 + 35
    assert (trains_of(game, "FS"), trains_of(game, "1"), game.state.cash["1"]) == (["2-0"], [], 0)
    assert tokens_in(game, "A10", 0) == ["FS.0"]
    assert owner_of(game, "1") is None
    assert game.actor == 1


@pytest.mark.rule("18EU:4.1.3-b")
@pytest.mark.parametrize("phase", ["5", "6", "8"])
def test_from_phase_5_no_minor_is_exchanged(phase: str) -> None:
    position = Position("18EU").phase(phase).corporation("NS", {2: 5}).cash(0, 400).cash(1, 400)
    game = position.stock_round(0)
    game.push(StartCompany(0, "FS", 100))
    game.push(PlaceHome(0, "FS", "E18", 0))
    assert shares_of(game, 0, "FS") == 2
    assert cities_of(game, "FS") == [("E18", 0)]
    assert game.actor == 1


@pytest.mark.rule("18EU:4.1.3-c")
def test_only_founding_brings_two_certificates_in_a_turn() -> None:
    game = founding().corporation("SNCF", {2: 3}, turns=0).token("SNCF", "D13").stock_round(0)
    for action in list(game.legal_actions()):
        assert not isinstance(action, ActionRange)
        before = set(certificates(game, 0))
        game.push(action)
        if isinstance(action, StartCompany):
            game.push(FoundWith(0, action.company, "3"))
        gained = set(certificates(game, 0)) - before
        assert len(gained) == {StartCompany: 2, Pass: 0}.get(type(action), 1)
        assert game.actor != 0
        while game.actions:
            game.pop()


@pytest.mark.rule("18EU:4.1.3-d")
@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_before_phase_5_a_player_without_a_minor_starts_nothing(phase: str) -> None:
    game = founding(phase).cash(2, 139).stock_round(2)
    assert refusal(game, StartCompany(2, "FS", 70)) == ("needs_minor", "4.1.3-d")
    assert not [action for action in game.legal_actions() if isinstance(action, StartCompany)]
    game.push(Pass(2))
    assert game.is_legal(StartCompany(0, "FS", 70))
