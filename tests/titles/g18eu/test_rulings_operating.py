"""Rulings of the operating round, each on both sides: P-4, P-6, P-8, P-10, P-13, P-18, P-20, A-17."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import (
    BuyTrain,
    DiscardTrain,
    IssueShares,
    LayTile,
    Pass,
    RedeemShares,
    RunTrains,
    TrainRun,
)
from stockrail.rules.state import BOX, DEPOT, POOL
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, ReplaceToken


def refused(game: RailGame, action: Action) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind


def waiting(game: RailGame) -> tuple[str, int | str]:
    """What the game waits for, and for whom."""
    assert game.decision is not None
    return type(game.decision).__name__, game.decision.subject(game)


def stack_from_four(position: Position) -> Position:
    """Still phase 3, but all 3 trains of the stack are gone: the next train is the first 4."""
    for train in [t for t in trains_of(position.game, DEPOT) if t.startswith("3-")]:
        position.train(train, BOX)
    return position


def corporation(rulings: dict[str, str], phase: str, cash: int, *trains: str) -> Position:
    position = Position("18EU", rulings=rulings).phase(phase).corporation("NS", {0: 5}, cash=cash)
    for train in trains:
        position.train(train, "NS")
    return position


ANSWERS = {
    "first_turn_buyback": ("allowed", "no"),
    "phase_discards": ("at_once", "end_of_turn"),
    "pullman_drop": ("for_a_train", "any_time"),
    "runs": ("maximum", "free"),
    "two_tiles": ("first_round", "first_turn"),
    "skipping": ("nothing_legal", "as_site"),
    "red_to_red_green": ("ten_in_all", "ten_in_all"),
}


def test_the_rulebooks_answers_are_the_default_and_the_sites_a_preset() -> None:
    rulebook, site = Position("18EU").game.rulings, Position("18EU", preset="18xx.games").game.rulings
    assert {name: (rulebook[name], site[name]) for name in ANSWERS} == ANSWERS


# -- P-4 buying own shares in the first turn ------------------------------------------------------------------------


def with_pool_shares(answer: str, turns: int) -> RailGame:
    position = Position("18EU", rulings={"first_turn_buyback": answer}).phase("3").train("3", "NS")
    position.corporation("NS", {0: 5, POOL: 2}, cash=500, turns=turns)
    return position.operating("NS", "OwnShares", nth=2)


@pytest.mark.rule("18EU:4.4.8-b")
def test_p4_the_rulebook_allows_buying_own_shares_in_the_first_turn() -> None:
    game = with_pool_shares("allowed", turns=0)
    game.push(RedeemShares(0, "NS", 2))
    assert game.state.cash["NS"] == 300


@pytest.mark.rule("18EU:4.4.8-b")
def test_p4_the_site_leaves_the_step_out_in_the_first_turn_only() -> None:
    assert waiting(with_pool_shares("no", turns=0))[0] == "StockTurn"
    later = with_pool_shares("no", turns=1)
    assert waiting(later) == ("OwnShares", "NS")
    later.check(RedeemShares(0, "NS", 2))
    later.check(IssueShares(0, "NS", 3))


# -- P-6 discarding after a phase change ----------------------------------------------------------------------------


def others_above_the_limit(answer: str) -> RailGame:
    """NS has bought the first 4 and has money for another; minor 9 holds two 3 trains, one more than it may."""
    position = stack_from_four(corporation({"phase_discards": answer}, "3", 600, "2-0"))
    position.owned("9", 1).no_trains("9").train("3-0", "9").train("3-1", "9")
    game = position.operating("NS", "BuyTrains")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    return game


@pytest.mark.rule("18EU:4.4.3-o")
def test_p6_by_the_rulebook_all_discard_before_any_further_purchase() -> None:
    game = others_above_the_limit("at_once")
    assert waiting(game) == ("Discard", "9")
    game.push(DiscardTrain(1, "9", "3-0"))
    assert waiting(game) == ("BuyTrains", "NS")
    game.push(BuyTrain(0, "NS", "4-1", 300))
    assert trains_of(game, "NS") == ["4-0", "4-1"]


@pytest.mark.rule("18EU:4.4.3-o")
def test_p6_on_the_site_they_discard_when_the_turn_is_over() -> None:
    game = others_above_the_limit("end_of_turn")
    assert waiting(game) == ("BuyTrains", "NS")
    game.push(BuyTrain(0, "NS", "4-1", 300))
    assert waiting(game) == ("OwnShares", "NS")
    game.push(Pass(0))
    assert waiting(game) == ("Discard", "9")
    game.push(DiscardTrain(1, "9", "3-1"))
    assert trains_of(game, "9") == ["3-0"]


@pytest.mark.rule("18EU:4.4.3-o")
@pytest.mark.parametrize("answer", ["at_once", "end_of_turn"])
def test_p6_the_buyer_itself_keeps_its_excess_train_no_longer(answer: str) -> None:
    game = stack_from_four(corporation({"phase_discards": answer}, "3", 900, "3-0", "3-1", "3-2")).operating(
        "NS", "BuyTrains", nth=2
    )
    game.push(BuyTrain(0, "NS", "4-0", 300))
    if answer == "end_of_turn":
        assert waiting(game) == ("OwnShares", "NS")
        game.push(Pass(0))
    assert waiting(game) == ("Discard", "NS")
    game.push(DiscardTrain(0, "NS", "3-2"))
    assert trains_of(game, "NS") == ["3-0", "3-1", "4-0"]


@pytest.mark.rule("18EU:4.4.9-h")
@pytest.mark.parametrize("answer", ["asked", "automatic"])
def test_p8_at_a_phase_change_the_pullman_goes_on_demand_or_by_itself(answer: str) -> None:
    """NS and KBS both come above the limit of phase 4; DR stays within it."""
    position = stack_from_four(corporation({"pullman_discard": answer}, "3", 300, "3-0", "3-1", "P-0"))
    position.corporation("KBS", {1: 5}).corporation("DR", {2: 5})
    for train, company in (
        ("3-2", "KBS"),
        ("3-3", "KBS"),
        ("4-3", "KBS"),
        ("P-1", "KBS"),
        ("3-4", "DR"),
        ("P-2", "DR"),
    ):
        position.train(train, company)
    game = position.operating("NS", "BuyTrains")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    if answer == "asked":
        game.push(DiscardTrain(0, "NS", "P-0"))
        game.push(DiscardTrain(1, "KBS", "P-1"))
    assert waiting(game)[0] == "OwnShares"
    assert [trains_of(game, "NS"), trains_of(game, "KBS")] == [["3-0", "3-1", "4-0"], ["3-2", "3-3", "4-3"]]
    assert trains_of(game, "DR") == ["3-4", "P-2"]
    assert trains_of(game, POOL)[-2:] == ["P-0", "P-1"]


@pytest.mark.rule("18EU:4.4.9-h")
def test_p8_a_pullman_that_goes_by_itself_does_not_wait_for_the_end_of_the_turn() -> None:
    """KBS has 3, 3, 4, P: its Pullman is gone at once. Minor 9 has two 3 trains and is asked after the turn."""
    rulings = {"pullman_discard": "automatic", "phase_discards": "end_of_turn"}
    position = stack_from_four(corporation(rulings, "3", 300, "2-0")).corporation("KBS", {1: 5})
    position.owned("9", 1).no_trains("9").train("3-0", "9").train("3-1", "9")
    for train in ("3-2", "3-3", "4-3", "P-1"):
        position.train(train, "KBS")
    game = position.operating("NS", "BuyTrains")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    assert waiting(game) == ("OwnShares", "NS")
    assert trains_of(game, "KBS") == ["3-2", "3-3", "4-3"]
    assert trains_of(game, "9") == ["3-0", "3-1"]


# -- P-10 giving up a Pullman ---------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.9-g")
def test_p10_by_the_rulebook_a_pullman_goes_only_with_a_purchase_at_the_limit() -> None:
    below = corporation({}, "3", 500, "3-0", "P-0").operating("NS", "DropPullman")
    assert waiting(below) == ("BuyTrains", "NS")
    assert refused(below, DiscardTrain(0, "NS", "P-0")) == "train_or_pass"
    full = corporation({}, "3", 500, "3-0", "3-1", "3-2", "P-0").operating("NS", "DropPullman")
    full.push(BuyTrain(0, "NS", "3-3", 200, "P-0"))
    assert trains_of(full, "NS") == ["3-0", "3-1", "3-2", "3-3"]


@pytest.mark.rule("18EU:4.4.9-g")
def test_p10_on_the_site_a_pullman_may_go_before_trains_are_bought() -> None:
    site = {"pullman_drop": "any_time"}
    game = corporation(site, "3", 500, "3-0", "P-0").operating("NS", "DropPullman")
    assert waiting(game) == ("DropPullman", "NS")
    assert game.legal_actions() == [DiscardTrain(0, "NS", "P-0"), Pass(0)]
    assert refused(game, DiscardTrain(0, "NS", "3-0")) == "only_pullman_dropped"
    assert refused(game, BuyTrain(0, "NS", "3-1", 200)) == "drop_or_pass"
    assert refused(game, DiscardTrain(0, "KBS", "P-0")) == "drop_or_pass"
    game.push(DiscardTrain(0, "NS", "P-0"))
    assert waiting(game) == ("BuyTrains", "NS")
    assert (trains_of(game, "NS"), trains_of(game, POOL)[-1]) == (["3-0"], "P-0")
    game.push(Pass(0))  # no duty to buy
    game.pop()
    game.pop()
    game.push(Pass(0))  # nor to give it up
    assert (waiting(game), trains_of(game, "NS")) == (("BuyTrains", "NS"), ["3-0", "P-0"])


@pytest.mark.rule("18EU:4.4.9-g")
def test_p10_on_the_site_the_step_is_for_owners_of_pullmans_and_replaces_the_swap() -> None:
    site = {"pullman_drop": "any_time"}
    without = corporation(site, "3", 500, "3-0").operating("NS", "DropPullman")
    assert waiting(without) == ("BuyTrains", "NS")
    full = corporation(site, "3", 500, "3-0", "3-1", "3-2", "P-0").operating("NS", "DropPullman")
    full.push(Pass(0))
    assert not full.is_legal(BuyTrain(0, "NS", "3-3", 200, "P-0"))


# -- P-13 the best run ----------------------------------------------------------------------------------------------


def in_cologne(answer: str) -> RailGame:
    """Utrecht 10 - Cologne 20 - Strasbourg 40 with a 3 train: 70."""
    position = corporation({"runs": answer}, "3", 0, "3-0")
    position.tiles(D5=("4", 0), D7=("57", 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
    return position.token("NS", "D7").operating("NS", "RunStep")


SHORT = RunTrains(0, "NS", (TrainRun("3-0", ("D5", "D7")),))
LONG = RunTrains(0, "NS", (TrainRun("3-0", ("D5", "D7", "D9", "D11", "D13")),))


@pytest.mark.rule("18EU:4.4.3-a")
def test_p13_by_the_rulebook_the_most_is_compulsory() -> None:
    game = in_cologne("maximum")
    assert refused(game, SHORT) == "not_the_most"
    assert refused(game, RunTrains(0, "NS", ())) == "not_the_most"
    game.push(LONG)
    assert game.state.flags["revenue"] == 70


@pytest.mark.rule("18EU:4.4.3-a")
def test_p13_on_the_site_any_legal_run_will_do() -> None:
    for run, revenue in ((SHORT, 30), (LONG, 70), (RunTrains(0, "NS", ()), 0)):
        game = in_cologne("free")
        game.push(run)
        assert game.state.flags["revenue"] == revenue
    illegal = RunTrains(0, "NS", (TrainRun("3-0", ("D7", "E8")),))
    assert refused(in_cologne("free"), illegal) == "route_no_such_track"


# -- P-18 two tiles -------------------------------------------------------------------------------------------------


def tiles_allowed(answer: str, turn: int, turns_before: int) -> int:
    """How many tiles minor 12 may lay in the first operating round of a turn."""
    position = Position("18EU", rulings={"two_tiles": answer}).owned("12", 0)
    position.turn = turn
    if turns_before:
        position.state.turns["12"] = turns_before
    game = position.operating("12")
    laid = 0
    for hex_, tile, rotation in (("D3", "202", 3), ("E4", "9", 2), ("F5", "9", 2)):
        lay = LayTile(0, "12", hex_, tile, rotation)
        if game.is_legal(lay):
            game.push(lay)
            laid += 1
    return laid


@pytest.mark.rule("18EU:4.4.1-a")
def test_p18_by_the_rulebook_two_tiles_belong_to_the_first_round_of_the_game() -> None:
    assert tiles_allowed("first_round", turn=1, turns_before=0) == 2
    assert tiles_allowed("first_round", turn=2, turns_before=0) == 1
    assert tiles_allowed("first_round", turn=2, turns_before=2) == 1


@pytest.mark.rule("18EU:4.4.1-a")
def test_p18_on_the_site_two_tiles_belong_to_the_minors_first_turn() -> None:
    assert tiles_allowed("first_turn", turn=1, turns_before=0) == 2
    assert tiles_allowed("first_turn", turn=2, turns_before=0) == 2
    assert tiles_allowed("first_turn", turn=2, turns_before=1) == 1


@pytest.mark.rule("18EU:4.4.1-c")
@pytest.mark.parametrize("answer", ["first_round", "first_turn"])
def test_p18_a_corporation_never_lays_two(answer: str) -> None:
    position = Position("18EU", rulings={"two_tiles": answer}).corporation("NS", {0: 5}, turns=0).token("NS", "D3")
    position.turn = 1
    game = position.train("2-0", "NS").operating("NS")
    game.push(LayTile(0, "NS", "D3", "202", 3))
    assert waiting(game)[0] == "RunStep"


# -- P-20 steps without a choice ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "step"), [("nothing_legal", "RunStep"), ("as_site", "LayTrack")])
def test_p20_a_minor_with_no_tile_to_lay(answer: str, step: str) -> None:
    """Amsterdam, E4 and Utrecht lie in a yellow ring: there is nothing a minor could add."""
    position = Position("18EU", rulings={"skipping": answer}).owned("12", 0)
    game = position.tiles(D3=("201", 5), E4=("7", 1), D5=("3", 3)).operating("12")
    assert waiting(game) == (step, "12")
    if step == "LayTrack":
        assert game.legal_actions() == [Pass(0)]
        game.push(Pass(0))
        assert waiting(game) == ("RunStep", "12")


def asked_for_trains(answer: str, cash: int, *trains: str, others: int = 0) -> bool:
    """Does NS get to its train step? All minors but the first `others` have lost their trains."""
    position = corporation({"skipping": answer}, "3", cash, *trains)
    for number in range(others + 1, 16):
        position.no_trains(str(number))
    for number in range(1, others + 1):
        position.owned(str(number), 1)
    return waiting(position.operating("NS", "BuyTrains", nth=2)) == ("BuyTrains", "NS")


@pytest.mark.parametrize(
    ("cash", "trains", "others", "rulebook", "site"),
    [
        (99, ("3-0",), 0, False, False),  # nothing is to be had for that
        (100, ("3-0",), 0, True, False),  # a Pullman
        (199, ("3-0",), 0, True, False),
        (200, ("3-0",), 0, True, True),  # a 3 train
        (0, ("3-0",), 1, False, False),
        (1, ("3-0",), 1, True, True),  # another company's train
        (1, ("3-0", "3-1", "3-2", "3-3"), 1, False, False),  # no room
        (500, ("3-0", "3-1", "3-2", "P-0"), 0, True, False),  # no room but for the Pullman's place
    ],
)
def test_p20_who_is_asked_for_trains(
    cash: int, trains: tuple[str, ...], others: int, rulebook: bool, site: bool
) -> None:
    assert asked_for_trains("nothing_legal", cash, *trains, others=others) == rulebook
    assert asked_for_trains("as_site", cash, *trains, others=others) == site


@pytest.mark.parametrize(("answer", "asked"), [("nothing_legal", 2), ("as_site", 1)])
def test_p20_a_penniless_player_with_a_minor_in_a_stock_round(answer: str, asked: int) -> None:
    """Player 0 has nothing at all, player 1 a minor and no money, player 2 can start a corporation."""
    position = Position("18EU", rulings={"skipping": answer}).cash(0, 0).cash(1, 0).owned("1", 1).owned("2", 2)
    game = position.stock_round(0)
    assert game.actor == asked
    if answer == "as_site":
        assert game.legal_actions() == [Pass(1)]


@pytest.mark.parametrize(("answer", "step"), [("nothing_legal", "StockTurn"), ("as_site", "Succession")])
def test_p20_a_merger_into_a_corporation_without_a_spare_token(answer: str, step: str) -> None:
    position = Position("18EU", rulings={"skipping": answer}).phase("3").owned("12", 0)
    position.corporation("NS", {0: 3}, floated=False, turns=0)
    position.tiles(D3=("201", 0), D5=("4", 0), D7=("57", 0))
    for city in ("D7", "J7", "I18", "E20", "B19"):
        position.token("NS", city)
    game = position.stock_round(0)
    game.push(Exchange(0, "12", "NS", "NS"))
    assert waiting(game)[0] == step
    if step == "Succession":
        assert refused(game, ReplaceToken(0, "NS", "12")) == "no_spare_token"
        assert game.legal_actions() == [Pass(0)]
        game.push(Pass(0))
    assert waiting(game) == ("StockTurn", 1)
    assert game.state.shelves.on(("city", "D3", 0)) == []


# -- A-17 the bonus of the green phases -----------------------------------------------------------------------------


def tour(answer: str, phase: str, *tokens: str) -> int:
    """What an 8 train earns from London over five cities to Warsaw beyond its stops."""
    position = corporation({"red_to_red_green": answer}, phase, 0, "8")
    position.tiles(B7=("4", 2), C8=("202", 2), D7=("57", 1), E6=("15", 0), E8=("8", 3), F9=("57", 2))
    position.tiles(G10=("58", 0), G12=("201", 3), H11=("9", 1), I10=("9", 1), J9=("9", 1), K8=("9", 1))
    position.tiles(L7=("9", 1), M6=("9", 1))
    for city in tokens:
        position.token("NS", city)
    game = position.operating("NS", "RunStep")
    (run,) = game.legal_actions()
    assert isinstance(run, RunTrains)
    game.push(run)
    revenue: int = game.state.flags["revenue"]
    return revenue - (210 if phase in "234" else 250)


@pytest.mark.rule("18EU:4.4.3-h")
@pytest.mark.parametrize("phase", ["3", "4"])
def test_a17_the_green_bonus_is_ten_in_all_or_ten_for_each_station(phase: str) -> None:
    cities = ("C8", "D7", "E6", "F9", "G12")
    in_all = [tour("ten_in_all", phase, *cities[:count]) for count in (1, 2, 5)]
    each = [tour("ten_each", phase, *cities[:count]) for count in (1, 2, 5)]
    assert (in_all, each) == ([10, 10, 10], [10, 20, 50])


@pytest.mark.rule("18EU:4.4.3-h")
@pytest.mark.parametrize(("phase", "bonus"), [("2", 0), ("5", 40), ("8", 60)])
def test_a17_concerns_no_other_phase(phase: str, bonus: int) -> None:
    assert tour("ten_in_all", phase, "C8", "D7") == tour("ten_each", phase, "C8", "D7") == bonus
