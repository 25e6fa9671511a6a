"""18EU: both answers to the rulings on stock rounds and the bank, and the end that the players agree on."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import (
    Answer,
    BuyShare,
    GoBankrupt,
    LayTile,
    Pass,
    PayOut,
    ProposeEnd,
    RunTrains,
    Select,
    SellShares,
    StartCompany,
)
from stockrail.rules.prices import price
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, POOL
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, FoundWith


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    picture = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == picture
    return error.value.kind, error.value.rule


def ruled(name: str, answer: str | None, players: int = 3) -> Position:
    """One ruling chosen, all others as in the rulebook; None is the default."""
    return Position("18EU", players, rulings={name: answer} if answer else {})


# -- P-1: the priority after the initial sale ------------------------------------------------------------------------


def sold_out(position: Position) -> RailGame:
    """All minors go for nothing, because nobody has any money."""
    game = position.game
    for seat in range(len(game.players)):
        position.cash(seat, 0)
    for number in range(15):
        assert game.actor is not None
        game.push(Select(game.actor, str(number + 1)))
    assert (round_ := current_round(game)) is not None and round_.kind == "operating"
    return game


@pytest.mark.rule("18EU:4.2.1-i")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_by_the_rulebook_the_sale_leaves_the_priority_with_the_first_seat(players: int) -> None:
    game = sold_out(Position("18EU", players))
    assert game.state.flags["priority"] == 0
    assert sold_out(ruled("priority_after_sale", "unchanged", players)).state.flags["priority"] == 0


@pytest.mark.rule("18EU:4.2.1-i")
@pytest.mark.parametrize(("players", "priority"), [(2, 1), (3, 0), (4, 3), (5, 0), (6, 3)])
def test_by_the_sites_ruling_the_seat_after_the_last_auctioneer_has_the_priority(players: int, priority: int) -> None:
    assert sold_out(ruled("priority_after_sale", "after_last_auctioneer", players)).state.flags["priority"] == priority
    assert sold_out(Position("18EU", players, preset="18xx.games")).state.flags["priority"] == priority


# -- P-2: do minors count as certificates? ---------------------------------------------------------------------------


def rich_in_minors(position: Position, shares: int, minors: int) -> Position:
    """Ada holds shares of three corporations, five certificates each, and minors. Four players may hold sixteen."""
    for company, count in (("SNCB", 5), ("NS", 5), ("KBS", shares - 10)):
        position.corporation(company, {0: count + 1})
    position.corporation("KKOB", {1: 2})
    for number in range(1, minors + 1):
        position.owned(str(number), 0)
    return position.cash(0, 500)


@pytest.mark.rule("18EU:3.1-b")
def test_by_the_rulebook_minors_fill_the_certificate_limit() -> None:
    assert rich_in_minors(ruled("minors_count", "yes", 4), 12, 3).stock_round(0).is_legal(BuyShare(0, "KKOB", "KKOB"))
    game = rich_in_minors(ruled("minors_count", "yes", 4), 12, 4).stock_round(0)
    assert refusal(game, BuyShare(0, "KKOB", "KKOB")) == ("certificate_limit", "3.1-c")
    assert refusal(game, StartCompany(0, "DR", 70)) == ("certificate_limit", "3.1-c")
    game = rich_in_minors(ruled("minors_count", "yes", 4), 12, 5).stock_round(0)
    assert refusal(game, Pass(0)) == ("must_sell_first", "3.1-f")


@pytest.mark.rule("18EU:3.1-b")
def test_by_the_sites_ruling_only_shares_fill_it() -> None:
    game = rich_in_minors(ruled("minors_count", "no", 4), 15, 6).stock_round(0)
    assert game.is_legal(Pass(0))
    assert game.is_legal(StartCompany(0, "DR", 70))
    game.push(BuyShare(0, "KKOB", "KKOB"))
    full = rich_in_minors(ruled("minors_count", "no", 4), 15, 6).corporation("FS", {1: 2, 0: 1}).stock_round(0)
    assert refusal(full, BuyShare(0, "KKOB", "KKOB")) == ("certificate_limit", "3.1-c")
    assert refusal(full, StartCompany(0, "DR", 70)) == ("certificate_limit", "3.1-c")


@pytest.mark.rule("18EU:3.1-b", "18EU:4.1.2-f")
def test_by_the_sites_ruling_an_exchange_may_go_beyond_the_limit_which_is_sold_off_later() -> None:
    position = rich_in_minors(ruled("minors_count", "no", 4), 15, 3).corporation("FS", {1: 2, 0: 1}, turns=0)
    game = position.token("FS", "A10", 0).stock_round(0)
    game.push(Exchange(0, "3", "FS", "FS"))
    game.push(Pass(1))  # the president leaves the token
    while game.actor != 0:
        assert game.actor is not None
        game.push(Pass(game.actor))
    assert refusal(game, Pass(0)) == ("must_sell_first", "3.1-f")


# -- P-14: shares of a corporation in its first turn -----------------------------------------------------------------


def first_turn(answer: str | None, turns: int = 0) -> RailGame:
    """FS has operated for nothing and must buy a 3 for 200; Ada has 150 and five shares at 90, Ben has two."""
    position = ruled("emergency_own_shares", answer).phase("3")
    position.corporation("FS", {0: 5, 1: 2}, turns=turns).token("FS", "E18").cash(0, 150)
    game = position.operating("FS")
    game.push(Pass(0))  # no track
    assert price(game, "FS") == 90
    return game


@pytest.mark.rule("18EU:4.5.1-d", "18EU:3.1-g")
@pytest.mark.parametrize("answer", [None, "after_first_turn"])
def test_by_the_rulebook_a_corporation_has_not_operated_before_its_first_turn_is_over(answer: str | None) -> None:
    game = first_turn(answer)
    assert refusal(game, SellShares(0, "FS", 1)) == ("never_operated", "3.1-g")
    assert GoBankrupt(0, "FS") in game.legal_actions()
    later = first_turn(answer, turns=1)
    later.push(SellShares(0, "FS", 1))
    assert later.state.cash[0] == 240


@pytest.mark.rule("18EU:4.5.1-d", "18EU:3.1-g")
def test_by_the_sites_ruling_it_has_operated_once_it_has_paid_or_withheld() -> None:
    game = first_turn("after_dividend")
    assert not game.is_legal(GoBankrupt(0, "FS"))
    game.push(SellShares(0, "FS", 1))
    assert (game.state.cash[0], shares_of(game, POOL, "FS")) == (240, 1)


@pytest.mark.rule("18EU:4.5.1-d", "18EU:3.1-g")
def test_even_so_others_that_never_operated_are_not_sold() -> None:
    position = ruled("emergency_own_shares", "after_dividend").phase("3")
    position.corporation("FS", {0: 2, 1: 2}, turns=0).token("FS", "E18").cash(0, 150)
    game = position.corporation("NS", {1: 3, 0: 3}, value=70, turns=0).operating("FS")
    game.push(Pass(0))  # no track
    assert refusal(game, SellShares(0, "NS", 1)) == ("never_operated", "3.1-g")


@pytest.mark.rule("18EU:3.1-g")
def test_in_a_stock_round_both_answers_are_the_same() -> None:
    for answer in ("after_first_turn", "after_dividend"):
        game = ruled("emergency_own_shares", answer).corporation("FS", {0: 3, 1: 2}, turns=0).stock_round(1)
        game.state.flags["paid"] = "FS"
        assert refusal(game, SellShares(1, "FS", 1)) == ("never_operated", "3.1-g")


# -- P-17: when the bank has run out ---------------------------------------------------------------------------------


def earn(answer: str | None, bank: int) -> RailGame:
    """SNCF withholds 90 in the last round of a turn; then everybody does as little as he can."""
    position = ruled("bank_breaks", answer).phase("3").corporation("SNCF", {0: 5, 1: 2}).token("SNCF", "A10")
    position.train("5-0", "SNCF").tiles(B9=("8", 1), B7=("58", 0))
    game = position.cash(1, 300).bank(bank).operating("SNCF", "RunStep", nth=2)
    run = game.legal_actions()[0]
    assert isinstance(run, RunTrains)
    game.push(run)
    game.push(PayOut(0, "SNCF", "withhold"))
    assert game.state.cash[BANK] == bank - 90
    while not game.is_over and (round_ := current_round(game)) is not None and round_.kind == "operating":
        game.push(Pass(0))
    return game


@pytest.mark.rule("18EU:5-a")
@pytest.mark.parametrize(
    ("answer", "left", "over"),
    [
        (None, 1, False),
        (None, 0, True),
        ("at_zero", 1, False),
        ("at_zero", 0, True),
        ("at_zero", -1, True),
        ("below_zero", 1, False),
        ("below_zero", 0, False),
        ("below_zero", -1, True),
    ],
)
def test_the_bank_has_run_out_at_zero_or_below_it(answer: str | None, left: int, over: bool) -> None:
    assert earn(answer, 90 + left).is_over == over


# -- P-20, P-21, P-22: stock turns ------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.1-b")
@pytest.mark.parametrize(("answer", "asked"), [(None, 2), ("nothing_legal", 2), ("as_site", 1)])
def test_an_owner_of_minors_who_can_do_nothing_is_asked_on_the_site_only(answer: str | None, asked: int) -> None:
    """Ada passes; Ben owns a minor and has no money; Cy may buy."""
    position = ruled("skipping", answer).corporation("FS", {0: 5}).owned("3", 1).cash(1, 0)
    game = position.stock_round(0)
    game.push(Pass(0))
    assert game.actor == asked
    game = ruled("skipping", answer).corporation("FS", {0: 5}).cash(1, 0).stock_round(0)
    game.push(Pass(0))
    assert game.actor == 2  # without a minor he is never asked


@pytest.mark.rule("18EU:3.1-d")
@pytest.mark.parametrize(
    ("answer", "turns", "legal"),
    [(None, 0, False), ("binds", 0, False), ("binds", 1, False), ("waived", 0, True), ("waived", 1, False)],
)
def test_by_the_sites_ruling_the_share_limit_waits_until_a_corporation_has_operated(
    answer: str | None, turns: int, legal: bool
) -> None:
    position = ruled("limit_before_operating", answer).corporation("FS", {0: 6}, turns=turns).cash(0, 400)
    game = position.corporation("NS", {1: 2}).stock_round(0)
    assert (BuyShare(0, "FS", "FS") in game.legal_actions()) == legal
    if not legal:
        assert refusal(game, BuyShare(0, "FS", "FS")) == ("share_limit", "3.1-d")
        return
    game.push(BuyShare(0, "FS", "FS"))
    assert shares_of(game, 0, "FS") == 7


@pytest.mark.rule("18EU:4.3-j")
@pytest.mark.parametrize(("answer", "legal"), [(None, False), ("never", False), ("allowed", True)])
def test_by_the_sites_ruling_a_minor_merges_into_a_corporation_that_has_operated(
    answer: str | None, legal: bool
) -> None:
    position = ruled("late_mergers", answer).corporation("FS", {1: 5}, turns=1).token("FS", "A10").owned("3", 0)
    game = position.stock_round(0)
    swap = Exchange(0, "3", "FS", "FS")
    assert (swap in game.legal_actions()) == legal
    if not legal:
        assert refusal(game, swap) == ("merges_before_operating", "4.3-j")
        return
    game.push(swap)
    assert shares_of(game, 0, "FS") == 1


# -- the end by agreement --------------------------------------------------------------------------------------------


def table(players: int = 3) -> RailGame:
    """Ben is to move."""
    position = Position("18EU", players).corporation("FS", {0: 3, 1: 2}).token("FS", "E18")
    return position.cash(1, 500).stock_round(1)


@pytest.mark.parametrize("proposer", [0, 1, 2])
def test_the_game_ends_when_everybody_else_agrees_to_a_proposal(proposer: int) -> None:
    """Anybody may propose it whoever is to move; the others are asked by seat."""
    game = table()
    assert ProposeEnd(proposer) in game.legal_actions(proposer)
    game.push(ProposeEnd(proposer))
    for number in (1, 2):
        other = (proposer + number) % 3
        assert not game.is_over
        assert game.actor == other
        assert game.legal_actions() == [Answer(other, True), Answer(other, False)]
        game.push(Answer(other, True))
    assert game.is_over
    assert game.result().reason == "agreed"
    assert game.result().worth == (450 + 300, 500 + 200, 450)
    assert game.result().winners == (0,)


@pytest.mark.parametrize("agreeing", [0, 1, 2])
def test_a_single_refusal_lets_the_game_go_on_where_it_was(agreeing: int) -> None:
    game = table(4)
    picture = {name: rows for name, rows in game.state.picture().items() if name != "flags"}
    game.push(ProposeEnd(3))
    for other in range(agreeing):
        game.push(Answer(other, True))
    game.push(Answer(agreeing, False))
    assert not game.is_over
    assert game.actor == 1
    assert {name: rows for name, rows in game.state.picture().items() if name != "flags"} == picture
    game.push(BuyShare(1, "FS", "FS"))


def test_after_a_refusal_nobody_proposes_again_before_the_next_ordinary_action() -> None:
    game = table()
    game.push(ProposeEnd(2))
    game.push(Answer(0, False))
    for seat in range(3):
        assert ProposeEnd(seat) not in game.legal_actions(seat)
        assert not game.is_legal(ProposeEnd(seat))
    game.push(BuyShare(1, "FS", "FS"))
    for seat in range(3):
        assert ProposeEnd(seat) in game.legal_actions(seat)
    game.push(ProposeEnd(2))
    game.push(Answer(0, True))
    game.push(Answer(1, True))
    assert game.is_over


def test_while_players_are_asked_nothing_else_happens() -> None:
    game = table()
    game.push(ProposeEnd(2))
    assert refusal(game, Pass(0))[0] == "answer_first"
    assert refusal(game, Pass(1))[0] == "not_your_turn"
    assert refusal(game, Answer(1, True))[0] == "not_your_turn"
    for seat in range(3):
        assert not game.is_legal(ProposeEnd(seat))


def test_bankrupt_players_neither_propose_nor_are_asked() -> None:
    game = table()
    game.state.bankrupt[0] = True
    assert not game.is_legal(ProposeEnd(0))
    game.push(ProposeEnd(1))
    assert game.actor == 2
    game.push(Answer(2, True))
    assert game.is_over


def test_nobody_who_does_not_play_proposes_the_end() -> None:
    assert not table().is_legal(ProposeEnd(3))


def test_a_proposal_may_interrupt_a_founder_who_then_goes_on() -> None:
    game = Position("18EU").owned("1", 0).stock_round(0)
    game.push(StartCompany(0, "FS", 100))
    game.push(ProposeEnd(1))
    game.push(Answer(2, True))
    game.push(Answer(0, False))
    assert refusal(game, LayTile(0, "FS", "E18", "201", 0)) == ("choose_minor", "4.1.3-b")
    game.push(FoundWith(0, "FS", "1"))
    assert shares_of(game, 0, "FS") == 3


def test_a_proposal_and_its_answers_can_be_taken_back() -> None:
    game = table()
    picture = game.state.picture()
    for action in (ProposeEnd(0), Answer(1, True), Answer(2, True)):
        game.push(action)
    for _ in range(3):
        game.pop()
    assert game.state.picture() == picture
    assert not game.is_over
