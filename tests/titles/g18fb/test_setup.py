"""How a game of 18FB is laid out."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.cards import cards_of
from stockrail.rules.claims import claimant, claims_at
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of, percent_of, president_certificate, singles_of
from stockrail.rules.state import BANK, BOX, DEPOT, IPO, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of, tokens_in
from stockrail.rules.trains import is_sold_now, tops_of_stacks, trains_of, type_of
from stockrail.titles.g18fb.state import concession_of, concessions_at, with_card
from stockrail.titles.g18fb.title import Title18FB

TITLE = Title18FB()
MAJORS = ["NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST"]


def game_of(players: int, **rulings: str) -> Any:
    names = ["Ada", "Ben", "Cy", "Dee", "Eve", "Fay"][:players]
    return RailGame(TITLE, names, rulings=TITLE.resolve_rulings(None, rulings))


def claims(game: Any, hex_: str, stop: int = 0) -> list[str]:
    found: list[str] = game.state.shelves.on(claims_at(hex_, stop))
    return found


@pytest.mark.rule("18FB:3.1-a")
@pytest.mark.parametrize(("players", "cash"), [(3, 1000), (4, 750), (5, 600), (6, 500)])
def test_the_players_3000_come_out_of_the_bank(players: int, cash: int) -> None:
    amounts = game_of(players).state.cash
    assert [amounts[seat] for seat in range(players)] == [cash] * players
    assert amounts[BANK] == 9000


def test_or_they_lie_beside_it() -> None:
    game = game_of(4, bank_size="beside")
    assert game.state.cash[BANK] == 12000 and game.state.cash[0] == 750


@pytest.mark.rule("18FB:2.3-b")
@pytest.mark.parametrize(("players", "limit"), [(3, 26), (4, 20), (5, 16), (6, 13)])
def test_the_certificate_limit_goes_by_players(players: int, limit: int) -> None:
    assert TITLE.certificates(game_of(players), 0) == (0, limit)


@pytest.mark.rule("18FB:3.1-b", "18FB:3.1-c", "18FB:2.5.4-g")
def test_home_tokens_of_all_majors_lie_on_the_map() -> None:
    game = game_of(4)
    homes = {company: cities_of(game, company) for company in MAJORS}
    assert homes == {company: list(TITLE.companies[company].homes) for company in MAJORS}
    assert homes["FP"] == [("N21", 0), ("zC8", 0)]
    assert tokens_in(game, "F23", 0) == ["FSC.0", "FST.0"]
    assert {company: len(spare_of(game, company)) for company in ("NN", "FP", "SFM", "RM", "FG")} == {
        "NN": 4, "FP": 5, "SFM": 6, "RM": 12, "FG": 1,
    }  # fmt: skip


@pytest.mark.rule("18FB:3.1-b", "18FB:2.5.4-b", "18FB:2.5.4-d")
def test_bourbon_tokens_and_reserved_slots_are_claims() -> None:
    game = game_of(4)
    assert claims(game, "G30") == ["bourbon.5", "bourbon.8", "FB@G30"]
    assert claims(game, "zC6", 1) == ["bourbon.6"] and claims(game, "zC6") == []
    assert claims(game, "zC8", 1) == ["FB@zC8"]
    assert claims(game, "L27") == ["LTF@L27", "SFTF@L27", "FP@L27"]
    assert claims(game, "P13") == ["FS@P13"]
    assert [claimant(game, claim) for claim in claims(game, "G30")] == ["", "", "FB"]


@pytest.mark.rule("18FB:2.5.3-g", "18FB:2.5.3-h")
def test_rome_has_three_slots_for_phase_4_and_the_vesuvio_one() -> None:
    game = game_of(4)
    assert claims(game, "E38") == ["bourbon.4", "open4@E38.1", "open4@E38.2", "open4@E38.3"]
    assert claims(game, "zD5") == ["bourbon.7", "open4@zD5.1"]
    assert [claimant(game, claim) for claim in claims(game, "E38")] == [""] * 4


def test_no_stop_has_more_tokens_and_claims_than_slots() -> None:
    game = game_of(4)
    for name, place in TITLE.board.hexes.items():
        for number, stop in enumerate(place.printed.stops):
            taken = len(tokens_in(game, name, number)) + len(claims(game, name, number))
            assert taken <= stop.slots, name


@pytest.mark.rule("18FB:3.1-d")
def test_the_first_player_has_the_priority() -> None:
    game = game_of(5)
    assert list(game.order) == [0, 1, 2, 3, 4]
    assert game.state.flags["priority"] == 0


@pytest.mark.rule("18FB:3.1-e", "18FB:2.7-q")
def test_a_free_share_lies_with_its_card() -> None:
    game = game_of(4)
    for card, company in (("VAL", "LdA"), ("LAL", "FB"), ("BAY", "NN"), ("ALB", "FP")):
        lying = game.state.shelves.on(certs_at(with_card(card), company))
        assert [TITLE.percent[cert] for cert in lying] == [10]
        assert percent_of(game, IPO, company) == 90
    in_offer = game_of(4, free_share="in_offer")
    assert percent_of(in_offer, IPO, "LdA") == 100


@pytest.mark.rule("18FB:2.7-a")
def test_eight_cards_are_for_sale() -> None:
    game = game_of(4)
    values = [(TITLE.cards[card].price, TITLE.cards[card].income) for card in cards_of(game, BANK)]
    assert values == [(50, 10), (75, 15), (75, 15), (100, 20), (125, 25), (150, 25), (175, 25), (200, 25)]


@pytest.mark.rule("18FB:2.3-a", "18FB:2.4-a", "18FB:2.4-b")
def test_ten_majors_are_on_offer_and_all_others_wait() -> None:
    game = game_of(4)
    assert [c for c in TITLE.companies if president_certificate(c) in game.state.shelves.on(certs_at(IPO, c))] == MAJORS
    assert game.state.shelves.on(concessions_at(IPO)) == [concession_of(company) for company in MAJORS]
    assert len(singles_of(game, IPO, "FC")) == 8
    waiting = [company for company in TITLE.companies if company not in MAJORS]
    assert all(percent_of(game, BOX, company) == 100 for company in waiting)
    assert len(TITLE.companies_of("regional")) == 7 and TITLE.companies_of("national") == ("RM", "RA")
    assert owner_of(game, "FC") is None and trains_of(game, POOL) == []


@pytest.mark.rule("18FB:2.4-c")
def test_three_majors_belong_to_no_national() -> None:
    merging = {partner for company in TITLE.facts["companies"] for partner in company.get("merges", ())}
    assert {*MAJORS, "SFM"} - merging == {"FB", "FP", "FST"}


@pytest.mark.rule("18FB:2.6-c", "18FB:2.6-d", "18FB:2.6-f", "18FB:2.6-h")
def test_trains_lie_on_two_stacks() -> None:
    game = game_of(4)
    assert tops_of_stacks(game) == ["2+2-0", "R1+4-0"]
    assert [is_sold_now(game, train) for train in tops_of_stacks(game)] == [True, False]
    kinds = [type_of(game, train).name for train in trains_of(game, DEPOT)]
    assert kinds.count("6+10") == 4 and kinds.count("8+12") == 1
    assert [(TITLE.train_types[name].stops, TITLE.train_types[name].markers) for name in ("2+2", "8+12", "R1+8")] == [
        (2, 2), (8, 12), (1, 8),
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nothing_is_lost_in_the_beginning(players: int) -> None:
    assert TITLE.audit(game_of(players)) == []
