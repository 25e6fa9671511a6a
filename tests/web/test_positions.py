"""The positions that pictures and tests of the layout use leave no kind of decision out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.positions import fullest, hyphened, positions

from stockrail.core import Decision
from stockrail.rules.agreement import AgreeToEnd
from stockrail.rules.train_step import TrainOffer


def below(kind: type[Decision]) -> Iterator[type[Decision]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


# Lots between players who are level in everything; take-overs and partners that random players hardly ever come to.
SELDOM = {"FirstOwner", "FirstPresident", "TakeOverOffer", "ChoosePartner", "DrawPartner"}


@pytest.mark.parametrize("title", ["18EU", "1862", "1883", "18FB"])
def test_every_kind_of_decision_is_among_them(title: str) -> None:
    kinds = {position.kind for position in positions() if position.title == title}
    folder = f"stockrail.titles.g{title.lower()}."
    leaves = {kind for kind in below(Decision) if not kind.__subclasses__() and kind.__name__ not in SELDOM}
    own = {kind for kind in leaves if kind.__module__.startswith(folder)}
    wanted = {hyphened(kind.__name__) for kind in own | {AgreeToEnd, TrainOffer}}
    assert own and wanted - kinds == set()


def test_each_has_a_name_of_its_own() -> None:
    names = [position.name for position in positions()]
    assert len(names) == len(set(names)) and len(fullest()) < len(names)
