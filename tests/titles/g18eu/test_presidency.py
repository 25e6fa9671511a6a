"""4.3.1 Who presides over a corporation, and how the president's certificate changes hands."""

import pytest

from stockrail import Action, IllegalAction, RailGame
from stockrail.rules.actions import BuyShare, Pass, SellShares
from stockrail.rules.shares import owner_of, shares_of, singles_of
from stockrail.rules.state import POOL, certs_at
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, ReplaceToken

ADA, BEN, CY, DEE = range(4)


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def four_holders(shares: dict[int | str, int], actor: int) -> RailGame:
    """A stock turn of one of four players; the first holder named presides over the KPEV, which has operated."""
    position = Position("18EU", 4).phase("4").corporation("KPEV", shares, cash=100).token("KPEV", "D7")
    return position.stock_round(actor)


def holdings(game: RailGame) -> list[int]:
    return [shares_of(game, seat, "KPEV") for seat in range(4)]


def has_top(game: RailGame, player: int) -> bool:
    return "KPEV_0" in game.state.shelves.on(certs_at(player, "KPEV"))


@pytest.mark.rule("18EU:4.3.1-a")
def test_who_draws_level_with_the_president_does_not_take_over() -> None:
    game = four_holders({ADA: 3, BEN: 2}, BEN)
    game.push(BuyShare(BEN, "KPEV", "KPEV"))
    assert holdings(game) == [3, 3, 0, 0]
    assert owner_of(game, "KPEV") == ADA
    assert has_top(game, ADA)


@pytest.mark.rule("18EU:4.3.1-a", "18EU:4.3.1-b")
def test_who_gets_one_more_share_than_the_president_takes_over_at_once() -> None:
    game = four_holders({ADA: 3, BEN: 3}, BEN)
    game.push(BuyShare(BEN, "KPEV", "KPEV"))
    assert holdings(game) == [3, 4, 0, 0]
    assert owner_of(game, "KPEV") == BEN


@pytest.mark.rule("18EU:4.3.1-b")
def test_the_new_president_gives_two_single_shares_for_the_certificate() -> None:
    game = four_holders({ADA: 2, BEN: 2}, BEN)
    game.push(BuyShare(BEN, "KPEV", "KPEV"))
    assert has_top(game, BEN)
    assert len(singles_of(game, BEN, "KPEV")) == 1
    assert len(singles_of(game, ADA, "KPEV")) == 2
    assert not has_top(game, ADA)
    assert shares_of(game, POOL, "KPEV") == 0
    assert shares_of(game, "KPEV", "KPEV") == 5
    assert game.state.cash["KPEV"] == 200  # the share's price, and nothing for the change itself


@pytest.mark.rule("18EU:4.3.1-b")
def test_a_share_from_the_pool_makes_a_president_just_as_well() -> None:
    game = four_holders({ADA: 4, BEN: 4, POOL: 2}, BEN)
    game.push(BuyShare(BEN, "KPEV", POOL))
    assert owner_of(game, "KPEV") == BEN
    assert holdings(game) == [4, 5, 0, 0]


def merging(ben: int, ada: int = 3) -> RailGame:
    """Ben's minor 9 shares Berlin with the KPEV, of which he and the president Ada have so many shares."""
    position = Position("18EU").phase("3").owned("9", BEN)
    position.corporation("KPEV", {ADA: ada, BEN: ben}, floated=False, turns=0).token("KPEV", "J5", 1)
    game = position.stock_round(BEN)
    game.push(Exchange(BEN, "9", "KPEV", "KPEV"))
    return game


@pytest.mark.rule("18EU:4.3.1-b")
def test_a_merger_changes_the_presidency_and_the_new_president_decides_about_the_token() -> None:
    game = merging(3)
    assert owner_of(game, "KPEV") == BEN
    assert (shares_of(game, ADA, "KPEV"), shares_of(game, BEN, "KPEV")) == (3, 4)
    assert game.legal_actions() == [ReplaceToken(BEN, "KPEV", "9"), Pass(BEN)]


@pytest.mark.rule("18EU:4.3.1-a")
def test_a_merger_that_draws_level_leaves_the_presidency() -> None:
    game = merging(2)
    assert owner_of(game, "KPEV") == ADA
    assert game.legal_actions() == [ReplaceToken(ADA, "KPEV", "9"), Pass(ADA)]


@pytest.mark.rule("18EU:4.3.1-a")
@pytest.mark.parametrize(("sold", "president"), [(1, ADA), (2, ADA), (3, BEN)])
def test_a_president_who_sells_stays_until_somebody_else_holds_more(sold: int, president: int) -> None:
    game = four_holders({ADA: 5, BEN: 3}, ADA)
    game.push(SellShares(ADA, "KPEV", sold))
    assert holdings(game) == [5 - sold, 3, 0, 0]
    assert shares_of(game, POOL, "KPEV") == sold
    assert owner_of(game, "KPEV") == president


@pytest.mark.rule("18EU:4.3.1-a")
def test_sales_of_others_leave_the_presidency_alone() -> None:
    game = four_holders({ADA: 3, BEN: 2, CY: 2}, BEN)
    game.push(SellShares(BEN, "KPEV", 1))
    assert holdings(game) == [3, 1, 2, 0]
    assert owner_of(game, "KPEV") == ADA
    assert shares_of(game, POOL, "KPEV") == 1


@pytest.mark.rule("18EU:4.3.1-b")
@pytest.mark.parametrize("sold", [1, 2, 3, 4])
def test_the_certificate_never_enters_the_pool_however_much_the_old_president_sells(sold: int) -> None:
    game = four_holders({ADA: 4, BEN: 4}, ADA)
    game.push(SellShares(ADA, "KPEV", sold))
    assert owner_of(game, "KPEV") == BEN
    assert holdings(game) == [4 - sold, 4, 0, 0]
    assert shares_of(game, POOL, "KPEV") == sold
    assert len(singles_of(game, POOL, "KPEV")) == sold
    assert len(singles_of(game, BEN, "KPEV")) == 2


@pytest.mark.rule("18EU:4.3.1-b")
def test_the_change_needs_two_single_shares_to_be_given() -> None:
    game = four_holders({ADA: 3, BEN: 1, CY: 1}, ADA)
    assert refusal(game, SellShares(ADA, "KPEV", 2)) == ("president_needs_heir", "3.1-l")
    game.push(SellShares(ADA, "KPEV", 1))
    assert owner_of(game, "KPEV") == ADA


@pytest.mark.rule("18EU:4.3.1-c")
@pytest.mark.parametrize(
    ("president", "equals", "heir"),
    [
        (ADA, (BEN, DEE), BEN),
        (ADA, (CY, DEE), CY),
        (BEN, (ADA, CY), CY),
        (BEN, (ADA, DEE), DEE),
        (CY, (ADA, BEN), ADA),
        (CY, (BEN, DEE), DEE),
        (DEE, (ADA, CY), ADA),
        (DEE, (BEN, CY), BEN),
    ],
)
def test_of_equal_candidates_the_first_by_seat_after_the_old_president_takes_over(
    president: int, equals: tuple[int, int], heir: int
) -> None:
    game = four_holders({president: 4, equals[0]: 2, equals[1]: 2}, president)
    game.push(SellShares(president, "KPEV", 3))
    assert owner_of(game, "KPEV") == heir


@pytest.mark.rule("18EU:4.3.1-c")
def test_more_shares_go_before_a_nearer_seat() -> None:
    game = four_holders({BEN: 3, CY: 2, ADA: 3}, BEN)
    game.push(SellShares(BEN, "KPEV", 2))
    assert owner_of(game, "KPEV") == ADA
    assert holdings(game) == [3, 1, 2, 0]


@pytest.mark.rule("18EU:4.3.1-b")
def test_the_new_president_has_charter_and_all_assets() -> None:
    position = Position("18EU", 4).phase("4").train("4", "KPEV").corporation("KPEV", {ADA: 4, BEN: 4}, cash=500)
    game = position.token("KPEV", "D7").stock_round(ADA)
    game.push(SellShares(ADA, "KPEV", 1))
    while game.decision is not None and game.decision.subject(game) != "KPEV":
        game.push(Pass(game.decision.actor(game)))
    assert game.actor == BEN
    assert game.state.cash["KPEV"] == 500
