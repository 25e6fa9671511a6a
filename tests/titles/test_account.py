"""The account of a company: what it would earn, part by part, is what its best run earns."""

from __future__ import annotations

import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.routes import best_run
from stockrail.rules.running import RunDecision
from stockrail.titles import all_titles

LOOKS = 12


def runs_trains(name: str) -> bool:
    game = stockrail.new(name, ["Ada", "Ben", "Cy"])
    return any(game.title.run_setting(game, company) for company in game.title.companies)


@pytest.mark.parametrize("name", [name for name in all_titles() if runs_trains(name)])
def test_parts_add_up_to_what_the_best_run_earns(name: str) -> None:
    game, bot, looks = stockrail.new(name, ["Ada", "Ben", "Cy"], seed=8), RandomBot(8), 0
    while looks < LOOKS and not game.is_over:
        if isinstance(game.decision, RunDecision):
            company = game.decision.company
            account, run = game.title.account(game, company), best_run(game, company)
            assert (account.total, account.beside, account.proven) == (run.total, run.subsidy, True)
            assert sum(part.amount for part in account.parts) == account.total == account.most
            assert all(sum(amount for _, amount in part.items) == part.amount for part in account.parts)
            assert [part.places for part in account.parts] == [hexes for _, hexes in run.written]
            looks += 1
        game.push(bot.choose(game))
    assert looks == LOOKS


def test_a_company_without_trains_has_an_empty_account() -> None:
    game = stockrail.new("18EU", ["Ada", "Ben"])
    account = game.title.account(game, "SNCF")
    assert (account.parts, account.total, account.gap, account.proven) == ((), 0, 0, True)
