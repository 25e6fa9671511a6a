"""18EU 2: what the first train of each type brings."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyTrain, DiscardTrain, LayTile, Pass, PayOut, RunTrains
from stockrail.rules.rounds import current_round, operating_company
from stockrail.rules.state import BOX, DEPOT, POOL, trains_at
from stockrail.rules.trains import top_of_stack, trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange

PHASES = ["2", "3", "4", "5", "6", "8"]
PRICE = {"3": 200, "4": 300, "5": 500, "6": 600, "8": 800}


def before(train: str) -> Position:
    """The first train of a type is next, the phase before it still holds."""
    position = Position("18EU").phase(train)
    position.state.flags["phase"] = PHASES[PHASES.index(train) - 1]
    return position


def buyer(position: Position, cash: int = 5000) -> RailGame:
    """FS of seat 0 may buy trains."""
    return position.corporation("FS", {0: 5}, cash=cash).operating("FS", "BuyTrains")


def buy(game: RailGame, company: str = "FS") -> str:
    """A company of the actor takes the top train of the stack."""
    train = top_of_stack(game)
    assert game.actor is not None
    game.push(BuyTrain(game.actor, company, train, PRICE[train.split("-")[0]]))
    return train


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    picture = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == picture
    return error.value.kind, error.value.rule


def purchases(game: RailGame) -> list[str]:
    """The bank's trains that the operating company may buy."""
    return [action.train for action in game.legal_actions() if isinstance(action, BuyTrain)]


def quiet(game: RailGame) -> Action:
    """The least that the actor can do."""
    menu = game.legal_actions()
    assert game.actor is not None
    first = menu[0]
    if Pass(game.actor) in menu:
        return Pass(game.actor)
    return first if isinstance(first, Action) else first.lowest()


def round_of(game: RailGame) -> tuple[str, int | None]:
    round_ = current_round(game)
    assert round_ is not None
    return round_.kind, round_.number()


# -- when a phase begins ---------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-a")
@pytest.mark.parametrize("train", ["3", "4", "5", "6", "8"])
def test_a_phase_begins_at_once_with_the_first_train_of_its_type(train: str) -> None:
    game = buyer(before(train))
    assert game.phase.name == PHASES[PHASES.index(train) - 1]
    buy(game)
    assert game.phase.name == train
    begun = [event["phase"] for event in game.last_events() if event.kind == "phase_begins"]
    assert begun == [train]


@pytest.mark.rule("18EU:2-a")
@pytest.mark.parametrize("train", ["3", "4", "5", "6", "8"])
def test_the_second_train_of_a_type_begins_nothing(train: str) -> None:
    game = buyer(Position("18EU").phase(train))
    buy(game)
    assert game.phase.name == train
    assert not [event for event in game.last_events() if event.kind == "phase_begins"]


@pytest.mark.rule("18EU:2-a")
def test_a_minor_may_begin_a_phase_too() -> None:
    game = before("4").owned("1", 0, cash=300).no_trains("1").operating("1", "BuyTrains")
    buy(game, "1")
    assert game.phase.name == "4"


# -- train limits ----------------------------------------------------------------------------------------------------

LIMITS = [("2", 4, 2), ("3", 4, 2), ("4", 3, 1), ("5", 2, 1), ("6", 2, 1), ("8", 2, 1)]
STOCK = ["5-0", "5-1", "5-2", "6-0"]  # trains that never rust


def with_trains(phase: str, company: str, count: int) -> RailGame:
    """The train step of a company that owns some; another one would have to be paid for."""
    position = Position("18EU").phase(phase).owned("1", 0).no_trains("1").corporation("FS", {0: 5})
    for train in STOCK[:count]:
        position.train(train, company)
    return position.cash(company, 1000).operating(company, "BuyTrains", alone=True)


@pytest.mark.rule("18EU:2-b")
@pytest.mark.parametrize(("phase", "corporation", "minor"), LIMITS)
def test_with_one_train_less_than_the_limit_another_one_may_be_bought(phase: str, corporation: int, minor: int) -> None:
    for company, limit in (("FS", corporation), ("1", minor)):
        game = with_trains(phase, company, limit - 1)
        assert operating_company(game) == company
        assert top_of_stack(game) in purchases(game)
        buy(game, company)
        assert len(trains_of(game, company)) == limit


@pytest.mark.rule("18EU:2-b")
@pytest.mark.parametrize(("phase", "corporation", "minor"), LIMITS)
def test_at_the_train_limit_no_train_may_be_bought(phase: str, corporation: int, minor: int) -> None:
    for company, limit in (("FS", corporation), ("1", minor)):
        assert purchases(with_trains(phase, company, limit)) == []


@pytest.mark.rule("18EU:2-b")
def test_a_purchase_above_the_train_limit_is_refused() -> None:
    """With a Pullman the corporation is still asked, for it could give the Pullman up."""
    position = Position("18EU").phase("4").train("4-0", "FS").train("4-1", "FS").train("P", "FS")
    game = buyer(position)
    assert refusal(game, BuyTrain(0, "FS", "4-2", 300)) == ("train_limit", "4.4.6-a")


# -- tiles -----------------------------------------------------------------------------------------------------------


def colours(phase: str) -> RailGame:
    """FS could build in each colour: Cologne is yellow, Dortmund green, Marseille brown, and Genoa empty."""
    position = Position("18EU").phase(phase).corporation("FS", {0: 5}, cash=500)
    for city in ("D7", "E6", "B19", "E20"):
        position.token("FS", city)
    return position.tiles(D7=("57", 1), E6=("14", 1), B19=("611", 2)).operating("FS")


@pytest.mark.rule("18EU:2-c")
@pytest.mark.parametrize(
    ("phase", "allowed"),
    [
        ("2", {"yellow"}),
        ("3", {"yellow", "green"}),
        ("4", {"yellow", "green"}),
        ("5", {"yellow", "green", "brown"}),
        ("6", {"yellow", "green", "brown"}),
        ("8", {"yellow", "green", "brown", "grey"}),
    ],
)
def test_the_phase_brings_the_colours_of_tiles(phase: str, allowed: set[str]) -> None:
    game = colours(phase)
    lays = [action for action in game.legal_actions() if isinstance(action, LayTile)]
    assert {game.title.board.tiles[lay.tile].color for lay in lays} == allowed


@pytest.mark.rule("18EU:2-c")
@pytest.mark.parametrize(
    ("last", "first", "hex_", "tiles"),
    [("2", "3", "D7", ("14", "15")), ("4", "5", "E6", ("611",)), ("6", "8", "B19", ("513",))],
)
def test_a_colour_is_refused_before_its_phase(last: str, first: str, hex_: str, tiles: tuple[str, ...]) -> None:
    lays = [LayTile(0, "FS", hex_, tile, turn) for tile in tiles for turn in range(6)]
    now, later = colours(last), colours(first)
    assert {refusal(now, lay) for lay in lays} == {("colour_not_yet", "2-c")}
    assert any(later.is_legal(lay) for lay in lays)


# -- rounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-d")
@pytest.mark.parametrize("phase", PHASES)
def test_there_are_two_operating_rounds_in_every_phase(phase: str) -> None:
    position = Position("18EU").phase(phase).corporation("FS", {0: 5}).train("5-0", "FS")
    game = position.stock_round(0)
    rounds = [round_of(game)]
    while rounds.count(("stock", None)) < 2:
        game.push(quiet(game))
        if round_of(game) != rounds[-1]:
            rounds.append(round_of(game))
    assert rounds == [("stock", None), ("operating", 1), ("operating", 2), ("stock", None)]


# -- rust ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-e", "18EU:2-f")
@pytest.mark.parametrize(
    ("bought", "rusted"),
    [("3", set()), ("4", {"2"}), ("5", set()), ("6", {"3"}), ("8", {"4"})],
)
def test_the_first_train_of_a_type_makes_old_ones_rust_wherever_they_are(bought: str, rusted: set[str]) -> None:
    """Minors, corporations and the pool hold trains of the types that rust and of others."""
    held = {"1": "2-0", "2": "3-0", "3": "4-0", "4": "5-1", "NS": "2-1", "KBS": "3-1", "SNCF": "4-1", "DR": "5-2"}
    pool = ["2-2", "3-2", "4-2", "6-1", "P-0"]
    position = before(bought)
    for minor in ("1", "2", "3", "4"):
        position.owned(minor, 1).no_trains(minor)
    for company in ("NS", "KBS", "SNCF", "DR"):
        position.corporation(company, {1: 5})
    for company, train in held.items():
        position.train(train, company)
    for train in pool:
        position.train(train, POOL)
    position.train("P-1", "DR")
    game = buyer(position)
    cash = {holder: game.state.cash[holder] for holder in (0, 1, *held)}
    buy(game)
    for company, train in held.items():
        assert (train in trains_of(game, company)) == (train[0] not in rusted)
        assert (train in trains_of(game, BOX)) == (train[0] in rusted)
    for train in pool:
        assert (train in trains_of(game, POOL)) == (train[0] not in rusted)
    assert "P-1" in trains_of(game, "DR")
    assert {holder: game.state.cash[holder] for holder in (0, 1, *held)} == cash
    assert game.state.cash["FS"] == 5000 - PRICE[bought]


@pytest.mark.rule("18EU:2-e")
@pytest.mark.parametrize("bought", ["4", "6", "8"])
def test_the_second_train_of_a_type_makes_nothing_rust(bought: str) -> None:
    position = Position("18EU").phase(bought)
    for train in ("2-3", "3-0", "4-0"):
        position.train(train, POOL)
    game = buyer(position)
    buy(game)
    assert {"2-3", "3-0", "4-0"} <= {*trains_of(game, POOL), *trains_of(game, "FS")}


# -- off-map places --------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-g")
@pytest.mark.parametrize(("phase", "london"), [("2", 40), ("3", 40), ("4", 40), ("5", 70), ("6", 70), ("8", 70)])
def test_off_map_places_pay_their_second_value_from_phase_5(phase: str, london: int) -> None:
    """Paris 40, Lille 10 and London."""
    position = Position("18EU").phase(phase).corporation("SNCF", {0: 5}).token("SNCF", "A10").train("5-0", "SNCF")
    game = position.tiles(B9=("8", 1), B7=("58", 0)).operating("SNCF", "RunStep")
    run = game.legal_actions()[0]
    assert isinstance(run, RunTrains)
    game.push(run)
    game.push(PayOut(0, "SNCF", "withhold"))
    assert game.state.cash["SNCF"] == 40 + 10 + london


# -- Pullmans --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-h")
@pytest.mark.parametrize("phase", ["3", "4", "5", "6", "8"])
def test_pullmans_are_for_sale_from_phase_3(phase: str) -> None:
    game = buyer(Position("18EU").phase(phase).train("5-0", "FS"))
    game.push(BuyTrain(0, "FS", "P-0", 100))
    assert trains_of(game, "FS") == ["5-0", "P-0"]


@pytest.mark.rule("18EU:2-h")
def test_no_pullman_is_sold_in_phase_2() -> None:
    game = buyer(Position("18EU").train("2-0", "FS"))
    assert refusal(game, BuyTrain(0, "FS", "P-0", 100)) == ("no_pullman_yet", "2-h")
    assert purchases(game) == ["3-0"]
    buy(game)
    assert "P-0" in purchases(game)


# -- minors ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-i")
def test_a_minor_with_two_trains_gives_one_up_when_phase_4_begins() -> None:
    position = before("4").owned("1", 1).no_trains("1").train("3-0", "1").train("3-1", "1")
    game = buyer(position.owned("2", 2).no_trains("2").train("3-2", "2"))
    buy(game)
    assert game.legal_actions() == [DiscardTrain(1, "1", "3-0"), DiscardTrain(1, "1", "3-1")]
    game.push(DiscardTrain(1, "1", "3-1"))
    assert trains_of(game, "1") == ["3-0"]
    assert trains_of(game, "2") == ["3-2"]
    assert game.actor == 0


@pytest.mark.rule("18EU:2-i")
def test_in_phase_3_a_minor_keeps_two_trains() -> None:
    position = before("3").owned("1", 1).train("2-1", "1")
    game = buyer(position)
    buy(game)
    assert trains_of(game, "1") == ["2-0", "2-1"]
    assert game.actor == 0


@pytest.mark.rule("18EU:2-i", "18EU:2-j")
def test_minors_operate_with_their_train_until_the_exchange_that_phase_5_brings() -> None:
    """FS buys the first 5 in the first operating round; minor 1 operates in the second, then it must merge."""
    position = before("5").owned("1", 1).no_trains("1").train("4-0", "1")
    position.corporation("SNCF", {1: 5}).token("SNCF", "A10", 1).train("4-1", "SNCF")
    game = buyer(position.token("FS", "E18"), cash=500)
    buy(game)
    operated = []
    while round_of(game)[0] == "operating":
        operated.append((round_of(game)[1], operating_company(game)))
        assert trains_of(game, "1") == ["4-0"]
        game.push(quiet(game))
    assert (2, "1") in operated
    assert round_of(game) == ("exchange", None)
    assert Exchange(1, "1", "SNCF", "SNCF") in game.legal_actions()


@pytest.mark.rule("18EU:2-j")
@pytest.mark.parametrize("train", ["3", "4", "6", "8"])
def test_no_other_phase_brings_an_exchange(train: str) -> None:
    position = before(train).owned("1", 1).no_trains("1").train("5-0", "1")
    game = buyer(position, cash=PRICE[train])
    buy(game)
    while round_of(game)[0] == "operating":
        game.push(quiet(game))
    assert round_of(game) == ("stock", None)


@pytest.mark.rule("18EU:2-j")
@pytest.mark.parametrize("nth", [1, 2])
def test_the_exchange_comes_right_before_the_next_stock_round(nth: int) -> None:
    position = before("5").owned("1", 1).corporation("FS", {0: 5}, cash=500)
    game = position.operating("FS", "BuyTrains", nth=nth)
    buy(game)
    rounds = [round_of(game)]
    while rounds[-1][0] != "stock":
        game.push(quiet(game))
        if round_of(game) != rounds[-1]:
            rounds.append(round_of(game))
    operating: list[tuple[str, int | None]] = [("operating", number) for number in range(nth, 3)]
    assert rounds == [*operating, ("exchange", None), ("stock", None)]


# -- the last trains -------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:2-k")
def test_there_is_always_another_8_train() -> None:
    """Sixteen are sold, twice as many as there are cards."""
    position = Position("18EU").phase("8")
    companies = position.game.title.companies_of("major")
    for company in companies:
        position.corporation(company, {0: 2}, cash=1600, value=70)
    sold: set[str] = set()
    for company in companies:
        game = position.operating(company, "BuyTrains", alone=True)
        sold |= {buy(game, company), buy(game, company)}
        assert len(trains_of(game, company)) == 2
        assert game.state.cash[company] == 0
        assert top_of_stack(game) not in sold
    assert len(sold) == 16
    assert {train.split("-")[0] for train in [*sold, top_of_stack(game)]} == {"8"}


@pytest.mark.rule("18EU:2-k", "18EU:1.2-e")
def test_the_stack_holds_just_so_many_of_the_other_trains() -> None:
    """They are sold one after the other, from the first 3 to the first 8."""
    position = Position("18EU").corporation("FS", {0: 5})
    sold: list[str] = []
    while sold[-1:] != ["8"]:
        game = position.no_trains("FS").cash("FS", 800).operating("FS", "BuyTrains", alone=True)
        sold.append(buy(game).split("-")[0])
        assert game.title.audit(game) == []
    assert sold == ["3"] * 5 + ["4"] * 4 + ["5"] * 3 + ["6"] * 2 + ["8"]


@pytest.mark.rule("18EU:2-k")
def test_an_8_train_bought_from_another_company_brings_no_new_one() -> None:
    position = Position("18EU").phase("8").train("8-0", "NS").corporation("NS", {0: 5})
    position.state.shelves.create("8-1", trains_at(DEPOT))
    game = buyer(position)
    game.push(BuyTrain(0, "FS", "8-0", 1))
    assert (trains_of(game, "FS"), trains_of(game, DEPOT)) == (["8-0"], ["8-1"])
    assert game.title.audit(game) == []
