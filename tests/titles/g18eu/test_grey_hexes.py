"""18EU 4.6-f: the grey hexes beside minors 2, 3, 7 and 10, and the consent of their owners."""

from __future__ import annotations

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import Answer, LayTile, Pass
from stockrail.rules.rounds import operating_company
from stockrail.rules.state import BANK
from stockrail.testing import Position, check_doors
from stockrail.titles.g18eu.companies import close_minor, take_minor_out
from stockrail.titles.g18eu.track import Consent, LayTrack

Tile = tuple[str, int]

# Grey hex, its minor, a city beside it with track towards it, and a tile that joins that track.
GREY = [
    ("C8", "2", ("D7", 0), {"D7": ("57", 1)}, ("201", 4)),  # Brussels from Cologne
    ("B11", "3", ("D13", 0), {"D13": ("201", 1), "C12": ("9", 2)}, ("9", 2)),  # over C12 from Strasbourg
    ("I6", "7", ("J7", 0), {"J7": ("201", 1)}, ("9", 2)),  # from Dresden
    ("F19", "10", ("E20", 0), {"E20": ("57", 1)}, ("9", 1)),  # from Genoa
    ("F21", "10", ("E20", 0), {"E20": ("57", 2)}, ("4", 2)),  # Florence from Genoa
]


def towards(hex_: str, owner: int = 1, president: int = 0, players: int = 3) -> Position:
    """SNCF has track up to a grey hex; its minor belongs to `owner`."""
    _, minor, city, tiles, _ = next(row for row in GREY if row[0] == hex_)
    pos = Position("18EU", players=players).phase("3").owned(minor, owner)
    return pos.corporation("SNCF", {president: 5}, cash=200).tiles(**tiles).token("SNCF", *city)


def first_tile(hex_: str, player: int = 0) -> LayTile:
    tile, rotation = next(row[4] for row in GREY if row[0] == hex_)
    return LayTile(player, "SNCF", hex_, tile, rotation)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    before = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == before
    return error.value.kind, error.value.rule


def hexes(game: RailGame) -> set[str]:
    """The hexes for which the menu offers tiles."""
    return {entry.hex for entry in game.legal_actions() if isinstance(entry, LayTile)}


@pytest.mark.rule("18EU:4.6-f")
@pytest.mark.parametrize("hex_", [row[0] for row in GREY])
def test_a_stranger_needs_the_owners_consent_for_the_first_tile(hex_: str) -> None:
    game = towards(hex_).operating("SNCF", alone=True)
    assert first_tile(hex_) in game.legal_actions()
    game.push(first_tile(hex_))
    assert isinstance(game.decision, Consent)
    assert game.actor == 1
    assert game.legal_actions() == [Answer(1, True), Answer(1, False)]
    assert hex_ not in game.state.laid


@pytest.mark.rule("18EU:4.6-f")
def test_there_are_five_grey_hexes() -> None:
    assert Position("18EU").game.title.map_facts["consent"] == {
        "C8": "2",
        "B11": "3",
        "I6": "7",
        "F19": "10",
        "F21": "10",
    }


@pytest.mark.rule("18EU:4.6-f")
@pytest.mark.parametrize("hex_", [row[0] for row in GREY])
def test_the_owners_yes_lays_the_tile(hex_: str) -> None:
    game = towards(hex_).operating("SNCF", alone=True)
    game.push(first_tile(hex_))
    game.push(Answer(1, True))
    assert game.state.laid[hex_] == (first_tile(hex_).tile, first_tile(hex_).rotation)
    assert not isinstance(game.decision, LayTrack)  # it was the corporation's one tile


@pytest.mark.rule("18EU:4.6-f")
def test_the_owners_no_lays_nothing_and_cannot_be_asked_again_in_this_step() -> None:
    game = towards("F19").operating("SNCF", alone=True)
    assert "F19" in hexes(game)
    game.push(first_tile("F19"))
    game.push(Answer(1, False))
    assert "F19" not in game.state.laid
    assert isinstance(game.decision, LayTrack)
    assert game.actor == 0
    assert refused(game, first_tile("F19")) == ("consent_refused", "4.6-f")
    assert refused(game, LayTile(0, "SNCF", "F19", "8", 1)) == ("consent_refused", "4.6-f")  # nor with another tile
    assert "F19" not in hexes(game)
    check_doors(game)


@pytest.mark.rule("18EU:4.6-f")
def test_after_a_no_the_company_may_still_lay_its_tile_elsewhere() -> None:
    game = towards("F19").operating("SNCF", alone=True)  # Genoa: edges 1 (D21) and 4 (F19)
    game.push(first_tile("F19"))
    game.push(Answer(1, False))
    game.push(LayTile(0, "SNCF", "D21", "7", 3))  # edges 3 and 4
    assert game.state.laid["D21"] == ("7", 3)
    assert not isinstance(game.decision, LayTrack)


@pytest.mark.rule("18EU:4.6-f")
def test_a_no_to_one_grey_hex_does_not_close_another() -> None:
    """Genoa's green track leads to F19 (edge 4) and to Florence (edge 5)."""
    pos = towards("F19").tiles(E20=("15", 3))  # edges 3, 4, 5 and 0
    game = pos.operating("SNCF", alone=True)
    game.push(first_tile("F19"))
    game.push(Answer(1, False))
    assert "F21" in hexes(game)
    game.push(first_tile("F21"))
    assert game.actor == 1
    game.push(Answer(1, False))
    assert not hexes(game) & {"F19", "F21"}


@pytest.mark.rule("18EU:4.6-f")
def test_a_no_binds_for_one_step_only() -> None:
    game = towards("F19").train("3", "SNCF").operating("SNCF", alone=True)
    game.push(first_tile("F19"))
    game.push(Answer(1, False))
    while operating_company(game) == "SNCF":
        game.push(Pass(0))
    while operating_company(game) == "10":  # the second round begins with the minor
        game.push(Pass(1))
    assert operating_company(game) == "SNCF"
    assert isinstance(game.decision, LayTrack)
    game.push(first_tile("F19"))
    assert game.actor == 1


@pytest.mark.rule("18EU:4.6-f")
def test_a_no_binds_for_both_tiles_of_a_minors_first_turn() -> None:
    pos = Position("18EU", players=3).owned("7", 1).owned("4", 0)
    pos.turn = 1
    pos.tiles(J7=("201", 1))  # Dresden: edges 1 (Leipzig) and 2 (I6)
    game = pos.operating("4")
    game.push(LayTile(0, "4", "I6", "9", 2))
    game.push(Answer(1, False))
    game.push(LayTile(0, "4", "I8", "4", 1))
    assert isinstance(game.decision, LayTrack)
    assert refused(game, LayTile(0, "4", "I6", "9", 2)) == ("consent_refused", "4.6-f")


@pytest.mark.rule("18EU:4.6-f")
def test_a_tile_laid_with_consent_is_one_of_the_minors_two() -> None:
    pos = Position("18EU", players=3).owned("7", 1).owned("4", 0)
    pos.turn = 1
    game = pos.tiles(J7=("201", 1)).operating("4")
    game.push(LayTile(0, "4", "I6", "9", 2))
    game.push(Answer(1, True))
    assert isinstance(game.decision, LayTrack)
    game.push(LayTile(0, "4", "I8", "4", 1))
    assert not isinstance(game.decision, LayTrack)


@pytest.mark.rule("18EU:4.6-f")
@pytest.mark.parametrize("hex_", [row[0] for row in GREY])
def test_the_owner_needs_nobodys_consent_for_any_of_his_companies(hex_: str) -> None:
    game = towards(hex_, owner=0).operating("SNCF", alone=True)
    game.push(first_tile(hex_))
    assert hex_ in game.state.laid
    assert game.actor == 0


@pytest.mark.rule("18EU:4.6-f")
def test_the_minor_itself_lays_its_own_grey_hex() -> None:
    pos = Position("18EU", players=2).owned("2", 0)
    game = pos.operating("2")
    game.push(LayTile(0, "2", "C8", "201", 0))
    assert game.state.laid["C8"] == ("201", 0)


@pytest.mark.rule("18EU:4.6-f")
def test_the_president_and_not_the_other_shareholders_must_own_the_minor() -> None:
    pos = towards("I6", owner=1)
    pos.state.shelves.move("SNCF_8", ("certs", 1, "SNCF"))  # Ben holds shares of SNCF too
    game = pos.operating("SNCF", alone=True)
    game.push(first_tile("I6"))
    assert game.actor == 1
    assert "I6" not in game.state.laid


@pytest.mark.rule("18EU:4.6-f")
def test_once_a_tile_lies_upgrades_need_no_consent() -> None:
    pos = towards("F21")
    game = pos.tiles(F21=("4", 2)).operating("SNCF", alone=True)
    game.push(LayTile(0, "SNCF", "F21", "141", 2))  # edges 2, 3 and 5
    assert game.state.laid["F21"] == ("141", 2)


@pytest.mark.rule("18EU:4.6-f")
def test_once_the_minor_has_closed_the_hex_is_free() -> None:
    pos = towards("F19")
    close_minor(pos.game, "10")
    game = pos.operating("SNCF", alone=True)
    game.push(first_tile("F19"))
    assert "F19" in game.state.laid


@pytest.mark.rule("18EU:4.6-f")
def test_once_the_minor_has_merged_the_hex_is_free() -> None:
    pos = towards("I6")
    take_minor_out(pos.game, "7")
    game = pos.operating("SNCF", alone=True)
    game.push(first_tile("I6"))
    assert "I6" in game.state.laid


@pytest.mark.rule("18EU:4.6-f")
def test_only_the_one_asked_answers_and_only_yes_or_no() -> None:
    game = towards("I6").operating("SNCF", alone=True)
    game.push(first_tile("I6"))
    assert refused(game, Pass(1)) == ("answer_first", "4.6-f")
    assert refused(game, Answer(0, True))[0] == "not_your_turn"
    assert refused(game, Answer(2, True))[0] == "not_your_turn"


@pytest.mark.rule("18EU:4.6-f")
def test_an_illegal_tile_is_not_even_asked_for() -> None:
    game = towards("I6").operating("SNCF", alone=True)
    assert refused(game, LayTile(0, "SNCF", "I6", "9", 0)) == ("not_reached", "4.6-b")
    assert refused(game, LayTile(0, "SNCF", "I6", "57", 2)) == ("wrong_tile", "4.6-l")


@pytest.mark.rule("18EU:4.6-f")
def test_nothing_is_paid_for_consent() -> None:
    game = towards("I6").operating("SNCF", alone=True)
    cash = [game.state.cash[holder] for holder in (0, 1, 2, "SNCF", "7", BANK)]
    game.push(first_tile("I6"))
    game.push(Answer(1, True))
    assert [game.state.cash[holder] for holder in (0, 1, 2, "SNCF", "7", BANK)] == cash
