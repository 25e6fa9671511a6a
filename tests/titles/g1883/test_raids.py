"""11-13, 12.3 Air raids: ten bombs, lower tiles, tokens that stay."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.laying import tiles_left
from stockrail.rules.rounds import OperatingRound
from stockrail.rules.tokens import tokens_in
from stockrail.rules.track import track
from stockrail.titles.g1883.actions import LowerTile
from stockrail.titles.g1883.phases import change_phase
from stockrail.titles.g1883.raids import Bomb, LowerChoice, lower_faces

from .eventful import Scene, draw, kinds


def raided(*bombs: int, players: int = 3, **laid: tuple[str, int]) -> Any:
    """Card 13 with some bombs; hexes are written h55."""
    scene = Scene(era=2, players=players).tiles(**{name[1:]: tile for name, tile in laid.items()})
    game = scene.event(13)
    for bomb in bombs:
        draw(game, bomb)
    return game


@pytest.mark.rule("1883:11-13")
def test_ten_hexes_are_bombed_by_the_players_in_turn() -> None:
    game = raided()
    rollers, streams = [], []
    while isinstance(game.decision, Bomb):
        rollers.append(game.decision.player)
        streams.append(game.decision.stream)
        assert len(game.legal_actions()) == 100
        draw(game, 1)
    assert rollers == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert streams == [f"raid/{number}" for number in range(1, 11)]
    assert kinds(game).count("bomb_falls") == 10


@pytest.mark.rule("1883:11-13", "1883:T-x")
def test_a_bombed_yellow_tile_is_gone_and_can_be_laid_again() -> None:
    game = raided(h54=("8", 1))
    before = tiles_left(game, "8")
    draw(game, 54)
    assert "54" not in game.state.laid
    assert tiles_left(game, "8") == before + 1
    told = next(event for event in game.log if event.kind == "bomb_falls")
    assert told["built"] and not told["stays"]


@pytest.mark.rule("1883:11-13", "1883:11-13b", "1883:T-x")
def test_modena_shows_its_print_again_and_all_three_tokens_stay() -> None:
    scene = Scene(era=2).tiles(**{"55": ("Mo2", 0)}).railway("FMMSF", 0).railway("FMV", 1).railway("SV", 2)
    for company in ("FMMSF", "FMV", "SV"):
        scene.token(company, "55")
    game = scene.event(13)
    for _ in range(2):
        draw(game, 55)
        assert "55" not in game.state.laid
        assert len(tokens_in(game, "55", 0)) == 3
    assert track(game).face("55").stops[0].slots == 2
    assert kinds(game).count("tile_is_lowered") == 1, "the second bomb does nothing"
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:11-13")
def test_where_several_lower_tiles_fit_the_roller_chooses() -> None:
    game = raided(1, h54=("23", 0))
    draw(game, 54)
    assert isinstance(game.decision, LowerChoice) and game.actor == 1, "Ben rolled second"
    menu = list(game.legal_actions())
    assert [(entry.tile, entry.rotation) for entry in menu] == [("8", 4), ("9", 0)]
    with pytest.raises(IllegalAction) as refused:
        game.push(LowerTile(1, "54", "57", 0))
    assert (refused.value.kind, refused.value.rule) == ("not_a_lower_tile", "11-13")
    with pytest.raises(IllegalAction) as refused:
        game.push(LowerTile(1, "55", menu[0].tile, 0))
    assert refused.value.kind == "lower_first"
    game.push(menu[-1])
    assert game.state.laid["54"] == (menu[-1].tile, menu[-1].rotation)


@pytest.mark.rule("1883:11-13")
def test_bombs_on_one_hex_add_up() -> None:
    game = raided(h54=("23", 0))
    draw(game, 54)
    game.push(LowerTile(0, "54", "9", 0))
    draw(game, 54)
    assert "54" not in game.state.laid


@pytest.mark.rule("1883:11-13")
def test_with_one_lower_tile_nobody_is_asked() -> None:
    game = raided(h34=("Su2", 0))
    assert lower_faces(game, "34") == [("", 0)]
    draw(game, 34)
    assert isinstance(game.decision, Bomb) and "34" not in game.state.laid


@pytest.mark.rule("1883:11-13")
def test_without_a_lower_tile_in_stock_the_tile_stays() -> None:
    """A86"""
    game = raided(h54=("23", 0))
    for tile in ("7", "8", "9"):
        game.state.spent[tile] = tiles_left(game, tile)
    draw(game, 54)
    assert game.state.laid["54"] == ("23", 0) and isinstance(game.decision, Bomb)
    assert game.log[-1].params["stays"]


@pytest.mark.rule("1883:11-13")
def test_hexes_without_a_tile_and_printed_ones_are_untouched() -> None:
    game = raided(5, 31, 42, 100)
    assert not game.state.laid.unordered
    assert not any(event["stays"] or event["built"] for event in game.log if event.kind == "bomb_falls")


@pytest.mark.rule("1883:12.3-a")
@pytest.mark.parametrize(
    ("options", "drawn", "raids"),
    [(("bombs_away",), False, True), (("bombs_away",), True, False), ((), False, False)],
)
def test_with_the_variant_the_first_6_brings_the_air_raids_unless_they_came(
    options: tuple[str, ...], drawn: bool, raids: bool
) -> None:
    scene = Scene(era=2, options=options).capitalised().railway("FSF", 1).no_trains("CCFR")
    scene.state.flags["phase"] = "5"
    if drawn:
        scene.state.drawn["13"] = True
    game: Any = scene.game
    game.stack = (game.stack[0].during(OperatingRound(2, 1)), OperatingRound(2, 1))
    change_phase(game, "6", None)
    game._run()
    assert isinstance(game.decision, Bomb) == raids
    if raids:
        while isinstance(game.decision, Bomb):
            draw(game, 1)
        assert kinds(game).count("bomb_falls") == 10 and game.state.drawn["13"]
