"""18EU 1: what lies on the table before the first move, and what counts at the end."""

import pytest

import stockrail
from stockrail import RailGame, UnknownChoice
from stockrail.rules.actions import BuyTrain, LayTile, Select
from stockrail.rules.laying import terrain_cost
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import owner_of, percent_of, shares_of
from stockrail.rules.state import BANK, DEPOT, POOL, certs_at
from stockrail.rules.trains import trains_of, type_of
from stockrail.testing import Position

CORPORATIONS = ["SNCB", "NS", "KBS", "KPEV", "KKOB", "FS", "SNCF", "DR"]
MINORS = [str(number) for number in range(1, 16)]
NAMES = ["Ada", "Ben", "Cy", "Dee", "Eve", "Fay"]
MOUNTAINS = ["C18", "D17", "E16", "F17", "G18", "H17", "I16", "J15"]


def new(players: int = 3, options: tuple[str, ...] = ()) -> RailGame:
    return stockrail.new("18EU", NAMES[:players], options=options)


def kinds(game: RailGame, holder: str) -> list[str]:
    """The types of the trains somewhere, in order."""
    return [type_of(game, train).name for train in trains_of(game, holder)]


@pytest.mark.rule("18EU:1.1-a")
def test_there_are_eight_corporations_of_nine_certificates_and_fifteen_minors() -> None:
    game = new()
    assert sorted(game.title.companies_of("major")) == sorted(CORPORATIONS)
    assert list(game.title.companies_of("minor")) == MINORS
    for company in CORPORATIONS:
        certificates = game.state.shelves.on(certs_at(company, company))
        assert [game.title.percent[cert] for cert in certificates] == [20, 10, 10, 10, 10, 10, 10, 10, 10]
        assert shares_of(game, company, company) == 10


@pytest.mark.rule("18EU:1.1-a")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_bank_and_players_hold_twelve_thousand_pounds(players: int) -> None:
    game = new(players)
    assert sum(game.state.cash.amounts.values()) == 12_000
    assert game.state.cash[BANK] == 12_000 - players * game.state.cash[0]


@pytest.mark.rule("18EU:1.2-a")
def test_eight_mountains_cost_120_and_no_other_hex_does() -> None:
    game = new()
    cost = {hex_: terrain_cost(game, hex_, "yellow") for hex_ in game.title.board.hexes}
    assert sorted(hex_ for hex_, pounds in cost.items() if pounds == 120) == MOUNTAINS
    assert set(cost.values()) == {0, 60, 120}
    assert not game.state.laid.unordered


@pytest.mark.rule("18EU:1.2-a")
def test_the_marker_of_a_mountain_shows_120_at_first_and_60_under_the_yellow_tile() -> None:
    position = Position("18EU").phase("3").corporation("FS", {0: 5}, cash=300).token("FS", "E18")
    game = position.tiles(E18=("202", 3)).operating("FS")
    game.push(LayTile(0, "FS", "E16", "9", 0))
    assert (game.state.cash["FS"], game.state.laid["E16"]) == (180, ("9", 0))
    assert terrain_cost(game, "E16", "green") == 60


@pytest.mark.rule("18EU:1.2-b")
def test_every_minor_has_one_2_train_and_none_is_for_sale() -> None:
    game = new()
    assert [kinds(game, minor) for minor in MINORS] == [["2"]] * 15
    assert len({train for minor in MINORS for train in trains_of(game, minor)}) == 15
    assert "2" not in kinds(game, DEPOT) + kinds(game, POOL)
    assert [kinds(game, company) for company in CORPORATIONS] == [[]] * 8


@pytest.mark.rule("18EU:1.2-c")
def test_the_pool_holds_five_pullmans_and_nothing_else() -> None:
    assert kinds(new(), POOL) == ["P"] * 5


@pytest.mark.rule("18EU:1.2-d")
@pytest.mark.parametrize(
    ("options", "threes", "fours"),
    [
        ((), 5, 4),
        (("extra_three_train",), 6, 4),
        (("second_extra_three_train",), 6, 4),
        (("extra_three_train", "second_extra_three_train"), 7, 4),
        (("extra_four_train",), 5, 5),
        (("extra_three_train", "extra_four_train"), 6, 5),
        (("extra_three_train", "second_extra_three_train", "extra_four_train"), 7, 5),
    ],
)
def test_only_the_optional_trains_that_were_agreed_are_in_the_game(
    options: tuple[str, ...], threes: int, fours: int
) -> None:
    game = new(options=options)
    everywhere = [thing.rsplit("-", 1)[0] for thing in game.state.shelves.place_of if "-" in thing]
    assert (everywhere.count("3"), everywhere.count("4")) == (threes, fours)
    assert kinds(game, DEPOT)[: threes + fours] == ["3"] * threes + ["4"] * fours


@pytest.mark.rule("18EU:1.2-d")
def test_other_trains_cannot_be_agreed() -> None:
    with pytest.raises(UnknownChoice):
        new(options=("extra_five_train",))


@pytest.mark.rule("18EU:1.2-e")
def test_the_stack_goes_from_3_to_8() -> None:
    stack = kinds(new(), DEPOT)
    assert stack[:14] == ["3"] * 5 + ["4"] * 4 + ["5"] * 3 + ["6"] * 2
    assert set(stack[14:]) == {"8"}


@pytest.mark.rule("18EU:1.2-e")
def test_the_first_train_sold_is_a_3() -> None:
    game = Position("18EU").corporation("FS", {0: 5}, cash=1000).operating("FS", "BuyTrains")
    offered = [action for action in game.legal_actions() if isinstance(action, BuyTrain)]
    assert [action.train for action in offered] == ["3-0"]


@pytest.mark.rule("18EU:1.2-f")
@pytest.mark.parametrize("players", [2, 6])
def test_all_shares_lie_in_their_treasuries_with_the_presidents_certificate_on_top(players: int) -> None:
    game = new(players)
    for company in CORPORATIONS:
        assert percent_of(game, company, company) == 100
        assert percent_of(game, POOL, company) == 0
        assert [percent_of(game, seat, company) for seat in range(players)] == [0] * players
        top = game.state.shelves.on(certs_at(company, company))[0]
        assert game.title.percent[top] == 20
        assert owner_of(game, company) is None


@pytest.mark.rule("18EU:1.2-g")
@pytest.mark.parametrize(("players", "cash"), [(2, 750), (3, 450), (4, 350), (5, 300), (6, 250)])
def test_the_cash_of_each_player_depends_on_their_number(players: int, cash: int) -> None:
    game = new(players)
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert all(game.state.cash[company] == 0 for company in [*MINORS, *CORPORATIONS])


@pytest.mark.rule("18EU:1.2-g")
@pytest.mark.parametrize("players", [1, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UnknownChoice):
        stockrail.new("18EU", [f"Player {number}" for number in range(players)])


@pytest.mark.rule("18EU:1.2-h")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_are_drawn_from_the_seed(players: int) -> None:
    drawn = [stockrail.new("18EU", NAMES[:players], seed=seed).players for seed in range(100)]
    again = [stockrail.new("18EU", NAMES[:players], seed=seed).players for seed in range(100)]
    assert drawn == again
    assert all(sorted(seats) == NAMES[:players] for seats in drawn)
    for number in range(players):
        assert {seats[number] for seats in drawn} == set(NAMES[:players])


@pytest.mark.rule("18EU:1.2-h")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_first_seat_has_the_priority_and_turns_follow_the_seats(players: int) -> None:
    game = new(players)
    seats = game.players
    assert game.state.flags["priority"] == 0
    for seat in range(players):
        game.state.cash.pay(seat, BANK, game.state.cash[seat])
    actors = []
    for minor in MINORS:
        assert game.actor is not None
        actors.append(game.actor)
        game.push(Select(game.actor, minor))
    assert actors == [number % players for number in range(15)]
    assert game.players == seats


@pytest.mark.rule("18EU:1.2-i")
def test_play_opens_with_the_initial_sale() -> None:
    game = new()
    round_ = current_round(game)
    assert round_ is not None
    assert round_.kind == "sale"
    assert game.legal_actions() == [Select(0, minor) for minor in MINORS]


@pytest.mark.rule("18EU:1.3-a")
def test_the_highest_sum_of_cash_and_shares_at_their_prices_wins() -> None:
    position = Position("18EU").corporation("FS", {0: 3, 1: 2}).price("FS", 0, 6)  # 150
    position.corporation("NS", {2: 4}, value=70)
    game = position.cash(0, 10).cash(1, 160).cash(2, 181).stock_round(0)
    assert game.result().worth == (10 + 3 * 150, 160 + 2 * 150, 181 + 4 * 70)
    assert game.result().winners == (2,)


@pytest.mark.rule("18EU:1.3-a")
def test_players_of_equal_worth_share_the_victory() -> None:
    position = Position("18EU").corporation("FS", {0: 3, 1: 2}, value=100)
    game = position.cash(0, 100).cash(1, 200).cash(2, 399).stock_round(0)
    assert game.result().winners == (0, 1)


@pytest.mark.rule("18EU:1.3-b")
def test_money_trains_and_minors_of_companies_add_nothing() -> None:
    position = Position("18EU").owned("1", 0, cash=500).owned("2", 0).corporation("FS", {0: 5}, cash=3000)
    game = position.train("8", "FS").train("3", "1").cash(0, 20).stock_round(1)
    assert game.result().worth[0] == 20 + 5 * 100


@pytest.mark.rule("18EU:1.4-a")
@pytest.mark.parametrize("actor", [0, 1, 2])
def test_whoever_is_to_move_everything_owned_can_be_seen(actor: int) -> None:
    position = Position("18EU").owned("1", 1, cash=35).corporation("FS", {0: 5, 2: 2, POOL: 1}, cash=210)
    game = position.train("3", "FS").cash(0, 201).cash(1, 302).cash(2, 403).stock_round(actor)
    assert game.actor == actor
    assert [game.state.cash[holder] for holder in (0, 1, 2, "1", "FS")] == [201, 302, 403, 35, 210]
    assert (kinds(game, "1"), kinds(game, "FS")) == (["2"], ["3"])
    assert [shares_of(game, holder, "FS") for holder in (0, 1, 2, POOL, "FS")] == [5, 0, 2, 1, 2]
    assert [owner_of(game, company) for company in ("1", "FS")] == [1, 0]
