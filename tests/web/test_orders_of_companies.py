"""Standing orders of companies: offers for trains refused, nothing laid, runs and payments as last time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.test_orders import TITLES, Seated, found, seated

from stockrail.rules.actions import Answer, LayTile, Pass, PayOut, RunTrains
from stockrail.rules.dividends import DividendStep
from stockrail.rules.running import RunDecision
from stockrail.web.play.standing import offered_for_train
from stockrail.web.views.orders import orders_of
from stockrail.web.views.voice import Voice


@pytest.mark.parametrize("title", TITLES)
def test_offers_for_trains_are_refused_below_a_price(title: str, tmp_path: Path) -> None:
    game = found(title, lambda game: offered_for_train(game) is not None)
    seat, price = game.actor, offered_for_train(game)
    assert price is not None

    async def work(table: Seated) -> None:
        await table.order(seat, "refuse", number=price)
        assert (await table.quiet()).actor == seat, "it is not below"
        await table.order(seat, "refuse", number=price + 1)
        now = await table.quiet()
        assert now.actions[len(game.actions)] == Answer(seat, False)
        assert ("Refuse", 1, "") in await table.orders()

    seated(tmp_path, game, work)


@pytest.mark.parametrize("title", TITLES)
def test_a_company_that_lays_nothing_goes_on_to_its_next_step(title: str, tmp_path: Path) -> None:
    game = found(title, lambda g: LayTile in g.decision.kinds(g) and g.is_legal(Pass(g.actor)) and g.ply > 60)
    seat, company = game.actor, game.decision.subject(game)

    async def work(table: Seated) -> None:
        await table.order(seat, "lay", company)
        now = await table.quiet()
        here = now.decision.subject(now) == company
        assert not here or LayTile not in now.decision.kinds(now) or "harm" in str(await table.orders())
        assert now.actions[len(game.actions) :][:1] in ([Pass(seat)], []), "nothing was laid"

    seated(tmp_path, game, work)


@pytest.mark.parametrize("title", ["18EU", "1862", "1883"])
def test_a_company_runs_and_pays_as_last_time(title: str, tmp_path: Path) -> None:
    def alike(game: Any) -> bool:
        if not isinstance(game.decision, RunDecision) or game.decision.company not in game.state.last_run:
            return False
        company, last = game.decision.company, game.state.last_run[game.decision.company]
        paid = any(isinstance(a, PayOut) and a.company == company for a in game.actions)
        return paid and last > 0 and game.title.account(game, company).total == last

    game = found(title, alike)
    seat, company = game.actor, game.decision.company
    kind = next(a.kind for a in reversed(game.actions) if isinstance(a, PayOut) and a.company == company)

    async def work(table: Seated) -> None:
        await table.order(seat, "run", company)
        now = await table.quiet()
        run, *paid = now.actions[len(game.actions) :]
        assert isinstance(run, RunTrains) and run.company == company
        assert now.state.last_run[company] == game.state.last_run[company]
        if paid and isinstance(paid[0], PayOut):
            assert paid[0].kind == kind

    seated(tmp_path, game, work)


def test_a_company_that_has_no_choice_how_to_pay_runs_as_last_time(tmp_path: Path) -> None:
    def alike(game: Any) -> bool:
        step = game.decision
        if not isinstance(step, RunDecision) or not game.title.companies[step.company].one_owner:
            return False
        last = game.state.last_run.get(step.company)
        return bool(last) and game.title.account(game, step.company).total == last

    game = found("18EU", alike)
    seat, company = game.actor, game.decision.company

    async def work(table: Seated) -> None:
        forms = orders_of(await table.hall.game(table.id), Voice(game, "en"), frozenset({seat})).forms
        assert company in [value for form in forms if form.id == "run" for value, _ in form.choices]
        await table.order(seat, "run", company)
        run = (await table.quiet()).actions[len(game.actions)]
        assert isinstance(run, RunTrains) and run.company == company

    seated(tmp_path, game, work)


def test_a_run_that_earns_something_else_is_asked_about(tmp_path: Path) -> None:
    def differs(game: Any) -> bool:
        if not isinstance(game.decision, RunDecision):
            return False
        company = game.decision.company
        paid = any(isinstance(a, PayOut) and a.company == company for a in game.actions)
        return paid and game.title.account(game, company).total != game.state.last_run.get(company)

    game = found("1883", differs)

    async def work(table: Seated) -> None:
        await table.order(game.actor, "run", game.decision.company)
        assert (await table.quiet()).actions == game.actions
        assert await table.orders() == [("RunAlike", 0, "run")]

    seated(tmp_path, game, work)


def test_a_company_without_a_run_is_asked_about_when_it_earns_something_else(tmp_path: Path) -> None:
    def differs(game: Any) -> bool:
        step = game.decision
        paid = any(isinstance(a, PayOut) and a.company == getattr(step, "company", "") for a in game.actions)
        return paid and isinstance(step, DividendStep) and step.revenue != game.state.last_run[step.company]

    game = found("18FB", differs)

    async def work(table: Seated) -> None:
        await table.order(game.actor, "run", game.decision.company)
        assert (await table.quiet()).actions == game.actions
        assert await table.orders() == [("RunAlike", 0, "run")]

    seated(tmp_path, game, work)
