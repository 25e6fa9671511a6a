"""The log: turns, filters, older turns on demand, the moment of the past that is shown."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from markupsafe import Markup
from tests.web.conftest import JSON, Visitor

from stockrail.core import Event
from stockrail.web.play.course import Line
from stockrail.web.play.entries import project
from stockrail.web.play.live import LiveGame
from stockrail.web.play.opening import import_table
from stockrail.web.views.logbook import BLOCK, Logbook, LogView, Said, log_of, stretch_of
from stockrail.web.views.turns import Filter, last_turn, sifted, turns_of

SAVES = Path(__file__).parents[1] / "corpus" / "2026-11-18" / "saves"
NOBODY: frozenset[int] = frozenset()
KEYS = re.compile(r'<li\s+id="(l-?\d[^"]*)"')


@cache
def save(name: str) -> bytes:
    return gzip.decompress((SAVES / name).read_bytes())


NAMES = sorted(path.name for path in SAVES.iterdir() if not path.name.endswith(".told.json.gz"))
LONGEST = max(NAMES, key=lambda name: (SAVES / name).stat().st_size)


def texts(turn: Said) -> list[str]:
    return [Markup(sentence.html).striptags() for sentence in turn.sentences]


def line(number: int, *events: Event, act: int | None = None, seat: int = 0, **more: Any) -> Line:
    return Line(number, "act", seat, 0, number if act is None else act, events, **more)


def test_what_follows_an_undo_belongs_to_the_company_whose_turn_it_is_again() -> None:
    begins = Event("round_begins", {"kind": "operating", "turn": 1, "number": 1})
    first, second = Event("operates", {"company": "A"}), Event("operates", {"company": "B"})
    lays = Event("floats", {"company": "A"})
    lines = [
        Line(-1, "act", -1, 0, events=[begins, first]),
        line(0, lays),
        line(1, second, undone=True),
        Line(2, "undo", 0, 0, detail=1),
        line(3, lays, act=1),
    ]
    assert [(turn.kind, turn.subject) for turn in turns_of(lines)] == [
        ("round", None), ("turn", "A"), ("turn", "B"), ("aside", None), ("turn", "A"),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def live() -> LiveGame:
    opened = import_table(save(LONGEST), "host", "secret")
    return LiveGame(opened.row, project(opened.row, opened.entries))


def view(live: LiveGame, wanted: str = "", at: int | None = None) -> LogView:
    return log_of(live, NOBODY, at, "en", wanted)


def whole(live: LiveGame, wanted: str = "") -> list[Said]:
    """The latest turns, and all that are loaded before them."""
    shown = view(live, wanted)
    found, before = shown.turns, shown.before
    while before:
        stretch = stretch_of(live, NOBODY, "en", wanted, before, "")
        assert stretch is not None
        found, before = [*stretch.turns, *found], stretch.before
    return found


def test_the_whole_log_can_be_loaded_and_each_turn_comes_once(live: LiveGame) -> None:
    keys = [turn.key for turn in whole(live)]
    assert len(keys) == len(set(keys))
    assert keys == [turn.key for turn in turns_of(live.projection.lines)]
    assert len(view(live).turns) <= 2 * BLOCK


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_sentence_names_its_subject_unless_its_sign_stands_beside_it(live: LiveGame, language: str) -> None:
    book = Logbook(live.position, language)
    for turn in turns_of(live.projection.lines):
        said = book.said(turn)
        for sentence, told in zip(said.sentences, turn.told[-len(said.sentences) :], strict=True):
            spoken = Markup(sentence.html).striptags()
            full = spoken if told.event is None else book.speaker.event(told.event)
            assert full.endswith(spoken)
            assert (full != spoken) == bool(sentence.sign)


def test_that_a_company_operates_is_said_only_if_it_does_nothing(live: LiveGame) -> None:
    for turn in whole(live):
        assert len(turn.sentences) == 1 or not any(sentence.quiet for sentence in turn.sentences)


def test_a_company_s_log_holds_its_own_turns_and_what_names_it(live: LiveGame) -> None:
    own = {turn.subject for turn in turns_of(live.projection.lines) if isinstance(turn.subject, str)}
    company = sorted(own)[-1]
    found = whole(live, f"company:{company}")
    sign = str(Logbook(live.position, "en").voice.chip(company))
    assert 0 < len(found) < len(whole(live))
    for turn in found:
        signs = {str(sentence.sign) for sentence in turn.sentences} - {""}
        assert turn.kind in ("round", "end") or sign in signs or any(company in text for text in texts(turn))


def test_a_filter_that_nobody_knows_shows_everything(live: LiveGame) -> None:
    for wanted in ("company:nobody", "player:99", "since", "x", ":"):
        assert view(live, wanted).choice == ""


def test_what_came_since_my_last_turn_leaves_out_all_before_it() -> None:
    moves = [
        line(number, Event("floats", {"company": "A"}), seat=seat) for number, seat in enumerate((0, 1, 0, 1, 2, 0))
    ]
    wanted = Filter(since=last_turn(moves, frozenset({0})))
    assert [told.line.number for turn in sifted(turns_of(moves), wanted) for told in turn.told] == [3, 4, 5]


def test_the_past_stands_at_its_band_and_what_came_later_is_marked(live: LiveGame) -> None:
    acts = len(live.projection.done)
    for at in (0, 1, acts // 2, acts - 1):
        shown = view(live, at=at)
        keys = [turn.key for turn in shown.turns]
        band = keys.index("here")
        assert texts(shown.turns[band]) == [f"Action {at} of {acts}: you are here"]
        before, after = shown.turns[:band], shown.turns[band + 1 :]
        assert all(s.number is None or s.number <= at for turn in before for s in turn.sentences)
        assert all(s.number is None or s.number > at for turn in after for s in turn.sentences)
        assert not any(turn.later for turn in before) and all(turn.later for turn in after)


@pytest.fixture
def game(client: TestClient[Any], visitor: Visitor) -> str:
    files = {"file": save(LONGEST)}
    fields = {"_csrf_token": visitor.token, "name": "Long"}
    return str(client.post("/import", data=fields, files=files, headers=JSON).json()["id"])


def test_older_turns_are_loaded_up_to_the_beginning(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/game/{game}").text
    before = re.findall(r'id="log-old"[^>]* data-before="([^"]*)"', page)[0]
    keys = KEYS.findall(page)
    while before:
        answer = visitor.get(f"/game/{game}/log?before={before}")
        assert answer.status_code == 200
        keys = [*KEYS.findall(answer.text), *keys]
        before = re.findall(r'data-before="([^"]*)"', answer.text)[0]
    assert keys[0] == "l-1-0"
    assert len(keys) == len(set(keys))


def test_a_turn_that_is_not_there_is_not_found(visitor: Visitor, game: str) -> None:
    assert visitor.get(f"/game/{game}/log?before=l999999-0").status_code == 404
    assert visitor.get(f"/game/{game}/log").status_code == 404


def test_the_filter_stands_in_the_address_and_is_drawn_by_the_server(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/game/{game}?log=player:0").text
    assert '<option value="player:0" selected>' in page
    assert len(KEYS.findall(visitor.get(f"/game/{game}?log=player:0&part=1").text)) <= 2 * BLOCK
