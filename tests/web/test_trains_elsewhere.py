"""Trains on screens where phases have names of their own and trains wait on more than one stack."""

from __future__ import annotations

import io

from tests.engine.extras import BRANCH, a_game, late_game

from stockrail.cli.screen import Screen
from stockrail.cli.summary import show_bank, show_trains
from stockrail.rules.game import RailGame
from stockrail.rules.trains import move_train, trains_of
from stockrail.testing import Position
from stockrail.web.views.depot import depot_of
from stockrail.web.views.ledger import train_chip
from stockrail.web.views.voice import Voice


def following(game: RailGame) -> list[str]:
    return [text.striptags() for text in depot_of(game, Voice(game, "en")).following]


def test_what_a_train_brings_is_told_by_the_phase_that_it_begins() -> None:
    game = late_game()
    move_train(game, "3-0", "SNCB")
    first, later = following(game)[:2]
    assert first == "Next: 3 for £200, no change."
    assert later.startswith("First 4 for £300 starts phase steel")


def test_who_loses_how_many_trains_is_a_sentence() -> None:
    game = late_game()
    for holder, train in (("SNCB", "2-0"), ("SNCB", "2-1"), ("pool", "2-2")):
        move_train(game, train, holder)
    said = {language: depot_of(game, Voice(game, language)).following[1].striptags() for language in ("en", "it")}
    minors = ", ".join(str(number) for number in range(4, 16))
    assert said["en"].endswith(f"2 trains rust; minors {minors} and the pool lose 1 each and SNCB loses 2.")
    assert said["it"].endswith(
        f"i treni 2 arrugginiscono; minori {minors} e il mercato aperto ne perdono 1 a testa e SNCB ne perde 2."
    )


def test_a_train_is_at_risk_if_the_next_phase_takes_it() -> None:
    game = late_game()
    doomed = next(kind for kind in game.title.train_types.values() if kind.rusts_on == "4")
    assert train_chip(game, Voice(game, "en"), f"{doomed.name}-0").risk
    assert not train_chip(game, Voice(game, "en"), "5-0").risk


def test_a_position_in_a_phase_has_the_train_that_brings_it_on_top() -> None:
    game = Position.of(late_game()).phase("steel").game
    assert trains_of(game, "depot")[0] == "4-0"


def test_every_stack_is_shown_with_what_comes_next() -> None:
    game = a_game()
    assert "L" in [group.train.name for group in depot_of(game, Voice(game, "en")).groups]
    assert "Next: L for £50, no change." in following(game)


def test_the_terminal_lists_every_stack() -> None:
    game, out = a_game(), io.StringIO()
    show_bank(Screen(out), game)
    show_trains(Screen(out), game)
    assert f"{BRANCH} L train £50" in out.getvalue()
