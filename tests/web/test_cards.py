"""Who has which card, and which shares of others a company holds, is seen in table, charter, terminal and API."""

from __future__ import annotations

import io

from tests.engine.extras import a_game, moved

from stockrail.cli.screen import Screen
from stockrail.cli.summary import holdings, show_bank, show_companies
from stockrail.rules.cards import give_card
from stockrail.rules.game import RailGame
from stockrail.rules.shares import singles_of
from stockrail.rules.state import certs_at
from stockrail.testing import Position
from stockrail.web.views.inspecting import inspected
from stockrail.web.views.ledger import CARDS, ledger_of
from stockrail.web.views.position import company_of, player_of
from stockrail.web.views.voice import Voice


def invested() -> RailGame:
    """Ada has the ferry, SNCB the bridge and a share of NS."""
    position = Position.of(a_game())
    position.corporation("SNCB", {0: 5}, cash=100).corporation("NS", {1: 5}, cash=100)
    game = position.game
    give_card(game, "Ferry", 0)
    give_card(game, "Bridge", "SNCB")
    game.state.shelves.move(singles_of(game, "NS", "NS")[0], certs_at("SNCB", "NS"))
    return game


def test_the_table_says_who_has_which_card() -> None:
    ledger = ledger_of(invested(), Voice(invested(), "en"), frozenset({0}), frozenset())
    cards = next(fold for fold in ledger.folds if fold.kind == CARDS)
    owned = [(owner.name, owner.player, [(card.id, card.name) for card in owner.members]) for owner in cards.owners]
    assert owned == [
        ("Ada", True, [("Ferry", "River ferry")]),
        ("Ben", True, []),
        ("Cy", True, []),
        ("SNCB", False, [("Bridge", "Toll bridge")]),
    ]
    assert (cards.label, cards.now, cards.asked) == ("2 cards", False, False)


def test_players_stand_in_the_table_in_the_order_of_play() -> None:
    game = moved(invested(), order=(2, 0, 1))
    ledger = ledger_of(game, Voice(game, "en"), frozenset({0}), frozenset())
    assert [column.name for column in ledger.players] == ["Cy", "Ada", "Ben"]
    row = next(row for row in ledger.rows if row.id == "SNCB")
    assert [share.percent for share in row.shares] == [0, 50, 0]


def test_the_inspector_says_what_a_company_has_and_who_holds_it() -> None:
    game = invested()
    voice = Voice(game, "en")
    sncb, ns, ferry = (inspected(game, voice, of) for of in ("company:SNCB", "company:NS", "card:Ferry"))
    assert sncb and ns and ferry
    assert "Toll bridge · NS 10%" in [line.text for line in sncb.what]
    assert [line.text.striptags() for line in ns.who] == ["Ben 50%", "Treasury 40%", "SNCB 10%"]
    assert [line.text.striptags() for line in ferry.who] == ["Ada"]


def test_the_terminal_says_both_and_what_is_for_sale() -> None:
    game, out = invested(), io.StringIO()
    assert holdings(game, 0) == "SNCB 50%*, River ferry"
    screen = Screen(out)
    screen.console.width = 200
    show_companies(screen, game)
    assert "Toll bridge, NS 10%" in out.getvalue()
    give_card(game, "Bridge", "bank")
    show_bank(screen, game)
    assert "Toll bridge" in out.getvalue().rpartition("For sale: ")[2]


def test_programs_are_told_too() -> None:
    game = invested()
    assert (player_of(game, 0).cards, company_of(game, "SNCB").cards) == (["Ferry"], ["Bridge"])
    assert company_of(game, "SNCB").shares == {"NS": 10}
