"""Ids are how changes find their place on a page: each is there once, at every kind of decision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from tests import mini
from tests.web.conftest import JSON, PAGE, Visitor
from tests.web.positions import Position, fullest

from stockrail.titles import add, remove

ID = re.compile(r'<[^<>]*?\sid="([^"]+)"')


@pytest.fixture(autouse=True)
def with_the_smallest_title() -> Iterator[None]:
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)


@pytest.mark.parametrize("position", fullest(), ids=lambda position: position.name)
def test_no_two_elements_of_a_page_have_the_same_id(
    visitor: Visitor, client: TestClient[Any], position: Position
) -> None:
    fields, files = {"_csrf_token": visitor.token}, {"file": position.save}
    game = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]
    page = client.get(f"/game/{game}", headers=PAGE).text + client.get(f"/game/{game}/tiles", headers=PAGE).text
    assert [id_ for id_, count in Counter(ID.findall(page)).items() if count > 1] == []
