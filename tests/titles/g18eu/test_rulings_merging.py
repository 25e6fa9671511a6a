"""Both sides of the rulings on mergers, the final exchange and discards: P-5, 7, 8, 9, 11, 12, 19, A-14, A-33."""

import pytest

from stockrail import Action, Decision, IllegalAction, RailGame
from stockrail.rules.actions import BuyShare, BuyTrain, DiscardTrain, Pass, PlaceHome, StartCompany
from stockrail.rules.rounds import OperatingRound, StockRound, current_round
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, POOL
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import cars_of, holder_of, trains_of
from stockrail.testing import Position
from stockrail.titles import title
from stockrail.titles.g18eu.actions import CloseMinor, Exchange, FoundWith
from stockrail.titles.g18eu.discards import Discard, Discards
from stockrail.titles.g18eu.exchange import FinalExchange
from stockrail.titles.g18eu.stock import StockTurn

ADA, BEN, CY = range(3)

# Amsterdam (minor 12) - Utrecht - Cologne with two circles - two plain hexes - Strasbourg (minor 14).
LINE = {"D3": ("201", 0), "D5": ("4", 0), "D7": ("14", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("201", 3)}

MERGER = Exchange(BEN, "12", "KPEV", "KPEV")


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def merged(rulings: dict[str, str], kpev: tuple[str, ...], minor: tuple[str, ...], phase: str = "3") -> RailGame:
    """Ben has merged minor 12 into Ada's KPEV in a stock round, with these trains; the token was declined."""
    position = Position("18EU", rulings=rulings).phase(phase).tiles(**LINE).owned("12", BEN).owned("8", CY)
    position.corporation("KPEV", {ADA: 3}, value=70, floated=False, turns=0).token("KPEV", "D7").no_trains("12")
    for train in kpev:
        position.train(train, "KPEV")
    for train in minor:
        position.train(train, "12")
    game = position.stock_round(BEN)
    game.push(MERGER)
    return game


def waiting(game: RailGame) -> Decision | None:
    """What the game waits for, asked anew."""
    return game.decision


def all_pass(game: RailGame) -> None:
    while isinstance(game.decision, StockTurn):
        game.push(Pass(game.decision.player))


def exchange(position: Position, starter: int = BEN) -> RailGame:
    position.state.flags["exchange"] = "due"
    position.state.flags["priority"] = CY
    return position.round(FinalExchange(3, starter), coming="stock")


def test_the_rulebooks_answer_is_the_default() -> None:
    answers = title("18EU").resolve_rulings(None, {})
    assert {name: answers[name] for name in NAMES} == {
        "merger_discards": "end_of_round",
        "exchange_discards": "end_of_round",
        "pullman_discard": "asked",
        "second_pullman": "to_pool",
        "final_exchange": "one_minor",
        "connection": "legal_route",
        "discard_order": "from_operating",
        "token_fee": "at_start",
        "shareless_trains": "pool",
    }


NAMES = (
    "merger_discards",
    "exchange_discards",
    "pullman_discard",
    "second_pullman",
    "final_exchange",
    "connection",
    "discard_order",
    "token_fee",
    "shareless_trains",
)


# -- P-5: excess trains after a merger --------------------

FOUR = ("3-0", "3-1", "3-2", "3-3")


@pytest.mark.rule("18EU:4.3-n")
def test_p5_by_the_rulebook_excess_trains_go_at_the_end_of_the_stock_round() -> None:
    game = merged({"merger_discards": "end_of_round"}, FOUR, ("2-11",))
    game.push(Pass(ADA))
    assert game.actor == CY
    assert isinstance(waiting(game), StockTurn)
    all_pass(game)
    assert waiting(game) == Discard("KPEV")


@pytest.mark.rule("18EU:4.3-n")
def test_p5_on_the_site_excess_trains_go_at_once() -> None:
    game = merged({"merger_discards": "at_once"}, FOUR, ("2-11",))
    assert waiting(game) == Discard("KPEV")
    game.push(DiscardTrain(ADA, "KPEV", "3-1"))
    game.push(Pass(ADA))  # no token
    assert trains_of(game, "KPEV") == ["3-0", "3-2", "3-3", "2-11"]
    assert isinstance(waiting(game), StockTurn)
    assert game.actor == CY
    all_pass(game)
    assert isinstance(current_round(game), OperatingRound)


def test_p5_four_trains_are_not_too_many() -> None:
    game = merged({"merger_discards": "at_once"}, FOUR[:3], ("2-11",))
    game.push(Pass(ADA))
    assert isinstance(waiting(game), StockTurn)


# -- P-7: excess trains after the final exchange --------------------


def exchanged(rulings: dict[str, str], *trains: str) -> RailGame:
    """Ben has merged minor 12 with its 4 train into Ada's KPEV, which has these trains."""
    position = Position("18EU", rulings=rulings).phase("5").tiles(**LINE).owned("12", BEN)
    position.no_trains("12").train("4-0", "12").corporation("KPEV", {ADA: 5}).token("KPEV", "D7")
    for train in trains:
        position.train(train, "KPEV")
    game = exchange(position)
    game.push(MERGER)
    game.push(Pass(ADA))
    return game


@pytest.mark.rule("18EU:4.2.2-m")
def test_p7_by_the_rulebook_trains_are_discarded_at_the_end_of_the_exchange() -> None:
    game = exchanged({"exchange_discards": "end_of_round"}, "5-0", "5-1")
    assert waiting(game) == Discard("KPEV")
    assert isinstance(current_round(game), FinalExchange)
    game.push(DiscardTrain(ADA, "KPEV", "4-0"))
    assert current_round(game) == StockRound(2, CY)
    assert waiting(game) == StockTurn(CY)


@pytest.mark.rule("18EU:4.2.2-m")
def test_p7_on_the_site_trains_are_discarded_first_thing_in_the_stock_round() -> None:
    game = exchanged({"exchange_discards": "next_stock_round"}, "5-0", "5-1")
    assert waiting(game) == Discard("KPEV")
    assert isinstance(current_round(game), StockRound)
    game.push(DiscardTrain(ADA, "KPEV", "4-0"))
    assert trains_of(game, "KPEV") == ["5-0", "5-1"]
    assert waiting(game) == StockTurn(CY)


# -- P-8: the Pullman that goes first --------------------


@pytest.mark.rule("18EU:4.4.9-h")
def test_p8_by_the_rulebook_the_president_discards_the_pullman_and_can_discard_nothing_else() -> None:
    game = merged({"pullman_discard": "asked"}, ("3-0", "3-1", "P-0", "3-2"), ("2-11",))
    game.push(Pass(ADA))
    assert cars_of(game, "KPEV") == ["P-0"]
    all_pass(game)
    assert game.legal_actions() == [DiscardTrain(ADA, "KPEV", "P-0")]


@pytest.mark.rule("18EU:4.4.9-h")
def test_p8_on_the_site_the_pullman_goes_by_itself_at_once() -> None:
    game = merged({"pullman_discard": "automatic"}, ("3-0", "3-1", "P-0", "3-2"), ("2-11",))
    assert cars_of(game, "KPEV") == []
    assert trains_of(game, POOL)[-1] == "P-0"
    assert trains_of(game, "KPEV") == ["3-0", "3-1", "3-2", "2-11"]
    game.push(Pass(ADA))
    all_pass(game)
    assert isinstance(current_round(game), OperatingRound)


def test_p8_a_pullman_within_the_limit_stays() -> None:
    game = merged({"pullman_discard": "automatic"}, ("3-0", "3-1", "P-0"), ("2-11",))
    assert cars_of(game, "KPEV") == ["P-0"]


def test_p8_what_is_too_many_beyond_the_pullman_is_still_the_presidents_choice() -> None:
    game = merged({"pullman_discard": "automatic"}, ("3-0", "3-1", "P-0"), ("3-2", "3-3"), phase="4")
    game.push(Pass(ADA))
    assert holder_of(game, "P-0") == POOL
    all_pass(game)
    assert game.legal_actions() == [DiscardTrain(ADA, "KPEV", f"3-{number}") for number in range(4)]


# -- P-9: a second Pullman --------------------


@pytest.mark.rule("18EU:4.4.9-c")
def test_p9_by_the_rulebook_a_second_pullman_goes_to_the_pool_at_once() -> None:
    game = merged({"second_pullman": "to_pool"}, ("3-0", "P-0"), ("2-11", "P-1"))
    assert len(cars_of(game, "KPEV")) == 1
    assert len(cars_of(game, POOL)) == 4
    assert len(trains_of(game, "KPEV")) == 3


@pytest.mark.rule("18EU:4.4.9-c")
@pytest.mark.parametrize("ruling", ["kept", "both"])
def test_p9_on_the_site_a_second_pullman_stays_within_the_limit(ruling: str) -> None:
    game = merged({"second_pullman": ruling}, ("3-0", "P-0"), ("2-11", "P-1"))
    assert cars_of(game, "KPEV") == ["P-0", "P-1"]
    game.push(Pass(ADA))
    all_pass(game)
    assert isinstance(current_round(game), OperatingRound)
    assert trains_of(game, "KPEV") == ["3-0", "P-0", "2-11", "P-1"]


def test_p9_a_second_pullman_beyond_the_limit_goes_even_so() -> None:
    rulings = {"second_pullman": "kept", "pullman_discard": "automatic"}
    game = merged(rulings, ("3-0", "3-1", "P-0"), ("2-11", "P-1"))
    assert len(cars_of(game, "KPEV")) == 1
    assert len(trains_of(game, "KPEV")) == 4


def test_p9_two_pullmans_too_many_go_both_without_a_question() -> None:
    rulings = {"second_pullman": "kept", "pullman_discard": "automatic"}
    game = merged(rulings, ("3-0", "3-1", "3-2", "P-0"), ("2-11", "P-1"))
    game.push(Pass(ADA))
    all_pass(game)
    assert isinstance(current_round(game), OperatingRound)
    assert trains_of(game, "KPEV") == ["3-0", "3-1", "3-2", "2-11"]


# -- P-11: how minors are disposed of --------------------


def three_minors(ruling: str, fs_shares: dict[int | str, int] | None = None) -> RailGame:
    """Ben's minors 5, 8 and 12; only 12 is connected, to the KPEV (with shares) and perhaps to the FS."""
    position = Position("18EU", rulings={"final_exchange": ruling}).phase("5").tiles(**LINE)
    position.owned("5", BEN, 10).owned("8", BEN, 20).owned("12", BEN, 40).owned("15", CY)
    position.corporation("KPEV", {ADA: 5, CY: 2}).token("KPEV", "D7")
    if fs_shares:
        position.corporation("FS", fs_shares).token("FS", "D13")
    return exchange(position)


@pytest.mark.rule("18EU:4.2.2-d")
def test_p11_by_the_rulebook_any_one_minor_is_merged_or_closed_in_a_turn() -> None:
    game = three_minors("one_minor")
    assert game.legal_actions() == [CloseMinor(BEN, "5"), CloseMinor(BEN, "8"), MERGER]
    assert refusal(game, Pass(BEN)) == ("must_dispose", "4.2.2-d")
    game.push(CloseMinor(BEN, "8"))
    assert game.actor == CY
    assert owner_of(game, "5") == BEN


def test_p11_on_the_site_only_a_connected_minor_is_named_and_while_there_is_one_nobody_passes() -> None:
    game = three_minors("pass_closes")
    assert game.legal_actions() == [MERGER]
    assert refusal(game, Pass(BEN)) == ("must_dispose", "4.2.2-d")
    assert refusal(game, CloseMinor(BEN, "5")) == ("closed_by_passing", "4.2.2-d")
    assert refusal(game, CloseMinor(BEN, "12")) == ("must_merge", "4.2.2-e")
    game.push(MERGER)
    game.push(Pass(ADA))
    assert game.actor == CY
    game.push(Pass(CY))
    bank = game.state.cash[BANK]
    assert game.legal_actions() == [Pass(BEN)]
    game.push(Pass(BEN))
    assert (owner_of(game, "5"), owner_of(game, "8")) == (None, None)
    assert game.state.cash[BANK] == bank + 30
    assert cities_of(game, "5") == []
    assert isinstance(current_round(game), StockRound)


def test_p11_on_the_site_a_minor_that_reaches_a_corporation_without_a_share_may_be_closed() -> None:
    game = three_minors("pass_closes", {ADA: 5, CY: 5})
    assert game.legal_actions() == [MERGER, Pass(BEN)]
    assert refusal(game, Exchange(BEN, "12", "FS", "")) == ("none_there", "4.2.2-j")
    game.push(Pass(BEN))
    assert [owner_of(game, minor) for minor in ("5", "8", "12")] == [None] * 3
    assert percent_of(game, BEN, "KPEV") == 0


def test_p11_on_the_site_a_corporation_with_a_pool_share_must_be_merged_into() -> None:
    game = three_minors("pass_closes", {ADA: 5, CY: 4, POOL: 1})
    assert refusal(game, Pass(BEN)) == ("must_dispose", "4.2.2-d")
    assert Exchange(BEN, "12", "FS", POOL) in game.legal_actions()


# -- P-12: connection --------------------


@pytest.mark.rule("18EU:4.3-f", "18EU:4.2.2-f")
@pytest.mark.parametrize(("ruling", "way"), [("legal_route", CloseMinor(BEN, "2")), ("network", None)])
def test_p12_track_through_two_circles_of_paris_connects_on_the_site_only(ruling: str, way: Action | None) -> None:
    position = Position("18EU", rulings={"connection": ruling}).phase("5").owned("2", BEN)
    position.tiles(C8=("201", 2), B7=("58", 5), A8=("8", 4), A10=("580", 3), B9=("7", 0), B11=("7", 2))
    position.tiles(A12=("8", 3), B13=("58", 0), B15=("9", 0), B17=("201", 3))
    position.corporation("KPEV", {ADA: 5}).token("KPEV", "B17")
    assert exchange(position).legal_actions() == [way or Exchange(BEN, "2", "KPEV", "KPEV")]


# -- P-19: the order of discards --------------------


@pytest.mark.rule("18EU:4.3-n")
@pytest.mark.parametrize(
    ("ruling", "order"), [("from_operating", ["KBS", "KPEV", "FS"]), ("listed", ["FS", "KBS", "KPEV"])]
)
def test_p19_after_a_stock_round_by_operating_order_or_as_listed(ruling: str, order: list[str]) -> None:
    position = Position("18EU", rulings={"discard_order": ruling}).phase("5").owned("8", CY)
    numbers = iter(range(5))
    for company, value in (("FS", 70), ("KPEV", 90), ("KBS", 100)):
        position.corporation(company, {ADA: 5}, value=value).token(company, "E20")
        for train in (f"3-{next(numbers)}", {"FS": "4-0", "KPEV": "4-1", "KBS": "4-2"}[company]):
            position.train(train, company)
        position.train({"FS": "5-0", "KPEV": "5-1", "KBS": "5-2"}[company], company)
    game = position.stock_round(BEN)
    all_pass(game)
    asked = []
    while isinstance(game.decision, Discard):
        asked.append(game.decision.company)
        game.push(game.legal_actions()[0])
    assert asked == order


@pytest.mark.rule("18EU:4.4.3-o")
@pytest.mark.parametrize(
    ("ruling", "order"), [("from_operating", ["KBS", "12", "FS"]), ("listed", ["12", "FS", "KBS"])]
)
def test_p19_at_a_new_phase_from_the_operating_company_on_or_as_listed(ruling: str, order: list[str]) -> None:
    position = Position(
        "18EU",
        rulings={"discard_order": ruling},
        options=["extra_three_train", "second_extra_three_train"],
    )
    position.phase("4").owned("12", CY).no_trains("12").train("3-6", "12").train("P-1", "12")
    position.state.flags["phase"] = "3"
    position.corporation("FS", {BEN: 5}, value=100).token("FS", "E20")
    position.corporation("KBS", {ADA: 5}, value=90, cash=300).token("KBS", "G12")
    for train, company in (("3-0", "KBS"), ("3-1", "KBS"), ("3-2", "KBS"), ("3-3", "FS"), ("3-4", "FS"), ("3-5", "FS")):
        position.train(train, company)
    game = position.train("P-0", "FS").operating("KBS", "BuyTrains", alone=True)
    game.push(BuyTrain(ADA, "KBS", "4-0", 300))
    asked = []
    while isinstance(game.decision, Discard):
        asked.append(game.decision.company)
        game.push(game.legal_actions()[0])
    assert asked == order


# -- when the four tokens are paid --------------------


@pytest.mark.rule("18EU:4.3-c")
@pytest.mark.parametrize(("ruling", "started", "floated"), [("at_start", 40, 110), ("at_float", 140, 110)])
def test_a14_the_tokens_are_paid_at_the_start_or_when_it_floats(ruling: str, started: int, floated: int) -> None:
    game = Position("18EU", rulings={"token_fee": ruling}).owned("12", ADA).owned("1", BEN).stock_round(ADA)
    bank = game.state.cash[BANK]
    game.push(StartCompany(ADA, "NS", 70))
    game.push(FoundWith(ADA, "NS", "12"))
    assert game.state.cash["NS"] == started
    game.push(BuyShare(BEN, "NS", "NS"))
    assert game.state.cash["NS"] == started + 70
    game.push(BuyShare(CY, "NS", "NS"))
    assert game.state.floated.get("NS")
    assert game.state.cash["NS"] == floated + 70
    assert game.state.cash[BANK] == bank + 100


@pytest.mark.rule("18EU:4.3-s")
@pytest.mark.parametrize(("ruling", "started"), [("at_start", 80), ("at_float", 180)])
def test_a14_in_phase_5_the_corporation_has_ten_values_less_a_hundred_either_way(ruling: str, started: int) -> None:
    game = Position("18EU", rulings={"token_fee": ruling}).phase("5").stock_round(ADA)
    game.push(StartCompany(ADA, "NS", 90))
    game.push(PlaceHome(ADA, "NS", "D3", 0))
    assert game.state.cash["NS"] == started
    for player in (BEN, CY, ADA):
        game.push(BuyShare(player, "NS", "NS"))
    assert game.state.cash["NS"] == 800


# -- trains of a minor that merges for nothing --------------------


@pytest.mark.rule("18EU:4.2.2-j")
@pytest.mark.parametrize(("ruling", "place"), [("pool", POOL), ("removed", BOX)])
def test_a33_trains_for_nothing_go_to_the_pool_or_out_of_the_game(ruling: str, place: str) -> None:
    position = Position("18EU", rulings={"shareless_trains": ruling}).phase("5").tiles(**LINE).owned("12", BEN, 30)
    position.no_trains("12").train("4-0", "12").corporation("KPEV", {ADA: 5, CY: 5}).token("KPEV", "D7")
    game = exchange(position)
    bank = game.state.cash[BANK]
    game.push(Exchange(BEN, "12", "KPEV", ""))
    assert holder_of(game, "4-0") == place
    assert game.state.cash[BANK] == bank + 30


def test_a33_a_closed_minors_trains_go_to_the_pool_whatever_the_ruling() -> None:
    position = Position("18EU", rulings={"shareless_trains": "removed"}).phase("5").owned("5", BEN)
    game = exchange(position.no_trains("5").train("4-0", "5"))
    game.push(CloseMinor(BEN, "5"))
    assert holder_of(game, "4-0") == POOL


@pytest.mark.parametrize("ruling", ["from_operating", "listed"])
def test_on_the_site_an_owner_begins_with_whichever_of_his_companies_he_likes(ruling: str) -> None:
    pos = Position("18EU", rulings={"discard_order": ruling}).phase("5")
    pos.corporation("NS", {0: 5}).corporation("SNCB", {0: 5}).corporation("FS", {1: 5})
    for train, company in {"5-0": "NS", "5-1": "NS", "4-0": "NS", "4-1": "SNCB", "4-2": "SNCB", "4-3": "SNCB"}.items():
        pos.train(train, company)
    for train in ("3-0", "3-1", "3-2"):
        pos.train(train, "FS")
    game = pos.round(Discards("SNCB"), coming="operating", nth=1)
    assert game.decision is not None
    free = game.is_legal(DiscardTrain(0, "NS", "4-0")) and game.is_legal(DiscardTrain(0, "SNCB", "4-1"))
    assert free == (ruling == "listed")
    assert not game.is_legal(DiscardTrain(0, "FS", "3-0"))
    if ruling == "listed":
        assert game.decision.subject(game) == "SNCB"
        game.push(DiscardTrain(0, "NS", "4-0"))
        assert game.decision is not None
        assert game.decision.subject(game) == "SNCB"
