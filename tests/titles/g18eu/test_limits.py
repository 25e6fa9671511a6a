"""18EU 3.1: how much of what anybody may hold, and what he may sell."""

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyShare, GoBankrupt, IssueShares, Pass, RedeemShares, SellShares, StartCompany
from stockrail.rules.rounds import OperatingRound, StockRound, current_round
from stockrail.rules.shares import owner_of, percent_of, shares_of
from stockrail.rules.state import POOL, Holder, certs_at
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, FoundWith

CERTIFICATE = ("certificate_limit", "3.1-c")
MUST_SELL = ("must_sell_first", "3.1-f")
NO_HEIR = ("president_needs_heir", "3.1-l")
POOL_FULL = ("pool_limit", "3.1-i")
SHARES = ("share_limit", "3.1-d")


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    picture = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == picture
    assert all(
        action not in entry if isinstance(entry, ActionRange) else action != entry for entry in game.legal_actions()
    )
    return error.value.kind, error.value.rule


def holding(position: Position, certificates: int) -> Position:
    """Seat 0 presides over corporations with up to five certificates of each; KKOB is left to buy from."""
    companies = ["SNCB", "NS", "KBS", "KPEV", "FS", "SNCF"]
    while certificates:
        mine = min(5, certificates)
        position.corporation(companies.pop(), {0: mine + 1})
        certificates -= mine
    position.corporation("KKOB", {1: 2})
    return position.cash(0, 1000).cash(1, 1000)


def certificates(game: RailGame, player: int) -> int:
    return sum(len(game.state.shelves.on(certs_at(player, company))) for company in game.title.companies)


def pieces(game: RailGame, holder: Holder, company: str) -> list[int]:
    """The percentages of the certificates that somebody holds."""
    return sorted(game.title.percent[cert] for cert in game.state.shelves.on(certs_at(holder, company)))


def quiet(game: RailGame) -> Action:
    """The least that the actor can do."""
    menu = game.legal_actions()
    assert game.actor is not None
    first = menu[0]
    if Pass(game.actor) in menu:
        return Pass(game.actor)
    return first if isinstance(first, Action) else first.lowest()


# -- certificates ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.1-a")
def test_the_share_limit_counts_shares_and_not_certificates() -> None:
    """Four certificates of the president are five shares, five single ones are five as well."""
    game = Position("18EU").corporation("FS", {0: 5, 1: 5}).stock_round(0)
    assert [len(game.state.shelves.on(certs_at(seat, "FS"))) for seat in (0, 1)] == [4, 5]
    position = Position("18EU").corporation("FS", {0: 6}).corporation("NS", {1: 6})
    game = position.cash(0, 500).stock_round(0)
    assert len(game.state.shelves.on(certs_at(0, "FS"))) == 5
    assert refusal(game, BuyShare(0, "FS", "FS")) == SHARES


@pytest.mark.rule("18EU:3.1-a")
def test_the_certificate_limit_counts_certificates_and_not_shares() -> None:
    """Fifteen certificates of three presidents are eighteen shares; four players may hold sixteen certificates."""
    game = holding(Position("18EU", 4), 15).stock_round(0)
    held = sum(shares_of(game, 0, company) for company in game.title.companies_of("major"))
    assert (held, certificates(game, 0)) == (18, 15)
    game.push(BuyShare(0, "KKOB", "KKOB"))
    assert certificates(game, 0) == 16


@pytest.mark.rule("18EU:3.1-b")
def test_each_minor_counts_as_a_certificate() -> None:
    """Four players may hold sixteen: five certificates and eleven minors."""
    for minors, legal in ((10, True), (11, False)):
        position = holding(Position("18EU", 4), 5)
        for number in range(1, minors + 1):
            position.owned(str(number), 0)
        game = position.stock_round(0)
        assert certificates(game, 0) == 5 + minors
        assert game.is_legal(BuyShare(0, "KKOB", "KKOB")) == legal
    assert refusal(game, BuyShare(0, "KKOB", "KKOB")) == CERTIFICATE


@pytest.mark.rule("18EU:3.1-c")
@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_the_certificate_limit_depends_on_the_number_of_players(players: int, limit: int) -> None:
    below = holding(Position("18EU", players), limit - 1).stock_round(0)
    below.push(BuyShare(0, "KKOB", "KKOB"))
    assert certificates(below, 0) == limit
    at_limit = holding(Position("18EU", players), limit).corporation("DR", {1: 2, POOL: 1}).stock_round(0)
    assert refusal(at_limit, BuyShare(0, "KKOB", "KKOB")) == CERTIFICATE
    assert refusal(at_limit, BuyShare(0, "DR", POOL)) == CERTIFICATE


@pytest.mark.rule("18EU:3.1-c")
def test_founding_a_corporation_adds_one_certificate() -> None:
    """The minor goes for the third share, so only the president's certificate counts."""
    game = holding(Position("18EU", 4), 14).owned("1", 0).stock_round(0)
    game.push(StartCompany(0, "DR", 70))
    game.push(FoundWith(0, "DR", "1"))
    assert certificates(game, 0) == 16
    game = holding(Position("18EU", 4), 15).owned("1", 0).stock_round(0)
    assert refusal(game, StartCompany(0, "DR", 70)) == CERTIFICATE


@pytest.mark.rule("18EU:3.1-c")
def test_exchanging_a_minor_is_free_of_the_certificate_limit() -> None:
    position = holding(Position("18EU", 4), 15).owned("3", 0)
    game = position.corporation("DR", {1: 3}, turns=0).token("DR", "A10").stock_round(0)
    game.push(Exchange(0, "3", "DR", "DR"))
    game.push(Pass(1))  # the president leaves the token
    assert certificates(game, 0) == 16


@pytest.mark.rule("18EU:3.1-c")
def test_who_is_above_the_certificate_limit_sells_before_anything_else() -> None:
    game = holding(Position("18EU", 4), 17).stock_round(0)
    assert refusal(game, Pass(0)) == MUST_SELL
    assert refusal(game, BuyShare(0, "KKOB", "KKOB")) == MUST_SELL
    game.push(SellShares(0, "SNCF", 1))
    assert certificates(game, 0) == 16
    game.push(Pass(0))
    assert game.actor == 1


# -- sixty percent ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.1-d")
@pytest.mark.parametrize("source", ["FS", POOL])
def test_sixty_percent_may_be_bought_and_no_more(source: str) -> None:
    position = Position("18EU").corporation("FS", {1: 2, 0: 5, POOL: 1}).cash(0, 500)
    game = position.stock_round(0)
    game.push(BuyShare(0, "FS", source))
    assert percent_of(game, 0, "FS") == 60
    position = Position("18EU").corporation("FS", {1: 2, 0: 6, POOL: 1}).cash(0, 500)
    game = position.stock_round(0)
    assert refusal(game, BuyShare(0, "FS", source)) == SHARES


@pytest.mark.rule("18EU:3.1-e")
def test_an_exchange_may_lift_a_player_above_sixty_percent() -> None:
    position = Position("18EU").corporation("FS", {0: 6}, turns=0).token("FS", "A10").owned("3", 0)
    game = position.cash(0, 500).stock_round(0)
    assert refusal(game, BuyShare(0, "FS", "FS")) == SHARES
    game.push(Exchange(0, "3", "FS", "FS"))
    assert percent_of(game, 0, "FS") == 70


@pytest.mark.rule("18EU:3.1-f")
def test_who_is_above_sixty_percent_sells_before_anything_else() -> None:
    position = Position("18EU").corporation("FS", {0: 7}).corporation("NS", {1: 2, 0: 2}).cash(0, 500)
    game = position.owned("1", 0).stock_round(0)
    assert refusal(game, Pass(0)) == MUST_SELL
    assert refusal(game, BuyShare(0, "NS", "NS")) == MUST_SELL
    assert refusal(game, StartCompany(0, "DR", 100)) == MUST_SELL
    game.push(SellShares(0, "NS", 1))
    assert refusal(game, Pass(0)) == MUST_SELL
    game.push(SellShares(0, "FS", 1))
    assert percent_of(game, 0, "FS") == 60
    game.push(Pass(0))
    assert game.actor == 1


@pytest.mark.rule("18EU:3.1-f")
def test_he_sells_down_to_sixty_percent_in_one_block() -> None:
    game = Position("18EU").corporation("FS", {0: 8}).stock_round(0)
    assert refusal(game, SellShares(0, "FS", 1)) == ("sell_down_to_limit", "3.1-f")
    assert game.legal_actions() == [ActionRange(SellShares(0, "FS", 2), "count", 2, 5)]
    game.push(SellShares(0, "FS", 2))
    assert percent_of(game, 0, "FS") == 60


@pytest.mark.rule("18EU:3.1-f")
def test_sixty_percent_force_no_sale() -> None:
    game = Position("18EU").corporation("FS", {0: 6}).stock_round(0)
    game.push(Pass(0))
    assert game.actor == 1


# -- corporations that never operated --------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.1-g")
@pytest.mark.parametrize("seller", [0, 1])
def test_nobody_sells_shares_of_a_corporation_that_never_operated(seller: int) -> None:
    fresh = Position("18EU").corporation("FS", {0: 4, 1: 3}, turns=0).stock_round(seller)
    assert refusal(fresh, SellShares(seller, "FS", 1)) == ("never_operated", "3.1-g")
    assert not [entry for entry in fresh.legal_actions() if isinstance(entry, ActionRange)]
    old = Position("18EU").corporation("FS", {0: 4, 1: 3}, turns=1).stock_round(seller)
    old.push(SellShares(seller, "FS", 1))
    assert shares_of(old, POOL, "FS") == 1


@pytest.mark.rule("18EU:3.1-h", "18EU:3.1-g", "18EU:3.1-f")
def test_seventy_percent_are_kept_through_the_first_operating_rounds_of_a_corporation() -> None:
    """The sale is due in the stock round after FS has operated, and not before."""
    position = Position("18EU").corporation("FS", {0: 6}, turns=0, cash=10).token("FS", "A10").owned("3", 0)
    game = position.cash(0, 0).cash(1, 150).cash(2, 150).stock_round(0)
    game.push(Exchange(0, "3", "FS", "FS"))
    game.push(Pass(0))  # the president leaves the token
    rounds = 0
    while isinstance(current_round(game), StockRound):
        assert refusal(game, SellShares(game.actor or 0, "FS", 1))[0] in ("never_operated", "not_enough_shares")
        game.push(quiet(game))
    while isinstance(current_round(game), OperatingRound):
        assert percent_of(game, 0, "FS") == 70
        game.push(quiet(game))
        rounds += 1
    assert rounds
    assert game.state.turns["FS"] == 2
    while game.actor != 0:
        game.push(quiet(game))
    assert refusal(game, Pass(0)) == MUST_SELL


# -- pool and treasury -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.1-i")
def test_the_pool_takes_no_more_than_half_of_a_corporation() -> None:
    game = Position("18EU").corporation("FS", {1: 2, 0: 3, POOL: 3}).stock_round(0)
    assert refusal(game, SellShares(0, "FS", 3)) == POOL_FULL
    game.push(SellShares(0, "FS", 2))
    assert percent_of(game, POOL, "FS") == 50
    full = Position("18EU").corporation("FS", {1: 2, 0: 3, POOL: 5}).stock_round(0)
    assert refusal(full, SellShares(0, "FS", 1)) == POOL_FULL


@pytest.mark.rule("18EU:3.1-i")
def test_nor_does_it_take_more_from_the_corporation_itself() -> None:
    position = Position("18EU").corporation("FS", {0: 2, POOL: 3}).token("FS", "E18")
    game = position.operating("FS", "OwnShares", alone=True)
    assert refusal(game, IssueShares(0, "FS", 3)) == ("issue_limit", "4.4.8-a")
    game.push(IssueShares(0, "FS", 2))
    assert percent_of(game, POOL, "FS") == 50


@pytest.mark.rule("18EU:3.1-i")
def test_a_bankruptcy_may_fill_the_pool_beyond_half() -> None:
    """Ada can sell one share of NS for 100, but needs 200; the other two follow her into the pool."""
    position = Position("18EU").phase("3").corporation("FS", {0: 2, 1: 2}).cash(0, 0).token("FS", "E18")
    game = position.corporation("NS", {1: 3, 0: 3, POOL: 4}).operating("FS", "BuyTrains")
    game.push(GoBankrupt(0, "FS"))
    assert percent_of(game, POOL, "NS") == 70
    game = position.stock_round(1)
    assert refusal(game, SellShares(1, "NS", 1)) == POOL_FULL
    assert not [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]


@pytest.mark.rule("18EU:3.1-j")
def test_a_treasury_may_hold_eighty_percent() -> None:
    position = Position("18EU").corporation("FS", {0: 2, POOL: 5}, cash=500).token("FS", "E18")
    game = position.operating("FS", "OwnShares", alone=True)
    game.push(RedeemShares(0, "FS", 5))
    assert (percent_of(game, "FS", "FS"), game.state.cash["FS"]) == (80, 0)
    assert owner_of(game, "FS") == 0


# -- the president's certificate -------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:3.1-k")
def test_the_presidents_certificate_is_not_sold() -> None:
    game = Position("18EU").corporation("FS", {0: 4, 1: 1}).stock_round(0)
    assert refusal(game, SellShares(0, "FS", 3)) == NO_HEIR
    assert refusal(game, SellShares(0, "FS", 4)) == NO_HEIR
    game.push(SellShares(0, "FS", 2))
    assert (pieces(game, 0, "FS"), pieces(game, POOL, "FS")) == ([20], [10, 10])


@pytest.mark.rule("18EU:3.1-k")
@pytest.mark.parametrize(("count", "pool"), [(3, [10] * 3), (4, [10] * 4)])
def test_it_passes_to_the_new_president_and_never_into_the_pool(count: int, pool: list[int]) -> None:
    game = Position("18EU").corporation("FS", {0: 4, 1: 3}).stock_round(0)
    game.push(SellShares(0, "FS", count))
    assert pieces(game, POOL, "FS") == pool
    assert pieces(game, 1, "FS") == [10, 20]
    assert pieces(game, 0, "FS") == [10] * (4 - count)


@pytest.mark.rule("18EU:3.1-k")
@pytest.mark.parametrize(("count", "named"), [(1, ("FS_0",)), (2, ("FS_0",)), (3, ("FS_0", "FS_1"))])
@pytest.mark.parametrize("other", [2, 4])
def test_naming_it_does_not_sell_it_while_single_shares_would_do(
    count: int, named: tuple[str, ...], other: int
) -> None:
    """Ada has three single shares besides."""
    game = Position("18EU").corporation("FS", {0: 5, 1: other, POOL: 1}).stock_round(0)
    with pytest.raises(IllegalAction) as error:
        game.push(SellShares(0, "FS", count, named))
    assert (error.value.kind, error.value.rule) == ("not_enough_shares", "4.1.1-a")
    assert [shares_of(game, holder, "FS") for holder in (0, 1, POOL)] == [5, other, 1]


@pytest.mark.rule("18EU:3.1-l")
@pytest.mark.parametrize(
    ("others", "legal"),
    [
        ({1: 1}, False),
        ({1: 1, 2: 1}, False),
        ({POOL: 2}, False),
        ({1: 2}, True),
        ({1: 1, 2: 2}, True),
    ],
    ids=["one share", "one share each", "pool and treasury", "two shares", "two shares of the second"],
)
def test_a_sale_that_costs_the_presidency_needs_a_player_with_two_shares(
    others: dict[Holder, int], legal: bool
) -> None:
    game = Position("18EU").corporation("FS", {0: 3, **others}).stock_round(0)
    sale = SellShares(0, "FS", 2)
    assert game.is_legal(sale) == legal
    assert game.is_legal(SellShares(0, "FS", 1))
    if not legal:
        assert refusal(game, sale) == NO_HEIR


@pytest.mark.rule("18EU:3.1-l")
def test_others_than_the_president_need_no_heir() -> None:
    game = Position("18EU").corporation("FS", {0: 2, 1: 1}).stock_round(1)
    game.push(SellShares(1, "FS", 1))
    assert shares_of(game, 1, "FS") == 0


@pytest.mark.rule("18EU:3.1-m")
def test_a_president_of_two_shares_may_sell_one_and_keep_one() -> None:
    game = Position("18EU").corporation("FS", {0: 2, 1: 2}).stock_round(0)
    cash = game.state.cash[0]
    game.push(SellShares(0, "FS", 1))
    assert owner_of(game, "FS") == 1
    assert [pieces(game, holder, "FS") for holder in (0, 1, POOL)] == [[10], [20], [10]]
    assert game.state.cash[0] == cash + 100


@pytest.mark.rule("18EU:3.1-m")
def test_shares_swapped_with_the_new_president_do_not_count_against_the_pool() -> None:
    game = Position("18EU").corporation("FS", {0: 2, 1: 2, POOL: 4}).stock_round(0)
    assert refusal(game, SellShares(0, "FS", 2)) == POOL_FULL
    game.push(SellShares(0, "FS", 1))
    assert [pieces(game, holder, "FS") for holder in (0, 1, POOL)] == [[10], [20], [10] * 5]


@pytest.mark.rule("18EU:3.1-m")
@pytest.mark.parametrize(("named", "count"), [(("FS_0",), 1), (("FS_1", "FS_0"), 2), (("FS_0", "FS_1"), 3)])
def test_a_president_may_name_the_certificates_of_such_a_sale(named: tuple[str, ...], count: int) -> None:
    held = 2 if count == 1 else 3
    game = Position("18EU").corporation("FS", {0: held, 1: 3}).stock_round(0)
    game.push(SellShares(0, "FS", count, named))
    assert [shares_of(game, holder, "FS") for holder in (0, 1, POOL)] == [held - count, 3, count]
    assert owner_of(game, "FS") == 1


@pytest.mark.rule("18EU:3.1-m")
def test_a_president_left_with_two_shares_gets_single_ones() -> None:
    game = Position("18EU").corporation("FS", {0: 4, 1: 3, POOL: 1}).stock_round(0)
    game.push(SellShares(0, "FS", 2))
    assert owner_of(game, "FS") == 1
    assert [pieces(game, holder, "FS") for holder in (0, 1, POOL)] == [[10, 10], [10, 20], [10] * 3]


@pytest.mark.rule("18EU:3.1-m")
def test_an_equal_holder_does_not_take_the_presidency() -> None:
    game = Position("18EU").corporation("FS", {0: 4, 1: 2}).stock_round(0)
    game.push(SellShares(0, "FS", 2))
    assert (owner_of(game, "FS"), pieces(game, 0, "FS")) == (0, [20])


@pytest.mark.rule("18EU:3.1-m", "18EU:4.3.1-c")
@pytest.mark.parametrize(
    ("president", "others", "heir"),
    [(1, (2, 0), 2), (1, (3, 0), 3), (3, (2, 0), 0), (2, (0, 1), 0), (0, (3, 2), 2)],
)
def test_of_equal_heirs_the_first_by_seat_after_the_seller_takes_over(
    president: int, others: tuple[int, int], heir: int
) -> None:
    position = Position("18EU", 4).corporation("FS", {president: 3, others[0]: 2, others[1]: 2})
    game = position.stock_round(president)
    game.push(SellShares(president, "FS", 2))
    assert owner_of(game, "FS") == heir


@pytest.mark.rule("18EU:3.1-m", "18EU:4.3.1-a")
def test_the_largest_heir_comes_before_a_nearer_one() -> None:
    game = Position("18EU").corporation("FS", {0: 4, 1: 2, 2: 3}).stock_round(0)
    game.push(SellShares(0, "FS", 4))
    assert owner_of(game, "FS") == 2
    assert [pieces(game, holder, "FS") for holder in (0, 1, 2, POOL)] == [[], [10, 10], [10, 20], [10] * 4]
