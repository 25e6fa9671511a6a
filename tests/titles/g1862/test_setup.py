"""2 Components and setup; 3.2 which companies can be started."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

import stockrail
from stockrail import RailGame, UnknownChoice
from stockrail.rules.actions import Bid, PlaceToken
from stockrail.rules.laying import tiles_left
from stockrail.rules.rounds import current_round
from stockrail.rules.state import BANK, DEPOT, certs_at, trains_at
from stockrail.titles.g1862.actions import BuyTrain
from stockrail.titles.g1862.companies import home_upgrades, in_game, startable
from stockrail.titles.g1862.parliament import OpenAuction, ParliamentRound
from stockrail.titles.g1862.state import IPO, Game1862

from .conftest import Scene, menu, pass_on, pass_until, refusal, round_kind


def new(players: int, *options: str, seed: int = 1) -> Game1862:
    game = stockrail.new("1862", players=[f"P{n}" for n in range(players)], options=options, seed=seed)
    return cast(Game1862, game)


def depot(game: RailGame) -> dict[str, int]:
    return dict(Counter(train.rsplit("-", 1)[0] for train in game.state.shelves.on(trains_at(DEPOT))))


@pytest.mark.rule("1862:2.0-a", "1862:2.4.4-a")
@pytest.mark.parametrize(("players", "cash"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400), (7, 345), (8, 300)])
def test_the_bank_holds_15000_with_the_players_money(players: int, cash: int) -> None:
    game = new(players)
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert game.state.cash[BANK] == 15000 - players * cash


@pytest.mark.rule("1862:2.1-a", "1862:2.1-b")
def test_twenty_companies_with_eight_certificates_and_eight_markers() -> None:
    title = new(3).title
    assert len(title.companies) == 20
    for company in title.companies.values():
        assert company.certificates == (30, 10, 10, 10, 10, 10, 10, 10)
        assert company.tokens == 8  # home, six normal, one of the variant 11.4
        assert company.home is not None


@pytest.mark.rule("1862:2.4.1-a")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_up_to_six_players_have_sixteen_companies_in_three_batches(players: int) -> None:
    game = new(players)
    assert Counter(game.state.batch.unordered.values()) == {"A": 8, "B": 4, "C": 4}
    away = [c for c in game.title.companies if c not in in_game(game)]
    assert len(away) == 4
    assert all(not game.state.shelves.on(certs_at(IPO, company)) for company in away)
    assert in_game(new(3, seed=2)) != in_game(new(3, seed=3))  # by lot


@pytest.mark.rule("1862:2.4.1-b", "1862:2.1-d")
def test_up_to_six_players_deal_six_freight_five_local_five_express_permits() -> None:
    game = new(4)
    assert Counter(game.state.permit.unordered.values()) == {"freight": 6, "local": 5, "express": 5}
    assert all(game.state.permits[c] == (game.state.permit[c],) for c in in_game(game))


@pytest.mark.rule("1862:2.4.1-c", "1862:7.7-d")
def test_the_home_of_a_company_that_left_is_an_ordinary_city() -> None:
    scene = Scene().company("ENR", {0: 5}).home("ENR")
    del scene.state.batch["WVR"]  # its home is Beccles
    scene.city("F3", "yellow", 0, 3).city("F5", "yellow", 3, 5).lines("G6", "yellow", (2, 0)).city("G8", "yellow", 3, 0)
    game = scene.turn_of("ENR", "PlaceStation")
    assert ("G8", 0) in [(place.hex, place.stop) for place in menu(game, PlaceToken)]


@pytest.mark.rule("1862:2.4.2-a", "1862:2.4.2-b")
@pytest.mark.parametrize(("players", "first"), [(7, 9), (8, 10)])
def test_seven_and_eight_players_may_add_companies(players: int, first: int) -> None:
    game = new(players)
    assert Counter(game.state.batch.unordered.values()) == {"A": first, "B": 4, "C": 4}
    dealt = Counter(game.state.permit.unordered.values())
    assert sum(dealt.values()) == first + 8 and max(dealt.values()) <= 6
    plain = new(players, "no_extra_companies")
    assert Counter(plain.state.batch.unordered.values()) == {"A": 8, "B": 4, "C": 4}


@pytest.mark.rule("1862:2.4.3-a", "1862:2.4.3-b", "1862:2.4.3-c")
@pytest.mark.parametrize(
    ("option", "counts"), [((), "7643321"), (("short_length",), "6543321"), (("long_length",), "7654321")]
)
def test_trains_by_length_of_the_game(option: tuple[str, ...], counts: str) -> None:
    expected = {letter: int(count) for letter, count in zip("ABCDEFG", counts, strict=True)}
    assert depot(new(3, *option)) == {**expected, "H": 1}


@pytest.mark.rule("1862:2.4.3-a", "1862:2.4.3-d")
def test_trains_are_sold_in_order_and_h_trains_never_end() -> None:
    scene = Scene().phase("H").company("ENR", {0: 5}, cash=3000).home("ENR")
    game = scene.turn_of("ENR", "BuyTrains")
    for number in range(3):
        game.push(BuyTrain(0, "ENR", f"H-{number}", 800, form="express"))
    assert depot(game) == {"H": 1}
    game = Scene().company("ENR", {0: 5}, cash=3000).home("ENR").turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "B-0", 200, form="express")) == ("not_on_top", "2.4.3-d")
    assert refusal(game, BuyTrain(0, "ENR", "A-1", 100, form="express")) == ("not_on_top", "2.4.3-d")


@pytest.mark.rule("1862:2.4.4-b")
def test_seats_are_drawn_from_the_seed() -> None:
    orders = {new(4, seed=seed).players for seed in range(8)}
    assert len(orders) > 1
    assert new(4, seed=5).players == new(4, seed=5).players


@pytest.mark.rule("1862:2.4.4-c", "1862:3.0-a")
def test_two_parliaments_then_stock_then_one_operating_round() -> None:
    game = new(3)
    for _ in range(15):
        pass_on(game)
    kinds = [event["kind"] for event in game.log if event.kind == "round_begins"]
    assert kinds == ["parliament", "parliament", "stock", "operating", "parliament", "stock", "operating", "parliament"]


@pytest.mark.rule("1862:3.0-a", "1862:9.0-a", "1862:9.0-b")
@pytest.mark.parametrize(("phase", "rounds"), [("A", 1), ("B", 2), ("C", 2), ("D", 3), ("E", 3), ("H", 3)])
def test_operating_rounds_by_phase(phase: str, rounds: int) -> None:
    game = Scene().phase(phase).in_stock_round()
    begun = len(game.log)
    while round_kind(game) != "parliament":
        pass_on(game)
    assert sum(e.kind == "round_begins" and e["kind"] == "operating" for e in game.log[begun:]) == rounds


@pytest.mark.rule("1862:3.2-a")
def test_later_batches_come_with_the_first_b_and_c_train() -> None:
    for phase, expected in (("A", 8), ("B", 12), ("C", 16)):
        game = new(3)
        game.state.flags["phase"] = phase
        assert len(startable(game)) == expected
        assert len({bid.item for bid in menu(game, Bid)}) == expected


class TestHome:
    """3.2-b A company may be started only if its home station could be placed."""

    def scene(self, phase: str) -> Scene:
        return Scene().phase(phase)

    @pytest.mark.rule("1862:3.2-b")
    def test_an_empty_hex_or_a_free_slot_is_enough(self) -> None:
        scene = self.scene("A")
        assert "ENR" in startable(scene.game)
        scene.city("F3", "yellow", 0, 3)
        assert "ENR" in startable(scene.game)

    @pytest.mark.rule("1862:3.2-c", "1862:3.2-d")
    def test_a_taken_yellow_slot_closes_it_in_phase_a_only(self) -> None:
        scene = self.scene("A").company("EUR", {0: 5}).city("F3", "yellow", 0, 3).station("EUR", "F3")
        assert "ENR" not in startable(scene.game)
        assert refusal(scene.in_parliament(), Bid(0, "ENR", 0)) == ("home_is_full", "3.2-b")
        scene.phase("B")
        assert "ENR" in startable(scene.game)

    @pytest.mark.rule("1862:3.2-e")
    def test_witham_with_both_green_slots_taken_stays_closed(self) -> None:
        scene = self.scene("D").company("SVR", {0: 5}).company("EUR", {0: 5})
        scene.city("D13", "green", 0, 3).station("SVR", "D13").station("EUR", "D13")
        assert "ECR" not in startable(scene.game)

    @pytest.mark.rule("1862:3.2-f")
    def test_ipswich_gains_a_third_slot_with_green(self) -> None:
        scene = self.scene("A").company("N&B", {0: 5}).company("WVR", {0: 5})
        scene.city("F11", "yellow", 2, 5).station("N&B", "F11").station("WVR", "F11")
        assert scene.state.laid["F11"][0] == "790"
        assert "ESR" not in startable(scene.game)
        scene.phase("B")
        assert "ESR" in startable(scene.game)


@pytest.mark.rule("1862:2.2-a", "1862:2.2-b")
def test_the_buyer_names_the_form_of_a_train_and_it_never_changes() -> None:
    scene = Scene().company("ENR", {0: 5}, cash=500).home("ENR").company("EUR", {0: 5}, cash=500).home("EUR")
    game = scene.turn_of("ENR", "BuyTrains")
    assert {buy.form for buy in menu(game, BuyTrain)} == {"freight", "local", "express"}
    assert refusal(game, BuyTrain(0, "ENR", "A-0", 100)) == ("no_such_form", "2.2-a")
    game.push(BuyTrain(0, "ENR", "A-0", 100, form="local"))
    game = scene.turn_of("EUR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "EUR", "A-0", 100, form="express")) == ("form_is_fixed", "2.2-b")
    game.push(BuyTrain(0, "EUR", "A-0", 100))
    assert game.state.form["A-0"] == "local"
    assert game.title.train_name(game, "A-0") == "2L*"


@pytest.mark.rule("1862:2.3-a", "1862:2.3-b")
def test_tiles_are_of_three_colours_and_small_stations_lie_on_lines_that_never_join() -> None:
    board = new(2).title.board
    assert {tile.color for tile in board.tiles.values()} == {"yellow", "green", "brown"}
    slots = {stop.slots for name in board.tiles for stop in board.face(name, 0).stops if stop.kind == "city"}
    assert slots == {1, 2, 3, 4}
    for name, tile in board.tiles.items():
        face = board.face(name, 0)
        if "town" in tile.fits:
            assert all(stop.slots == 0 for stop in face.stops)
            edges = [edge for pair in face.joined() for edge in pair]
            assert len(edges) == len(set(edges))  # no edge leads two ways


@pytest.mark.rule("1862:2.4.4-c")
def test_the_opening_waits_for_the_first_seat() -> None:
    game = new(3)
    assert isinstance(current_round(game), ParliamentRound) and game.actor == 0
    pass_until(game, OpenAuction)


def test_variants_that_exclude_each_other_are_refused() -> None:
    for options in (["simple_express", "advanced_freight"], ["short_length", "long_length"], ["novices"]):
        with pytest.raises(UnknownChoice):
            new(3, *options)


def drawn_setup(found: RailGame) -> dict[str, Any]:
    """What the seed of a game has drawn, as it would be given."""
    game = cast(Game1862, found)
    batches: dict[str, Any] = {
        phase: [c for c in game.state.flags["offered"] if game.state.batch[c] == phase] for phase in "ABC"
    }
    return {**batches, "permits": game.state.permit.by_key()}


@pytest.mark.rule("1862:2.4.1-a", "1862:2.4.1-b")
def test_what_was_drawn_at_a_table_can_be_given(tmp_path: Path) -> None:
    setup = drawn_setup(stockrail.new("1862", ["Ada", "Ben"], seed=5))
    game = stockrail.new("1862", ["Ada", "Ben"], seed=99, setup=setup)
    assert drawn_setup(game) == setup != drawn_setup(stockrail.new("1862", ["Ada", "Ben"], seed=99))
    game.save(tmp_path / "game.json")
    assert drawn_setup(stockrail.load(tmp_path / "game.json")) == setup


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"A": ["ENR"]}, "phase A brings 8 companies, not 1"),
        ({"A": None}, "Expected `array`"),
        ({"B": ["ENR"] * 4}, "exactly once"),
        ({"C": ["LNER", "GER", "GNR", "MR"]}, "company of the game"),
        ({"permits": {}}, "available permits"),
        ({"permits": {"ENR": "passenger"}}, "available permits"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(change: dict[str, Any], why: str) -> None:
    setup = {**drawn_setup(stockrail.new("1862", ["Ada", "Ben"], seed=5)), **change}
    with pytest.raises(UnknownChoice, match=why):
        stockrail.new("1862", ["Ada", "Ben"], setup=setup)


@pytest.mark.rule("1862:3.2-b")
def test_an_upgrade_that_lacks_its_tile_makes_no_room_at_home() -> None:
    scene = Scene().phase("B").company("EUR", {1: 5}).city("F3", "yellow", 0, 3).station("EUR", "F3")
    assert "ENR" in startable(scene.game)
    spare = [hex_ for hex_ in scene.game.title.board.hexes if hex_ != "F3"]
    for tile, _ in home_upgrades(scene.game, "ENR"):
        for _ in range(tiles_left(scene.game, tile)):
            scene.state.laid[spare.pop()] = (tile, 0)
    assert "ENR" not in startable(scene.game)


@pytest.mark.rule("1862:2.4.2-a", "1862:2.4.1-b")
@pytest.mark.parametrize("players", [7, 8])
def test_without_extra_companies_permits_are_those_of_six_players(players: int) -> None:
    game = new(players, "no_extra_companies")
    assert Counter(game.state.permit.unordered.values()) == {"freight": 6, "local": 5, "express": 5}


@pytest.mark.rule("1862:2.4.1-b", "1862:11.1-a")
def test_a_given_setup_has_the_permits_that_there_are() -> None:
    setup = drawn_setup(stockrail.new("1862", ["Ada", "Ben"], seed=5))
    with pytest.raises(UnknownChoice, match="available permits"):
        stockrail.new("1862", ["Ada", "Ben"], setup={**setup, "permits": dict.fromkeys(setup["permits"], "freight")})
    simple = {**setup, "permits": {}}
    game = stockrail.new("1862", ["Ada", "Ben"], options=["simple_express"], setup=simple)
    assert drawn_setup(game) == simple
