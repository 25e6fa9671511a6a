"""The miniature title among the others, and bots that misbehave."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests import mini

from stockrail.bots import registry
from stockrail.titles import add, remove


@pytest.fixture(autouse=True)
def title() -> Iterator[str]:
    add(mini.TITLE)
    yield mini.TITLE.name
    remove(mini.TITLE.name)


@pytest.fixture(autouse=True)
def own_bots(monkeypatch: pytest.MonkeyPatch) -> dict[str, registry.Level]:
    """Whatever a test registers is forgotten after it."""
    bots: dict[str, registry.Level] = {}
    monkeypatch.setattr(registry, "_registered", bots)
    return bots
